"""What is put before an agent that edits a file: constraints and rejected decisions that name what it touches."""

from __future__ import annotations

from mementod_parsers.binding.constraints import constraints_in
from mementod_parsers.decisions.conflicts import MAX_CHARS, Edit, Near, Ruling, conflicts, shown
from mementod_parsers.decisions.decisions import parse_decisions

NOTE = """\
- Never edit `src/gen.py` by hand.
- Do not touch `src/`.
- Always call `Store.open()` before a read.
- Never edit `docs/a.md`.
- Never push to main.
"""
LOG = """\
## D1: Keep src/gen.py

**Decision**: generate `src/gen.py`
**Why**: no drift
**Rejected**: write it by hand (drifts)
"""


def rulings(note: str = NOTE, log: str = "") -> list[Ruling]:
    found = [Ruling(each, f"notes/rules.md:{each.line}") for each in constraints_in(note)]
    return found + [Ruling(each, f"log.md:{each.first}", 1.0) for each in parse_decisions(log)]


def test_symbols_come_before_files_before_folders() -> None:
    found = conflicts(Edit("src/gen.py", ("Store.open",)), rulings())
    assert [(hit.near, hit.cite) for hit in found] == [
        (Near.SYMBOL, "Store.open"),
        (Near.FILE, "src/gen.py"),
        (Near.FOLDER, "src/"),
    ]


def test_nothing_is_shown_for_a_file_that_nobody_names() -> None:
    assert conflicts(Edit("web/app.ts"), rulings()) == []
    assert shown([]) == ""


def test_a_rejected_option_is_shown_with_its_reason() -> None:
    text = shown(conflicts(Edit("src/gen.py"), rulings("", LOG)))
    assert text == "- decided: generate `src/gen.py`; rejected: write it by hand: drifts (log.md:1)"


def test_a_decision_that_rejected_nothing_is_not_shown() -> None:
    assert conflicts(Edit("src/gen.py"), rulings("", LOG.rsplit("**Rejected", 1)[0])) == []


def test_the_newest_of_equal_ones_comes_first() -> None:
    old, new = (
        Ruling(constraints_in("Never edit `src/gen.py`.")[0], place, at) for at, place in enumerate(("a:1", "b:1"))
    )
    assert [hit.ruling.place for hit in conflicts(Edit("src/gen.py"), [old, new])] == ["b:1", "a:1"]


def test_what_is_left_out_is_counted_and_the_limit_holds() -> None:
    many = "".join(f"- Never edit `src/gen.py` {'for this reason ' * 12}{at}.\n" for at in range(40))
    text = shown(conflicts(Edit("src/gen.py"), rulings(many)))
    assert len(text) <= MAX_CHARS
    assert text.endswith(f"({40 - text.count('- Never')} more)")
