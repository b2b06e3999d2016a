"""One pattern of many phrases, with the long parts that they share written once: each costs the time to compile it.

For patterns that are asked whether they match: of two phrases that do, another may be tried first. No phrase may refer
to a group.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SHARED_CHARS = 400  # of a part that is written once; what is shorter compiles soon enough

# Plain letters, or a sign, a class of signs or a bracket with how often it stands there.
_PIECE = re.compile(
    r"[^()\\\[|*+?{]+(?![*+?{])"
    r"|(?P<opens>\((?:\?(?:[:=!]|<[=!]|-?[a-z]+:))?)"
    r"|(?:(?P<closes>\))|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^()\\\[])"
    r"(?:(?:[*+?]|\{\d*,?\d*\})[?+]?)?",
    re.DOTALL,
)


def joined(phrases: Sequence[str]) -> str:
    """A pattern that matches where one of the phrases does."""
    by_heads = _merged([parts for phrase in phrases for parts in _alternatives(phrase)], is_head=True)
    return "|".join("".join(parts) for parts in _merged(by_heads, is_head=False))


def _alternatives(phrase: str) -> Iterator[list[str]]:
    """What a phrase lists at its top, each in its parts: a sign or a bracket with all that is in it."""
    if len(phrase) < SHARED_CHARS:  # shares nothing
        yield [phrase]
        return
    parts, part, depth = list[str](), "", 0
    for piece in _PIECE.finditer(phrase):
        depth += bool(piece["opens"]) - bool(piece["closes"])
        part += piece[0]
        if depth:
            continue
        if part == "|":
            yield parts
            parts = []
        else:
            parts.append(part)
        part = ""
    yield parts


def _merged(alternatives: Sequence[list[str]], *, is_head: bool) -> list[list[str]]:
    """The alternatives, those with one long head (or else tail) as one, at the place of the first."""
    groups: dict[tuple[str, ...] | int, list[list[str]]] = {}
    for number, parts in enumerate(alternatives):
        groups.setdefault(_long(parts, is_head=is_head) or number, []).append(parts)
    return [_one(key, group, is_head=is_head) for key, group in groups.items()]


def _long(parts: Sequence[str], *, is_head: bool) -> tuple[str, ...]:
    """The fewest parts at one end that are long together; empty where all are not."""
    for count in range(1, len(parts) + 1):
        end = parts[:count] if is_head else parts[-count:]
        if sum(map(len, end)) >= SHARED_CHARS:
            return tuple(end)
    return ()


def _one(shared: tuple[str, ...] | int, group: Sequence[list[str]], *, is_head: bool) -> list[str]:
    if isinstance(shared, int) or len(group) == 1:
        return group[0]
    count = len(shared)
    rests = "|".join("".join(parts[count:] if is_head else parts[:-count]) for parts in group)
    return [*shared, f"(?:{rests})"] if is_head else [f"(?:{rests})", *shared]
