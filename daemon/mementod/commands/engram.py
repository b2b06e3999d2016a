"""`mementod engram`: the record of what must survive a compaction."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode


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
    here = session(context)
    text = here.text("engram", everything=everything, json=form == "json")
    if form == "json":
        here.write(text)
    else:
        here.lines(text)
    return ExitCode.FINE


@command.command("revoke")
@click.argument("text")
@folder_option
@click.option("--every", is_flag=True, help="All that begin with TEXT, also when there are several.")
@click.pass_context
def revoke(context: click.Context, text: str, every: bool) -> int:
    """Take back the statement that begins with TEXT; it stays in the record, and is shown no more.

    One of a note comes back when its line is written anew: better take the line out. Several are shown, and taken back
    only with --every. Exit code 1 when nothing is taken back.
    """
    from mementod.continuity.engram import hear
    from mementod.continuity.memory_file import moment
    from mementod.continuity.places import memory_to_keep
    from mementod.continuity.record_store import RecordStore, beginning
    from mementod.continuity.rule_reader import read
    from mementod_parsers.continuity.rules import together

    here = session(context)
    with here.engine() as engine, memory_to_keep(engine, here.paths) as file:
        hear(file)  # what was said before this is taken back with it
        store = RecordStore(file)
        found = beginning(together(store.items(), read(engine).rules), text) if text.strip() else ()
        is_clear = len(found) == 1 or (every and bool(found))
        if is_clear:
            store.revoke(found, moment())
    for item in found:
        here.line(f"{'revoked' if is_clear else 'would be revoked'}: {item.text}")
    if not found:
        here.warn_all((f"{text}: no statement begins so; `mementod engram --all` shows them",))
    elif not is_clear:
        here.warn_all((f"{len(found)} statements begin so: write more of the one, or --every for all of them",))
    return ExitCode.FINE if is_clear else ExitCode.FINDINGS
