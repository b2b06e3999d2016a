"""`mementod status`: what the daemon watches, and how it stands with every repository."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from mementod import __version__
from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode
from mementod.reports.report import plural

Plain = dict[str, Any]


@click.command("status")
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, form: str) -> int:
    """Say what the daemon watches: repositories, notes, how they are watched, and what it cannot see.

    Starts nothing. Exit code 4 when no daemon runs.
    """
    from mementod.ipc.protocol import Op

    here = session(context)
    data = here.ask_daemon(Op.STATUS)
    if form == "json":
        here.write(json.dumps({"schema": "mementod.status/1"} | data, indent=1) + "\n")
    else:
        for line in lines(data):
            here.line(line)
    return ExitCode.FINE


def lines(data: Plain) -> Iterator[str]:
    """The page, from what the daemon says of itself."""
    memory = data["memory"]
    sizes = ", ".join(f"{name} {size / 1e6:.0f} MB" for name, size in memory.items() if size)
    paused = "paused, " if data["paused"] else ""
    yield f"mementod {data['version']} (pid {data['pid']}): {paused}up {_span(data['uptime_s'])}, {sizes}"
    if data["watcher_restarts"]:
        yield f"the watcher was started again {plural(data['watcher_restarts'], 'time')} in the last minute"
    if data["version"] != __version__:
        yield f"this program is {__version__}: start the daemon again"
    yield from data.get("problems", ())
    if not data["repositories"]:
        yield "No repository is enrolled; `mementod enrol` in one begins."
    for home in data["repositories"]:
        yield from _home(home)


def _home(home: Plain) -> Iterator[str]:
    yield f"{home['root']}"
    notes, levels = home["notes"], home["levels"]
    counted = ", ".join(f"{number} {name}" for name, number in notes.items()) or "not judged yet"
    loud = f"; {plural(levels['error'], 'error')}, {plural(levels['warning'], 'warning')}" if levels else ""
    yield f"  {home['state']}: notes: {counted}{loud}"
    lost = f", {home['lost_changes']} lost changes" if home["lost_changes"] else ""
    polled = f", {home['polled']:,} polled" if home["polled"] else ""
    mode = home["mode"] or "not watched yet"
    yield f"  {mode}: {home['watched']:,} folders watched{polled}, {home['files']:,} files{lost}"
    if home["quarantine"]:
        yield f"  {plural(home['quarantine'], 'file')} not parsed (known by their words)"
    if home["problem"]:
        yield f"  {home['problem']}"


def _span(seconds: float) -> str:
    """`3 min`, `2 h`, `5 d`."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
