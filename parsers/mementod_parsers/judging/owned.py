"""What a note itself says of a thing elsewhere in the same section: that it is gone, or that git does not hold it.

A reader of the section knows it: what a later sentence names, the one that reports or explains has taken back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.model import GONE, Finding, Force, Kind, Level, Note, Reason, Verdict

_UNKEPT = re.compile(
    r"^[`\"'*]{0,3}[^`.;:]{0,40}\b(?:git-?ignored|un(?:tracked|versioned)|not (?:committed|tracked|versioned|in git)"
    r"|never commit(?:ted)?|ignored by git)\b",
    re.I,
)


def owned(note: Note, findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one note, those quiet of which it says so itself."""
    reported = {(c.section, c.name) for c in note.citations if c.force is Force.PAST}
    folders = tuple({f"{f.resolved}/" for f in findings if _is_unkept(f)})
    return [_quiet(f, reported, folders) if f.verdict in GONE and f.level is Level.ERROR else f for f in findings]


def _is_unkept(found: Finding) -> bool:
    """`.scratch/` is local only (git-ignored): whoever has it has it."""
    if found.citation.kind is not Kind.DIR or found.verdict not in GONE:
        return False
    _, _, behind = found.citation.sentence.partition(found.citation.text)
    return _UNKEPT.match(behind) is not None


def _quiet(found: Finding, reported: set[tuple[str, str]], folders: tuple[str, ...]) -> Finding:
    if f"{found.resolved}/".startswith(folders):
        return replace(found, verdict=Verdict.UNCHECKED, level=Level.NONE, target=None, reason=Reason.IGNORED)
    if found.verdict is Verdict.DELETED and (found.citation.section, found.citation.name) in reported:
        return replace(found, level=Level.INFO)
    return found
