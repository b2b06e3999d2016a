"""What every command needs from the outside: folder, paths, clock, terminal, and the engine.

Built once by cli.py, which alone reads them. Commands print through it and nowhere else.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mementod.errors import UserError
from mementod.paths import Paths

if TYPE_CHECKING:
    from mementod.ipc.daemon_answers import Daemon
    from mementod.ipc.protocol import Op
    from mementod.judging.engine import Engine
    from mementod_parsers.model import Report

MIN_WIDTH, MAX_WIDTH = 40, 160

Command = TypeVar("Command", bound=Callable[..., object])


@dataclass(slots=True)
class Session:
    """One run of the program. `folder` is where it works: the current folder or that of -C."""

    folder: Path
    paths: Paths
    clock: Callable[[], float]  # seconds, for durations
    sleep: Callable[[float], None]
    time_of_day: Callable[[], str]
    width: int
    colour: bool  # of standard output
    interactive: bool  # somebody can answer a question
    progress_bar: bool
    index_file: Path | None = None  # that of the commit under way, when git runs us in a hook
    program: str = "mementod"  # how the user has to call us to come here again
    said: set[str] = field(default_factory=set)

    @contextmanager
    def engine(self, quiet: bool = False, daemon: Daemon | None = None) -> Iterator[Engine]:
        """The judge for this folder, with a progress bar on a terminal. A daemon that has the answer is asked first."""
        from mementod.commands.meter import Meter
        from mementod.ipc.daemon_answers import Daemon
        from mementod.judging.engine import Engine
        from mementod.vcs.git import GitError

        daemon = daemon or Daemon(self.paths)
        try:
            with (
                Meter(self.clock, self.progress_bar and not quiet) as meter,
                Engine(self.folder, self.paths, meter.show, self.index_file, daemon) as engine,
            ):
                yield engine
        except GitError as error:
            raise UserError(f"git cannot answer: {error} (see `git fsck` and `git status`)") from error
        self.warn_all(self.paths.problems + daemon.problems)

    def text(self, what: str, **options: object) -> str:
        """A text that an agent goes on from, as `continuity.texts` makes it: by the daemon where one has it in time.

        Not in a hook of git's: the daemon does not know of the index that git hands to it.
        """
        from mementod.ipc.daemon_answers import Daemon

        daemon = Daemon(self.paths)
        found = daemon.text(self.folder, what, options) if self.index_file is None else None
        if found is None:
            from mementod.continuity.texts import text_of

            with self.engine(daemon=daemon) as engine:
                found = text_of(engine, self.paths, what, options)
        self.warn_all(found.problems)
        return found.text

    def ask_daemon(self, op: Op, args: dict[str, object] | None = None) -> dict[str, Any]:
        """What the daemon answers. Raises UserError, exit code 4, when none runs."""
        from mementod.ipc.daemon_answers import needed

        return needed(self.paths, op, args or {})

    def write(self, text: str) -> None:
        """Text that is already safe, to standard output."""
        sys.stdout.write(text)

    def document(self, name: str, data: Mapping[str, object]) -> None:
        """The answer of a command as JSON, with its schema; fields may be added, never renamed."""
        sys.stdout.write(json.dumps({"schema": f"mementod.{name}/1"} | dict(data), indent=1) + "\n")

    def line(self, text: str) -> None:
        """One line that may hold text of a repository."""
        from mementod_parsers.text.printable import clean

        sys.stdout.write(clean(text) + "\n")

    def lines(self, text: str) -> None:
        """As `line`, each line of a text."""
        for line in text.splitlines():
            self.line(line)

    def warn_all(self, problems: tuple[str, ...]) -> None:
        """Lines for people beside the answer, on standard error, each once."""
        from mementod_parsers.text.printable import clean

        for problem in problems:
            if problem not in self.said:
                self.said.add(problem)
                sys.stderr.write(f"mementod: {clean(problem)}\n")

    def enter(self, folder: Path) -> None:
        """Work in another folder from now on."""
        try:
            there = folder.is_dir()
        except OSError as error:
            raise UserError(f"-C {folder}: {error.strerror}") from error
        if not there:
            raise UserError(f"-C {folder}: no such folder")
        folder = folder.resolve()
        self.folder = folder
        self.program = f"mementod -C {shlex.quote(str(folder))}"

    def note_paths(self, root: Path, given: tuple[str, ...], must_exist: bool = True) -> tuple[str, ...]:
        """Files and folders as a person names them -> relative to the repository, absolute outside it."""
        return tuple(self._note_path(root, name, must_exist) for name in given)

    def expect_notes(self, named: tuple[str, ...], chosen: tuple[str, ...], report: Report) -> None:
        """Say which of the named notes and folders, found at `chosen`, held no note; UserError when none did."""
        judged = [note.note.path for note in report.notes]
        empty = [n for n, path in zip(named, chosen, strict=True) if not any(_is_below(j, path) for j in judged)]
        if not judged and empty:
            # The report knows why better than we do, when one is too large to be read for instance.
            files = tuple(f"{path}: " for path in chosen if not Path(path).is_dir())
            why = next((problem for problem in report.problems if problem.startswith(files)), None)
            raise UserError(why or f"{', '.join(empty)}: no note there")
        self.warn_all(tuple(f"{name}: no note there" for name in empty))

    def _note_path(self, root: Path, name: str, must_exist: bool) -> str:
        from mementod.judging.sources import why_no_note

        if not name:
            raise UserError("an empty text names no note; leave it out to mean all of them")
        root = root.resolve()
        # From the current folder as in every shell, else from the root, as our own reports name notes.
        paths = [_absolute(base / name) for base in (self.folder, root)]
        path = next((path for path in paths if _is_there(path)), None)
        if path is None and must_exist:
            raise UserError(f"{name}: no such note or folder (looked for {paths[0]})")
        why = why_no_note(path, root) if path and must_exist else None
        if why:
            raise UserError(f"{name} {why}")
        path = path or paths[0]
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _absolute(path: Path) -> Path:
    # The folder is resolved, the last name is not: a note may itself be a link.
    try:
        return path.resolve() if path.name in ("", "..") else path.parent.resolve() / path.name
    except (OSError, RuntimeError):  # folders that are links in circles, before Python 3.13
        return path.absolute()


def _is_below(note: str, path: str) -> bool:
    return path in (".", note) or note.startswith(f"{path.rstrip('/')}/")


def _is_there(path: Path) -> bool:
    """Whether something is at a path, be it a link that leads nowhere; also where nobody may look."""
    try:
        path.lstat()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def folder_option(command: Command) -> Command:
    """`-C DIR`, which every command takes; relative to a -C before the command's name."""

    def enter(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
        if value is not None:
            session(context).enter(session(context).folder / value)

    option = click.option(
        "-C", "folder", metavar="DIR", expose_value=False, callback=enter, is_eager=True, help="Work in DIR."
    )
    return option(command)


def session(context: click.Context) -> Session:
    """The session of a running command."""
    found = context.find_object(Session)
    assert found is not None
    return found


format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the answer.",
)
