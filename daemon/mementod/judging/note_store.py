"""Parsed notes by content: the same bytes at the same path need no second parse."""

from __future__ import annotations

from typing import Any

from mementod.stores.cache import Cache
from mementod_parsers.model import Citation, Force, Genre, Kind, Note, Reason, Source, Style

VERSION = 15  # of the parse: raise it when the same bytes give another note


def parsed(cache: Cache | None, path: str, source: Source, data: bytes) -> Note:
    """The note, from the cache when its content was parsed before."""
    from mementod.judging.contents import blob_id  # who only unpacks an answer of the daemon's needs no tree

    question = f"{VERSION}\0{blob_id(data)}\0{source}\0{path}"
    known = cache.fetch("note", question) if cache else None
    if isinstance(known, tuple):
        return unpacked(path, source, known)
    # Only here: the words of nine languages take a fifth of a second to compile, and a warm run needs none.
    from mementod_parsers.notes import parse_note

    note = parse_note(path, source, data)
    if cache:
        cache.keep("note", question, packed(note))
    return note


def packed(note: Note) -> tuple[object, ...]:
    return (note.genre.value, note.problems, note.lines, tuple(_row(c) for c in note.citations))


def _row(c: Citation) -> tuple[object, ...]:
    reason = c.reason.value if c.reason else ""
    context = tuple(_safe(x) for x in c.context)
    return (
        c.line, c.column, c.end_column, _safe(c.text), c.kind.value, _safe(c.name), c.style.value, _safe(c.section),
        c.genre.value, c.force.value, reason, context, c.place and _safe(c.place), c.lines, c.loose, _safe(c.sentence),
    )  # fmt: skip


def _safe(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def unpacked(path: str, source: Source, known: tuple[Any, ...]) -> Note:
    genre, problems, lines, rows = known
    assert isinstance(rows, tuple)
    assert isinstance(problems, tuple)
    assert isinstance(lines, int)
    return Note(path, source, Genre(genre), tuple(_citation(row) for row in rows), problems, lines)


_KINDS, _STYLES = {k.value: k for k in Kind}, {s.value: s for s in Style}
_GENRES, _FORCES = {g.value: g for g in Genre}, {f.value: f for f in Force}
_REASONS: dict[str, Reason | None] = {"": None} | {r.value: r for r in Reason}


def _citation(row: tuple[Any, ...]) -> Citation:
    (
        line,
        column,
        end,
        text,
        kind,
        name,
        style,
        section,
        genre,
        force,
        reason,
        context,
        place,
        lines,
        loose,
        sentence,
    ) = row
    return Citation(
        line, column, end, text, _KINDS[kind], name, _STYLES[style], section, _GENRES[genre], _FORCES[force],
        _REASONS[reason], context, place, lines, loose, sentence,
    )  # fmt: skip
