"""Our hooks in a repository: beside those of others, and out again. Pure: what is there in, planned edits out.

Never `core.hooksPath`, never a file that git tracks, never the hook of somebody else under another name.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from mementod_hooks import block
from mementod_hooks.install import Form, Plan, changed, joined, plan_out

EVENTS = ("pre-commit", "pre-merge-commit")  # nothing that a rebase fires
CONFIG_HOOKS = (2, 54)  # the version of git that first read hooks from its configuration
HEALS_A_DAY = 3  # how often we put back what somebody else keeps taking out
CHECK_ID = "mementod-check"  # of our hook in .pre-commit-config.yaml
REMOVER = "mementod unenrol"
_LEGACY = ".legacy"  # what pre-commit and prek run before their own, keep when they are installed again, and restore
_HUSKY = ".husky"
_OLD = ".old"  # where lefthook puts the hook that it displaces
_SHELL = re.compile(rb"#!\s*(?:/usr)?(?:/local)?/bin/(?:env\s+)?(?:sh|bash|dash|zsh|ksh)(?:\s+-[a-z]+)*[ \t]*\n")
_CHECK = re.compile(rb"^\s*-?\s*id:\s*[\"']?" + CHECK_ID.encode() + rb"[\"']?\s*(?:#|$)", re.MULTILINE)


class Mode(StrEnum):
    """How a repository is covered."""

    CONFIG = "config"  # git's configuration names the hooks
    FILES = "files"
    FRAMEWORK = "framework"  # the repository's own .pre-commit-config.yaml runs our check
    ADVISORY = "advisory"  # commits are looked at afterwards only


class Owner(StrEnum):
    """Whose hook file this is."""

    NOBODY = "nobody"
    OURS = "ours"
    PRE_COMMIT = "pre-commit"
    SCRIPT = "script"  # a shell script, written by hand, by lefthook, by git-lfs
    OTHER = "other"  # a program, a link, a script that git does not run


@dataclass(frozen=True, slots=True)
class HookFile:
    """A file in the folder of hooks."""

    data: bytes | None = None  # None: there is none
    executable: bool = True
    link: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """What a repository has. Paths are absolute; `hooks` is the folder that git itself names."""

    git: tuple[int, int]  # its version
    config: str
    config_data: bytes
    hooks: str
    files: Mapping[str, HookFile]  # by name, those of `file_names` that are there
    hooks_path: str = ""  # what leads git to another folder of hooks; empty when it uses the usual one
    pre_commit_config: bytes = b""

    def file(self, name: str) -> HookFile:
        return self.files.get(name, HookFile())


@dataclass(frozen=True, slots=True)
class GitPlan:
    """How the repository will be covered, and what that takes."""

    mode: Mode
    plan: Plan


def plan(place: Place, run_hook: str) -> GitPlan:
    """What makes git call `run_hook`; no edits when it does already."""
    if _CHECK.search(place.pre_commit_config) and owner(place.file("pre-commit")) is Owner.PRE_COMMIT:
        return GitPlan(Mode.FRAMEWORK, plan_removal(place, {}))
    if place.git >= CONFIG_HOOKS:
        files = joined([_file_removal(place, name, None) for name in file_names()])  # once is enough
        return GitPlan(Mode.CONFIG, joined([_config(place, run_hook), files]))
    if place.hooks_path:
        return GitPlan(Mode.ADVISORY, Plan(problems=(_hooks_path_problem(place, run_hook),)))
    done = joined([_file(place, event, run_hook) for event in EVENTS])
    return GitPlan(Mode.ADVISORY if done.problems else Mode.FILES, done)


def plan_removal(place: Place, before: Mapping[str, bytes | None]) -> Plan:
    """What takes our part out, in whatever form it is there. `before`: contents of before us, by path."""
    config = plan_out(place.config, Form.GIT_CONFIG, place.config_data, before.get(place.config, b""))
    files = [_file_removal(place, name, before.get(f"{place.hooks}/{name}")) for name in file_names()]
    return joined([config, *files])


def heal(place: Place, run_hook: str, healed_today: int) -> GitPlan:
    """What puts our part back where somebody took it out; no edits once that happened too often today."""
    wanted = plan(place, run_hook)
    if not wanted.plan.edits or healed_today < HEALS_A_DAY:
        return wanted
    lost = ", ".join(edit.path for edit in wanted.plan.edits)
    problem = f"{lost}: something keeps taking our hook out, {healed_today} times today; it is left out until tomorrow"
    return replace(wanted, plan=Plan(problems=(problem,)))


def _config(place: Place, run_hook: str) -> Plan:
    """A section for each event: the command is not told which it is. With an event but no command git stops dead."""
    sections = "".join(
        f'[hook "mementod-{event}"]\n\tevent = {event}\n\tcommand = {_quoted(_command(event, run_hook))}\n'
        for event in EVENTS
    )
    lines = block.block(sections, REMOVER)
    merged = place.config_data if lines in place.config_data else block.append(place.config_data, lines)
    return changed(place.config, Form.GIT_CONFIG, place.config_data, merged)


def _command(event: str, run_hook: str) -> str:
    quoted = shlex.quote(run_hook)
    return f'f(){{ [ ! -x {quoted} ] || {quoted} git {event} "$@" </dev/null; }}; f'


def _quoted(value: str) -> str:
    """A value of git's configuration."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _file(place: Place, event: str, run_hook: str) -> Plan:
    file = place.file(event)
    match owner(file):
        case Owner.PRE_COMMIT:
            return _file(place, event + _LEGACY, run_hook)
        case Owner.OTHER:
            return Plan(problems=(_other_problem(place, event, run_hook),))
        case _:
            lines = block.block(_line(event.removesuffix(_LEGACY), run_hook), REMOVER)
            data = block.after_first_line(file.data or b"#!/bin/sh\n", lines)
            return changed(f"{place.hooks}/{event}", Form.SCRIPT, file.data, data, executable=True)


