"""`mementod page`: the notes of this repository as one HTML file."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from mementod import __version__, files
from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.page.model import Source
from mementod.page.render import render
from mementod.page.timeline import parsed
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Report

TIMELINE_CAP = 50_000  # transitions; the ledger keeps no more
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


@click.command("page")
@folder_option
@click.option("--output", metavar="FILE", help="Write it there.")
@click.option("--no-open", is_flag=True, help="Do not show it in the browser.")
@click.pass_context
def command(context: click.Context, output: str | None, no_open: bool) -> int:
    """Write a page that shows the notes of this repository, and open it in the browser.

    Notes by state over time, what broke them, what each note cites and where that points, and its history. One file
    that loads nothing from anywhere. Without --output it goes into the state directory; a browser that may not read
    hidden folders (a snap) needs --output.
    """
    here = session(context)
    if output == "":
        raise UserError("--output is empty: give it a file, or leave it out")
    report, key, root = _judged(here)
    rows, since = _history(here, root)
    source = Source(report, rows, datetime.now(UTC), __version__, since)
    path = here.folder / output if output else _usual(here, key)
    _write(path, render(source), make_folder=output is None)
    here.line(f"written: {path}")
    if not no_open and not _opened(path, here.paths.environ):
        here.line("no browser to open it in was found")
    return ExitCode.FINE


def _usual(here: Session, key: str) -> Path:
    folder = here.paths.state_dir()
    if here.paths.is_temporary:
        raise UserError("there is no place for it that would last: give --output FILE")
    return folder / "pages" / f"{key}.html"


def _judged(here: Session) -> tuple[Report, str, Path]:
    """The judgement on the work tree, and the key and root of its repository."""
    from mementod.judging.engine import Request

    with here.engine() as engine:
        return engine.check(Request(here.folder)), engine.repository.key, engine.root


def _history(here: Session, root: Path) -> tuple[list[Transition], datetime | None]:
    """What was told of this repository, oldest first, and since when it is enrolled; nothing when it is not."""
    with Ledger(here.paths.state_dir() / "ledger.db") as ledger:
        row = next((row for row in ledger.enrolled() if row.root == root), None)
        if row is None:
            return [], None
        return list(reversed(ledger.newest(row.id, TIMELINE_CAP))), parsed(row.enrolled_at)


def _write(path: Path, text: str, make_folder: bool) -> None:
    try:
        if make_folder:
            path.parent.mkdir(mode=0o700, exist_ok=True)
        files.replace(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error


def _opened(path: Path, environ: Mapping[str, str]) -> bool:
    """Whether a program was started that shows it: on a screen, never one that takes over the terminal."""
    opener = "open" if sys.platform == "darwin" else "xdg-open"
    has_screen = sys.platform == "darwin" or any(environ.get(name) for name in _SCREENS)
    program = shutil.which(opener, path=environ.get("PATH"))
    if not has_screen or program is None:
        return False
    null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    os.posix_spawn(program, [program, str(path)], environ, file_actions=null, setpgroup=0)  # it may outlive us
    return True
