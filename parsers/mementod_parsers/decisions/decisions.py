"""A decision log -> decisions: what was chosen, for which problem, why, and what was rejected for which reason.

A decision is a section with labelled parts (ADR, MADR), a list item with them, a row of a table, or a dated line
(`chose X over Y because Z`). Invariants: pure, never raises, and every decision knows its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mementod_parsers.decisions.decision_labels import PARTS, Part
from mementod_parsers.decisions.decision_parts import (
    LISTED,
    TELLING,
    Block,
    Parts,
    Rejected,
    gather,
    groups,
    label_of,
    read_blocks,
)
from mementod_parsers.decisions.decision_state import State, is_none, is_unwritten, remark_of, state_in, successor_in
from mementod_parsers.decisions.overtaken import settled
from mementod_parsers.progress.progress_entry import date_in
from mementod_parsers.progress.progress_labels import split_reason
from mementod_parsers.progress.progress_lines import Line, LineKind, read_lines, split_lines
from mementod_parsers.progress.progress_names import written_names

MAX_DECISIONS = 5_000
MAX_TITLE_CHARS = 160


class Form(StrEnum):
    """How a decision is written."""

    SECTION = "section"
    ITEM = "item"  # with nested lines
    LINE = "line"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. Lines are 1-based, the last one included; texts are as written, `date` is ISO or "".

    `cites` are the files and symbols that it names; `successor` is what took its place, where the log names it.
    """

    first: int
    last: int
    form: Form
    title: str
    chosen: str
    problem: str = ""
    options: tuple[str, ...] = ()
    why: str = ""
    rejected: tuple[Rejected, ...] = ()
    date: str = ""
    state: State = State.UNSAID
    successor: str = ""
    cites: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same decision at another place of the log."""
        return self.title, self.chosen, self.why, self.rejected


# A line without labels is a decision when it says that something was chosen.
_DECIDES = re.compile(
    r"^\W{0,4}(?:we )?(?:chose|decided|selected|adopted|picked|went with|going with|settled on|switched to|opted)\b"
    r"|^\W{0,4}use\b.{2,80}\b(?:over|instead of|rather than)\s|^\W{0,4}(?:我们)?(?:采用|选择|选用|决定|改用"
    r"|使用.{1,40}而(?:不是|非))|採用|決定",
    re.I,
)
_OVER = re.compile(
    r"\b(?:instead of|rather than|(?:chose|choose|prefer|picked?|selected"
    r"|use)\b[^,;.]{2,60}\sover)\s([^,;.，。；]{2,80})"
    r"|(?:而不是|而非|不用|放弃)\s?([^，。；,]{1,40})",
    re.I,
)
_LEAD = re.compile(
    r"^(?:\*\*|\[|\()?(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?:[ T]\d\d?:\d\d(?::\d\d)?)?"
    r"(?:\*\*|\]|\))?\s?(?:[:：—–-]+\s?)?"
)
_DATE_BEHIND = re.compile(r"\s?[(（](?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}日?[)）]\W*$")
_HEADED = re.compile(r"^(?:adr|dr|d|decision|决策|決定)[-\s#]?\d{1,4}\b|^\d{1,4}\.\s|(?:19|20)\d\d[-/.年]\d{1,2}", re.I)
_FRONT = re.compile(r"^(status|date)\s*:\s*(.+)$", re.M)
_CHOSEN_OPTION = re.compile(r"^(?:chosen option|we (?:chose|choose|decided on|selected))\W{0,3}\s?", re.I)


def parse_decisions(text: str) -> tuple[Decision, ...]:
    """The decisions of a log, in its order."""
    found: list[Decision] = []
    for block in read_blocks(read_lines(split_lines(text))):
        found += (each for each in _decisions(block) if not is_unwritten(each.chosen))
        if len(found) > MAX_DECISIONS:
            break
    if any(each.form is not Form.LINE for each in found):
        found = [each for each in found if each.form is not Form.LINE or each.date]
    return tuple(settled(_with_head(found[:MAX_DECISIONS], text)))


def _with_head(found: list[Decision], text: str) -> list[Decision]:
    """A record of its own file may have its date and state in the frontmatter."""
    head = text.split("---", 2)[1] if text.startswith("---") and text.count("---") > 1 else ""
    if not head or len(found) != 1:
        return found
    said = {m.group(1): m.group(2) for m in _FRONT.finditer(head)}
    only = found[0]
    state = only.state if only.state is not State.UNSAID else state_in(said.get("status", ""))
    return [replace(only, date=only.date or date_in(said.get("date", "")), state=state)]


def _decisions(block: Block) -> Iterator[Decision]:
    if any(label_of(line) in TELLING for line in block.lines):
        yield from _labelled(block)
        return
    items = list(_items(block.lines))
    made = [each for lines in items if (each := _of_item(lines))]
    if not made and block.head and _HEADED.search(block.head.text) and block.lines:
        parts = gather(block.lines)
        if parts.body:
            yield _made(block.head, parts, Form.SECTION)
    yield from made


def _labelled(block: Block) -> Iterator[Decision]:
    for number, lines in enumerate(groups(block.lines)):
        parts = gather(lines)
        head = block.head if number == 0 and block.head else lines[0]
        is_told = Part.CHOSEN in parts.fields or (head is block.head and parts.fields.keys() & {Part.WHY, *LISTED})
        if is_told:
            yield _made(head, parts, Form.SECTION)


def _items(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Each row, list item (with what is nested in it) and paragraph."""
    chunk: list[Line] = []
    for line in lines:
        if line.kind in (LineKind.BLANK, LineKind.RULE):
            if chunk and chunk[0].kind is not LineKind.ITEM:
                yield chunk
                chunk = []
            continue
        is_outer = not chunk or line.indent <= chunk[0].indent
        starts = line.kind is LineKind.ROW or (line.kind is LineKind.ITEM and is_outer)
        if starts or (chunk and chunk[0].kind is LineKind.ROW):
            if chunk:
                yield chunk
            chunk = []
        chunk.append(line)
    if chunk:
        yield chunk


