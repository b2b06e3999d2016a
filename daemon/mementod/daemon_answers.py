"""What the command line asks the daemon, and what it takes an answer for.

A daemon is an accelerator, never an authority: whatever it does not answer in time is judged here, with the same code.
"""

from __future__ import annotations

from typing import Any

from mementod import wire
from mementod.client import WhyNot, ask
from mementod.engine import Engine
from mementod.errors import ExitCode, UserError
from mementod.judgement import Request as Question
from mementod.paths import Paths
from mementod.protocol import Answer, Op, ProtocolError, Request
from mementod_parsers.model import Report

CHECK_LIMIT_MS = 2000  # about what a judgement of our own takes
NEEDED_LIMIT_MS = 10_000

_WHY_NOT = {
    WhyNot.ABSENT: "no daemon runs: start it with `mementod run`",
    WhyNot.HUNG: "the daemon does not answer: see `mementod logs`, and start it again",
    WhyNot.REFUSED: "the daemon cannot be asked: see `mementod logs`",
    WhyNot.FOREIGN: "what listens there is not yours",
    WhyNot.OLDER: "the daemon is older than this program: start it again",
    WhyNot.NEWER: "the daemon is newer than this program: update it",
}


def report(paths: Paths, engine: Engine, question: Question) -> Report | None:
    """The daemon's report on the work tree; None where there is none, or it cannot tell."""
    if question.rev or question.staged or question.range or any(name in (".", "") for name in question.notes):
        return None
    args = {"notes": list(question.notes)}
    answer = ask_quietly(paths, Request(Op.CHECK, str(engine.root), args, CHECK_LIMIT_MS))
    if answer is None or not answer.ok or not answer.fresh:
        return None
    try:
        found = wire.report(answer.data)
    except (KeyError, TypeError, ValueError):  # not what we would have said: judge it ourselves
        return None
    known = {note.note.path for note in found.notes}
    return found if found.root == str(engine.root) and known.issuperset(question.notes) else None


def needed(paths: Paths, op: Op, args: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question that only a daemon has. UserError, exit code 4, when it does not give one."""
    answer = ask(paths.state_dir(), Request(op, None, args, NEEDED_LIMIT_MS))
    if isinstance(answer, WhyNot):
        raise UserError(_WHY_NOT[answer], ExitCode.NO_DAEMON)
    if not answer.ok:
        raise UserError(f"the daemon says: {answer.message}", ExitCode.NO_DAEMON)
    found: dict[str, Any] = answer.data
    return found


def ask_quietly(paths: Paths, request: Request) -> Answer | None:
    """An answer, or None for whatever reason."""
    try:
        answer = ask(paths.state_dir(), request)
    except ProtocolError:
        return None
    return None if isinstance(answer, WhyNot) else answer
