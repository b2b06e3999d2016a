"""`mementod remember`: a line for the log of this repository."""

from __future__ import annotations

from uuid import uuid4

import click

from mementod.commands.session import folder_option, session
from mementod.commands.typed import standard_input
from mementod.errors import ExitCode, UserError

AGAINST_SHOWN = 3


@click.command("remember")
@click.argument("text", nargs=-1)
@folder_option
@click.pass_context
def command(context: click.Context, text: tuple[str, ...]) -> int:
    """Keep TEXT, or what comes from standard input, in the log of this repository, where `recall` finds it.

    Secrets in known forms are taken out first. Writes to mementod's own state directory only.
    """
    from mementod.continuity.engram import hear, standing_against, what_became
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.memory_file import moment
    from mementod.continuity.places import memory_to_keep
    from mementod_parsers.continuity.confidential import removed
    from mementod_parsers.continuity.transcripts.episode import Actor, Episode

    here = session(context)
    said = " ".join(text) if text else standard_input()
    if not said.strip():
        raise UserError("nothing to remember: give a text, or lines on standard input")
    with here.engine() as engine, memory_to_keep(engine, here.paths) as file:
        log = Episodes(file)
        episode = Episode(Actor.NOTE, said, moment(), "", str(engine.root), uuid4().hex)
        log.add("remember", [episode])
        here.warn_all((file.problem,) if file.problem else ())
        number = log.first_line("remember", episode)
        hear(file)  # the next session begins with the record as it is stored
        became = what_became(engine, file, said, f"remember {number}")
        against = standing_against(engine, file, number) if number else []
        where = "" if engine.repository.tracked else f" for {engine.root}, which is in no git repository"
    here.line(f"kept as remember:{number}{where}; `mementod recall` finds it")
    if became:
        here.line(f"in it {became}")
    if kinds := removed(said):
        here.line(f"left out of it: {', '.join(kinds)} (what is secret is never kept)")
    for line in against[:AGAINST_SHOWN]:
        here.line(f"it goes against: {line}")
    if against:
        here.line("Both stand until one is taken back: `mementod engram revoke`, or out of its note.")
    return ExitCode.FINE
