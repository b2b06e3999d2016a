"""What does not hold of the names in a hand-over that is being written: said at once, and kept for the next start.

They are looked up as if all had been said before everything that happened: who writes may not know. A line that says
that something went is believed, and what is listed by git needs no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname

from mementod.continuity.engram import BEGIN, SAYS_SO, name_of
from mementod.continuity.memory_file import MemoryFile, moment
from mementod.continuity.named import Names, is_other
from mementod.continuity.names import Said
from mementod.continuity.record_store import RecordStore
from mementod.judging.engine import Engine
from mementod_parsers.continuity.handover import Handover
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.continuity.told import is_made
from mementod_parsers.model import Finding, Kind, Verdict
from mementod_parsers.text.whole_names import holds, places

_LISTED = re.compile(r"(?:Committed last|Committed since the last hand-over|Not committed|Was run): ")
# More than `is_made` knows: who writes a hand-over names what comes next, and a file that is to be is no fault.
_WRITES = re.compile(
    r"\b(?:writ|generat|mak|sav|produc|split|draft|put|export|scaffold|build)(?:s|es?|ten|ing|ting)?\b|写|生成|保存|拆|导出",
    re.IGNORECASE,
)
_SURE = frozenset({Kind.PATH, Kind.COMMAND})  # of other names nobody knows that they are meant to be ours


def keep_names(engine: Engine, file: MemoryFile, handover: Handover) -> tuple[str, ...]:
    """What does not hold, a line each; what is gone or misspelt is in the record then. Raises UserError."""
    lines = [line for line in handover.lines if not _LISTED.match(line)]
    found = Names(engine).judged([Said(line, BEGIN) for line in lines])
    pairs = [(line, finding) for line, findings in zip(lines, found, strict=True) for finding in findings]
    known = {f.citation.name for line, f in pairs if is_other(f) and _is_told(line, f)}
    open_ = [f for line, f in pairs if f.citation.name not in known and not _is_made(line, f)]
    wrong = [f for f in open_ if _says(f) and not _is_foreign(engine.root, f)]
    RecordStore(file).name(list(_items(wrong, engine.repository.head)), None)
    return tuple(dict.fromkeys(map(_says, wrong)))


def _is_told(line: str, finding: Finding) -> bool:
    """Whether a line tells that a name is gone, or what it is called now."""
    leaf = re.split(r"[:.]" if finding.citation.kind is not Kind.PATH else "/", finding.target or "")[-1]
    return holds(line, leaf) if leaf else SAYS_SO.search(line) is not None


def _is_made(line: str, finding: Finding) -> bool:
    if finding.verdict is not Verdict.UNVERIFIED:
        return False
    at = places(line, finding.citation.name)
    is_file = finding.citation.kind is Kind.PATH
    return any(is_made(line, each) or (is_file and _WRITES.search(line[:each])) for each in at)


def _is_foreign(root: Path, finding: Finding) -> bool:
    """A file that was never here, and whose folder is not: `cmd.exe`, `.bin/tsc`."""
    if finding.verdict is not Verdict.UNVERIFIED or finding.citation.kind is not Kind.PATH:
        return False
    folder = dirname(finding.citation.name)
    return not folder or not (root / folder).is_dir()


def _says(finding: Finding) -> str:
    """What is wrong with it, as a line; empty when nothing is."""
    name, target = finding.citation.name, finding.target
    if is_other(finding):
        return f"{name} is {finding.verdict}: use {target}" if target else f"{name} is gone"
    is_unknown = finding.verdict is Verdict.UNVERIFIED and finding.citation.kind in _SURE
    return f"{name} does not exist" if is_unknown else ""


def _items(wrong: list[Finding], head: str | None) -> Iterator[Item]:
    told = Item(Class.EMPHASIS, "", "hand-over", moment(), head)
    return filter(None, (name_of(finding, told, head) for finding in wrong))
