"""`mementod status`: what the daemon watches, and how it stands with every repository."""

from __future__ import annotations

import json
import shutil
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from mementod import __version__
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.config import Config, with_user
from mementod.errors import ExitCode, UserError
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import Op, Request
from mementod.reports.status_page import NEEDS_SOMEBODY, Look, lines, tag
from mementod.reports.words import plural

if TYPE_CHECKING:
    from pathlib import Path

    from mementod.stores.ledger import Ledger
    from mementod.stores.ledger_rows import Enrolled

SCHEMA = "mementod.status/1"
ANSWER_LIMIT_MS = 2000
LOCK_WAIT_S = 0.1  # a ledger that another program holds is read as it is
WATCH_POLL_S = 1.0  # one question a second, only while somebody looks
_RESTLESS = ("uptime_s", "memory")
_CLEAR, _BELOW, _END_OF_LINE = "\033[H", "\033[J", "\033[K"

Plain = dict[str, Any]


@click.command("status")
@folder_option
@format_option
@click.option("--watch", is_flag=True, help="Show it again whenever it changes, until Ctrl-C.")
@click.pass_context
def command(context: click.Context, form: str, watch: bool) -> int:
    """Show every enrolled repository: its notes, what changed without an entry, how it is watched, what was told.

    Starts nothing and wakes nothing: without a daemon it shows what was told last. Exit code: 0 all is well,
    1 something is stale, failing or without an entry, 4 no daemon runs.
    """
    here = session(context)
    if watch:
        _follow(here, form)
    data = gathered(here)
    for line in _shown(here, data, form):
        here.write(line + "\n")
    here.warn_all(here.paths.problems)
    if not data["running"]:
        raise UserError(data["advice"], ExitCode.NO_DAEMON)
    bad = any(tag(home) in NEEDS_SOMEBODY for home in data["repositories"])
    return ExitCode.FINDINGS if bad or data["problems"] else ExitCode.FINE


def gathered(here: Session, is_watching: bool = False) -> Plain:
    """What the daemon says of itself, else what the ledger says of it. `is_watching`: no notices are needed."""
    state = here.paths.known_state  # nothing is made there, and it may be another's
    request = Request(Op.STATUS, None, {"watching": is_watching}, ANSWER_LIMIT_MS)
    answer = ask(state, request) if state else WhyNot.ABSENT
    if isinstance(answer, WhyNot) or not answer.ok:
        found = _remembered(here, answer if isinstance(answer, WhyNot) else WhyNot.REFUSED)
    else:
        found = {"running": True, "why": None, "advice": None} | answer.data
        found["problems"] = [*_trouble(found)]
    found["problems"] += with_user(Config(), here.paths).faults
    return found


def _trouble(data: Plain) -> list[str]:
    """What is wrong with the daemon itself, whatever its version."""
    found = list(data.get("problems", ()))
    if data["watcher_restarts"]:
        found.append(f"the watcher was started again {plural(data['watcher_restarts'], 'time')} in the last minute")
    if data["version"] != __version__:
        found.append(f"this program is {__version__}: start the daemon again")
    return found


def _remembered(here: Session, why: WhyNot) -> Plain:
    """Every repository as it was told last."""
    from mementod.ipc.daemon_advice import advice

    found: Plain = {"running": False, "why": why.value, "advice": advice(why, here.paths), "version": __version__}
    return found | _told(here.paths.known_state)


def _told(state: Path | None) -> Plain:
    """Problems, repositories and notices; what may not be read is a problem, not an empty ledger."""
    from mementod.notices.concerns import standing
    from mementod.stores.ledger import Ledger

    now = datetime.now(UTC).isoformat(timespec="seconds")
    if state is None:
        return {"problems": ["there is no home directory: set HOME, or XDG_STATE_HOME"], "repositories": []}
    with Ledger(state / "ledger.db", LOCK_WAIT_S) as ledger:
        try:
            homes = [_home(ledger, row) for row in ledger.enrolled()]
            notices = standing(ledger.concerns().values(), ledger.last_notice(), ledger.snoozes(now), now)
        except UserError as error:
            return {"problems": [str(error)], "repositories": []}
        problems = [ledger.problem] if ledger.problem else []
        return {"problems": problems, "repositories": homes, "notices": notices}


def _home(ledger: Ledger, row: Enrolled) -> Plain:
    from mementod.ipc.last_told import ROWS_CAP, last_told

    levels = [told.level.value for told in ledger.published(row.id).values()]
    return {
        "id": row.id, "root": str(row.root), "state": "unknown", "problem": "", "mode": None,
        "watched": 0, "polled": 0, "files": 0, "lost_changes": 0, "notes": {},
        "levels": {level: levels.count(level) for level in ("error", "warning", "info")},
        "quarantine": 0, "last_told": last_told(ledger.newest(row.id, ROWS_CAP)),
    }  # fmt: skip


def _shown(here: Session, data: Plain, form: str) -> list[str]:
    if form == "json":
        return [json.dumps(_document(data), indent=1)]
    look = Look(here.width, here.colour, str(here.paths.home or ""), datetime.now().astimezone())
    return list(lines(data, look))


def _document(data: Plain) -> Plain:
    """As the page tells it; how current that is stands beside it."""
    homes = [home | {"state": tag(home).value, "view": home["state"]} for home in data["repositories"]]
    return {"schema": SCHEMA} | data | {"repositories": homes}


def _follow(here: Session, form: str) -> None:
    """Until Ctrl-C. On a terminal in one place, else one page after the other; as JSON one object a line."""
    in_place = form != "json" and sys.stdout.isatty()
    before: object = None
    while True:
        data = gathered(here, in_place)
        text = [json.dumps(_document(data))] if form == "json" else _shown(here, data, form)
        if not data["running"] and form != "json":
            text.append(data["advice"])
        # In place also when only the clock went on; else nobody wants a page a second.
        now = text if in_place else {name: value for name, value in data.items() if name not in _RESTLESS}
        if now != before:
            here.write(_redrawn(text) if in_place else "\n".join(text) + "\n")
            sys.stdout.flush()
        before = now
        here.sleep(WATCH_POLL_S)


def _redrawn(text: list[str]) -> str:
    """Over what is there, without a flicker; what the terminal cannot show is counted."""
    room = max(shutil.get_terminal_size().lines - 2, 1)
    if len(text) > room:
        text = [*text[: room - 1], f"... {plural(len(text) - room + 1, 'more line')}"]
    return _CLEAR + "".join(f"{line}{_END_OF_LINE}\n" for line in text) + _BELOW
