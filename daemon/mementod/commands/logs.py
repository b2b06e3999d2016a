"""`mementod logs`: what the daemon did, from its own log."""

from __future__ import annotations

import json

import click

from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode

LINES = 100


@click.command("logs")
@folder_option
@format_option
@click.option("-n", "lines", type=click.IntRange(1, 10_000), default=LINES, show_default=True, help="The last N lines.")
@click.pass_context
def command(context: click.Context, form: str, lines: int) -> int:
    """Show the daemon's log: one line a decision. Needs no daemon."""
    from mementod.brain.daemon import log_folder
    from mementod.process.logs import as_text, kept

    here = session(context)
    records = kept(log_folder(here.paths))[-lines:]
    for record in records:
        here.line(json.dumps(record) if form == "json" else as_text(record))
    if not records:
        here.warn_all(("there is no log yet: the daemon has not run here",))
    return ExitCode.FINE
