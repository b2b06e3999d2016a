"""What is told, when, and how often: looks as data, transitions out."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from mementod.brain.publisher import CONFIRM_S, Publisher
from mementod.stores.ledger_rows import Told
from mementod_parsers.model import Finding, NoteReport, Verdict
from reports import finding, note

OK, DELETED, MOVED, CHANGED = Verdict.OK, Verdict.DELETED, Verdict.MOVED, Verdict.CHANGED
UNVERIFIED, UNCHECKED, MISSPELT = Verdict.UNVERIFIED, Verdict.UNCHECKED, Verdict.MISSPELT
Look = Mapping[str, Verdict | str]  # cited path -> its verdict; a text is where it moved to
Row = tuple[str, Verdict | None, Verdict | None]


def judged(path: str, look: Look) -> NoteReport:
    return note(path, *(_found(text, said) for text, said in look.items()))


def _found(text: str, said: Verdict | str) -> Finding:
    return finding(said, text) if isinstance(said, Verdict) else finding(MOVED, text, target=said)


class Teller:
    """One repository whose looks come a second apart."""

    def __init__(self, told: Mapping[str, Told] | None = None) -> None:
        self.publisher, self.now = Publisher(told or {}), 0.0

    def look(self, notes: Mapping[str, Look | None], switched: bool = False) -> None:
        self.now += 1.0
        seen = {path: None if look is None else judged(path, look) for path, look in notes.items()}
        self.publisher.see(seen, self.now, "2026-01-01T00:00:00+00:00", switched)

    def begun(self, notes: Mapping[str, Look]) -> Teller:
        self.look(notes)
        self.publisher.begin()
        assert self.told() == []
        return self

    def told(self) -> list[Row]:
        rows, states = self.publisher.pending()
        self.publisher.published(states)
        return sorted((row.text, row.before, row.after) for row in rows)


ONE = "CLAUDE.md"
TABLE: list[tuple[str, list[Look], list[Row]]] = [
    ("nothing changed", [{"a": OK}, {"a": OK}], []),
    ("what is stale on the first day is no news", [{"a": DELETED}, {"a": DELETED}], []),
    ("gone", [{"a": OK}, {"a": DELETED}], [("a", OK, DELETED)]),
    ("gone and back before it was told", [{"a": OK}, {"a": DELETED}, {"a": OK}], []),
    ("stale on the first day, and repaired", [{"a": DELETED}, {"a": OK}], [("a", DELETED, OK)]),
    ("moved on before it was told", [{"a": OK}, {"a": "x/a"}, {"a": "y/a"}], [("a", OK, MOVED)]),
    ("a new line that is stale", [{"a": OK}, {"a": OK, "b": DELETED}], [("b", None, DELETED)]),
    ("a new line that holds", [{"a": OK}, {"a": OK, "b": OK}], []),
    ("a new line with information", [{"a": OK}, {"a": OK, "b": UNVERIFIED}], []),
    ("information is none the second time", [{"a": OK}, {"b": UNVERIFIED}, {"b": UNVERIFIED}], []),
    ("a stale line is taken out", [{"a": DELETED}, {}], [("a", DELETED, None)]),
    ("a line that holds is taken out", [{"a": OK}, {}], []),
    ("information is told of what was known", [{"a": OK}, {"a": CHANGED}], [("a", OK, CHANGED)]),
    ("a line with information is taken out", [{"a": CHANGED}, {}], []),
    ("from held to unchecked is the same to a reader", [{"a": OK}, {"a": UNCHECKED}], []),
]  # fmt: skip


@pytest.mark.parametrize(("looks", "expected"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_the_difference_to_what_was_told_is_told(looks: list[Look], expected: list[Row]) -> None:
    teller = Teller().begun({ONE: looks[0]})
    for look in looks[1:]:
        teller.look({ONE: look})
    assert teller.told() == expected
    assert teller.told() == []  # once


def test_what_is_told_again_after_it_was_told_is_only_the_way_back() -> None:
    teller = Teller().begun({ONE: {"a": OK}})
    for verdict, expected in ((DELETED, [("a", OK, DELETED)]), (DELETED, []), (OK, [("a", DELETED, OK)]), (OK, [])):
        teller.look({ONE: {"a": verdict}})
        assert teller.told() == expected


def test_a_restart_tells_what_happened_meanwhile_and_nothing_twice() -> None:
    before = Teller().begun({ONE: {"a": OK, "b": OK, "c": DELETED, "d": "x/d"}})
    before.look({ONE: {"a": DELETED, "b": OK, "c": DELETED, "d": "x/d"}})
    assert before.told() == [("a", OK, DELETED)]
    after = Teller(before.publisher.told)
    assert not after.publisher.is_first
    after.look({ONE: {"a": DELETED, "b": DELETED, "c": OK, "d": "y/d"}})
    assert after.told() == [("b", OK, DELETED), ("c", DELETED, OK), ("d", MOVED, MOVED)]
    after.look({ONE: {"a": DELETED, "b": DELETED, "c": OK, "d": "y/d", "e": DELETED}})
    assert after.told() == [("e", None, DELETED)], "a line that came since is new"


def test_a_note_that_vanishes_tells_nothing_and_nothing_when_it_returns_as_it_was() -> None:
    teller = Teller().begun({ONE: {"a": DELETED, "b": OK}})
    teller.look({ONE: None})
    assert teller.told() == []
    teller.look({ONE: {"a": DELETED, "b": DELETED}})
    assert teller.told() == [("b", None, DELETED)]


def test_a_note_that_vanishes_takes_what_was_not_told_yet_with_it() -> None:
    teller = Teller().begun({ONE: {"a": OK}})
    teller.look({ONE: {"a": DELETED}})
    teller.look({ONE: None})
    assert (teller.publisher.due(), teller.told()) == (None, [])


@pytest.mark.parametrize(
    ("verdict", "wait"), [(DELETED, CONFIRM_S), ("x/a", CONFIRM_S), (CHANGED, 0.0), (MISSPELT, 0.0)]
)
def test_what_is_gone_waits_for_a_second_look(verdict: Verdict | str, wait: float) -> None:
    teller = Teller().begun({ONE: {"a": OK}})
    teller.look({ONE: {"a": verdict}})
    assert teller.publisher.due() == teller.now + wait
    assert teller.publisher.doubtful() == ({"a"} if wait else set())


def test_a_second_look_that_sees_the_same_does_not_put_it_off() -> None:
    teller = Teller().begun({ONE: {"a": OK}})
    teller.look({ONE: {"a": DELETED}})
    due = teller.publisher.due()
    teller.look({ONE: {"a": DELETED}})
    assert teller.publisher.due() == due
    teller.look({ONE: {"a": "x/a"}})  # it turned out to be something else: two looks at that
    assert teller.publisher.due() == teller.now + CONFIRM_S


def test_one_cause_that_touches_many_notes_is_one_batch() -> None:
    teller = Teller().begun({ONE: {"a": OK}, "AGENTS.md": {"a": OK}, "docs/CLAUDE.md": {"a": OK}})
    teller.look({ONE: {"a": DELETED}})
    first = teller.publisher.due()
    teller.look({"AGENTS.md": {"a": DELETED}, "docs/CLAUDE.md": {"a": DELETED}})
    assert first is not None
    assert (teller.publisher.due() or 0.0) > first  # it waits for the last of them
    rows, _ = teller.publisher.pending()
    assert sorted(row.note for row in rows) == ["AGENTS.md", ONE, "docs/CLAUDE.md"]


SWITCHED: list[tuple[str, Look, Look, list[Row]]] = [
    ("citations that nobody saw before", {"a": OK}, {"a": OK, "b": DELETED}, []),
    ("information", {"a": OK}, {"a": CHANGED}, []),
    ("what is lost with it is told all the same", {"a": OK}, {"a": DELETED}, [("a", OK, DELETED)]),
    ("what was told as stale and is no more", {"a": DELETED}, {"a": OK}, [("a", DELETED, OK)]),
]


@pytest.mark.parametrize(("first", "then", "expected"), [row[1:] for row in SWITCHED], ids=[row[0] for row in SWITCHED])
def test_of_a_switch_of_branches_only_what_it_breaks_or_mends_is_told(
    first: Look, then: Look, expected: list[Row]
) -> None:
    teller = Teller().begun({ONE: first})
    teller.look({ONE: then}, switched=True)
    assert teller.told() == expected
    teller.look({ONE: then})
    assert teller.told() == []


def test_what_counts_as_told_does_so_before_it_is_written_down() -> None:
    """The ledger cannot be written: the first day and a switch stay silent, and later changes do not join them."""
    teller = Teller()
    teller.look({ONE: {"a": DELETED, "b": OK}})
    teller.publisher.begin()
    teller.look({ONE: {"a": DELETED, "b": DELETED, "c": DELETED}}, switched=True)
    rows, told = teller.publisher.pending()
    assert [(row.text, row.before, row.after) for row in rows] == [("b", OK, DELETED)]
    again, told_again = teller.publisher.pending()
    assert (again, told_again) == (rows, told)
    assert len(told) == 4  # a, b, c, and that the repository was told of


def test_only_news_wait_and_what_is_silent_is_written_down_at_once() -> None:
    teller = Teller().begun({ONE: {"a": OK}})
    assert teller.publisher.due() is None
    teller.look({ONE: {"a": CHANGED}}, switched=True)
    assert teller.publisher.due() == 0.0
