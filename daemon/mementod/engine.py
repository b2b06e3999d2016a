"""One judgement from end to end: find the notes, make the world, ask the judge.

Owns nothing that lasts. The command line, hooks and the daemon call this and get the same answer, given the same
repository and the same ledger.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType

from mementod.answers import Answers, signature
from mementod.branches import Branches
from mementod.cache import Cache
from mementod.config import Config, load_config
from mementod.errors import UserError
from mementod.facts import Facts
from mementod.fates import Fates
from mementod.git import Git, GitError
from mementod.history import History
from mementod.ignores import Ignores
from mementod.ledger import Ledger
from mementod.live import Live
from mementod.note_store import parsed
from mementod.objects import LINK_MODE, Objects
from mementod.past import Past
from mementod.paths import Paths
from mementod.repository import Repository, commit_id, find
from mementod.snapshot import Contents, Snapshot, of_commit, of_index, of_work_tree, read_regular
from mementod.sources import (
    FoundNote,
    auto_memory_notes,
    find_notes,
    notes_on_disk,
    source_of,
    wants_auto_memory,
)
from mementod.stamps import Stamps, Vouched
from mementod.symbol_fates import SymbolFates
from mementod.table import Table
from mementod.workers import Workers
from mementod_parsers.judge import judge
from mementod_parsers.judge_lines import is_of_symbol, of_owner
from mementod_parsers.judge_symbols import as_symbol, asks_past, is_settled, leaf_of, matching, owner_of
from mementod_parsers.keys import name_parts
from mementod_parsers.model import (
    Citation,
    Finding,
    Force,
    Kind,
    Note,
    NoteReport,
    Reason,
    Report,
    Source,
    Verdict,
)
from mementod_parsers.resolve import base_name
from mementod_parsers.tokens import decode
from mementod_parsers.world import Definition

Progress = Callable[[str, int, int], None]
_JUDGED = frozenset({Force.ASSERTS, Force.EXAMPLE})
_HOLDS = frozenset({Verdict.OK, Verdict.CHANGED})
STORE_TRIES = 2  # with a store that turns out to be damaged


@dataclass(frozen=True, slots=True)
class Request:
    """What to judge. `notes` empty means all; paths relative to the root, absolute outside it."""

    root_hint: Path
    notes: tuple[str, ...] = ()
    rev: str | None = None
    staged: bool = False
    range: str | None = None


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """One definition of now."""

    path: str
    qual: str
    kind: str
    line: int


class Engine:
    """Everything one run holds open. Use as a context manager."""

    def __init__(
        self, start: Path, paths: Paths, progress: Progress | None = None, index_file: Path | None = None
    ) -> None:
        self._paths, self._progress = paths, progress or (lambda what, done, total: None)
        self.repository: Repository = find(start, index_file)
        self.root: Path = self.repository.root
        self.config: Config = load_config(self.root, paths)
        self._stack = ExitStack()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    # questions

    def check(self, request: Request) -> Report:
        """Judge the notes of one tree, or what a range of commits made worse."""
        if request.range is not None:
            return self._range(request)
        for _ in range(STORE_TRIES):
            try:
                return Judgement(self, request).report()
            except (sqlite3.DatabaseError, zlib.error) as error:  # damage that only use shows
                self.cache.leave(error if isinstance(error, sqlite3.Error) else sqlite3.DatabaseError(str(error)))
                self.__dict__.pop("facts", None)
        return Judgement(self, request).report()

    def explain(self, note: str, line: int, text: str | None = None) -> tuple[Finding, ...]:
        """Everything known about the citations of one line."""
        report = self.check(Request(self.root, (note,)))
        found = (f for n in report.notes for f in n.findings if f.citation.line == line)
        return tuple(f for f in found if text is None or text in f.citation.text)

    def verify(self, notes: Sequence[str]) -> int:
        """Stamp every citation that holds with the commit of now, the number of stamps; what does not hold stays."""
        head = self.repository.head
        if head is None:
            raise UserError(f"{self.root} has no commit yet: there is nothing to verify against")
        report = self.check(Request(self.root, tuple(notes)))
        rows = [(n.note.path, f.citation.text, head) for n in report.notes for f in n.findings if f.verdict in _HOLDS]
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return self.ledger.vouch(self.repository.key, dict.fromkeys(rows), now)

    def symbols(self, name: str) -> list[SymbolRow]:
        """Where a name, qualified or not, is defined now."""
        world = Judgement(self, Request(self.root, ())).world_for([])
        name = re.sub(r"::|#|->", ".", name)
        world.table.prepare([leaf_of(name)], {}, lambda name, found: False)
        found = matching(world.table.defined(leaf_of(name)), owner_of(name))
        return [SymbolRow(d.path, d.symbol.qual, d.symbol.kind.value, d.symbol.line) for d in found]

    def refs(self, name: str) -> list[tuple[str, Citation]]:
        """Which notes cite a path or a name."""
        wanted = name.strip("/")
        report = self.check(Request(self.root, ()))
        return [(n.note.path, f.citation) for n in report.notes for f in n.findings if _cites(f, wanted)]

    # what one run shares

    @cached_property
    def cache(self) -> Cache:
        return self._stack.enter_context(
            Cache(self._paths.state_dir() / "repositories" / self.repository.key / "cache.db")
        )

    @cached_property
    def ledger(self) -> Ledger:
        return self._stack.enter_context(Ledger(self._paths.state_dir() / "ledger.db"))

    @cached_property
    def objects(self) -> Objects:
        return self._stack.enter_context(
            Objects(self.repository.git, 32 if self.repository.algorithm == "sha256" else 20)
        )

    @cached_property
    def workers(self) -> Workers:
        return self._stack.enter_context(Workers())

    @cached_property
    def facts(self) -> Facts:
        return Facts(self.cache, self.workers)

    def close_later(self, call: Callable[[], None]) -> None:
        self._stack.callback(call)

    @property
    def claude(self) -> Path | None:
        return self._paths.claude

    def tell(self, what: str, done: int = 0, total: int = 0) -> None:
        self._progress(what, done, total)

    def _range(self, request: Request) -> Report:
        old, dots, new = (request.range or "").partition("..")
        if not dots or not old:
            raise UserError(f"--range {request.range}: write it as A..B")
        before = Judgement(self, replace(request, range=None, rev=old)).report()
        after = Judgement(self, replace(request, range=None, rev=new.lstrip(".") or "HEAD")).report()
        known = {_identity(n, f) for n in before.notes for f in n.findings if f.verdict not in _HOLDS}
        return replace(after, notes=tuple(_without(n, known) for n in after.notes))


class Judgement:
    """One tree's notes and the world they are judged in."""

    def __init__(self, engine: Engine, request: Request) -> None:
        self._engine, self._request, self._repository = engine, request, engine.repository
        self._problems: list[str] = [*self._repository.problems, *engine.config.problems]
        self.tip = self._tip()
        self.now = self._snapshot()

    def report(self) -> Report:
        notes = self._notes()
        world = self.world_for(notes)
        parsed_notes = [note for note, _ in notes]
        answers = Answers(self._engine.cache, self._selection(), self._signature(parsed_notes, world))
        kept = answers.recall(parsed_notes, self.now.kind, world.ignores.covers)
        if kept is None:
            reports, problems = self._judged(parsed_notes, world), tuple(world.problems())
            answers.remember(reports, problems, self.now.probed, world.ignores.asked)
            world.flush()
        else:
            reports, problems = kept
        said = dict.fromkeys((*self._problems, *problems, *self._store_problems()))
        return Report(str(self._engine.root), self._tree_name(), reports, tuple(said))

    def _judged(self, notes: Sequence[Note], world: WorldParts) -> tuple[NoteReport, ...]:
        world.prepare(notes, self._engine.tell)
        reports = []
        for number, note in enumerate(notes):
            self._engine.tell("judging", number, len(notes))
            reports.append(judge(note, world.live))
        return tuple(reports)

    def _selection(self) -> str:
        return "\n".join((self._tree_name(), *sorted(self._request.notes)))

    def _signature(self, notes: Sequence[Note], world: WorldParts) -> str | None:
        """What this answer rests on; the index alone is judged anew each time."""
        if self._request.staged:
            return None
        on_disk = (
            (*self.now.files, *(n.path for n in notes if n.path not in self.now.files)) if self._in_work_tree else ()
        )
        listed = repr(sorted(self.now.files.items())) if self._in_work_tree else ""
        parts = (self.tip or "", listed, world.others, repr(self._engine.config), *(n.path for n in notes))
        return signature(self._engine.root, on_disk, parts)

    def world_for(self, notes: Sequence[tuple[Note, Sequence[str]]]) -> WorldParts:
        return WorldParts(self._engine, self.now, self.tip, notes, self._in_work_tree)

    # the tree

    @property
    def _in_work_tree(self) -> bool:
        return not (self._request.rev or self._request.staged)

    def _tip(self) -> str | None:
        return commit_id(self._repository, self._request.rev) if self._request.rev else self._repository.head

    def _snapshot(self) -> Snapshot:
        git, objects = self._repository.git, self._engine.objects
        self._engine.tell("listing files")
        if not self._in_work_tree and not self._repository.tracked:
            raise UserError(f"{self._engine.root} is no git repository: --rev, --staged and --range need one")
        try:
            if self._request.rev:
                return of_commit(git, objects, self.tip or "")
            return (
                of_index(git, objects) if self._request.staged else of_work_tree(git, self._repository.tracked, objects)
            )
        except GitError as error:
            raise UserError(f"git cannot read {self._engine.root}: {error}") from error

    def _tree_name(self) -> str:
        return self.tip or "" if self._request.rev else "index" if self._request.staged else "worktree"

    # the notes

    def _notes(self) -> list[tuple[Note, Sequence[str]]]:
        found: list[tuple[Note, Sequence[str]]] = []
        chosen = self._chosen()
        for number, note in enumerate(chosen):
            self._engine.tell("reading notes", number, len(chosen))
            data = self._bytes(note.path)
            if data is None:
                self._problems.append(f"{note.path}: not judged: it cannot be read, or is larger than 8 MB")
                continue
            if not note.path.startswith("/") and self.now.hidden(note.path):
                self._problems.append(f"{note.path}: cannot be read: judged as git last knew it")
            parsed_note = parsed(self._engine.cache, note.path, note.source, data)
            self._problems += [f"{note.path}: {p}" for p in parsed_note.problems]
            found.append((parsed_note, (decode(data) or "").split("\n")))
        return found

    def _chosen(self) -> list[FoundNote]:
        config, root = self._engine.config, self._engine.root
        listing = dict.fromkeys(p for p, f in self.now.files.items() if not self._is_twin(p, f.mode))
        if self._in_work_tree:
            listing |= dict.fromkeys(p for p in notes_on_disk(root) if p not in self.now.files)
        notes = list(find_notes(listing, config))
        if self._in_work_tree and wants_auto_memory(config):
            notes += auto_memory_notes(dict.fromkeys((root, self._repository.main_root)), self._engine.claude)
        return self._asked(notes) if self._request.notes else notes

    def _asked(self, notes: Sequence[FoundNote]) -> list[FoundNote]:
        """The notes that were named; any text file may be named, whatever its convention."""
        known = {n.path: n for n in notes}
        found: dict[str, FoundNote] = {}
        for name in self._request.notes:
            below = [
                n for n in notes if name in (".", "") or n.path == name or n.path.startswith(name.rstrip("/") + "/")
            ]
            if not below and (self.now.kind(name) == "file" or name.startswith("/")):
                below = [known.get(name) or FoundNote(name, source_of(name) or Source.INSTRUCTIONS)]
            found |= {n.path: n for n in below}
        return list(found.values())

    def _is_twin(self, path: str, mode: int) -> bool:
        """A link to another file of the repository says nothing of its own."""
        if mode == LINK_MODE or not self._in_work_tree or mode == 0:
            return mode == LINK_MODE
        try:
            return (self._engine.root / path).is_symlink()
        except OSError:  # what may not be looked at is taken as git has it
            return False

    def _bytes(self, path: str) -> bytes | None:
        if path.startswith("/"):
            return read_regular(Path(path).parent, Path(path).name)
        return self.now.read(path)

    def _store_problems(self) -> Iterable[str]:
        return (store.problem for store in (self._engine.cache, self._engine.ledger) if store.problem)


