"""The page of `mementod status`: what is known of every repository, in lines that a narrow terminal can hold.

Pure: plain values as `commands/status.py` gathers them and the time in, lines out. What needs somebody comes first.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from mementod.reports.words import plural
from mementod_parsers.text.printable import clean

INDENT = 9  # one more than the longest tag
PATHS_SHOWN = 2  # of uncovered files; `gate commit` and `--format json` have all
_CODES = {"red": 31, "yellow": 33, "green": 32, "faint": 2}
_STATUS_WORDS = {"stale": "stale", "changed": "changed", "ok": "fresh", "empty": "citing nothing"}
_MODES = {"inotify": "watching", "fsevents": "watching", "poll": "polling", "mixed": "watching and polling"}
_SPANS = ((86400, "d"), (3600, "h"), (60, "min"))

Plain = Mapping[str, Any]


class Tag(StrEnum):
    """How one repository stands, the worst first."""

    FAILING = "failing"
    GONE = "gone"
    STALE = "stale"
    OPEN = "open"  # a core file was changed without an entry
    CHANGED = "changed"
    BLIND = "blind"  # nobody sees what changes there
    READING = "reading"  # judged for the first time
    UNKNOWN = "unknown"  # no daemon runs
    EMPTY = "no notes"
    FRESH = "fresh"


_COLOURS = {Tag.FRESH: "green", Tag.EMPTY: "faint", Tag.READING: "faint", Tag.UNKNOWN: "faint"} | dict.fromkeys(
    (Tag.FAILING, Tag.GONE, Tag.STALE), "red"
)
NEEDS_SOMEBODY = frozenset({Tag.FAILING, Tag.GONE, Tag.STALE, Tag.OPEN})


@dataclass(frozen=True, slots=True)
class Look:
    """How to show it. `home` is written as `~`; `now` in the zone in which times are shown."""

    width: int
    colour: bool
    home: str
    now: datetime


def tag(home: Plain) -> Tag:
    """What is most worth to be known of a repository."""
    notes = home["notes"]
    match home["state"]:
        case "gone":
            return Tag.GONE
        case "failing":
            return Tag.FAILING
        case "unknown":
            return Tag.UNKNOWN
    if notes.get("stale"):
        return Tag.STALE
    if home.get("uncovered"):
        return Tag.OPEN
    if home["state"] == "opening":
        return Tag.READING
    if home["state"] == "unwatched":
        return Tag.BLIND
    if notes.get("changed"):
        return Tag.CHANGED
    return Tag.FRESH if any(notes.values()) else Tag.EMPTY


def lines(data: Plain, look: Look) -> Iterator[str]:
    """The whole page."""
    yield from _wrapped(_head(data), look)
    homes = sorted(data["repositories"], key=lambda home: (list(Tag).index(tag(home)), home["root"]))
    if homes or not data["problems"]:
        yield from _wrapped(_sum(homes), look)
    for line in (*data["problems"], *_notices(data.get("notices"), look)):
        yield from _wrapped(line, look)
    for home in homes:
        yield ""
        yield from _home(home, data.get("notices"), look)


def span(seconds: float) -> str:
    """`3 min`, `2 h`, `5 d`."""
    for size, unit in _SPANS:
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"


def ago(at: str, now: datetime) -> str:
    """How long before `now` an ISO time is; a clock that was set back makes it `just now`."""
    try:
        seconds = (now - datetime.fromisoformat(at)).total_seconds()
    except (ValueError, TypeError):  # another hand wrote it
        return "some time ago"
    return f"{span(seconds)} ago" if seconds >= 1 else "just now"


def _head(data: Plain) -> str:
    if not data["running"]:
        how = "is not running" if data["why"] == "absent" else "does not answer"
        told = " What it told last:" if data["repositories"] else ""
        return f"mementod {data['version']} {how}.{told}"
    memory = sum(size or 0 for size in data["memory"].values())
    paused = "paused, " if data["paused"] else ""
    return f"mementod {data['version']}: {paused}up {span(data['uptime_s'])}, pid {data['pid']}, {memory / 1e6:.0f} MB"


def _sum(homes: list[Plain]) -> str:
    if not homes:
        return "No repository is enrolled; `mementod init` in one begins."
    notes: Counter[str] = sum((Counter(home["notes"]) for home in homes), Counter())
    count = "1 repository" if len(homes) == 1 else f"{len(homes):,} repositories"
    return f"{count}, {_counted(notes)}" if notes.total() else count


def _counted(notes: Mapping[str, int]) -> str:
    """`12 notes: 1 stale, 11 fresh`."""
    parts = [f"{notes[name]:,} {word}" for name, word in _STATUS_WORDS.items() if notes.get(name)]
    return f"{plural(sum(notes.values()), 'note')}: {', '.join(parts)}" if parts else "no notes"


def _notices(notices: Plain | None, look: Look) -> Iterator[str]:
    """When and where the last notice was shown, and what keeps the next one."""
    if notices:
        waits = [f"{plural(notices['pending'], 'thing')} waiting to be told"] if notices["pending"] else []
        if parts := [*_last_notice(notices, look), *waits]:
            yield ", ".join(parts)
        yield from _snoozed("", notices, look)


def _last_notice(notices: Plain, look: Look) -> Iterator[str]:
    if shown := notices["last"]:
        match notices.get("way"):
            case "desktop":
                yield f"last desktop notice {ago(shown, look.now)}"
            case "terminal":
                yield f"last news {ago(shown, look.now)}, seen in a terminal"
            case "tmux":
                yield f"last notice {ago(shown, look.now)}, a line in tmux"
            case _:  # a daemon that is another version
                yield f"last notice {ago(shown, look.now)}"


def _snoozed(repository: str, notices: Plain, look: Look) -> Iterator[str]:
    """Until when no notices are wanted of a repository; of all of them where the id is empty."""
    whose = "" if repository else " of all repositories"
    for of, until in notices["snoozed"]:
        if of == repository:
            yield f"notices{whose} snoozed until {_moment(until, look.now)}"


def _moment(at: str, now: datetime) -> str:
    """An ISO time, in the zone of `now`."""
    try:
        return f"{datetime.fromisoformat(at).astimezone(now.tzinfo):%Y-%m-%d %H:%M}"
    except ValueError:  # another hand wrote it
        return at


def _home(home: Plain, notices: Plain | None, look: Look) -> Iterator[str]:
    found = tag(home)
    name = _wrapped(_short(home["root"], look), look, INDENT)
    first = next(name)
    yield _painted(f"{found:<{INDENT}}", _COLOURS.get(found, "yellow"), look) + first.lstrip()
    yield from name
    for line in (*_about(home, look), *(_snoozed(home["id"], notices, look) if notices else ())):
        yield from _wrapped(line, look, INDENT)


def _about(home: Plain, look: Look) -> Iterator[str]:
    if home["problem"]:
        yield home["problem"]
    if home["state"] != "unknown" and any(home["notes"].values()):
        yield _counted(home["notes"])
    if loud := _loud(home["levels"]):
        yield loud
    yield from _uncovered(home.get("uncovered") or [], look)
    if home["state"] not in ("unknown", "gone"):
        yield _watched(home)
    yield from home.get("hooks", ())
    if home["quarantine"]:
        yield f"{plural(home['quarantine'], 'file')} not parsed (known by their words)"
    if told := home.get("last_told"):
        yield f"last change {ago(told['at'], look.now)}: {_told(told)}"


def _loud(levels: Mapping[str, int]) -> str:
    """What does not hold."""
    return ", ".join(plural(levels[level], level) for level in ("error", "warning") if levels.get(level))


def _uncovered(rows: list[Plain], look: Look) -> Iterator[str]:
    """Core files that were changed without an entry in the progress file."""
    for row in rows[:PATHS_SHOWN]:
        commit = f" in {row['commit'][:9]}" if row.get("commit") else ""
        since = f", {ago(row['since'], look.now)}" if row.get("since") else ""
        yield f"no entry for {row['path']}{commit}{since}"
    if len(rows) > PATHS_SHOWN:
        yield f"no entry for {plural(len(rows) - PATHS_SHOWN, 'other file')}"


def _watched(home: Plain) -> str:
    mode = _MODES.get(home["mode"], "not watched yet")
    folders = f" {plural(home['watched'], 'folder')}" if home["watched"] else ""
    polled = f", polling {home['polled']:,}" if home["polled"] else ""
    lost = f", {plural(home['lost_changes'], 'lost change')}" if home["lost_changes"] else ""
    busy = ", waiting for git" if home["state"] == "held" else ""
    return f"{mode}{folders}{polled}{lost}{busy}"


def _told(told: Plain) -> str:
    target = f" ({told['target']})" if told["target"] else ""
    more = f", {told['count'] - 1:,} more" if told["count"] > 1 else ""
    return f"{told['text']} {told['after'] or 'is no longer cited'}{target}{more}"


def _short(root: str, look: Look) -> str:
    return f"~{root[len(look.home) :]}" if look.home and root.startswith(f"{look.home}/") else root


def _wrapped(text: str, look: Look, indent: int = 0) -> Iterator[str]:
    """Lines within the width; a path that is too long goes on in the next one, nothing is cut."""
    lead = " " * indent
    yield from textwrap.wrap(
        clean(text), look.width, initial_indent=lead, subsequent_indent=lead, break_on_hyphens=False
    ) or [""]


def _painted(text: str, colour: str, look: Look) -> str:
    return f"\033[{_CODES[colour]}m{text}\033[0m" if look.colour else text
