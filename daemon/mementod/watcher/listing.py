"""The names in a folder, and which of them count."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Mapping

from mementod.watcher.rules import Rules
from mementod.watcher.table import DIR, Folder, join, kind, stamp

ABSENT = (FileNotFoundError, NotADirectoryError)


def folder(path: bytes, is_root: bool) -> os.stat_result | None:
    """About a folder, None where there is none; a root may be a link to one. Raises OSError."""
    try:
        about = os.stat(path, follow_symlinks=is_root)  # noqa: PTH116 (bytes)
    except ABSENT:
        return None
    return about if stat.S_ISDIR(about.st_mode) else None


def held(rules: Rules, at: bytes, path: bytes, folder: Folder) -> dict[bytes, os.stat_result]:
    """The names in a folder, ignored ones too unless it is ignored as a whole. Raises OSError."""
    return forced(rules, at, path) if folder.sparse else entries(path)


def entries(path: bytes) -> dict[bytes, os.stat_result]:
    """All names in a folder but git's own; one that vanishes meanwhile is not there. Raises OSError."""
    found = {}
    with os.scandir(path) as listed:
        for entry in listed:
            if entry.name != b".git":
                with contextlib.suppress(*ABSENT):
                    found[entry.name] = entry.stat(follow_symlinks=False)
    return found


def forced(rules: Rules, at: bytes, path: bytes) -> dict[bytes, os.stat_result]:
    """The names in an ignored folder that count all the same, however many others there are. Raises OSError."""
    found = {}
    for name in rules.forced(at):
        with contextlib.suppress(*ABSENT):
            found[name] = os.lstat(join(path, name))
    return found


def counting(rules: Rules, at: bytes, folder: Folder, found: Mapping[bytes, os.stat_result]) -> dict[bytes, bytes]:
    """Of all names in a folder those that count, with their stamps."""
    wanted = sift(rules, at, folder, folders(found), whole=True)
    now = time.time_ns()
    return {name: stamp(about, now) for name, about in found.items() if name in wanted}


def folders(found: Mapping[bytes, os.stat_result]) -> dict[bytes, bool]:
    """Whether each name is that of a folder."""
    return {name: stat.S_ISDIR(about.st_mode) for name, about in found.items()}


def sift(rules: Rules, at: bytes, folder: Folder, names: Mapping[bytes, bool], whole: bool) -> set[bytes]:
    """Which of these names (True: a folder) count; git is asked about those that are new. `whole`: they are all.

    Keeps the answers in `folder.ignored`.
    """
    wanted = set(rules.forced(at)) & names.keys()
    if folder.sparse:
        return wanted
    current = folder.rules == rules.version
    ignored = folder.ignored if current else frozenset()
    new = [name for name, is_dir in names.items() if not (current and _known(folder, name, is_dir))]
    if new:
        ignored |= {_key(name, names[name]) for name in rules.ignored(at, new)}
    if whole and ignored:
        ignored &= {_key(name, is_dir) for name, is_dir in names.items()}
    if whole or current:
        folder.ignored, folder.rules = ignored, rules.version
    if not ignored:
        return set(names)
    return wanted | {name for name, is_dir in names.items() if _key(name, is_dir) not in ignored}


def _key(name: bytes, is_dir: bool) -> bytes:
    return name + b"/" if is_dir else name


def _known(folder: Folder, name: bytes, is_dir: bool) -> bool:
    """Whether git was asked about it already."""
    old = folder.names.get(name)
    if old is not None:
        return (kind(old) == DIR) == is_dir
    return _key(name, is_dir) in folder.ignored
