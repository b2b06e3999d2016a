"""`mementod watch`: prints each verdict that becomes another one, as the daemon tells it.

Without a daemon that watches this repository: a plain loop in the foreground that compares file stamps. Writes nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import UserError
from mementod.judging.sources import VENDORED, auto_memory_folders
from mementod.reports.report import Located, levels, located
from mementod.reports.words import plural
from mementod_parsers.model import Level, Report, Verdict
from mementod_parsers.text.printable import clean

SCHEMA = "mementod.watch/1"  # of each line
POLL_S = 0.5
BUSY_SHARE = 4  # sleep at least four times as long as a look takes
FILE_LIMIT = 200_000
# What git rewrites whenever a commit, a checkout or an `add` changes what we would answer.
GIT_FILES = ("HEAD", "index", "packed-refs", "logs/HEAD")
_LOUD = (Level.ERROR, Level.WARNING)


@dataclass(frozen=True, slots=True)
class Transition:
    """One citation whose verdict changed; None is a citation that was not there, or is no more."""

    item: Located
    before: Verdict | None
    after: Verdict | None


@click.command("watch")
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, form: str) -> NoReturn:
    """Judge, then judge again whenever notes, code or git's HEAD and index change, until Ctrl-C.

    One line a verdict that changed; with --format json one object a line.
    """
    here = session(context)
    with here.engine() as engine:
        root = engine.root
    listen(here, root, form == "json")
    folders = [root, *auto_memory_folders(root, here.paths.claude)]
    follow(here, lambda: _judge(here), lambda: signature(folders), form == "json")


def listen(here: Session, root: Path, as_json: bool) -> None:
    """Print what the daemon tells of this repository, until it leaves; returns at once when it tells nothing."""
    from mementod.ipc.daemon_answers import told

    is_heard = False
    for data in told(here.paths, root):
        if data["event"] == "start":
            is_heard = True
            _tell(_greeting(str(root), data["notes"], {Level(k): v for k, v in data["levels"].items()}, as_json))
        for row in data.get("rows", ()):
            _tell(_told_line(row, _now(here, as_json), as_json))
    if is_heard:
        here.warn_all(("the daemon left: this command watches alone from now on",))


def follow(here: Session, judge: Callable[[], Report], look: Callable[[], int], as_json: bool) -> NoReturn:
    """The loop. Judges when two looks in a row agree, so that a half-written file is not judged."""
    seen = look()
    before = judge()
    here.warn_all(before.problems)  # a folder without history has nothing to tell, and has to say so
    _tell(_greeting(before.root, len(before.notes), levels(before), as_json))
    changed = False
    while True:
        began = here.clock()
        now = look()
        here.sleep(max(POLL_S, BUSY_SHARE * (here.clock() - began)))
        if now != seen:
            seen, changed = now, True
        elif changed:
            changed = False
            try:
                after = judge()
            except UserError as error:
                here.warn_all((f"not judged: {error}",))
                continue
            for transition in transitions(before, after):
                _tell(_line(transition, _now(here, as_json), as_json))
            before = after


def transitions(before: Report, after: Report) -> Iterator[Transition]:
    """What is different between two reports, in the order of the notes."""
    old = {item.id: item for item in located(before)}
    new = {item.id: item for item in located(after)}
    for identity, item in new.items():
        was = old.get(identity)
        if was is None:
            if item.finding.level in _LOUD:
                yield Transition(item, None, item.finding.verdict)
        elif (was.finding.verdict, was.finding.target) != (item.finding.verdict, item.finding.target):
            yield Transition(item, was.finding.verdict, item.finding.verdict)
    for identity, item in old.items():
        if identity not in new and item.finding.level in _LOUD:
            yield Transition(item, item.finding.verdict, None)


def signature(folders: list[Path]) -> int:
    """A number that changes when any file below the folders does."""
    stamps = [stamp for folder in folders for stamp in _git_stamps(folder)]
    for folder in folders:
        for stamp in _stamps(str(folder)):
            stamps.append(stamp)
            if len(stamps) >= FILE_LIMIT:
                break
    return hash(tuple(stamps))


_Stamp = tuple[str, int, int, int]


def _git_stamps(folder: Path) -> Iterator[_Stamp]:
    for name in GIT_FILES:
        path = folder / ".git" / name
        try:
            found = path.stat()
        except OSError:
            continue  # no repository, a linked worktree, or no such file yet
        yield str(path), found.st_mtime_ns, found.st_size, found.st_ino


def _stamps(folder: str) -> Iterator[_Stamp]:
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue  # gone or unreadable: the judge will say so
        for entry in listed:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in VENDORED:
                    waiting.append(entry.path)
                continue
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            yield entry.path, found.st_mtime_ns, found.st_size, found.st_ino


def _judge(here: Session) -> Report:
    from mementod.judging.engine import Request

    # A new engine each time: configuration, HEAD and listing may all have changed.
    with here.engine(quiet=True) as engine:
        return engine.check(Request(here.folder))


def _greeting(root: str, notes: int, found: Mapping[Level, int], as_json: bool) -> str:
    if as_json:
        told = {"event": "start", "root": root, "levels": {level.value: number for level, number in found.items()}}
        return json.dumps({"schema": SCHEMA} | told)
    loud = f"{plural(found.get(Level.ERROR, 0), 'error')}, {plural(found.get(Level.WARNING, 0), 'warning')}"
    return f"watching {plural(notes, 'note')} in {clean(root)} ({loud}); Ctrl-C ends"


def _line(transition: Transition, now: str, as_json: bool) -> str:
    item = transition.item
    row = {
        "id": item.id,
        "note": item.path,
        "line": item.finding.citation.line,
        "text": item.finding.citation.text,
        "before": transition.before,
        "after": transition.after,
        "level": item.finding.level,
        "target": item.finding.target,
    }
    return _told_line(row, now, as_json)


def _told_line(row: dict[str, Any], now: str, as_json: bool) -> str:
    """One transition; `before` or `after` None is a citation that was not there, or is no more."""
    if not row["after"]:
        row = row | {"level": None, "target": None}
    if as_json:
        names = ("id", "note", "line", "text", "before", "after", "level", "target")
        return json.dumps({"schema": SCHEMA, "event": "transition", "at": now} | {name: row[name] for name in names})
    target = f" ({row['target']})" if row["target"] else ""
    old, new = row["before"] or "new", row["after"] or "no longer cited"
    return clean(f"{now}  {row['note']}:{row['line']}  {row['text']}: {old} -> {new}{target}")


def _now(here: Session, as_json: bool) -> str:
    """For people the time of day, for programs ISO 8601 with its zone."""
    return datetime.now().astimezone().isoformat(timespec="seconds") if as_json else here.time_of_day()


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()  # somebody, or a pipe, is waiting for it
