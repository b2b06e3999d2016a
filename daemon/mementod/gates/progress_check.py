"""Where the progress file and the code disagree: entries about files that are not there, and work it does not know.

Findings are for people; none is certain enough to stop a commit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mementod.gates.core_changes import changed, changed_core
from mementod.gates.gate_place import Places
from mementod.gates.gates import Gates
from mementod.gates.progress_file import committed
from mementod.gates.progress_since import Gone, Since, changes, gone, listed, meant, since_last_commit
from mementod.gates.uncovered import enrolled_at, uncovered_commits
from mementod.judging.note_names import TEXT_SUFFIXES
from mementod.judging.sources import source_of
from mementod.vcs.git import Git
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Lack
from mementod_parsers.model import Level, NoteReport
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry, Status
from mementod_parsers.progress.progress_names import has_extension

NAMED_CAP = 5  # files in one line
_LETTER = r"[^\s/~$<>{}*?|:\"'%]"
_FILE = re.compile(rf"(?!.*(?:\.\.|…)){_LETTER}(?:/|{_LETTER})*/(?!\.){_LETTER}+")
_TAKES_AWAY = re.compile(
    r"\b(?:remov|delet|drop|renam|mov(?:e|ed|ing)\b|replac|split|merg|gone\b|went away)"
    r"|[删刪]除?|移除|去掉|重命名|改名|迁移|遷移|替换|替換|拆分|合并",
    re.IGNORECASE,
)


class Problem(StrEnum):
    """What is wrong."""

    NOT_THERE = "not-there"  # all files that an entry names are in no folder and in no commit
    GONE = "gone"  # removed or renamed, and the entry does not know
    BEHIND = "behind"  # said to be under way, and committed
    UNCOVERED = "uncovered"  # a core file that is being changed without an entry
    TOUCHED = "touched"  # files that were changed after the progress file: to be looked at, and no fault


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One finding; `line` is that of the entry, 0 without one."""

    problem: Problem
    line: int
    path: str
    says: str

    @property
    def is_fault(self) -> bool:
        return self.problem is not Problem.TOUCHED


@dataclass(frozen=True, slots=True)
class _Facts:
    """What git says of the files, paths from the root.

    `known`: keys of committed entries; `beside`: of those whose files were committed together with the progress file.
    `absent`: names that are surely files and mean nothing that is there; `gone`: those that a commit took away.
    """

    git: Git
    tracked: frozenset[str]
    everywhere: frozenset[str]
    since: Since
    known: frozenset[object]
    beside: frozenset[object]
    absent: frozenset[str]
    gone: Mapping[str, Gone]

    def is_after(self, entry: Entry, name: str) -> bool:
        """Whether a file was touched after the entry and the whole progress file were committed."""
        return entry.key in self.known and name in self.since.touched

    def is_committed(self, entry: Entry, name: str) -> bool:
        """Whether a file was committed after the entry was."""
        return entry.key in self.beside or self.is_after(entry, name)


def disagreements(git: Git, gates: Gates, progress: str, entries: Sequence[Entry]) -> list[Disagreement]:
    """All findings in the order of the file; `progress` is its path. Raises GitError."""
    facts = _facts(git, progress, entries)
    found = _wrong(facts, gates.places, entries)
    return [*found, *_touched(facts, progress, entries), *_uncovered(git, gates)]


def wrong(git: Git, places: Places, progress: str, entries: Sequence[Entry]) -> list[Disagreement]:
    """Those of them that are a fault of an entry; none before the first commit. Raises GitError."""
    if git.one("rev-parse", "--verify", "-q", "HEAD^{commit}") is None:
        return []
    return _wrong(_facts(git, progress, entries), places, entries)


def _wrong(facts: _Facts, places: Places, entries: Sequence[Entry]) -> list[Disagreement]:
    found = [*_gone(facts, entries), *_nowhere(facts, entries), *_behind(facts, places, entries)]
    return sorted(found, key=lambda each: each.line)


def judged(notes: Sequence[NoteReport], progress: str, found: Sequence[Disagreement]) -> Iterator[Disagreement]:
    """What the progress file cites and is gone, as `check` judges notes, besides what was `found`."""
    told = {each.path for each in found if each.is_fault}
    for finding in (f for note in notes if note.note.path == progress for f in note.findings):
        citation = finding.citation
        if finding.level is Level.ERROR and citation.text not in told:
            use = f": use {finding.target}" if finding.target else ""
            says = f"{finding.evidence or finding.verdict.value}{use}"
            yield Disagreement(Problem.GONE, citation.line, citation.text, says)


def _facts(git: Git, progress: str, entries: Sequence[Entry]) -> _Facts:
    tracked, others = listed(git)
    everywhere = frozenset((*tracked, *others))
    known = frozenset(entry.key for entry in parse_progress(committed(git, progress).text or ""))
    since = since_last_commit(git, progress) if known else Since()
    names = {name for entry in entries for name in entry.files}
    maybe = {name for name in names if is_file_name(name) or since.touched.get(name) is False}
    absent = frozenset(maybe - meant(maybe, everywhere))
    beside = frozenset(_beside(git, progress, entries, since))
    return _Facts(git, frozenset(tracked), everywhere, since, known, beside, absent, gone(git, absent, everywhere))


