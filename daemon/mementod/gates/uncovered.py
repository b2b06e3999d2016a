"""Core files that were changed on this machine and that no entry of the progress file covers.

In the work tree, and in the commits that were made here since a repository was enrolled: around the gate
(`--no-verify`), or where no hook asked. The log of HEAD tells what was committed here; what was pulled, merged,
replayed or rebased is not ours to ask about. An entry that is written afterwards covers too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from mementod.errors import UserError
from mementod.gates.core_changes import changed_at, changed_core
from mementod.gates.gate_place import Place
from mementod.gates.gate_policy import read_rules
from mementod.gates.gates import Gates
from mementod.paths import Paths
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Mode, Step, Uncovered

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


def enrolled_at(root: Path, paths: Paths) -> float | None:
    """When a repository was enrolled, seconds since 1970; None where it is not: what was committed there is past."""
    path = paths.state_dir() / "ledger.db"
    if not path.exists():
        return None
    from mementod.stores.ledger import Ledger

    with Ledger(path) as ledger:
        rows = [row for row in ledger.enrolled() if row.root == root]
    return datetime.fromisoformat(rows[0].enrolled_at).timestamp() if rows else None


def uncovered_commits(place: Place, paths: Paths, since: float) -> tuple[Uncovered, ...]:
    """As `uncovered`, of what was committed alone."""
    try:
        return tuple(islice(_committed(place, paths, since), FOUND_CAP))
    except (GitError, UserError, OSError):
        return ()


def committed_here(git: Git, since: float, base: str) -> frozenset[str]:
    """The files of what was committed on this machine since a moment and is in HEAD, but not in `base`."""
    made = {commit.oid for commit in _made_here(git, since)}
    new = git.run("rev-list", f"--max-count={COMMITS_CAP}", f"{base}..HEAD", "--") if made else b""
    own = [oid for oid in text(new).split() if oid in made]
    options = ("--no-walk", "-z", "--format=", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv")
    return frozenset(text(row) for row in git.fields("log", *options, *own, "--")) if own else frozenset()


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
        from mementod.gates.uncovered_commit import Look  # with all that reads entries, which a hook waits for

        look = Look.of(place, objects, rules, paths)
        done: set[str] = set()
        for commit in commits:
            asked = [name for name in commit.names if name in core and name not in done]
            for name in look.uncovered(commit.oid, asked) if asked else ():
                done.add(name)
                yield Uncovered(name, commit.oid, _iso(commit.at))


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
