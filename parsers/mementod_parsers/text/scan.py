"""Block structure of a note: headings, paragraphs, list items, table rows, fences, each with its section.

A line scanner of our own: a Markdown library gives blocks no columns and takes several times as long.
It reads each line once and never fails: what it does not understand is a paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mementod_parsers.text.blocks import CITED_HEAD, MAX_LINE_CHARS, Block, BlockKind, Section
from mementod_parsers.text.cells import split_row
from mementod_parsers.text.fence_lines import FENCE, QUOTE, read_fence
from mementod_parsers.text.runs import make_run
from mementod_parsers.text.silence import SILENCE

MAX_LIST_DEPTH = 40

_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(?=\S)")
_ITEM = re.compile(r"^(\s*)([-*+\u2022]|\d{1,3}[.)])(\s+)(?:\[([ xX~-])\]\s+)?")
_ITEM_MARKS = frozenset("-*+\u2022")
_RULE_MARKS = frozenset("-_*=")
_RULE = re.compile(r"^\s*(?:[-_*=]\s*){3,}$")
_DELIMITER = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$|^\s*\|\s*:?-+:?\s*\|\s*$")
_DRAWING = re.compile(r"[\u2500-\u257f]{2}|^\s*[\u2502\u251c\u2514\u250c\u2570]|^\s*[|+`\\]--\s")
_DRAWN_BRANCH = re.compile(r"[\u251c\u2514\u2570]|^\s*[|+`\\]--\s")


@dataclass(slots=True)
class _Scan:
    """Where the scanner stands."""

    lines: list[str]
    blocks: list[Block] = field(default_factory=list)
    section: Section = field(default_factory=Section)
    items: list[Block] = field(default_factory=list)  # open list items, outermost first
    pieces: list[tuple[int, int, str]] = field(default_factory=list)
    piece_quoted: bool = False
    open_item: tuple[int, str] | None = None  # indent and task of the item that `pieces` belong to
    lead: Block | None = None
    silence_next: bool = False
    silenced_lines: set[int] = field(default_factory=set)
    last_end: int = -1  # no comment ends after this line


def read_blocks(lines: list[str], first: int = 0) -> list[Block]:
    """Return the blocks of `lines` from index `first` on, in the order of the text."""
    scan = _Scan(lines, last_end=max((at for at, line in enumerate(lines) if "-->" in line), default=-1))
    i = first
    while i < len(lines):
        i = _step(scan, i)
    _flush(scan)
    return scan.blocks


def _step(scan: _Scan, i: int) -> int:
    line = scan.lines[i]
    if not line or line.isspace():
        _flush(scan)
        return i + 1
    if "<!--" in line:
        if SILENCE.search(line) and not _DRAWN_BRANCH.search(line):
            return _silence(scan, i)
        if line.lstrip().startswith("<!--"):
            return _comment(scan, i)
    if ("```" in line or "~~~" in line) and (m := FENCE.match(line)):
        return _fence(scan, i, m)
    if "#" in line and (m := _HEADING.match(line)):
        _flush(scan)
        _heading(scan, i, m.end(), line[m.end() :].rstrip().rstrip("#").rstrip(), len(m.group(1)))
        return i + 1
    if ("--" in line or not line.isascii()) and _DRAWN_BRANCH.search(line):
        return _drawing(scan, i)
    if "|" in line and i + 1 < len(scan.lines) and _DELIMITER.match(scan.lines[i + 1]):
        return _table(scan, i)
    return _text(scan, i, line)


def _text(scan: _Scan, i: int, line: str) -> int:
    head = line.lstrip()[0]
    if head in _RULE_MARKS and _RULE.match(line):
        if scan.pieces and not scan.open_item and line.lstrip()[0] in "=-" and len(scan.pieces) == 1:
            number, column, text = scan.pieces.pop()
            _heading(scan, number - 1, column, text.rstrip(), 1 if line.lstrip()[0] == "=" else 2)
        else:
            _flush(scan)
        return i + 1
    quoted, column = False, 0
    if ">" in line and (q := QUOTE.match(line)):
        quoted, column = True, q.end()
        head = line[column:].lstrip()[:1]
    if quoted != scan.piece_quoted:
        _flush(scan)
    if (head.isdigit() or head in _ITEM_MARKS) and (m := _ITEM.match(line[column:])):
        _flush(scan)
        scan.open_item = (_width(m.group(1)) + column, (m.group(4) or "").lower())
        column += m.end()
    elif not scan.pieces:
        _close_items(scan, _width(line[: len(line) - len(line.lstrip())]))
    scan.piece_quoted = quoted
    rest = line[column:MAX_LINE_CHARS]
    stripped = rest.lstrip()
    scan.pieces.append((i + 1, column + len(rest) - len(stripped), stripped.rstrip()))
    return i + 1


def _width(blanks: str) -> int:
    return len(blanks.expandtabs(4))


def _close_items(scan: _Scan, indent: int) -> None:
    while scan.items and indent <= scan.items[-1].indent:
        scan.items.pop()


def _flush(scan: _Scan) -> None:
    """End the paragraph or list item that is being collected."""
    if not scan.pieces:
        scan.open_item = None
        return
    run = make_run(scan.pieces)
    silenced = scan.silence_next
    if scan.silenced_lines and not silenced:
        silenced = not scan.silenced_lines.isdisjoint(p[0] for p in scan.pieces)
    quoted = scan.piece_quoted
    scan.pieces = []
    if scan.open_item is None:
        parent = scan.items[-1] if scan.items else None
        block = Block(
            BlockKind.TEXT, scan.section, run, quoted=quoted, silenced=silenced, parent=parent, lead=scan.lead
        )
        scan.lead = block
    else:
        indent, task = scan.open_item
        _close_items(scan, indent)
        parent = scan.items[-1] if scan.items else None
        block = Block(
            BlockKind.ITEM,
            scan.section,
            run,
            indent=indent,
            task=task,
            quoted=quoted,
            silenced=silenced,
            parent=parent,
            lead=scan.lead,
        )
        if len(scan.items) < MAX_LIST_DEPTH:
            scan.items.append(block)
    scan.open_item = None
    scan.silence_next = False
    scan.blocks.append(block)


def _heading(scan: _Scan, i: int, column: int, text: str, level: int) -> None:
    scan.items.clear()
    scan.lead = None
    above: Section | None = scan.section
    while above is not None and above.level >= level:
        above = above.parent
    run = make_run([(i + 1, column, text[:MAX_LINE_CHARS])])
    title = f"{above.title} > {text}" if above is not None and above.title else text
    silenced = scan.silence_next or (above is not None and above.silenced) or i + 1 in scan.silenced_lines
    scan.silence_next = False
    scan.section = Section(title[:400], run, level, above, silenced)
    scan.blocks.append(Block(BlockKind.HEADING, scan.section, run, silenced=silenced))


def _silence(scan: _Scan, i: int) -> int:
    line = scan.lines[i]
    bare = SILENCE.sub("", line).strip()
    if bare:
        # The line is read again without the comment's opener, so that it becomes ordinary text.
        scan.silenced_lines.add(i + 1)
        m = SILENCE.search(line)
        assert m is not None
        scan.lines[i] = line[: m.start()] + " " * (m.end() - m.start()) + line[m.end() :]
        return i
    _flush(scan)
    scan.silence_next = True
    return i + 1


def _comment(scan: _Scan, i: int) -> int:
    """Read an HTML comment as text of its own: it is where generated blocks and hidden notes stand."""
    _flush(scan)
    ends = (at for at in range(i, scan.last_end + 1) if "-->" in scan.lines[at])
    end = next(ends, i)  # never closed: only this line
    for n in range(i, end + 1):
        text = scan.lines[n][:MAX_LINE_CHARS].replace("<!--", "    ").replace("-->", "   ")
        if stripped := text.strip():
            piece = (n + 1, len(text) - len(text.lstrip()), stripped)
            scan.blocks.append(Block(BlockKind.TEXT, scan.section, make_run([piece]), silenced=scan.silence_next))
    return end + 1


def _fence(scan: _Scan, i: int, opening: re.Match[str]) -> int:
    silenced = scan.silence_next
    _flush(scan)
    _close_items(scan, max(_width(opening.group(1)) - 1, 0))
    fence = read_fence(scan.lines, i, opening)
    if fence.head:
        head = make_run([fence.head])
        scan.blocks.append(Block(BlockKind.FENCE, scan.section, head, language=CITED_HEAD, silenced=silenced))
    scan.blocks.append(
        Block(
            BlockKind.FENCE,
            scan.section,
            make_run(fence.pieces),
            language=fence.language,
            quoted=fence.quoted,
            silenced=silenced,
            parent=scan.items[-1] if scan.items else None,
            lead=scan.blocks[-1] if scan.blocks else None,
        )
    )
    scan.silence_next = False
    scan.lead = None
    return fence.end + 1


def _drawing(scan: _Scan, i: int) -> int:
    """Read a tree that is drawn outside a fence; the line above its first branch may be the root."""
    root = None
    if scan.pieces and not scan.open_item and len(scan.pieces) == 1 and scan.pieces[0][0] == i:
        root = scan.pieces.pop()
    _flush(scan)
    pieces = [root] if root else []
    end = i
    while end < len(scan.lines) and scan.lines[end].strip() and _DRAWING.search(scan.lines[end]):
        pieces.append((end + 1, 0, scan.lines[end][:MAX_LINE_CHARS]))
        end += 1
    if end == i:
        return _text(scan, i, scan.lines[i])
    parent = scan.items[-1] if scan.items else None
    scan.blocks.append(
        Block(
            BlockKind.FENCE,
            scan.section,
            make_run(pieces),
            language="tree",
            silenced=scan.silence_next,
            parent=parent,
        )
    )
    scan.silence_next = False
    return end


def _table(scan: _Scan, i: int) -> int:
    _flush(scan)
    lead = scan.blocks[-1] if scan.blocks else None
    header = tuple(run.text for run in split_row(i + 1, scan.lines[i][:MAX_LINE_CHARS]))
    parent = scan.items[-1] if scan.items else None
    end = i
    while end < len(scan.lines) and "|" in scan.lines[end]:
        if end != i + 1:
            cells = split_row(end + 1, scan.lines[end][:MAX_LINE_CHARS])
            silenced = scan.silence_next or end + 1 in scan.silenced_lines or bool(SILENCE.search(scan.lines[end]))
            run = make_run([(end + 1, 0, scan.lines[end][:MAX_LINE_CHARS])])
            scan.blocks.append(
                Block(
                    BlockKind.ROW,
                    scan.section,
                    run,
                    cells=cells,
                    header=() if end == i else header,
                    silenced=silenced,
                    parent=parent,
                    lead=lead,
                )
            )
        end += 1
    scan.silence_next = False
    scan.lead = None
    return max(end, i + 2)
