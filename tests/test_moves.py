"""The ladder from a symbol that vanished to its successor."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.code.moves import Placed, Step, Succession, shingles, similarity, successor
from mementod_parsers.code.symbols import facts
from mementod_parsers.model import SymbolKind

BODY = """
def {name}(order, limit):
    total = 0
    for line in order.lines:
        if line.price > limit:
            total += line.price * line.count
    return total
"""
EDITED = """
def {name}(order, limit, *, strict):
    total = 0
    for line in order.lines:
        if line.price > limit:
            total += line.price * line.count
        elif strict:
            raise Expensive(line)
    return round(total, 2)
"""
OTHER_NAMES = """
def {name}(cart, bound):
    summed = 0
    for entry in cart.rows:
        if entry.cost > bound:
            summed += entry.cost * entry.pieces
    return summed
"""
UNLIKE = """
def {name}(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
"""


@dataclass(frozen=True)
class Tree:
    """Files before or after a change."""

    files: dict[str, str]

    def placed(self) -> list[Placed]:
        return [Placed(p, s) for p, text in self.files.items() for s in facts("python", text.encode()).symbols]

    def body(self, placed: Placed) -> frozenset[int]:
        return shingles(self.files[placed.path].encode(), placed.symbol)


def step(old: dict[str, str], new: dict[str, str], qual: str, renamed_to: str | None = None) -> Step | None:
    """What became of `qual`, the first of that name in the old files."""
    before, after = Tree(old), Tree(new)
    known = {(p.path, p.symbol.qual) for p in before.placed()}
    gone = next(p for p in before.placed() if p.symbol.qual == qual)
    appeared = [p for p in after.placed() if (p.path, p.symbol.qual) not in known]
    return successor(gone, appeared, before.body, after.body, renamed_to)


def shown(found: Step | None) -> tuple[str, ...] | None:
    if found is None:
        return None
    return (found.kind.value, *(f"{p.path}:{p.symbol.qual}" for p in found.candidates))


def body(name: str, text: str = BODY) -> str:
    return text.format(name=name)


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ({"b.py": body("cost_of")}, ("moved", "b.py:cost_of")),
        ({"a.py": body("sum_up")}, ("renamed", "a.py:sum_up")),
        ({"b.py": body("sum_up")}, ("renamed", "b.py:sum_up")),
        ({"b.py": body("cost_of", EDITED)}, ("moved", "b.py:cost_of")),
        ({"a.py": body("costOf", EDITED)}, ("renamed", "a.py:costOf")),
        ({"a.py": body("other", OTHER_NAMES)}, ("renamed", "a.py:other")),
        ({"b.py": body("cost_of", OTHER_NAMES)}, ("moved", "b.py:cost_of")),
        ({"b.py": body("other", OTHER_NAMES)}, None),
        ({"b.py": body("other", UNLIKE)}, None),
        ({"b.py": body("cost_of", UNLIKE)}, None),
        ({}, None),
        ({"b.py": "class total:\n    pass\n"}, None),
    ],
)
def test_the_ladder(new: dict[str, str], expected: tuple[str, ...] | None) -> None:
    assert shown(step({"a.py": body("cost_of")}, new, "cost_of")) == expected


def test_a_function_may_become_a_method() -> None:
    inside = "class Order:\n" + body("cost_of").replace("\n", "\n    ")

    assert shown(step({"a.py": body("cost_of")}, {"b.py": inside}, "cost_of")) == ("moved", "b.py:Order.cost_of")


def test_the_same_name_is_preferred_among_equal_bodies() -> None:
    new = {"b.py": body("copied"), "c.py": body("cost_of"), "a.py": body("copied_too")}

    assert shown(step({"a.py": body("cost_of")}, new, "cost_of")) == ("moved", "c.py:cost_of")


def test_the_same_file_is_preferred_among_other_names() -> None:
    new = {"b.py": body("copied"), "a.py": body("sum_up")}

    assert shown(step({"a.py": body("cost_of")}, new, "cost_of")) == ("renamed", "a.py:sum_up")


def test_equally_good_places_are_all_named_up_to_three() -> None:
    new = {f"{name}.py": body("cost_of") for name in "edcb"}
    found = step({"a.py": body("cost_of")}, new, "cost_of")

    assert shown(found) == ("moved", "b.py:cost_of", "c.py:cost_of", "d.py:cost_of")
    assert found is not None
    assert found.probable


def test_git_breaks_a_tie() -> None:
    new = {name: body("cost_of") for name in ("b.py", "c.py")}

    assert shown(step({"a.py": body("cost_of")}, new, "cost_of", renamed_to="c.py")) == ("moved", "c.py:cost_of")


def test_a_similar_body_under_another_name_is_a_guess() -> None:
    nearly = body("cost_of").replace("return total", "return total or None")
    found = step({"a.py": body("cost_of")}, {"b.py": nearly.replace("def cost_of", "def sum_up")}, "cost_of")

    assert found is not None
    assert (found.kind, found.to.symbol.name) == (Succession.PROBABLY_RENAMED, "sum_up")
    assert found.probable
    assert 0.8 <= found.score < 1


def test_two_similar_bodies_are_no_guess() -> None:
    nearly = body("cost_of").replace("return total", "return total or None")
    new = {f"{name}.py": nearly.replace("def cost_of", f"def {name}") for name in ("one", "two")}

    assert step({"a.py": body("cost_of")}, new, "cost_of") is None


SMALL = "class {name}:\n    limit: int = {value}\n"


def test_a_small_symbol_moves_only_by_name_and_owner() -> None:
    old = {"a.py": "LIMIT = 3\n" + SMALL.format(name="Order", value=1)}

    assert shown(step(old, {"b.py": "LIMIT = 4\n"}, "LIMIT")) == ("moved", "b.py:LIMIT")
    assert shown(step(old, {"a.py": "BOUND = 3\n"}, "LIMIT")) is None
    assert shown(step(old, {"b.py": SMALL.format(name="Order", value=2)}, "Order.limit")) == (
        "moved",
        "b.py:Order.limit",
    )
    assert step(old, {"b.py": SMALL.format(name="Invoice", value=1)}, "Order.limit") is None


def test_a_small_symbol_with_two_homes_has_none() -> None:
    assert step({"a.py": "LIMIT = 3\n"}, {"b.py": "LIMIT = 3\n", "c.py": "LIMIT = 3\n"}, "LIMIT") is None


def test_bodies_are_not_read_when_fingerprints_decide() -> None:
    def unread(placed: Placed) -> frozenset[int]:
        raise AssertionError(placed)

    gone, new = (Tree({name: body("cost_of")}).placed()[0] for name in ("a.py", "b.py"))

    assert shown(successor(gone, [new], unread, unread)) == ("moved", "b.py:cost_of")


@given(st.permutations(["b.py", "c.py", "d.py"]), st.sampled_from([BODY, EDITED, OTHER_NAMES, UNLIKE]))
def test_the_order_of_the_candidates_does_not_matter(names: list[str], text: str) -> None:
    new = {name: body("cost_of", text) for name in names}

    assert shown(step({"a.py": body("cost_of")}, new, "cost_of")) == shown(
        step({"a.py": body("cost_of")}, dict(sorted(new.items())), "cost_of")
    )


def test_shingles_leave_out_comments_and_the_own_name() -> None:
    plain = body("cost_of").encode()
    dressed = body("renamed").replace("total = 0", "total = 0  # start").encode()
    one, other = (facts("python", text).symbols[0] for text in (plain, dressed))
    kept = facts("python", plain.replace(b"total +=", b"total -=")).symbols[0]

    assert shingles(plain, one) != frozenset()
    assert similarity(shingles(plain, one), shingles(dressed, other)) > 0.6
    assert similarity(shingles(plain, one), shingles(plain.replace(b"total +=", b"total -="), kept)) < 1


@given(st.frozensets(st.integers()), st.frozensets(st.integers()))
def test_similarity_is_a_share(one: frozenset[int], other: frozenset[int]) -> None:
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, other) == similarity(other, one)
    assert similarity(one, one) == (1 if one else 0)


@given(st.binary(max_size=200), st.integers(1, 9), st.integers(1, 9))
def test_shingles_never_fail(data: bytes, first: int, last: int) -> None:
    symbol = Tree({"a.py": body("cost_of")}).placed()[0].symbol
    odd = type(symbol)("cost_of", "cost_of", SymbolKind.FUNCTION, first, last, 1)

    assert isinstance(shingles(data, odd), frozenset)
