"""`mementod doctor`: tries everything out and says what to do about what does not work."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from mementod.commands.enrol import ledger_path
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.doctor.examination import LIMIT_S, examine
from mementod.doctor.finding import Grade, as_data, bad, lines
from mementod.doctor.patient import Patient
from mementod.errors import ExitCode, UserError
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import Answer, Op, Request
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled

ANSWER_LIMIT_MS = 2000
LOCK_WAIT_S = 0.2  # a ledger that is locked for longer is a finding


@click.command("doctor")
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, form: str) -> int:
    """Try everything out within five seconds: verdicts, daemon, service, hooks, a notice, the machine.

    What is tried is tried for real, in scratch repositories that are gone afterwards. Each line that is bad names
    its cure. Exit code: 0 all that was tried works, 1 something does not.
    """
    here = session(context)
    until = time.monotonic() + LIMIT_S
    try:
        patient = admitted(here)
        findings = examine(patient, limit_s=until - time.monotonic())
    except UserError as error:  # there is no place for a state
        said, _, cure = str(error).rpartition(": ")
        findings = [bad("machine", said, cure)]
    if form == "json":
        here.write(json.dumps(as_data(findings), indent=1) + "\n")
    else:
        for line in lines(findings, here.width, here.colour):
            here.write(line + "\n")
    return ExitCode.FINDINGS if any(finding.grade is Grade.BAD for finding in findings) else ExitCode.FINE


def admitted(here: Session) -> Patient:
    """What the probes look at. Raises UserError when there is no place for a state."""
    ledger = ledger_path(here)
    rows, problem = _rows(ledger)
    began = time.monotonic()
    answer = ask(ledger.parent, Request(Op.STATUS, None, {}, ANSWER_LIMIT_MS))
    took = time.monotonic() - began
    why = answer if isinstance(answer, WhyNot) else None if answer.ok else WhyNot.REFUSED
    status = answer.data if isinstance(answer, Answer) and answer.ok else None
    return Patient(
        here.paths, ledger.parent, rows, status, why, took, partial(_service, here), partial(_notice, here), problem
    )


def _service(here: Session) -> dict[str, Any]:
    from mementod.commands.service import gathered, manager_of, program_of

    return gathered(manager_of(here), program_of(here))


def _rows(ledger: Path) -> tuple[tuple[Enrolled, ...], str]:
    """The registry, and what is wrong with its file."""
    with Ledger(ledger, LOCK_WAIT_S) as store:
        try:
            return store.enrolled(), store.problem or ""
        except UserError as error:
            return (), str(error)


def _notice(here: Session) -> dict[str, Any]:
    from mementod.commands.notify import sent

    return sent(here)
