"""`mementod logs`: what the daemon did, from its own log."""

from __future__ import annotations

import json
import re
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError

SCHEMA = "mementod.logs/1"  # of each line
LINES = 100
FOLLOW_POLL_S = 0.5
_UNITS = {"s": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}
_SPAN = re.compile(r"(\d{1,6})\s*(s|min|m|h|d)")

Record = dict[str, Any]


@click.command("logs")
@folder_option
@format_option
@click.option("-n", "lines", type=click.IntRange(1, 10_000), default=LINES, show_default=True, help="The last N lines.")
@click.option("-f", "--follow", is_flag=True, help="Go on with what comes, until Ctrl-C.")
@click.option("--since", metavar="TIME", help="Only the last TIME: 30min, 2h, 1d.")
@click.option("--repo", metavar="DIR", help="Only lines about this repository.")
@click.pass_context
def command(context: click.Context, form: str, lines: int, follow: bool, since: str | None, repo: str | None) -> int:
    """Show the daemon's log: one line a decision. Needs no daemon, and is the same under every service manager."""
    here = session(context)
    wanted = Wanted(_since(since), str((here.folder / repo).resolve()) if repo is not None else None)
    seen = _kept(here)
    records = [record for record in seen if wanted.is_it(record)]
    for record in records[-lines:]:
        _tell(here, record, form)
    if not records and not follow:
        nothing = "there is no such line in the log" if since or repo else "there is no log yet: no daemon has run here"
        here.warn_all((nothing,))
    if follow:
        _follow(here, wanted, form, seen)
    return ExitCode.FINE


class Wanted:
    """Which lines: not older than `since` (ISO time, UTC), about the repository at `root`."""

    def __init__(self, since: str, root: str | None) -> None:
        self._since, self._root = since, root

    def is_it(self, record: Record) -> bool:
        about = self._root is None or self._root in (record.get("repository"), record.get("root"))
        return about and str(record.get("time", "")) >= self._since


def newer(before: list[Record], now: list[Record]) -> list[Record]:
    """What came after the last record of `before`; all of it when that was rotated away."""
    if not before:
        return now
    at = next((number for number in range(len(now), 0, -1) if now[number - 1] == before[-1]), 0)
    return now[at:]


def _follow(here: Session, wanted: Wanted, form: str, seen: list[Record]) -> None:
    while True:
        sys.stdout.flush()
        here.sleep(FOLLOW_POLL_S)
        now = _kept(here)
        for record in newer(seen, now):
            if wanted.is_it(record):
                _tell(here, record, form)
        seen = now


def _kept(here: Session) -> list[Record]:
    from mementod.process.logs import FOLDER_NAME, kept

    state = here.paths.known_state
    return kept(state / FOLDER_NAME) if state else []


def _tell(here: Session, record: Record, form: str) -> None:
    from mementod.process.logs import as_text

    here.line(json.dumps({"schema": SCHEMA} | record) if form == "json" else as_text(record))


def _since(text: str | None) -> str:
    """The ISO time so long ago; empty for all times."""
    if text is None:
        return ""
    found = _SPAN.fullmatch(text)
    if found is None:
        raise UserError(f"--since {text}: give a time such as 30min, 2h or 1d")
    ago = timedelta(seconds=int(found[1]) * _UNITS[found[2]])
    return (datetime.now(UTC) - ago).isoformat().replace("+00:00", "Z")
