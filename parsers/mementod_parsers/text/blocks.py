"""The records of a note's structure: sections, and blocks with their text. Read by scan.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from mementod_parsers.text.runs import Run

MAX_LINE_CHARS = 20_000

# A fence whose info says which lines of which file it shows: ```22:37:src/a.swift
CITED_HEAD = "cited-head"
CITED_CODE = "cited-code"


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    ROW = "row"
    FENCE = "fence"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str = ""  # with the titles above it, joined by " > "
    heading: Run | None = None
    level: int = 0
    parent: Section | None = None
    silenced: bool = False


class Block(NamedTuple):
    """One block. `lead` is the block that introduces it, `parent` the list item that it stands under."""

    kind: BlockKind
    section: Section
    run: Run
    cells: tuple[Run, ...] = ()
    header: tuple[str, ...] = ()
    language: str = ""
    indent: int = 0
    task: str = ""  # " " or "x" of a task list item
    quoted: bool = False
    silenced: bool = False
    parent: Block | None = None
    lead: Block | None = None
