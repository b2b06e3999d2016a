"""What the machine must give: git, inotify, a disk with room, private folders, whole stores."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from mementod.config import Config, load_config, with_user
from mementod.doctor.finding import Finding, bad, good, skipped, warning
from mementod.doctor.patient import Patient
from mementod.errors import UserError
from mementod.ipc.listener import place
from mementod.stores.sqlite_file import is_damage, read_only
from mementod.vcs.git import Git, GitError

AREA = "machine"
GIT_NEEDED = (2, 31)  # as vcs/repository.py asks for
FREE_NEEDED_BYTES = 200 << 20  # what a cache of a large repository takes
WATCHES_SHARE = 0.8  # of the user's inotify watches; other programs want some too
STORES_CAP = 50  # caches looked into
ROOTS_CAP = 50  # configurations read
CHECK_CAP_BYTES = 64 << 20  # a larger store is opened, not read through: 3 ms a megabyte
_LIMITS = Path("/proc/sys/fs/inotify")
_VERSION = re.compile(r"git version (\d+)\.(\d+)")


def probe(patient: Patient) -> Iterator[Finding]:
    yield _git(patient)
    yield from _inotify(patient)
    yield _disk(patient.state)
    yield from _folders(patient)
    yield from _configuration(patient)
    yield from _stores(patient)


def _git(patient: Patient) -> Finding:
    try:
        said = Git(patient.state).run("version").decode("utf-8", "replace").strip()
    except GitError as error:
        return bad(AREA, f"git does not run: {error}", "install git 2.31 or newer")
    found = _VERSION.match(said)
    if found is None or (int(found[1]), int(found[2])) < GIT_NEEDED:
        return bad(AREA, f"{said} is too old", "install git 2.31 or newer")
    return good(AREA, f"{said}, Python {sys.version.split()[0]}")


def _inotify(patient: Patient) -> Iterator[Finding]:
    limits = {name: _number(_LIMITS / name) for name in ("max_user_watches", "max_user_instances", "max_queued_events")}
    most = limits["max_user_watches"]
    if most is None:
        yield skipped(AREA, "this system has no inotify")
        return
    homes = patient.status["repositories"] if patient.status else []
    used, polled = (sum(home[name] for home in homes) for name in ("watched", "polled"))
    cure = "echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-inotify.conf && sudo sysctl --system"
    if used > WATCHES_SHARE * most:
        yield bad(AREA, f"{used:,} of {most:,} inotify watches are used by mementod alone", cure)
    else:
        yield good(AREA, f"inotify: {used:,} of {most:,} watches used by mementod")
    if polled and used > WATCHES_SHARE / 2 * most:
        yield warning(AREA, f"{polled:,} folders are polled, for want of watches", cure)


def _disk(state: Path) -> Finding:
    free = shutil.disk_usage(state).free
    if free < FREE_NEEDED_BYTES:
        return bad(AREA, f"{free / 1e6:.0f} MB are free where {state} is", "free some space there")
    return good(AREA, f"{free / 1e9:.0f} GB are free where the state is")


def _folders(patient: Patient) -> Iterator[Finding]:
    """Private, and ours."""
    folders = [patient.state]
    try:
        folders.append(place(patient.paths.environ.get("XDG_RUNTIME_DIR"), patient.state).parent)
    except UserError as error:  # too long for a socket
        said, _, cure = str(error).rpartition(": ")
        yield bad(AREA, said, cure)
    found = [(folder, _why_not_private(folder)) for folder in folders]
    for folder, why in found:
        if why:
            yield bad(AREA, f"{folder} {why}", f"chown and chmod 700 {folder}")
    if not any(why for _, why in found):
        yield good(AREA, f"{patient.state} is yours alone")


def _configuration(patient: Patient) -> Iterator[Finding]:
    """A fault of the user's file leaves that key unset; one of a repository's makes every command in it fail."""
    cure = "put that line right, or take it out"
    for fault in with_user(Config(), patient.paths).faults:
        yield bad(AREA, fault, cure)
    for row in patient.rows[:ROOTS_CAP]:
        try:
            load_config(row.root, patient.paths)
        except UserError as error:
            yield bad(AREA, f"{row.root}: {error}", cure)


def _why_not_private(folder: Path) -> str:
    try:
        about = folder.stat()
    except FileNotFoundError:
        return ""  # it is made when it is needed
    except OSError as error:
        return f"cannot be looked at: {error.strerror}"
    if about.st_uid != os.getuid():
        return "belongs to another user"
    return "can be read by others" if stat.S_IMODE(about.st_mode) & 0o077 else ""


def _stores(patient: Patient) -> Iterator[Finding]:
    """Read through, as SQLite itself checks them."""
    caches = sorted((patient.state / "repositories").glob("*/cache.db"))[:STORES_CAP]
    found = [finding for path in (patient.ledger, *caches) for finding in _store(path, path == patient.ledger)]
    yield from found
    if patient.ledger_problem:
        yield warning(AREA, patient.ledger_problem)
    if not found:
        yield good(AREA, f"the ledger and {len(caches)} caches are whole")


def _store(path: Path, is_ledger: bool) -> Iterator[Finding]:
    """Nothing for a store that is whole."""
    try:
        why = _fault(path)
    except (sqlite3.Error, OSError) as error:  # locked, or on a disk that is full: that is no damage
        yield warning(AREA, f"{path} cannot be looked into now: {error}", "`mementod doctor` tries again")
        return
    if why:
        cure = "start mementod again: it is set aside, and what is readable saved"
        yield bad(AREA, f"{path}: {why}", cure if is_ledger else f"rm {path} (nothing is lost)")


def _fault(path: Path) -> str:
    """Why a store cannot be used; empty for one that is whole, and for none. Raises what else is in the way."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # of a pipe SQLite would wait for a word
            return "is no regular file"
        with closing(read_only(path)) as db:
            question = "PRAGMA quick_check(1)" if about.st_size < CHECK_CAP_BYTES else "PRAGMA schema_version"
            (found,) = db.execute(question).fetchone()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return str(error)
    return "" if found == "ok" or isinstance(found, int) else str(found)


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
