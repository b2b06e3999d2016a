"""Constraints: the sentences of a note, or of what a user said, that bind whoever works here; kept verbatim.

What binds is said in binding.py. Statements, reports, questions and permissions do not, nor does anything in a fence,
or in a section of plans or records. Invariants: pure, never raises, in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mementod_parsers.binding.binding import (
    Caption,
    ConstraintKind,
    Tongue,
    caption_of,
    introduces,
    is_caption,
    kind_of,
    permits,
)
from mementod_parsers.binding.binding_chinese import CHINESE
from mementod_parsers.binding.binding_english import ENGLISH
from mementod_parsers.binding.binding_others import FRENCH, GERMAN, JAPANESE, KOREAN, PORTUGUESE, RUSSIAN, SPANISH
from mementod_parsers.binding.spoken import language_of
from mementod_parsers.binding.subjects import subject_of
from mementod_parsers.citations.citations import read_citations
from mementod_parsers.citations.surroundings import Surroundings
from mementod_parsers.model import Citation, Genre, Kind
from mementod_parsers.text.blocks import MAX_LINE_CHARS, Block, BlockKind, Section
from mementod_parsers.text.frontmatter import read_head
from mementod_parsers.text.runs import Run, sentence_bounds
from mementod_parsers.text.scan import read_blocks

MAX_CONSTRAINTS = 2_000
MAX_LINES = 200_000
MAX_TEXT_CHARS = 1_000  # of one constraint
HEADINGS_READ = 3  # a section's own and the two above it: further up, a heading titles the whole note

_TONGUES = {
    "en": ENGLISH, "zh": CHINESE, "ja": JAPANESE, "ko": KOREAN, "ru": RUSSIAN, "pt": PORTUGUESE, "es": SPANISH,
    "de": GERMAN, "fr": FRENCH,
}  # fmt: skip
_STANDING = re.compile(
    r"\b(?:practices|rules?|guidelines?|standards?|principles|conventions?|constraints|policy|policies|check-?lists?)\b"
    r"|规范|规则|约束|原则|准则|清单",
    re.IGNORECASE,
)
_PASSING = (Genre.PLAN, Genre.RECORD, Genre.PROGRESS)
_NAMED = (Kind.PATH, Kind.DIR, Kind.SYMBOL, Kind.LINE_REF, Kind.CONFIG, Kind.ENV)


@dataclass(frozen=True, slots=True)
class Constraint:
    """One binding sentence. `text` is the note's own, on one line; `line` is where it begins, 1-based.

    `cites` are the paths and symbols it names, cleaned as in `Citation.name`, a folder with its slash; `subject` is
    what a later statement must share to supersede this one, empty where that is not certain; `under` is the heading
    or line that gave an order its force, empty where the sentence has it itself.
    """

    text: str
    line: int
    kind: ConstraintKind
    language: str
    cites: tuple[str, ...] = ()
    subject: str = ""
    under: str = ""


class _Above(NamedTuple):
    caption: Caption | None = None
    text: str = ""


def constraints_in(text: str, genre: Genre = Genre.RULE) -> tuple[Constraint, ...]:
    """The constraints of a decoded note of that genre, or of any other text."""
    return tuple(each for each in statements_in(text, genre) if each.kind is not ConstraintKind.PERMISSION)


def statements_in(text: str, genre: Genre = Genre.RULE) -> tuple[Constraint, ...]:
    """The same with the permissions among them, which may lift an older constraint (subjects.py)."""
    lines = [line[:MAX_LINE_CHARS] for line in text.split("\n")[:MAX_LINES]]
    blocks = read_blocks(lines, read_head(lines).end)
    reader = _Reader(Surroundings(genre), read_citations(blocks, genre))
    found: list[Constraint] = []
    for block in blocks:
        found += reader.read(block)
        if len(found) > MAX_CONSTRAINTS:
            break
    return tuple(found[:MAX_CONSTRAINTS])


class _Reader:
    """The blocks of one note, read in their order."""

    def __init__(self, around: Surroundings, citations: Sequence[Citation]) -> None:
        self._around = around
        self._captions: dict[int, _Above] = {}  # by the identity of a run, which the blocks keep alive
        self._cited: dict[int, list[Citation]] = {}
        for citation in citations:
            self._cited.setdefault(citation.line, []).append(citation)

    def read(self, block: Block) -> Iterator[Constraint]:
        """Yield the constraints of one block."""
        if block.kind is BlockKind.ROW and not block.header:
            return
        if block.kind is BlockKind.FENCE or block.silenced or block.section.silenced or block.task == "x":
            return
        if self._passes(block.section):
            return
        above = self._above(block)
        for number, (start, end) in enumerate(self._sentences(block)):
            if made := self._made(block, start, end, _Above() if number else above):
                yield made

    def _passes(self, section: Section) -> bool:
        """Whether a section tells of plans or of the past; rules stay rules under a date."""
        return self._around.facts(section).genre in _PASSING and not _STANDING.search(section.title)

    def _sentences(self, block: Block) -> list[tuple[int, int]]:
        masked = self._around.view(block.run).masked
        whole = block.kind in (BlockKind.ROW, BlockKind.HEADING)
        return [(0, len(masked))] if whole else sentence_bounds(masked)

    def _made(self, block: Block, start: int, end: int, above: _Above) -> Constraint | None:
        masked = self._around.view(block.run).masked[start:end]
        text = _bare(" ".join(block.run.text[start:end].split()))
        language = language_of(text)
        kind, by_itself = _kind(masked, language, block, above)
        if kind is None:
            return None
        line = block.run.at(start + len(masked) - len(masked.lstrip()))[0]
        cites = self._cites(block.run, start, end)
        under = "" if by_itself else above.text
        return Constraint(text[:MAX_TEXT_CHARS], line, kind, language, cites, subject_of(text, cites), under)

    def _cites(self, run: Run, start: int, end: int) -> tuple[str, ...]:
        """What a stretch of a run names: the citations whose first character lies in it."""
        first, last = run.at(start), run.at(max(end - 1, start))
        on_lines = (c for line in range(first[0], last[0] + 1) for c in self._cited.get(line, ()))
        inside = (c for c in on_lines if c.kind in _NAMED and first <= (c.line, c.column) <= last)
        return tuple(dict.fromkeys(f"{c.name}/" if c.kind is Kind.DIR else c.name for c in inside))

    def _above(self, block: Block) -> _Above:
        """What the nearest caption above a block makes of it: a leading item, a leading line, a heading."""
        if block.kind is BlockKind.HEADING:
            return _Above()
        if block.parent is not None:
            return self._caption(block.parent.run) if introduces(block.parent.run.text) else _Above()
        if (lead := self._lead(block)).caption:
            return lead
        if block.header and (column := _caption(block.header[0])):
            return _Above(column, block.header[0])
        return self._heading(block.section)

    def _lead(self, block: Block) -> _Above:
        lead = block.lead if block.kind is not BlockKind.TEXT else None
        return self._caption(lead.run) if lead is not None and introduces(lead.run.text) else _Above()

    def _heading(self, section: Section | None) -> _Above:
        """The nearest heading that says something; one that only speaks of rules leaves the word to those above it."""
        weak = _Above()
        for _ in range(HEADINGS_READ):
            if section is None or section.heading is None:
                break
            found = self._caption(section.heading)
            if found.caption not in (None, Caption.RULES):
                return found
            weak = weak if weak.caption else found
            section = section.parent
        return weak

    def _caption(self, run: Run) -> _Above:
        if id(run) not in self._captions:
            self._captions[id(run)] = _Above(_caption(self._around.view(run).masked), run.text)
        return self._captions[id(run)]


def _bare(text: str) -> str:
    """A sentence without the half of an emphasis that ends in another sentence."""
    return text.strip() if text.count("**") % 2 == 0 else text.strip("* ")


def _caption(masked: str) -> Caption | None:
    tongues = _tongues(language_of(masked))
    return next((found for tongue in tongues if (found := caption_of(masked, tongue))), None)


def _kind(masked: str, language: str, block: Block, above: _Above) -> tuple[ConstraintKind | None, bool]:
    """The kind of a sentence, and whether it has its force from itself."""
    tongues = _tongues(language)
    if block.kind is BlockKind.HEADING:
        return _of_heading(masked, tongues), True
    if is_caption(masked):
        return None, True
    if block.kind is BlockKind.TEXT and above.caption in (Caption.FORBIDS, Caption.CHECKS):
        above = _Above()  # a paragraph there explains
    if above.caption is Caption.TELLS:
        return None, True
    for tongue in tongues:
        if own := kind_of(masked, tongue):
            return own, True
    if any(permits(masked, tongue) for tongue in tongues):
        return ConstraintKind.PERMISSION, True
    if above.caption is None:
        return None, True
    return next((kind for tongue in tongues if (kind := kind_of(masked, tongue, above.caption))), None), False


def _of_heading(masked: str, tongues: tuple[Tongue, ...]) -> ConstraintKind | None:
    """A heading is a rule only where it forbids: what it obliges to is mostly a topic (`What you must know`)."""
    if _caption(masked) in (Caption.FORBIDS, Caption.TELLS):
        return None
    kinds = (kind_of(masked, tongue) for tongue in tongues if tongue.captions)
    return ConstraintKind.PROHIBITION if ConstraintKind.PROHIBITION in kinds else None


def _tongues(language: str) -> tuple[Tongue, ...]:
    """The language itself, and English, whose words stand in sentences of all others."""
    return (ENGLISH,) if language == "en" else (_TONGUES[language], ENGLISH)
