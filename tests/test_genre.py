"""The genre of a note from its head, path and convention, and of a section from its heading."""

from __future__ import annotations

import pytest

from mementod_parsers.force.genre import note_genre, title_genre
from mementod_parsers.force.headings import section_genre
from mementod_parsers.model import Genre, Source
from mementod_parsers.notes import parse_note

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
    (".serena/memories/git/git-session-log.md", Genre.RECORD),
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
    ("docs/devlogs/7.md", Genre.RECORD),
    ("docs/dev-log/start.md", Genre.RECORD),
    ("docs/dev_notes/cache.md", Genre.RECORD),
    ("docs/blog/new-cache.md", Genre.RECORD),
    ("docs/archive/2024/cache.md", Genre.RECORD),
    ("docs/_archived/progress.md", Genre.RECORD),
    ("memory/session-archive/cache.md", Genre.RECORD),
    ("tasks/done/cache.md", Genre.RECORD),
    ("tasks/completed/cache.md", Genre.RECORD),
    ("issues/closed/cache.md", Genre.RECORD),
    ("memory/worklog-may.md", Genre.RECORD),
    ("memory/cache-investigation.md", Genre.RECORD),
    ("docs/db_migration_report.md", Genre.RECORD),
    ("memory/issue-123.md", Genre.RECORD),
    ("memory/pr_45_cache.md", Genre.RECORD),
    (".notes/47-fix-login.md", Genre.RECORD),
    ("docs/issues/0012-login.md", Genre.RECORD),
    ("docs/开发日志/缓存.md", Genre.RECORD),
    ("docs/日报/一.md", Genre.RECORD),
    ("docs/開発日誌/一.md", Genre.RECORD),
    ("docs/作業ログ/一.md", Genre.RECORD),
    ("docs/журнал/один.md", Genre.RECORD),
    ("docs/diário/um.md", Genre.RECORD),
    ("notes/01-architecture.md", Genre.REFERENCE),
    ("notes/cache.md", Genre.REFERENCE),
    ("docs/47-login.md", Genre.REFERENCE),
    ("docs/catalogs/one.md", Genre.REFERENCE),
    ("src/archive/CLAUDE.md", Genre.REFERENCE),
    ("packages/blog/AGENTS.md", Genre.REFERENCE),
    ("memory/done_criteria.md", Genre.REFERENCE),
    ("memory/completed_work_rules.md", Genre.REFERENCE),
    ("memory/cleanup_completion_oct_2025.md", Genre.RECORD),
    ("memory/store_completion_summary.md", Genre.RECORD),
    ("memory/completion_rules.md", Genre.REFERENCE),
    ("memory/client_refactoring_plan_202501.md", Genre.PLAN),
    ("migration-backup-20250828/CLAUDE.md", Genre.RECORD),
    ("src/backup/CLAUDE.md", Genre.REFERENCE),
    ("shop-template/.claude/commands/start.md", Genre.RECORD),
    ("templates/CLAUDE.md", Genre.REFERENCE),
    (".github/templates/one.md", Genre.REFERENCE),
    ("src/snapshots/notes.md", Genre.REFERENCE),
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


TITLES = [
    ("Dev log 7", Genre.RECORD),
    ("Devlog: a new cache", Genre.RECORD),
    ("Session 2025-01-02", Genre.RECORD),
    ("Session Summary - May 3", Genre.RECORD),
    ("2025-01-02 the cache", Genre.RECORD),
    ("Postmortem: the cache", Genre.RECORD),
    ("Larger Pages - Completion Summary", Genre.RECORD),
    ("How completion works", None),
    ("开发日志 2025", Genre.RECORD),
    ("作業ログ", Genre.RECORD),
    ("Журнал разработки", Genre.RECORD),
    ("Diário de desenvolvimento", Genre.RECORD),
    ("Session management", None),
    ("Session-based auth", None),
    ("Blog engine", None),
    ("Journal of the database", None),
    ("Incident handling", None),
    ("Project overview", None),
]


@pytest.mark.parametrize(("title", "genre"), TITLES)
def test_genre_by_title(title: str, genre: Genre | None) -> None:
    assert title_genre(title) is genre


def test_a_title_speaks_for_the_whole_note_unless_its_head_does() -> None:
    text = "# Dev log 7\n\n## Cache\n\n`src/a.py`\n"
    note = parse_note("memory/x.md", Source.CLAUDE_MEMORY, text.encode())
    assert {note.genre, *(c.genre for c in note.citations)} == {Genre.RECORD}
    note = parse_note("memory/x.md", Source.CLAUDE_MEMORY, ("---\ntype: reference\n---\n" + text).encode())
    assert note.genre is Genre.REFERENCE


HEADINGS = [
    ("Changelog", Genre.RECORD),
    ("Recent Changes", Genre.RECORD),
    ("Session Log", Genre.RECORD),
    ("Completed October 17-18, 2025 (updated)", Genre.RECORD),
    ("Completed tasks move on", None),
    ("December 21, 2025 Bug Fix", Genre.RECORD),
    ("May we", None),
    ("修正箇所", Genre.RECORD),
    ("Larger pages (October 2025)", Genre.RECORD),
    ("Example: one endpoint (Completed December 2025)", Genre.RECORD),
    ("One strategy for all (refactored in November 2025)", None),
    ("Agent Instructions (October 2025)", None),
    ("2025-03-01: moved the store", Genre.RECORD),
    ("[1.4.0] - 2025-03-01", Genre.RECORD),
    ("v1.4 (2025-03-01)", Genre.RECORD),
    ("Session 12", Genre.RECORD),
    ("更新日志", Genre.RECORD),
    ("変更履歴", Genre.RECORD),
    ("🎉 最近の改善（2025-07-16）", Genre.RECORD),
    ("プロジェクト構造（2025-07-16）", None),
    ("项目结构（2025-07）", None),
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
    ("前回作業 (2025年9月16日)", Genre.RECORD),
    ("設定 (2025年9月16日)", None),
    ("Auth finished (31/12/2024)", Genre.RECORD),
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


DONE = [
    ("**Status:** Completed 2026-04-26", Genre.RECORD),
    ("**Date Completed**: 2025-10-25", Genre.RECORD),
    ("**Status**: Active since 2025-10-25", Genre.REFERENCE),
    ("**Last updated**: 2025-10-25", Genre.REFERENCE),
]


@pytest.mark.parametrize(("line", "genre"), DONE)
def test_a_note_that_says_when_its_task_was_done(line: str, genre: Genre) -> None:
    note = parse_note("memory/larger_pages.md", Source.MEMORY_BANK, f"# Larger pages\n\n{line}\n".encode())
    assert note.genre is genre


def test_what_is_done_is_history_in_a_progress_note_only() -> None:
    assert section_genre("完了したタスク", Genre.PROGRESS) is Genre.RECORD
    assert section_genre("完了したタスク") is None


@pytest.mark.parametrize(("heading", "genre"), [("Current State", Genre.PROGRESS), ("Decision", Genre.DECISION)])
def test_what_a_journal_decides_and_calls_its_state_is_of_its_day(heading: str, genre: Genre) -> None:
    assert section_genre(heading) is genre
    assert section_genre(heading, Genre.RECORD) is None
