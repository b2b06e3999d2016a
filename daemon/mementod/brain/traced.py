"""The judge's world, with a note of what each judgement asked of today's tree."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod.brain.question import (
    CODE,
    CONTENT,
    FOLDER,
    HISTORY,
    IGNORES,
    LISTING,
    MANIFESTS,
    NAMED,
    TEXT,
    UNTRACKED,
    WORD,
)
from mementod.judging.live import Live
from mementod_parsers.code.keys import name_parts
from mementod_parsers.code.targets import build_files, implied
from mementod_parsers.code.tokens import norm
from mementod_parsers.model import Citation, Reason
from mementod_parsers.resolve import Tree, base_name, folder
from mementod_parsers.world import Definition, Fate, Moment, Use


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
        self._asked.add(NAMED + norm(base_name(path)))
        return self._live.now.kind(path)

    def named(self, base: str) -> Sequence[str]:
        self._asked.add(NAMED + norm(base))
        return self._live.now.named(base)

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        self._globs.add(pattern)
        return self._live.now.matching(pattern)

    def similar_path(self, path: str) -> Sequence[str]:
        self._asked.add(NAMED + norm(base_name(path)))
        return self._live.similar_path(path)

    def excuse(self, path: str) -> tuple[Reason, str] | None:
        self._asked |= {LISTING, IGNORES}
        return self._live.excuse(path)

    def text_now(self, path: str) -> Sequence[str] | None:
        self._asked |= {TEXT + base_name(name) for name in (path, self._live.real_now(path)) if name}
        return self._live.text_now(path)

    # today's names

    def defined_now(self, name: str) -> Sequence[Definition]:
        self._asked.add(WORD + norm(name))
        return self._live.defined_now(name)

    def still_defined(self, then: Definition) -> bool:
        self._asked.add(WORD + norm(then.symbol.name))
        return self._live.still_defined(then)

    def use_now(self, name: str) -> Use:
        self._asked.add(WORD + norm(name))
        return self._live.use_now(name)

    def in_config(self, name: str) -> bool:
        self._asked |= {WORD + norm(name), MANIFESTS}
        return self._live.in_config(name)

    def imported_now(self, name: str) -> bool:
        self._asked.add(WORD + norm(name))
        return self._live.imported_now(name)

    def similar_symbol(self, name: str) -> Sequence[str]:
        self._asked.add(WORD + norm(name))
        return self._live.similar_symbol(name)

    def named_now(self, word: str) -> bool:
        self._asked |= {WORD + norm(part) for part in name_parts(word)}
        return self._live.named_now(word)

    def targets_now(self, runner: str, name: str) -> bool:
        self._ask_targets(runner)
        implied(runner, name, self)
        return self._live.targets_now(runner, name)

    def similar_target(self, runner: str, name: str) -> Sequence[str]:
        self._ask_targets(runner)
        return self._live.similar_target(runner, name)

    def _ask_targets(self, runner: str) -> None:
        self._asked |= {TEXT + base_name(path) for path in build_files(runner, self) or ()}

    # what became of things

    def fate(self, path: str, moment: Moment) -> Fate:
        self._ask_fate(path, moment)
        found = self._live.fate(path, moment)
        if found.last:
            self._ask_fate(found.last, moment)
        return found

    def _ask_fate(self, path: str, moment: Moment) -> None:
        """Where a path went is told by the listing, by equal content, and by a likeness to namesakes and neighbours."""
        self._asked |= {LISTING, TEXT + base_name(path), FOLDER + folder(path)}
        if moment.tree.kind(path) == "dir":
            self._asked |= {CODE, UNTRACKED}  # where its files went
        else:
            content = self._live.last_content(path)
            self._asked.add(CONTENT + content if content else UNTRACKED)

    def symbol_fate(self, definition: Definition, moment: Moment) -> Fate:
        found = self._live.symbol_fate(definition, moment)
        self._ask_fate(definition.path, moment)
        if found.commit is None:
            self._asked.add(CODE)  # compared with every file that is not committed
        if found.target:
            path, _, name = found.target.partition(":")
            self._asked |= {TEXT + base_name(path), WORD + norm(name.rpartition(".")[2])}
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
        self._asked.add(HISTORY)
        return self._live.moments(note, citation)

    def vouched(self, note: str, citation: Citation) -> bool:
        return self._live.vouched(note, citation)

    def removed_before(self, path: str, moments: Sequence[Moment]) -> Fate | None:
        self._asked.add(HISTORY)
        return self._live.removed_before(path, moments)

    def branch_with(self, path: str, name: str = "") -> str | None:
        self._asked.add(HISTORY)
        return self._live.branch_with(path, name)

    def defined_then(self, name: str, moment: Moment) -> Sequence[Definition]:
        return self._live.defined_then(name, moment)

    def key_then(self, name: str, moment: Moment) -> str | None:
        return self._live.key_then(name, moment)

    def text_then(self, path: str, moment: Moment) -> Sequence[str] | None:
        return self._live.text_then(path, moment)

    def named_then(self, word: str, moment: Moment) -> str | None:
        return self._live.named_then(word, moment)

    def word_fate(self, word: str, path: str, moment: Moment) -> Fate:
        self._asked |= {HISTORY, TEXT + base_name(path)}
        return self._live.word_fate(word, path, moment)

    def targets_then(self, runner: str, name: str, moment: Moment) -> str | None:
        return self._live.targets_then(runner, name, moment)

    def knows_commit(self, oid: str) -> bool:
        self._asked.add(HISTORY)
        return self._live.knows_commit(oid)
