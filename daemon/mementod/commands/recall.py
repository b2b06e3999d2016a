"""`mementod recall`: what was said, done and noted about something."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError

if TYPE_CHECKING:
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.evidence import Hit
    from mementod.continuity.memory_file import MemoryFile

DEFAULT_BUDGET = 1_500


@click.command("recall")
@click.argument("query", nargs=-1, required=True)
@folder_option
@format_option
@click.option("--budget", type=click.IntRange(100, 50_000), default=DEFAULT_BUDGET, show_default=True, help="Tokens.")
@click.pass_context
def command(context: click.Context, query: tuple[str, ...], form: str, budget: int) -> int:
    """Find what binds, what was said and done (the newest first) and what notes and the last hand-over say of QUERY.

    QUERY may be a question: its "why" and "how" need not be there. What holds all other words comes first, then a few
    lines that hold most of them. Identifiers are found in either way of writing. The log of this repository holds
    what `mementod remember` was told and, where ~/.config/mementod/config.yaml has `import: [claude, codex, gemini]`,
    what these agents keep of their sessions. Changes no note.

    Exit code 1 when nothing is found.
    """
    from mementod.continuity.episodes import Episodes
    from mementod.continuity.handover_store import HandoverStore
    from mementod.continuity.named import Names
    from mementod.continuity.places import catch_up, memory_of
    from mementod.continuity.recall import Sources, logbooks, recall
    from mementod.continuity.record_store import RecordStore
    from mementod.judging.engine import Request

    here, text = session(context), " ".join(query)
    if not text.strip():
        raise UserError("an empty text finds nothing: name what you look for")
    with here.engine() as engine, memory_of(engine, here.paths) as file:
        log = Episodes(file)
        imported = catch_up(log, engine, here.paths)
        here.warn_all(imported.problems + ((file.problem,) if file.problem else ()))
        if not imported.is_whole:
            here.warn_all(("not all sessions are read yet: ask again for the rest",))
        try:
            _hear(file, log, text)
        except UserError as error:
            here.warn_all((str(error),))
        report, record = engine.check(Request(engine.root)), RecordStore(file).items()
        sources = Sources(log, report, logbooks(engine), record, HandoverStore(file).last(), Names(engine))
        found = recall(text, sources, budget)
    if form == "json":
        data = {"schema": "mementod.recall/1", "left_out": found.left_out, "hits": [asdict(hit) for hit in found.hits]}
        here.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    else:
        for hit in found.hits:
            _show(here, hit)
        if found.left_out:
            here.line(f"{found.left_out} more beyond {budget} tokens: --budget {found.needed} shows them.")
        if not found.hits:
            here.warn_all((f"{text}: nothing found",))
    return ExitCode.FINE if found.hits else ExitCode.FINDINGS


def _hear(file: MemoryFile, log: Episodes, text: str) -> None:
    """Bring the record up to date where a new line is of what is asked: what makes it takes a second to load."""
    from mementod.continuity.engram import hear
    from mementod.continuity.evidence import HITS
    from mementod.continuity.record_store import RecordStore, Step

    seen = RecordStore(file).read(Step.HEARD)
    if any(line.id > seen for line in log.search(text, HITS)):
        hear(file)


def _show(here: Session, hit: Hit) -> None:
    said = " ".join(part for part in (hit.at, hit.who) if part)
    here.line(f"{hit.source}:{hit.place}" + (f"  {said}" if said else ""))
    for line in (hit.before, hit.text, hit.after):
        if line:
            here.line(f"  {'>' if line is hit.text else ' '} {line}")
    if hit.superseded:
        here.line(f"  ! superseded by: {hit.superseded}")
    if hit.revoked:
        here.line(f"  ! revoked: {hit.revoked}")
    for line in hit.stale:
        here.line(f"  ! {line}")
