"""What does not hold of the names in a hand-over that is being written: said at once, and kept for the next start.

They are looked up as if all had been said before everything that happened: who writes may not know. A line that says
that something went is believed, and what is listed by git needs no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname

from mementod.continuity.engram import BEGIN, SAYS_SO, name_of
from mementod.continuity.memory_file import MemoryFile, moment
from mementod.continuity.named import SURE, Names, is_other
from mementod.continuity.names import Said
from mementod.continuity.record_store import RecordStore
from mementod.judging.engine import Engine
from mementod_parsers.continuity.handover import Handover
from mementod_parsers.continuity.record import HANDED_OVER, Class, Item
from mementod_parsers.continuity.to_be import is_to_be
from mementod_parsers.continuity.told import Told, is_made, told_names, without_own
from mementod_parsers.model import Finding, Kind, Verdict
from mementod_parsers.text.whole_names import holds, places

_LISTED = re.compile(r"(?:Committed last|Committed since the last hand-over|Not committed|Was run): ")
# A call, or a word with humps or joints; one in capitals alone may be a variable of the environment.
_SPAN = re.compile(r"`(\w+)(?:\([^`\n]*\))?`", re.ASCII)
_TELLING = re.compile(r"\)`$|[a-z\d][A-Z]|[a-z\d]_[A-Za-z\d]")
# "of React", behind a name.
_OF_OTHERS = re.compile(r"\s?(?:of|from|by|in|via|\()\s?(?:the\s)?(?:`?@?[A-Z]|`[@\w/-]+`)|\s?[（(]?(?:来自|属于)")
_NOWHERE = "nowhere in the code or its latest commits: is it new, of a library, or called otherwise?"
_SURE = frozenset({Kind.PATH, Kind.COMMAND})  # of other names nobody knows that they are meant to be ours


def keep_names(engine: Engine, file: MemoryFile, handover: Handover) -> tuple[str, ...]:
    """What does not hold, a line each; what is gone or misspelt is in the record then. Raises UserError."""
    lines = [line for line in handover.lines if not _LISTED.match(line)]
    names = Names(engine)
    found = names.judged([Said(line, BEGIN) for line in lines])
    pairs = [(line, finding) for line, findings in zip(lines, found, strict=True) for finding in findings]
    known = {f.citation.name for line, f in pairs if is_other(f) and _is_told(line, f)}
    open_ = [f for line, f in pairs if f.citation.name not in known and not _is_made(line, f)]
    wrong = [f for f in open_ if _says(f) and not _is_foreign(engine.root, f)]
    wrong += _respelt(names, lines, [finding for _, finding in pairs])
    RecordStore(file).name(list(_items(wrong, engine.repository.head)), None)
    judged = {f.citation.name for f in open_ if _says(f) or f.verdict in SURE}
    judged |= {f.citation.name for f in wrong}
    open_names = dict.fromkeys(one for line in lines for one in _in_code(line) if one.name not in judged | known)
    never = (f"{name} is {_NOWHERE}" for name in names.nowhere(tuple(open_names)))
    return tuple(dict.fromkeys((*map(_says, wrong), *never)))


def _respelt(names: Names, lines: Iterable[str], known: list[Finding]) -> Iterator[Finding]:
    """Names that the code spells in another way alone; not what is said to be gone, nor another's."""
    told = [line for line in lines if not SAYS_SO.search(line)]
    for finding in names.respelt(told, known):
        name = finding.citation.name
        ends = [
            line[at + len(name) :].removeprefix("()").removeprefix("`") for line in told for at in places(line, name)
        ]
        if not any(map(_OF_OTHERS.match, ends)):
            yield finding


def _in_code(line: str) -> Iterator[Told]:
    """The names between backticks that can be nothing but names of code, and of this repository."""
    if SAYS_SO.search(line):
        return
    spans = {found[1]: found.span() for found in _SPAN.finditer(line)}
    for one in told_names(without_own(line)):
        if one.name in spans and not one.is_new and _is_ours(line, *spans[one.name]):
            yield one


def _is_ours(line: str, start: int, end: int) -> bool:
    """Whether the name that stands there is one of code, and is neither to be made nor another's."""
    is_code = _TELLING.search(line[start:end]) is not None
    return is_code and not is_to_be(line, start) and not _OF_OTHERS.match(line[end:])


def _is_told(line: str, finding: Finding) -> bool:
    """Whether a line tells that a name is gone, or what it is called now."""
    leaf = re.split(r"[:.]" if finding.citation.kind is not Kind.PATH else "/", finding.target or "")[-1]
    return holds(line, leaf) if leaf else SAYS_SO.search(line) is not None


def _is_made(line: str, finding: Finding) -> bool:
    if finding.verdict is not Verdict.UNVERIFIED:
        return False
    at = places(line, finding.citation.name)
    is_file = finding.citation.kind is Kind.PATH
    return any(is_to_be(line, each) if is_file else is_made(line, each) for each in at)


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
    told = Item(Class.EMPHASIS, "", HANDED_OVER, moment(), head)
    return filter(None, (name_of(finding, told, head) for finding in wrong))
