"""What stands around a block: its section's genre and force, folders and files above it, the line before it.

Everything is computed once a section or block; nothing here reads the block itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from mementod_parsers.citations.places import Read, folders_in, is_file
from mementod_parsers.citations.spanforms import forms_of
from mementod_parsers.force.arrows import has_arrow, tells_of_renaming
from mementod_parsers.force.headings import section_genre
from mementod_parsers.force.labels import label_force, lead_force
from mementod_parsers.force.provenance import leads_to_sources
from mementod_parsers.model import Force, Genre, Kind
from mementod_parsers.names import is_file_name
from mementod_parsers.text.blocks import Block, BlockKind, Section
from mementod_parsers.text.runs import Run
from mementod_parsers.text.spans import View, view_run

MAX_CONTEXT = 8
MAX_LEAD_CHARS = 200
MAX_LABEL_BLOCK_CHARS = 80

# What a heading may give to all that stands under it; `Avoid` and `Examples` say too little for that.
_HEADING_FORCES = (Force.PAST, Force.PLANNED, Force.ELSEWHERE)
# Under `Naming Conventions` a name shows how names are built.
_NAMING = re.compile(r"\bnaming\b|命名|명명|네이밍|nommage|nomenclat|benennung|именован", re.I)
_DONE = ("x", "X")  # a task that is ticked reports what was done
_LEADING = re.compile(r"^[\s\W]*(?:(?:the|a|an|file|module|class|function|script|folder)\s{1,3}){0,3}$", re.I)
# "- Recreate `a.py`" in a list of what never to do: what is to be made or used is what must not be there.
_MAKING = re.compile(
    r"^[\s\W]*(?:(?:re-?)?(?:creat|introduc|us|import|referenc|invok|reviv|restor|resurrect|add|call)(?:e|ing)?"
    r"|(?:bring|bringing|go|going) back(?: to)?|(?:depend|rely)(?:ing)? on|revert(?:ing)? to"
    r"|(?:重新)?(?:使用|创建|新建|引入|引用|恢复|导入|依赖|调用|添加|新增))\s{0,3}"
    r"(?:(?:the|an?|any|old|legacy|another|new|your|own|file|module|class|function|folder)\s{1,3}){0,3}[\s\"'(]{0,3}$",
    re.I,
)
_SINGLE = re.compile(r"[\w.-]{2,40}")
_CONFIG = re.compile(
    r"config|setting|\.ya?ml|\.toml|\.json|\.ini|\.env|\boptions?\b|\bproperties\b"
    r"|\bkeys?\b|\u914d\u7f6e|\u8a2d\u5b9a"
    r"|\uc124\uc815|\u043d\u0430\u0441\u0442\u0440\u043e\u0439\u043a"
    r"|\u043a\u043e\u043d\u0444\u0438\u0433|konfigur|einstellung",
    re.I,
)


class Where(NamedTuple):
    """What the surroundings say about every citation of a run."""

    section: str = ""
    genre: Genre = Genre.REFERENCE
    silenced: bool = False
    folders: tuple[str, ...] = ()
    place: str | None = None
    force: Force | None = None  # of the whole block
    first_force: Force | None = None  # of the citations at its head only
    task: str = ""
    config: bool = False
    routes: bool = False
    renamed: bool = False  # what stands around tells of renamings


@dataclass(frozen=True, slots=True)
class Facts:
    """What a section gives to its blocks."""

    title: str
    genre: Genre
    force: Force | None = None
    folders: tuple[str, ...] = ()
    place: str | None = None
    config: bool = False
    renamed: bool = False
    migration: bool = False  # a heading above tells of renamings


@dataclass(frozen=True, slots=True)
class Head:
    """What a block gives to the blocks under it."""

    folders: tuple[str, ...] = ()
    place: str | None = None
    force: Force | None = None
    sourced: bool = False  # says where a statement came from, or what was done
    renamed: bool = False


@dataclass(slots=True)
class Surroundings:
    """Caches for one note; keys are identities of objects that the note's blocks keep alive."""

    genre: Genre
    _views: dict[int, View] = field(default_factory=dict)
    _facts: dict[int, Facts] = field(default_factory=dict)
    _heads: dict[int, Head] = field(default_factory=dict)
    _wheres: dict[tuple[int, int, int, bool, str], Where] = field(default_factory=dict)

    def view(self, run: Run) -> View:
        """Return the spans of a run, found once."""
        key = id(run)
        if key not in self._views:
            self._views[key] = view_run(run)
        return self._views[key]

    def where(self, block: Block) -> Where:
        """Return what stands around a block; siblings in a list share it."""
        key = (id(block.section), id(block.parent), id(block.lead), block.silenced, block.task)
        if key not in self._wheres:
            self._wheres[key] = self._where(block)
        return self._wheres[key]

    def _where(self, block: Block) -> Where:
        facts = self.facts(block.section)
        around = self._around(block)
        return Where(
            facts.title,
            Genre.RECORD if around.sourced else facts.genre,
            block.silenced or block.section.silenced,
            (*around.folders, *facts.folders)[:MAX_CONTEXT],
            around.place or facts.place,
            facts.force,
            around.force,
            block.task,
            facts.config,
            renamed=around.renamed or facts.renamed,
        )

    def facts(self, section: Section) -> Facts:
        """Return what a section gives to its blocks."""
        key = id(section)
        if key not in self._facts:
            self._facts[key] = self._read_section(section)
        return self._facts[key]

    def _read_section(self, section: Section) -> Facts:
        above = self.facts(section.parent) if section.parent is not None else Facts("", self.genre)
        if section.heading is None:
            return above
        text = section.heading.text
        label = label_force(text)
        found = [(s, f) for s in self.view(section.heading).spans for f in forms_of(s)]
        folders = folders_in(found)
        governs = label in _HEADING_FORCES or (label is Force.EXAMPLE and bool(_NAMING.search(text)))
        single = text.strip("`*/: ")
        if not folders and _SINGLE.fullmatch(single) and not is_file_name(single):
            folders = (single,)
        files = [f.name for _, f in found if is_file(f)]
        renamed = tells_of_renaming(text)
        return Facts(
            section.title,
            section_genre(text, above.genre) or above.genre,
            label if governs else above.force,
            (*folders, *above.folders)[:MAX_CONTEXT],
            files[0] if len(files) == 1 else None if files else above.place,
            above.config or mentions_config(text),
            renamed or (above.migration and has_arrow(text)),
            renamed or above.migration,
        )

    def _around(self, block: Block) -> Head:
        """Return what the list items above a block and the line before it give."""
        folders: list[str] = []
        place: str | None = None
        force: Force | None = None
        sourced = block.task in _DONE
        renamed = False
        for one in _above(block):
            head = self.head(one)
            sourced = sourced or head.sourced or one.task in _DONE
            renamed = renamed or head.renamed
            folders += [f for f in head.folders if f not in folders]
            place = place or head.place
            force = force or head.force
        if len(folders) > 1:
            folders.insert(0, "/".join(reversed(folders[:4])))
        return Head(tuple(folders), place, force, sourced, renamed)

    def head(self, block: Block) -> Head:
        """Return what a block gives to the blocks under it."""
        key = id(block)
        if key not in self._heads:
            self._heads[key] = self._read_head(block)
        return self._heads[key]

    def _read_head(self, block: Block) -> Head:
        view = self.view(block.run)
        text = block.run.text
        found: Read = []
        if len(text) <= MAX_LEAD_CHARS or block.kind is BlockKind.ITEM:
            found = [(s, f) for s in view.spans[:12] for f in forms_of(s)]
        if block.kind is BlockKind.ITEM:
            found = [(s, f) for s, f in found if is_leading(view, s.start)]
        files = {f.name for _, f in found if is_file(f) and f.kind is Kind.PATH}
        force = lead_force(view) or (label_force(text) if len(text) < MAX_LABEL_BLOCK_CHARS else None)
        place = next(iter(files)) if len(files) == 1 else None
        leads = block.kind is BlockKind.ITEM or text.rstrip(" *_").endswith((":", "\uff1a"))
        renamed = leads and tells_of_renaming(text)
        return Head(folders_in(found), place, force, leads and leads_to_sources(text), renamed)


def _above(block: Block) -> list[Block]:
    """Return the list items that a block stands under, nearest first, then the paragraph that leads to its list."""
    above: list[Block] = []
    parent = block.parent
    while parent is not None and len(above) < MAX_CONTEXT:
        above.append(parent)
        parent = parent.parent
    if block.lead is not None and block.lead.kind not in (BlockKind.ROW, BlockKind.FENCE):
        above.append(block.lead)
    return above


def is_leading(view: View, start: int) -> bool:
    """Tell whether nothing but marks and articles stands before `start` in its run."""
    return start < MAX_LEAD_CHARS and bool(_LEADING.match(view.masked[:start]))


def is_made(view: View, start: int) -> bool:
    """Tell whether a run begins with the act of making or using what stands at `start`."""
    return start < MAX_LEAD_CHARS and bool(_MAKING.match(view.masked[:start]))


def mentions_config(text: str) -> bool:
    """Tell whether a text speaks of configuration."""
    return bool(_CONFIG.search(text))
