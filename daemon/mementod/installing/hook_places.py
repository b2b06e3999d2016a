"""Our git hooks in real repositories: what is there, ours in, ours out, and in again when others took them out.

Linked work trees share their hooks: they are installed once, for the family of ids. Reads git's configuration through
`git.py`, runs nothing that it names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from mementod.errors import UserError
from mementod.files import NotReadable, read_limited
from mementod.installing.installation import Installation, Removal
from mementod.registry import identity
from mementod.stores.ledger_rows import Enrolled, Installed
from mementod.vcs.git import Git, GitError, text
from mementod_hooks import install_git
from mementod_hooks.install_agents import has_ours
from mementod_hooks.install_git import CONFIG_HOOKS, EVENTS, GitPlan, HookFile, Mode, Owner, Place, file_names, owner

HOOK_BYTES = 1 << 20  # a larger hook is a program, and none that we can join
_VERSION = re.compile(rb"git version (\d+)\.(\d+)")
_PRE_COMMIT_FILE = ".pre-commit-config.yaml"


class Standing(StrEnum):
    """How a repository's hooks are now."""

    IN = "in"  # git asks us before it commits
    FRAMEWORK = "framework"  # the repository's own .pre-commit-config.yaml runs our check
    TAKEN_OUT = "taken out"  # we put them in, and somebody took them out
    NONE = "none"
    UNKNOWN = "unknown"  # nobody may look


@dataclass(frozen=True, slots=True)
class Covered:
    """What was done, or would be, for a repository: how, in which words, and what stands in the way."""

    mode: Mode
    how: str  # one line for a person; empty where nothing of ours is in
    problems: tuple[str, ...] = ()
    edited: bool = False


@dataclass(frozen=True, slots=True)
class HookPlaces:
    """The hooks of one user's repositories. All raise UserError."""

    installation: Installation
    run_hook: Path

    def put_in(self, root: Path, common: Path, family: str, dry_run: bool = False) -> Covered:
        """Have git ask us before each commit of this repository."""
        place = look(root, common)
        wanted = install_git.plan(place, str(self.run_hook))
        if dry_run:
            return _covered(place, wanted)
        self._settle(family, common)
        if not self.installation.rows(family):
            place = self._without_unknown(root, common, place)
            wanted = install_git.plan(place, str(self.run_hook))
        if wanted.mode is not Mode.FRAMEWORK:
            self.installation.script(self.run_hook)
        self.installation.put_in(family, wanted.plan.edits)
        return _covered(place, wanted)

    def take_out(self, common: Path, family: str) -> Removal:
        """Give back what was there before us; where nobody noted that, or others moved it, take our part out."""
        self._settle(family, common)
        removal = self.installation.take_out(family)
        if (common / "config").exists() and not removal.problems:
            self.installation.take_out_unknown(install_git.plan_removal(_carriers(common), {}), removal)
        return removal

    def heal(self, row: Enrolled, today: str) -> tuple[str, ...]:
        """Put back what somebody took out, up to `install_git.HEALS_A_DAY` times a day; lines to be told.

        `today`: ISO date, UTC. A repository that we put no hooks into stays without. Where git's own configuration
        names our hooks it is only said: writing there takes git's lock.
        """
        family = identity.family(row.id)
        rows = self.installation.rows(family)
        if not rows:
            return ()
        place = look(row.root, row.common)
        healed = max((item.heals for item in rows if item.healed_on == today), default=0)
        healing = install_git.heal(place, str(self.run_hook), healed)
        wanted = healing.plan
        if healing.mode is Mode.CONFIG:
            return tuple(f"{edit.path}: our hook was taken out; `mementod enrol` puts it in" for edit in wanted.edits)
        self.installation.put_in(family, wanted.edits, today)
        back = tuple(f"{edit.path}: our hook was taken out, and is in again" for edit in wanted.edits if edit.after)
        return (*wanted.problems, *back)

    def standing(self, row: Enrolled) -> Standing:
        """How the hooks of an enrolled repository are now."""
        if row.root == row.common:  # no git
            return Standing.NONE
        try:
            place = look(row.root, row.common)
        except UserError:
            return Standing.UNKNOWN
        wanted = install_git.plan(place, str(self.run_hook))
        if wanted.mode is Mode.FRAMEWORK:
            return Standing.FRAMEWORK
        if wanted.mode is Mode.ADVISORY:  # whatever of ours is there, git does not ask it before a commit
            return Standing.NONE
        if any(map(has_ours, (place.config_data, *(file.data for file in place.files.values())))):
            return Standing.TAKEN_OUT if wanted.plan.edits else Standing.IN
        return Standing.TAKEN_OUT if self.installation.rows(identity.family(row.id)) else Standing.NONE

    def _settle(self, family: str, common: Path) -> None:
        """Repositories move: what is noted of this one is where it is now."""
        rows = self.installation.rows(family)
        moved = tuple(_at(row, common) for row in rows)
        if moved != rows and common.is_dir():
            self.installation.book.install(family, moved)

    def _without_unknown(self, root: Path, common: Path, place: Place) -> Place:
        """What a copy of an enrolled repository brought along goes first: we must know what was there before us."""
        removal = Removal()
        self.installation.take_out_unknown(install_git.plan_removal(place, {}), removal)
        if removal.problems:
            raise UserError("; ".join(removal.problems))
        return look(root, common) if removal.done else place


