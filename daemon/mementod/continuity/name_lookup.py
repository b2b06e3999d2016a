"""Looks up names that no definition answers for: in all names of the code, in the latest commits, by their spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from mementod.continuity.name_past import NamePast, Removal
from mementod.continuity.names import Said, judged
from mementod.continuity.vocabulary import Vocabulary
from mementod.judging.engine import Engine
from mementod.judging.snapshot import Snapshot
from mementod.vcs.history import History
from mementod_parsers.code.tokens import decode
from mementod_parsers.continuity.renamed import renamed_to
from mementod_parsers.continuity.spelling import corrected
from mementod_parsers.continuity.told import Told, parts_of, pieces_of
from mementod_parsers.model import GONE, Citation, Finding, Kind, Level, Style, Verdict

SPELLING_CAP = 20  # names that are held against every name of the code


class Lookup:
    """Answers for the tree of one moment."""

    def __init__(self, engine: Engine, now: Snapshot) -> None:
        self._engine, self._tip, self._now = engine, engine.repository.head, now
        self._words = Vocabulary(engine, now)

    def answers(self, told: Mapping[Told, float]) -> dict[str, Finding]:
        """What is sure of these names, by name. `told`: when each was said first (seconds since 1970)."""
        found = {one.name: held for one in told if not one.is_path and (held := self._held(one))}
        if self._engine.repository.gap is not None or not self._words.is_whole:
            return found
        left = {one: at for one, at in told.items() if one.name not in found}
        removed, went = self._removed(left), self._went(left)
        never = [one for one, change in removed.items() if change is None]
        never += [one for one in left if one.is_path and one not in went]
        found |= self._gone(left, removed, went)
        return found | {one.name: slip for one in never[:SPELLING_CAP] if (slip := self._slip(one))}

    def never(self, told: Iterable[Told]) -> list[str]:
        """The names that no code holds or held, as far back as is read; none where nobody can tell."""
        if self._engine.repository.gap is not None or not self._words.is_whole:
            return []
        return [one.name for one, change in self._removed(told).items() if change is None]

    def successors(self, names: Sequence[str]) -> dict[str, str]:
        """What names that are gone are called now, as far as the lines that held them tell."""
        changes = self._removed([Told(name) for name in names])
        found = {one.name: self._by_lines(one.name, change).target for one, change in changes.items() if change}
        return {name: target for name, target in found.items() if target}

    def respelt(self, names: Iterable[str]) -> list[Finding]:
        """Those of these names that the code spells with other humps and joints."""
        found = ((name, self._words.respelt(name.rpartition(".")[2])) for name in names) if self._words.is_whole else ()
        return [_finding(name, Verdict.MISSPELT, meant) for name, meant in found if meant]

    def home(self, name: str) -> str | None:
        """The one file that defines a name, or else holds it; of a name with several parts the one that holds all."""
        parts = parts_of(name)
        if len(parts) == 1:
            return self._words.home(name)
        files = self._words.together(parts) or []
        return files[0] if len(files) == 1 else None

    def _held(self, one: Told) -> Finding | None:
        """A name that the code holds: all its parts, in one file."""
        parts = parts_of(one.name)
        if one.name.startswith("-") or not all(map(self._words.holds, parts)):
            return None
        is_held = self._words.defines(one.name) if one.is_loose else self._words.together(parts) != []
        return _finding(one.name, Verdict.OK) if is_held else None

    # gone

    def _removed(self, told: Iterable[Told]) -> dict[Told, Removal | None]:
        """Which change took out the part of each name that no code holds; left out where nobody can tell."""
        lost = {one: part for one in told if not one.is_path and (part := self._lost(one.name))}
        found = NamePast(self._engine, self._words.contents).removals(list(dict.fromkeys(lost.values())))
        return {one: found[part] for one, part in lost.items() if part in found}

    def _lost(self, name: str) -> str | None:
        return next((part for part in parts_of(name) if not self._words.holds(part)), None)

    def _went(self, told: Iterable[Told]) -> dict[Told, int]:
        """When each file was removed, in seconds since 1970."""
        paths = [one for one in told if one.is_path]
        if not paths:
            return {}
        history = History(self._engine.cache, self._engine.repository.git, self._tip)
        last = {one: changes[-1] for one in paths if (changes := history.changes(one.name))}
        return {one: history.date(each.commit) or 0 for one, each in last.items() if each.status == "D"}

    def _gone(
        self, told: Mapping[Told, float], removed: Mapping[Told, Removal | None], went: Mapping[Told, int]
    ) -> dict[str, Finding]:
        """What the judge says of them as if they had been told just before, or else what their lines say.

        What was gone when it was told, and became nothing, is no business of ours: it may be anybody's name.
        """
        changes = {one: change for one, change in removed.items() if change}
        before = {one: self._before(one.name, change.time) for one, change in changes.items()}
        before |= {one: self._before(one.name, time) for one, time in went.items()}
        each = judged(self._engine, list(before.values()), self._now)
        found = {f.citation.name: f for findings in each for f in findings if f.verdict in GONE}
        open_ = {one.name: change for one, change in changes.items() if one.name not in found}
        found |= {name: self._by_lines(name, change) for name, change in open_.items()}
        late = {one.name for one, change in changes.items() if change.time is None or change.time >= told[one]}
        late |= {one.name for one, time in went.items() if time >= told[one]}
        return {name: finding for name, finding in found.items() if finding.target or name in late}

    def _before(self, name: str, time: int | None) -> Said:
        """The name as it was told before a change; a commit of the same second may be a later one."""
        at = datetime.fromtimestamp(time - 1, UTC).isoformat() if time else ""
        return Said(f"`{name}`", at, None if time else self._tip)

    def _by_lines(self, name: str, change: Removal) -> Finding:
        old = self._engine.objects.blob(change.before)
        new = self._now.read(change.path) or self._engine.objects.blob(change.after)
        after = renamed_to(name.rpartition(".")[2], decode(old or b"") or "", decode(new or b"") or "")
        target = None
        if after and self._words.holds(after):
            target = f"{self._words.home(after) or change.path}:{after}"
        return _finding(name, Verdict.RENAMED if target else Verdict.DELETED, target)

    # misspelt

    def _slip(self, one: Told) -> Finding | None:
        meant = corrected(one.name, self._now.files.keys()) if one.is_path else self._meant(one.name)
        return _finding(one.name, Verdict.MISSPELT, meant, one.is_path) if meant else None

    def _meant(self, name: str) -> str | None:
        """The name with each part put right that no code holds; of one with several parts a file must hold them all."""
        meant = {part: self._words.meant(part) for part in parts_of(name)}
        right = [part for part in meant.values() if part]
        if len(right) < len(meant):
            return None
        found = "".join(meant.get(piece) or piece for piece in pieces_of(name))
        files = self._words.together(right)
        if name.startswith("-"):  # its parts may be any words
            return next((found for path in files or () if found in self._text(path)), None)
        return None if files == [] else found

    def _text(self, path: str) -> str:
        return decode(self._words.contents.read(path) or b"") or ""


def _finding(name: str, verdict: Verdict, target: str | None = None, is_path: bool = False) -> Finding:
    kind = Kind.PATH if is_path else Kind.SYMBOL
    return Finding(Citation(1, 1, len(name) + 1, name, kind, name, Style.CODE), verdict, Level.NONE, target=target)
