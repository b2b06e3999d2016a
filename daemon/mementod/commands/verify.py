"""`mementod verify`: the word of a person or an agent that a note holds today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.reports.report import counts, problems
from mementod.reports.words import plural
from mementod_parsers.model import Verdict

if TYPE_CHECKING:
    from mementod.judging.engine import Engine

# Of a note that was not read as it is on disk: nobody can vouch for it.
UNREAD = (": not judged: ", ": cannot be read: ", ": not text: ")


@click.command("verify")
@click.argument("notes", nargs=-1, required=True, metavar="NOTE...")
@folder_option
@click.pass_context
def command(context: click.Context, notes: tuple[str, ...]) -> int:
    """Vouch that the given notes hold: what resolves today is judged from today on.

    Nothing is written into the notes. What does not resolve today stays stale: repair it or take it out.
    """
    here = session(context)
    with here.engine() as engine:
        here.paths.state_dir()
        if here.paths.is_temporary:
            raise UserError("nothing can be verified: " + "; ".join(here.paths.problems))
        found, stamps, open_ = _vouch(here, engine, notes)
    here.line(f"{plural(stamps, 'citation')} verified in {plural(found, 'note')}")
    if open_:
        here.line(f"not for good: {plural(open_, 'citation')}, the code is not committed: do that, and verify again")
    return ExitCode.FINE


def _vouch(here: Session, engine: Engine, notes: tuple[str, ...]) -> tuple[int, int, int]:
    """How many notes there are at these names, how many citations are stamped now, and how many differ all the same.

    A stamp names a commit: what is changed and not committed differs from it.
    """
    from mementod.judging.engine import Request

    chosen = here.note_paths(engine.root, notes)
    report = engine.check(Request(here.folder, chosen))
    here.expect_notes(notes, chosen, report)
    unread = [problem for problem in problems(report) if any(words in problem for words in UNREAD)]
    if unread:
        raise UserError(f"nothing was verified: {'; '.join(unread)}")
    found, differed = len(report.notes), counts(report)[Verdict.CHANGED]
    del report  # ten thousand notes need not be there twice
    stamps = engine.verify(chosen)
    return found, stamps, counts(engine.check(Request(here.folder, chosen)))[Verdict.CHANGED] if differed else 0