class WorldParts:
    """Builds the world of one judgement and asks its expensive questions in bulk."""

    def __init__(
        self,
        engine: Engine,
        now: Snapshot,
        tip: str | None,
        notes: Sequence[tuple[Note, Sequence[str]]],
        on_disk: bool,
    ) -> None:
        repository, git, objects, cache = (
            engine.repository,
            engine.repository.git,
            engine.objects,
            engine.cache,
        )
        engine.tell("reading history")
        self._gap = repository.gap
        self._trouble: list[str] = []
        history = self._history(cache, engine, tip)
        contents = Contents(now, engine.root if on_disk else None, cache, repository.algorithm)
        lines = {note.path: text for note, text in notes}
        vouched = engine.ledger.vouched(repository.key)
        self.stamps = Stamps(
            git,
            objects,
            history,
            cache,
            lines,
            _written(engine.root, lines),
            vouched,
        )
        self._facts, self._cache = engine.facts, cache
        self.table = Table(now, contents, cache, engine.facts)
        self.past = Past(objects, history, cache, engine.facts, contents, self.table)
        fates = Fates(git, objects, history, cache, now, contents)
        symbol_fates = SymbolFates(git, objects, history, cache, engine.facts, now, contents, fates)
        self.ignores = ignores = Ignores(git, repository.tracked)
        engine.close_later(ignores.close)
        self.others = _other_inputs(git, vouched)
        self.live = Live(
            engine.root.name, now, self._gap, self.stamps, fates, symbol_fates, self.table, self.past,
            Branches(git, objects, history), ignores, objects, contents, cache,
        )  # fmt: skip

    def prepare(self, notes: Sequence[Note], tell: Progress) -> None:
        tell("reading names", 0, 0)
        asserted = [(n, c) for n in notes for c in n.citations if c.force in _JUDGED and c.reason is None]
        self._read_names(asserted)
        if self.table.unread and self.live.gap is None:
            self.live.blind = Reason.MISSING_BLOB
        tell("asking history", 0, 0)
        questions: dict[str, set[str]] = {}
        for note, citation in asserted:
            words = self._open_words(note, citation)
            for moment in self.stamps.moments(note.path, citation) if words else ():
                questions.setdefault(moment.commit, set()).update(words)
        self.past.prepare(questions)

    def _read_names(self, asserted: Sequence[tuple[Note, Citation]]) -> None:
        bases: dict[str, set[str]] = {}
        citing: dict[str, list[Citation]] = {}
        cited_in: dict[str, set[str]] = {}
        for note, citation in asserted:
            if citation.kind in (Kind.PATH, Kind.LINE_REF, Kind.LINK):
                cited_in.setdefault(note.path, set()).add(base_name(citation.name))
        for note, citation in asserted:
            for word in _words(citation):
                bases.setdefault(word, set()).update(cited_in.get(note.path, ()))
                if citation.kind is Kind.SYMBOL and word == leaf_of(citation.name):
                    citing.setdefault(word, []).append(citation)

        def enough(name: str, found: Sequence[Definition]) -> bool:
            return bool(found) and all(is_settled(c, found) for c in citing.get(name, ()))

        self.table.prepare(bases, {w: frozenset(b) for w, b in bases.items()}, enough)

    def flush(self) -> None:
        self._cache.flush()

    def problems(self) -> Iterable[str]:
        yield from self._trouble
        yield from (f"not parsed, {q}; its names count as used" for q in self._facts.quarantined)
        if self.table.unread:
            first, number = self.table.unread[0], len(self.table.unread)
            yield f"{number} code files cannot be read ({first}, ...): no symbol is called gone"
        if self.past.truncated:
            yield "history is larger than one run reads: some names stay unverified"

    def _history(self, cache: Cache, engine: Engine, tip: str | None) -> History:
        try:
            return History(cache, engine.repository.git, tip)
        except GitError as error:
            self._gap = Reason.MISSING_BLOB
            self._trouble.append(f"history cannot be read ({error}): nothing is called deleted or moved")
            return History(cache, engine.repository.git, None)

    def _open_words(self, note: Note, citation: Citation) -> list[str]:
        """The words whose past matters: those that today's code does not answer for."""
        match citation.kind:
            case Kind.CONFIG | Kind.ENV:
                return [] if self.live.named_now(citation.name) else _words(citation)
            case Kind.SYMBOL if asks_past(note, citation, self.live):
                return [leaf_of(citation.name)]
            case Kind.LINE_REF:
                return _words(citation)
            case Kind.PATH | Kind.DIR if (node := as_symbol(citation)) and asks_past(note, node, self.live):
                return [node.name]
            case _:
                return []


