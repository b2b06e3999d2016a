"""`mementod explain`: everything behind one verdict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.reports.words import plural

if TYPE_CHECKING:
    from mementod.judging.engine import Engine
    from mementod_parsers.model import Finding


@click.command("explain")
@click.argument("place", metavar="NOTE:LINE")
@click.argument("text", required=False)
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, place: str, text: str | None, form: str) -> int:
    """Show the stamp, the evidence, the commits and the candidates behind each citation in a line.

    What does not hold comes first; where many hold, they are only named. TEXT picks the citations that contain it,
    each explained. A line that cites nothing is no mistake; one that is not there is.
    """
    here = session(context)
    note, line = _split(place)
    with here.engine() as engine:
        (path,) = here.note_paths(engine.root, (note,))
        if (engine.root / path).is_dir():
            raise UserError(f"{note} is a folder: give a note in it and a line")
        found = engine.explain(path, line)
        if not found:
            _expect_line(here, engine, note, path, line)
    chosen = tuple(finding for finding in found if text is None or text in finding.citation.text)
    if form == "json":
        here.write(json.dumps([_data(finding) for finding in chosen], indent=1) + "\n")
    elif chosen:
        _show(here, path, line, chosen, text is not None)
    else:
        here.line(f"{place}: {_nothing(found, text)}")
    return ExitCode.FINE


def _expect_line(here: Session, engine: Engine, name: str, path: str, line: int) -> None:
    """UserError when the note has no such line, or cannot be read."""
    from mementod.judging.engine import Request

    report = engine.check(Request(here.folder, (path,)))
    here.expect_notes((name,), (path,), report)
    note = report.notes[0].note
    if note.lines == 0:
        raise UserError(f"{name}: {note.problems[0]}" if note.problems else f"{name} is empty")
    if line > note.lines:
        raise UserError(f"{name} has no line {line}: it ends with line {note.lines}")


def _show(here: Session, path: str, line: int, found: tuple[Finding, ...], is_named: bool) -> None:
    from mementod.reports.explanation import explanation, explanations

    each = (explanation(path, finding) for finding in found)
    here.write(("\n\n".join(each) if is_named else explanations(path, line, found)) + "\n")


def _nothing(found: tuple[Finding, ...], text: str | None) -> str:
    if not found:
        return "the line cites nothing that could be judged"
    return f"none of its {plural(len(found), 'citation')} contains {text!r}"


def _data(finding: Finding) -> dict[str, object]:
    from mementod.reports.report_json import finding_data

    # The id counts occurrences in the whole note, which one line does not tell.
    return finding_data(finding, None) | {
        "candidates": list(finding.candidates),
        "sentence": finding.citation.sentence,
    }


def _split(place: str) -> tuple[str, int]:
    note, colon, line = place.rpartition(":")
    if not colon or not note or not line.isdecimal() or not 0 < int(line) < 10**9:
        raise UserError(f"{place}: give a note and a line, such as CLAUDE.md:12")
    return note, int(line)