def _line(event: str, run_hook: str) -> str:
    """What a hook file runs of ours; it says once a day when our script is gone, and never ends the script but to deny.

    The day stands where the script itself keeps the one on which it said that the program is gone.
    """
    quoted = shlex.quote(run_hook)
    gone = "mementod: its script is gone, so this commit was not checked; remove the lines between the marks in"
    return (
        f'if [ -x {quoted} ]; then {quoted} git {event} "$@" </dev/null || exit $?\n'
        "else (state=${XDG_STATE_HOME:-${HOME-}/.local/state}/mementod today=$(date +%Y-%m-%d)\n"
        '[ "$(cat "$state/gone" 2>/dev/null)" = "$today" ] && exit 0\n'
        f'{{ mkdir -p "$state" && echo "$today" >"$state/gone"; }} 2>/dev/null; echo "{gone} $0" >&2) || :; fi\n'
    )


def _file_removal(place: Place, name: str, before: bytes | None) -> Plan:
    data = place.file(name).data
    if data is None or not block.has_block(data):  # an empty script of somebody else is none that we left behind
        return Plan()
    return plan_out(f"{place.hooks}/{name}", Form.SCRIPT, data, before)


def file_names() -> tuple[str, ...]:
    """The files in the folder of hooks that our part may be in."""
    return tuple(event + suffix for event in EVENTS for suffix in ("", _LEGACY, _OLD))


def owner(file: HookFile) -> Owner:
    """Whose this file is."""
    data = file.data
    if data is None:
        return Owner.NOBODY
    if b"generated by pre-commit:" in data or b"generated by prek:" in data:
        return Owner.PRE_COMMIT
    if file.link or not file.executable or not _SHELL.match(data):
        return Owner.OTHER
    if not block.take_out(data).partition(b"\n")[2].strip():
        return Owner.OURS
    return Owner.SCRIPT


def _hooks_path_problem(place: Place, run_hook: str) -> str:
    quoted = shlex.quote(run_hook)
    line = f"[ ! -x {quoted} ] || {quoted} git pre-commit"
    own = f"; or put into ~/.config/husky/init.sh, which is yours alone: {husky_line(run_hook)}"
    return (
        f"{place.hooks_path} names hooks that others share, and git {_version(place.git)} reads none from its "
        f"configuration: commits are checked afterwards only. Update git to {_version(CONFIG_HOOKS)}, or have the "
        f"pre-commit hook there run: {line}{own if _HUSKY in place.hooks_path else ''}"
    )


def husky_line(run_hook: str) -> str:
    """For the file that husky reads before each hook of each repository."""
    quoted = shlex.quote(run_hook)
    call = f'[ ! -x {quoted} ] || {quoted} git "${{0##*/}}" </dev/null || exit $?'
    return f'case "${{0##*/}}" in {"|".join(EVENTS)}) {call} ;; esac'


def _other_problem(place: Place, event: str, run_hook: str) -> str:
    file = place.file(event)
    what = "is a link" if file.link else "is switched off" if not file.executable else "is no shell script"
    return (
        f"{place.hooks}/{event}: {what}, and was left alone: commits are checked afterwards only. "
        f"Have it run: {shlex.quote(run_hook)} git {event}"
    )


def _version(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
