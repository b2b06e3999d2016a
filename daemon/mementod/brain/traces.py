"""What each judgement asked of today's tree, and so which citations a change can touch.

A citation is judged again only when the answer to something it asked may differ. Owns the index from question to
citation. Questions are kept coarse, by base name and by normalised word: one too many costs a judgement, one too few
would leave a verdict that a judgement from scratch would not give. Another configuration is none of these: it has
everything judged anew.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mementod.judging.live import Live, is_manifest
from mementod_parsers.code.keys import name_parts
from mementod_parsers.code.languages import is_code
from mementod_parsers.code.targets import files_of
from mementod_parsers.code.tokens import norm
from mementod_parsers.model import Citation, Reason
from mementod_parsers.resolve import Tree, base_name, folder
from mementod_parsers.world import Definition, Fate, Moment, Use

STALE_SHARE = 4  # the index is made anew when it holds this many times more ids than live ones

# Questions: a letter for their kind, then what they ask about.
_NAMED, _WORD, _TEXT, _GLOB, _FOLDER, _CONTENT = "n", "w", "t", "g", "d", "o"
_LISTING, _UNTRACKED, _CODE, _MANIFESTS, _HISTORY, _IGNORES = "*s", "*u", "*c", "*m", "*h", "*i"


@dataclass(frozen=True, slots=True)
class Change:
    """What is different between two looks at one tree.

    `came`: paths, folders too, that are there or not there unlike before, or that git holds otherwise; `written`:
    files whose content differs; `contents`: ids of what those of them that git does not know hold, and held; `words`:
    normalised, of all.
    `history`: the tip or another branch is another commit; `ignores`: git may ignore other paths.
    """

    came: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    contents: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    history: bool = False
    ignores: bool = False


class Traces:
    """From questions to the citations that asked them."""

    def __init__(self) -> None:
        self._askers: dict[str, array[int]] = {}
        self._globs: dict[str, re.Pattern[str]] = {}
        self._places: dict[int, tuple[str, int]] = {}  # id -> note, number of the citation in it
        self._ids: dict[str, list[int]] = {}
        self._next = 0
        self._held = 0

    def forget(self, note: str) -> None:
        for number in self._ids.pop(note, ()):
            self._places.pop(number, None)

    def keep(self, note: str, number: int, asked: Iterable[str], globs: Iterable[re.Pattern[str]]) -> None:
        """Remember what one citation asked."""
        identity = self._next
        self._next += 1
        self._places[identity] = (note, number)
        self._ids.setdefault(note, []).append(identity)
        for pattern in globs:
            self._globs[_GLOB + pattern.pattern] = pattern
        for question in (*asked, *(_GLOB + p.pattern for p in globs)):
            self._askers.setdefault(question, array("I")).append(identity)
            self._held += 1

    def touched(self, change: Change) -> set[tuple[str, int]]:
        """The citations, as note and number, whose verdict may be another one after the change."""
        questions = set(_questions(change))
        questions |= {key for key, pattern in self._globs.items() if any(map(pattern.match, change.came))}
        ids = (i for q in questions for i in self._askers.get(q, ()))
        return {self._places[i] for i in ids if i in self._places}

    def asks(self, path: str) -> bool:
        """Whether a citation asked for something of this base name."""
        return any(i in self._places for i in self._askers.get(_NAMED + norm(base_name(path)), ()))

    def drop(self, citations: Iterable[tuple[str, int]]) -> None:
        """Forget what these asked: they are judged again."""
        wanted: dict[str, set[int]] = {}
        for note, number in citations:
            wanted.setdefault(note, set()).add(number)
        for note, numbers in wanted.items():
            kept: list[int] = []
            gone: list[int] = []
            for identity in self._ids.get(note, ()):
                (gone if self._places[identity][1] in numbers else kept).append(identity)
            self._ids[note] = kept
            for identity in gone:
                del self._places[identity]
        self._compact()

    def _compact(self) -> None:
        """Throw out the ids of citations that were judged again since."""
        if self._next < STALE_SHARE * (len(self._places) + 1000):
            return
        kept = {q: array("I", (i for i in ids if i in self._places)) for q, ids in self._askers.items()}
        self._askers = {q: ids for q, ids in kept.items() if ids}
        self._globs = {q: p for q, p in self._globs.items() if q in self._askers}
        self._renumber()

    def _renumber(self) -> None:
        fresh = {old: new for new, old in enumerate(sorted(self._places))}
        self._askers = {q: array("I", (fresh[i] for i in ids)) for q, ids in self._askers.items()}
        self._places = {fresh[old]: place for old, place in self._places.items()}
        self._ids = {note: [fresh[i] for i in ids] for note, ids in self._ids.items()}
        self._next = len(fresh)


def _questions(change: Change) -> Iterator[str]:
    """The questions to which the change may be an answer."""
    for path in change.came:
        yield _NAMED + norm(base_name(path))
        yield _TEXT + base_name(path)
    for path in change.written:
        yield _TEXT + base_name(path)
        yield _FOLDER + folder(path)
        if is_code(path):
            yield _CODE
        if is_manifest(path):
            yield _MANIFESTS
    for word in change.words:
        yield _WORD + word
    if change.came:
        yield from (_LISTING, _CODE, _MANIFESTS)
    for oid in change.contents:
        yield _CONTENT + oid
    if change.contents:
        yield _UNTRACKED
    if change.history:
        yield _HISTORY
    if change.ignores:
        yield _IGNORES


class Traced:
    """A `world.World` that notes what is asked of today. `take` gives what one citation asked, and starts anew."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._asked: set[str] = set()
        self._globs: set[re.Pattern[str]] = set()

    def take(self) -> tuple[set[str], set[re.Pattern[str]]]:
        taken = self._asked, self._globs
        self._asked, self._globs = set(), set()
        return taken

    # today's paths

    @property
    def now(self) -> Tree:
        return self

    def kind(self, path: str) -> str | None:
        self._asked.add(_NAMED + norm(base_name(path)))
        return self._live.now.kind(path)

    def named(self, base: str) -> Sequence[str]:
        self._asked.add(_NAMED + norm(base))
        return self._live.now.named(base)

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        self._globs.add(pattern)
        return self._live.now.matching(pattern)

    def similar_path(self, path: str) -> Sequence[str]:
        self._asked.add(_NAMED + norm(base_name(path)))
        return self._live.similar_path(path)

    def excuse(self, path: str) -> tuple[Reason, str] | None:
        self._asked |= {_LISTING, _IGNORES}
        return self._live.excuse(path)

    def text_now(self, path: str) -> Sequence[str] | None:
        self._asked |= {_TEXT + base_name(name) for name in (path, self._live.real_now(path)) if name}
        return self._live.text_now(path)

    # today's names

    def defined_now(self, name: str) -> Sequence[Definition]:
        self._asked.add(_WORD + norm(name))
        return self._live.defined_now(name)

    def still_defined(self, then: Definition) -> bool:
        self._asked.add(_WORD + norm(then.symbol.name))
        return self._live.still_defined(then)

    def use_now(self, name: str) -> Use:
        self._asked.add(_WORD + norm(name))
        return self._live.use_now(name)

    def in_config(self, name: str) -> bool:
        self._asked |= {_WORD + norm(name), _MANIFESTS}
        return self._live.in_config(name)

    def imported_now(self, name: str) -> bool:
        self._asked.add(_WORD + norm(name))
        return self._live.imported_now(name)

    def similar_symbol(self, name: str) -> Sequence[str]:
        self._asked.add(_WORD + norm(name))
        return self._live.similar_symbol(name)

    def named_now(self, word: str) -> bool:
        self._asked |= {_WORD + norm(part) for part in name_parts(word)}
        return self._live.named_now(word)

    def targets_now(self, runner: str, name: str) -> bool:
        self._ask_targets(runner)
        return self._live.targets_now(runner, name)

    def similar_target(self, runner: str, name: str) -> Sequence[str]:
        self._ask_targets(runner)
        return self._live.similar_target(runner, name)

    def _ask_targets(self, runner: str) -> None:
        for base in files_of(runner):
            self._asked |= {_NAMED + norm(base), _TEXT + base}

    # what became of things

    def fate(self, path: str, moment: Moment) -> Fate:
        self._ask_fate(path, moment)
        return self._live.fate(path, moment)

    def _ask_fate(self, path: str, moment: Moment) -> None:
        """Where a path went is told by the listing, by equal content, and by a likeness to namesakes and neighbours."""
        self._asked |= {_LISTING, _TEXT + base_name(path), _FOLDER + folder(path)}
        if moment.tree.kind(path) == "dir":
            self._asked |= {_CODE, _UNTRACKED}  # where its files went
        else:
            content = self._live.last_content(path)
            self._asked.add(_CONTENT + content if content else _UNTRACKED)

    def symbol_fate(self, definition: Definition, moment: Moment) -> Fate:
        found = self._live.symbol_fate(definition, moment)
        self._ask_fate(definition.path, moment)
        if found.commit is None:
            self._asked.add(_CODE)  # compared with every file that is not committed
        if found.target:
            path, _, name = found.target.partition(":")
            self._asked |= {_TEXT + base_name(path), _WORD + norm(name.rpartition(".")[2])}
        return found

    # history

    @property
    def repository(self) -> str:
        return self._live.repository

    @property
    def gap(self) -> Reason | None:
        return self._live.gap

    @property
    def blind(self) -> Reason | None:
        return self._live.blind

    def moments(self, note: str, citation: Citation) -> Sequence[Moment]:
        self._asked.add(_HISTORY)
        return self._live.moments(note, citation)

    def vouched(self, note: str, citation: Citation) -> bool:
        return self._live.vouched(note, citation)

    def removed_before(self, path: str, moments: Sequence[Moment]) -> Fate | None:
        self._asked.add(_HISTORY)
        return self._live.removed_before(path, moments)

    def branch_with(self, path: str, name: str = "") -> str | None:
        self._asked.add(_HISTORY)
        return self._live.branch_with(path, name)

    def defined_then(self, name: str, moment: Moment) -> Sequence[Definition]:
        return self._live.defined_then(name, moment)

    def key_then(self, name: str, moment: Moment) -> str | None:
        return self._live.key_then(name, moment)

    def text_then(self, path: str, moment: Moment) -> Sequence[str] | None:
        return self._live.text_then(path, moment)

    def named_then(self, word: str, moment: Moment) -> str | None:
        return self._live.named_then(word, moment)

    def targets_then(self, runner: str, name: str, moment: Moment) -> str | None:
        return self._live.targets_then(runner, name, moment)

    def knows_commit(self, oid: str) -> bool:
        self._asked.add(_HISTORY)
        return self._live.knows_commit(oid)
