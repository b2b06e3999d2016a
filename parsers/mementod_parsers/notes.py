"""Bytes of a memory file to a note with its citations: the entry point of reading.

Invariant: never raises. What cannot be read is a problem line of the note, never a finding.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import replace

from mementod_parsers.citations.citations import MAX_CITATIONS, read_citations
from mementod_parsers.citations.fences import MAX_FENCE_LINES
from mementod_parsers.force.genre import note_genre, reports_done, title_genre
from mementod_parsers.model import Citation, Genre, Note, Reason, Source, Style
from mementod_parsers.resolve import base_name
from mementod_parsers.text.blocks import MAX_LINE_CHARS, Block, BlockKind, Section
from mementod_parsers.text.frontmatter import MARK_KEY, Head, read_head
from mementod_parsers.text.runs import make_run
from mementod_parsers.text.scan import read_blocks
from mementod_parsers.text.spans import MAX_SPANS, is_cut

MAX_TEXT_BYTES = 2_000_000
MAX_LINES = 200_000
TITLE_BLOCKS = 3
HEAD_BLOCKS = 4  # in which a note may say that its task is done

# What a path leaves open, so that the title may say it.
_UNSPOKEN = (Genre.REFERENCE, Genre.RULE)

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def parse_note(path: str, source: Source, data: bytes) -> Note:
    """Read one memory file. `path` is relative to the repository, or absolute for a note outside."""
    text, problems = decode(data)
    if text is None:
        return Note(path, source, note_genre(path, source), (), tuple(problems))
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    problems += _too_long(lines)
    lines = lines[:MAX_LINES]
    head = read_head(lines)
    problems += [head.problem] if head.problem else []
    genre = note_genre(path, source, head.type)
    blocks = read_blocks(lines, head.end)
    if not head.type and genre in _UNSPOKEN:
        genre = _spoken_genre(blocks) or genre
    blocks = _head_blocks(lines, head) + blocks
    problems += _cut_short(blocks)
    citations = [_bracketed(c, lines) for c in _spoken_once(read_citations(blocks, genre), lines)]
    if len(citations) > MAX_CITATIONS:
        problems.append(f"more than {MAX_CITATIONS} citations: the rest is not judged")
    return Note(path, source, genre, tuple(citations[:MAX_CITATIONS]), tuple(problems), len(lines))


def _too_long(lines: list[str]) -> Iterator[str]:
    """What of the lines is not read."""
    if len(lines) > MAX_LINES:
        yield f"more than {MAX_LINES} lines: the rest is not judged"
    if any(len(line) > MAX_LINE_CHARS for line in lines[:MAX_LINES]):
        yield f"a line is longer than {MAX_LINE_CHARS} characters: its rest is not judged"


def _cut_short(blocks: list[Block]) -> Iterator[str]:
    """Which of the blocks were not read to their end."""
    fences = [block.run for block in blocks if block.kind is BlockKind.FENCE]
    if any(block.kind is not BlockKind.FENCE and is_cut(block.run) for block in blocks):
        yield f"a paragraph holds {MAX_SPANS} spans or more: the rest of it is not judged"
    if any(run.text.count("\n") >= MAX_FENCE_LINES for run in fences):
        yield f"a fenced block is longer than {MAX_FENCE_LINES} lines: the rest of it is not judged"


def _spoken_once(citations: list[Citation], lines: list[str]) -> list[Citation]:
    """Leave out a link's text that only repeats its target: `[a.py](src/a.py)` says one thing."""
    targets = {(c.line, base_name(c.name)) for c in citations if c.style is Style.LINK}
    return [c for c in citations if not (_is_link_text(c, lines) and (c.line, base_name(c.name)) in targets)]


def _is_link_text(citation: Citation, lines: list[str]) -> bool:
    behind = lines[citation.line - 1][citation.end_column - 1 :].lstrip("`*_")
    return citation.style is not Style.LINK and behind.startswith("](")


def _bracketed(citation: Citation, lines: list[str]) -> Citation:
    """`<config.yaml>` in a command line stands for whatever the reader has."""
    line, before, behind = lines[citation.line - 1], citation.column - 2, citation.end_column - 1
    held = before >= 0 and line[before] == "<" and line[behind : behind + 1] == ">"
    return replace(citation, reason=citation.reason or Reason.PLACEHOLDER) if held else citation


def _spoken_genre(blocks: list[Block]) -> Genre | None:
    """Return the genre that a note's title, or the lines under it, give to all of it."""
    if any(b.kind is BlockKind.TEXT and reports_done(b.run.text) for b in blocks[:HEAD_BLOCKS]):
        return Genre.RECORD
    return title_genre(_title(blocks))


def _title(blocks: list[Block]) -> str:
    """Return the note's own title: its first heading, if little stands before it."""
    return next((b.run.text for b in blocks[:TITLE_BLOCKS] if b.kind is BlockKind.HEADING), "")


def decode(data: bytes) -> tuple[str | None, list[str]]:
    """Return the text, lines ended by a line feed, or None if the bytes are no text; and what is wrong with them."""
    problems: list[str] = []
    if len(data) > MAX_TEXT_BYTES:
        problems.append(f"larger than {MAX_TEXT_BYTES} bytes: the rest is not judged")
        data = data[:MAX_TEXT_BYTES]
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            text = data[len(bom) :].decode(encoding, "replace")
            break
    else:
        if b"\x00" in data[:65_536] or b"\x00" in data:
            return None, ["not text: it holds NUL bytes"]
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("utf-8", "replace")
            if len(data) < MAX_TEXT_BYTES:
                problems.append("not valid UTF-8: unreadable bytes were replaced")
    if "\x00" in text:
        return None, ["not text: it holds NUL characters"]
    return text.replace("\r\n", "\n").replace("\r", "\n"), problems


def _head_blocks(lines: list[str], head: Head) -> list[Block]:
    """Make blocks of the parts of the frontmatter that cite code: its description and the globs it applies to."""
    blocks: list[Block] = []
    section = Section()
    is_mark = False
    for i in range(1, max(1, head.end - 1)):
        line = lines[i][:MAX_LINE_CHARS]
        key, colon, value = line.partition(":")
        is_mark = key == MARK_KEY if not line.startswith(" ") else is_mark
        if is_mark:
            continue
        if colon and key.strip() in ("description", "summary", "title", "when_to_use") and value.strip():
            column = len(key) + 1 + len(value) - len(value.lstrip())
            blocks.append(Block(BlockKind.TEXT, section, make_run([(i + 1, column, value.strip())])))
            continue
        for glob in head.paths:
            column = line.find(glob)
            if len(glob) > 1 and column >= 0:
                blocks.append(Block(BlockKind.FENCE, section, make_run([(i + 1, column, glob)]), language="globs"))
    return blocks
