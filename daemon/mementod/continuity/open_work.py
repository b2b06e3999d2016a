"""The lists of work that changed last, with what is not ticked in them: where the next step often stands.

A list says that something is open; whether it still is, only its age tells. So each is said with its age, a plan of
which nothing is ticked counts only while no code was committed after it, and of the others just the names are told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from mementod.continuity.file_ages import Ages
from mementod.continuity.recent import is_text
from mementod.files import NotReadable, read_limited
from mementod_parsers.continuity.open_items import OpenItem, WorkList, is_plan, is_task_list, is_work, work_list
from mementod_parsers.notes import decode

LOOKED_AT = 60  # files, the last touched first
LIST_CAP_BYTES = 1 << 18
RECENT_COMMITS, PAST_COMMITS = 20, 60  # a list that nobody touched for so long may be done; is of the past
SHOWN_LISTS = 4
FIRST_ITEMS, OTHER_ITEMS = 5, 3  # of the newest list, of each other one
ITEM_CHARS = 180
UNTICKED_SHOWN = 3


@dataclass(frozen=True, slots=True)
class _List:
    path: str
    about: WorkList


def open_work(root: Path, ages: Ages, changed: Collection[str], shown: Collection[str]) -> list[str]:
    """A text of several lines each list. What is in `shown` is shown as a whole, and not said again."""
    found = [each for each in _lists(root, ages, changed) if each.path not in shown]
    standing = [each for each in found if _is_open(each, ages)]
    near = [each for each in standing if ages.since(each.path) <= RECENT_COMMITS]
    standing = near[:SHOWN_LISTS] or standing[:1]
    lines = [_said(each, ages, OTHER_ITEMS if number else FIRST_ITEMS) for number, each in enumerate(standing)]
    doubtful = [each for each in found if _is_doubtful(each, ages) and each not in standing]
    names = ", ".join(f"{each.path} ({ages.brief(each.path)})" for each in doubtful[:UNTICKED_SHOWN])
    rest = f"- Plans with nothing ticked, though code was committed with them or since: {names}."
    return lines + [rest] * bool(names)


def _lists(root: Path, ages: Ages, changed: Collection[str]) -> Iterator[_List]:
    touched = {path for path in (*ages.recent.ages, *filter(is_text, changed)) if is_work(path)}
    near = sorted((ages.since(path), path) for path in touched)
    for since, path in near[:LOOKED_AT]:
        if since <= PAST_COMMITS and (about := work_list(read_inside(root, path))).items:
            yield _List(path, about)


def _is_open(each: _List, ages: Ages) -> bool:
    """Whether somebody ticks it, or nobody can have begun with it, or it is a list of tasks by its name."""
    if each.about.done:
        return True
    if is_plan(each.path) and not is_task_list(each.path):
        return ages.since(each.path) < ages.recent.code_since
    return is_task_list(each.path)


def _is_doubtful(each: _List, ages: Ages) -> bool:
    return is_plan(each.path) and not each.about.done and ages.since(each.path) <= RECENT_COMMITS


def _said(each: _List, ages: Ages, count: int) -> str:
    items = each.about.items
    head = f"- {each.path} ({len(items)} open, {each.about.done} ticked, {ages.brief(each.path)}"
    if ages.since(each.path) > RECENT_COMMITS:
        return f"{head}; the work went on since: some of it may be done)"
    more = len(items) - count
    rest = [f"  - and {more} more open"] * (more > 0)
    return "\n".join((f"{head}):", *_items(items[:count]), *rest))


def _items(items: Collection[OpenItem]) -> Iterator[str]:
    heading = ""
    for item in items:
        if item.heading and item.heading != heading:
            heading = item.heading
            yield f"  {heading}:"
        text = item.text if len(item.text) <= ITEM_CHARS else f"{item.text[:ITEM_CHARS]}…"
        yield f"  - [{'~' if item.is_under_way else ' '}] {text}"


def read_inside(root: Path, path: str) -> str:
    """The text of a file below the root; empty for what cannot be read or lies elsewhere by way of a link."""
    try:
        if not (root / path).resolve().is_relative_to(root.resolve()):
            return ""
        return decode(read_limited(root / path, LIST_CAP_BYTES))[0] or ""
    except (OSError, NotReadable, RuntimeError):
        return ""
