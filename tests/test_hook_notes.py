"""What is said of notes: values in, values out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.hooks import hook_notes
from mementod.hooks.hook_cited import LINES_SHOWN, Cited, after_edit, before_edit, digest, gate_lines, of_plain, plain
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
from mementod_parsers.text.whole_names import whole_words


def found(
    line: int,
    path: str,
    verdict: Verdict = Verdict.OK,
    target: str | None = None,
    genre: Genre = Genre.REFERENCE,
    commit: str | None = None,
    sentence: str = "",
    style: Style = Style.CODE,
    kind: Kind = Kind.PATH,
) -> Finding:
    sentence = sentence or f"It is told in `{path}`, line {line}."
    cited = Citation(line, 1, 2, f"`{path}`", kind, path, style, genre=genre, sentence=sentence)
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
        "- N.md:3 (decision): It is told in `a.py`, line 3.",
        "- N.md:2 (stale, a.py is gone): It is told in `a.py`, line 2.",
        "- N.md:1 (reference): It is told in `a.py`, line 1.",
    ]
    assert before_edit([]) == after_edit([]) == ""


@pytest.mark.parametrize(
    ("sentence", "style", "kind", "is_said"),
    [
        ("Settings of the store are read in `a.py`.", Style.CODE, Kind.PATH, True),
        ("存储操作封装在 `a.py` 里", Style.CODE, Kind.PATH, True),
        ("const A_CONFIG = { read: everything.that.counts }", Style.FENCE, Kind.PATH, False),
        ("D --> D1[a.py - all that reads the store]", Style.TREE, Kind.PATH, False),
        ("`a.py`, `b.py`", Style.CODE, Kind.PATH, False),
        ("They decide what happens when the store is full.", Style.BARE, Kind.SYMBOL, False),
        ("What happens then is settled by `a.py` alone.", Style.CODE, Kind.SYMBOL, True),
    ],
)
def test_only_a_sentence_that_tells_something_is_said(sentence: str, style: Style, kind: Kind, is_said: bool) -> None:
    name = "decide" if kind is Kind.SYMBOL and style is Style.BARE else "a.py"
    holds = replace(found(1, name, sentence=sentence, style=style, kind=kind), resolved="a.py")
    assert bool(touching(reports(holds), ["a.py"])) == is_said
    gone = replace(holds, verdict=Verdict.DELETED, level=Level.ERROR)
    assert touching(reports(gone), ["a.py"])


def test_a_design_is_said_only_where_it_does_not_hold() -> None:
    findings = (found(1, "a.py"), found(2, "a.py", Verdict.DELETED))
    note = Note(".serena/memories/store-brief.md", Source.SERENA, Genre.REFERENCE, tuple(f.citation for f in findings))
    assert [row.line for row in touching([NoteReport(note, findings)], ["a.py"])] == [2]


def test_one_sentence_is_said_once_and_only_an_order_is_a_rule() -> None:
    one = "The store in `a.py` is read when `b.py` begins."
    rule = "Never write `a.py` while another one reads it."
    same = [found(1, "a.py", genre=Genre.RULE, sentence=one), found(7, "a.py", sentence=one)]
    stale_rule = found(3, "a.py", Verdict.DELETED, genre=Genre.RULE, sentence=rule)
    rows = touching(reports(*same, found(3, "a.py", genre=Genre.RULE, sentence=rule), stale_rule), ["a.py"])
    first, second = (f"- N.md:3 (stale, a.py is gone): {rule}", f"- N.md:1 (reference): {one}")
    assert before_edit(rows).splitlines()[1:] == [first, second]
    assert before_edit(rows, {("N.md", 3)}).splitlines()[1] == "- N.md:3 (stale, a.py is gone)"


def test_it_is_not_said_that_something_went_to_a_place_that_nobody_knows() -> None:
    (row,) = touching(reports(found(1, "a.py", Verdict.SHIFTED), found(2, "b.py")), ["a.py"])
    assert row.says == "is elsewhere now"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("one two three", "one two…"),
        ("one two, three", "one two,…"),
        ("一 二三四五六七八九十一二", "一 二三四五六七八九…"),
        ("一 二三 `name_of_it`", "一 二三…"),
        ("one two th", "one two th"),
        ("onetwothreefour", "onetwothre…"),
    ],
)
def test_a_text_is_cut_between_words(text: str, kept: str) -> None:
    assert whole_words(text, 11) == kept


def test_few_lines_are_said_and_no_half_words() -> None:
    long = "word " * 60
    many = reports(*(found(n, "a.py", sentence=f"Number {n} of `a.py`: {long}") for n in range(1, 20)))
    lines = before_edit(touching(many, ["a.py"])).splitlines()
    assert 3 <= len(lines) <= 2 + LINES_SHOWN
    assert all(line.endswith("word…") for line in lines[1:-1])
    assert lines[-1].endswith("more: `mementod refs a.py`)")


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
