"""`mementod decide`: a decision into the decision log, with what was rejected and why."""

from __future__ import annotations

import os
import re
from datetime import datetime
from functools import partial

import click

from mementod.commands.logbook import Made, one_line, write_beside, write_into
from mementod.commands.session import folder_option, session
from mementod.config import load_config
from mementod.errors import ExitCode, UserError
from mementod.gates.decision_log import locate, newest_record
from mementod.gates.progress_file import MAX_PROGRESS_BYTES, is_inside
from mementod.vcs.repository import find
from mementod_parsers.decisions.decision_files import newest_of, next_name, next_text, record_name
from mementod_parsers.decisions.decision_forms import Draft
from mementod_parsers.decisions.decision_parts import Rejected
from mementod_parsers.decisions.decision_writing import NEW_LOG, is_there, with_decision

_COLON = re.compile("[:：]")
_REFUSED = "{} would not be read back with it: write --chosen, --why and --rejected in full words"


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
    """Write a decision into the decision log, in the form that it already uses; every other byte of it stays.

    Where each decision is a file of its own (`docs/adr/0007-queue.md`), the next one is written like the newest.
    """
    here = session(context)
    repository = find(here.folder)
    path = locate(repository.git, load_config(repository.root, here.paths))
    if not is_inside(path):
        raise UserError(f"{path} is outside the repository")
    told = {"--problem": problem, "--chosen": chosen, "--why": why}
    problem, chosen, why = (_said(option, value) for option, value in told.items())
    named = tuple(part for each in one_line("--options", options).split(",") if (part := each.strip()))
    today = datetime.now().astimezone().date().isoformat()
    draft = Draft(chosen, why, today, problem, named, tuple(map(_rejected, rejected)))
    if not os.path.lexists(repository.root / path) and (record := newest_record(repository.git)):
        made = partial(_next, draft)
        path = write_beside(repository.root, record, MAX_PROGRESS_BYTES, newest_of, made)
        here.line(f"{path}: decision added, in the form of {record}")
        return ExitCode.FINE
    refused = _REFUSED.format(path)
    line = write_into(repository.root, path, NEW_LOG, MAX_PROGRESS_BYTES, lambda text: _added(text, draft), refused)
    here.line(f"{path}:{line}: decision added")
    return ExitCode.FINE


def _next(draft: Draft, newest: str, text: str) -> Made:
    """The name and the text of the file behind the newest one."""
    name = record_name(newest)
    assert name is not None  # or it would not be the newest one
    if is_there(text, draft):
        raise UserError(f"this decision is in {newest} already")
    if (made := next_text(name, text, draft)) is None:
        raise UserError(_REFUSED.format(newest))
    return next_name(name, draft), made


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
