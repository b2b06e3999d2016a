"""`mementod mcp`: the same questions for agents that speak MCP."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode, UserError


@click.command("mcp")
@folder_option
@click.pass_context
def command(context: click.Context) -> int:
    """Answer an agent over MCP, on standard input and output, until it hangs up.

    Tools that read: boot, recall, check, refs, symbols, engram, handoff, handoff_check. Tools that write what they say:
    remember, handoff_write, decide, progress_add. What removes or repairs (forget, tidy, fix) stays with people.
    Needs the extra: pip install 'mementod[mcp]'.
    """
    try:
        from mementod.continuity.mcp_tools import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise UserError("this needs the MCP library: pip install 'mementod[mcp]'") from error
    server(session(context).folder).run("stdio")
    return ExitCode.FINE
