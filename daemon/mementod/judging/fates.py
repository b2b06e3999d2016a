"""What became of a path: the commit that took it away, and where its content is now.

Renames come from git where git saw one; beyond that from equal blobs, from a long common tail of the path, from a
changed ending, and from a folder that became one module. Immutable evidence is kept in the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter

from mementod.judging.contents import Contents
from mementod.judging.guesses import TELLING_CHARS, Guesses
from mementod.judging.renames import Origins, Renames
from mementod.judging.snapshot import Snapshot
from mementod.judging.then import Then
from mementod.judging.votes import elected
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from mementod_parsers.code.languages import is_test
from mementod_parsers.judging.judge_paths import moved_or_renamed
from mementod_parsers.model import Verdict
from mementod_parsers.resolve import base_name, folder
from mementod_parsers.word_lists import word_list, words
from mementod_parsers.world import LIKELY, Fate, Moment

CHAIN_CAP = 20  # renamings of one file that are followed
FOLDER_SAMPLE = 60  # files of a folder whose fates tell the folder's
PASSING_FILES = 300  # ever held by a folder that may be emptied as a habit: its whole past is read
PASSING_TIMES = 3  # it was emptied: of two one may have been taken back
_EVERYWHERE = words("index __init__ mod main readme package types utils")  # what folders hold whatever they are for
_MODULE_ENDINGS = word_list(".py .ts .tsx .js .go .rs .rb .java .kt .php .cs .swift .vue .md")


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
        self._objects, self._history, self._now = objects, history, now
        self.renames = Renames(git, objects, cache)
        self._guesses = Guesses(objects, now, contents, Origins(self.renames, objects, history, now, contents))
        self._known: dict[tuple[str, str], Fate] = {}

    def fate(self, path: str, moment: Moment) -> Fate:
        """What became of a path that the moment's commit held."""
        key = (path, moment.commit)
        if key not in self._known:
            kind = moment.tree.kind(path)
            self._known[key] = self._folder(path, moment) if kind == "dir" else self._file_or_beside(path, moment)
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

    def _file_or_beside(self, path: str, moment: Moment) -> Fate:
        """What became of a file; if nothing is known, whether its moved folder holds one of its name."""
        fate, home = self._file(path, moment), folder(path)
        if fate.target or not home or self._now.kind(home):
            return fate
        moved = self.fate(home, moment).target
        target = self._guesses.other_ending(path, moved, moment) if moved and self._now.kind(moved) == "dir" else None
        if target is None:
            return fate
        target = self._guesses.living(path, target, moment)
        evidence = f"{fate.evidence}, rewritten where its folder went"
        return replace(fate, verdict=moved_or_renamed(path, target), target=target, evidence=evidence)

    def _file(self, path: str, moment: Moment) -> Fate:
        removal = self.removal(path)
        if removal.commit is None:
            return self._uncommitted(path, removal, moment)
        target, chain, last = self._follow(path, removal)
        if target is None and last != path and self.in_tip(last):  # renamed by a commit, and what it became went since
            return replace(self._uncommitted(last, self.removal(last), self._of_tip(moment)), last=last)
        if target:
            target = self._guesses.living(path, target, moment)
            verdict = moved_or_renamed(path, target)
            return Fate(verdict, target, f"{verdict} in {self.name(chain[0])}", chain[0])
        ends = dict.fromkeys(((path, removal.blob), (last, self.removal(last).blob)))  # most often one
        guess = next(filter(None, (self._guesses.of(*end, moment) for end in ends)), None)
        if guess := guess or self._came_with(path, removal, moment):
            guess = self._guesses.living(path, guess, moment)
            verdict = moved_or_renamed(path, guess)
            evidence = f"removed in {self.name(removal.commit)}, its content is now there"
            return Fate(verdict, guess, evidence, removal.commit)
        if likely := next(filter(None, (self._guesses.likely(*end, moment) for end in ends)), None):
            verdict = moved_or_renamed(path, likely)
            return Fate(verdict, likely, f"{LIKELY}{verdict} in {self.name(removal.commit)}", removal.commit)
        if len(chain) > 1:
            evidence = f"renamed in {self.name(chain[0])}, deleted in {self.name(chain[-1])}"
            return Fate(Verdict.DELETED, None, evidence, chain[-1])
        return Fate(Verdict.DELETED, None, f"deleted in {self.name(removal.commit)}", removal.commit)

    def _came_with(self, path: str, removal: Removal, moment: Moment) -> str | None:
        """A file of that name that the commit which took this one away brought: moved and rewritten in one step."""
        new = self._guesses.new_names(base_name(path), path, moment)
        came = [p for p in new if (c := self._history.changes(p)) and c[0].commit == removal.commit]
        return self._guesses.namesake(path, removal.blob, came, moment)

    def file_now(self, path: str) -> str | None:
        """Where git's renamings lead from a path that is gone; the path itself while it is there."""
        return path if self._now.kind(path) else self._follow(path, self.removal(path))[0]

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
            successor = self.renames.of(removal.commit).get(here)
            if successor is None or successor in seen:
                break
            if self._now.kind(successor):
                return successor, chain, successor
            seen.add(successor)
            here, removal = successor, self.removal(successor)
        return None, chain, here

    def _uncommitted(self, path: str, removal: Removal, moment: Moment) -> Fate:
        sure = self._guesses.of(path, removal.blob, moment)
        target = sure or self._guesses.likely(path, removal.blob, moment)
        verdict = moved_or_renamed(path, target) if target else Verdict.DELETED
        word = f"{LIKELY}{verdict}" if target and not sure else verdict
        return Fate(verdict, target, f"{word}, not committed yet" if self.in_tip(path) else f"{word} by a merge")

    def _of_tip(self, moment: Moment) -> Moment:
        """The last commit, to which a change that is not committed yet is compared."""
        tip = self._history.tip or moment.commit
        return replace(moment, commit=tip, tree=Then(tip, self._objects, self._history))

    def in_tip(self, path: str) -> bool:
        """Whether the last commit still holds a path, so that no commit took it away."""
        return self._objects.lookup(self._history.tip or "", path) is not None

    # folders

    def _folder(self, path: str, moment: Moment) -> Fate:
        held = [p for p in self._history.under(path, 5000) if moment.tree.kind(p) == "file"]
        step = max(1, len(held) // FOLDER_SAMPLE)
        sample = held[::step][:FOLDER_SAMPLE]
        fates = [(p, self._file(p, moment)) for p in sample]
        target = self._module(path, moment) or elected(path, fates)
        target = target or self._guesses.numbered(path, moment) or self._namesake(path, moment)
        commits = [f.commit for _, f in fates if f.commit]
        own = self._history.changes(path)  # of a submodule
        commits += [own[-1].commit] if own and own[-1].status == "D" else []
        last = min(commits, key=lambda c: self._history.position(c) or 0) if commits else None
        open_ = last is None and any(self.in_tip(self._follow(p, self.removal(p))[2]) for p in (path, *sample))
        when = self.name(last) if last else "a change not committed yet" if open_ else "a merge"
        if target and self._now.kind(target):
            verdict = moved_or_renamed(path, target)
            return Fate(verdict, target, f"{verdict} in {when}", last)
        return Fate(Verdict.DELETED, None, f"its last file was removed in {when}", last, passing=self._is_passing(path))

    def _is_passing(self, path: str) -> bool:
        """Whether a folder is emptied as a habit: it was, and was filled again, more than once."""
        files = self._history.under(path, PASSING_FILES + 1)
        if len(files) > PASSING_FILES:
            return False
        changes = [(c.position, file, c.status) for file in files for c in self._history.changes(file)]
        held: set[str] = set()
        emptied = 0
        for _, of_one in groupby(sorted(changes, reverse=True), key=itemgetter(0)):
            before = bool(held)
            for _, file, status in of_one:
                (held.discard if status == "D" else held.add)(file)
            emptied += before and not held
        return emptied >= PASSING_TIMES

    def _namesake(self, path: str, moment: Moment) -> str | None:
        """The only folder of that name that came since, though its files were rewritten on the way.

        It holds something that goes by a name of then: two folders of skills may have nothing else in common.
        """
        new = [p for p in self._now.named(base_name(path)) if p in self._now.dirs and moment.tree.kind(p) is None]
        new = [p for p in new if is_test(p) == is_test(path)]
        if len(new) != 1 or len(base_name(path)) < TELLING_CHARS:
            return None
        then = {_first_name(path, held) for held in self._history.under(path, 5000) if moment.tree.kind(held) == "file"}
        now = {_first_name(new[0], held) for held in self._now.files if held.startswith(f"{new[0]}/")}
        return new[0] if (then & now) - _EVERYWHERE else None

    def _module(self, path: str, moment: Moment) -> str | None:
        """A folder that was flattened into one module of its name."""
        found = [
            path + e for e in _MODULE_ENDINGS if path + e in self._now.files and moment.tree.kind(path + e) is None
        ]
        return found[0] if len(found) == 1 else None


def _first_name(path: str, held: str) -> str:
    """What stands directly in the folder `path`, without its ending, of a file below it."""
    return held[len(path) + 1 :].partition("/")[0].lstrip(".").partition(".")[0].lower()
