"""`mementod resume`: the daemon goes on after `mementod pause`."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode


@click.command("resume")
@folder_option
@click.pass_context
def command(context: click.Context) -> int:
    """Have the daemon judge what changed while it was paused, and go on."""
    from mementod.ipc.protocol import Op

    here = session(context)
    here.ask_daemon(Op.RESUME)
    here.line("resumed")
    return ExitCode.FINE
