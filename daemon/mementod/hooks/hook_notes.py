"""What the notes say of some files, and which of it does not hold: taken from the live verdicts, and put into words.

Pure. The daemon's brain makes the rows, whoever answers a hook makes the text; in between they are plain JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from typing import Any

from mementod.reports.report import ids
from mementod_hooks.agents.output import CONTEXT_CHARACTERS
from mementod_hooks.denial import clean
from mementod_hooks.gate_model import Stale
from mementod_parsers.model import Finding, Force, Genre, Level, NoteReport, Source, Verdict

ROWS_CAP = 300  # of one answer; the worst first
SENTENCE_CHARS = 200
NAMES_SHOWN = 3  # of lines with the same trouble
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
_ORDERS = re.compile(r"\b(?:never|always|must|only|do not|don't|rejected)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of what is, or was, at `path`.

    `says`: what became of it, empty while it holds; `new`: and that is not committed yet.
    """

    id: str
    note: str
    line: int
    text: str
    sentence: str
    genre: str
    level: str
    says: str
    new: bool
    path: str

    @property
    def is_stale(self) -> bool:
        return self.level in _LOUD

    @property
    def key(self) -> str:
        """What has been told once need not be told again."""
        return f"{self.id} {self.says}"

    @property
    def rank(self) -> tuple[bool, bool, str, int]:
        """Rules and decisions first, then what does not hold."""
        binds = self.genre in (Genre.RULE, Genre.DECISION) or bool(_ORDERS.search(self.sentence))
        return (not binds, not self.is_stale, self.note, self.line)


# the brain's part


def touching(reports: Iterable[NoteReport], paths: Collection[str]) -> list[Cited]:
    """The citations of these files and folders, of what is in them, and of what was there."""
    wanted = frozenset(paths)

    def is_meant(finding: Finding) -> bool:
        return _says_something(finding) and not wanted.isdisjoint(_above(finding))

    return list(islice((row for note in reports for row in _rows(note, is_meant)), ROWS_CAP))


def stale(reports: Iterable[NoteReport]) -> list[Cited]:
    """All that does not hold, errors first."""
    found = [row for note in reports for row in _rows(note, lambda finding: finding.level in _LOUD)]
    return sorted(found, key=lambda row: row.level != Level.ERROR)[:ROWS_CAP]


def plain(rows: Iterable[Cited]) -> list[list[Any]]:
    return [list(astuple(row)) for row in rows]


def of_plain(rows: Iterable[Sequence[Any]]) -> list[Cited]:
    return [Cited(*row) for row in rows]


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
    )  # fmt: skip


def _file(place: str | None) -> str:
    return (place or "").partition(":")[0]


def _above(finding: Finding) -> Iterator[str]:
    """The file, then the folders that it is in."""
    yield _file(finding.target)
    path = _file(finding.resolved)
    while path:
        yield path
        path = path.rpartition("/")[0]


# words


def before_edit(rows: Sequence[Cited]) -> str:
    """What an agent should know before it writes; empty when no note speaks of it."""
    lines = [_line(row) for row in sorted(rows, key=lambda row: row.rank)]
    return _fitted("Notes on what you are about to change:", dict.fromkeys(lines))


def after_edit(rows: Sequence[Cited]) -> str:
    """Which lines an edit left behind."""
    return _fitted("These lines of the notes do not hold now; correct them when the work is done:", _grouped(rows))


def digest(rows: Sequence[Cited]) -> list[str]:
    """One line for each thing that is not as the notes say."""
    return list(_grouped(rows))


def gate_lines(rows: Sequence[Cited]) -> tuple[Stale, ...]:
    """Those that a change that is not committed made untrue."""
    return tuple(Stale(r.note, r.line, r.text, r.says) for r in rows if r.new and r.level == Level.ERROR)


def _line(row: Cited) -> str:
    what = f"stale, {_short(row.text)} {row.says}" if row.is_stale else row.genre
    return f"- {clean(row.note)}:{row.line} ({clean(what)}): {clean(row.sentence or row.text)}"


def _grouped(rows: Iterable[Cited]) -> dict[str, None]:
    groups: dict[str, list[Cited]] = {}
    for row in rows:
        groups.setdefault(f"{_short(row.text)} {clean(row.says)}", []).append(row)
    return dict.fromkeys(f"- {what}: {_places(group)}" for what, group in groups.items())


def _places(group: Sequence[Cited]) -> str:
    places = list(dict.fromkeys(f"{clean(row.note)}:{row.line}" for row in group))
    more = f" and {len(places) - NAMES_SHOWN} more" if len(places) > NAMES_SHOWN else ""
    return ", ".join(places[:NAMES_SHOWN]) + more


def _short(text: str) -> str:
    return clean(text.strip("`")[:SENTENCE_CHARS])


def _fitted(head: str, lines: Iterable[str]) -> str:
    """As many whole lines as an agent is given with a call."""
    lines = list(lines)
    text = head
    for number, line in enumerate(lines):
        rest = f"\n(and {len(lines) - number} more: `mementod refs PATH`)"
        if len(text) + 1 + len(line) + len(rest) > CONTEXT_CHARACTERS:
            return text + rest
        text += f"\n{line}"
    return text if lines else ""
