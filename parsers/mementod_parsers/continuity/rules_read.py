"""Reads the rules of one note. Loads the words of nine languages, which takes half a second; rules.py does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.binding.constraints import MAX_TEXT_CHARS, Constraint, constraints_in
from mementod_parsers.continuity.rules import Rule
from mementod_parsers.continuity.start_roles import Role, role_of
from mementod_parsers.force.genre import note_genre, title_genre
from mementod_parsers.model import Genre, Source
from mementod_parsers.notes import decode
from mementod_parsers.text.frontmatter import read_head

RULES_BYTES = 1 << 18  # of one note; more of it is not read for rules
TITLE_LINES = 10  # of a note without its head, in which its title stands

_STANDING = (Genre.RULE, Genre.REFERENCE)
_PASSING = (Role.HANDOVER, Role.ACTIVE, Role.PROGRESS, Role.PLAN)


def rules_in(path: str, source: Source, data: bytes) -> tuple[Rule, ...]:
    """The rules of a note, in the order of the text, without the times at which they were written.

    None of a note that tells of a plan, of the state of a day or of the past: what it asks for is over with it.
    """
    text = decode(data[:RULES_BYTES])[0] or ""
    genre = _genre(path, source, text)
    if genre not in _STANDING or role_of(path) in _PASSING:
        return ()
    hard = (each for each in constraints_in(text, genre) if each.kind is not ConstraintKind.EMPHASIS)
    return tuple(Rule(path, *parts) for parts in _joined(hard))


def _genre(path: str, source: Source, text: str) -> Genre:
    lines = text.split("\n")
    head = read_head(lines)
    titles = (line.lstrip("#") for line in lines[head.end : head.end + TITLE_LINES] if line.startswith("# "))
    found = note_genre(path, source, head.type)
    return title_genre(next(titles, "")) or found if found in _STANDING and not head.type else found


def _joined(found: Iterable[Constraint]) -> Iterator[tuple[int, str, str, str, str, tuple[str, ...]]]:
    """The fields of each rule. What names nothing and follows on one line goes on about the same thing."""
    last: Constraint | None = None
    text = ""
    for each in found:
        if last and each.line == last.line and not each.cites and len(text) + len(each.text) < MAX_TEXT_CHARS:
            text = f"{text} {each.text}"
            continue
        if last:
            yield last.line, text, last.kind.value, last.section, last.subject, last.cites
        last, text = each, each.text
    if last:
        yield last.line, text, last.kind.value, last.section, last.subject, last.cites
