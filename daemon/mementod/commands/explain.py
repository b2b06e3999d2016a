"""`mementod explain`: everything behind one verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.reports.report import ids
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
        report = engine.explain(path, line)
        each = zip(report.findings, ids(report), strict=True) if report else ()
        found = {identity: finding for finding, identity in each if finding.citation.line == line}
        if not found:
            _expect_line(here, engine, note, path, line)
    chosen = {i: finding for i, finding in found.items() if text is None or text in finding.citation.text}
    if form == "json":
        citations = [_data(finding, identity) for identity, finding in chosen.items()]
        here.document("explain", {"note": path, "line": line, "citations": citations})
    elif chosen:
        _show(here, path, line, tuple(chosen.values()), text is not None)
    else:
        here.line(f"{place}: {_nothing(len(found), text)}")
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


def _nothing(count: int, text: str | None) -> str:
    if not count:
        return "the line cites nothing that could be judged"
    return f"none of its {plural(count, 'citation')} contains {text!r}"


def _data(finding: Finding, identity: str) -> dict[str, object]:
    from mementod.reports.report_json import finding_data

    return finding_data(finding, identity) | {
        "candidates": list(finding.candidates),
        "sentence": finding.citation.sentence,
    }


def _split(place: str) -> tuple[str, int]:
    note, colon, line = place.rpartition(":")
    if not colon or not note or not line.isdecimal() or not 0 < int(line) < 10**9:
        raise UserError(f"{place}: give a note and a line, such as CLAUDE.md:12")
    return note, int(line)
