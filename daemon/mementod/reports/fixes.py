"""Plans the repair of notes: a Report and the bytes of its notes in, edits and new bytes out.

Pure. Changes nothing but the cited words: line ends, byte order mark, encoding and every other byte stay. An
edit whose line no longer holds the words at that column is not made.
"""

from __future__ import annotations

import codecs
import difflib
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from mementod.reports.causes import FIXABLE
from mementod.reports.places import ends_of, parse_place
from mementod.reports.rewrite import IsSole, is_likely, rewrite
from mementod_parsers.model import Finding, Kind, Level, NoteReport, Report, Verdict

# Letters of ours on both sides of an end; other scripts write code into their words without a blank.
_GLUED = re.compile(r"^[A-Za-z0-9_]{2}$")
NEAR_LINES = 1  # a sentence goes on over a line end
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
# A UTF-32 mark begins like a UTF-16 one, so the longer come first.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One exchange of words in one line; columns are 1-based characters, the end exclusive."""

    line: int
    column: int
    end_column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A finding that is left to a person, and why; empty where the headline of its cause says it."""

    finding: Finding
    why: str


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The repair of one note."""

    note: str
    before: bytes
    after: bytes
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All repairs of one report."""

    files: tuple[FilePlan, ...]
    skipped: tuple[Skipped, ...]


def plan(report: Report, contents: Mapping[str, bytes], paths: Collection[str] = ()) -> Plan:
    """What can be repaired in the notes whose bytes are given; `paths` are those of the tree, as far as known."""
    ends = Counter(end for path in paths for end in ends_of(path))
    files: list[FilePlan] = []
    skipped: list[Skipped] = []
    for note in report.notes:
        before = contents.get(note.note.path)
        if before is None:
            continue
        edits, left = _edits(note, before, lambda end: ends[end] == 1)
        skipped += left
        if edits:
            files.append(FilePlan(note.note.path, before, apply(before, edits), edits))
    return Plan(tuple(files), tuple(skipped))


def apply(data: bytes, edits: tuple[Edit, ...]) -> bytes:
    """The bytes after these edits, which must fit and not overlap."""
    mark, lines, encoding = _lines(data)
    for edit in sorted(edits, key=lambda e: (e.line, e.column), reverse=True):
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.column - 1] + edit.new + line[edit.end_column - 1 :]
    return mark + "".join(lines).encode(encoding, "surrogateescape" if encoding == "utf-8" else "surrogatepass")


def diff(file: FilePlan) -> str:
    """A unified diff that `git apply` takes."""
    before, after = _lines_of_git(file.before), _lines_of_git(file.after)
    found = difflib.unified_diff(before, after, _named(f"a/{file.note}"), _named(f"b/{file.note}"))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in found)


def _named(path: str) -> str:
    """A name as git writes it in a diff: quoted, when it could end the line or the name."""
    if path.isprintable() and not set(path) & set('"\\'):
        return path
    data = path.encode("utf-8", "surrogateescape")
    plain = b" !" + bytes(b for b in range(0x23, 0x7F) if b != 0x5C)
    return '"' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in data) + '"'


def _lines_of_git(data: bytes) -> list[str]:
    """Lines as git sees them, the byte order mark of UTF-8 in the first: it knows no end but the line feed."""
    _, lines, encoding = _lines(data)
    text = data.decode("utf-8", "surrogateescape") if encoding == "utf-8" else "".join(lines)
    return [part for part in re.split(r"(?<=\n)", text) if part]


def _edits(note: NoteReport, data: bytes, is_sole: IsSole) -> tuple[tuple[Edit, ...], list[Skipped]]:
    _, lines, _ = _lines(data)
    edits: list[Edit] = []
    left: list[Skipped] = []
    for finding in sorted(note.findings, key=lambda f: (f.citation.line, f.citation.column, -f.citation.end_column)):
        if finding.level not in (Level.ERROR, Level.WARNING):
            continue
        if finding.verdict not in FIXABLE:
            left.append(Skipped(finding, ""))
            continue
        made = _edit(finding, note.note.path, lines, is_sole)
        if isinstance(made, Edit) and not _overlaps(made, edits):
            edits.append(made)
        elif isinstance(made, str):
            left.append(Skipped(finding, made))
    return tuple(edits), [each for each in left if not _is_done(each.finding, edits)]


def _is_done(finding: Finding, edits: list[Edit]) -> bool:
    """Whether a symbol keeps its name, and its file, cited beside it, is repaired: nothing is left to do for it."""
    place = parse_place(finding.target or "")
    kept = not place.symbol or place.symbol.rpartition(".")[2] == finding.citation.name.rpartition(".")[2]
    moved = finding.citation.kind is Kind.SYMBOL and place.path and kept
    near = (edit for edit in edits if abs(edit.line - finding.citation.line) <= NEAR_LINES)
    return bool(moved) and any(place.path.endswith(edit.new) for edit in near)


def _edit(finding: Finding, note: str, lines: list[str], is_sole: IsSole) -> Edit | str:
    """The edit that repairs a finding, or why there is none."""
    citation = finding.citation
    if not finding.target:
        return "" if finding.verdict in (Verdict.MOVED, Verdict.RENAMED) else "what it meant is gone"
    line = lines[citation.line - 1] if citation.line <= len(lines) else ""
    if line[citation.column - 1 : citation.end_column - 1] != citation.text:
        return "the line no longer holds it at that column"
    if _GLUED.search(line[: citation.column - 1][-1:] + citation.text[:1]) or _GLUED.search(
        citation.text[-1:] + line[citation.end_column - 1 :][:1]
    ):
        return "it stands inside a longer word"
    if is_likely(finding):
        return "only likely"
    new = rewrite(finding, note, is_sole)
    if new is None or new == citation.text:
        return "cannot be exchanged word for word"
    return Edit(citation.line, citation.column, citation.end_column, citation.text, new)


def _overlaps(edit: Edit, edits: list[Edit]) -> bool:
    return any(
        other.line == edit.line and other.column < edit.end_column and edit.column < other.end_column for other in edits
    )


def _lines(data: bytes) -> tuple[bytes, list[str], str]:
    """The byte order mark, the lines with their ends, and the encoding they go back with."""
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    errors = "surrogateescape" if encoding == "utf-8" else "surrogatepass"
    try:
        text = data[len(mark) :].decode(encoding, errors)
    except UnicodeDecodeError:
        return b"", [], "utf-8"  # half a unit: nothing here can be edited
    return mark, [line for line in _LINE.findall(text) if line], encoding
