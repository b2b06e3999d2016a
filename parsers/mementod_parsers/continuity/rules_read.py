"""Reads the rules of one note. Loads the words of nine languages, which takes half a second; rules.py does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.binding.constraints import MAX_TEXT_CHARS, Constraint, constraints_in
from mementod_parsers.continuity.documents import is_document, is_told
from mementod_parsers.continuity.introduced import with_lists
from mementod_parsers.continuity.rule_marks import marked
from mementod_parsers.continuity.rules import Rule
from mementod_parsers.continuity.start_roles import STATE, role_of
from mementod_parsers.continuity.withdrawn import withdrawn_in
from mementod_parsers.force.genre import note_genre, title_genre
from mementod_parsers.model import Genre, Source
from mementod_parsers.notes import decode
from mementod_parsers.text.frontmatter import read_head

RULES_BYTES = 1 << 18  # of one note; more of it is not read for rules
TITLE_LINES = 10  # of a note without its head, in which its title stands

_FOR_SOME = re.compile(r"(?:^|/)\.github/instructions/")  # the globs of its files limit them, as those of rules
# One clause that names no file: "Acceptance criteria (AC) define *what* must be met."
_DEFINITION = re.compile(
    r"\W*(?!you\b)[A-Za-z][\w ()/*-]{1,50}? (?:defines?|describes?|denotes?|means?|refers? to)"
    r" \W?(?:what|which|how|when)\b"
    r"(?:(?!\b(?:you|your|we|never|agents?|follow)\b)[^`,;:])*",
    re.IGNORECASE,
)
_STANDING = (Genre.RULE, Genre.REFERENCE)


def rules_in(path: str, source: Source, data: bytes) -> tuple[Rule, ...]:
    """The rules of a note, in the order of the text, without the times at which they were written.

    None of a note that tells of a plan, of one piece of work, of the state of a day or of the past: what it asks for is
    over with it. None of a line that another one took back.
    """
    text = decode(data[:RULES_BYTES])[0] or ""
    title, kind, globs = _head(text)
    genre = _genre(path, source, title, kind)
    if genre not in _STANDING or role_of(path) in STATE or is_document(path, source, title):
        return ()
    withdrawn = withdrawn_in(text)
    hard = (each for each in constraints_in(text, genre) if each.kind is not ConstraintKind.EMPHASIS)
    meant = (each for each in hard if not (is_told(each.text, each.section) or _defines(each)))
    asked = (each for each in meant if not withdrawn.holds(each.line, each.text))
    limits = globs if source is Source.RULES or _FOR_SOME.search(path) else ()
    whole = with_lists(asked, text)
    return tuple(marked((_rule(path, each, limits) for each in _joined(whole)), text))


def _defines(each: Constraint) -> bool:
    """Whether it only says what a word means."""
    return each.kind is ConstraintKind.OBLIGATION and _DEFINITION.fullmatch(each.text) is not None


def _head(text: str) -> tuple[str, str, tuple[str, ...]]:
    """The title of a note, and what its frontmatter says that it is, and is for; empty where it has none."""
    lines = text.split("\n")
    head = read_head(lines)
    titles = (line.lstrip("#").strip() for line in lines[head.end : head.end + TITLE_LINES] if line.startswith("# "))
    return next(titles, ""), head.type, head.scope


def _genre(path: str, source: Source, title: str, kind: str) -> Genre:
    found = note_genre(path, source, kind)
    return title_genre(title) or found if found in _STANDING and not kind else found


def _rule(path: str, each: Constraint, globs: tuple[str, ...]) -> Rule:
    return Rule(path, each.line, each.text, each.kind.value, each.section, each.subject, each.cites, globs=globs)


def _joined(found: Iterable[Constraint]) -> Iterator[Constraint]:
    """What names nothing and follows on one line goes on about the same thing."""
    last: Constraint | None = None
    for each in found:
        if last and each.line == last.line and not each.cites and len(last.text) + len(each.text) < MAX_TEXT_CHARS:
            last = replace(last, text=f"{last.text} {each.text}")
            continue
        if last:
            yield last
        last = each
    if last:
        yield last
