from __future__ import annotations

import pytest

from mementod.config import parse_config
from mementod.reports.proposal import most_cited, proposal
from mementod_parsers.model import Kind
from reports import deleted, finding, note, report

STORE = [finding(text="src/store.py") for _ in range(3)]
REPORT = report(
    note("memory-bank/progress.md", *STORE, finding(text="README.md"), finding(text="CLAUDE.md")),
    note(
        "CLAUDE.md",
        finding(text="src/log.py"),
        finding(text="src/log.py"),
        finding(text="CLAUDE.md"),
        deleted("x"),
    ),
    note(
        "/home/ada/.claude/m.md",
        finding(text="open", kind=Kind.SYMBOL),
        finding(text="open", kind=Kind.SYMBOL),
    ),
)


def test_the_files_that_notes_speak_of_most() -> None:
    assert most_cited(REPORT) == ["src/store.py", "src/log.py"]
    assert most_cited(report()) == []


def test_the_proposal_is_a_valid_configuration_with_the_defaults() -> None:
    text = proposal(REPORT)
    config = parse_config(text)
    assert config.problems == ()
    assert (config.notes, config.core, config.progress) == (None, (), "memory-bank/progress.md")
    assert '# core: ["src/store.py", "src/log.py"]' in text


def test_a_progress_file_that_is_no_note_is_proposed_and_none_is_named_as_if_it_were_there() -> None:
    notes = report(note("CLAUDE.md", finding()))
    assert parse_config(proposal(notes, located="progress.md", is_there=True)).progress == "progress.md"
    text = proposal(notes, located="memory-bank/progress.md")
    assert '# progress: "memory-bank/progress.md"' in text
    assert parse_config(text).progress is None
    assert '# progress: "PROGRESS.md"' in proposal(notes)


@pytest.mark.parametrize("name", ["memory-bank/my 'own' progress #1: x.md", "memory-bank/说明 progress.md"])
def test_odd_names_are_quoted(name: str) -> None:
    assert parse_config(proposal(report(note(name, finding())))).progress == name


def test_every_comment_is_valid_when_it_is_uncommented() -> None:
    keys = ("# notes", "# core", "# ignore")
    lines = [line.removeprefix("# ") if line.startswith(keys) else line for line in proposal(REPORT).splitlines()]
    config = parse_config("\n".join(lines))
    assert config.problems == ()
    assert config.notes == ("serena",)
    assert config.core == ("src/store.py", "src/log.py")
