"""`mementod forget`: lines out of the log of this repository, for good."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode, UserError


@click.command("forget")
@click.argument("lines", nargs=-1, type=click.IntRange(1, 2**62), metavar="LINE...")
@folder_option
@click.option("--session", "name", metavar="NAME", help="All that was kept of a session.")
@click.pass_context
def command(context: click.Context, lines: tuple[int, ...], name: str | None) -> int:
    """Remove the messages that hold these LINEs of the log, as `recall` numbers them, and what the record took of them.

    They are gone for good; an agent's own session file does not bring them back. Nothing else ever removes a line.
    """
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.names import forget
    from mementod.continuity.places import memory_of

    here = session(context)
    if bool(lines) == (name is not None):
        raise UserError("name either LINEs of the log, as `mementod recall` shows them, or --session NAME")
    with here.engine() as engine, memory_of(engine, here.paths) as file:
        log = Episodes(file)
        count = log.forget(lines) if name is None else log.forget_session(name)
        if count:
            forget(engine)
    here.line(f"{count} line{'s' * (count != 1)} forgotten.")
    return ExitCode.FINE if count else ExitCode.FINDINGS
