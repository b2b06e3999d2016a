"""Planned edits: what carrying our hooks takes, decided on file contents alone. Nothing here reads or writes a file.

An edit holds the whole file before and after; `take_out` finds our part again after others changed the file.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mementod_hooks import block, hooks_json
from mementod_hooks.hooks_json import Refused

TEMPLATES = Path(__file__).parent / "templates"


class Form(StrEnum):
    """How our part is held in a file, which says how it comes out again."""

    JSON = "json"
    TOML = "toml"
    SCRIPT = "script"
    GIT_CONFIG = "git-config"
    WHOLE = "whole"  # the file is ours


@dataclass(frozen=True, slots=True)
class Edit:
    """One file before and after; None is no file. A new file gets the mode 0755 when it is `executable`."""

    path: str
    form: Form
    before: bytes | None
    after: bytes | None
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done. `problems` say what was refused and why, `notices` what is left to the person to do."""

    edits: tuple[Edit, ...] = ()
    problems: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def take_out(form: Form, data: bytes, before: bytes | None = b"") -> bytes | None:
    """The file without our part; None when the file goes. Raises Refused when it cannot be read.

    `before`: what was there before us, None for no file; empty when nobody knows.
    """
    match form:
        case Form.WHOLE:
            return None
        case Form.JSON:
            known = None if before is None else before.decode("utf-8", "replace")
            text = hooks_json.take_out(decoded(data), known)
            return None if text is None else text.encode()
        case Form.TOML | Form.GIT_CONFIG:
            return _or_nothing(block.take_out(data), before)
        case Form.SCRIPT:
            rest = block.take_out(data)
            # A script that does nothing is what is left of one that we made, unless it was there before us.
            return None if _is_shebang_alone(rest) and rest != before else _or_nothing(rest, before)


def changed(path: str, form: Form, before: bytes | None, after: bytes | None, executable: bool = False) -> Plan:
    """A plan of one edit, or of none when nothing changes."""
    return Plan() if before == after else Plan((Edit(path, form, before, after, executable),))


def joined(plans: Sequence[Plan]) -> Plan:
    """One plan of several."""
    return Plan(
        tuple(edit for plan in plans for edit in plan.edits),
        tuple(dict.fromkeys(problem for plan in plans for problem in plan.problems)),
        tuple(dict.fromkeys(notice for plan in plans for notice in plan.notices)),
    )


def plan_out(path: str, form: Form, data: bytes | None, before: bytes | None = b"") -> Plan:
    """Take our part out of one file."""
    if data is None:
        return Plan()
    try:
        return changed(path, form, data, take_out(form, data, before))
    except Refused as refused:
        return Plan(problems=(f"{path}: {refused}; take the lines with `{hooks_json.MARK}` out by hand",))


def plan_run_hook(path: str, found: bytes | None, clients: Sequence[tuple[str, str]]) -> Plan:
    """The script that all hooks call, at `path`, which has to end in `hooks_json.MARK`.

    `clients`: interpreter and `client.py` of each installation on this machine, the best first.
    """
    tries = [f'run {shlex.quote(python)} {shlex.quote(client)} "$@"' for python, client in clients]
    text = (TEMPLATES / "run-hook.sh").read_text(encoding="utf-8")
    text = text.replace("@RUN@", " || ".join(tries) or "false")
    return changed(path, Form.WHOLE, found, text.encode(), executable=True)


def guarded(run_hook: str, arguments: str) -> str:
    """A shell command that does nothing once the script is gone: what is not found is a denial for some agents."""
    quoted = shlex.quote(run_hook)
    return f"test ! -x {quoted} || {quoted} {arguments}"


def plugin_text(run_hook: str) -> bytes:
    """OpenCode's plugin."""
    text = (TEMPLATES / "opencode.js").read_text(encoding="utf-8")
    return text.replace('"@RUN_HOOK@"', json.dumps(run_hook)).encode()


def decoded(data: bytes) -> str:
    """The text of a settings file. Raises Refused."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refused(f"is no UTF-8, byte {error.start}") from error


def checked_toml(data: bytes) -> dict[str, object]:
    """The values of a TOML file. Raises Refused."""
    try:
        return tomllib.loads(decoded(data))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"is no valid TOML, {error}") from error


def _is_shebang_alone(data: bytes) -> bool:
    return data.startswith(b"#!") and not data.partition(b"\n")[2].strip()


def _or_nothing(data: bytes, before: bytes | None) -> bytes | None:
    """No file when nothing is left of one that was not there before us."""
    return None if before is None and not data.strip() else data
