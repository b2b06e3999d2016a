"""Drawings of what a project of some kind looks like: a template, most of which this repository never had.

That it once had a file of such a name is chance: the drawing claims no more of it than of all that never was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mementod_parsers.model import GONE, Finding, Level, Style, Verdict

FEWEST_NODES = 6  # of a drawing that is large enough to be one of something else
MOST_LINES_APART = 4  # of two nodes of one drawing, for remarks and nodes that claim nothing stand between them


def drawn(findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one note, those at information that stand in a template, or name what one of its nodes does."""
    quiet: set[int] = set()
    for nodes in _drawings(findings):
        if _is_template(nodes):
            gone = {(f.citation.section, f.resolved) for f in nodes if f.verdict in GONE}
            quiet |= {id(f) for f in findings if f.verdict in GONE and (f.citation.section, f.resolved) in gone}
    return [replace(f, level=Level.INFO) if id(f) in quiet and f.level is Level.ERROR else f for f in findings]


def _drawings(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    drawing: list[Finding] = []
    for found in (f for f in findings if f.citation.style is Style.TREE):
        if drawing and not 0 <= found.citation.line - drawing[-1].citation.line <= MOST_LINES_APART:
            yield drawing
            drawing = []
        drawing.append(found)
    yield drawing


def _is_template(nodes: Sequence[Finding]) -> bool:
    unknown = sum(f.verdict is Verdict.UNVERIFIED for f in nodes)
    known = sum(f.verdict is not Verdict.UNVERIFIED and f.verdict is not Verdict.UNCHECKED for f in nodes)
    return unknown + known >= FEWEST_NODES and unknown > known
