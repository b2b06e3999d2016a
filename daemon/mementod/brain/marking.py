"""Makes the verdicts visible on the notes themselves, where a repository asked for it (`mark: frontmatter`).

Decides what a mark says and which notes need another one; `mark_writer` writes. A note that cannot be marked now is
tried again; one that never can is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

from mementod.brain.mark_writer import NotMarked, write
from mementod.brain.marks import mark
from mementod.judging.snapshot import read_regular
from mementod_parsers.model import Finding, Genre, Level, NoteReport, Verdict


def causes(note: NoteReport) -> tuple[str, ...]:
    """One line a cause: what the note cites that is gone, and where it is now; of a snapshot, what changed too."""
    loud = (f for f in note.findings if f.level is Level.ERROR or _is_changed_snapshot(note, f))
    return tuple(dict.fromkeys(map(_line, loud)))


def remark(
    root: Path, git_dirs: Iterable[Path], notes: Iterable[NoteReport], today: date, say: Callable[[str, str], None]
) -> set[str]:
    """Write, change or take out the marks of these notes; the paths of those that have to be tried again.

    `say` is told the note and what became of it, where anything did.
    """
    again = set()
    for note in notes:
        path = root / note.note.path
        data = read_regular(path.parent, path.name)
        marking = mark(data, causes(note), today) if data is not None else None
        if data is None or marking is None or marking.data is None or marking.data == data:
            continue
        try:
            write(path, data, marking.data, _inside(root, path), tuple(git_dirs))
        except NotMarked as error:
            again.add(note.note.path)
            say(note.note.path, f"not marked: it {error}")
        else:
            say(note.note.path, "marked" if causes(note) else "mark taken out")
    return again


def _inside(root: Path, path: Path) -> Path:
    return root if path.is_relative_to(root) else path.parent


def _is_changed_snapshot(note: NoteReport, finding: Finding) -> bool:
    return note.note.genre is Genre.SNAPSHOT and finding.verdict is Verdict.CHANGED


def _line(finding: Finding) -> str:
    what = finding.citation.name if finding.verdict is Verdict.CHANGED else finding.citation.text
    target = f" to {finding.target}" if finding.target else ""
    evidence = f" ({finding.evidence})" if finding.evidence and not finding.target else ""
    return f"{what} {finding.verdict}{target}{evidence}"
