"""When a note first held a citation: the moments that its truth is measured against.

What somebody vouched for (the ledger) comes first, then what the daemon saw, then what commits tell (`lineage`), then
when the file was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from mementod.judging.lineage import Lineage
from mementod.judging.seen import Seen
from mementod.judging.then import Then
from mementod.stores.cache import Cache
from mementod.stores.ledger_rows import Observed, Vouched
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from mementod_parsers.model import Citation, How, Kind
from mementod_parsers.resolve import Tree
from mementod_parsers.world import Moment


class Stamps:
    """Answers `moments` for every note of one run."""

    def __init__(
        self,
        objects: Objects,
        history: History,
        cache: Cache,
        notes: Mapping[str, Sequence[str]],
        written: Mapping[str, float],
        vouched: Mapping[tuple[str, str], Vouched],
        observed: Mapping[tuple[str, str], Observed],
    ) -> None:
        """`notes`: the lines of each note; `written`: when notes outside the history were last written.

        `vouched` and `observed` are the ledger's, by note and text.
        """
        self._objects, self._history, self._cache = objects, history, cache
        self._notes, self._written, self._vouched, self._observed = notes, written, vouched, observed
        self._trees: dict[str, Then] = {}
        self._known: dict[tuple[str, str, str], tuple[Moment, ...]] = {}
        self._lineage = Lineage(objects, history, notes)

    def moments(self, note: str, citation: Citation) -> tuple[Moment, ...]:
        """Oldest first; empty without commits."""
        line = self._line(note, citation.line)
        key = (note, citation.text, line)
        if key not in self._known:
            self._known[key] = self._find(note, citation.text, line)
        return self._known[key]

    def forget(self, note: str) -> None:
        """A note was written again: look at its lines, and at when it was written, anew."""
        for key in [key for key in self._known if key[0] == note]:
            del self._known[key]

    def rest(self) -> None:
        """Let go of what can be read again."""
        self._known.clear()
        self._trees.clear()
        self._lineage.rest()

    def vouched(self, note: str, citation: Citation) -> bool:
        return (note, citation.text) in self._vouched

    def then(self, commit: str) -> Then:
        if commit not in self._trees:
            self._trees[commit] = Then(commit, self._objects, self._history)
        return self._trees[commit]

    def _line(self, note: str, number: int) -> str:
        lines = self._notes.get(note, ())
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def _find(self, note: str, cited: str, line: str) -> tuple[Moment, ...]:
        tip = self._history.tip
        if tip is None:
            return ()
        vouched = self._vouched.get((note, cited))
        if vouched and self._objects.root(vouched.commit):
            return (self._moment(vouched.commit, vouched.how),)
        committed = self._committed(note, cited, line, tip)
        seen = self._observed.get((note, cited))
        if seen is None or not self._objects.root(seen.commit):
            return committed
        # A line that no commit holds yet was written when it was seen, not when it is judged.
        return (self._seen(seen), *(m for m in committed if m.how is not How.DATED))

    def _seen(self, seen: Observed) -> Moment:
        """The moment that the daemon saw."""
        tree: Tree = self.then(seen.commit)
        if seen.path:
            tree = Seen(tree, seen.path, "dir" if seen.kind is Kind.DIR else "file", seen.symbol)
        return Moment(seen.commit, tree, How.OBSERVED, seen.at[:10])

    def _committed(self, note: str, cited: str, line: str, tip: str) -> tuple[Moment, ...]:
        versions = self._history.changes(note)
        if not versions or versions[-1].status == "D":
            return self._dated(note, tip)
        question = f"{versions[-1].blob}\0{versions[-1].commit}\0{note}\0{cited}\0{line}"
        commits = self._cache.recall("moments", question)
        if commits is None:
            missing = self._objects.missing
            commits = self._lineage.commits(note, cited, line)
            if self._objects.missing == missing:
                self._cache.remember("moments", question, commits)
        assert isinstance(commits, tuple)
        if not commits:  # written since the last commit
            return (self._moment(tip, How.DATED),)
        return tuple(self._moment(c, How.BLAME) for c in commits)

    def _dated(self, note: str, tip: str) -> tuple[Moment, ...]:
        """A note that git does not know: the newest commit before it was last written."""
        written = self._written.get(note)
        commit = self._history.at(int(written)) if written is not None else tip
        return (self._moment(commit, How.DATED),) if commit else ()

    def _moment(self, commit: str, how: How) -> Moment:
        time = self._history.date(commit)
        at = datetime.fromtimestamp(time, UTC).date().isoformat() if time is not None else ""
        return Moment(commit, self.then(commit), how, at)
