"""Core files that were changed on this machine and that no entry of the progress file covers.

In the work tree, and in the commits that were made here since a repository was enrolled: around the gate
(`--no-verify`), or where no hook asked. The log of HEAD tells what was committed here; what was pulled, merged,
replayed or rebased is not ours to ask about. An entry that is written afterwards covers too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

from mementod.errors import UserError
from mementod.gates.core_changes import changed_at, changed_core
from mementod.gates.freshness import Past
from mementod.gates.gate_claims import Claims
from mementod.gates.gate_place import Place
from mementod.gates.gate_policy import Rules, read_rules
from mementod.gates.gates import Gates
from mementod.gates.progress_file import locate, on_disk
from mementod.gates.progress_past import ProgressPast
from mementod.judging.disk import Disk
from mementod.paths import Paths
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Mode, Step, Uncovered
from mementod_parsers.progress.progress_entry import fault
from mementod_parsers.progress.progress_lines import decode

COMMITS_CAP = 50  # the newest of the log of HEAD
AGE_CAP_S = 14 * 86_400
FOUND_CAP = 100
_MADE_HERE = ("commit: ", "commit (amend): ")
_MARK = b"\x01"


@dataclass(frozen=True, slots=True)
class _Commit:
    oid: str
    at: float
    names: tuple[str, ...]  # of files that it changed or removed


def uncovered(root: Path, gates: Gates, since: float | None) -> tuple[Uncovered, ...]:
    """What is uncovered in one repository; nothing where that cannot be seen.

    `since` (seconds since 1970): when it was enrolled; None: commits are not looked at.
    """
    try:
        place = gates.places.around(root)
        if place is None:
            return ()
        found = [*_in_work_tree(place, gates)]
        if since is not None:
            known = {each.path for each in found}
            found += [each for each in _committed(place, gates.paths, since) if each.path not in known]
    except (GitError, UserError, OSError):
        return ()
    return tuple(found[:FOUND_CAP])


def uncovered_commits(place: Place, paths: Paths, since: float) -> tuple[Uncovered, ...]:
    """As `uncovered`, of what was committed alone."""
    try:
        return tuple(islice(_committed(place, paths, since), FOUND_CAP))
    except (GitError, UserError, OSError):
        return ()


def _in_work_tree(place: Place, gates: Gates) -> Iterator[Uncovered]:
    decision = gates.edit([place.root / name for name in changed_core(place, gates.paths)])
    for missing in decision.missing:
        yield Uncovered(missing.path, None, _iso(min(changed_at(place.root / missing.path), time.time())))


def _committed(place: Place, paths: Paths, since: float) -> Iterator[Uncovered]:
    """The newest uncovered commit of each file."""
    commits = _made_here(place.git, max(since, time.time() - AGE_CAP_S))
    names = list(dict.fromkeys(name for commit in commits for name in commit.names))
    if not names:
        return
    with Objects(place.git, place.oid_bytes) as objects:
        rules = read_rules(place.root, objects, paths, names)
        core = frozenset(rules.core(names))
        if not core or rules.policy.mode(Step.COMMIT) is Mode.OFF:
            return
        look = _Look(place, objects, rules, ProgressPast(paths.state_dir(), place.git))
        done: set[str] = set()
        for commit in commits:
            asked = [name for name in commit.names if name in core and name not in done]
            for name in look.uncovered(commit, asked) if asked else ():
                done.add(name)
                yield Uncovered(name, commit.oid, _iso(commit.at))


@dataclass(frozen=True, slots=True)
class _Look:
    place: Place
    objects: Objects
    rules: Rules
    past: ProgressPast

    def uncovered(self, commit: _Commit, names: Sequence[str]) -> list[str]:
        """Those of its core files that neither its own progress file covers nor the one of now."""
        git, base = self.place.git, f"{commit.oid}^"
        progress = locate(git, self.rules.config)
        past = Past(git, self.objects, progress, base, partial(self.past.before, progress))
        held = self.objects.file(commit.oid, progress)
        texts = {(decode(held) if held else None) or "", on_disk(Disk(self.place.root), progress).text or ""}
        all_claims = [Claims(git, self.objects, past, each) for each in sorted(texts)]
        open_ = [name for name in names if not any(_covers(claims, name) for claims in all_claims)]
        is_ours = open_ and git.one("merge-base", commit.oid, "HEAD") == commit.oid  # not amended away since
        return [name for name in open_ if is_ours and not self.rules.is_free(name, progress)]


def _covers(claims: Claims, name: str) -> bool:
    return any(claim.fresh and fault(claim.entry) is None for claim in claims.of(name))


def _made_here(git: Git, since: float) -> list[_Commit]:
    """The commits that the log of HEAD says were made by `git commit`, newest first, with what they changed."""
    fields = git.fields(
        "log", "-g", f"-{COMMITS_CAP}", "-z", "--date=unix", "--format=%x01%H %gd %gs", "--name-only", "--no-renames",
        "--diff-filter=DMT", "--no-ext-diff", "--no-textconv", "--no-color", "--no-notes", "--no-relative", "HEAD",
        "--",
    )  # fmt: skip
    found: dict[str, _Commit] = {}
    commit: _Commit | None = None
    for field in (field.lstrip(b"\n") for field in fields):
        if field[:1] == _MARK:
            commit = _read(text(field[1:]), since)
        elif commit and field:
            commit = _Commit(commit.oid, commit.at, (*commit.names, text(field)))
        if commit:
            found[commit.oid] = commit
    return list(found.values())


def _read(line: str, since: float) -> _Commit | None:
    """`<oid> HEAD@{<seconds>} commit: ...`; None for what was not committed here, or before."""
    oid, _, rest = line.partition(" ")
    at, _, said = rest.partition(" ")
    seconds = at.partition("{")[2].rstrip("}")
    is_one = said.startswith(_MADE_HERE) and seconds.isdigit() and float(seconds) >= int(since)
    return _Commit(oid, float(seconds), ()) if is_one else None


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
