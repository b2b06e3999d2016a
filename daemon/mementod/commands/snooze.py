"""`mementod snooze`: no notices for a while."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from mementod.commands.enrol import enrolled, ledger_path
from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError

_TIME = re.compile(r"(\d{1,4})(min|h|d|w)")
_UNITS = {
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
LONGEST = timedelta(days=366)
LIMIT_MS = 5_000


@click.command("snooze")
@click.argument("time", default="1d", metavar="[TIME]")
@click.option("--all", "is_all", is_flag=True, help="Of all repositories.")
@folder_option
@click.pass_context
def command(context: click.Context, time: str, is_all: bool) -> int:
    """Have no notices of the repository you are in for TIME: 30min, 2h, 1d (without one), 1w; `off` ends that.

    What becomes stale meanwhile is told afterwards, if it still is. `status` and `check` say it at once.
    """
    here = session(context)
    span = _span(time)
    now = datetime.now(UTC)
    until = now + span
    name = "" if is_all else _repository(here)
    _snooze(here, name, until.isoformat(timespec="seconds"), now.isoformat(timespec="seconds"))
    whose = "all repositories" if is_all else "this repository"
    if span:
        end = "mementod snooze --all off" if is_all else "mementod snooze off"
        here.line(f"no notices of {whose} until {until.astimezone():%Y-%m-%d %H:%M}; `{end}` ends that")
    else:
        here.line(f"notices of {whose} are shown again")
    return ExitCode.FINE


def _span(time: str) -> timedelta:
    if time == "off":
        return timedelta()
    found = _TIME.fullmatch(time)
    span = int(found[1]) * _UNITS[found[2]] if found else timedelta()
    if not timedelta() < span <= LONGEST:
        raise UserError(f"{time}: give a time such as 30min, 2h, 1d or 1w, up to 52w, or `off`")
    return span


def _repository(here: Session) -> str:
    """The id of the enrolled repository around the folder; the innermost one."""
    around = [row for row in enrolled(here, ledger_path(here)) if Path(here.folder).is_relative_to(row.root)]
    if not around:
        raise UserError(f"{here.folder} is in no enrolled repository: `mementod enrol`, or `mementod snooze --all`")
    return max(around, key=lambda row: len(row.root.parts)).id


def _snooze(here: Session, repository: str, until: str, now: str) -> None:
    """By the daemon, which alone writes while it runs, else here."""
    from mementod.ipc.client import WhyNot, ask
    from mementod.ipc.daemon_advice import WHY_NOT
    from mementod.ipc.protocol import Op, Request
    from mementod.stores.ledger import Ledger
    from mementod.stores.ledger_rows import Snooze

    args = {"repository": repository, "until": until}
    answer = ask(here.paths.state_dir(), Request(Op.SNOOZE, None, args, LIMIT_MS))
    if answer is WhyNot.ABSENT:
        with Ledger(ledger_path(here)) as ledger:
            ledger.snooze(Snooze(repository, "", until), now)
    elif isinstance(answer, WhyNot):
        raise UserError(f"nothing was changed: {WHY_NOT[answer]}", ExitCode.NO_DAEMON)
    elif not answer.ok:
        raise UserError(f"nothing was changed: {answer.message}", ExitCode.NO_DAEMON)
