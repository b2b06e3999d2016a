"""`mementod explain`: everything behind one verdict."""

from __future__ import annotations

import json

import click

from mementod.causes import old_place
from mementod.commands.session import folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.report import clean
from mementod.report_json import finding_data
from mementod_parsers.model import Finding, How, Stamp

_HOW = {
    How.OBSERVED: "seen when the line appeared",
    How.VERIFIED: "somebody vouched for it",
    How.BLAME: "from the commit that wrote the line",
    How.DATED: "from the date of the note",
}


@click.command("explain")
@click.argument("place", metavar="NOTE:LINE")
@click.argument("text", required=False)
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, place: str, text: str | None, form: str) -> int:
    """Show the stamp, the evidence, the commits and the candidates behind each citation in a line.

    TEXT picks the citations that contain it.
    """
    here = session(context)
    note, line = _split(place)
    with here.engine() as engine:
        (path,) = here.note_paths(engine.root, (note,))
        found = engine.explain(path, line, text)
    if form == "json":
        here.write(json.dumps([_data(finding) for finding in found], indent=1) + "\n")
    elif not found:
        here.line(f"{place}: no citation there" + (f" that contains {text!r}" if text else ""))
    else:
        here.write("\n\n".join(explanation(path, finding) for finding in found) + "\n")
    return ExitCode.FINE


def explanation(path: str, finding: Finding) -> str:
    """A paragraph about one citation."""
    citation = finding.citation
    level = "" if finding.level.value == "none" else f" ({finding.level.value})"
    lines = [
        f"{path}:{citation.line}:{citation.column}  {citation.text}",
        f"verdict    {finding.verdict.value}{level}",
    ]
    reason = finding.reason or citation.reason
    rows = (
        ("because", f"{reason.value} {finding.detail}".strip() if reason else ""),
        (
            "it is a",
            f"{citation.kind.value}, {citation.style.value}, {citation.force.value}, {citation.genre.value}",
        ),
        ("it meant", old_place(finding) if finding.resolved else "nothing that was found"),
        ("it is now", finding.target or ""),
        ("evidence", finding.evidence),
        ("commit", finding.evidence_commit or ""),
        ("stamp", _stamp(finding.stamp)),
        ("considered", ", ".join(finding.candidates)),
        ("sentence", citation.sentence),
    )
    lines += [f"{name:<10} {value}" for name, value in rows if value]
    return "\n".join(clean(line) for line in lines)


def _stamp(stamp: Stamp | None) -> str:
    if stamp is None:
        return "none: nothing says what it meant when it was written"
    what = ":".join(part for part in (stamp.path, stamp.symbol) if part) or "nothing"
    when = " ".join(part for part in (stamp.commit and stamp.commit[:12], stamp.at) if part)
    return f"{what} ({_HOW[stamp.how]}{', ' + when if when else ''})"


def _data(finding: Finding) -> dict[str, object]:
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
