"""Which files an agent is shown at a start, read from the disk, and how old each is.

Notes with a role, and hand-over and progress files that are notes by no convention.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path

from mementod.continuity.file_ages import Ages
from mementod.continuity.recent import COMMITS_CAP
from mementod.continuity.work_files import work_files
from mementod.files import NotReadable, read_limited
from mementod_parsers.continuity.data_told import as_note
from mementod_parsers.continuity.start_notes import filled_in, is_form
from mementod_parsers.continuity.start_roles import (
    FOLDERS,
    ORDER,
    SHOWN,
    STATE,
    Role,
    is_data,
    is_told_anywhere,
    is_translation,
    role_of,
)
from mementod_parsers.continuity.telling import tells_plan
from mementod_parsers.notes import decode

NOTE_CAP_BYTES = 1 << 20
ENTRIES_CAP = 1_000  # looked at in one folder
BEHIND_CAP = 10  # commits; a plan or a state that is so much older than the newest state is of the past
LONG_BYTES = 2_000  # a file that is longer may not be shown whole
PLAN_DAYS = 14  # where nothing else tells the state
NEAR_DAYS = 1  # a state of so few days is not of the past, however many commits were made since
OLD_COMMITS = 20  # a state that so many commits came after no longer says what is next
_DATED = re.compile(r"20\d\d[-_.]?\d\d[-_.]?\d\d[^/]*\Z")
OF_THE_WORK = (*STATE, Role.WORK)


@dataclass(frozen=True, slots=True)
class StartFile:
    """A file with a role. `age` says when it was changed last, for people; `is_judged` whether it is a note."""

    path: str
    role: Role
    text: str
    age: str
    is_judged: bool
    is_old: bool = False  # the commits left it behind
    is_past: bool = False  # so that it tells a state that is no longer so
    fresh: frozenset[str] = frozenset()  # the lines that its last commit brought, where it is long


@dataclass(frozen=True, slots=True)
class _Place:
    """What is looked at: the texts of files, their ages, which of them are judged, the days for which a plan holds."""

    read: Callable[[str], str]
    ages: Ages
    judged: Collection[str]
    plan_days: int

    def file(self, path: str, role: Role, text: str) -> StartFile:
        """A file with what is said of its age."""
        tells = role in (*OF_THE_WORK, Role.BRIEF) or (role is Role.GUIDE and tells_plan(text))
        is_old = tells and self.ages.since(path) > OLD_COMMITS
        is_planned = role is Role.PLAN and self.ages.days(path) < self.plan_days
        holds = is_planned or role in (Role.BRIEF, Role.WORK, Role.GUIDE) or self.ages.days(path) <= NEAR_DAYS
        is_long = role in OF_THE_WORK and len(text) > LONG_BYTES
        fresh: frozenset[str] = self.ages.fresh(path, text) if is_long else frozenset()
        return StartFile(
            path, role, text, self.ages.said(path), path in self.judged, is_old, is_old and not holds, fresh
        )


def start_files(root: Path, notes: Iterable[str], ages: Ages) -> tuple[list[StartFile], list[str]]:
    """Those that are shown, in the order in which they are read, and the paths of the others that have a role.

    Of a role the ones that were touched last are shown. What is left of the past comes last, one file of it at most,
    and none where something newer tells of the work: two such states would contradict each other.
    """
    judged = frozenset(notes)
    by_role: dict[Role, list[str]] = {role: [] for role in ORDER}
    beside = {*judged, *_beside(root), *_elsewhere(ages)}
    for path in sorted(beside):
        if role := role_of(path):
            by_role[role].append(path)
    everything = [path for paths in by_role.values() for path in paths]
    newest = min((ages.since(path) for role in STATE[:-1] for path in by_role[role]), default=None)
    plan_days = PLAN_DAYS if newest is None else 0  # a plan is made for longer than a state
    place = _Place(cache(partial(_read, root)), ages, judged, plan_days)
    newest = min(map(ages.since, by_role[Role.PLAN]), default=None) if newest is None else newest
    found: list[StartFile] = []
    for role, paths in by_role.items():
        wanted = _in_order(place, role, [path for path in paths if not is_translation(path, beside)])
        if newest is not None and role in STATE:
            wanted = [path for path in wanted if ages.since(path) - newest <= BEHIND_CAP]
        found += _read_of(place, role, wanted)
    found += _work(root, place, found, by_role[Role.GUIDE])
    shown = _without_the_past(found)
    paths_shown = {file.path for file in shown}
    return shown, [path for path in everything if path not in paths_shown]


def _without_the_past(found: Sequence[StartFile]) -> list[StartFile]:
    old = [file for file in found if file.is_past]
    current = sorted((file for file in found if not file.is_past), key=lambda file: ORDER.index(file.role))
    return [*current, *(old[:1] if not any(file.role in OF_THE_WORK for file in current) else [])]


def _in_order(place: _Place, role: Role, paths: Sequence[str]) -> list[str]:
    """Numbered notes stand in their order; of others the last touched comes first, then what has no date in its name.

    Of instructions the longest: the others mostly point to it.
    """
    if role is Role.START:
        return list(paths)
    if role is Role.GUIDE:
        return sorted(paths, key=lambda path: -len(place.read(path)))
    dated = sorted(paths, reverse=True)  # of dated ones the last
    return sorted(dated, key=lambda path: (place.ages.since(path), bool(_DATED.search(path)), path.count("/")))


def _read_of(place: _Place, role: Role, paths: Sequence[str]) -> Iterator[StartFile]:
    texts = ((path, place.read(path)) for path in paths)
    told = ((path, filled_in(text) if role is Role.START else text) for path, text in texts)
    for path, text in islice((each for each in told if each[1] and not is_form(each[1])), SHOWN.get(role, 1)):
        yield place.file(path, role, text)


def _work(root: Path, place: _Place, found: Sequence[StartFile], guides: Sequence[str]) -> Iterator[StartFile]:
    """What the files that are read, and all instructions, send an agent to."""
    texts = {file.path: file.text for file in found if not file.is_past}
    texts |= {path: place.read(path) for path in guides if path not in texts}
    told = (place.ages.since(file.path) for file in found if file.role in (Role.HANDOVER, Role.ACTIVE))
    for path, text in work_files(root, list(texts.items()), place.ages, min(told, default=COMMITS_CAP)).items():
        yield place.file(path, Role.WORK, text)


def _beside(root: Path) -> Iterator[str]:
    """Files that have a role by their name, in the folders where such files lie; no link is followed."""
    for folder in FOLDERS:
        try:
            with os.scandir(root / folder) as entries:
                for entry, _ in zip(entries, range(ENTRIES_CAP), strict=False):
                    path = f"{folder}/{entry.name}".lstrip("/")
                    if role_of(path) and entry.is_file(follow_symlinks=False):
                        yield path
        except OSError:
            continue


def _elsewhere(ages: Ages) -> Iterator[str]:
    """What tells the state in other folders, while it is new."""
    near = (path for path in ages.recent.ages if is_told_anywhere(path))
    yield from (path for path in near if ages.since(path) <= OLD_COMMITS)


def _read(root: Path, path: str) -> str:
    try:
        text = (decode(read_limited(root / path, NOTE_CAP_BYTES, follow=True))[0] or "").strip()
    except (OSError, NotReadable):
        return ""
    return as_note(text, path.rpartition(".")[2].lower()) if is_data(path) else text
