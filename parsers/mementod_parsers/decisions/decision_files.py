"""Decisions that are files of their own: the name and the text of the next one, in the form of the newest.

A name is a number or a day, and mostly a title behind it (`0007-use-a-queue.md`, `ADR-007_queue.md`,
`2026-01-02-queue.md`). Invariant: the decision is read back, with what was rejected, before the text is returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import NamedTuple

from mementod_parsers.decisions.decision_forms import Draft, heading, plain, section
from mementod_parsers.decisions.decision_writing import is_there
from mementod_parsers.kept_text import KeptText
from mementod_parsers.text.frontmatter import closing

SLUG_CHARS = 60  # of a longer title whole words
_NAME = re.compile(
    r"(?P<lead>(?:adr|decision|dr|d)?[-_ ]?)"
    r"(?:(?P<day>(?:19|20)\d\d(?P<dash>[-_.]?)\d\d(?P=dash)\d\d)|(?P<number>\d{1,4}))"
    r"(?!\d)(?P<gap>[-_. ]*)(?P<title>.*)\.md",
    re.IGNORECASE,
)
_FIELD = re.compile(r"(status|state|date|title|id|adr|number)(\s*:\s*)(\S.*)", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NUMBERED = re.compile(r"(\D*)(\d{1,4})(\D*)")
_QUOTES = "\"'"


class RecordName(NamedTuple):
    """The name of a decision's file in its parts; `day` as it is written or empty, `number` its digits or empty."""

    day: str
    number: str
    lead: str
    dash: str
    gap: str
    title: str

    @property
    def order(self) -> tuple[str, int]:
        """Greater for a newer one."""
        return re.sub(r"\D", "", self.day), int(self.number or 0)

    @property
    def next(self) -> int:
        """The number behind it; 0 for a name that has none."""
        return int(self.number) + 1 if self.number else 0


def record_name(name: str) -> RecordName | None:
    """None for what is no file of a decision."""
    found = _NAME.fullmatch(name)
    return RecordName(*(found[part] or "" for part in RecordName._fields)) if found else None


def newest_of(names: Iterable[str]) -> str:
    """The last one of these; empty where none of them is one."""
    known = {name: each.order for name in names if (each := record_name(name))}
    return max(known, key=lambda name: (known[name], name), default="")


def next_name(newest: RecordName, draft: Draft) -> str:
    """The name of the next one."""
    title = _title(draft.title, newest.title)
    mark = draft.date.replace("-", newest.dash) if newest.day else f"{newest.next:0{len(newest.number)}}"
    return f"{newest.lead}{mark}{f'{newest.gap}{title}' if title else ''}.md"


def next_text(newest: RecordName, text: str, draft: Draft) -> str | None:
    """Its text in the form of the newest one; None when it says too little to be read back."""
    kept = KeptText.of(text)
    head, body = _parted(kept.bare)
    front = _front(head, newest.next, draft)
    for rows in _tries(body, newest.next, draft):
        made = "".join(f"{line}{kept.end}" for line in [*front, *_apart(rows)])
        if rows and is_there(made, draft):
            return made
    return None


def _title(title: str, like: str) -> str:
    """The title as names of files have it; empty where the others have none."""
    if not like:
        return ""
    sign = next((sign for sign in "-_ " if sign in like), "-")
    words = _WORDS.findall(title if like != like.casefold() else title.casefold())
    if like == like.title():
        words = [word[:1].upper() + word[1:] for word in words]
    while len(sign.join(words)) > SLUG_CHARS and len(words) > 1:
        words.pop()
    return sign.join(words)


def _parted(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines between the marks of a frontmatter, and those behind it."""
    end = closing(lines)
    return ([], lines) if end is None else (lines[1:end], lines[end + 1 :])


def _front(head: Sequence[str], number: int, draft: Draft) -> list[str]:
    """The fields of a frontmatter whose values are known."""
    rows = [row for line in head if (found := _FIELD.fullmatch(line)) and (row := _field(found, number, draft))]
    return ["---", *rows, "---", ""] if rows else []


def _field(found: re.Match[str], number: int, draft: Draft) -> str:
    name, colon, old = found.groups()
    sign = old[0] if old[0] in _QUOTES and old[0] == old[-1] else ""
    match name.casefold():
        case "status" | "state":
            value = "accepted" if old == old.casefold() else "Accepted"
        case "date":
            value = draft.date
        case "title":
            value = draft.title if sign or not re.search(r"[:#]", draft.title) else f'"{draft.title}"'
            value = _again(old.strip(_QUOTES), number) + value
        case _:
            value = _again(old.strip(_QUOTES), number, whole=True)
    return f"{name}{colon}{sign}{value.replace(sign, '') if sign else value}{sign}" if value else ""


def _again(old: str, number: int, whole: bool = False) -> str:
    """The number of another one, as that wrote it; of a title what stands before it too."""
    found = _NUMBERED.fullmatch(old) if whole else re.match(r"((?:adr|decision)?[-\s#]?)(\d{1,4})([:.]\s+)", old, re.I)
    return f"{found[1]}{number:0{len(found[2])}}{found[3]}" if found and number else ""


def _tries(body: Sequence[str], number: int, draft: Draft) -> Iterator[list[str]]:
    """The sections of another one with their labels, their order and new values; where it has none, plain ones."""
    own = list(dropwhile(lambda line: not line.startswith("# "), body))
    if own:
        yield section(own, draft, number) or []
        yield [heading(own[0], draft, number), *plain(draft)[1:]]
    else:  # the title is in the frontmatter, or nowhere
        yield section(["", *body], draft, number) or []
    yield [f"# {draft.title}", *plain(draft)[1:]]


def _apart(rows: Sequence[str]) -> list[str]:
    """With a blank line before each heading, and none at the end."""
    found: list[str] = []
    for row in rows:
        if row.startswith("#") and found and found[-1]:
            found.append("")
        found.append(row)
    while found and not found[-1]:
        found.pop()
    return found
