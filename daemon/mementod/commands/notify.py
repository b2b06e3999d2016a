"""`mementod notify`: whether notices arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.config import Config, with_user
from mementod.errors import ExitCode, UserError

if TYPE_CHECKING:
    from mementod.ipc.protocol import Answer

ALIVE_LIMIT_MS = 2_000  # one that does not even say how it is shows no notice
TEST_LIMIT_MS = 30_000  # a server that hangs takes its limit several times
CURES = {
    "held": "turn do not disturb off, or wait until it is off: what is to be told waits too",
    "nowhere": "what is to be told waits until there is one; `mementod status` shows it meanwhile",
}


@click.group("notify", invoke_without_command=True)
@folder_option
@click.pass_context
def command(context: click.Context) -> None:
    """Notices on the desktop: when notes go stale, core files change without an entry, or mementod is in trouble.

    How often, and when not, is set under `notify` in your own configuration: desktop, per_hour, quiet, repositories.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("test")
@folder_option
@format_option
@click.pass_context
def test(context: click.Context, form: str) -> int:
    """Show a notice now, and say how it got there.

    Sent by the daemon where one runs, for it may see another desktop than you. Exit code 1 when nothing was shown.
    """
    here = session(context)
    data = sent(here) | {"desktop": with_user(Config(), here.paths).notify.desktop}
    if form == "json":
        here.document("notify", data)
    else:
        _say(here, data)
    return ExitCode.FINE if data["outcome"] == "shown" else ExitCode.FINDINGS


def sent(here: Session) -> dict[str, Any]:
    from mementod.ipc.client import WhyNot, ask
    from mementod.ipc.protocol import Op, Request

    state = here.paths.state_dir()
    answer = ask(state, Request(Op.STATUS, deadline_ms=ALIVE_LIMIT_MS))
    if not isinstance(answer, WhyNot):
        answer = ask(state, Request(Op.NOTIFY, deadline_ms=TEST_LIMIT_MS))
    if answer is WhyNot.ABSENT:
        return _alone(here) | {"by": "this command"}
    return _data(answer) | {"by": "the daemon"}


def _alone(here: Session) -> dict[str, Any]:
    from mementod.notices.desk import tried
    from mementod.notices.screens import screen

    place = screen(here.paths.environ)
    try:
        return tried(place)
    finally:
        place.end()


def _data(answer: Answer | object) -> dict[str, Any]:
    from mementod.ipc.client import WhyNot
    from mementod.ipc.daemon_advice import WHY_NOT
    from mementod.ipc.protocol import Answer

    if isinstance(answer, WhyNot):
        raise UserError(WHY_NOT[answer], ExitCode.NO_DAEMON)
    assert isinstance(answer, Answer)
    if not answer.ok:
        raise UserError(f"the daemon says: {answer.message}", ExitCode.NO_DAEMON)
    found: dict[str, Any] = answer.data
    return found


def _say(here: Session, data: dict[str, Any]) -> None:
    way = f"{data['way']}, {data['server']}" if data["server"] else data["way"]
    number = f", number {data['number']}" if data["number"] else ""
    if data["outcome"] == "shown":
        here.line(f"a notice was shown by {data['by']} ({way}{number})")
    else:
        here.line(f"no notice was shown by {data['by']} ({way}): {data['why']}")
        here.line(CURES[data["outcome"]])
    if not data["desktop"]:
        here.line("your configuration has `notify: {desktop: off}`: besides this one none is shown on the desktop")
