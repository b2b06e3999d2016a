"""`mementod completion`: what a shell needs to complete our command lines."""

from __future__ import annotations

import re

import click

from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError

VARIABLE = "_MEMENTOD_COMPLETE"  # set by the shell when it asks for completions
SHELLS = ("bash", "zsh", "fish")
_FILES = frozenset({"PATH", "NOTE", "FILE", "FILES", "FOLDER", "F", "REPO"})  # as they stand in our help
_FOLDERS = frozenset({"DIR"})


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@folder_option
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the lines that have SHELL complete commands, options, notes and paths.

    bash, in ~/.bashrc: eval "$(mementod completion bash)"

    zsh, in ~/.zshrc, after compinit: eval "$(mementod completion zsh)"

    fish: mementod completion fish > ~/.config/fish/completions/mementod.fish
    """
    from click.shell_completion import get_completion_class

    form = get_completion_class(shell)
    assert form is not None
    source = form(context.find_root().command, {}, "mementod", VARIABLE)
    # Not `source()`: that of bash starts a bash to ask for its version, which may not be installed where this runs.
    session(context).write(source.source_template % source.source_vars())
    return ExitCode.FINE


def answer(program: click.Command, here: Session, instruction: str) -> int:
    """Tell the shell what may come next; it hands over the words in variables of its own. Never complains."""
    from click.shell_completion import shell_complete

    complete_files(program)
    try:
        return shell_complete(program, {"obj": here}, "mementod", VARIABLE, instruction)
    except (UserError, LookupError, ValueError):  # no command of ours so far, or no words of a shell
        return ExitCode.FINE


def complete_files(command: click.Command) -> click.Command:
    """Have arguments that name files and folders completed as such; what they take stays the same."""
    for parameter in command.params:
        if parameter.type is not click.STRING:
            continue
        words = set(re.findall(r"[A-Z]+", parameter.metavar or (parameter.name or "").upper()))
        if words & _FILES:
            parameter.type = click.Path()
        elif words & _FOLDERS:
            parameter.type = click.Path(file_okay=False)
    return command
