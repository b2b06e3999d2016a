"""What the notes say of some files, and which of it does not hold: verdicts in, the rows of `hook_cited` out. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

from mementod.hooks.hook_cited import ORDERS, SENTENCE_CHARS, Cited, with_folders
from mementod.reports.report import ids
from mementod_parsers.continuity.documents import is_document
from mementod_parsers.model import Citation, Finding, Force, Genre, Kind, Level, NoteReport, Style, Verdict
from mementod_parsers.progress.progress_names import weight
from mementod_parsers.text.whole_names import whole_words

ROWS_CAP = 300  # of one answer; the worst first
TELLING = 4  # letters of a sentence beside the names in it, see weight
_LOUD = frozenset({Level.ERROR, Level.WARNING})
_OF_ANOTHER_DAY = frozenset({Genre.PROGRESS, Genre.RECORD, Genre.PLAN})
_SHOWN = (Style.FENCE, Style.TREE)  # code and diagrams show what is there
_WORD = re.compile(r"[A-Za-z][a-z]*")
_SAID = {
    Verdict.DELETED: "is gone",
    Verdict.MOVED: "is now in {target}",
    Verdict.RENAMED: "is now {target}",
    Verdict.SHIFTED: "is now at {target}",
    Verdict.MISSPELT: "is spelt {target}",
    Verdict.CHANGED: "has changed since the line was written",
}
_GOES = (Verdict.MOVED, Verdict.RENAMED, Verdict.SHIFTED)  # to a place that is not always known


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
    is_aside = is_document(report.note.path, report.note.source, "")  # what is built may be another thing by now
    found = (pair for pair in enumerate(report.findings) if pair[1].resolved and is_meant(pair[1]))
    meant = [number for number, finding in found if finding.level in _LOUD or not is_aside]
    identities = ids(report) if meant else ()
    for number in meant:
        yield _row(report, report.findings[number], identities[number])


def _says_something(finding: Finding) -> bool:
    """A plan or a record of the past tells who changes the code now nothing, unless it claims to hold still."""
    cited = finding.citation
    return finding.level in _LOUD or (cited.genre not in _OF_ANOTHER_DAY and _tells(cited))


def _tells(cited: Citation) -> bool:
    """Whether a sentence speaks of what it names: no line of code, no bare list of names, no word that may be any."""
    is_any_word = cited.kind is Kind.SYMBOL and cited.style is not Style.CODE and _WORD.fullmatch(cited.name)
    return cited.style not in _SHOWN and not is_any_word and weight(cited.sentence) >= TELLING


def _row(report: NoteReport, finding: Finding, identity: str) -> Cited:
    cited, is_loud = finding.citation, finding.level in _LOUD
    return Cited(
        identity, report.note.path, cited.line, cited.text, whole_words(cited.sentence, SENTENCE_CHARS),
        _genre(cited).value, finding.level.value, _became(finding) if is_loud else "",
        is_loud and finding.evidence_commit is None, _file(finding.resolved), _file(finding.target),
    )  # fmt: skip


def _became(finding: Finding) -> str:
    if finding.verdict in _GOES and not finding.target:
        return "is elsewhere now"
    return _SAID.get(finding.verdict, "").format(target=finding.target)


def _genre(cited: Citation) -> Genre:
    """What a line is called: a rule only where it orders something, wherever it stands."""
    if cited.force is Force.NEGATED:
        return Genre.RULE
    return Genre.REFERENCE if cited.genre is Genre.RULE and not ORDERS.search(cited.sentence) else cited.genre


def _file(place: str | None) -> str:
    return (place or "").partition(":")[0]


def _above(finding: Finding) -> Iterator[str]:
    """The file, then the folders that it is in."""
    yield _file(finding.target)
    yield from with_folders(_file(finding.resolved))
