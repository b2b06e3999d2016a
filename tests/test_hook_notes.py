"""What is said of notes: values in, values out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mementod.hooks import hook_notes
from mementod.hooks.hook_cited import Cited, after_edit, before_edit, digest, gate_lines, of_plain, plain
from mementod.hooks.hook_notes import stale, touching
from mementod_hooks.agents.output import CONTEXT_CHARACTERS
from mementod_parsers.model import (
    Citation,
    Finding,
    Genre,
    Kind,
    Level,
    Note,
    NoteReport,
    Source,
    Style,
    Verdict,
)


def found(
    line: int,
    path: str,
    verdict: Verdict = Verdict.OK,
    target: str | None = None,
    genre: Genre = Genre.REFERENCE,
    commit: str | None = None,
) -> Finding:
    cited = Citation(line, 1, 2, f"`{path}`", Kind.PATH, path, Style.CODE, genre=genre, sentence=f"See `{path}`.")
    level = Level.NONE if verdict is Verdict.OK else Level.ERROR
    return Finding(cited, verdict, level, path, target, evidence_commit=commit)


def reports(*findings: Finding) -> list[NoteReport]:
    return [NoteReport(Note("N.md", Source.SERENA, Genre.REFERENCE, tuple(f.citation for f in findings)), findings)]


MOVED = found(3, "src/old.py", Verdict.MOVED, "src/new.py")


def test_a_file_is_found_by_what_it_is_was_and_is_in() -> None:
    notes = reports(found(1, "src/a.py"), found(2, "src/a.py:alpha"), MOVED, found(4, "lib/b.py"))
    assert [row.line for row in touching(notes, ["src/a.py"])] == [1, 2]
    assert [row.line for row in touching(notes, ["src/new.py"])] == [3]
    assert [row.line for row in touching(notes, ["src"])] == [1, 2, 3]
    assert touching(notes, []) == []


def test_plans_and_records_of_the_past_are_left_out_while_they_hold() -> None:
    notes = reports(found(1, "a.py", genre=Genre.RECORD), found(2, "a.py", Verdict.DELETED, genre=Genre.PROGRESS))
    assert [row.line for row in touching(notes, ["a.py"])] == [2]


def test_decisions_come_first_and_then_what_does_not_hold() -> None:
    notes = reports(found(1, "a.py"), found(2, "a.py", Verdict.DELETED), found(3, "a.py", genre=Genre.DECISION))
    assert before_edit(touching(notes, ["a.py"])).splitlines()[1:] == [
        "- N.md:3 (decision): See `a.py`.",
        "- N.md:2 (stale, a.py is gone): See `a.py`.",
        "- N.md:1 (reference): See `a.py`.",
    ]
    assert before_edit([]) == after_edit([]) == ""


def test_one_thing_is_one_line_with_its_places() -> None:
    same = [found(line, "src/old.py", Verdict.RENAMED, "src/new.py") for line in range(1, 7)]
    rows = stale(reports(*same, found(9, "x.py", Verdict.DELETED, commit="c")))
    assert digest(rows) == [
        "- src/old.py is now src/new.py: N.md:1, N.md:2, N.md:3 and 3 more",
        "- x.py is gone: N.md:9",
    ]
    assert [line.line for line in gate_lines(rows)] == [1, 2, 3, 4, 5, 6]  # the other one is committed


def test_rows_survive_the_way() -> None:
    rows = touching(reports(MOVED), ["src/new.py"])
    assert of_plain(plain(rows)) == rows


@given(st.lists(st.text(max_size=400), max_size=40))
def test_a_text_is_never_too_long_and_steers_nothing(sentences: list[str]) -> None:
    rows = [Cited(str(n), "N.md", n, s, s, "rule", "error", "is gone", True, "a") for n, s in enumerate(sentences)]
    for text in (before_edit(rows), after_edit(rows)):
        assert len(text) <= CONTEXT_CHARACTERS
        assert all(c.isprintable() or c == "\n" or ord(c) > 0x9F for c in text)
        assert "\x1b" not in text


def test_there_is_a_limit_to_what_the_brain_hands_out() -> None:
    many = reports(*(found(n + 1, "a.py", Verdict.DELETED) for n in range(hook_notes.ROWS_CAP + 9)))
    assert len(touching(many, ["a.py"])) == len(stale(many)) == hook_notes.ROWS_CAP
