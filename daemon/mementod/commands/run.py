"""`mementod run`: the daemon in the foreground."""

from __future__ import annotations

import click

from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError

STREAM = 2  # standard error


@click.command("run")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a log line.")
@click.option("--log-level", default="info", show_default=True, metavar="LEVEL", help="debug, info, warning or error.")
@click.pass_context
def command(context: click.Context, as_json: bool, log_level: str) -> int:
    """Watch every enrolled repository until it is stopped (Ctrl-C, SIGTERM).

    Log lines go to standard error. SIGHUP reads the configuration again.
    """
    import faulthandler

    from mementod.process.lifecycle import SERVICE_VARIABLE

    faulthandler.enable(STREAM)  # a watchdog ends us with SIGABRT: say what we hung at
    here = session(context)
    is_agent = here.paths.environ.get(SERVICE_VARIABLE) == "launchd"
    try:
        return _run(here, as_json, log_level, is_agent)
    except UserError as error:
        if not is_agent:
            raise
        here.warn_all((str(error),))
        return ExitCode.FINE  # for any other launchd would start us again, and nothing would be better then


def _run(here: Session, as_json: bool, log_level: str, is_agent: bool) -> int:
    """`is_agent`: launchd keeps our standard error in a file for ever; it is for crashes, the log has its own."""
    from mementod.brain.daemon import log_folder, run
    from mementod.process.logs import Level, Log, cut, is_journal

    here.paths.state_dir()
    if here.paths.is_temporary:
        raise UserError("the daemon needs a place for its state: " + "; ".join(here.paths.problems))
    if is_agent:
        cut(STREAM)
    level, folder = Level.of(log_level), log_folder(here.paths)
    in_journal = is_journal(here.paths.environ, STREAM)
    return run(here.paths, Log(level, as_json, folder, None if is_agent else STREAM, in_journal))
