"""What the notes say of some files, and which of it does not hold: verdicts in, the rows of `hook_cited` out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

from mementod.hooks.hook_cited import SENTENCE_CHARS, Cited, with_folders
from mementod.reports.report import ids
from mementod_parsers.model import Finding, Force, Genre, Level, NoteReport, Source, Verdict

ROWS_CAP = 300  # of one answer; the worst first
_LOUD = frozenset({Level.ERROR, Level.WARNING})
_OF_ANOTHER_DAY = frozenset({Genre.PROGRESS, Genre.RECORD, Genre.PLAN})
_SAID = {
    Verdict.DELETED: "is gone",
    Verdict.MOVED: "is now in {target}",
    Verdict.RENAMED: "is now {target}",
    Verdict.SHIFTED: "is now at {target}",
    Verdict.MISSPELT: "is spelt {target}",
    Verdict.CHANGED: "has changed since the line was written",
}


def touching(reports: Iterable[NoteReport], paths: Collection[str]) -> list[Cited]:
    """The citations of these files and folders, of what is in them, and of what was there."""
    wanted = frozenset(paths)

    def is_meant(finding: Finding) -> bool:
        return _says_something(finding) and not wanted.isdisjoint(_above(finding))

    return list(islice((row for note in reports for row in _rows(note, is_meant)), ROWS_CAP))


def rows_of(report: NoteReport) -> list[Cited]:
    """All of one note that may have to be said."""
    return list(islice(_rows(report, _says_something), ROWS_CAP))


def stale(reports: Iterable[NoteReport]) -> list[Cited]:
    """All that does not hold, errors first."""
    found = [row for note in reports for row in _rows(note, lambda finding: finding.level in _LOUD)]
    return sorted(found, key=lambda row: row.level != Level.ERROR)[:ROWS_CAP]


def _rows(report: NoteReport, is_meant: Callable[[Finding], bool]) -> Iterator[Cited]:
    meant = [number for number, finding in enumerate(report.findings) if finding.resolved and is_meant(finding)]
    identities = ids(report) if meant else ()
    for number in meant:
        yield _row(report, report.findings[number], identities[number])


def _says_something(finding: Finding) -> bool:
    """A plan or a record of the past tells who changes the code now nothing, unless it claims to hold still."""
    return finding.level in _LOUD or finding.citation.genre not in _OF_ANOTHER_DAY


def _row(report: NoteReport, finding: Finding, identity: str) -> Cited:
    cited = finding.citation
    genre = Genre.RULE if report.note.source is Source.RULES or cited.force is Force.NEGATED else cited.genre
    is_loud = finding.level in _LOUD
    says = _SAID.get(finding.verdict, "").format(target=finding.target or "elsewhere") if is_loud else ""
    return Cited(
        identity, report.note.path, cited.line, cited.text, cited.sentence[:SENTENCE_CHARS], genre.value,
        finding.level.value, says, is_loud and finding.evidence_commit is None, _file(finding.resolved),
        _file(finding.target),
    )  # fmt: skip


def _file(place: str | None) -> str:
    return (place or "").partition(":")[0]


def _above(finding: Finding) -> Iterator[str]:
    """The file, then the folders that it is in."""
    yield _file(finding.target)
    yield from with_folders(_file(finding.resolved))