def _of_item(lines: Sequence[Line]) -> Decision | None:
    head = lines[0]
    if head.kind is LineKind.ROW:
        return _of_row(head)
    rest = gather(lines[1:])
    if rest.fields.keys() & set(TELLING):
        return _made(head, rest, Form.ITEM)
    parts = gather(lines)
    dated = bool(_LEAD.match(head.text))
    if parts.fields.keys() & set(TELLING) or _DECIDES.search(head.text) or dated:
        return _made(head, parts, Form.ITEM if len(lines) > 1 else Form.LINE)
    return None


def _of_row(line: Line) -> Decision | None:
    columns = [PARTS.name(cell) for cell in line.header]
    if Part.CHOSEN not in columns:
        return None
    parts = Parts(last=line.number)
    for part, cell in zip(columns, line.cells, strict=False):
        if part and cell.strip(" -–—"):
            parts.fields.setdefault(part, []).append(cell)
    return _made(line, parts, Form.ROW) if Part.CHOSEN in parts.fields else None


def _made(head: Line, parts: Parts, form: Form) -> Decision:
    heading = head.text if head.kind is LineKind.HEADING or form is Form.ITEM else ""
    before, _ = PARTS.inner(heading or "\n".join(parts.body))
    title = _DATE_BEHIND.sub("", _LEAD.sub("", before.split("\n")[0])).strip(" *#:：~")[:MAX_TITLE_CHARS]
    chosen, why = _chosen(parts, title)
    chosen_names = chosen.casefold()
    options = tuple(each.name for each in parts.listed(Part.OPTIONS))
    rejected = parts.listed(Part.REJECTED) or _spoken(chosen) or _left(options, chosen_names)
    everything = "\n".join([heading, *(text for part in Part for text in parts.fields.get(part, ())), *parts.body])
    state = parts.text(Part.STATUS) or ("superseded" if head.text.startswith("~~") else "")
    named = parts.text(Part.SUCCESSOR)
    successor = successor_in(f"{state}\n{heading}") if is_none(named) else named
    paths, symbols = written_names(everything)
    return Decision(
        head.number,
        max(head.number, parts.last),
        form,
        title or chosen.split("\n")[0][:MAX_TITLE_CHARS],
        chosen,
        parts.text(Part.PROBLEM),
        options,
        parts.text(Part.WHY) or why,
        tuple(each for each in rejected if each.name.casefold() != chosen_names),
        date_in(parts.text(Part.DATE)) or date_in(head.text) or date_in("\n".join(parts.body)[:80]),
        State.SUPERSEDED if successor else state_in(state or remark_of(heading)),
        successor,
        (*paths, *symbols),
    )


def _chosen(parts: Parts, title: str) -> tuple[str, str]:
    """What was chosen and, where the same sentence says it, why."""
    if parts.is_open:
        return "", ""
    said = parts.text(Part.CHOSEN)
    if not said:
        body = "\n".join(parts.body)
        said = title if parts.fields or not body else _LEAD.sub("", body)
    said = _CHOSEN_OPTION.sub("", said).strip()
    said = said if said.count("**") % 2 == 0 else said.strip("* ")
    if parts.text(Part.WHY):
        return said, ""
    first, line, rest = said.partition("\n")
    chosen, why = split_reason(first)
    return (f"{chosen.strip(' ,，;；')}{line}{rest}" if chosen else said), why if chosen else ""


def _spoken(chosen: str) -> tuple[Rejected, ...]:
    """What `chose X over Y` leaves."""
    found = _OVER.search(chosen.split("\n")[0])
    return (Rejected((found.group(1) or found.group(2)).strip(' *`"“”')),) if found else ()


def _left(options: Sequence[str], chosen: str) -> tuple[Rejected, ...]:
    """The options that were not chosen, if the chosen one is surely one of them."""
    taken = [name for name in options if name and name.casefold() in chosen]
    return tuple(Rejected(name) for name in options if name not in taken) if len(taken) == 1 else ()
