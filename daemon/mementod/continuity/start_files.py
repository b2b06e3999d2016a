"""Which files an agent is shown at a start, read from the disk.

Notes with a role, and hand-over and progress files that are notes by no convention.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mementod.continuity.recent import Recent
from mementod.files import NotReadable, read_limited
from mementod_parsers.continuity.start_roles import FOLDERS, ORDER, SHOWN, Role, role_of

NOTE_CAP_BYTES = 1 << 20
_DATED = re.compile(r"20\d\d[-_.]?\d\d[-_.]?\d\d[^/]*\Z")
ENTRIES_CAP = 1_000  # looked at in one folder

BEHIND_CAP = 10  # commits; a plan or a state that is so much older than the newest state is of the past
_STATE = (Role.HANDOVER, Role.ACTIVE, Role.PROGRESS)
_NEAR = ("by the last commit", "1 commit since")


@dataclass(frozen=True, slots=True)
class StartFile:
    """A file with a role. `age` says when it was committed last, for people; `is_judged` whether it is a note."""

    path: str
    role: Role
    text: str
    age: str
    is_judged: bool


def start_files(root: Path, notes: Iterable[str], recent: Recent) -> list[StartFile]:
    """Those that are shown, in the order in which they are read; of a role the ones that were touched last."""
    judged = frozenset(notes)
    by_role: dict[Role, list[str]] = {role: [] for role in ORDER}
    for path in sorted({*judged, *_beside(root)}):
        if role := role_of(path):
            by_role[role].append(path)
    found: list[StartFile] = []
    newest = min((_since(path, recent) for role in _STATE for path in by_role[role]), default=None)
    for role, paths in by_role.items():
        paths.sort(reverse=role is not Role.START)  # of dated ones the last comes first
        paths.sort(key=lambda path: _rank(path, role, recent))
        if newest is not None and role in (*_STATE, Role.PLAN):
            paths = [path for path in paths if _since(path, recent) - newest <= BEHIND_CAP]
        read = (StartFile(p, role, text, _age(p, recent), p in judged) for p in paths if (text := _read(root, p)))
        found += [file for file, _ in zip(read, range(SHOWN.get(role, 1)), strict=False)]
    return found


def _since(path: str, recent: Recent) -> int:
    return recent.ages[path].since if path in recent.ages else recent.seen


def _rank(path: str, role: Role, recent: Recent) -> tuple[int, ...]:
    """Numbered notes stand in their order; else the last touched comes first, then what has no date in its name."""
    if role is Role.START:
        return ()
    return _since(path, recent), bool(_DATED.search(path)), path.count("/")


def _age(path: str, recent: Recent) -> str:
    if path not in recent.ages:
        return f"not in the last {recent.seen} commits" if recent.seen else ""
    since, day, _ = recent.ages[path]
    return f"last committed {day}, {f'{since} commits since' if since > 1 else _NEAR[since]}"


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


def _read(root: Path, path: str) -> str:
    try:
        return read_limited(root / path, NOTE_CAP_BYTES, follow=True).decode("utf-8-sig", "replace").strip()
    except (OSError, NotReadable):
        return ""
