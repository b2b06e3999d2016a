"""What git does beside us: HEAD, the index, references, ignore files, and whether it is in the middle of something.

Watches the git directories shallowly, never objects, and compares stamps; reads nothing but HEAD and the reference
that it names. A linked work tree has a directory of its own beside the common one. Invariants: takes no lock; what
may not be looked at has not moved.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from dataclasses import dataclass

from mementod.vcs.git import raw, text
from mementod.vcs.git_states import BUSY
from mementod.watcher.git_files import Stamp, listed, place_of, read, stamp
from mementod.watcher.notices import NO_WATCH, Notices

FOLDERS_CAP = 500  # of references; what lies in more is looked at when something else happens
_BUSY = tuple(name.encode() for name in BUSY)
_TOLD = frozenset((*_BUSY, b"HEAD", b"index", b"packed-refs", b"refs", b"reftable", b"info", b"config", b"objects"))
_PROBE = b"mementod-probe"


@dataclass(frozen=True, slots=True)
class Moves:
    """What became another since the look before."""

    head: bool = False
    index: bool = False
    refs: bool = False
    ignores: bool = False

    def __or__(self, other: Moves) -> Moves:
        return Moves(
            self.head or other.head,
            self.index or other.index,
            self.refs or other.refs,
            self.ignores or other.ignores,
        )


@dataclass(frozen=True, slots=True)
class _Seen:
    """One look. `branch` is the reference that HEAD names, `tip` what both say."""

    branch: bytes = b""
    tip: bytes = b""
    index: Stamp | None = None
    refs: tuple[tuple[bytes, Stamp | None], ...] = ()
    rules: tuple[Stamp | None, ...] = ()


class GitState:
    """One work tree's git directories. `dirty`: something in them may have changed since the last look.

    `locked`: a lock came or went since somebody last cleared it. `problem`: why nothing is known of it now, or empty.
    """

    def __init__(self, git_dir: str, common_dir: str, excludes: str | None, notices: Notices) -> None:
        self.own, self._common = raw(git_dir), raw(common_dir)
        self._excludes = raw(excludes) if excludes else b""
        self._notices = notices
        self._watches: dict[bytes, int] = {}
        self._place: tuple[int, int] | None = None
        self._seen = _Seen()
        self.dirty = self.locked = self.heard = False
        self.problem = ""
        self.look()

    def notice(self, key: bytes, name: bytes, hint: int) -> None:
        """A hint from one of our folders; see `notices.Sink`."""
        main = key in (self.own, self._common)
        self.heard |= main and name == _PROBE
        self.locked |= main and name in _BUSY
        if (not main and not name.endswith(b".lock")) or not name or name in _TOLD:
            self.dirty = True

    def busy(self) -> bool:
        """Whether git holds a lock or is in the middle of a rebase, merge or the like."""
        return not self.problem and any(os.path.lexists(self.own + b"/" + name) for name in _BUSY)

    def look(self) -> Moves:
        """Compare with the look before; where there is none, or nobody may look, nothing moves."""
        self.dirty, old = False, self._seen
        try:
            if self._find():
                self.problem, self._seen = "", self._look()
        except OSError as error:
            place = error.filename if os.access(self.own, os.R_OK | os.X_OK) else self.own
            self.problem = f"{_name(place)} cannot be looked at: {error.strerror}"
        return _moves(old, self._seen)

    def _find(self) -> bool:
        """Whether it is there; another one than before has none of our watches."""
        place = place_of(self.own)
        if place != self._place:
            self.close()
            self._place = place
        if place is None:
            self.problem = f"{text(self.own)} is gone: files are watched, ignore rules and branches are not known"
        return place is not None

    def exclude(self, excludes: str | None) -> None:
        """The user's ignore file may be another one now."""
        self._excludes = raw(excludes) if excludes else b""
        with contextlib.suppress(OSError):  # the next look says why
            self._seen = dataclasses.replace(self._seen, rules=self._rules())

    def look_out(self) -> None:
        """Look where no notice comes from: at the user's ignore file, and at folders without a watch."""
        self.dirty |= self._is_known_again() if self.problem else self._is_other()

    def _is_known_again(self) -> bool:
        try:
            return self._find() and bool(self._look())
        except OSError:
            return False

    def _is_other(self) -> bool:
        unwatched = not self._watches or NO_WATCH in self._watches.values()
        try:
            return unwatched or place_of(self.own) != self._place or self._rules() != self._seen.rules
        except OSError:
            return True

    def probe(self) -> bool:
        """Touch a file of our own, to be `heard` of; whether that was possible."""
        path, self.heard = self.own + b"/" + _PROBE, False
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
            os.unlink(path)  # noqa: PTH108 (bytes)
        except OSError:  # somebody else's repository
            return False
        return self._watches.get(self.own, NO_WATCH) != NO_WATCH

    def rewatch(self, notices: Notices) -> None:
        """The notices are new ones and know of no watch."""
        self._notices = notices
        self._watches.clear()
        self.dirty = self.locked = True

    def close(self) -> None:
        for path, watch in self._watches.items():
            self._notices.release(self, path, watch)
        self._watches.clear()

    def _look(self) -> _Seen:
        """Watches first, then looks. Nobody can judge by a history whose objects may not be read."""
        os.scandir(self._common + b"/objects").close()
        for path in {self.own, self._common, self._common + b"/info", self._common + b"/reftable"}:
            self._watch(path)
        refs = self._refs()
        branch = read(self.own + b"/HEAD").strip()
        if branch.startswith(b"ref: "):
            branch = branch[5:]
        return _Seen(branch, self._tip(branch), stamp(self.own + b"/index"), refs, self._rules())

    def _rules(self) -> tuple[Stamp | None, ...]:
        own = (self._common + b"/" + name for name in (b"info/exclude", b"config"))
        return (*map(stamp, own), _users(self._excludes))

    def _tip(self, branch: bytes) -> bytes:
        """What the branch points to; with references in tables: which tables there are."""
        tables = read(self._common + b"/reftable/tables.list")
        loose = read(self._common + b"/" + branch) if branch.startswith(b"refs/") else branch
        if tables or loose:
            return tables or loose.strip()
        packed = b"\n" + read(self._common + b"/packed-refs")
        at = packed.find(b" " + branch + b"\n")
        return packed[packed.rfind(b"\n", 0, at) + 1 : at] if at > 0 else b""

    def _refs(self) -> tuple[tuple[bytes, Stamp | None], ...]:
        """The stamp of every loose reference, and of what holds the others."""
        found: list[tuple[bytes, Stamp | None]] = [
            (name, stamp(self._common + b"/" + name)) for name in (b"packed-refs", b"reftable/tables.list")
        ]
        folders = [b"refs"]
        for at in folders:
            self._watch(self._common + b"/" + at)
            for name, is_folder in listed(self._common + b"/" + at):
                if not is_folder:
                    found.append((at + b"/" + name, stamp(self._common + b"/" + at + b"/" + name)))
                elif len(folders) < FOLDERS_CAP:
                    folders.append(at + b"/" + name)
        return tuple(sorted(found, key=lambda ref: ref[0]))

    def _watch(self, path: bytes) -> None:
        watch = self._notices.watch(self, path, path, True, self._watches.get(path, NO_WATCH))
        if watch != NO_WATCH or place_of(path):
            self._watches[path] = watch
        else:
            self._watches.pop(path, None)


def _users(path: bytes) -> Stamp | None:
    """Of the user's own file, which git does without as well."""
    try:
        return stamp(path, follow=True)
    except OSError:
        return None


def _moves(old: _Seen, new: _Seen) -> Moves:
    others = (tuple(ref for ref in seen.refs if ref[0] != new.branch) for seen in (old, new))
    head = (new.branch, new.tip) != (old.branch, old.tip)
    return Moves(head, new.index != old.index, len(set(others)) > 1, new.rules != old.rules)


def _name(path: object) -> str:
    return text(path) if isinstance(path, bytes) else str(path)
