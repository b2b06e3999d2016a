"""Which names the notes cite, and beside which files: what the symbol table has to know about.

Kept note by note, so that an edited note costs its own citations only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from mementod_parsers.code.keys import name_parts
from mementod_parsers.judging.judge_lines import is_of_symbol, of_owner
from mementod_parsers.judging.judge_symbols import as_symbol, is_settled
from mementod_parsers.judging.qualified import leaf_of, owner_of
from mementod_parsers.model import Citation, Force, Kind, Note
from mementod_parsers.resolve import base_name
from mementod_parsers.world import Definition

_JUDGED = frozenset({Force.ASSERTS, Force.EXAMPLE})
_OF_FILES = (Kind.PATH, Kind.LINE_REF, Kind.LINK)


class CitedWords:
    """The names of many notes."""

    def __init__(self) -> None:
        self._asserted: dict[str, tuple[Citation, ...]] = {}
        self._files: dict[str, frozenset[str]] = {}
        self._notes: dict[str, set[str]] = {}  # word -> notes that cite it

    def put(self, note: Note) -> None:
        """Take a note in, or its new text."""
        self.drop(note.path)
        found = asserted(note)
        self._asserted[note.path] = found
        self._files[note.path] = frozenset(base_name(c.name) for c in found if c.kind in _OF_FILES)
        for word in {w for c in found for w in words(c)}:
            self._notes.setdefault(word, set()).add(note.path)

    def drop(self, path: str) -> None:
        for word in {w for c in self._asserted.pop(path, ()) for w in words(c)}:
            self._notes[word].discard(path)
            if not self._notes[word]:
                del self._notes[word]
        self._files.pop(path, None)

    def notes(self) -> Iterable[str]:
        return self._asserted.keys()

    def all(self) -> Set[str]:
        """The words of all notes."""
        return self._notes.keys()

    def of(self, path: str) -> Iterable[str]:
        """The words of one note."""
        return {w for c in self._asserted.get(path, ()) for w in words(c)}

    def near(self, word: str) -> frozenset[str]:
        """Base names of files that are cited beside the word."""
        return frozenset().union(*(self._files[note] for note in self._notes.get(word, ())))

    def enough(self, word: str, found: Sequence[Definition]) -> bool:
        """Whether these definitions settle every citation of the word."""
        return bool(found) and all(is_settled(c, found) for c in self._citing(word))

    def _citing(self, word: str) -> Iterable[Citation]:
        cited = (c for note in sorted(self._notes.get(word, ())) for c in self._asserted[note])
        return (c for c in cited if c.kind is Kind.SYMBOL and leaf_of(c.name) == word and word in words(c))


def asserted(note: Note) -> tuple[Citation, ...]:
    """The citations that claim something."""
    return tuple(c for c in note.citations if c.force in _JUDGED and c.reason is None)


def words(citation: Citation) -> list[str]:
    """The names, each one identifier, that decide about a citation."""
    match citation.kind:
        case Kind.PATH | Kind.DIR:
            return [citation.name] if as_symbol(citation) else []
        case Kind.LINE_REF:
            symbol = citation if is_of_symbol(citation) else of_owner(citation)
            return words(replace(symbol, kind=Kind.SYMBOL)) if symbol else []
        case Kind.SYMBOL:
            return [w for w in (leaf_of(citation.name), leaf_of(owner_of(citation.name))) if len(w) > 1]
        case Kind.CONFIG | Kind.ENV:
            return name_parts(citation.name)
        case _:
            return []
