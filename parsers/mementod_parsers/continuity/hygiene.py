"""What makes memory notes hard to use, though nothing they cite is gone: found, never judged wrong.

Works on the texts of all notes of one repository, and on what is there besides. Thresholds are those of the
conventions themselves where they state one (a start-up note of at most 50 lines), else of what a reader takes in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from posixpath import basename

from mementod_parsers.continuity.copies import copies, fences, signatures
from mementod_parsers.continuity.flaws import Around, Flaw, Text, Untidy, description
from mementod_parsers.continuity.index import ABOUT_ITSELF, HEADING, is_index, of_index
from mementod_parsers.continuity.made import is_made, makes
from mementod_parsers.continuity.note_sections import is_fence
from mementod_parsers.continuity.search_terms import terms
from mementod_parsers.continuity.start_notes import LINES_LIMIT
from mementod_parsers.continuity.values import VALUES_CAP, Stated, stated
from mementod_parsers.model import Source
from mementod_parsers.text.blocks import BlockKind
from mementod_parsers.text.scan import read_blocks
from mementod_parsers.text.spans import view_run

FACT_LINES_LIMIT = 60  # of a one-fact note
FACT_SECTIONS_LIMIT = 4
LOG_DATES = 8  # dated headings or items, one after another, are a log
NEAR = 0.85  # of all words, that two notes share
NEAR_WORDS = 20  # in shorter notes a few words in common say little
POINTER_LINES = 6  # of a note that only says which other one to read, its headings not counted
COMPARED_CAP = 400  # notes compared with each other

_DATED = re.compile(r"^\s{0,3}(?:#{1,6}|[-*+])\s*\W{0,3}20\d\d-\d\d(?:-\d\d)?(?!\d)")
_OF_DAYS = re.compile(r"(?i)progress|log|journal|diary|changelog|history|decision|session|hand-?(?:off|over)|archive")
_POINTS = re.compile(r"@[\w./-]+|[\w./-]+\.(?:md|mdc|txt)\b")
# Of a note; what else stands in double brackets is code, or a place to fill in.
_NAME = re.compile(r"\w[\w .()/+&'-]*\Z")


def cited(notes: Sequence[Text]) -> frozenset[str]:
    """The names of code that `untidy` has to know about, as a note would cite them."""
    return frozenset(name for note in notes for name in signatures(fences(note.lines)))


def values(notes: Sequence[Text]) -> frozenset[Stated]:
    """What notes say that names are set to: what `untidy` has to know about."""
    return frozenset(islice((each for note in notes for _, each in stated(note.lines)), VALUES_CAP))


def untidy(notes: Sequence[Text], around: Around) -> tuple[Untidy, ...]:
    """All findings, in the order of the notes."""
    names = {basename(note.path).removesuffix(".md").lower() for note in notes}
    names |= {stem for name in around.names for stem in (name.lower(), name.lower().removesuffix(".md"))}
    found = [flaw for note in notes for flaw in _of_one(note, around)]
    found += [flaw for note in notes if not is_index(note) for flaw in _dead_links(note, names)]
    found += [flaw for note in notes if is_index(note) for flaw in of_index(note, notes, around)]
    found += _twins([note for note in notes if not (is_made(note.lines) or makes(note.source, around.exists))])
    order = {note.path: number for number, note in enumerate(notes)}
    return tuple(sorted(found, key=lambda each: (order[each.path], each.line)))


def _of_one(note: Text, around: Around) -> Iterator[Untidy]:
    lines = note.lines
    if note.source is Source.AGENT_INIT and "/init.d/" in f"/{note.path}" and len(lines) > LINES_LIMIT:
        yield _long_start(note, lines)
    if note.source is Source.CLAUDE_MEMORY and not is_index(note):
        yield from _many_facts(note, lines)
    if (said := description(note)) and ABOUT_ITSELF.match(said[1]):
        says = f"the description says what the note contains, not when it is needed: `{_trigger(note)}`"
        yield Untidy(Flaw.DESCRIPTION, note.path, said[0], says)
    dated = [number for number, line in enumerate(lines, 1) if _DATED.match(line)]
    if len(dated) >= LOG_DATES and not _OF_DAYS.search(note.path):
        says = f"{len(dated)} dated entries: a log; keep what is true now, move the rest"
        yield Untidy(Flaw.LOG, note.path, dated[0], says)
    for line, says in copies(fences(lines), around.names, around.defined):
        yield Untidy(Flaw.COPY, note.path, line, says)
    yield from _values(note, around)


def _values(note: Text, around: Around) -> Iterator[Untidy]:
    """Values that the code holds itself; told once a note."""
    held = [(line, each) for line, each in stated(note.lines) if each in around.held]
    if held:
        line, first = held[0]
        more = len(held) - 1
        others = f", and {more} more such line{'s' * (more > 1)}" if more else ""
        says = f"{first.name} is {first.value} in {around.held[first]} itself{others}: name the place, not the value"
        yield Untidy(Flaw.COPY, note.path, line, says)


def _long_start(note: Text, lines: Sequence[str]) -> Untidy:
    sections = _sections(lines)
    largest = sorted(sections, key=lambda each: -each[1])[:2]
    move = ", ".join(f"{title!r} ({size} lines)" for title, size in largest) or "its last part"
    return Untidy(Flaw.LONG_START, note.path, 0, f"{len(lines)} lines, more than {LINES_LIMIT}: move out {move}")


def _sections(lines: Sequence[str]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    is_code = False
    for line in lines:
        is_code ^= is_fence(line)  # a comment in code is no heading
        if not is_code and (heading := HEADING.match(line)):
            found.append((heading[1], 0))
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + 1)
    return found


def _many_facts(note: Text, lines: Sequence[str]) -> Iterator[Untidy]:
    sections = len(_sections(lines))
    if len(lines) > FACT_LINES_LIMIT or sections > FACT_SECTIONS_LIMIT:
        says = f"{sections} sections in {len(lines)} lines: one fact a note is found again"
        yield Untidy(Flaw.MANY_FACTS, note.path, 0, says)


def _trigger(note: Text) -> str:
    """When the note is needed, from the names it speaks of most."""
    counted = Counter(re.findall(r"`([^`\n]{3,60})`", note.text))
    names = [name for name, _ in counted.most_common(3)]
    return f"description: Read before changing {', '.join(names)}" if names else "description: Read before ..."


def _dead_links(note: Text, names: set[str]) -> Iterator[Untidy]:
    if "[[" not in note.text:
        return
    for block in read_blocks(list(note.lines)):
        runs = block.cells or (block.run,)
        spans = ((run, span) for run in runs for span in view_run(run).spans if span.kind == "wiki")
        for run, span in spans if block.kind is not BlockKind.FENCE else ():
            if _NAME.match(span.text) and basename(span.text.strip()).removesuffix(".md").lower() not in names:
                says = f"[[{span.text}]] leads to no note"
                yield Untidy(Flaw.DEAD_LINK, note.path, run.at(span.start)[0], says)


def _twins(notes: Sequence[Text]) -> Iterator[Untidy]:
    """Notes of one source that say the same as an earlier one. `notes`: those that people write."""
    whole = (note for note in notes[:COMPARED_CAP] if not is_index(note) and not _is_pointer(note))
    words = [(note, _words(note)) for note in whole]
    told: set[str] = set()
    for (one, held), (other, had) in combinations(words, 2):
        least, most = sorted((len(held), len(had)))
        if one.source is not other.source or other.path in told or least < max(NEAR * most, NEAR_WORDS):
            continue
        shared, all_ = len(held & had), len(held | had)
        if shared >= NEAR * all_:
            told.add(other.path)
            how = "keep one text, and link to it" if _is_needed_twice(one, other) else "keep one"
            says = f"says the same as {one.path} ({shared * 100 // all_} % of the words): {how}"
            yield Untidy(Flaw.DUPLICATE, other.path, 0, says)


def _is_needed_twice(one: Text, other: Text) -> bool:
    """Whether each is where an agent looks for it."""
    return one.source is Source.INSTRUCTIONS or one.path.partition("/")[0] != other.path.partition("/")[0]


def _is_pointer(note: Text) -> bool:
    """Whether a note only says which other one to read: the same words lead elsewhere from another folder."""
    said = [line for line in note.lines if line.strip() and not line.startswith("#")]
    return len(said) <= POINTER_LINES and any(_POINTS.search(line) for line in said)


def _words(note: Text) -> frozenset[str]:
    return frozenset(term for line in note.lines for term in terms(line))
