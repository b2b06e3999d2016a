"""How a place is written in a finding: `path`, `path:12`, `path:12-40`, `path:Name.method`, or a bare name.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mementod_parsers.citations.runners import TASK_RUNNERS
from mementod_parsers.model import Finding, Kind

_PLACE = re.compile(r"(?P<path>[^:]*?)(?:(?P<colon>::?)(?P<rest>[^:].*))?", re.DOTALL)
_LINES = re.compile(r"(?P<first>\d+)(?:-(?P<last>\d+))?")


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a place; a part that is not named is empty, or None for the lines."""

    path: str
    symbol: str = ""
    first: int | None = None
    last: int | None = None


def parse_place(text: str) -> Place:
    """The parts of `text`. A bare name comes back as a path, as does a command: only who asked knows better."""
    if ":" not in text:  # most of many thousand
        return Place(text)
    runner, blank, _ = text.partition(" ")
    if blank and runner in TASK_RUNNERS:  # `npm run test:unit` is one name
        return Place(text)
    found = _PLACE.fullmatch(text)
    if not found or not found["rest"]:
        return Place(text)
    lines = _LINES.fullmatch(found["rest"])
    if lines:
        first = int(lines["first"])
        return Place(found["path"], "", first, int(lines["last"]) if lines["last"] else first)
    return Place(found["path"], found["rest"])


def old_place(finding: Finding) -> str:
    """What a citation stood for; a symbol always with its name."""
    citation = finding.citation
    resolved = finding.resolved
    if resolved and citation.kind is Kind.SYMBOL and not parse_place(resolved).symbol:
        return f"{resolved}:{citation.name}"
    return resolved or citation.name or citation.text


def old_lines(finding: Finding) -> str:
    """The same with the lines that were cited: `a.py:10-12`."""
    first, last = finding.citation.lines[0] if finding.citation.lines else (0, 0)
    place = old_place(finding)
    if not first or parse_place(place).first:
        return place
    return f"{place}:{first}" + (f"-{last}" if last != first else "")


def changed_part(old: str, new: str) -> tuple[str, str]:
    """Both places without the end they share: `a/core/x.py`, `a/kernel/x.py` -> a/core, a/kernel."""
    before, after = parse_place(old), parse_place(new)
    if before.path == after.path or before.symbol != after.symbol != "":
        return old, new
    olds, news = before.path.split("/"), after.path.split("/")
    while olds and news and olds[-1] == news[-1]:
        olds.pop()
        news.pop()
    return "/".join(olds), "/".join(news)


def ends_of(path: str, separator: str = "/") -> Iterator[str]:
    """`a/b/c.py`: itself, `b/c.py` and `c.py`."""
    names = path.split(separator)
    return (separator.join(names[at:]) for at in range(len(names)))


def is_inside(folder: str, path: str) -> bool:
    return folder == "" or path.startswith(folder + "/")
