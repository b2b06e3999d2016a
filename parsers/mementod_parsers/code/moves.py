"""Symbols that vanished and symbols that appeared -> moved, renamed or deleted.

A ladder of ever weaker evidence, each rung with the size from which it can be trusted; the limits were
measured on the histories of four large projects. What no rung carries is deleted: a wrong successor misleads
more than none.

Invariant: a pure function of symbols and their texts; the order of the candidates does not change the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from zlib import crc32

from mementod_parsers.code.tokens import norm
from mementod_parsers.model import Symbol, SymbolKind

CANDIDATES_MAX = 3
EXACT_MIN_TOKENS = 12  # an equal body below it is chance
BLIND_MIN_TOKENS = 20  # equal but for the identifiers
BLIND_FAR_MIN_TOKENS = 50  # the same when neither the name nor the file is the same
EDITED_MIN_SHARE = 0.3  # of common shingles, same name
RENAMED_MIN_SHARE = 0.8  # of common shingles, another name
HINT_MIN_SHARE = 0.6  # the same inside one file
RENAMED_MIN_LEAD = 0.1  # of the best over the second best
RENAMED_MIN_TOKENS = 20
SHINGLE_TOKENS = 3
TEXT_MAX_BYTES = 400_000  # of one body that is compared
COMPARED_MAX = 10_000  # candidates looked at by their text

_TOKEN = re.compile(rb"[0-9A-Za-z_\x80-\xff]+|[^\s0-9A-Za-z_\x80-\xff]")
_NOISE = re.compile(rb"/\*.*?(?:\*/|\Z)|(?m:^\s*(?:#|//|--|\*).*$)|\s(?:#|//)\s[^\n]*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Placed:
    """A symbol and the file that defines it."""

    path: str
    symbol: Symbol


class Succession(StrEnum):
    """How a symbol went on."""

    MOVED = "moved"
    RENAMED = "renamed"
    PROBABLY_RENAMED = "probably-renamed"


@dataclass(frozen=True, slots=True)
class Step:
    """One step in a symbol's life. `candidates` are all that were equally good, `to` the first of them."""

    kind: Succession
    to: Placed
    score: float  # 1.0 for equal bodies, else the share of common text
    candidates: tuple[Placed, ...]

    @property
    def probable(self) -> bool:
        """Whether it is a guess: similar only, or one of several."""
        return self.kind is Succession.PROBABLY_RENAMED or len(self.candidates) > 1


# What may become what: a function a method, a constant a field.
_FAMILY = {SymbolKind.METHOD: SymbolKind.FUNCTION, SymbolKind.FIELD: SymbolKind.CONSTANT}

Body = Callable[[Placed], frozenset[int]]


def successor(
    gone: Placed,
    appeared: Sequence[Placed],
    gone_body: Body,
    new_body: Body,
    renamed_to: str | None = None,
    vanished: Sequence[Placed] = (),
) -> Step | None:
    """Where a vanished symbol went among those that appeared in the same change; None: it is deleted.

    The bodies are asked for only when fingerprints do not decide. `renamed_to` is where git saw the file go;
    `vanished` all that went in that change.
    """
    same_kind = sorted(
        (each for each in appeared if _family(each) is _family(gone) and each != gone),
        key=lambda each: _preference(gone, each, renamed_to),
    )
    found = _exact(gone, same_kind, renamed_to) or _blind(gone, same_kind)
    found = found or _by_text(gone, same_kind[:COMPARED_MAX], gone_body, new_body)
    return found or _small(gone, vanished, same_kind, gone_body, new_body)


def shingles(data: bytes, symbol: Symbol) -> frozenset[int]:
    """The body's runs of three tokens, comments and its own name aside, as numbers that never change."""
    lines = data.split(b"\n")[symbol.line - 1 : symbol.end_line]
    text = _NOISE.sub(b" ", b"\n".join(lines)[:TEXT_MAX_BYTES])
    name = symbol.name.encode()
    found = [b"@" if token == name else token for token in _TOKEN.findall(text)]
    runs = zip(*(found[i:] for i in range(SHINGLE_TOKENS)), strict=False)
    return frozenset(crc32(b"\0".join(run)) for run in runs)


