"""A new entry in the form of another one: section, item, line or row, with its bullets, its labels and its date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mementod_parsers.progress.entry_style import WIDE, behind, dated, titled
from mementod_parsers.progress.progress_entry import Entry, Form
from mementod_parsers.progress.progress_labels import LABELS, Label
from mementod_parsers.progress.progress_lines import LineKind, read_lines

_BULLET = re.compile(r"(\s*)([-*+•]|\d{1,4}[.)、])(\s+)(\[[ xX~/-]\]\s+)?")
_WORDS = {
    Label.WHAT: ("What", "内容"),
    Label.WHY: ("Why", "原因"),
    Label.FILES: ("Files", "文件"),
    Label.NEXT: ("Next", "下一步"),
    Label.RISK: ("Risk", "风险"),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new entry shall say. Texts are on one line each; `date` is ISO."""

    files: tuple[str, ...]
    what: str
    why: str
    date: str
    next: str = ""
    risk: str = ""

    @property
    def is_wide(self) -> bool:
        return bool(WIDE.search(self.what + self.why))

    @property
    def title(self) -> str:
        return titled(self.what)

    def value(self, label: Label) -> str:
        match label:
            case Label.WHAT:
                return self.what
            case Label.WHY:
                return self.why
            case Label.FILES:
                return ", ".join(f"`{name}`" for name in self.files)
            case Label.NEXT:
                return self.next
            case Label.RISK:
                return self.risk
            case Label.DATE:
                return self.date
            case Label.STATUS:
                return "进行中" if self.is_wide else "in progress"


def plain(draft: Draft, level: int = 2) -> list[str]:
    """A section of its own, for a file that shows no form."""
    labels = (Label.WHAT, Label.WHY, Label.FILES, Label.NEXT, Label.RISK)
    rows = [f"- {_word(label, draft.is_wide)}: {draft.value(label)}" for label in labels if draft.value(label)]
    return [f"{'#' * level} {draft.date} {draft.title}", "", *rows]


def like(entry: Entry, lines: Sequence[str], draft: Draft) -> list[str] | None:
    """The lines of a new entry in the form of `entry`; None when that form cannot hold it."""
    own = lines[entry.first - 1 : entry.last]
    match entry.form:
        case Form.LINE:
            return [_line(own[0], draft)]
        case Form.ITEM:
            return _item(own, draft)
        case Form.ROW:
            return _row(entry, lines, draft)
        case Form.SECTION:
            return _section(own, draft)
        case Form.PROSE:
            return plain(draft, _level(own[0]))


def bullet(draft: Draft, like_line: str = "- ") -> str:
    """One line of a list, with the bullet, the box and the date of another one."""
    return _line(like_line, draft)


def nested(draft: Draft, like_line: str = "- ") -> list[str]:
    """An item with labelled lines, for names that are files by their label alone (`Makefile`)."""
    head = _BULLET.match(like_line)
    lead = _numbered(head) if head else "- "
    inner = " " * (len(lead) - len(lead.lstrip()) + 2)
    labels = [label for label in (Label.WHY, Label.FILES, Label.NEXT, Label.RISK) if draft.value(label)]
    rows = [f"{inner}- {_word(label, draft.is_wide)}: {draft.value(label)}" for label in labels]
    return [f"{lead}{draft.what}", *rows]


def _line(raw: str, draft: Draft) -> str:
    head = _BULLET.match(raw)
    lead = _numbered(head) if head else "- "
    rest = raw[head.end() :] if head else raw
    return f"{lead}{dated(rest, draft.date)}{_sentence(draft)}"


def _sentence(draft: Draft) -> str:
    """`files: what; why: ...` with the signs of the language."""
    colon, stop = ("：", "；") if draft.is_wide else (": ", "; ")
    labels = [label for label in (Label.WHY, Label.NEXT, Label.RISK) if draft.value(label)]
    parts = [f"{_word(label, draft.is_wide).lower()}{colon}{draft.value(label)}" for label in labels]
    return stop.join([f"{draft.value(Label.FILES)}{colon}{draft.what}", *parts])


def _item(own: Sequence[str], draft: Draft) -> list[str] | None:
    head = _BULLET.match(own[0])
    if not head:
        return None
    rest = own[0][head.end() :]
    sign = "**" if rest.startswith("**") else ""
    first = f"{_numbered(head)}{dated(rest, draft.date)}{sign}{draft.title}{sign}{behind(rest, draft.date)}"
    rows = _labelled_rows(own[1:], draft)
    return [first, *rows] if rows else None


def _section(own: Sequence[str], draft: Draft) -> list[str] | None:
    level = _level(own[0])
    if not level:
        return None
    rest = own[0].lstrip("# ").strip()
    rows = _labelled_rows(own[1:], draft)
    return (
        [f"{'#' * level} {dated(rest, draft.date)}{draft.title}{behind(rest, draft.date)}", "", *rows] if rows else None
    )


def _labelled_rows(own: Sequence[str], draft: Draft) -> list[str]:
    """The labelled lines of an entry with new values, and what is said but has no label there in the same way."""
    rows: list[str] = []
    seen: list[Label] = []
    template = ""
    for raw in own:
        bullet_of = _BULLET.match(raw)
        lead = bullet_of.group() if bullet_of else raw[: len(raw) - len(raw.lstrip())]
        text = raw[len(lead) :]
        title = LABELS.name(text.lstrip("# ")) if text.startswith("#") else None
        hit = LABELS.first(text)
        label = title or (hit.label if hit else None)
        if label is None or label in seen:
            continue
        seen.append(label)
        if title:
            rows += [text, "", draft.value(title), ""] if draft.value(title) else []
            template = text
        elif hit:
            head = hit.head.rstrip()
            template = lead + head + ("" if head.endswith("：") else " ")
            rows += [template + draft.value(label)] if draft.value(label) else []
    titled = draft.title == draft.what
    wanted = [x for x in _WORDS if draft.value(x) and x not in seen and not (titled and x is Label.WHAT)]
    if not template:
        return []
    return [*rows, *(line for x in wanted for line in _more(template, x, draft))]


def _more(template: str, label: Label, draft: Draft) -> list[str]:
    """A label that the entry did not have, written as its last one."""
    word = _word(label, bool(WIDE.search(template)))
    if template.startswith("#"):
        hashes = template[: len(template) - len(template.lstrip("#"))]
        return [f"{hashes} {word}", "", draft.value(label), ""]
    found = re.search(r"[^\W\d_][^:：*_`]*", template)
    made = template[: found.start()] + word + template[found.end() :] if found else f"- {word}: "
    return [made + draft.value(label)]


def _row(entry: Entry, lines: Sequence[str], draft: Draft) -> list[str] | None:
    line = next((line for line in read_lines(lines) if line.number == entry.first), None)
    if line is None or line.kind is not LineKind.ROW:
        return None
    labels = [LABELS.name(cell) for cell in line.header]
    cells = [draft.value(label).replace("|", "\\|") if label else "" for label in labels]
    return [f"| {' | '.join(cells)} |"]


def _numbered(head: re.Match[str]) -> str:
    indent, sign, blank, box = head.groups(default="")
    if sign[0].isdigit():
        sign = f"{int(sign[:-1]) + 1}{sign[-1]}"
    return f"{indent}{sign}{blank}{'[ ] ' if box else ''}"


def _level(heading: str) -> int:
    return len(heading) - len(heading.lstrip("#")) if heading.startswith("#") else 0


def _word(label: Label, is_wide: bool) -> str:
    return _WORDS[label][is_wide]
