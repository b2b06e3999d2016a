"""What stands above a block of a note and lends it force: a leading item, a leading line, a column title, a heading."""

from __future__ import annotations

import re
from typing import NamedTuple

from mementod_parsers.binding.binding import Caption, ConstraintKind, is_crossed, kind_of
from mementod_parsers.binding.captions import introduces, is_label, is_title
from mementod_parsers.binding.spoken import language_of
from mementod_parsers.binding.tongues import caption_in, spoken_text, tongues_of
from mementod_parsers.citations.surroundings import Surroundings
from mementod_parsers.text.blocks import Block, BlockKind, Section
from mementod_parsers.text.runs import Run, sentence_bounds

MAX_NESTING = 4  # items above an item
HEADINGS_READ = 3  # a section's own and the two above it: further up, a heading titles the whole note

_RULE_COLUMN = re.compile(
    r"\b(?:rules?|requirements?|must|actions?|checks?|standards?|constraints?|what to do)\b"
    r"|规则|铁律|红线|要求|必须|需要|约束|动作|检查",
    re.IGNORECASE,
)
# A table of fields: what it calls a constraint is one of the data.
_FIELDS = re.compile(r"\W{0,2}(?:字段名?称?|列名|fields?|columns?)\W{0,2}$", re.IGNORECASE)
_PROCEDURE = re.compile(r"(?:when|for|to|if)\b", re.IGNORECASE)  # the steps of one kind of work follow
# All the same it must be done: "When a page changes, you MUST first:".
_MUST = re.compile(r"\b(?:must|shall|always|have to|need to)(?: \w+){0,2}\W{0,4}$", re.IGNORECASE)
# Stresses its own section: what stands under a heading below it may be about anything.
_OWN = re.compile(
    r"\b(?:notes?|points|considerations|patterns?|practices|conventions|standards|(?<!completion )requirements"
    r"|guardrails|important|protocol)\W{0,4}$|^important ?[:!—–-]|(?:重要\w{0,4}|注意事项|反模式)\W{0,4}$",
    re.IGNORECASE,
)
# Under a ban: what is done where it does not hold.
_EXCEPT = re.compile(
    r"\b(?:if|when|unless|instead|exceptions?|alternatives?|allowed|how|why|need)\b|例外|允许|替代|正确|如何|为什么",
    re.IGNORECASE,
)
_WEAK = (None, Caption.RULES)
# Under troubles or features: a section of rules all the same.
_RULED = re.compile(
    r"\b(?:rules|guidelines|standards|conventions|policy|policies|(?:best )?practices"
    r"|principles)\W{0,4}(?:\([^()]*\))?$",
    re.IGNORECASE,
)
_SILENT = (Caption.TELLS, Caption.REMEDIES, Caption.ADVISES)  # of its own section; rules below it are rules
_STRONG = (Caption.CHECKS, Caption.BINDS)


class Above(NamedTuple):
    """A caption, and the text that it was read in; no caption where nothing lends force."""

    caption: Caption | None = None
    text: str = ""