def _other_inputs(git: Git, vouched: Mapping[tuple[str, str], Vouched]) -> str:
    """The branches and what was vouched for, as text."""
    return f"{git.one('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads')}\n{sorted(vouched.items())!r}"


def _words(citation: Citation) -> list[str]:
    match citation.kind:
        case Kind.PATH | Kind.DIR:
            return [citation.name] if as_symbol(citation) else []
        case Kind.LINE_REF:
            symbol = citation if is_of_symbol(citation) else of_owner(citation)
            return _words(replace(symbol, kind=Kind.SYMBOL)) if symbol else []
        case Kind.SYMBOL:
            return [w for w in (leaf_of(citation.name), leaf_of(owner_of(citation.name))) if len(w) > 1]
        case Kind.CONFIG | Kind.ENV:
            return name_parts(citation.name)
        case _:
            return []


def _written(root: Path, notes: Iterable[str]) -> dict[str, float]:
    """When each note file was last written, for those that git cannot date."""
    times: dict[str, float] = {}
    for path in notes:
        try:
            times[path] = (root / path).lstat().st_mtime
        except OSError:
            continue
    return times


def _identity(note: NoteReport, finding: Finding) -> tuple[str, str, str]:
    return note.note.path, finding.citation.text, finding.citation.name


def _without(note: NoteReport, known: set[tuple[str, str, str]]) -> NoteReport:
    return replace(note, findings=tuple(f for f in note.findings if _identity(note, f) not in known))


def _cites(finding: Finding, wanted: str) -> bool:
    names = (finding.citation.name, finding.resolved or "", finding.target or "")
    return any(
        n == wanted
        or n.startswith(wanted + ":")
        or n.partition(":")[2] == wanted
        or n.endswith(("/" + wanted, "." + wanted))
        for n in names
    )
