"""Alternatives: of "`tsconfig.json` or `jsconfig.json`", one of which never was there, the note claims neither.

A sentence that fits any repository names what one of them may have; that this one once had it makes it no claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.model import GONE, Finding, Level, Verdict

_LOUD = frozenset({Level.ERROR, Level.WARNING})
_OR = r"[`*\"']{0,3},?\s{1,3}(?:or|oder|ou|o|или)\s{1,3}[`*\"']{0,3}"


def unclaimed(findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one note, those at information that are one of two alternatives, the other unknown here."""
    unknown: dict[tuple[int, object], list[str]] = {}
    for found in findings:
        if found.verdict is Verdict.UNVERIFIED:
            unknown.setdefault((found.citation.line, found.citation.kind), []).append(found.citation.text)
    return [replace(f, level=Level.INFO) if _is_one_of_two(f, unknown) else f for f in findings]


def _is_one_of_two(found: Finding, unknown: dict[tuple[int, object], list[str]]) -> bool:
    if found.verdict not in GONE or found.level not in _LOUD:
        return False
    own, sentence = re.escape(found.citation.text), found.citation.sentence
    others = map(re.escape, unknown.get((found.citation.line, found.citation.kind), ()))
    return any(re.search(rf"{own}{_OR}{other}|{other}{_OR}{own}", sentence) for other in others)
