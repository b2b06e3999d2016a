"""The command line: finds the command, hands it a session, turns its end into an exit code.

With paths.py the only reader of environment, clock and current folder. Imports nothing that `--help` does not
need.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mementod import __version__
from mementod.commands.manual import attach, walk
from mementod.commands.once import once
from mementod.commands.session import MAX_WIDTH, MIN_WIDTH, Session
from mementod.errors import ExitCode, UserError, guard
from mementod.paths import Paths

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# name -> (section, one line of help). A command is the module of its name in mementod.commands.
COMMANDS = {
    "check": ("Judge", "Judge the notes against the code."),
    "explain": ("Judge", "Say why a citation was judged as it was."),
    "watch": ("Judge", "Judge again whenever files change; print what changed."),
    "fix": ("Repair", "Show, or write, repairs of moved, renamed, shifted and misspelt citations."),
    "verify": ("Repair", "Vouch that notes hold today."),
    "symbols": ("Look up", "Where a name is defined."),
    "refs": ("Look up", "Which notes cite a path or a name."),
    "progress": ("Gates", "Write, list and check the entries of the progress file."),
    "gate": ("Gates", "Ask whether core files may be edited or committed."),
    "boot": ("Continuity", "What an agent must know to go on, in one call."),
    "handoff": ("Continuity", "What the next session must know, and whether it knows it."),
    "engram": ("Continuity", "The record that survives: constraints, names, the goal."),
    "decide": ("Continuity", "Write a decision, with what was rejected and why."),
    "remember": ("Continuity", "Keep a line where `recall` finds it."),
    "recall": ("Continuity", "Find what was noted, said and done about something."),
    "forget": ("Continuity", "Remove lines from the log for good."),
    "tidy": ("Continuity", "Find notes that are hard to use; show or write the safe repairs."),
    "mcp": ("Continuity", "Answer an agent over MCP."),
    "init": ("Set up", "Set up this repository, step by step."),
    "enrol": ("Set up", "Enrol repositories, so that they are watched."),
    "unenrol": ("Set up", "Forget enrolled repositories."),
    "repos": ("Set up", "List the enrolled repositories."),
    "agents": ("Set up", "Have AI agents ask before they edit core files."),
    "service": ("Set up", "Have the daemon run whenever you are logged in."),
    "completion": ("Set up", "Have your shell complete our commands."),
    "uninstall": ("Set up", "Take everything out again."),
    "status": ("Daemon", "What is watched, and how it stands."),
    "page": ("Daemon", "Show the notes in the browser: what broke them, and when."),
    "run": ("Daemon", "Watch the enrolled repositories, in the foreground."),
    "doctor": ("Daemon", "Try everything out; say what to do about what does not work."),
    "logs": ("Daemon", "What the daemon did."),
    "pause": ("Daemon", "Judge and tell nothing for now."),
    "resume": ("Daemon", "Go on after a pause."),
    "notify": ("Daemon", "See whether notices arrive on the desktop."),
    "snooze": ("Daemon", "Have no notices for a while."),
}
WIDTH = 100  # where no terminal says how wide it is
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": MAX_WIDTH}


class LazyGroup(click.Group):
    """Imports a command when it is called, and lists them by section."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"mementod.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        if ctx.resilient_parsing:  # a shell asks how the line may go on
            _complete_files(command)
        return attach(cmd_name, command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """By our own list: nothing of a command is imported for its name."""
        from click.shell_completion import CompletionItem

        found = [(name, text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]
        options = super(click.Group, self).shell_complete(ctx, incomplete)
        return [*(CompletionItem(name, help=text) for name, text in found), *options]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise UserError(f"no command {args[0]!r}; there are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section in dict.fromkeys(section for section, _ in COMMANDS.values()):
            rows = [(name, text) for name, (where, text) in COMMANDS.items() if where == section]
            with formatter.section(section):
                formatter.write_dl(rows)


def _complete_files(command: click.Command) -> None:
    from mementod.commands.completion import complete_files

    for _, found in walk("", command):
        complete_files(found)


def _folder(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.obj.enter(context.obj.folder / value)


@click.group(cls=LazyGroup, context_settings=SETTINGS, invoke_without_command=True)
@click.option(
    "-C",
    "folder",
    metavar="DIR",
    expose_value=False,
    callback=_folder,
    help="Work in DIR instead of the current folder.",
)
@click.version_option(__version__, "--version", prog_name="mementod")
@click.pass_context
def program(context: click.Context) -> None:
    """Keep the memory of AI coding agents true to the code it cites.

    `mementod check` judges every note of the repository you are in. It needs no set-up, changes nothing and
    sends nothing anywhere.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


once(program)


def main() -> int:
    """Entry point of the `mementod` script."""
    if sys.platform == "win32":
        sys.stderr.write("mementod: Windows is not supported; Linux is (use WSL)\n")
        return ExitCode.USAGE
    open_streams()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    argv = sys.argv[1:]
    with Paths.of(os.environ) as paths:
        if instruction := os.environ.get("_MEMENTOD_COMPLETE"):
            from mementod.commands.completion import answer

            return answer(program, new_session(paths), instruction)
        return guard(lambda: run(argv, paths), paths.state_dir, paths.home, sys.argv)


def open_streams() -> None:
    """Give a program that was started with closed streams the null device.

    Else there would be nothing to print to, and the next file we open would become our standard output.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", closefd=False))


def run(argv: list[str], paths: Paths) -> int:
    """Run one command line; raises what `guard` knows."""
    try:
        with program.make_context("mementod", argv, obj=new_session(paths)) as context:
            code = program.invoke(context)
        return code if isinstance(code, int) else ExitCode.FINE
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        hint = f" ({error.ctx.command_path} --help)" if error.ctx and error.ctx.parent else ""
        raise UserError(error.format_message() + hint) from error
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except click.ClickException as error:
        raise UserError(error.format_message()) from error


def new_session(paths: Paths) -> Session:
    try:
        folder = Path.cwd()
    except FileNotFoundError:
        raise UserError("the current folder no longer exists; change to another") from None
    colourless = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Session(
        folder=folder,
        paths=paths,
        clock=time.monotonic,
        sleep=time.sleep,
        time_of_day=lambda: time.strftime("%H:%M:%S"),
        width=min(max(_columns(), MIN_WIDTH), MAX_WIDTH),
        colour=sys.stdout.isatty() and not colourless,
        index_file=_index_file(folder),
        interactive=sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty(),
        progress_bar=sys.stderr.isatty(),
    )


def _columns() -> int:
    """As shutil.get_terminal_size says, without what it takes to load that module."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or WIDTH  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return WIDTH


def _index_file(folder: Path) -> Path | None:
    """The index that git hands to a hook; it names it from the folder in which the hook starts."""
    given = os.environ.get("GIT_INDEX_FILE")
    return folder / given if given else None
