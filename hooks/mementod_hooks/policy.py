"""What a repository and its user ask of the gates. Apart from decide.py, which an edit of a plain file never needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mementod_hooks.gate_model import Mode, Step
from mementod_hooks.plain_patterns import matches

ALWAYS_CORE = (".mementod.yaml",)


@dataclass(frozen=True, slots=True)
class Policy:
    """What one repository asks for. `core` are patterns as in .gitignore; `carriers` the files that carry our hooks.

    `override` is the user's own word for this repository, and alone can weaken the others.
    """

    core: tuple[str, ...] = ()
    carriers: frozenset[str] = frozenset()
    edit: Mode = Mode.BLOCK
    commit: Mode = Mode.BLOCK
    stale: Mode = Mode.WARN
    override: Mode | None = None

    def mode(self, step: Step) -> Mode:
        return self.override or (self.edit if step is Step.EDIT else self.commit)

    def of_core(self, paths: Iterable[str]) -> frozenset[str]:
        """Those paths that are core, if they are in HEAD."""
        implicit = self.carriers.union(ALWAYS_CORE)
        found = {path: path in implicit or (matches(self.core, path) if self.core else False) for path in paths}
        open_ = [path for path, answer in found.items() if answer is None]
        return frozenset(path for path, answer in found.items() if answer).union(self._matched(open_))

    def _matched(self, paths: list[str]) -> Iterable[str]:
        if not paths:
            return ()
        from pathspec import GitIgnoreSpec  # takes longer to load than all else takes for a plain edit

        return GitIgnoreSpec.from_lines(self.core).match_files(paths)
