"""`mementod boot`: the cold start of an agent, in one call."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode

DEFAULT_BUDGET = 8_192


@click.command("boot")
@folder_option
@click.option(
    "--budget", type=click.IntRange(1_000, 1_000_000), default=DEFAULT_BUDGET, show_default=True, help="Bytes."
)
@format_option
@click.pass_context
def command(context: click.Context, budget: int, form: str) -> int:
    """Print what an agent must know to go on, in one call.

    What binds, where progress is behind the code, and what is stale, corrected, come first; then the last hand-over,
    what was committed and decided last, the notes in their order, and three questions to answer.

    Changes nothing. What does not fit is named, with the command or the file that shows it.
    """
    here = session(context)
    text = here.text("boot", budget=budget)
    if form == "json":
        here.document("boot", {"budget": budget, "parts": [_part(part) for part in text.strip().split("\n\n")]})
    else:
        here.lines(text)
    return ExitCode.FINE


def _part(text: str) -> dict[str, object]:
    """A paragraph of the text: its first line says what the others are."""
    title, *lines = text.splitlines()
    return {"title": title, "lines": lines}
