"""The findings that an old repository has decided to live with.

Pure: Report and text in, Report and text out. Must never hide a finding that came after the
baseline was written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from mementod.errors import UserError
from mementod.reports.report import ids, located
from mementod.reports.words import plural
from mementod_parsers.model import Finding, Level, Reason, Report, Verdict

SCHEMA = "mementod.baseline/1"
_LOUD = (Level.ERROR, Level.WARNING)


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings: the note of each id."""

    notes: Mapping[str, str]


def write_baseline(report: Report) -> str:
    """The text of a baseline that silences what `report` found; sorted, so that two branches merge."""
    known = [
        {"id": item.id, "note": item.path, "text": item.finding.citation.text}
        for item in located(report)
        if item.finding.level in _LOUD
    ]
    known.sort(key=lambda entry: (entry["note"], entry["text"], entry["id"]))
    lines = ",\n".join(json.dumps(entry) for entry in known)  # one line a finding: reviewable as a diff
    return f'{{"schema": "{SCHEMA}", "findings": [\n{lines}\n]}}\n'


def read_baseline(text: str, name: str) -> Baseline:
    """A baseline from its text; UserError when it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{name} is no baseline: {error}; write one with --write-baseline") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise UserError(f"{name} is no baseline of schema {SCHEMA}; write one with --write-baseline")
    entries = data.get("findings")
    if not isinstance(entries, list) or not all(_is_entry(entry) for entry in entries):
        raise UserError(f"{name}: findings must be entries with an id; write it anew with --write-baseline")
    return Baseline({entry["id"]: str(entry.get("note")) for entry in entries})


def apply_baseline(report: Report, baseline: Baseline, complete: bool = True) -> Report:
    """The report with known findings silenced; says in one line when entries no longer occur.

    `complete` is false for a report that leaves findings out, of which nothing can be said.
    """
    silenced: set[str] = set()
    notes = []
    for note in report.notes:
        found = []
        for finding, identity in zip(note.findings, ids(note), strict=True):
            if identity in baseline.notes and finding.level in _LOUD:
                silenced.add(identity)
                finding = _silence(finding)
            found.append(finding)
        notes.append(replace(note, findings=tuple(found)))
    # Only notes that were looked at can say that an entry is gone.
    looked_at = {note.note.path for note in report.notes}
    gone = [i for i, note in baseline.notes.items() if note in looked_at and i not in silenced]
    entries = plural(len(gone), "finding")
    problem = (f"{entries} of the baseline no longer occur: write it anew",) if gone and complete else ()
    return replace(report, notes=tuple(notes), problems=report.problems + problem)


def _silence(finding: Finding) -> Finding:
    return replace(finding, verdict=Verdict.UNCHECKED, level=Level.NONE, reason=Reason.SILENCED, detail="baseline")


def _is_entry(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str)
