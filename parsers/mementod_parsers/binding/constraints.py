"""Constraints: the sentences of a note, or of what a user said, that bind whoever works here; kept verbatim.

What binds is said in binding.py. Statements, reports, questions and permissions do not, nor does anything in a fence,
or in a section of plans or records. Invariants: pure, never raises, in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mementod_parsers.binding.above import Above, Lenders
from mementod_parsers.binding.binding import (
    Caption,
    ConstraintKind,
    Tongue,
    is_crossed,
    is_ticked,
    kind_of,
    lent_kind,
    permits,
    softened,
)
from mementod_parsers.binding.captions import introduces, is_caption, is_marked, is_title
from mementod_parsers.binding.remedies import holds_under
from mementod_parsers.binding.rounds import PASSING, is_passing
from mementod_parsers.binding.spoken import language_of
from mementod_parsers.binding.subjects import subject_of
from mementod_parsers.binding.tongues import caption_in, tongues_of
from mementod_parsers.citations.citations import read_citations
from mementod_parsers.citations.surroundings import Surroundings
from mementod_parsers.model import Citation, Genre, Kind
from mementod_parsers.text.blocks import MAX_LINE_CHARS, Block, BlockKind, Section
from mementod_parsers.text.frontmatter import read_head
from mementod_parsers.text.runs import sentence_bounds
from mementod_parsers.text.scan import read_blocks

MAX_CONSTRAINTS = 2_000
MAX_LINES = 200_000
MAX_TEXT_CHARS = 1_000  # of one constraint

_TITLES = (Caption.FORBIDS, Caption.CHECKS)  # what no rule is called that stands in bold by itself
_PARTS = ("；", ";")  # between the parts of one rule
_JOINS = (*_PARTS, "。")  # the same, or between the rules of a list
# In a record: what holds from now on.
_STATED = re.compile(
    r"\b(?:never|do not|don['’]t|must(?! pass)|always|should (?:not|never))\b|不要|禁止|不得|严禁|必须|务必",
    re.IGNORECASE,
)
# The title of a checklist that was gone through.
_DONE = re.compile(
    r"[✅✔☑]|\b(?:summary|reflection|reports?|results?|status|complete|completed|review of)\b"
    r"|完成(?![^，。]{0,4}(?:检查|清单|自检|核对|标准|定义|前|时))|已|总结|报告",
    re.IGNORECASE,
)
_NAMED = (Kind.PATH, Kind.DIR, Kind.SYMBOL, Kind.LINE_REF, Kind.CONFIG, Kind.ENV)


@dataclass(frozen=True, slots=True)
class Constraint:
    """One binding sentence. `text` is the note's own, on one line; `line` is where it begins, 1-based.

    `cites` are the paths and symbols it names, cleaned as in `Citation.name`, a folder with its slash; `subject` is
    what a later statement must share to supersede this one, empty where that is not certain; `under` is the heading
    or line that gave an order its force, empty where the sentence has it itself; `section` are the headings over it,
    joined by " > ".
    """

    text: str
    line: int
    kind: ConstraintKind
    language: str
    cites: tuple[str, ...] = ()
    subject: str = ""
    under: str = ""
    section: str = ""


def constraints_in(text: str, genre: Genre = Genre.RULE) -> tuple[Constraint, ...]:
    """The constraints of a decoded note of that genre, or of any other text."""
    return tuple(each for each in statements_in(text, genre) if each.kind is not ConstraintKind.PERMISSION)


def statements_in(text: str, genre: Genre = Genre.RULE) -> tuple[Constraint, ...]:
    """The same with the permissions among them, which may lift an older constraint (subjects.py)."""
    lines = [line[:MAX_LINE_CHARS] for line in text.split("\n")[:MAX_LINES]]
    blocks = read_blocks(lines, read_head(lines).end)
    reader = _Reader(genre)
    found: list[Constraint] = []
    for block in blocks:
        found += reader.read(block)
        if len(found) > MAX_CONSTRAINTS:
            break
    return tuple(found[:MAX_CONSTRAINTS])


class _Reader:
    """The blocks of one note, read in their order."""

    def __init__(self, genre: Genre) -> None:
        self._genre = genre
        self._around = Surroundings(genre)
        self._lenders = Lenders(self._around)
        self._cited: tuple[Block | None, list[Citation]] = (None, [])  # of the block that was asked for last

    def read(self, block: Block) -> Iterator[Constraint]:
        """Yield the constraints of one block."""
        if block.kind is BlockKind.ROW and not block.header:
            return
        if block.kind is BlockKind.FENCE or block.silenced or block.section.silenced or block.task == "x":
            return
        passing = self._passes(block.section)
        above = Above() if passing else self._lenders.of(block)
        for number, (start, end) in enumerate(self._sentences(block)):
            lent = above if number == 0 else _further(above, block, self._lenders.masked(block.run)[:start])
            if passing and (self._genre in PASSING or not self._states(block, start, end)):
                continue
            if made := self._made(block, start, end, lent):
                yield made

    def _passes(self, section: Section) -> bool:
        """Whether a section tells of plans or of the past; rules stay rules under a date."""
        return is_passing(section.title, self._around.facts(section).genre)

    def _states(self, block: Block, start: int, end: int) -> bool:
        """Whether a sentence of a record states what holds from now on."""
        record = self._around.facts(block.section).genre is Genre.RECORD and block.kind is not BlockKind.HEADING
        return record and bool(_STATED.search(self._lenders.masked(block.run), start, end))

    def _sentences(self, block: Block) -> list[tuple[int, int]]:
        masked = self._lenders.masked(block.run)
        whole = block.kind in (BlockKind.ROW, BlockKind.HEADING)
        return [(0, len(masked))] if whole else sentence_bounds(masked)

    def _made(self, block: Block, start: int, end: int, above: Above) -> Constraint | None:
        masked = self._lenders.masked(block.run)[start:end]
        text = _bare(" ".join(block.run.text[start:end].split()))
        language = language_of(text)
        kind, by_itself = _kind(masked, language, block, above)
        if kind is None:
            return None
        line = block.run.at(start + len(masked) - len(masked.lstrip()))[0]
        cites = self._cites(block, start, end)
        under = "" if by_itself else above.text
        subject, section = subject_of(text, cites), block.section.title
        return Constraint(text[:MAX_TEXT_CHARS], line, kind, language, cites, subject, under, section)

    def _cites(self, block: Block, start: int, end: int) -> tuple[str, ...]:
        """What a stretch of a block names: the citations whose first character lies in it.

        Read only where a constraint was found: most blocks have none, and citations cost as much as all the rest.
        """
        if self._cited[0] is not block:
            self._cited = (block, read_citations([block], self._genre))
        first, last = block.run.at(start), block.run.at(max(end - 1, start))
        named = (c for c in self._cited[1] if c.kind in _NAMED)
        inside = (c for c in named if first <= (c.line, c.column) <= last)
        return tuple(dict.fromkeys(f"{c.name}/" if c.kind is Kind.DIR else c.name for c in inside))


def _further(above: Above, block: Block, before: str) -> Above:
    """What a caption lends to the later sentences of a block: under hard rules orders are rules, the rest explains."""
    item, before = block.kind is BlockKind.ITEM, before.rstrip()
    match above.caption:
        case Caption.RULES | Caption.TELLS:
            return above
        case Caption.OBLIGES if item or before.endswith(_JOINS) or is_marked(above.text):
            return above
        case Caption.BINDS if item and before.endswith(_PARTS):
            return above
        case Caption.BINDS | Caption.CHECKS if item:
            return Above(Caption.OBLIGES, above.text)
        case _:
            return Above()


def _bare(text: str) -> str:
    """A sentence without the half of an emphasis that ends in another sentence."""
    return text.strip() if text.count("**") % 2 == 0 else text.strip("* ")


def _kind(masked: str, language: str, block: Block, above: Above) -> tuple[ConstraintKind | None, bool]:
    """The kind of a sentence, and whether it has its force from itself."""
    tongues = tongues_of(language)
    if block.kind is BlockKind.HEADING:
        return _of_heading(masked, tongues), True
    if is_caption(masked, tongues) or _is_name(masked, block, tongues):
        return None, True
    if block.kind is BlockKind.TEXT and above.caption is Caption.FORBIDS and not is_crossed(masked):
        above = Above()  # a paragraph there explains
    if above.caption is Caption.CHECKS and is_ticked(masked) and _DONE.search(block.section.title):
        return None, True  # reports what was checked
    if block.kind is BlockKind.TEXT and above.caption in (Caption.BINDS, Caption.CHECKS) and not is_crossed(masked):
        above = Above(Caption.OBLIGES, above.text)
    if block.task == " " and above.caption in (Caption.OBLIGES, Caption.BINDS):
        above = Above(Caption.CHECKS, above.text)
    for tongue in tongues:
        if own := kind_of(masked, tongue):
            return (own if holds_under(own, masked, above.caption) else None), True
    if above.caption is Caption.TELLS:
        return None, True
    if any(permits(masked, tongue) for tongue in tongues):
        return ConstraintKind.PERMISSION, True
    if above.caption is None or introduces(masked):
        return None, True
    if any(softened(masked, tongue, above.caption) for tongue in tongues):
        return None, True
    return next((kind for tongue in tongues if (kind := lent_kind(masked, tongue, above.caption))), None), False


def _is_name(masked: str, block: Block, tongues: tuple[Tongue, ...]) -> bool:
    """Whether a text in bold by itself is only what stands under it is called; an item with force is a rule."""
    if not is_title(block.run.text) or (caption := caption_in(masked)) not in _TITLES:
        return False
    forced = caption is Caption.CHECKS and block.kind is BlockKind.ITEM
    return not (forced and any(kind_of(masked, tongue) for tongue in tongues))


def _of_heading(masked: str, tongues: tuple[Tongue, ...]) -> ConstraintKind | None:
    """A heading is a rule only where it forbids: what it obliges to is mostly a topic (`What you must know`)."""
    if caption_in(masked) in (Caption.FORBIDS, Caption.TELLS):
        return None
    kinds = (kind_of(masked, tongue) for tongue in tongues if tongue.captions)
    return ConstraintKind.PROHIBITION if ConstraintKind.PROHIBITION in kinds else None
