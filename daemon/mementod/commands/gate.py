"""`mementod gate`: may this be changed? For scripts, editors, and where no daemon answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode
from mementod.gates.gates import Gates
from mementod_hooks.client import INPUT_CAP_BYTES
from mementod_hooks.gate_model import Action, Decision

SCHEMA = "mementod.gate/1"
_AS_GIVEN = {"ignore_unknown_options": True}  # what git hands to its hooks is no option of ours


@click.group("gate", invoke_without_command=True)
@folder_option
@click.pass_context
def command(context: click.Context) -> None:
    """Ask whether core files may be edited or committed: each needs a new progress entry.

    Exit code: 0 allowed, 1 denied. What is missing is said on standard error.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("edit")
@click.argument("files", nargs=-1, required=True, metavar="PATH...")
@folder_option
@format_option
@click.pass_context
def edit(context: click.Context, files: tuple[str, ...], form: str) -> int:
    """May these files be edited? The progress file on disk counts."""
    here = session(context)
    return _said(here, Gates(here.paths).edit([here.folder / name for name in files]), form)


@command.command("commit")
@folder_option
@format_option
@click.pass_context
def commit(context: click.Context, form: str) -> int:
    """May what is staged be committed? The staged progress file counts. Made for git's pre-commit hook."""
    here = session(context)
    return _said(here, Gates(here.paths).commit(here.folder, _absolute(here)), form)


@command.command("agent", context_settings=_AS_GIVEN)
@click.argument("words", nargs=-1, required=True, metavar="NAME [EVENT]")
def agent(words: tuple[str, ...]) -> int:
    """Answer a hook of an agent, whose call is on standard input, in its own form."""
    from mementod.hooks.hook_main import run

    return run(("agent", *words), sys.stdin.buffer.read(INPUT_CAP_BYTES))


@command.command("git", context_settings=_AS_GIVEN)
@click.argument("words", nargs=-1, required=True, metavar="EVENT [ARG]...")
def git(words: tuple[str, ...]) -> int:
    """Answer a hook of git: pre-commit or pre-merge-commit."""
    from mementod.hooks.hook_main import run

    return run(("git", *words), b"")


def render(decision: Decision) -> str:
    """The decision as JSON; fields may be added, never renamed."""
    missing = [{"path": m.path, "lack": m.lack.value, "line": m.line or None} for m in decision.missing]
    data = {"schema": SCHEMA, "action": decision.action.value, "message": decision.message, "missing": missing}
    return json.dumps(data | {"notes": list(decision.notes)}, indent=1) + "\n"


def _absolute(here: Session) -> Path | None:
    return here.index_file.absolute() if here.index_file else None


def _said(here: Session, decision: Decision, form: str) -> int:
    if form == "json":
        here.write(render(decision))
    elif decision.message:
        sys.stderr.write(f"mementod: {decision.message}\n")
    here.warn_all(decision.notes)
    return ExitCode.FINDINGS if decision.action is Action.DENY else ExitCode.FINE
