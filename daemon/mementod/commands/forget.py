"""`mementod forget`: lines out of the log of this repository, for good."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode, UserError

LINE_LIMIT = 1 << 62  # of the numbers that the store gives


@click.command("forget")
@click.argument("places", nargs=-1, metavar="LINE...")
@folder_option
@click.option("--session", "name", metavar="NAME", help="All that was kept of a session.")
@click.pass_context
def command(context: click.Context, places: tuple[str, ...], name: str | None) -> int:
    """Remove the messages that hold these LINEs of the log, and what the record and hand-overs took of them.

    A LINE is what `recall` and `remember` print: `remember:3`, or the number alone.

    They are gone for good; an agent's own session file does not bring them back. Nothing else ever removes a line.
    """
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.names import forget
    from mementod.continuity.places import memory_to_keep

    here = session(context)
    lines = [_number(place) for place in places]
    if bool(lines) == (name is not None):
        raise UserError("name either LINEs of the log, as `mementod recall` shows them, or --session NAME")
    with here.engine() as engine, memory_to_keep(engine, here.paths) as file:
        log = Episodes(file)
        count = log.forget(lines) if name is None else log.forget_session(name)
        if count:
            forget(engine)
    if not count:
        what = f"no line {', '.join(map(str, lines))}" if name is None else f"no session {name}"
        here.warn_all((f"{what} in the log: `mementod recall` shows what there is and its numbers",))
        return ExitCode.FINDINGS
    here.line(f"{count} line{'s' * (count != 1)} forgotten.")
    return ExitCode.FINE


def _number(place: str) -> int:
    number = place.rpartition(":")[2]
    if not number.isdecimal() or not 0 < int(number) < LINE_LIMIT:
        raise UserError(f"{place}: no line of the log; write it as `mementod recall` shows it, such as remember:3")
    return int(number)
