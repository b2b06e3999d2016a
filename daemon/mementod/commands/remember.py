"""`mementod remember`: a line for the log of this repository."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from uuid import uuid4

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode, UserError

TEXT_CAP_BYTES = 1 << 20


@click.command("remember")
@click.argument("text", nargs=-1)
@folder_option
@click.pass_context
def command(context: click.Context, text: tuple[str, ...]) -> int:
    """Keep TEXT, or what comes from standard input, in the log of this repository, where `recall` finds it.

    Secrets in known forms are taken out first. Writes to mementod's own state directory only.
    """
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.places import memory_of
    from mementod_parsers.continuity.transcripts.episode import Actor, Episode

    here = session(context)
    said = " ".join(text) if text else sys.stdin.buffer.read(TEXT_CAP_BYTES).decode("utf-8", "replace")
    if not said.strip():
        raise UserError("nothing to remember: give a text, or lines on standard input")
    with here.engine() as engine, memory_of(engine, here.paths) as file:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        log = Episodes(file)
        count = log.add("remember", [Episode(Actor.NOTE, said, now, "", str(engine.root), uuid4().hex)])
        here.warn_all((file.problem,) if file.problem else ())
        last = log.latest(count)
    here.line(f"kept as {', '.join(f'remember:{line.id}' for line in last[:1])}; `mementod recall` finds it")
    return ExitCode.FINE
