"""One entry of a progress file, whether it counts, and which files it covers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mementod_parsers.progress.progress_names import defines, means, nameless, weight

MIN_WEIGHT = 3  # letters of what and of why that say something: `old` is a reason, `x` is none


class Status(StrEnum):
    """How far the work is, where the entry says it."""

    OPEN = "open"
    DONE = "done"
    UNSAID = "unsaid"


class Form(StrEnum):
    """How an entry is written."""

    SECTION = "section"
    ITEM = "item"  # with nested lines
    LINE = "line"  # an item of one line
    ROW = "row"
    PROSE = "prose"  # a section without labels


class Fault(StrEnum):
    """Why an entry does not count."""

    SHORT_WHAT = "short-what"
    SHORT_WHY = "short-why"
    ISSUE = "issue"  # tells what is wrong, and not what will change
    COPIED = "copied"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. Lines are 1-based, the last one included; `files` and `symbols` are as written; `date` is ISO or "".

    `words` is what two entries have in common that say the same of perhaps other files, whatever their layout,
    date, status or the section they stand in. `is_issue`: it tells of a known issue, and of nothing done.
    """

    first: int
    last: int
    form: Form
    title: str
    what: str
    why: str
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    date: str = ""
    status: Status = Status.UNSAID
    risk: str = ""
    next: str = ""
    words: str = ""
    is_issue: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same entry at another place of the file."""
        return self.words, self.files, self.symbols


def is_newest_first(entries: Sequence[Entry]) -> bool:
    """Whether a file is written from its top; most grow at their end."""
    dates = [entry.date for entry in entries if entry.date]
    return len(dates) > 1 and dates[0] > dates[-1]


def is_renamed(old: Entry, new: Entry) -> bool:
    """Whether two entries of different words differ in names alone, as after a renaming was followed."""
    return bool(_nameless(old).strip()) and _nameless(old) == _nameless(new)


def _nameless(entry: Entry) -> str:
    return f"{nameless(entry.what)}\n{nameless(entry.why)}"


SymbolsOf = Callable[[str], Collection[str]]


def covers(entry: Entry, path: str, symbols_of: SymbolsOf) -> bool:
    """Whether an entry names a file (a path from the root), a folder or glob it is in, or a symbol it defines.

    `symbols_of` is asked only when no path fits.
    """
    if any(means(name, path) for name in entry.files):
        return True
    return bool(entry.symbols) and _any_defined(entry.symbols, symbols_of(path))


def fault(entry: Entry, earlier: Iterable[Entry] = (), exists: Callable[[str], bool] | None = None) -> Fault | None:
    """Why an entry counts for nothing; None for a good one.

    `earlier` are entries that may not be said again of the same files; `exists` says whether a written path or
    symbol means anything in this repository.
    """
    if weight(entry.what) < MIN_WEIGHT:
        return Fault.SHORT_WHAT
    if entry.is_issue:
        return Fault.ISSUE
    if weight(entry.why) < MIN_WEIGHT:
        return Fault.SHORT_WHY
    if any(entry.words == each.words and set(entry.files) <= set(each.files) for each in earlier):
        return Fault.COPIED
    if exists is not None and not any(map(exists, (*entry.files, *entry.symbols))):
        return Fault.NOWHERE
    return None


def faults(entries: Sequence[Entry]) -> list[Fault | None]:
    """The fault of each entry of one file, where an entry may not repeat one that stands before it."""
    before: dict[str, list[Entry]] = {}
    found = []
    for entry in entries:
        said = before.setdefault(entry.words, [])
        found.append(fault(entry, said))
        said.append(entry)
    return found


def _any_defined(symbols: Iterable[str], known: Collection[str]) -> bool:
    return bool(known) and any(defines(symbol, known) for symbol in symbols)


_DONE = re.compile(
    r"✅|✔|☑|\b(?:done|complete[d]?|finished|fixed|shipped|merged|closed|released|fertig|erledigt|terminé|hecho|concluído)\b"
    r"|完成|已实现|已修复|完了|実装済み|완료|готово|выполнен"
    r"|^\W*(?:works|working)\W*$|^\W*what(?:[’']?s| is)?(?: already)? work(?:s|ing)\b|可用功能|能用的",
    re.IGNORECASE,
)
# What runs and how it is set is no work.
_NOT_AS_IT_IS = r"(?!\s(?:[\w-]+\s)?(?:running|live|deployed|performance|configuration|settings|balances?)\b)"
_OPEN = re.compile(
    rf"⏳|🔄|🚧|⬜|☐|\b(?:in progress|wip|open|to-?do|pending|planned|ongoing|doing|current(?:ly)?{_NOT_AS_IT_IS}"
    r"|next|started|not (?:done|started)|incomplete|remaining|left to (?:build|do)|what[’']?s left|blocked"
    r"|in arbeit|offen|en cours|pendiente|em andamento)\b"
    r"|进行中|進行中|待办|待辦|未完成|正在|计划中|下一步|当前|尚未|残りの作業|残作業|次に|진행|в работе|не готово",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)")


def status_in(text: str) -> Status:
    """The status that a heading, a mark or a status line says."""
    if _OPEN.search(text):
        return Status.OPEN
    return Status.DONE if _DONE.search(text) else Status.UNSAID


def date_in(text: str) -> str:
    """The first day that a text names, as an ISO date, or the empty string."""
    found = _DATE.search(text)
    if not found:
        return ""
    year, month, day = (int(part) for part in found.groups())
    return f"{year}-{month:02}-{day:02}" if 1 <= month <= 12 and 1 <= day <= 31 else ""
