"""`mementod engram`: the record of what must survive a compaction."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

import click

from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode

ALL_TOKENS = 1_000_000


@click.group("engram", invoke_without_command=True)
@folder_option
@format_option
@click.option("--all", "everything", is_flag=True, help="Everything, not only what fits an agent's start.")
@click.pass_context
def command(context: click.Context, form: str, everything: bool) -> int:
    """Show what must survive: constraints, names and whether they hold, the goal, what was stressed, what is gone.

    It is made from the log (`mementod recall`), brought up to date first, and only ever grows. Changes no note.
    """
    if context.invoked_subcommand is not None:
        return ExitCode.FINE
    from mementod.continuity.engram import update
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.places import catch_up, memory_of
    from mementod_parsers.continuity.record import CLASS_TOKENS, as_lines, shown

    here = session(context)
    with here.engine() as engine, memory_of(engine, here.paths) as file:
        here.warn_all(catch_up(Episodes(file), engine, here.paths).problems)
        record = shown(update(engine, file), ALL_TOKENS if everything else CLASS_TOKENS)
        here.warn_all((file.problem,) if file.problem else ())
    if form == "json":
        classes = {
            kind.value: {"items": [asdict(i) for i in part.items], "more": part.more} for kind, part in record.items()
        }
        here.write(json.dumps({"schema": "mementod.engram/1"} | classes, indent=1, ensure_ascii=False) + "\n")
    else:
        for line in as_lines(record) or [
            "Nothing that binds, names code or states a goal was said yet: `mementod remember`, or imported sessions."
        ]:
            here.line(line)
    return ExitCode.FINE


@command.command("revoke")
@click.argument("text")
@folder_option
@click.pass_context
def revoke(context: click.Context, text: str) -> int:
    """Take back the statements that begin with TEXT; they stay in the record, and are shown no more.

    Exit code 1 when no statement begins so.
    """
    from mementod.continuity.places import memory_of
    from mementod.continuity.record_store import RecordStore

    here = session(context)
    with here.engine() as engine, memory_of(engine, here.paths) as file:
        count = RecordStore(file).revoke(text, datetime.now(UTC).isoformat(timespec="seconds")) if text.strip() else 0
    here.line(f"{count} statement{'s' * (count != 1)} revoked.")
    return ExitCode.FINE if count else ExitCode.FINDINGS
