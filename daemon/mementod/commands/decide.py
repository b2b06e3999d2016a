"""`mementod decide`: a decision into the decision log, with what was rejected and why."""

from __future__ import annotations

import os
import re
from datetime import datetime

import click

from mementod.commands.logbook import one_line, write_into
from mementod.commands.session import folder_option, session
from mementod.config import load_config
from mementod.errors import ExitCode, UserError
from mementod.gates.decision_log import locate, newest_record
from mementod.gates.progress_file import MAX_PROGRESS_BYTES, is_inside
from mementod.vcs.repository import find
from mementod_parsers.decisions.decision_forms import Draft
from mementod_parsers.decisions.decision_parts import Rejected
from mementod_parsers.decisions.decision_writing import NEW_LOG, is_there, with_decision

_COLON = re.compile("[:：]")


@click.command("decide")
@click.option("--problem", required=True, help="What had to be decided.")
@click.option("--options", default="", metavar="A, B", help="What could have been chosen.")
@click.option("--chosen", required=True, help="What was chosen.")
@click.option("--why", required=True, help="Why.")
@click.option("--rejected", multiple=True, metavar="NAME:WHY", help="What was not chosen, and why; repeatable.")
@folder_option
@click.pass_context
def command(
    context: click.Context, problem: str, options: str, chosen: str, why: str, rejected: tuple[str, ...]
) -> int:
    """Write a decision into the decision log, in the form that it already uses; every other byte of it stays."""
    here = session(context)
    repository = find(here.folder)
    path = locate(repository.git, load_config(repository.root, here.paths))
    if not is_inside(path):
        raise UserError(f"{path} is outside the repository")
    if not os.path.lexists(repository.root / path) and (record := newest_record(repository.git)):
        raise UserError(f"decisions are files of their own here, such as {record}: write the next one beside it")
    told = {"--problem": problem, "--chosen": chosen, "--why": why}
    problem, chosen, why = (_said(option, value) for option, value in told.items())
    named = tuple(part for each in one_line("--options", options).split(",") if (part := each.strip()))
    today = datetime.now().astimezone().date().isoformat()
    draft = Draft(chosen, why, today, problem, named, tuple(map(_rejected, rejected)))
    refused = f"{path} would not be read back with it: write --chosen, --why and --rejected in full words"
    line = write_into(repository.root, path, NEW_LOG, MAX_PROGRESS_BYTES, lambda text: _added(text, draft), refused)
    here.line(f"{path}:{line}: decision added")
    return ExitCode.FINE


def _added(text: str, draft: Draft) -> str | None:
    if is_there(text, draft):
        raise UserError("this decision is in the log already")
    return with_decision(text, draft)


def _said(option: str, value: str) -> str:
    said = one_line(option, value)
    if not said:
        raise UserError(f"{option} is empty: write it so that the next reader understands it")
    return said


def _rejected(text: str) -> Rejected:
    name, *why = (part.strip() for part in _COLON.split(one_line("--rejected", text), maxsplit=1))
    if not name or not any(why):
        raise UserError(f"--rejected {text!r}: write it as NAME:WHY")
    return Rejected(name, why[0])
