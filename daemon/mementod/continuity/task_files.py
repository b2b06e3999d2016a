"""The tasks that tools keep as data in the repository, read from the disk, each list with what tells its age."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from mementod.continuity.file_ages import Ages
from mementod.continuity.inside import read_inside
from mementod_parsers.continuity.open_items import WorkList
from mementod_parsers.continuity.phase_plans import PHASES, phase_plans
from mementod_parsers.continuity.task_data import of_tasks, one_task, task_list
from mementod_parsers.continuity.task_places import LOOKED_FOR, folder_of_task, is_task_data

LIST_CAP_BYTES, TASK_CAP_BYTES = 1 << 22, 1 << 16
LISTS_CAP, TASKS_CAP = 8, 400  # files that hold all tasks, the last touched first; tasks of one folder
ENTRIES_CAP = 2_000  # of a folder
RECENT_COMMITS, RECENT_DAYS = 20, 14  # what is open in a list that nobody touched for so long may be done


@dataclass(frozen=True, slots=True)
class TaskFile:
    """`path` is what people call the list, a file or a folder; `dated` the file of it that was touched last."""

    path: str
    dated: str
    about: WorkList

    def is_recent(self, ages: Ages) -> bool:
        """By its commits, or by its days where many commits are made in one."""
        return ages.since(self.dated) <= RECENT_COMMITS or ages.days(self.dated) <= RECENT_DAYS


def task_files(root: Path, ages: Ages, changed: Collection[str]) -> list[TaskFile]:
    """The last touched first; none that tells of no task, and none that lies elsewhere by way of a link."""
    known = {path for path in (*ages.recent.ages, *changed) if is_task_data(path)}
    known |= {path for path in LOOKED_FOR if os.path.lexists(root / path)}
    lists = sorted((path for path in known if not folder_of_task(path)), key=lambda path: (ages.since(path), path))
    found = [TaskFile(path, path, _list(root, path)) for path in lists[:LISTS_CAP]]
    folders: dict[str, list[str]] = {}
    for path in sorted(known.difference(lists), key=lambda path: (ages.since(path), path)):
        folders.setdefault(folder_of_task(path), []).append(path)
    found += [TaskFile(f"{folder}/", near[0], _each(root, folder, near)) for folder, near in folders.items()]
    found += _phases(root, ages)
    found.sort(key=lambda each: ages.since(each.dated))
    return [each for each in found if each.about.items or each.about.done]


def _phases(root: Path, ages: Ages) -> Iterator[TaskFile]:
    names = [f"{folder}/{name}" for folder in _names(root / PHASES) for name in _names(root / PHASES / folder)]
    if paths := [f"{PHASES}/{name}" for name in names]:
        yield TaskFile(f"{PHASES}/", min(paths, key=ages.near), phase_plans(names))


def _names(folder: Path) -> list[str]:
    """Of what lies in a folder, not of a link; in their order, of very many some."""
    try:
        with os.scandir(folder) if not folder.is_symlink() else nullcontext(()) as entries:
            return sorted(entry.name for entry, _ in zip(entries, range(ENTRIES_CAP), strict=False))
    except OSError:
        return []


def _list(root: Path, path: str) -> WorkList:
    return task_list(_read(root, path, LIST_CAP_BYTES), path.rpartition(".")[2])


def _each(root: Path, folder: str, near: Sequence[str]) -> WorkList:
    """Where there are more than are read, those that were touched last count."""
    paths = dict.fromkeys(chain(near[:TASKS_CAP], islice(_paths(root, folder), TASKS_CAP)))
    tasks = ((path, _read(root, path, TASK_CAP_BYTES)) for path in sorted(islice(paths, TASKS_CAP)))
    found = (one_task(text, path.rpartition(".")[2]) for path, text in tasks)
    return of_tasks([each for each in found if each])


def _paths(root: Path, folder: str) -> Iterator[str]:
    """The tasks of a folder, in the order of their names."""
    names = _names(root / folder)
    paths = (f"{folder}/{name}{end}" for name in names for end in ("", "/task.json"))
    yield from (path for path in paths if folder_of_task(path) == folder)


def _read(root: Path, path: str, cap: int) -> str:
    return read_inside(root, path, cap).decode("utf-8-sig", "replace")
