"""A Report as JSON, schema mementod.check/1: every citation is listed, fields are added but never renamed.

Pure. The text is ASCII, so no locale, terminal or odd file name can break it.
"""

from __future__ import annotations

import json

from mementod.reports.report import counts, ids, levels, status, unchecked
from mementod_parsers.model import Finding, NoteReport, Report, Stamp

SCHEMA = "mementod.check/1"

Json = dict[str, object]


def render_json(report: Report) -> str:
    return json.dumps(as_data(report), indent=1) + "\n"


def as_data(report: Report) -> Json:
    """The document as plain values."""
    return {
        "schema": SCHEMA,
        "root": report.root,
        "tree": report.tree,
        "counts": counts(report),
        "levels": {level.value: number for level, number in levels(report).items()},
        "unchecked": unchecked(report),
        "problems": list(report.problems),
        "notes": [_note(note) for note in report.notes],
    }


def finding_data(finding: Finding, identity: str | None) -> Json:
    """One citation with its verdict."""
    citation = finding.citation
    reason = finding.reason or citation.reason
    return {
        "id": identity,
        "line": citation.line,
        "column": citation.column,
        "end_column": citation.end_column,
        "text": citation.text,
        "kind": citation.kind.value,
        "section": citation.section,
        "genre": citation.genre.value,
        "force": citation.force.value,
        "verdict": finding.verdict.value,
        "level": finding.level.value,
        "resolved": finding.resolved,
        "target": finding.target,
        "evidence": finding.evidence,
        "evidence_commit": finding.evidence_commit,
        "reason": reason.value if reason else None,
        "detail": finding.detail,
        "stamp": _stamp(finding.stamp),
    }


def _note(note: NoteReport) -> Json:
    return {
        "path": note.note.path,
        "source": note.note.source.value,
        "genre": note.note.genre.value,
        "status": status(note).value,
        "problems": list(note.note.problems),
        "citations": [finding_data(f, identity) for f, identity in zip(note.findings, ids(note), strict=True)],
    }


def _stamp(stamp: Stamp | None) -> Json | None:
    if stamp is None:
        return None
    return {
        "how": stamp.how.value,
        "commit": stamp.commit,
        "at": stamp.at,
        "path": stamp.path,
        "symbol": stamp.symbol,
    }
