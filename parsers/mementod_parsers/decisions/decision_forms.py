"""A new decision in the form of another one: section, item, line or row, with its labels, its number and its date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mementod_parsers.decisions.decision_labels import PARTS, Part
from mementod_parsers.decisions.decision_parts import LISTED, Rejected
from mementod_parsers.decisions.decisions import Decision, Form
from mementod_parsers.progress.entry_style import WIDE, behind, dated, leads, titled
from mementod_parsers.progress.progress_lines import LineKind, read_lines

_BULLET = re.compile(r"(\s*)([-*+•]|\d{1,4}[.)、])(\s+)")
_NUMBER = re.compile(r"^((?:adr|dr|d|decision|决策|決定)?[-\s#]?)(\d{1,4})(\s?[:：.)]\s?|\s[-–—]+\s|\s)", re.I)
_LABEL_WORD = re.compile(r"[^\W\d_][^:：*_`]*")
_WORDS = {
    Part.PROBLEM: ("Problem", "问题"),
    Part.OPTIONS: ("Options", "选项"),
    Part.CHOSEN: ("Decision", "决策"),
    Part.WHY: ("Why", "理由"),
    Part.REJECTED: ("Rejected", "否决"),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new decision shall say. Texts are on one line each; `date` is ISO."""

    chosen: str
    why: str
    date: str
    problem: str = ""
    options: tuple[str, ...] = ()
    rejected: tuple[Rejected, ...] = ()

    @property
    def is_wide(self) -> bool:
        return bool(WIDE.search(self.chosen + self.why))

    @property
    def title(self) -> str:
        return titled(self.chosen)

    @property
    def _stop(self) -> str:
        return "；" if self.is_wide else "; "

    def items(self, part: Part) -> list[str]:
        """What a listed part holds, one a line."""
        if part is Part.OPTIONS:
            return list(self.options)
        colon = "：" if self.is_wide else ": "
        return [f"{each.name}{colon}{each.why}" if each.why else each.name for each in self.rejected]

    def value(self, part: Part) -> str:
        """A part on one line; empty where there is nothing to say."""
        match part:
            case Part.CHOSEN:
                return self.chosen
            case Part.WHY:
                return self.why
            case Part.PROBLEM:
                return self.problem
            case Part.OPTIONS:
                return self._stop.join(self.options)
            case Part.REJECTED:
                left, right = ("（", "）") if self.is_wide else (" (", ")")
                return self._stop.join(f"{name}{left}{why}{right}" if why else name for name, why in self.rejected)
            case Part.DATE:
                return self.date
            case Part.STATUS:
                return "已采纳" if self.is_wide else "Accepted"
            case Part.AFTER | Part.SUCCESSOR:
                return ""


def plain(draft: Draft, level: int = 2) -> list[str]:
    """A section of its own, for a log that shows no form."""
    rows: list[str] = []
    for part in _WORDS:
        if draft.value(part):
            rows += _row_of(f"- {word(part, draft.is_wide)}: ", part, draft, is_list=part is Part.REJECTED)
    return [f"{'#' * level} {draft.date} {draft.title}", "", *rows]


def like(decision: Decision, lines: Sequence[str], draft: Draft, number: int) -> list[str] | None:
    """The lines of a new decision in the form of `decision`; None when that form cannot hold it. `number` 0: none."""
    own = lines[decision.first - 1 : decision.last]
    match decision.form:
        case Form.LINE:
            return [_line(own[0], draft)]
        case Form.ROW:
            return _table_row(decision, lines, draft, number)
        case Form.ITEM:
            return _item(own, draft)
        case Form.SECTION:
            return section(own, draft, number)


def number_of(heading: str) -> int:
    """The running number that a title begins with, 0 for none."""
    found = _NUMBER.match(heading.lstrip("# *"))
    return int(found.group(2)) if (found and len(found.group(2)) < 4) or (found and found.group(1)) else 0


def word(part: Part, wide: bool) -> str:
    return _WORDS[part][wide]


def _line(raw: str, draft: Draft) -> str:
    head = _BULLET.match(raw)
    rest = raw[head.end() :] if head else raw
    colon, stop = ("：", "；") if draft.is_wide else (": ", "; ")
    parts = [part for part in (Part.PROBLEM, Part.WHY, Part.REJECTED) if draft.value(part)]
    said = [f"{word(part, draft.is_wide).lower()}{colon}{draft.value(part)}" for part in parts]
    return f"{_bullet(head)}{dated(rest, draft.date)}{stop.join([draft.chosen, *said])}"


def _item(own: Sequence[str], draft: Draft) -> list[str] | None:
    head = _BULLET.match(own[0])
    if not head:
        return None
    rest = own[0][head.end() :]
    sign = "**" if rest.startswith("**") and not leads(rest) else ""
    rows = _rows(own[1:], draft)
    first = f"{_bullet(head)}{dated(rest, draft.date)}{sign}{draft.title}{sign}{behind(rest, draft.date)}"
    return [first, *rows] if rows else None