def similarity(one: frozenset[int], other: frozenset[int]) -> float:
    """The share of what two bodies have in common in what they have together."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def _preference(gone: Placed, new: Placed, renamed_to: str | None) -> tuple[bool, bool, bool, bool, str, str, int]:
    """Same name before same file before the file that git says it became; then an order for its own sake."""
    return (
        new.symbol.name != gone.symbol.name,
        norm(new.symbol.name) != norm(gone.symbol.name),
        new.path != gone.path,
        new.path != renamed_to,
        new.path,
        new.symbol.qual,
        new.symbol.line,
    )


def _exact(gone: Placed, appeared: Sequence[Placed], renamed_to: str | None) -> Step | None:
    fp = gone.symbol.fp
    if fp is None or gone.symbol.size < EXACT_MIN_TOKENS:
        return None
    return _step(gone, [each for each in appeared if each.symbol.fp == fp], 1.0, renamed_to)


def _blind(gone: Placed, appeared: Sequence[Placed]) -> Step | None:
    """Equal but for identifiers; only if there is just one such."""
    sfp, size = gone.symbol.sfp, gone.symbol.size
    if sfp is None or size < BLIND_MIN_TOKENS:
        return None
    equal = [each for each in appeared if each.symbol.sfp == sfp]
    if len(equal) != 1:
        named = [each for each in equal if each.symbol.name == gone.symbol.name]
        return _step(gone, named, 1.0) if len(named) == 1 else None
    far = equal[0].path != gone.path and equal[0].symbol.name != gone.symbol.name
    return None if far and size < BLIND_FAR_MIN_TOKENS else _step(gone, equal, 1.0)


def _by_text(gone: Placed, appeared: Sequence[Placed], gone_body: Body, new_body: Body) -> Step | None:
    if not appeared:
        return None
    body = gone_body(gone)
    named = [each for each in appeared if norm(each.symbol.name) == norm(gone.symbol.name)]
    found = _edited(gone, body, named, new_body)
    if found is not None or gone.symbol.size < RENAMED_MIN_TOKENS:
        return found
    others = [each for each in appeared if each not in named and _comparable(gone, each)]
    return _similar(gone, body, others, new_body)


def _edited(gone: Placed, body: frozenset[int], named: Sequence[Placed], new_body: Body) -> Step | None:
    """The same name with a body still recognisable, or so small that the name and its owner must do."""
    if gone.symbol.size < EXACT_MIN_TOKENS:
        alike = [each for each in named if _owner(each.symbol) == _owner(gone.symbol)]
        return _step(gone, alike, similarity(body, new_body(alike[0]))) if len(alike) == 1 else None
    scored = [(similarity(body, new_body(each)), each) for each in named]
    best = max((score for score, _ in scored), default=0.0)
    if best < EDITED_MIN_SHARE:
        return None
    return _step(gone, [each for score, each in scored if best - score < RENAMED_MIN_LEAD], best)


def _similar(gone: Placed, body: frozenset[int], others: Sequence[Placed], new_body: Body) -> Step | None:
    """Another name with nearly the same body, well ahead of the next."""
    scored = sorted(((similarity(body, new_body(each)), -i, each) for i, each in enumerate(others)), reverse=True)
    if not scored:
        return None
    score, _, best = scored[0]
    second = scored[1][0] if len(scored) > 1 else 0.0
    limit = HINT_MIN_SHARE if _neighbour(gone, best) else RENAMED_MIN_SHARE
    if score < limit or score - second < RENAMED_MIN_LEAD:
        return None
    return Step(Succession.PROBABLY_RENAMED, best, score, (best,))


def _small(
    gone: Placed, vanished: Sequence[Placed], appeared: Sequence[Placed], gone_body: Body, new_body: Body
) -> Step | None:
    """A function too small to be told by its body, if it alone went from its place, and just one with its body came."""
    alone = [each for each in vanished if _neighbour(gone, each) and _family(each) is _family(gone)] == [gone]
    new = [each for each in appeared if _neighbour(gone, each)]
    if not alone or len(new) != 1 or _family(gone) is not SymbolKind.FUNCTION or gone.symbol.size >= EXACT_MIN_TOKENS:
        return None
    body = gone_body(gone)
    equal = bool(body) and body == new_body(new[0])
    return Step(Succession.PROBABLY_RENAMED, new[0], 1.0, (new[0],)) if equal else None


def _comparable(gone: Placed, new: Placed) -> bool:
    """Sizes so far apart cannot have enough in common; sparing us their text."""
    small, large = sorted((gone.symbol.size, new.symbol.size))
    return small >= HINT_MIN_SHARE * large / 2


def _neighbour(gone: Placed, new: Placed) -> bool:
    """Same file and same scope in it."""
    return gone.path == new.path and _scope(gone.symbol) == _scope(new.symbol)


def _scope(symbol: Symbol) -> str:
    return symbol.qual.rpartition(".")[0]


def _owner(symbol: Symbol) -> str:
    return _scope(symbol).rpartition(".")[2]


def _family(placed: Placed) -> SymbolKind:
    return _FAMILY.get(placed.symbol.kind, placed.symbol.kind)


def _step(gone: Placed, equal: Sequence[Placed], score: float, renamed_to: str | None = None) -> Step | None:
    """The best of equally good ones, with the others only if the best is not better placed than they are."""
    if not equal:
        return None
    first = equal[0]
    rank = _preference(gone, first, renamed_to)[:4]
    tied = [each for each in equal if _preference(gone, each, renamed_to)[:4] == rank]
    kind = Succession.MOVED if first.symbol.name == gone.symbol.name else Succession.RENAMED
    return Step(kind, first, score, tuple(tied[:CANDIDATES_MAX]))
