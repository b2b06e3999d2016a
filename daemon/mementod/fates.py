"""What became of a path: the commit that took it away, and where its content is now.

Renames come from git where git saw one; beyond that from equal blobs, from a long common tail of the path, from a
changed ending, and from a folder that became one module. Immutable evidence is kept in the cache.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from mementod.cache import Cache
from mementod.git import Git, GitError, text
from mementod.history import History
from mementod.objects import Objects
from mementod.snapshot import Contents, Snapshot
from mementod_parsers.judge_paths import moved_or_renamed
from mementod_parsers.model import Verdict
from mementod_parsers.resolve import base_name, folder
from mementod_parsers.tokens import identifiers
from mementod_parsers.world import Fate, Moment

CHAIN_CAP = 20  # renamings of one file that are followed
FOLDER_SAMPLE = 60  # files of a folder whose fates tell the folder's
TELLING_CHARS = 6  # of a folder's name that hardly another would have
SIMILAR = 0.5  # shared identifiers of two files that are one rewritten
RENAME_LIMIT = 1500  # files of one commit that git compares by content
_EMPTY_BLOBS = frozenset(
    {
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
_LOCKS = (".lock", ".resolved", ".sum", ".snap", ".map", ".log", ".bak", ".orig", ".md")
_MODULE_ENDINGS = (
    ".py",
    ".ts",
    ".tsx",
    ".js",
    ".go",
    ".rs",
    ".rb",
    ".java",
    ".kt",
    ".php",
    ".cs",
    ".swift",
    ".vue",
    ".md",
)


@dataclass(frozen=True, slots=True)
class Removal:
    """The commit that took a path away; None: not committed, or only a merge did it."""

    commit: str | None
    position: int
    blob: str


class Fates:
    """Answers about paths of one snapshot."""

    def __init__(
        self, git: Git, objects: Objects, history: History, cache: Cache, now: Snapshot, contents: Contents
    ) -> None:
        self._git, self._objects, self._history = git, objects, history
        self._cache, self._now, self._contents = cache, now, contents
        self._known: dict[tuple[str, str], Fate] = {}

    def fate(self, path: str, moment: Moment) -> Fate:
        """What became of a path that the moment's commit held."""
        key = (path, moment.commit)
        if key not in self._known:
            kind = moment.tree.kind(path)
            self._known[key] = self._folder(path, moment) if kind == "dir" else self._file(path, moment)
        return self._known[key]

    def removed_before(self, path: str, moments: Sequence[Moment]) -> Fate | None:
        """The removal of a path that was gone before the first moment."""
        removals = [c for c in self._history.changes(path) if c.status == "D"]
        if not removals:
            return None
        last = removals[-1]
        return Fate(
            Verdict.DELETED,
            None,
            f"was removed in {self.name(last.commit)}, before this line was written",
            last.commit,
        )

    def name(self, commit: str) -> str:
        """A commit as people read it: `3f2a91c (2026-03-04)`."""
        time = self._history.date(commit)
        day = datetime.fromtimestamp(time, UTC).date().isoformat() if time is not None else "?"
        return f"{commit[:7]} ({day})"

    # files

    def _file(self, path: str, moment: Moment) -> Fate:
        removal = self.removal(path)
        if removal.commit is None:
            return self._uncommitted(path, removal, moment)
        target, chain, last = self._follow(path, removal)
        if target:
            verdict = moved_or_renamed(path, target)
            return Fate(verdict, target, f"{verdict} in {self.name(chain[0])}", chain[0])
        guess = self._guess(path, removal, moment) or self._guess(last, self.removal(last), moment)
        if guess:
            verdict = moved_or_renamed(path, guess)
            evidence = f"removed in {self.name(removal.commit)}, its content is now there"
            return Fate(verdict, guess, evidence, removal.commit)
        if len(chain) > 1:
            evidence = f"renamed in {self.name(chain[0])}, deleted in {self.name(chain[-1])}"
            return Fate(Verdict.DELETED, None, evidence, chain[-1])
        return Fate(Verdict.DELETED, None, f"deleted in {self.name(removal.commit)}", removal.commit)

    def removal(self, path: str) -> Removal:
        changes = self._history.changes(path)
        if changes and changes[-1].status == "D":
            return Removal(changes[-1].commit, changes[-1].position, changes[-1].blob)
        entry = self._objects.lookup(self._history.tip or "", path)
        return Removal(None, -1, entry.oid if entry else changes[-1].blob if changes else "")

    def _follow(self, path: str, removal: Removal) -> tuple[str | None, list[str], str]:
        """The chain of renamings that git saw, to a path of now or to its end; and the last path of it."""
        chain: list[str] = []
        here, seen = path, {path}
        while removal.commit and len(chain) < CHAIN_CAP:
            chain.append(removal.commit)
            successor = self.renames(removal.commit).get(here)
            if successor is None or successor in seen:
                break
            if self._now.kind(successor):
                return successor, chain, successor
            seen.add(successor)
            here, removal = successor, self.removal(successor)
        return None, chain, here

    def renames(self, commit: str) -> Mapping[str, str]:
        """Old to new path of every renaming in a commit."""
        found = self._cache.recall("renames", commit)
        if found is None:
            missing = self._objects.missing
            found = tuple(self._read_renames(commit))
            if self._objects.missing == missing:
                self._cache.remember("renames", commit, found)
        assert isinstance(found, tuple)
        return dict(found)

    def _read_renames(self, commit: str) -> list[tuple[str, str]]:
        base = ("diff-tree", "-r", "-z", "--no-commit-id", "--raw", "--no-ext-diff", "--no-textconv")
        try:
            fields = self._git.fields(*base, "-M45%", f"-l{RENAME_LIMIT}", "--diff-filter=R", commit)
        except GitError:  # a blob is missing: renamings without an edit are still visible in the trees
            return self._equal_blobs(commit, base)
        return [(text(old), text(new)) for _, old, new in zip(fields[::3], fields[1::3], fields[2::3], strict=False)]

    def _equal_blobs(self, commit: str, base: tuple[str, ...]) -> list[tuple[str, str]]:
        try:
            fields = self._git.fields(*base, "--no-renames", "--diff-filter=AD", commit)
        except GitError:
            return []
        rows = [(m.split(b" "), text(p)) for m, p in zip(fields[::2], fields[1::2], strict=False)]
        added = {m[3]: p for m, p in rows if m[4] == b"A" and m[3].decode() not in _EMPTY_BLOBS}
        return [(p, added[m[2]]) for m, p in rows if m[4] == b"D" and m[2] in added]

    def _uncommitted(self, path: str, removal: Removal, moment: Moment) -> Fate:
        target = self._guess(path, removal, moment)
        if target:
            verdict = moved_or_renamed(path, target)
            return Fate(verdict, target, f"{verdict}, not committed yet")
        in_tip = self._objects.lookup(self._history.tip or "", path) is not None
        return Fate(Verdict.DELETED, None, "deleted, not committed yet" if in_tip else "deleted by a merge")

    # without git's help

    def _guess(self, path: str, removal: Removal, moment: Moment) -> str | None:
        """Where the content is now, judged by equal content, then by the path, then by likeness."""
        return (
            self._same_content(path, removal.blob)
            or self._long_tail(path, moment)
            or self._other_ending(path, moment)
            or self._rewritten(path, removal.blob, moment)
        )

    @cached_property
    def _by_content(self) -> Mapping[str, tuple[str, ...]]:
        places: dict[str, list[str]] = {}
        for path, file in self._now.files.items():
            oid = file.oid
            if oid:
                places.setdefault(oid, []).append(path)
        return {oid: tuple(sorted(paths)) for oid, paths in places.items()}

    def _same_content(self, path: str, blob: str) -> str | None:
        if not blob or blob in _EMPTY_BLOBS:
            return None
        places = [p for p in self._by_content.get(blob, ()) if p != path]
        places += [
            p for p in self._now.named(base_name(path)) if p in self._untracked and self._contents.oid(p) == blob
        ]
        places += [p for p in self._untracked[:200] if p not in places and self._contents.oid(p) == blob]
        return places[0] if len(places) == 1 else None

    @cached_property
    def _untracked(self) -> list[str]:
        return sorted(p for p, f in self._now.files.items() if f.oid is None)

    def _long_tail(self, path: str, moment: Moment) -> str | None:
        """A file that came since, whose last two components or more are the same: `test/` became `tests/`."""
        parts, best = path.split("/"), []
        for other in self._new_names(base_name(path), path, moment):
            tail = _common_tail(parts, other.split("/"))
            if tail >= 2:
                best.append((-tail, other))
        best.sort()
        if not best or (len(best) > 1 and best[0][0] == best[1][0]):
            return None
        return best[0][1]

    def _new_names(self, base: str, path: str, moment: Moment) -> list[str]:
        """Files of that name that are there now and were not then."""
        return [p for p in self._now.named(base) if p != path and p in self._now.files and moment.tree.kind(p) is None]

    def _other_ending(self, path: str, moment: Moment) -> str | None:
        """`cli.ts` became `cli.json`; `admin.js` became the folder `admin/`."""
        stem = base_name(path).rpartition(".")[0]
        if not stem:
            return None
        prefix = folder(path) + "/" if folder(path) else ""
        found = [
            p
            for p in self._siblings(folder(path))
            if base_name(p).rpartition(".")[0] == stem and not p.endswith(_LOCKS) and moment.tree.kind(p) is None
        ]
        if len(found) == 1:
            return found[0]
        whole = prefix + stem
        return whole if self._now.kind(whole) == "dir" and moment.tree.kind(whole) is None else None

    def _siblings(self, parent: str) -> Sequence[str]:
        return self._children.get(parent, ())

    @cached_property
    def _children(self) -> Mapping[str, list[str]]:
        children: dict[str, list[str]] = {}
        for path in sorted(self._now.files):
            children.setdefault(folder(path), []).append(path)
        return children

    def _rewritten(self, path: str, blob: str, moment: Moment) -> str | None:
        """One new namesake, or one new neighbour, that shares most of its identifiers."""
        new = self._new_names(base_name(path), path, moment)
        if len(new) != 1 or not blob:
            return None
        old, data = self._objects.blob(blob), self._now.read(new[0])
        return new[0] if old and data and alike(old, data) >= SIMILAR else None

    # folders

    def _folder(self, path: str, moment: Moment) -> Fate:
        held = [p for p in self._history.under(path, 5000) if moment.tree.kind(p) == "file"]
        step = max(1, len(held) // FOLDER_SAMPLE)
        sample = held[::step][:FOLDER_SAMPLE]
        fates = [(p, self._file(p, moment)) for p in sample]
        target = self._module(path, moment) or _vote(path, fates) or self._namesake(path, moment)
        commits = [f.commit for _, f in fates if f.commit]
        own = self._history.changes(path)  # of a submodule
        commits += [own[-1].commit] if own and own[-1].status == "D" else []
        last = min(commits, key=lambda c: self._history.position(c) or 0) if commits else None
        when = self.name(last) if last else "a change not committed yet"
        if target and self._now.kind(target):
            verdict = moved_or_renamed(path, target)
            return Fate(verdict, target, f"{verdict} in {when}", last)
        return Fate(Verdict.DELETED, None, f"its last file was removed in {when}", last)

    def _namesake(self, path: str, moment: Moment) -> str | None:
        """The only folder of that name that came since, though its files were rewritten on the way."""
        new = [p for p in self._now.named(base_name(path)) if p in self._now.dirs and moment.tree.kind(p) is None]
        return new[0] if len(new) == 1 and len(base_name(path)) >= TELLING_CHARS else None

    def _module(self, path: str, moment: Moment) -> str | None:
        """A folder that was flattened into one module of its name."""
        found = [
            path + e for e in _MODULE_ENDINGS if path + e in self._now.files and moment.tree.kind(path + e) is None
        ]
        return found[0] if len(found) == 1 else None


def _vote(path: str, fates: Sequence[tuple[str, Fate]]) -> str | None:
    """Where most files of a folder went, if they went together."""
    votes: Counter[str] = Counter()
    for old, fate in fates:
        rest = old[len(path) + 1 :]
        if fate.target and ("/" + fate.target).endswith("/" + rest):
            votes[fate.target[: -len(rest) - 1]] += 1
        elif fate.target:
            votes[folder(fate.target)] += 1
    ranked = sorted(votes.items(), key=lambda v: (-v[1], v[0]))
    if not ranked or not ranked[0][0] or ranked[0][0] == path or ranked[0][1] * 2 < len(fates):
        return None
    moved = [fate.target for _, fate in fates if fate.target]
    # Flattened into the folder above: the one file that is left of it says more than that folder.
    return moved[0] if len(moved) == 1 and path.startswith(ranked[0][0] + "/") else ranked[0][0]


def alike(old: bytes, new: bytes) -> float:
    """Share of identifiers that two files have in common (Jaccard)."""
    a, b = identifiers(old), identifiers(new)
    return len(a & b) / len(a | b) if a and b else 0.0


def _common_tail(a: Sequence[str], b: Sequence[str]) -> int:
    n = 0
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        n += 1
    return n
