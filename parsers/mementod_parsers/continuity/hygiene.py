"""What makes memory notes hard to use, though nothing they cite is gone: found, never judged wrong.

Works on the texts of all notes of one repository. Thresholds are those of the conventions themselves where they state
one (a start-up note of at most 50 lines, an index of which 200 lines are loaded), else of what a reader takes in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from posixpath import basename, dirname, join, normpath

from mementod_parsers.continuity.search_terms import terms
from mementod_parsers.continuity.start_notes import LINES_LIMIT
from mementod_parsers.model import Source

INDEX_NAMES = frozenset({"MEMORY.md", "INDEX.md", "index.md"})
INDEX_LINES_LIMIT = 200  # Claude Code loads no more of MEMORY.md
INDEX_CHARS_PER_NOTE = 200  # one line a note; beyond it the index repeats the notes
FACT_LINES_LIMIT = 60  # of a one-fact note
FACT_SECTIONS_LIMIT = 4
LOG_DATES = 8  # dated headings or items, one after another, are a log
LISTING_LINES = 15  # of one drawing of folders
SIGNATURES = 5  # in one fenced block
NEAR = 0.85  # of all words, that two notes share
NEAR_WORDS = 20  # in shorter notes a few words in common say little
COMPARED_CAP = 400  # notes compared with each other
LINES_CAP = 20_000

_LINK = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>#]+\.md)[^)]*\)")
_WIKI = re.compile(r"\[\[([^\]|#\n]{1,200})(?:[|#][^\]\n]*)?\]\]")
_DESCRIPTION = re.compile(r"^description:\s*[\"']?(.*?)[\"']?\s*$")
_ABOUT_ITSELF = re.compile(
    r"^(?:this|the) (?:document|note|file|memory|page) "
    r"(?:describes|contains|covers|explains|documents|lists|is about)\b"
    r"|^(?:本|该|此)(?:文档|文件|笔记|记录)",
    re.IGNORECASE,
)
_DATED = re.compile(r"^\s{0,3}(?:#{1,6}|[-*+])\s*\W{0,3}(?:20\d\d-\d\d-\d\d)")
_TREE = re.compile(r"^[\s│|]*(?:├──|└──|\|--|`--|\+--)")
_SIGNATURE = re.compile(
    r"^\s*(?:export |public |private |static |async |pub )*(?:def|function|func|fn|class|interface|struct|type) \w+"
)
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)")
_HEADING = re.compile(r"^#{1,3}\s+(.+?)\s*#*$")


class Flaw(StrEnum):
    """What is wrong with a note."""

    LONG_START = "long-start-note"
    LONG_INDEX = "long-index"
    UNLISTED = "not-in-index"
    DEAD_ENTRY = "index-entry-without-note"
    DEAD_LINK = "dead-link"
    MANY_FACTS = "many-facts"
    DESCRIPTION = "description"
    DUPLICATE = "duplicate"
    LOG = "grown-into-log"
    COPY = "copy-of-code"


@dataclass(frozen=True, slots=True)
class Text:
    """A note by its path and source."""

    path: str
    source: Source
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()[:LINES_CAP]


@dataclass(frozen=True, slots=True)
class Untidy:
    """One finding: where, what, and what to do about it. `line` is 1-based, 0 for the whole note."""

    flaw: Flaw
    path: str
    line: int
    says: str


def untidy(notes: Sequence[Text]) -> tuple[Untidy, ...]:
    """All findings, in the order of the notes."""
    paths = {note.path for note in notes}
    found = [flaw for note in notes for flaw in _of_one(note, paths)]
    found += [flaw for note in notes if is_index(note.path) for flaw in _of_index(note, notes)]
    found += _twins(notes)
    order = {note.path: number for number, note in enumerate(notes)}
    return tuple(sorted(found, key=lambda each: (order[each.path], each.line)))


def is_index(path: str) -> bool:
    """Whether a note lists those beside it."""
    return basename(path) in INDEX_NAMES


def listed(index: Text) -> Mapping[str, int]:
    """The notes that an index links to, by path, with the line."""
    found: dict[str, int] = {}
    for number, line in enumerate(index.lines, 1):
        for name in (*_LINK.findall(line), *(f"{name.strip()}.md" for name in _WIKI.findall(line))):
            if "://" not in name:
                found.setdefault(normpath(join(dirname(index.path), name)), number)
    return found


def beside(index: Text, notes: Sequence[Text]) -> list[Text]:
    """The notes that an index should list: those of its folder and below."""
    folder = dirname(index.path)
    return [n for n in notes if n.path != index.path and n.path.startswith(f"{folder}/") and n.source is index.source]


def entry_for(index: Text, note: Text) -> str:
    """The line that lists a note: its title, its link, and when it is needed as far as it says so itself."""
    title = next((found[1] for line in note.lines if (found := _HEADING.match(line))), basename(note.path)[:-3])
    link = note.path.removeprefix(f"{dirname(index.path)}/")
    said = _description(note)
    return f"- [{title}]({link})" + (f" - {said[1]}" if said and not _ABOUT_ITSELF.match(said[1]) else "")


def _of_one(note: Text, paths: set[str]) -> Iterator[Untidy]:
    lines = note.lines
    if note.source is Source.AGENT_INIT and "/init.d/" in f"/{note.path}" and len(lines) > LINES_LIMIT:
        yield _long_start(note, lines)
    if note.source is Source.CLAUDE_MEMORY and not is_index(note.path):
        yield from _many_facts(note, lines)
    if (said := _description(note)) and _ABOUT_ITSELF.match(said[1]):
        says = f"the description says what the note contains, not when it is needed: `{_trigger(note)}`"
        yield Untidy(Flaw.DESCRIPTION, note.path, said[0], says)
    dated = [number for number, line in enumerate(lines, 1) if _DATED.match(line)]
    if len(dated) >= LOG_DATES and not re.search(r"(?i)progress|log|journal|changelog|history|decision", note.path):
        yield Untidy(
            Flaw.LOG, note.path, dated[0], f"{len(dated)} dated entries: a log; keep what is true now, move the rest"
        )
    yield from _copies(note, lines)
    yield from _dead_links(note, lines, paths)


def _long_start(note: Text, lines: Sequence[str]) -> Untidy:
    sections = _sections(lines)
    largest = sorted(sections, key=lambda each: -each[1])[:2]
    move = ", ".join(f"{title!r} ({size} lines)" for title, size in largest) or "its last part"
    return Untidy(Flaw.LONG_START, note.path, 0, f"{len(lines)} lines, more than {LINES_LIMIT}: move out {move}")


def _sections(lines: Sequence[str]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for line in lines:
        if heading := _HEADING.match(line):
            found.append((heading[1], 0))
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + 1)
    return found


def _many_facts(note: Text, lines: Sequence[str]) -> Iterator[Untidy]:
    sections = len([line for line in lines if _HEADING.match(line)])
    if len(lines) > FACT_LINES_LIMIT or sections > FACT_SECTIONS_LIMIT:
        yield Untidy(
            Flaw.MANY_FACTS, note.path, 0, f"{sections} sections in {len(lines)} lines: one fact a note is found again"
        )


def _description(note: Text) -> tuple[int, str] | None:
    lines = note.lines
    if not lines or lines[0].strip() != "---":
        return None
    for number, line in enumerate(lines[1:40], 2):
        if line.strip() == "---":
            return None
        if found := _DESCRIPTION.match(line):
            return number, found[1]
    return None


def _trigger(note: Text) -> str:
    """When the note is needed, from the names it speaks of most."""
    counted: dict[str, int] = {}
    for name in re.findall(r"`([^`\n]{3,60})`", note.text):
        counted[name] = counted.get(name, 0) + 1
    names = sorted(counted, key=lambda name: -counted[name])[:3]
    return f"description: Read before changing {', '.join(names)}" if names else "description: Read before ..."


def _copies(note: Text, lines: Sequence[str]) -> Iterator[Untidy]:
    start, drawn, signed, fenced = 0, 0, 0, False
    for number, line in enumerate((*lines, "```" if sum(map(_is_fence, lines)) % 2 else ""), 1):
        if _is_fence(line):
            if fenced and drawn >= LISTING_LINES:
                yield Untidy(
                    Flaw.COPY,
                    note.path,
                    start,
                    f"a listing of {drawn} files and folders: the tree itself is never stale",
                )
            if fenced and signed >= SIGNATURES:
                yield Untidy(Flaw.COPY, note.path, start, f"{signed} signatures: the code itself is never stale")
            start, drawn, signed, fenced = number, 0, 0, not fenced
        elif fenced:
            drawn += _TREE.match(line) is not None
            signed += _SIGNATURE.match(line) is not None


def _is_fence(line: str) -> bool:
    return _FENCE.match(line) is not None


def _dead_links(note: Text, lines: Sequence[str], paths: set[str]) -> Iterator[Untidy]:
    names = {basename(path).removesuffix(".md").lower() for path in paths}
    for number, line in enumerate(lines, 1):
        for link in _WIKI.findall(line):
            if basename(link.strip()).removesuffix(".md").lower() not in names and not is_index(note.path):
                yield Untidy(Flaw.DEAD_LINK, note.path, number, f"[[{link}]] leads to no note")


def _of_index(index: Text, notes: Sequence[Text]) -> Iterator[Untidy]:
    held, should = listed(index), beside(index, notes)
    there = {note.path for note in notes}
    for path, line in held.items():
        if path not in there and path.startswith(f"{dirname(index.path)}/"):
            yield Untidy(Flaw.DEAD_ENTRY, index.path, line, f"{path} is not there")
    for note in should:
        if note.path not in held:
            yield Untidy(Flaw.UNLISTED, index.path, 0, f"{note.path} is in no line: `{entry_for(index, note)}`")
    lines = index.lines
    if len(lines) > INDEX_LINES_LIMIT:
        yield Untidy(
            Flaw.LONG_INDEX, index.path, 0, f"{len(lines)} lines, and only {INDEX_LINES_LIMIT} of them are loaded"
        )
    elif len(should) >= 3 and len(index.text) > INDEX_CHARS_PER_NOTE * len(should) * 2:
        says = f"{len(index.text):,} characters for {len(should)} notes: a line a note is enough"
        yield Untidy(Flaw.LONG_INDEX, index.path, 0, says)


def _twins(notes: Sequence[Text]) -> Iterator[Untidy]:
    """Notes of one source that say the same."""
    words = [(note, frozenset(terms(note.text))) for note in notes[:COMPARED_CAP] if not is_index(note.path)]
    for (one, held), (other, had) in combinations(words, 2):
        if min(len(held), len(had)) < NEAR * max(len(held), len(had)):
            continue
        shared, all_ = len(held & had), len(held | had)
        if one.source is other.source and min(len(held), len(had)) >= NEAR_WORDS and shared >= NEAR * all_:
            says = f"says the same as {one.path} ({shared * 100 // all_} % of the words): keep one"
            yield Untidy(Flaw.DUPLICATE, other.path, 0, says)