def look(root: Path, common: Path) -> Place:
    """What a repository has. Raises UserError when that cannot be seen."""
    git = Git(root)
    place = _carriers(common)
    try:
        version = _VERSION.match(git.run("version"))
        elsewhere = _elsewhere(git, root, common / "hooks")
    except GitError as error:
        raise UserError(f"the hooks of {root} cannot be looked at: {error}") from error
    if version is None:
        raise UserError("this git does not say its version")
    numbers = (int(version[1]), int(version[2]))
    return replace(place, git=numbers, hooks_path=elsewhere, pre_commit_config=_pre_commit_config(root))


def _carriers(common: Path) -> Place:
    """The files that may carry our part; asks no git, which may be gone, or refuse this repository."""
    config, hooks = common / "config", common / "hooks"
    try:
        return Place((0, 0), str(config), read_limited(config, identity.CONFIG_BYTES), str(hooks), _files(hooks))
    except (NotReadable, OSError) as error:
        raise UserError(f"the hooks in {common} cannot be looked at: {error}") from error


def _files(hooks: Path) -> Mapping[str, HookFile]:
    found = {name: _file(hooks / name) for name in file_names()}
    return {name: file for name, file in found.items() if file is not None}


def _file(path: Path) -> HookFile | None:
    try:
        data = read_limited(path, HOOK_BYTES)
    except FileNotFoundError:
        data = None
    except NotReadable:
        path.lstat()  # raises where nobody may look
        data = b""  # a pipe, a folder, too large: nothing that we can join
    if path.is_symlink():
        return HookFile(data or b"", link=True)
    return None if data is None else HookFile(data, os.access(path, os.X_OK))


def _elsewhere(git: Git, root: Path, hooks: Path) -> str:
    """What leads git to another folder than the usual one; our own calls of git set core.hooksPath themselves."""
    fields = git.run("config", "--show-scope", "-z", "--get-all", "core.hooksPath", ok=(0, 1)).split(b"\0")[:-1]
    given = [text(value) for scope, value in zip(fields[::2], fields[1::2], strict=True) if scope != b"command"]
    if given:
        named = root / os.path.expanduser(given[-1])  # noqa: PTH111 (Path.expanduser raises for an unknown user)
        return "" if os.path.realpath(named) == os.path.realpath(hooks) else f"core.hooksPath ({given[-1]})"
    return f"the link {hooks}" if hooks.is_symlink() else ""


def _pre_commit_config(root: Path) -> bytes:
    try:
        return read_limited(root / _PRE_COMMIT_FILE, HOOK_BYTES)
    except (FileNotFoundError, NotReadable):
        return b""


def _at(row: Installed, common: Path) -> Installed:
    done = row.done
    old = Path(done.path)
    path = common / ("hooks" if old.parent.name == "hooks" else "") / old.name
    if path == old:
        return row
    folders = tuple(str(path.parent) for _ in done.folders[:1])
    return replace(row, done=replace(done, path=str(path), real=os.path.realpath(path), folders=folders))


def _covered(place: Place, wanted: GitPlan) -> Covered:
    refused = wanted.plan.problems
    return Covered(wanted.mode, _how(place, wanted), refused, bool(wanted.plan.edits))


def _how(place: Place, wanted: GitPlan) -> str:
    match wanted.mode:
        case Mode.CONFIG:
            return f"{place.config}, where git {CONFIG_HOOKS[0]}.{CONFIG_HOOKS[1]} and later look"
        case Mode.FRAMEWORK:
            runs = f"{_PRE_COMMIT_FILE}, which runs {install_git.CHECK_ID} itself"
            is_whole = "pre-merge-commit" in place.files
            return runs if is_whole else f"{runs} (for merges: `pre-commit install -t pre-merge-commit`)"
        case Mode.ADVISORY if place.hooks_path:
            return ""
        case _:
            names = [_beside(place, event) for event in EVENTS if owner(place.file(event)) is not Owner.OTHER]
            return f"{place.hooks}: {' and '.join(names)}" if names else ""


def _beside(place: Place, event: str) -> str:
    match owner(place.file(event)):
        case Owner.PRE_COMMIT:
            return f"{event}.legacy, which the {event} there runs first"
        case Owner.SCRIPT:
            return f"{event}, in the script that is there"
        case _:
            return event
