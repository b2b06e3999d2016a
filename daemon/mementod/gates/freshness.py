"""When an entry is new: what the progress file said when a core file was last committed.

A thin edge over git. The same entry therefore covers every edit of a file until the file is committed, and none
after that. Raises GitError, which the gates turn into permission.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from mementod.vcs.git import Git, GitError, text
from mementod.vcs.objects import Objects
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry, SymbolsOf, covers, is_renamed
from mementod_parsers.progress.progress_lines import decode

HISTORY_LIMIT_S = 3.0  # to find the last commits of the files asked about; longer, and the gate lets them pass
COMMIT_MARK = b"\x01"
CHUNK_BYTES = 1 << 16


class Past:
    """The progress file as of the last commit of each core file, in the history of `base` (HEAD, or what it amends).

    `earlier_text` gives a copy of a progress file that git does not hold, from before a commit.
    """

    def __init__(
        self, git: Git, objects: Objects, progress: str, base: str, earlier_text: Callable[[str], str | None]
    ) -> None:
        self._git, self._objects, self._progress, self._base = git, objects, progress, base
        self._earlier_text = earlier_text
        self._commits: dict[str, str | None] = {}
        self._parsed: dict[str, tuple[Entry, ...]] = {}

    def parse(self, text: str) -> tuple[Entry, ...]:
        """The entries of a text; that of a commit is most often that on disk."""
        if text not in self._parsed:
            self._parsed[text] = parse_progress(text)
        return self._parsed[text]

    def prepare(self, paths: Iterable[str]) -> None:
        """Find the last commits of several files in one pass over history."""
        wanted = [path for path in paths if path not in self._commits]
        if wanted:
            self._commits |= dict.fromkeys(wanted) | last_commits(self._git, self._base, wanted)

    def is_fresh(self, entry: Entry, path: str, symbols_of: SymbolsOf, kept: Collection[tuple[object, ...]]) -> bool:
        """Whether no entry of that time covers the file with the same words, or did until other names were put in.

        `kept`: the keys of all entries of now. One that is not among them was rewritten, as after a renaming.
        """
        earlier = self.entries(path)
        same = [e for e in earlier if e.words == entry.words]
        if same:
            return not any(e.key not in kept or covers(e, path, symbols_of) for e in same)
        left = (e for e in earlier if e.key not in kept and is_renamed(e, entry))
        return not any(_lost(e, entry, path, symbols_of) for e in left)

    def entries(self, path: str) -> tuple[Entry, ...]:
        """The entries as of the last commit of a core file."""
        self.prepare((path,))
        commit = self._commits[path]
        if commit is None:
            return ()
        held = self._at(commit)
        return self.parse(self._earlier_text(commit) or "") if held is None else held

    def committed(self) -> tuple[Entry, ...]:
        """The entries as of `base` itself."""
        return self._at(self._base) or ()

    def _at(self, commit: str) -> tuple[Entry, ...] | None:
        """The entries in one commit; None where it has no progress file."""
        held = self._objects.lookup(commit, self._progress)
        if held is None:
            return None
        data = self._objects.blob(held.oid)
        return self.parse((decode(data) if data else None) or "")


def _lost(old: Entry, new: Entry, path: str, symbols_of: SymbolsOf) -> bool:
    """Whether the symbols that the older entry named alone are gone: the other one follows a renaming, no new work."""
    gone = tuple(name for name in old.symbols if name not in new.symbols)
    return not gone or not covers(replace(old, files=(), symbols=gone), path, symbols_of)


def last_commits(git: Git, base: str, paths: Iterable[str]) -> dict[str, str]:
    """Path -> the last commit before or at `base` that changed it; nothing for a path that no commit changed."""
    wanted = set(paths)
    found: dict[str, str] = {}
    with git.limited(
        HISTORY_LIMIT_S, "log", "-z", "--format=%x01%H", "--name-only", "--no-renames", "-c", "--no-ext-diff",
        "--no-textconv", "--no-color", "--no-notes", "--no-relative", base, "--",
        *(f":(top,literal){path}" for path in sorted(wanted)),
    ) as child:  # fmt: skip
        assert child.stdout is not None
        commit, rest = "", b""
        while wanted - found.keys() and (chunk := os.read(child.stdout.fileno(), CHUNK_BYTES)):
            *fields, rest = (rest + chunk).split(b"\0")
            for field in fields:
                commit = _take(field.lstrip(b"\n"), commit, wanted, found)
        if wanted - found.keys():
            _take(rest.lstrip(b"\n"), commit, wanted, found)
            if child.wait() < 0:
                raise GitError(f"git log gave no answer within {HISTORY_LIMIT_S:.0f} s")
    return found


def _take(field: bytes, commit: str, wanted: set[str], found: dict[str, str]) -> str:
    """One field of the log: a commit, or a file that it changed. Returns the commit that is being read."""
    if field[:1] == COMMIT_MARK:
        return field[1:].decode("ascii", "replace").strip()
    path = text(field)
    if path in wanted:
        found.setdefault(path, commit)
    return commit
