"""Files that are restated and are not there because they are to be made: said, and not wrong.

A path that no history ever held is new where the hand-over names it as next, where the step makes it, or where its
folder is there and nothing in the step needs the file. One that differs from a file by a slip is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from posixpath import basename, dirname

from mementod_parsers.continuity.handover import Handover
from mementod_parsers.continuity.to_be import is_made_anew, is_presumed, is_to_be
from mementod_parsers.model import GONE, Finding, Kind, Verdict
from mementod_parsers.text.whole_names import holds, places

SLIP = 0.7  # from which two different words of a name may be one, misspelt
_TO_DO = re.compile(
    r"\W*(?:next(?: steps?)?|not yet done|then|to ?do|下一步|接下来|然后|待办|未完成)\W{0,3}[:：]?", re.IGNORECASE
)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def new_files(
    findings: Sequence[Finding], lines: Sequence[str], told: Handover | None, files: Collection[str]
) -> list[Finding]:
    """Those of the findings that are files to be made. `lines`: what is restated, but for the list of files."""
    handed = [line for line in told.state if _TO_DO.match(line)] if told else []
    paths = (f for f in findings if f.citation.kind is Kind.PATH)
    return [finding for finding in paths if _is_new(finding, lines, handed, files)]


def as_lines(found: Sequence[Finding]) -> Iterator[str]:
    """What is said of them."""
    names = dict.fromkeys(finding.citation.name for finding in found)
    return (f"{name} is new: it is not there yet, the step has to make it" for name in names)


def _is_new(finding: Finding, lines: Sequence[str], handed: Sequence[str], files: Collection[str]) -> bool:
    name = finding.citation.name
    spots = [(line, at) for line in lines for at in places(line, name)]
    if finding.verdict in GONE:
        return any(is_made_anew(*spot) for spot in spots)
    if finding.verdict not in (Verdict.UNVERIFIED, Verdict.MISSPELT):
        return False
    if any(holds(line, name) for line in handed):
        return True
    if finding.verdict is Verdict.MISSPELT or not spots:
        return False
    if any(is_to_be(*spot) for spot in spots):
        return True
    return not any(is_presumed(*spot) for spot in spots) and _has_room(name, files)


def _has_room(name: str, files: Collection[str]) -> bool:
    """Whether its folder is there, and no file in it that is called nearly so."""
    folder = dirname(name)
    beside = [basename(file) for file in files if dirname(file) == folder]
    is_there = not folder or bool(beside) or any(file.startswith(f"{folder}/") for file in files)
    return is_there and not any(_is_slip(basename(name), other) for other in beside)


def _is_slip(name: str, other: str) -> bool:
    """Whether they have as many words, and those that differ look alike: a word or a figure more is another file."""
    mine, theirs = (_PART.findall(each) for each in (name, other))
    differing = [(a, b) for a, b in zip(mine, theirs, strict=False) if a.lower() != b.lower()]
    return len(mine) == len(theirs) and all(
        a.isalpha() and b.isalpha() and SequenceMatcher(None, a.lower(), b.lower()).ratio() >= SLIP
        for a, b in differing
    )