def section(own: Sequence[str], draft: Draft, number: int) -> list[str] | None:
    """A section in the form of another one; None where that labels nothing. `number` 0: none."""
    first = own[0]
    if not first.startswith("#"):
        rows = _rows(own, draft)
        return rows or None
    rows = _rows(own[1:], draft)
    return [heading(first, draft, number), "", *rows] if rows else None


def heading(like: str, draft: Draft, number: int) -> str:
    """A heading in the form of another one, with its number and its date."""
    hashes = like[: len(like) - len(like.lstrip("#"))]
    rest = like[len(hashes) :].strip()
    lead = _numbered(rest, number) or dated(rest, draft.date)
    return f"{hashes} {lead}{draft.title}{behind(rest, draft.date)}"


def _rows(own: Sequence[str], draft: Draft) -> list[str]:
    """The labelled parts with new values, in the order and the layout of the other decision; what it lacks, behind."""
    rows: list[str] = []
    seen: list[Part] = []
    template, parted = "", False
    for at, raw in enumerate(own):
        part, head, value = _label(raw)
        if part is None or part in seen:
            continue
        seen.append(part)
        if part is not Part.AFTER and part not in (Part.DATE, Part.STATUS, Part.SUCCESSOR):
            template = head
        parted = parted or (at + 2 < len(own) and not own[at + 1].strip() and bool(_label(own[at + 2])[0]))
        if draft.value(part):
            rows += _row_of(head, part, draft, is_list=not value and part in LISTED)
            rows += [""] if parted or head.startswith("#") else []
    for part in _WORDS if template else ():
        is_title = part is Part.CHOSEN and draft.title == draft.chosen
        if part not in seen and draft.value(part) and not is_title:
            rows += _row_of(_worded(template, part, draft), part, draft, is_list=part is Part.REJECTED)
            rows += [""] if parted or template.startswith("#") else []
    return rows


def _label(raw: str) -> tuple[Part | None, str, str]:
    """The part that a line begins, all before its value, and the value."""
    bullet = _BULLET.match(raw)
    lead = bullet.group() if bullet else raw[: len(raw) - len(raw.lstrip())]
    text = raw[len(lead) :]
    if text.startswith("#"):
        return PARTS.name(text.lstrip("# ")), raw, ""
    hit = PARTS.first(text)
    return (hit.label, lead + hit.head.rstrip(), hit.value) if hit else (None, "", "")


def _row_of(head: str, part: Part, draft: Draft, *, is_list: bool) -> list[str]:
    """One labelled part; a listed one has its items below its label."""
    bullet = _BULLET.match(head)
    pad = " " * (len(bullet.group(1)) + 2) if bullet else ""
    items = [f"{pad}- {each}" for each in draft.items(part)] if part in LISTED else []
    if head.startswith("#"):
        return [head, "", *(items or [draft.value(part)])]
    bare = head.rstrip()
    if is_list:
        return [bare, *items]
    return [f"{bare}{'' if bare.endswith('：') else ' '}{draft.value(part)}"]


def _worded(template: str, part: Part, draft: Draft) -> str:
    """A label that the other decision did not have, written as its last one."""
    found = _LABEL_WORD.search(template)
    if not found:
        return f"- {word(part, draft.is_wide)}:"
    return template[: found.start()] + word(part, bool(WIDE.search(template))) + template[found.end() :]


def _table_row(decision: Decision, lines: Sequence[str], draft: Draft, number: int) -> list[str] | None:
    line = next((line for line in read_lines(lines) if line.number == decision.first), None)
    if line is None or line.kind is not LineKind.ROW:
        return None
    cells = []
    for title, old in zip(line.header, line.cells, strict=False):
        part = PARTS.name(title)
        value = draft.value(part) if part else (_next(old, number) if number else "")
        cells.append(value.replace("|", "\\|"))
    return [f"| {' | '.join(cells)} |"]


def _next(old: str, number: int) -> str:
    """The number of a row, written as in the other one; empty when that cell holds none."""
    found = re.fullmatch(r"(\D{0,10}?)(\d{1,4})", old.strip())
    return f"{found.group(1)}{number:0{len(found.group(2))}}" if found else ""


def _numbered(rest: str, number: int) -> str:
    found = _NUMBER.match(rest)
    if not found or not number:
        return ""
    return f"{found.group(1)}{number:0{len(found.group(2))}}{found.group(3)}"


def _bullet(head: re.Match[str] | None) -> str:
    if head is None:
        return ""
    indent, sign, blank = head.groups()
    return f"{indent}{int(sign[:-1]) + 1}{sign[-1]}{blank}" if sign[0].isdigit() else head.group()
