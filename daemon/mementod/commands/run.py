"""`mementod run`: the daemon in the foreground."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import UserError


@click.command("run")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a log line.")
@click.option("--log-level", default="info", show_default=True, metavar="LEVEL", help="debug, info, warning or error.")
@click.pass_context
def command(context: click.Context, as_json: bool, log_level: str) -> int:
    """Watch every enrolled repository until it is stopped (Ctrl-C, SIGTERM).

    Log lines go to standard error. SIGHUP reads the configuration again.
    """
    from mementod.brain.daemon import log_folder, run
    from mementod.process.logs import Level, Log

    paths = session(context).paths
    paths.state_dir()
    if paths.is_temporary:
        raise UserError("the daemon needs a place for its state: " + "; ".join(paths.problems))
    return run(paths, Log(Level.of(log_level), as_json, log_folder(paths)))
