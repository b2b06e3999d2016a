"""`mementod boot`: the cold start of an agent, in one call."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode

DEFAULT_BUDGET = 8_192


@click.command("boot")
@folder_option
@click.option(
    "--budget", type=click.IntRange(1_000, 1_000_000), default=DEFAULT_BUDGET, show_default=True, help="Bytes."
)
@click.pass_context
def command(context: click.Context, budget: int) -> int:
    """Print what an agent must know to go on, in one call.

    What binds, where progress is behind the code, and what is stale, corrected, come first; then the last hand-over,
    what was committed and decided last, the notes in their order, and three questions to answer.

    Changes nothing. What does not fit is named, with the command or the file that shows it.
    """
    here = session(context)
    here.lines(here.text("boot", budget=budget))
    return ExitCode.FINE