def _beside(git: Git, progress: str, entries: Sequence[Entry], since: Since) -> Iterator[object]:
    """The keys of open entries that were in the progress file before it was committed last, with all their files.

    One that was written with that commit may tell what is still to be done, one of more files what is left, and texts
    are changed for many a reason.
    """
    open_ = [e for e in entries if e.status is Status.OPEN and e.files] if since.commit else []
    changed_then = changes(git, since.commit) if open_ else ()
    code = {name for name in changed_then if not name.endswith(TEXT_SUFFIXES)}
    here = {e.key for e in open_ if code.issuperset(e.files)}
    earlier = committed(git, progress, f"{since.commit}^").text if here else None
    return (e.key for e in parse_progress(earlier or "") if e.status is Status.OPEN and e.key in here)


def _gone(facts: _Facts, entries: Sequence[Entry]) -> Iterator[Disagreement]:
    """Files that were removed or renamed. An entry of the past may name them, unless nobody wrote of it since."""
    for entry in entries:
        for name in entry.files:
            found = facts.gone.get(name)
            if found and found.target not in entry.files and _tells(facts, entry, name):
                still = ", and the entry is still open" if entry.status is Status.OPEN else ""
                yield Disagreement(Problem.GONE, entry.first, name, f"{found.says}{still}")


def _tells(facts: _Facts, entry: Entry, name: str) -> bool:
    """Whether it is wrong of an entry to name what is gone: it is open, or older, and is not about that."""
    if entry.status is Status.OPEN:
        return True
    return entry.status is Status.UNSAID and facts.is_after(entry, name) and not _TAKES_AWAY.search(entry.what)


def _nowhere(facts: _Facts, entries: Sequence[Entry]) -> Iterator[Disagreement]:
    """Only in a folder that is there, and only where no name of the entry may be right.

    An open entry may be about a file that is still to be made.
    """
    folders = {path.partition("/")[0] for path in facts.everywhere if "/" in path}
    for entry in entries:
        name = next((name for name in entry.files if name in facts.absent), "")
        if not name or entry.status is Status.OPEN or name.partition("/")[0] not in folders:
            continue
        if not facts.gone.keys() & set(entry.files) and not meant(entry.files, facts.everywhere):
            yield Disagreement(Problem.NOT_THERE, entry.first, name, "no such file, now or in any commit")


def _touched(facts: _Facts, progress: str, entries: Sequence[Entry]) -> Iterator[Disagreement]:
    """A line for the files that were changed after it; of work that is done, one for what is gone.

    Where the file is a note, its judge says of each what became of it.
    """
    named = {name: e for e in reversed(entries) for name in e.files if facts.is_after(e, name) and name != progress}
    names = [name for name in reversed(named) if not name.rpartition("/")[2].startswith(".")]  # no `.gitignore`
    past = [] if source_of(progress) else [name for name in names if named[name].status is Status.DONE]
    done = {name: facts.gone[name] for name in past if name in facts.gone}
    groups = {
        "removed": [name for name, found in done.items() if not found.target],
        "renamed": [f"{name} to {found.target}" for name, found in done.items() if found.target],
        "changed": [name for name in names if name in facts.everywhere and not source_of(name)],  # a note is no code
    }
    for what, found in groups.items():
        if found:
            more = f" and {len(found) - NAMED_CAP:,} more" if len(found) > NAMED_CAP else ""
            says = f"of the files it names, {what} since {facts.since.day}: {', '.join(found[:NAMED_CAP])}{more}"
            yield Disagreement(Problem.TOUCHED, 0, progress, says)


def is_file_name(name: str) -> bool:
    """Whether a name is surely that of a file: no command line, no path of another disk, no `.ts/.tsx`."""
    return bool(_FILE.fullmatch(name)) and has_extension(name)


def _behind(facts: _Facts, places: Places, entries: Sequence[Entry]) -> Iterator[Disagreement]:
    """Entries that are still open although their files were committed after them, with nothing left to commit.

    What was not touched since is work to be done.
    """
    open_ = [(e, [name for name in e.files if name in facts.tracked]) for e in entries if e.status is Status.OPEN]
    under_way = [(e, names) for e, names in open_ if any(facts.is_committed(e, name) for name in names)]
    uncommitted = _uncommitted(facts.git, places, {name for _, names in under_way for name in names})
    for entry, names in under_way:
        if not uncommitted.intersection(names):
            says = "said to be under way, and nothing of it is uncommitted: mark it done, or say what is left"
            yield Disagreement(Problem.BEHIND, entry.first, names[0], says)


def _uncommitted(git: Git, places: Places, names: Collection[str]) -> frozenset[str]:
    place = places.around(git.root) if names else None
    if place is None:
        return frozenset()
    with Objects(git, place.oid_bytes) as objects:
        return frozenset(changed(git, objects, names))


def _uncovered(git: Git, gates: Gates) -> Iterator[Disagreement]:
    """In the work tree, and in what was committed here past the gate since the repository was enrolled."""
    place = gates.places.around(git.root)
    if place is None:
        return
    decision = gates.edit([git.root / name for name in changed_core(place, gates.paths)])
    missing = [each for each in decision.missing if each.lack is not Lack.NO_FILE]
    for each in missing:
        yield Disagreement(Problem.UNCOVERED, each.line, each.path, "a core file, changed without a new entry")
    since = enrolled_at(git.root, gates.paths)
    told = {each.path for each in missing}
    for found in uncovered_commits(place, gates.paths, since) if since is not None else ():
        if found.path not in told and found.commit:
            says = f"a core file, committed in {found.commit[:7]} without an entry"
            yield Disagreement(Problem.UNCOVERED, 0, found.path, says)
