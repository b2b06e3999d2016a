"""The genre of a note from its head, path and convention, and of a section from its heading."""

from __future__ import annotations

import pytest

from mementod_parsers.genre import note_genre, section_genre
from mementod_parsers.model import Genre, Source

PATHS = [
    ("CLAUDE.md", Genre.REFERENCE),
    (".serena/memories/project_overview.md", Genre.REFERENCE),
    (".serena/memories/task_completion_checklist.md", Genre.REFERENCE),
    ("memory-bank/progress.md", Genre.PROGRESS),
    ("memory-bank/activeContext.md", Genre.PROGRESS),
    (".agent/init.d/03-progress.md", Genre.PROGRESS),
    ("memory-bank/systemPatterns.md", Genre.REFERENCE),
    (".agents/sessions/2026-01-03-session-12.md", Genre.RECORD),
    (".agents/HANDOFF.md", Genre.RECORD),
    ("memory/handover-notes.md", Genre.RECORD),
    ("memory/2025-06-01.md", Genre.RECORD),
    ("memory/fix_20250601.md", Genre.RECORD),
    ("CHANGELOG.md", Genre.RECORD),
    ("docs/changelog/notes.md", Genre.RECORD),
    (".serena/memories/git/git-observations.md", Genre.RECORD),
    (".serena/memories/retrospectives/one.md", Genre.RECORD),
    ("docs/adr/0003-use-x.md", Genre.DECISION),
    ("docs/decisions/storage.md", Genre.DECISION),
    (".serena/memories/adr-045-blockers.md", Genre.DECISION),
    ("memory/plan_storage.md", Genre.PLAN),
    ("docs/plans/storage.md", Genre.PLAN),
    ("TODO.md", Genre.PLAN),
    ("memory/storage-plan.md", Genre.PLAN),
    ("memory/planning_conventions.md", Genre.REFERENCE),
    ("memory/logging.md", Genre.REFERENCE),
    ("memory/login.md", Genre.REFERENCE),
    ("memory/dialog_system.md", Genre.REFERENCE),
    ("memory/changelog_rules/how.md", Genre.REFERENCE),
]


@pytest.mark.parametrize(("path", "genre"), PATHS)
def test_genre_by_path(path: str, genre: Genre) -> None:
    assert note_genre(path, Source.SERENA) is genre


def test_rules_are_rules_and_frontmatter_wins() -> None:
    assert note_genre(".cursor/rules/a.mdc", Source.RULES) is Genre.RULE
    assert note_genre("memory/2025-06-01.md", Source.CLAUDE_MEMORY, "reference") is Genre.REFERENCE
    assert note_genre("memory/x.md", Source.CLAUDE_MEMORY, "snapshot") is Genre.SNAPSHOT
    assert note_genre("memory/x.md", Source.CLAUDE_MEMORY, "feedback") is Genre.RULE
    assert note_genre("memory/x.md", Source.CLAUDE_MEMORY, "something else") is Genre.REFERENCE


HEADINGS = [
    ("Changelog", Genre.RECORD),
    ("Recent Changes", Genre.RECORD),
    ("Session Log", Genre.RECORD),
    ("2025-03-01: moved the store", Genre.RECORD),
    ("[1.4.0] - 2025-03-01", Genre.RECORD),
    ("v1.4 (2025-03-01)", Genre.RECORD),
    ("Session 12", Genre.RECORD),
    ("更新日志", Genre.RECORD),
    ("変更履歴", Genre.RECORD),
    ("변경 이력", Genre.RECORD),
    ("История изменений", Genre.RECORD),
    ("Histórico de mudanças", Genre.RECORD),
    ("Historial de cambios", Genre.RECORD),
    ("Letzte Änderungen", Genre.RECORD),
    ("Historique", Genre.RECORD),
    ("Next Steps", Genre.PLAN),
    ("TODO", Genre.PLAN),
    ("Roadmap", Genre.PLAN),
    ("4. Future work", Genre.PLAN),
    ("待办事项", Genre.PLAN),
    ("今後の予定", Genre.PLAN),
    ("향후 계획", Genre.PLAN),
    ("Следующие шаги", Genre.PLAN),
    ("Próximos passos", Genre.PLAN),
    ("Próximos pasos", Genre.PLAN),
    ("Nächste Schritte", Genre.PLAN),
    ("Prochaines étapes", Genre.PLAN),
    ("Key Decisions", Genre.DECISION),
    ("Current Status", Genre.PROGRESS),
    ("🚧 In Progress", Genre.PROGRESS),
    ("Completed", None),
    ("Completed Features", None),
    ("Task Completion", None),
    ("Plan", None),
    ("Terraform plan", None),
    ("Plan of the module", None),
    ("History of the parser API", None),
    ("Logging", None),
    ("Status codes", None),
    ("Architecture", None),
    ("Changing the schema", None),
]


@pytest.mark.parametrize(("heading", "genre"), HEADINGS)
def test_genre_by_heading(heading: str, genre: Genre | None) -> None:
    assert section_genre(heading) is genre
