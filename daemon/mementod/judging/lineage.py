"""Which commits brought a citation into a note, also through notes it was copied, split or renamed from.

Owns the walk through the versions of notes, so that re-filing or rewording a sentence does not renew it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mementod.brain.marks import unmarked
from mementod.judging.old_lines import OldLines
from mementod.vcs.history import Change, History
from mementod.vcs.objects import LINK_MODE, Entry, Objects
from mementod_parsers.code.languages import is_doc
from mementod_parsers.code.tokens import decode
from mementod_parsers.resolve import base_name

VERSIONS_CAP = 400  # of one note; older ones are not looked at
PREDECESSORS_CAP = 40  # notes that one commit may have split or renamed
TEXTS_CHARS = 32 << 20  # of old versions held in memory
CHAIN_CAP = 6  # renamings followed
LATER_MOMENTS = 2
LINE_CHARS = 12  # a shorter line is no evidence that a note was copied
_TWINS = frozenset({"CLAUDE.md", "AGENTS.md", "GEMINI.md", "copilot-instructions.md", ".cursorrules"})

Row = tuple[str, str, str]  # a note, its blob before and after


class Lineage:
    """Of the citations of some notes."""

    def __init__(self, objects: Objects, history: History, notes: Mapping[str, Sequence[str]]) -> None:
        """`notes`: the lines of each note as of now."""
        self._objects, self._history, self._notes = objects, history, notes
        self._docs: dict[str, tuple[Row, ...]] = {}
        self._given: dict[tuple[str, str], tuple[Row, ...]] = {}
        self._texts: dict[str, str] = {}
        self._texts_chars = 0
        self._held: dict[tuple[str, str], list[Change]] = {}
        self._old_lines: OldLines | None = None

    def commits(self, note: str, cited: str, line: str) -> tuple[str, ...]:
        """The commit that first held it, its parents, and some later versions; none while no commit holds it."""
        return self._walk(note, cited, line, None, CHAIN_CAP)

    def rest(self) -> None:
        """Let go of what can be read again."""
        for held in (self._docs, self._given, self._texts, self._held):
            held.clear()
        self._texts_chars, self._old_lines = 0, None

    def _walk(self, note: str, cited: str, line: str, before: int | None, depth: int) -> tuple[str, ...]:
        """As `commits`, among the versions up to the one `before`, through as many other notes as `depth`."""
        holding = [c for c in self._holding(note, cited) if before is None or c.position >= before]
        if not holding:
            return ()
        first, later = holding[0], holding[1:]
        origin = self._predecessor(note, first, cited, line, depth) if depth else ()
        if origin:
            return _unique([*origin, first.commit, *self._objects.parents(first.commit)])
        picked = [later[len(later) // 2], later[-1]] if len(later) > LATER_MOMENTS else later
        return _unique([first.commit, *self._objects.parents(first.commit), *(c.commit for c in picked)])

    def _holding(self, note: str, cited: str) -> list[Change]:
        """The note's versions that hold the citation, oldest first."""
        key = (note, cited)
        if key not in self._held:
            versions = [c for c in self._history.changes(note) if c.status != "D"][-VERSIONS_CAP:]
            self._held[key] = [c for c in versions if holds(self._text(c.blob), cited)]
        return self._held[key]

    def _predecessor(self, note: str, first: Change, cited: str, line: str, depth: int) -> tuple[str, ...]:
        """The moments of the same sentence in the note that this one took it from."""
        if len(line) < LINE_CHARS:
            return ()
        for path in self._givers(note, first, cited, line):
            found = self._walk(path, cited, line, first.position + 1, depth - 1)
            if found:
                return found
        return ()

    def _givers(self, note: str, first: Change, cited: str, line: str) -> Iterator[str]:
        """Notes that may have handed the sentence over: in the same commit, then those that held the line before."""
        for path, old, new in self._sources(first.commit, note):
            if self._gave(line, cited, old, new):
                yield path
        yield from self._holders_of_old(note, line, first.position)

    def _gave(self, line: str, cited: str, old: str, new: str) -> bool:
        """Whether a note handed the sentence over: it held the line, or it lost the citation in this commit."""
        before = self._text(old)
        if cited not in before:  # most: the cheapest question first
            return cited not in line and line in before
        return line in before or (holds(before, cited) and not (new and holds(self._text(new), cited)))

    def _holders_of_old(self, note: str, line: str, position: int) -> list[str]:
        if self._old_lines is None or line not in self._old_lines.lines:  # the first, or a note was written again
            now = {line.strip() for lines in self._notes.values() for line in lines}
            wanted = frozenset(text for text in now if len(text) >= LINE_CHARS) | {line}
            self._old_lines = OldLines(self._history, self._objects, wanted)
        return self._old_lines.holders(line, note, position)[:CHAIN_CAP]

    def _sources(self, commit: str, note: str) -> tuple[Row, ...]:
        """Notes that a commit deleted or changed, and the known twins beside this one."""
        key = (commit, note)
        if key not in self._given:
            if commit not in self._docs:
                self._docs[commit] = self._before(commit)
            others = (row for row in self._docs[commit] if row[0] != note)
            self._given[key] = (*others, *self._twins(commit, note))
        return self._given[key]

    def _twins(self, commit: str, note: str) -> list[Row]:
        parent = next(iter(self._objects.parents(commit)), "")
        if base_name(note) not in _TWINS or not parent:
            return []
        prefix = note[: -len(base_name(note))]
        entries = ((prefix + t, self._objects.lookup(parent, prefix + t)) for t in sorted(_TWINS))
        return [(path, entry.oid, entry.oid) for path, entry in entries if entry and path != note]

    def _before(self, commit: str) -> tuple[Row, ...]:
        """What a commit with one parent made of the documents there: none of others hands text over."""
        missing, parents = self._objects.missing, self._objects.parents(commit)
        ours, theirs = self._objects.root(commit), self._objects.root(parents[0]) if len(parents) == 1 else None
        if not ours or not theirs:
            return ()
        docs = [
            (p, old, self._objects.lookup(commit, p))
            for p, old in self._objects.differing((theirs,), ours)
            if is_doc(p)
        ]
        if self._objects.missing != missing:  # what cannot be seen is not deleted
            return ()
        rows = sorted((_is_kept(new), p, old.oid, new.oid if new else "") for p, old, new in docs if _is_text(old, new))
        return tuple((path, old, new if kept else "") for kept, path, old, new in rows[:PREDECESSORS_CAP])

    def _text(self, blob: str) -> str:
        if blob not in self._texts:
            # A mark quotes what is stale, which is not what the note says.
            self._texts[blob] = decode(unmarked(self._objects.blob(blob) or b"")) or ""
            self._texts_chars += len(self._texts[blob])
            while self._texts_chars > TEXTS_CHARS and len(self._texts) > 1:
                self._texts_chars -= len(self._texts.pop(next(iter(self._texts))))
        return self._texts[blob]


def _is_kept(new: Entry | None) -> bool:
    return new is not None and not new.is_dir


def _is_text(old: Entry, new: Entry | None) -> bool:
    """Whether a file stayed one, or a link one, or is gone."""
    return not _is_kept(new) or (
        new is not None and not new.is_module and (new.mode == LINK_MODE) == (old.mode == LINK_MODE)
    )


_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_BEFORE, _AFTER = _NAME | {".", "/", "-"}, _NAME | {"-"}


def holds(text: str, cited: str) -> bool:
    """Whether a text holds the citation, not as a part of a longer name. `str.find`: a pattern is ten times slower."""
    at = text.find(cited)
    while at >= 0:
        end = at + len(cited)
        joined = cited[0] in _NAME and at > 0 and text[at - 1] in _BEFORE
        if not joined and not (cited[-1] in _NAME and text[end : end + 1] in _AFTER):
            return True
        at = text.find(cited, at + 1)
    return False


def _unique(commits: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(commits))
