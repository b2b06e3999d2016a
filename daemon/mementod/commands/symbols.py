"""`mementod symbols`: where a name is defined."""

from __future__ import annotations

import json

import click

from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode, UserError


@click.command("symbols")
@click.argument("name")
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, name: str, form: str) -> int:
    """List the definitions of NAME (`open`, or `Store.open`) in the code of the repository.

    Exit code 1 when there is none.
    """
    here = session(context)
    if not name:
        raise UserError("an empty text is no name")
    with here.engine() as engine:
        rows = engine.symbols(name)
    if form == "json":
        data = [{"path": r.path, "name": r.qual, "kind": str(r.kind), "line": r.line} for r in rows]
        here.write(json.dumps({"schema": "mementod.symbols/1", "symbols": data}, indent=1) + "\n")
    else:
        for row in rows:
            here.line(f"{row.path}:{row.line}  {row.kind}  {row.qual}")
        if not rows:
            here.warn_all((f"{name}: no definition in this repository",))
    return ExitCode.FINE if rows else ExitCode.FINDINGS
