from __future__ import annotations

from pathlib import Path

import pytest

from mementod.config import Config
from mementod.judging.sources import (
    auto_memory_folders,
    auto_memory_notes,
    find_notes,
    find_progress,
    notes_on_disk,
    source_of,
    unmatched,
    wants_auto_memory,
)
from mementod_parsers.model import Source

# In the order in which they are listed.
NOTES = (
    (".agent/init.d/01-map.md", Source.AGENT_INIT),
    (".agent/init.d/03-progress.md", Source.AGENT_INIT),
    (".agent/deep/er/x.md", Source.AGENT_INIT),
    (".claude/agent-memory/reviewer/MEMORY.md", Source.CLAUDE_MEMORY),
    (".claude/memory/one.md", Source.CLAUDE_MEMORY),
    ("memory/MEMORY.md", Source.CLAUDE_MEMORY),
    ("memory/fact.md", Source.CLAUDE_MEMORY),
    (".serena/memories/deep/style.md", Source.SERENA),
    (".serena/memories/style.md", Source.SERENA),
    ("memory-bank/progress.md", Source.MEMORY_BANK),
    ("pkg/memory-bank/brief.md", Source.MEMORY_BANK),
    (".cursor/rules/a.mdc", Source.RULES),
    (".cursorrules", Source.RULES),
    (".claude/rules/py/a.md", Source.RULES),
    (".kiro/steering/tech.md", Source.RULES),
    (".windsurf/rules/a.md", Source.RULES),
    (".clinerules", Source.RULES),
    ("sub/.clinerules/a.md", Source.RULES),
    (".github/copilot-instructions.md", Source.INSTRUCTIONS),
    (".github/instructions/py.instructions.md", Source.INSTRUCTIONS),
    ("AGENTS.md", Source.INSTRUCTIONS),
    ("CLAUDE.local.md", Source.INSTRUCTIONS),
    ("CLAUDE.md", Source.INSTRUCTIONS),
    ("GEMINI.md", Source.INSTRUCTIONS),
    ("a/b/AGENTS.md", Source.INSTRUCTIONS),
)
OTHERS = (
    "README.md",
    "src/memory/allocator.md",
    ".serena/project.yml",
    ".serena/memories/image.png",
    "MYCLAUDE.md",
    "CLAUDE.md.bak",
    "x.agent/a.md",
    "node_modules/p/CLAUDE.md",
    "vendor/x/AGENTS.md",
    ".agent/script.py",
    "docs/claude.md",
    "memory-bank.md",
    "rules/a.md",
)


def found(listing: tuple[str, ...], config: Config | None = None) -> list[str]:
    return [note.path for note in find_notes(listing, config or Config())]


def test_every_convention_in_its_order() -> None:
    listing = [path for path, _ in reversed(NOTES)] + list(OTHERS)
    assert [(note.path, note.source) for note in find_notes(listing, Config())] == list(NOTES)


@pytest.mark.parametrize(("path", "source"), [*NOTES, *((path, None) for path in OTHERS if "memory/" not in path)])
def test_the_source_of_a_name(path: str, source: Source | None) -> None:
    assert source_of(path) is source


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (Config(notes=("serena",)), [".serena/memories/style.md"]),
        (Config(notes=("docs/*.md",)), ["docs/a.md", "docs/b.md"]),
        (Config(notes=("docs/", "!docs/b.md")), ["docs/a.md"]),
        (Config(notes=("serena", "docs/a.md")), [".serena/memories/style.md", "docs/a.md"]),
        (Config(notes=("serena", "instructions", "!sub/")), [".serena/memories/style.md", "CLAUDE.md"]),
        (Config(notes=("NOTES",)), ["NOTES"]),
        (Config(notes=()), []),
        (Config(ignore=("sub/**", ".serena")), ["CLAUDE.md"]),
        (
            Config(user_notes=("docs/b.md",)),
            [".serena/memories/style.md", "CLAUDE.md", "sub/CLAUDE.md", "docs/b.md"],
        ),
        (Config(notes=("docs/a.md",), ignore=("docs/",)), []),
    ],
)
def test_notes_may_be_chosen(config: Config, expected: list[str]) -> None:
    listing = (
        "CLAUDE.md",
        "sub/CLAUDE.md",
        ".serena/memories/style.md",
        "docs/a.md",
        "docs/b.md",
        "docs/x.py",
        "NOTES",
    )
    assert found(listing, config) == expected


