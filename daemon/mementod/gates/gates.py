"""The two gates, put together from configuration, git and the progress file, within this process.

`edit` is asked before an agent changes files, `commit` by git before it commits. Invariants: nothing in a repository is
written, no daemon is needed, and a failure of our own allows (or denies, when the user wants it so) and says so in one
line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.config import REPOSITORY_FILE
from mementod.errors import UserError
from mementod.gates.gate_place import Place, Places
from mementod.gates.gate_policy import Rules, read_rules
from mementod.paths import Paths
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Action, Decision, Mode, Stale, Step, worst

if TYPE_CHECKING:
    from mementod.gates.gate_question import Look


StaleOf = Callable[[Path, Sequence[str]], tuple[Stale, ...] | None]
NOT_JUDGED = "whether this makes notes untrue could not be judged in time (`mementod check` tells)"
_NONE_LISTED: Mapping[Path, Sequence[str]] = {}


def nothing_stale(root: Path, paths: Sequence[str]) -> tuple[Stale, ...]:
    """For a cold store: the stale gate passes."""
    return ()


@dataclass(frozen=True, slots=True)
class Gates:
    """Both gates for one call of one user. `stale_of` says what a change makes untrue, where somebody knows."""

    paths: Paths
    stale_of: StaleOf = nothing_stale
    places: Places = field(default_factory=Places)

    def edit(self, files: Sequence[Path], listed: Mapping[Path, Sequence[str]] = _NONE_LISTED) -> Decision:
        """Whether these files, absolute and in whatever repository, may be changed.

        `listed`: more of them by the top of their repository, relative to it, as git has them.
        """
        try:
            places = self.places.of_files(files, listed)
        except (GitError, OSError) as error:
            return _failed(Rules(), str(error))
        return worst([self._asked(place, names, _edit) for place, names in places])

    def guards(self, folder: Path) -> bool:
        """Whether an edit of some file may be stopped in the repository around a folder."""
        try:
            place = self.places.around(folder)
            if place is None:
                return False
            with Objects(place.git, place.oid_bytes) as objects:
                policy = read_rules(place.root, objects, self.paths, ()).policy
        except (GitError, UserError, OSError):
            return False
        return bool(policy.core) and policy.mode(Step.EDIT) is Mode.BLOCK

    def commit(self, start: Path, index_file: Path | None = None, pid: int | None = None) -> Decision:
        """Whether the commit that git is about to make may be made. `pid` is a process that this git started."""
        try:
            place = self.places.around(start)
            if place is None:
                return Decision(Action.ALLOW, notes=(f"{start} is in no git repository",))
            place = replace(place, git=Git(place.root, index_file))
            names = _staged_changes(place.git)
        except (GitError, OSError) as error:
            return _failed(Rules(), str(error))
        return self._asked(place, names, partial(_commit, pid=pid if pid is not None else os.getpid()))

    def _asked(self, place: Place, names: Sequence[str], ask: Callable[[Look], Decision]) -> Decision:
        rules = Rules()
        try:
            with Objects(place.git, place.oid_bytes) as objects:
                rules = read_rules(place.root, objects, self.paths, names)
                if rules.is_unknown and rules.denies_on_error and _any_guarded(place, objects, rules, names):
                    return _failed(rules, f"what {REPOSITORY_FILE} says is core cannot be read")
                core = tuple(name for name in rules.core(names) if objects.lookup("HEAD", name))
                stale = self._stale(place.root, names, rules)
                decision = Decision(Action.ALLOW)
                if core or stale:
                    decision = ask(self._look(place, objects, rules, core, stale or ()))
        except (GitError, UserError, OSError) as error:
            return _failed(rules, f"{place.root} could not be looked at: {error}")
        unknown = (NOT_JUDGED,) if stale is None else ()
        return replace(decision, notes=(*rules.problems, *decision.notes, *unknown))

    def _stale(self, root: Path, names: Sequence[str], rules: Rules) -> tuple[Stale, ...] | None:
        is_off = (rules.policy.override or rules.policy.stale) is Mode.OFF
        return () if is_off or not names else self.stale_of(root, names)

    def _look(
        self, place: Place, objects: Objects, rules: Rules, core: tuple[str, ...], stale: tuple[Stale, ...]
    ) -> Look:
        from mementod.gates.gate_question import Look  # only for core files, of which there are few
        from mementod.gates.progress_past import ProgressPast

        return Look(place, objects, rules, core, ProgressPast(self.paths.state_dir(), place.git), stale)


def _any_guarded(place: Place, objects: Objects, rules: Rules, names: Sequence[str]) -> bool:
    """Whether one of these files may be core. What the configuration says must be to be put right."""
    from mementod.gates.progress_file import locate

    asked = [name for name in names if name != REPOSITORY_FILE and objects.lookup("HEAD", name)]
    progress = locate(place.git, rules.config) if asked else ""
    return any(not rules.is_free(name, progress) for name in asked)


def _edit(look: Look) -> Decision:
    from mementod.gates.gate_question import Unreadable, decide_edit

    try:
        return decide_edit(look)
    except Unreadable as error:
        return _failed(look.rules, str(error))


def _commit(look: Look, pid: int) -> Decision:
    from mementod.gates.gate_question import Unreadable, decide_commit
    from mementod.gates.situation import caller

    git = caller(pid)
    try:
        decision = decide_commit(look, git)
    except Unreadable as error:
        return _failed(look.rules, str(error))
    if git.amends is None and not decision.allowed:
        return Decision(Action.ALLOW, notes=("whether this commit amends one cannot be seen: it passes",))
    return decision


def _staged_changes(git: Git) -> list[str]:
    """What the commit changes or removes; nothing before the first commit, when all is new."""
    if git.one("rev-parse", "--verify", "-q", "HEAD^{commit}") is None:
        return []
    diff = ("diff-index", "--cached", "-z", "--name-only", "--no-renames", "--diff-filter=DMTU", "HEAD", "--")
    return [text(field) for field in git.fields(*diff)]


def _failed(rules: Rules, why: str) -> Decision:
    """Our own failure is no reason to stop anybody, unless he asked for that."""
    notes = (*rules.problems, f"not checked: {why}")
    if rules.denies_on_error:
        message = f"The gate could not look ({why}), and on_error is `block`."
        return Decision(Action.DENY, message, notes=notes, failed=True)
    return Decision(Action.ALLOW, notes=notes, failed=True)
