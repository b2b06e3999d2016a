"""Nodes of a diagram that moved together with the folder they are drawn in: one finding, on the folder, says it all.

A node claims its name below its parent. Where the parent went and took the node along, the drawing is wrong in one
place only, or in none if the parent's name still leads to it; the others are information.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mementod_parsers.model import Finding, Level, Style, Verdict
from mementod_parsers.resolve import folder

_WENT = frozenset({Verdict.MOVED, Verdict.RENAMED})


def quieted(findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one note, those at information that a moved folder of the same section carries along."""
    went: dict[tuple[str, str], str] = {}
    for found in findings:
        if found.citation.style is Style.TREE and found.resolved:
            old, new = _way(found)
            if new and new != old:
                went[found.citation.section, old] = new
    return [replace(f, level=Level.INFO) if _is_node(f) and _is_carried(f, went) else f for f in findings]


def _way(found: Finding) -> tuple[str, str]:
    """The place that a node is drawn at, and where that is now."""
    drawn, resolved = found.citation.name, found.resolved or ""
    if found.verdict is Verdict.OK:
        return (drawn, resolved) if resolved.endswith("/" + drawn) else (resolved, resolved)
    return resolved, found.target or ""


def _is_node(found: Finding) -> bool:
    return found.citation.style is Style.TREE and found.verdict in _WENT and found.level is not Level.NONE


def _is_carried(found: Finding, went: Mapping[tuple[str, str], str]) -> bool:
    """Whether a folder above it in the drawing went the same way."""
    old, new = found.resolved or "", found.target or ""
    above = folder(old)
    while above:
        there = went.get((found.citation.section, above))
        if there is not None:
            return new == there + old[len(above) :]
        above = folder(above)
    return False
