"""`mementod pause`: the daemon judges and tells nothing until `mementod resume`."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode


@click.command("pause")
@folder_option
@click.pass_context
def command(context: click.Context) -> int:
    """Have the daemon judge and tell nothing for now. It goes on to see what changes."""
    from mementod.ipc.protocol import Op

    here = session(context)
    here.ask_daemon(Op.PAUSE)
    here.line("paused; `mementod resume` goes on")
    return ExitCode.FINE
