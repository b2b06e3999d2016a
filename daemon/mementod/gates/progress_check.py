"""Where the progress file and the code disagree: entries about files that are not there, and work it does not know.

Findings are for people; none is certain enough to stop a commit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mementod.gates.core_changes import changed, changed_core
from mementod.gates.freshness import last_commits
from mementod.gates.gate_place import find_place
from mementod.gates.gates import Gates
from mementod.paths import Paths
from mementod.vcs.git import Git, text
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Lack
from mementod_parsers.progress.progress_entry import Entry, Status
from mementod_parsers.progress.progress_names import has_extension, means

_LETTER = r"[^\s/~$<>{}*?|:\"'%]"
_FILE = re.compile(rf"(?!.*(?:\.\.|…)){_LETTER}(?:/|{_LETTER})*/(?!\.){_LETTER}+")


class Problem(StrEnum):
    """What is wrong."""

    NOT_THERE = "not-there"  # all files that an entry names are in no folder and in no commit
    BEHIND = "behind"  # said to be under way, and committed
    UNCOVERED = "uncovered"  # a core file that is being changed without an entry


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One finding; `line` is that of the entry, 0 without one."""

    problem: Problem
    line: int
    path: str
    says: str


def disagreements(git: Git, paths: Paths, entries: Sequence[Entry], committed: Sequence[Entry]) -> list[Disagreement]:
    """All findings in the order of the file. `committed` are the entries of the progress file in HEAD."""
    listing = [text(field) for field in git.fields("ls-files", "-z", "--full-name", "--", ":/")]
    others = git.fields("ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/")
    everywhere = [*listing, *map(text, others)]
    found = [*_not_there(git, entries, everywhere), *_behind(git, entries, committed, listing)]
    return [*sorted(found, key=lambda each: each.line), *_uncovered(git, paths)]


def _not_there(git: Git, entries: Sequence[Entry], listing: Sequence[str]) -> Iterator[Disagreement]:
    """Only names that are surely files, in a folder that is there; and only where no name of the entry is right."""
    known, joined = frozenset(listing), "\n".join(listing)

    def is_there(name: str) -> bool:
        return name in known or (_may_be(name, joined) and any(means(name, path) for path in listing))

    sure = {e: name for e in entries if (name := _sure(e)) and not any(map(is_there, e.files))}
    once = last_commits(git, "HEAD", sure.values()) if sure else {}
    folders = {path.partition("/")[0] for path in listing if "/" in path}
    for entry, name in sure.items():
        if name in once and entry.status is Status.OPEN:
            says = f"removed in {once[name][:7]}, and the entry is still open"
            yield Disagreement(Problem.NOT_THERE, entry.first, name, says)
        elif name not in once and entry.status is not Status.OPEN and name.partition("/")[0] in folders:
            says = "no such file, now or in any commit"  # an open entry may be about one that is still to be made
            yield Disagreement(Problem.NOT_THERE, entry.first, name, says)


def _may_be(name: str, joined: str) -> bool:
    """Whether some path of all may be meant: to hold every name against every file would take seconds."""
    plain = name.isascii() and not name.startswith("/") and not any(c in name for c in "*?{")
    return not plain or name.strip("/") in joined


def _sure(entry: Entry) -> str:
    """A name that is surely that of a file: no command line, no path of another disk, no `.ts/.tsx`."""
    return next((name for name in entry.files if _FILE.fullmatch(name) and has_extension(name)), "")


def _behind(
    git: Git, entries: Sequence[Entry], committed: Sequence[Entry], listing: Sequence[str]
) -> Iterator[Disagreement]:
    """Entries that say they are under way although they were committed together with, or before, all their files."""
    known = {entry.key for entry in committed}
    tracked = frozenset(listing)
    under_way = [e for e in entries if e.status is Status.OPEN and e.key in known and tracked.intersection(e.files)]
    uncommitted = _uncommitted(git, {name for entry in under_way for name in entry.files if name in tracked})
    for entry in under_way:
        files = [name for name in entry.files if name in tracked]
        if files and not uncommitted.intersection(files):
            says = "said to be under way, and nothing of it is uncommitted: mark it done, or say what is left"
            yield Disagreement(Problem.BEHIND, entry.first, files[0], says)


def _uncommitted(git: Git, names: Collection[str]) -> frozenset[str]:
    place = find_place(git.root) if names else None
    if place is None:
        return frozenset()
    with Objects(git, place.oid_bytes) as objects:
        return frozenset(changed(git, objects, names))


def _uncovered(git: Git, paths: Paths) -> Iterator[Disagreement]:
    says = "a core file, changed without a new entry"
    place = find_place(git.root)
    names = changed_core(place, paths) if place else []
    decision = Gates(paths).edit([git.root / name for name in names])
    for missing in decision.missing:
        if missing.lack is not Lack.NO_FILE:
            yield Disagreement(Problem.UNCOVERED, missing.line, missing.path, says)
