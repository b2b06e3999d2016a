"""What a note repeats that the repository says itself: drawings of its folders, and signatures of its code.

A drawing of what is planned, of a screen or of a hierarchy is no copy: only names that are there count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from posixpath import basename

from mementod_parsers.text.blocks import Block, BlockKind
from mementod_parsers.text.scan import read_blocks

LISTING_LINES = 15  # of one drawing, that are there
SIGNATURES = 5  # in one fenced block, that the code defines
SHARE = 0.6  # of a drawing or a block that must be there: a plan for a new layout repeats the old one in part

_DRAWN = re.compile(r"^[\s│|]*(?:├──?|└──?|\|--|`--|\+--)\s*([^\s#(]+)")
_SIGNATURE = re.compile(
    r"^\s*(?:export |default |public |private |protected |static |async |abstract |final |pub(?:\([a-z]+\))? )*"
    r"(def|function|func|fn|class|interface|struct|type|enum|trait) (\w+)"
)
_CALLED = frozenset({"def", "function", "func", "fn"})


def fences(lines: Sequence[str]) -> list[Block]:
    """The fenced blocks of a note."""
    return [block for block in read_blocks(list(lines)) if block.kind is BlockKind.FENCE]


def signatures(blocks: Sequence[Block]) -> Iterator[str]:
    """The names of code in blocks with many of them, as a note would cite them: what `copies` has to know about."""
    for block in blocks:
        found = _signed(block)
        if len(found) >= SIGNATURES:
            yield from found


def copies(blocks: Sequence[Block], names: Collection[str], defined: Collection[str]) -> Iterator[tuple[int, str]]:
    """The line of each copy, and what it is. `names`: base names of all files and folders; `defined`: see above."""
    for block in blocks:
        drawn = [found[1] for line in block.run.text.split("\n") if (found := _DRAWN.match(line))]
        there = [name for name in drawn if basename(name.rstrip("/")) in names]
        signed = _signed(block)
        known = [name for name in signed if name in defined]
        first = max(block.run.lines[0] - 1, 1)
        if len(there) >= LISTING_LINES and len(there) >= SHARE * len(drawn):
            yield (
                first,
                f"a listing of {len(drawn)} files and folders: leave it out, the tree shows it as it is today",
            )
        if len(known) >= SIGNATURES and len(known) >= SHARE * len(signed):
            yield first, f"{len(known)} signatures: leave them out, the code itself shows them as they are today"


def _signed(block: Block) -> list[str]:
    found = map(_SIGNATURE.match, block.run.text.split("\n"))
    return list(dict.fromkeys(f"{one[2]}()" if one[1] in _CALLED else one[2] for one in found if one))
