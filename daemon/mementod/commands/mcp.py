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

    Tools: boot, recall, check, refs, symbols, handoff, handoff_check; decide and progress_add write what they say.
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
