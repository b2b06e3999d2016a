"""Commands that somebody tells and no build file defines: whether one did once, or none can.

The judge of notes says no more of them than that nothing defines them. A name after `npm run` is a script or nothing;
what stands after `pnpm` or `make` may be a program, or a target that is worked out, and counts only if it was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from heapq import nlargest

from mementod.judging.engine import Engine
from mementod.judging.snapshot import Snapshot
from mementod.vcs.history import Change, History
from mementod_parsers.code.languages import is_vendored
from mementod_parsers.code.targets import FILES, RUNNERS, build_files, targets
from mementod_parsers.code.tokens import decode
from mementod_parsers.continuity.spelling import distance
from mementod_parsers.model import Finding, Kind, Reason, Verdict

VERSIONS_CAP = 200  # of the build files of one runner that are read back, the latest
_SCRIPTS_ALONE = ("npm", "pnpm")  # whose `run` runs nothing but scripts; that of yarn and bun finds programs, too
_OTHERS = ("cargo", "compose")  # more than their files defines what they take


class Commands:
    """Answers for the tree of one moment."""

    def __init__(self, engine: Engine, now: Snapshot) -> None:
        self._engine, self._now = engine, now
        self._text, self._defined = cache(self._read_now), cache(self._read_then)  # one file for many commands

    def judged(self, finding: Finding) -> Finding:
        """The finding as sure as can be, on the command as it is written. Unverified: surely nothing defines it."""
        if finding.citation.kind is not Kind.COMMAND:
            return finding
        found = replace(finding, citation=replace(finding.citation, name=finding.citation.text.strip("`")))
        return self._looked_up(found, finding.citation.name) if found.verdict is Verdict.UNVERIFIED else found

    def _looked_up(self, finding: Finding, canonical: str) -> Finding:
        runner, *_, name = canonical.split(" ")
        open_ = replace(finding, verdict=Verdict.UNCHECKED, reason=Reason.EXTERNAL)
        files = () if runner in _OTHERS else build_files(runner, self._now) or ()
        texts = {path: self._text(path) for path in files}
        if not files or any(f'"{name}"' in text for text in texts.values()):  # a package of that name brings it along
            return open_
        if self._was(runner, name):
            return replace(finding, verdict=Verdict.DELETED)
        if runner not in _SCRIPTS_ALONE or "run" not in finding.citation.text.split():
            return open_
        scripts = {each for path, text in texts.items() for each in targets(path, text)}
        near = [each for each in scripts if distance(each, name, 1) == 1]
        if len(near) != 1:
            return finding
        head, _, tail = finding.citation.name.rpartition(name)
        return replace(finding, verdict=Verdict.MISSPELT, target=f"{head}{near[0]}{tail}")

    def _was(self, runner: str, name: str) -> bool:
        return any(name in self._defined(path, blob) for path, blob in self._before(FILES[RUNNERS[runner]]))

    def _before(self, bases: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The build files as they were: their paths and blobs."""
        history = self._history
        paths = [path for base in bases for path in history.named(base) if not is_vendored(path)]
        changes: list[tuple[Change, str]] = [(change, path) for path in paths for change in history.changes(path)]
        for change, path in nlargest(VERSIONS_CAP, changes, key=lambda pair: -pair[0].position):
            yield path, change.blob

    @cached_property
    def _history(self) -> History:
        return History(self._engine.cache, self._engine.repository.git, self._engine.repository.head)

    def _read_now(self, path: str) -> str:
        return decode(self._now.read(path) or b"") or ""

    def _read_then(self, path: str, blob: str) -> frozenset[str]:
        return targets(path, decode(self._engine.objects.blob(blob) or b"") or "")
