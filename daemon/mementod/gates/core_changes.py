"""Which files differ from what git holds, by their content.

Not asked of git: to tell, it would run the filters that a repository names. A file whose attributes ask for one differs
only when it is gone. Where nobody may look nothing has changed, and what a sparse checkout leaves out is not gone.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from mementod.gates.gate_place import Place
from mementod.gates.gate_policy import read_rules
from mementod.judging.disk import Disk
from mementod.paths import Paths
from mementod.vcs.git import Git, raw, text
from mementod.vcs.objects import Objects

CORE_CAP = 2_000  # files of one repository that are compared
_ALGORITHM = {20: "sha1", 32: "sha256"}
_FILTERS = ("filter", "working-tree-encoding", "ident")
_NO_FILTER = frozenset((b"unspecified", b"unset"))


def changed_core(place: Place, paths: Paths, since: float = 0.0) -> list[str]:
    """The core files that differ from HEAD, and changed since then (seconds of the clock of files).

    Raises GitError, UserError.
    """
    with Objects(place.git, place.oid_bytes) as objects:
        names = [text(name) for name in place.git.fields("ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD")]
        core = read_rules(place.root, objects, paths, names).core(names)[:CORE_CAP]
        recent = [name for name in core if changed_at(place.root / name) >= since]
        return changed(place.git, objects, recent)


def changed(git: Git, objects: Objects, names: Iterable[str]) -> list[str]:
    """Those files that differ from HEAD; a new one does not."""
    disk, gone, other = Disk(git.root), list[str](), list[str]()
    for name in names:
        held = objects.lookup("HEAD", name)
        if held is None or held.is_dir or held.is_module:
            continue
        if not disk.there(name):
            gone.append(name)
        elif not is_same(git.root, name, held.oid):
            other.append(name)
    return [*_without(gone, _left_out(git, gone)), *_without(other, filtered(git, other))]


def is_same(root: Path, name: str, oid: str) -> bool:
    """Whether a file holds what a blob does, with whatever line ends; also where nobody can look."""
    data = _content(root, name)
    if data is None:
        return True
    from mementod.judging.contents import blob_id  # with the cache and all, and hooks compare few files or none

    algorithm = _ALGORITHM[len(oid) // 2]
    return any(blob_id(each, algorithm) == oid for each in dict.fromkeys((data, data.replace(b"\r\n", b"\n"))))


def filtered(git: Git, names: Sequence[str]) -> frozenset[str]:
    """Those of which git would store something else than what is on disk."""
    if not names:
        return frozenset()
    data = b"".join(raw(name) + b"\0" for name in names)
    fields = git.run("check-attr", "-z", "--stdin", *_FILTERS, data=data).split(b"\0")[:-1]
    rows = zip(fields[::3], fields[2::3], strict=True)
    return frozenset(text(name) for name, value in rows if value not in _NO_FILTER)


def changed_at(file: Path) -> float:
    """By the time that no program can set; for a file that is gone by that of its folder, else for ever."""
    for path in (file, file.parent):
        try:
            return path.lstat().st_ctime
        except FileNotFoundError:
            continue
        except OSError:
            return 0.0
    return float("inf")


def _content(root: Path, name: str) -> bytes | None:
    path = os.path.join(os.fsencode(root), raw(name))  # noqa: PTH118 (bytes)
    try:
        if stat.S_ISLNK(os.lstat(path).st_mode):
            return os.readlink(path)  # noqa: PTH115 (bytes)
    except OSError:
        return None
    return Disk(root).read(name)


def _left_out(git: Git, names: Sequence[str]) -> frozenset[str]:
    if not names:
        return frozenset()
    rows = git.fields("ls-files", "-z", "-t", "--full-name", "--", *(f":(top,literal){name}" for name in names))
    return frozenset(text(row[2:]) for row in rows if row[:2] == b"S ")


def _without(names: Iterable[str], others: frozenset[str]) -> list[str]:
    return [name for name in names if name not in others]
