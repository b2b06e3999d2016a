"""What is open in the lists of work: tasks that tools keep, and the lists that changed last with what is not ticked.

A list says that something is open; whether it still is, only its age tells. So each is said with its age, one of
which nothing is ticked counts only while no code was committed after it (a list of tasks some weeks longer), and of
the others just the names are told.
Of one in which nothing is open that is said, too: then the next step stands elsewhere, or nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.continuity.file_ages import Ages
from mementod.continuity.inside import read_inside
from mementod.continuity.recent import is_text
from mementod.continuity.task_files import RECENT_COMMITS, task_files
from mementod_parsers.continuity.open_items import (
    OpenItem,
    WorkList,
    is_plan,
    is_task_list,
    is_work,
    next_items,
    work_list,
)
from mementod_parsers.continuity.phase_plans import PHASES
from mementod_parsers.continuity.status_tables import tabled_work
from mementod_parsers.notes import decode

LOOKED_AT = 60  # files, the last touched first
LIST_CAP_BYTES = 1 << 18
PAST_COMMITS = 60  # a list that nobody touched for so long is of the past
UNTICKED_DAYS = 30  # a list of tasks of which nothing was ticked in so long is not ticked when something is done
SHOWN_LISTS = 4
FIRST_ITEMS, OTHER_ITEMS = 5, 3  # of the newest list, of each other one
ITEM_CHARS = 180
_REQUIRED = re.compile(rf"^{re.escape(PHASES.rpartition('/')[0])}/(?:milestones/.+|[^/]*REQUIREMENTS\.md)$")
NAMED_LISTS = 3  # of those that are told in one line


@dataclass(frozen=True, slots=True)
class _List:
    """`dated` is the file that tells its age; `is_kept` whether a tool keeps it, so that what it says is meant."""

    path: str
    dated: str
    about: WorkList
    is_near: bool  # not left behind by the work
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Lists:
    """A text of several lines each list; whether something is open in one that changed lately."""

    lines: Sequence[str]
    is_open: bool


def open_work(root: Path, ages: Ages, changed: Collection[str], shown: Collection[str]) -> Lists:
    """What is in `shown` is shown as a whole, and not said again."""
    tasks = task_files(root, ages, changed)
    kept = [_List(each.path, each.dated, each.about, each.is_recent(ages), is_kept=True) for each in tasks]
    found = [*kept, *(each for each in _ticked(root, ages, changed, kept) if each.path not in shown)]
    found = [each for each in found if not _is_carried_out(each, kept)]
    wished = [each for each in found if each.about.is_wished and each.is_near]
    standing = [each for each in found if each.about.items and not each.about.is_wished and _is_open(each, ages)]
    near = [each for each in standing if each.is_near][:SHOWN_LISTS]
    standing = near + [each for each in standing if each not in near and (each.is_kept or not near)][:1]
    lines = [_said(each, ages, OTHER_ITEMS if number else FIRST_ITEMS) for number, each in enumerate(standing)]
    done = [each for each in found if not each.about.items and each.is_near]
    lines += [f"- Nothing is open in {_named(done, ages, is_counted=True)}."] if done else []
    later = f"- What is open is for later, by the titles over it: {_named(wished, ages, is_counted=True)}."
    lines += [later] if wished else []
    doubtful = [each for each in found if each not in wished and _is_doubtful(each, ages)]
    rest = f"- Lists with nothing ticked, though code was committed with them or since: {_named(doubtful, ages)}."
    return Lists(lines + [rest] * bool(doubtful), bool(near))


def _ticked(root: Path, ages: Ages, changed: Collection[str], kept: Sequence[_List]) -> Iterator[_List]:
    """Lists with boxes. Those of a task that a tool keeps are its conditions, and a task's state says more."""
    closed = frozenset[str]().union(*(each.about.closed for each in kept))
    folders = tuple(each.path.removesuffix("tasks/") for each in kept if each.path.endswith("/"))
    touched = {path for path in (*ages.recent.ages, *filter(is_text, changed)) if is_work(path)}
    near = sorted((ages.since(path), path) for path in touched if not path.startswith(folders))
    for since, path in near[:LOOKED_AT]:
        if since > PAST_COMMITS or path.rpartition("/")[2].rpartition(".")[0] in closed:
            continue
        about = work_list(text := text_inside(root, path))
        if is_task_list(path) or is_plan(path):
            about = about if about.items or about.done else tabled_work(text)
            if about.done and not about.items:
                about = WorkList(next_items(text), about.done)
        if about.items or (about.done and is_task_list(path)):
            yield _List(path, path, about, since <= RECENT_COMMITS)


def _is_open(each: _List, ages: Ages) -> bool:
    """Whether somebody ticks it, or nobody can have begun with it, or it is a list of tasks by its name."""
    if each.is_kept or each.about.done:
        return True
    if ages.since(each.path) < ages.recent.code_since:
        return is_plan(each.path) or is_task_list(each.path)
    return is_task_list(each.path) and ages.days(each.path) <= UNTICKED_DAYS


def _is_carried_out(each: _List, kept: Sequence[_List]) -> bool:
    """Whether all plans that were made for it are done, so that it only was not ticked."""
    done = any(plans.path == f"{PHASES}/" and not plans.about.items for plans in kept)
    return done and _REQUIRED.search(each.path) is not None


def _is_doubtful(each: _List, ages: Ages) -> bool:
    if each.is_kept or each.about.done or _is_open(each, ages):
        return False
    return (is_plan(each.path) or is_task_list(each.path)) and each.is_near


def _said(each: _List, ages: Ages, count: int) -> str:
    items = each.about.items
    head = f"- {each.path} ({len(items)} open, {each.about.done} {_over(each)}, {ages.brief(each.dated)}"
    if ages.since(each.dated) > RECENT_COMMITS:
        head += "; the work went on since: some of it may be done"
    if not each.is_near:
        return f"{head})"
    more = len(items) - count
    rest = [f"  - and {more} more open"] * (more > 0)
    return "\n".join((f"{head}):", *_items(items[:count]), *rest))


def _named(lists: Sequence[_List], ages: Ages, is_counted: bool = False) -> str:
    count = [f"{each.about.done} {_over(each)}, " * is_counted for each in lists]
    told = [f"{each.path} ({said}{ages.brief(each.dated)})" for each, said in zip(lists, count, strict=True)]
    more = len(told) - NAMED_LISTS
    return ", ".join(told[:NAMED_LISTS]) + f" and {more} more" * (more > 0)


def _over(each: _List) -> str:
    return "done" if each.is_kept else "ticked"


def _items(items: Collection[OpenItem]) -> Iterator[str]:
    heading = ""
    for item in items:
        if item.heading and item.heading != heading:
            heading = item.heading
            yield f"  {heading}:"
        text = item.text if len(item.text) <= ITEM_CHARS else f"{item.text[:ITEM_CHARS]}…"
        yield f"  - [{'~' if item.is_under_way else ' '}] {text}"


def text_inside(root: Path, path: str) -> str:
    """The text of a file below the root; empty for what is no text or cannot be read, as `read_inside`."""
    return decode(read_inside(root, path, LIST_CAP_BYTES))[0] or ""
