"""`mementod refs`: which notes cite a path or a name."""

from __future__ import annotations

import json

import click

from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode, UserError


@click.command("refs")
@click.argument("name", metavar="PATH or NAME")
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, name: str, form: str) -> int:
    """List the citations of a path or a name in the notes.

    Exit code 1 when there is none.
    """
    here = session(context)
    if not name.strip("/"):
        raise UserError(f"{name!r} is no path and no name")
    with here.engine() as engine:
        found = engine.refs(name)
    if form == "json":
        data = [
            {"note": note, "line": c.line, "column": c.column, "text": c.text, "kind": c.kind.value}
            for note, c in found
        ]
        here.write(json.dumps({"schema": "mementod.refs/1", "citations": data}, indent=1) + "\n")
    else:
        for note, citation in found:
            here.line(f"{note}:{citation.line}:{citation.column}  {citation.sentence or citation.text}")
        if not found:
            here.warn_all((f"{name}: no note cites it",))
    return ExitCode.FINE if found else ExitCode.FINDINGS
