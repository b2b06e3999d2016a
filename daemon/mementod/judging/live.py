"""The judge's world, answered from one repository: a thin front over the parts that know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

from mementod.judging import manifests
from mementod.judging.contents import Contents
from mementod.judging.disk import follow
from mementod.judging.fates import Fates
from mementod.judging.past import Past
from mementod.judging.seen import Seen
from mementod.judging.snapshot import Snapshot, link_target
from mementod.judging.stamps import Stamps
from mementod.judging.symbol_fates import SymbolFates
from mementod.judging.word_fates import WordFates
from mementod.parsing.table import Table
from mementod.stores.cache import Cache
from mementod.vcs.branches import Branches
from mementod.vcs.ignores import Ignores
from mementod.vcs.objects import LINK_MODE, Objects
from mementod_parsers.code.keys import holds_flag, holds_key, holds_variable, is_platform, may_hold, name_parts
from mementod_parsers.code.languages import is_code, is_test, is_view
from mementod_parsers.code.targets import build_files, implied, targets
from mementod_parsers.code.tokens import decode, norm
from mementod_parsers.model import Citation, Reason, Symbol, SymbolKind
from mementod_parsers.resolve import base_name
from mementod_parsers.world import Definition, Fate, Moment, Use

TEXTS_HELD = 8
SPELLED_CAP = 200  # files of now that are read for one key or flag


class Live:
    """A `world.World`."""

    def __init__(
        self,
        repository: str,
        now: Snapshot,
        gap: Reason | None,
        stamps: Stamps,
        fates: Fates,
        symbol_fates: SymbolFates,
        word_fates: WordFates,
        table: Table,
        past: Past,
        branches: Branches,
        ignores: Ignores,
        objects: Objects,
        contents: Contents,
        cache: Cache,
    ) -> None:
        self._contents, self._cache = contents, cache
        self.repository, self.now, self.gap = repository, now, gap
        self._snapshot, self._stamps, self._fates, self._symbol_fates = now, stamps, fates, symbol_fates
        self._word_fates = word_fates
        self._table, self._past, self._branches, self._ignores, self._objects = (
            table,
            past,
            branches,
            ignores,
            objects,
        )
        self.blind: Reason | None = None  # why no symbol can be called gone: code that cannot be read
        self._lines: dict[str, Sequence[str] | None] = {}
        self._texts: dict[str, str | None] = {}
        self._targets: dict[tuple[str, str], frozenset[str]] = {}

    def moments(self, note: str, citation: Citation) -> Sequence[Moment]:
        return self._stamps.moments(note, citation)

    def vouched(self, note: str, citation: Citation) -> bool:
        return self._stamps.vouched(note, citation)

    # paths

    def fate(self, path: str, moment: Moment) -> Fate:
        return self._fates.fate(path, moment)

    def last_content(self, path: str) -> str:
        """The id of what a vanished file held last; empty when nobody knows, or it went on under other names."""
        removal = self._fates.removal(path)
        return "" if removal.commit and path in self._fates.renames.of(removal.commit) else removal.blob

    def removed_before(self, path: str, moments: Sequence[Moment]) -> Fate | None:
        return self._fates.removed_before(path, moments)

    def excuse(self, path: str) -> tuple[Reason, str] | None:
        module = next((m for m in self._snapshot.modules if path.startswith(m + "/")), None)
        if module:
            return Reason.SUBMODULE, module
        return (Reason.IGNORED, "") if self._ignores.covers(path) else None

    def branch_with(self, path: str, name: str = "") -> str | None:
        return self._branches.having(path, name)

    def similar_path(self, path: str) -> Sequence[str]:
        wanted = norm(path)
        return [p for p in self._snapshot.alike(base_name(path)) if norm(p) == wanted and p != path]

    # symbols

    def defined_now(self, name: str) -> Sequence[Definition]:
        return self._table.defined(name)

    def still_defined(self, then: Definition) -> bool:
        return self._symbol_fates.still_defined(then)

    def use_now(self, name: str) -> Use:
        return self._table.use(name)

    def in_config(self, name: str) -> bool:
        if self._table.in_config(name) or norm(name) in self._manifests:
            return True
        texts = ("\n".join(self.text_now(path) or ()) for path in self._table.files(name)[:SPELLED_CAP])
        return any(holds_flag(name, text) for text in texts)

    @cached_property
    def _manifests(self) -> str:
        """All that manifests name, normalised: `flow-mvi` is FlowMVI."""
        paths = [p for p in sorted(self._snapshot.files) if manifests.is_manifest(p)]
        texts = (decode(self._contents.read(p) or b"") or "" for p in paths[:SPELLED_CAP])
        return norm("\n".join(texts))

    def imported_now(self, name: str) -> bool:
        return self._table.imported(name)

    def defined_then(self, name: str, moment: Moment) -> Sequence[Definition]:
        found = self._past.defined(moment.commit, name)
        tree = moment.tree
        if not isinstance(tree, Seen) or tree.symbol is None or tree.symbol.rpartition(".")[2] != name:
            return found
        if any((d.path, d.symbol.qual) == (tree.path, tree.symbol) for d in found):
            return found
        return [Definition(tree.path, Symbol(name, tree.symbol, SymbolKind.FUNCTION, 0, 0, 0)), *found]

    def key_then(self, name: str, moment: Moment) -> str | None:
        places = sorted(self._past.mentions(moment.commit, name))
        own = ((p, blob) for p, blob in places if base_name(p) not in manifests.NAMES and not is_test(p))
        return next((path for path, blob in own if holds_key(name, self._past.text(blob))), None)

    def symbol_fate(self, definition: Definition, moment: Moment) -> Fate:
        return self._symbol_fates.fate(definition, moment)

    def similar_symbol(self, name: str) -> Sequence[str]:
        return self._table.alike(name)

    # text

    def text_now(self, path: str) -> Sequence[str] | None:
        if path not in self._lines:
            real = self.real_now(path)
            self._lines[path] = _as_lines(None if real is None else self._snapshot.read(real))
        return self._lines[path]

    def real_now(self, path: str) -> str | None:
        """Where a path leads today; None out of the tree. Who reads a link reads what it leads to."""
        return self._snapshot.real(path)

    def text_then(self, path: str, moment: Moment) -> Sequence[str] | None:
        real = follow(path, partial(self._link_then, moment.commit), set())
        return _as_lines(None if real is None else self._objects.file(moment.commit, real))

    def _link_then(self, commit: str, path: str) -> str | None:
        """What a path of a commit says, if it is a link."""
        entry = self._objects.lookup(commit, path)
        return link_target(self._objects.blob(entry.oid)) if entry and entry.mode == LINK_MODE else None

    # words

    def named_now(self, word: str) -> bool:
        parts = name_parts(word)
        if not parts:
            return True
        held = set(self._table.files(parts[0])).intersection(*(self._table.files(p) for p in parts[1:]))
        if len(parts) == 1:
            return bool(held)
        return any(self._spelled_in(word, path) for path in sorted(held)[:SPELLED_CAP])

    def _spelled_in(self, word: str, path: str) -> bool:
        """Whether one file of now holds a key or flag; by content, so that the next run need not read it."""
        question = f"{self._contents.oid(path)}\0{word}"
        known = self._cache.recall("spelled", question)
        if known is None:
            text = self._text(path)
            known = text is None or may_hold(word, text)
            self._cache.remember("spelled", question, known)
        return bool(known)

    def _text(self, path: str) -> str | None:
        """The text of a file as its content id names it; the last few are held, for many words are asked of one."""
        if path not in self._texts:
            data = self._contents.read(path)
            self._texts[path] = None if data is None else decode(data) or ""
            if len(self._texts) > TEXTS_HELD:
                del self._texts[next(iter(self._texts))]
        return self._texts[path]

    def named_then(self, word: str, moment: Moment) -> str | None:
        parts = name_parts(word)
        held = set(self._past.mentions(moment.commit, parts[0])) if parts else set()
        for part in parts[1:]:
            held &= set(self._past.mentions(moment.commit, part))
        return next((path for path, blob in sorted(held) if self._named(word, path, blob)), None)

    def _named(self, word: str, path: str, blob: str) -> bool:
        """Whether a file of then surely named the variable, flag or key."""
        text = self._past.text(blob)
        if word.startswith("-"):  # defined here, not handed to another program by a script or a manifest
            return is_code(path) and holds_flag(word, text)
        if "/.claude/" in f"/{path}" or (is_test(path) and "TEST" not in word) or ("-" in word and is_view(path)):
            return False  # what an agent may run, a test stands for, or a style holds is named there and not defined
        if word.isupper():
            return not is_platform(word) and holds_variable(word, text)
        return word in text if len(name_parts(word)) > 1 else holds_key(word, text)

    def word_fate(self, word: str, path: str, moment: Moment) -> Fate:
        return self._word_fates.fate(word, path, moment)

    def targets_now(self, runner: str, name: str) -> bool:
        files = build_files(runner, self.now)
        if files is None:
            return True  # nothing to say
        return any(name in self._defined(path, "") for path in files) or implied(runner, name, self.now) is not None

    def targets_then(self, runner: str, name: str, moment: Moment) -> str | None:
        files = build_files(runner, moment.tree) or ()
        found = (path for path in files if name in self._defined(path, moment.commit))
        return next(found, None) or implied(runner, name, moment.tree)

    def similar_target(self, runner: str, name: str) -> Sequence[str]:
        names = {n for p in build_files(runner, self.now) or () for n in self._defined(p, "")}
        return sorted(n for n in names if norm(n) == norm(name) and n != name)

    def _defined(self, path: str, commit: str) -> frozenset[str]:
        key = (path, commit)
        if key not in self._targets:
            data = self._objects.file(commit, path) if commit else self._snapshot.read(path)
            self._targets[key] = targets(path, (decode(data) or "") if data else "")
        return self._targets[key]

    def knows_commit(self, oid: str) -> bool:
        return self._objects.exists(oid)


def _as_lines(data: bytes | None) -> Sequence[str] | None:
    text = decode(data) if data is not None else None
    return text.splitlines() if text is not None else None