class Lenders:
    """The captions of one note. Kept by the identity of their runs, which the blocks keep alive."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._captions: dict[int, Above] = {}
        self._leads: dict[int, Above] = {}
        self._texts: dict[int, str] = {}

    def of(self, block: Block) -> Above:
        """What the nearest caption above a block makes of it: a leading item, a leading line, a heading."""
        if block.kind is BlockKind.HEADING:
            return Above()
        if block.kind is BlockKind.ROW:
            return self._of_table(block)
        weak = Above()
        for _ in range(MAX_NESTING):
            if block.parent is None:
                break
            found, said = self._leading(block.parent.run), block.parent.run.text
            if found.caption not in _WEAK or not is_label(said) or is_crossed(said):
                return found  # under what is a rule itself stands why
            weak, block = weak if weak.caption else found, block.parent
        lead = self._leading(block.lead.run) if block.lead and block.kind is not BlockKind.TEXT else Above()
        above = self._heading(block.section)
        if above.caption in _SILENT and lead.caption is Caption.RULES and _RULED.search(lead.text.rstrip("*: ")):
            return lead
        if lead.caption in _WEAK or (lead.caption is Caption.OBLIGES and above.caption in _STRONG):
            return self._stronger(above, lead, weak)
        return lead

    def _of_table(self, block: Block) -> Above:
        """A column may forbid; the heading over a table makes rules of its rows only where a column says so."""
        if any(_FIELDS.match(title) for title in block.header):
            return Above()
        columns = [Above(caption_in(title), title) for title in block.header]
        forbidding = (each for each in columns if each.caption is Caption.FORBIDS)
        if found := next(forbidding, columns[0] if columns and columns[0].caption else None):
            return found
        lead = self._leading(block.lead.run) if block.lead else Above()
        above = lead if lead.caption not in _WEAK else self._heading(block.section)
        holds = above.caption is Caption.FORBIDS or any(_RULE_COLUMN.search(title) for title in block.header)
        if holds and above is not lead and above not in self._own(block.section):
            return Above()  # a title further up speaks of the whole note, not of each row
        if holds and above.caption in (Caption.OBLIGES, Caption.BINDS):
            return Above(Caption.CHECKS, above.text)  # a table of hard rules: each row is one
        return above if holds or above.caption in (Caption.TELLS, Caption.REMEDIES) else Above()

    def _own(self, section: Section) -> tuple[Above, ...]:
        return (self._caption(section.heading),) if section.heading else ()

    @staticmethod
    def _stronger(*captions: Above) -> Above:
        return next((each for each in captions if each.caption), Above())

    def _leading(self, run: Run) -> Above:
        """What a line that introduces a list makes of it; one that obliges by itself lends its force."""
        if id(run) not in self._leads:
            self._leads[id(run)] = self._lead(run) if introduces(run.text) or is_title(run.text) else Above()
        return self._leads[id(run)]

    def _lead(self, run: Run) -> Above:
        if (found := self._caption(run)).caption not in _WEAK:
            return found
        masked = self.masked(run)
        start, end = sentence_bounds(masked)[-1]
        last = masked[start:end]
        kinds = (kind_of(last, tongue) for tongue in tongues_of(language_of(last)))
        told = not _PROCEDURE.match(last.lstrip()) or _MUST.search(last)
        obliges = ConstraintKind.OBLIGATION in kinds and bool(told)
        return Above(Caption.OBLIGES if obliges else caption_in(last) or found.caption, run.text)

    def _heading(self, section: Section | None) -> Above:
        """The nearest heading that says something; one that only speaks of rules leaves the word to those above it.

        A heading further up makes rules of orders, not of statements.
        """
        weak, own = Above(), section
        for _ in range(HEADINGS_READ):
            if section is None or section.heading is None:
                break
            found = self._caption(section.heading)
            if found.caption in _SILENT and _RULED.search(weak.text):
                return weak
            if found.caption not in _WEAK and (section is own or not _OWN.search(found.text)):
                if found.caption is Caption.FORBIDS and section is not own and _EXCEPT.search(own.title if own else ""):
                    return weak
                inherited = found.caption is Caption.BINDS and section is not own
                return Above(Caption.OBLIGES, found.text) if inherited else self._checklist(section, found)
            if found.caption is Caption.RULES:
                weak = weak if weak.caption else found
            section = section.parent
        return weak

    def _checklist(self, section: Section, found: Above) -> Above:
        """What lends less by itself ("4. Documentation (critical)") stays a part of the checklist that it stands in."""
        above = section.parent
        marked = found.caption is Caption.STRESSES and found.text.rstrip("*: ").endswith(")")
        part = marked or found.caption is Caption.OBLIGES
        if not part or above is None or above.heading is None:
            return found
        over = self._caption(above.heading)
        return over if over.caption is Caption.CHECKS else found

    def masked(self, run: Run) -> str:
        """The text of a run with its code hidden."""
        if id(run) not in self._texts:
            self._texts[id(run)] = spoken_text(self._around.view(run))
        return self._texts[id(run)]

    def _caption(self, run: Run) -> Above:
        if id(run) not in self._captions:
            self._captions[id(run)] = Above(caption_in(self.masked(run)), run.text)
        return self._captions[id(run)]
