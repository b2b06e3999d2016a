"""Reads command lines with the program's own parser, without running them."""

from __future__ import annotations

from mementod.cli import new_session, program
from mementod.paths import Paths


def parsed(argv: list[str], paths: Paths) -> str:
    """The name of the command that a command line calls, all its options read but nothing run."""
    with program.make_context("mementod", list(argv), obj=new_session(paths)) as context:
        name, command, rest = program.resolve_command(context, [*context._protected_args, *context.args])
        assert name is not None
        assert command is not None
        with command.make_context(name, rest, parent=context):
            return name
