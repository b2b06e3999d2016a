"""Carries planned edits out, all or none, and takes them back.

Must never lose what a file held: it is kept under its hash before anything is written, a file that changed since it
was looked at is left alone, and a link stays one, for what it leads to may belong to a repository of dotfiles.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mementod.errors import UserError
from mementod.files import NotReadable, clean_up, read_limited, replace
from mementod.installing.backups import FILE_BYTES, digest, keep, kept
from mementod.installing.config_lock import break_dead, locked
from mementod_hooks.hooks_json import Refused
from mementod_hooks.install import Edit, Form, take_out
from mementod_hooks.install_agents import Homes, has_ours

EXECUTABLE = 0o755


class Undone(StrEnum):
    """What became of an edit that was taken back."""

    RESTORED = "restored"  # every byte is as it was before us
    CLEANED = "cleaned"  # somebody had changed the file since; only our part is gone
    ABSENT = "absent"  # nothing of ours was there any more


@dataclass(frozen=True, slots=True)
class Done:
    """One edit that was carried out, for the ledger. Hashes are sha256; empty for no file."""

    path: str  # as planned
    real: str  # where the bytes are, behind links
    form: Form
    before: str
    after: str
    folders: tuple[str, ...] = ()  # that were made for it, the outermost first


def homes(home: Path | None, environ: Mapping[str, str]) -> Homes:
    """Where this user's agents keep their settings. Raises UserError when there is no home."""
    if home is None:
        raise UserError("there is no home directory whose agents could be told; set HOME")
    return Homes(str(home), environ)


def look(paths: Iterable[str]) -> dict[str, bytes | None]:
    """What these files hold, for a plan; None is no file. Raises UserError for one that may not be read."""
    return {path: _read(Path(os.path.realpath(path))) for path in paths}


def _to_nobody(_planned: tuple[Done, ...]) -> None: ...


def carry_out(
    edits: Sequence[Edit],
    state: Path,
    earlier: Iterable[Done] = (),
    tell: Callable[[tuple[Done, ...]], None] = _to_nobody,
) -> tuple[Done, ...]:
    """Write all of these edits, or none of them.

    `state`: our own directory, which keeps what the files held; `earlier`: what the ledger has, so that an edit
    over one of ours still goes back to what was there before the first. `tell` hears what will be done before it
    is, so that a process which is killed in the middle leaves nothing that nobody knows of. Raises UserError, one
    line that says which file and what to do, with all files as they were.
    """
    known = {done.path: done for done in earlier}
    planned = tuple(_planned(edit, state, known.get(edit.path)) for edit in edits)
    tell(planned)
    carried: list[tuple[Edit, Done]] = []
    try:
        for edit, done in zip(edits, planned, strict=True):
            carried.append((edit, done))
            _carry_out(edit, done)
    except UserError:
        for edit, done in reversed(carried):
            with contextlib.suppress(UserError, OSError):  # the first failure is the one to tell
                _put(Path(done.real), edit.form, edit.after, edit.before)
            _remove_folders(done.folders)
        raise
    return planned


def undo(done: Done, state: Path) -> Undone:
    """Take an edit back: the very bytes of before, or, if others changed the file since, only our part.

    Raises UserError when that cannot be done; the file is as it was then.
    """
    try:
        return _undone(done, state)
    except Refused as refused:
        raise UserError(f"{done.path}: {refused}; take our lines out by hand") from refused
    except OSError as error:
        raise _failure(error, done.path) from error


def _undone(done: Done, state: Path) -> Undone:
    real = Path(done.real)
    clean_up(real)  # of a run that was killed
    if done.form is Form.GIT_CONFIG:
        break_dead(real)
    now = _read(real)
    if now is None:
        _remove_folders(done.folders)
        return Undone.ABSENT
    old, known = kept(done.before, state)
    untouched = known and digest(now) == done.after
    new = old if untouched else take_out(done.form, now, old)
    if new == now:
        return Undone.ABSENT
    if not untouched:
        keep(now, state)
    _put(real, done.form, now, new)
    _remove_folders(done.folders)
    return Undone.RESTORED if untouched else Undone.CLEANED


def _planned(edit: Edit, state: Path, earlier: Done | None) -> Done:
    """What an edit will have done; what the file holds is kept already."""
    real = Path(os.path.realpath(edit.path))
    try:
        if _read(real) != edit.before:
            raise UserError(f"{edit.path} changed meanwhile and was left alone; run this again")
        keep(edit.before, state)
        is_known = earlier is not None and earlier.after == digest(edit.before)
        before = earlier.before if earlier and is_known else keep(_before_us(edit), state)
        made = tuple(map(str, _missing_folders(real.parent)))
    except OSError as error:
        raise _failure(error, edit.path) from error
    folders = dict.fromkeys((*(earlier.folders if earlier else ()), *made))  # those of earlier may be gone by now
    return Done(edit.path, str(real), edit.form, before, digest(edit.after), tuple(folders))


def _carry_out(edit: Edit, done: Done) -> None:
    real = Path(done.real)
    try:
        for folder in _missing_folders(real.parent):
            folder.mkdir(exist_ok=True)
        _put(real, edit.form, edit.before, edit.after)
        if edit.executable and edit.before is None:
            real.chmod(EXECUTABLE)
    except OSError as error:
        raise _failure(error, edit.path) from error


def _before_us(edit: Edit) -> bytes | None:
    """The file without what an earlier installation put into it, which the ledger does not know any more."""
    if edit.before is None or not (edit.form is Form.WHOLE or has_ours(edit.before)):
        return edit.before
    try:
        return take_out(edit.form, edit.before)
    except Refused:
        return edit.before


def _put(real: Path, form: Form, before: bytes | None, after: bytes | None) -> None:
    """Exchange the bytes of a file in one step, unless somebody else was quicker."""
    if before is not None and not real.stat().st_mode & stat.S_IWUSR:
        raise OSError(errno.EROFS, "is read-only", str(real))
    with locked(real) if form is Form.GIT_CONFIG else contextlib.nullcontext():
        if _read(real) != before:
            raise UserError(f"{real} changed meanwhile and was left alone; run this again")
        if after is None:
            real.unlink(missing_ok=True)
        else:
            replace(real, after)


def _read(real: Path) -> bytes | None:
    try:
        return read_limited(real, FILE_BYTES)
    except FileNotFoundError:
        return None
    except NotReadable as error:
        raise UserError(f"{real} {error} and was left alone") from error


def _missing_folders(folder: Path) -> list[Path]:
    """The outermost first."""
    return [path for path in (folder, *folder.parents) if not path.exists()][::-1]


def _remove_folders(folders: Sequence[str]) -> None:
    """Folders that were made for us go when nothing else is in them."""
    with contextlib.suppress(OSError):
        for folder in reversed(folders):
            Path(folder).rmdir()


def _failure(error: OSError, path: str) -> UserError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(f"{path} was left as it was: the disk is full or the quota is used up; free some space")
    if error.errno == errno.EEXIST and str(error.filename).endswith(".lock"):
        return UserError(f"{path} was left as it was: git is writing it; run this again ({error.filename} is there)")
    real = os.path.realpath(path)
    leads = f" (it leads to {real})" if real != path else ""
    what = "is read-only" if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) else f"({error.strerror})"
    return UserError(f"{path}{leads} was left as it was: it {what}; make it writable, or edit it by hand")
