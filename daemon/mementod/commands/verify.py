"""`mementod verify`: the word of a person or an agent that a note holds today."""

from __future__ import annotations

import click

from mementod.commands.session import folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.report import plural


@click.command("verify")
@click.argument("notes", nargs=-1, required=True, metavar="NOTE...")
@folder_option
@click.pass_context
def command(context: click.Context, notes: tuple[str, ...]) -> int:
    """Vouch that the given notes hold: from now on they are judged by what they say today.

    Nothing is written into the notes. What does not resolve today stays stale.
    """
    here = session(context)
    from mementod.engine import Request

    with here.engine() as engine:
        chosen = here.note_paths(engine.root, notes)
        here.paths.state_dir()
        if here.paths.is_temporary:
            raise UserError("nothing can be verified: " + "; ".join(here.paths.problems))
        here.expect_notes(notes, chosen, engine.check(Request(here.folder, chosen)))
        stamps = engine.verify(chosen)
    here.line(f"{plural(stamps, 'citation')} verified in {plural(len(notes), 'note')}")
    return ExitCode.FINE