def test_names_that_are_odd_do_no_harm() -> None:
    listing = ("a\nb/CLAUDE.md", "\udcff/AGENTS.md", "CLAUDE.md\n", "x\x1b[31m/GEMINI.md")
    assert sorted(found(listing)) == sorted(["a\nb/CLAUDE.md", "\udcff/AGENTS.md", "x\x1b[31m/GEMINI.md"])


def test_claudes_own_memory_of_a_repository(tmp_path: Path) -> None:
    claude = tmp_path / ".claude"
    root = Path("/home/ada/my.app_x")
    plain, strict = auto_memory_folders(root, claude)
    assert plain == claude / "projects" / "-home-ada-my-app_x" / "memory"
    assert strict == claude / "projects" / "-home-ada-my-app-x" / "memory"
    for folder in (plain, strict):
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "x.md").write_text("")
        (folder / "MEMORY.md").write_text("")
        (folder / "note.txt").write_text("")
        (folder / "link.md").symlink_to("/etc/hostname")
    notes = auto_memory_notes([root], claude)
    assert [note.path for note in notes] == sorted([str(plain / "MEMORY.md"), str(strict / "MEMORY.md")])
    assert {note.source for note in notes} == {Source.CLAUDE_MEMORY}
    assert auto_memory_notes([root], None) == ()


def test_patterns_that_fit_nothing_are_named() -> None:
    listing = ["docs/a.md", "docs/b.md", "src/a.py", "CLAUDE.md"]
    wanted = ("docs/*.md", "!docs/b.md", "serena", "doc/*.md", "b.md", "CLAUDE.md", "src/*.py")
    config = Config(notes=wanted, ignore=("docs/",), user_notes=("nowhere/*.md",))
    assert unmatched(listing, find_notes(listing, config), config) == ("doc/*.md", "src/*.py")


def test_claudes_memory_is_read_unless_notes_say_otherwise() -> None:
    assert wants_auto_memory(Config())
    assert wants_auto_memory(Config(notes=("claude-memory",)))
    assert wants_auto_memory(Config(notes=("serena",), user_notes=("claude-memory",)))
    assert not wants_auto_memory(Config(notes=("serena",)))


def test_notes_that_git_ignores_are_found_on_disk(tmp_path: Path) -> None:
    for path in (
        ".serena/memories/a.md",
        ".serena/memories/b.png",
        "CLAUDE.local.md",
        ".clinerules",
        "src/CLAUDE.md",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    (tmp_path / "AGENTS.md").symlink_to("CLAUDE.local.md")
    (tmp_path / "GEMINI.md").mkdir()
    assert set(notes_on_disk(tmp_path)) == {".serena/memories/a.md", "CLAUDE.local.md", ".clinerules"}


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        (("memory-bank/progress.md", ".agent/init.d/03-progress.md"), ".agent/init.d/03-progress.md"),
        (("memory-bank/progress.md", "PROGRESS.md"), "memory-bank/progress.md"),
        (("docs/PROGRESS.md", "README.md"), "docs/PROGRESS.md"),
        (
            (".serena/memories/in_progress_style.md", "memory-bank/x.md"),
            ".serena/memories/in_progress_style.md",
        ),
        ((".agent/progressive.md",), None),
        (("src/progress.md",), None),
    ],
)
def test_the_progress_file(listing: tuple[str, ...], expected: str | None) -> None:
    assert find_progress(listing, Config()) == expected


def test_the_configured_progress_file_wins() -> None:
    assert find_progress(("memory-bank/progress.md",), Config(progress="todo.md")) == "todo.md"
