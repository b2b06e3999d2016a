"""Builds the world of one tree at one tip, keeps it while files change, and asks its expensive questions in bulk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from mementod.judging.cited_words import CitedWords, asserted, words
from mementod.judging.contents import Contents
from mementod.judging.fates import Fates
from mementod.judging.live import Live
from mementod.judging.note_set import Lines
from mementod.judging.past import Past
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot
from mementod.judging.stamps import Stamps
from mementod.judging.symbol_fates import SymbolFates
from mementod.judging.tip_code import TipCode
from mementod.judging.word_fates import WordFates
from mementod.parsing.table import Table
from mementod.stores.ledger_rows import Vouched
from mementod.vcs.branches import Branches
from mementod.vcs.git import Git, GitError
from mementod.vcs.history import History
from mementod.vcs.ignores import Ignores
from mementod_parsers.judging.judge_symbols import as_symbol, asks_past
from mementod_parsers.judging.qualified import leaf_of
from mementod_parsers.model import Citation, Kind, Note, Reason


class WorldParts:
    """`prepare` before notes are judged with `live`. Another tip, configuration or ledger needs another world."""

    def __init__(
        self, resources: Resources, now: Snapshot, tip: str | None, lines: Mapping[str, Lines], on_disk: bool
    ) -> None:
        """`lines`: the text of each note that will be judged."""
        repository, cache = resources.repository, resources.cache
        resources.tell("reading history")
        self._resources, self._now, self._lines = resources, now, lines
        self.contents = Contents(now, resources.root if on_disk else None, cache, repository.algorithm)
        self.table = Table(now, self.contents, cache, resources.facts)
        self._tip = TipCode(resources.objects, self.contents)
        self.ignores = Ignores(repository.git, repository.tracked)
        self.words = CitedWords()
        self.reach(tip)

    def reach(self, tip: str | None) -> None:
        """Judge as of another tip, other branches, or another ledger. `settle` next, for notes that were judged."""
        resources, repository = self._resources, self._resources.repository
        self._gap = repository.gap
        self._trouble: list[str] = []
        self._history = self._read_history(tip)
        vouched = resources.ledger.vouched(repository.key)
        self._written = _written(resources.root, self._lines)
        git, objects, cache = repository.git, resources.objects, resources.cache
        self.observed = resources.observed()
        self.stamps = Stamps(objects, self._history, cache, self._lines, self._written, vouched, self.observed)
        self._branches = Branches(git, objects, self._history)
        self._vouched = vouched
        self.relook()

    def others(self) -> str:
        """What verdicts rest on beside files and the tip, as text: the branches, and what the ledger holds."""
        git = self._resources.repository.git
        return f"{_other_inputs(git, self._vouched)}\n{sorted(self.observed.items())!r}"

    def relook(self) -> None:
        """What is remembered of one look at the tree; made anew for each."""
        resources, git = self._resources, self._resources.repository.git
        objects, cache, facts = resources.objects, resources.cache, resources.facts
        self._past = Past(objects, self._history, cache, facts, self.contents, self.table, self._tip)
        fates = Fates(git, objects, self._history, cache, self._now, self.contents)
        symbols = SymbolFates(git, objects, self._history, cache, facts, self._now, self.contents, fates)
        said = WordFates(objects, self._history, cache, fates)
        self.live = Live(
            resources.root.name, self._now, self._gap, self.stamps, fates, symbols, said, self.table, self._past,
            self._branches, self.ignores, objects, self.contents, cache,
        )  # fmt: skip
        self._see_blindness()

    def prepare(self, notes: Sequence[Note]) -> None:
        """Make known what the judge will ask about all of these."""
        self._resources.tell("reading names")
        for note in notes:
            self.words.put(note)
        fresh = {w for note in notes for w in self.words.of(note.path)}
        self.table.prepare(fresh, self.words.near, self.words.enough)
        self._see_blindness()
        self._resources.tell("asking history")
        self.ask_history([(note, citation) for note in notes for citation in asserted(note)])

    def edit(self, notes: Sequence[Note], all_notes: Iterable[str]) -> None:
        """Take in the new text of notes, and forget those that are no more among all."""
        gone = set(self.words.notes()) - set(all_notes)
        for path in gone:
            self.words.drop(path)
        for note in notes:
            self.words.put(note)
            self.stamps.forget(note.path)
            self._written |= _written(self._resources.root, [note.path])
        if notes or gone:
            self.table.keep(self.words.all())
        cited = {w for note in notes for w in self.words.of(note.path)}
        self.table.prepare(cited, self.words.near, self.words.enough)
        self.table.settle(cited, self.words.near, self.words.enough)
        self._see_blindness()

    def reread(self, paths: Iterable[str]) -> frozenset[str]:
        """Read files that came, went or changed; the cited names, normalised, that they hold or held. `settle` then."""
        changed = list(paths)
        self.contents.forget(changed)
        self._resources.facts.forget(changed)
        self._tip.renew(changed)
        return self.table.renew(changed)

    def settle(self, names: Iterable[str]) -> None:
        """Know what became of these names, all files being read."""
        self.relook()
        self.table.settle(names, self.words.near, self.words.enough)

    def index(self) -> Iterator[None]:
        """Make what makes the next new name cheap, in short steps."""
        yield from self.table.index()
        if not self._tip.is_known:
            self._tip.places(self._history.tip)
            self._resources.objects.rest()  # it went through all trees

    def ask_history(self, cited: Iterable[tuple[Note, Citation]]) -> None:
        """Make known what the names that are open meant at the moments of their citations."""
        questions: dict[str, set[str]] = {}
        for note, citation in cited:
            open_ = self._open_words(note, citation)
            for moment in self.stamps.moments(note.path, citation) if open_ else ():
                questions.setdefault(moment.commit, set()).update(open_)
        self._past.prepare(questions)

    def close(self) -> None:
        self.ignores.close()

    def flush(self) -> None:
        """Keep what was learnt for the next run."""
        self._resources.cache.flush()

    def rest(self) -> None:
        """Between two looks: hold what makes the next one cheap, and little that can be read again."""
        truncated = self._past.truncated
        self.relook()
        self._past.truncated = truncated
        self.stamps.rest()
        self._history.rest()
        self._resources.rest()

    def problems(self) -> Iterable[str]:
        yield from self._trouble
        yield from (f"not parsed, {q}; its names count as used" for q in self._resources.facts.quarantined)
        if self.table.unread:
            first, number = min(self.table.unread), len(self.table.unread)
            yield f"{number} code files cannot be read ({first}, ...): no symbol is called gone"
        if self._past.truncated:
            yield "history is larger than one run reads: some names stay unverified"

    def _see_blindness(self) -> None:
        self.live.blind = Reason.MISSING_BLOB if self.table.unread and self.live.gap is None else None

    def _read_history(self, tip: str | None) -> History:
        cache, git = self._resources.cache, self._resources.repository.git
        try:
            return History(cache, git, tip)
        except GitError as error:
            self._gap = Reason.MISSING_BLOB
            self._trouble.append(f"history cannot be read ({error}): nothing is called deleted or moved")
            return History(cache, git, None)

    def _open_words(self, note: Note, citation: Citation) -> list[str]:
        """The words whose past matters: those that today's code does not answer for."""
        match citation.kind:
            case Kind.CONFIG | Kind.ENV:
                return [] if self.live.named_now(citation.name) else words(citation)
            case Kind.SYMBOL if asks_past(note, citation, self.live):
                return [leaf_of(citation.name)]
            case Kind.LINE_REF:
                return words(citation)
            case Kind.PATH | Kind.DIR if (node := as_symbol(citation)) and asks_past(note, node, self.live):
                return [node.name]
            case _:
                return []


def _other_inputs(git: Git, vouched: Mapping[tuple[str, str], Vouched]) -> str:
    """The branches and what was vouched for, as text."""
    return f"{git.one('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads')}\n{sorted(vouched.items())!r}"


def _written(root: Path, notes: Iterable[str]) -> dict[str, float]:
    """When each note file was last written, for those that git cannot date."""
    times: dict[str, float] = {}
    for path in notes:
        try:
            times[path] = (root / path).lstat().st_mtime
        except OSError:
            continue
    return times
