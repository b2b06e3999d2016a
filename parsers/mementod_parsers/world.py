"""What the judge asks of the world: the tree of now, the trees of then, and what became of a thing between them.

Only protocols and records; who answers is the shell's business. Every answer must be reproducible: the same
repository and the same ledger give the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from mementod_parsers.model import Citation, How, Reason, Symbol, Verdict
from mementod_parsers.resolve import Tree

LIKELY = "probably "  # begins the evidence of a place that is only the most likely one


@dataclass(frozen=True, slots=True)
class Moment:
    """A commit at which the note already held the citation. `commit` is None for a work tree without commits."""

    commit: str
    tree: Tree
    how: How
    at: str  # ISO date


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a thing that is not where it was: DELETED, MOVED or RENAMED, and how we know.

    `last`: where the last commit has it, if an older one moved it there and a change not committed yet took it away.
    `passing`: a folder that is emptied and filled again as a habit.
    """

    verdict: Verdict
    target: str | None
    evidence: str
    commit: str | None = None
    last: str | None = None
    passing: bool = False

    @property
    def is_likely(self) -> bool:
        """Whether its target is only the most likely one, which a person has to confirm."""
        return self.evidence.startswith(LIKELY)


@dataclass(frozen=True, slots=True)
class Definition:
    """A symbol and the file that defines it."""

    path: str
    symbol: Symbol


class Use(StrEnum):
    """Where a name occurs in the tree of now."""

    CODE = "code"  # outside comments and strings, or in a file whose grammar we lack
    TESTS = "tests"  # the same, in tests alone: a stub of it may outlive what it stands for
    TEXT = "text"  # only in comments, strings, documents
    NONE = "none"


class World(Protocol):
    """The judge's only window."""

    @property
    def repository(self) -> str:
        """The root folder's name."""
        ...

    @property
    def now(self) -> Tree: ...

    @property
    def gap(self) -> Reason | None:
        """Why history cannot answer: shallow, no-history, missing-blob."""
        ...

    @property
    def blind(self) -> Reason | None:
        """Why no name can be called gone: some of today's code cannot be read."""
        ...

    def moments(self, note: str, citation: Citation) -> Sequence[Moment]:
        """Oldest first: the commit that first held it, its parents, later versions of the note."""
        ...

    def vouched(self, note: str, citation: Citation) -> bool:
        """Whether somebody vouched for it, or the daemon saw it appear."""
        ...

    def fate(self, path: str, moment: Moment) -> Fate:
        """What became of a path that `moment` held and now does not."""
        ...

    def removed_before(self, path: str, moments: Sequence[Moment]) -> Fate | None:
        """The removal of a path that was gone already when the line was written."""
        ...

    def excuse(self, path: str) -> tuple[Reason, str] | None:
        """Why a path that is not there may be absent all the same: ignored, a submodule."""
        ...

    def branch_with(self, path: str, name: str = "") -> str | None:
        """Another local branch that still has the path (and, in it, the name)."""
        ...

    def similar_path(self, path: str) -> Sequence[str]:
        """Paths of now that differ only in case, `_` or `-`."""
        ...

    def defined_now(self, name: str) -> Sequence[Definition]:
        """Definitions of a leaf name in the repository's own code."""
        ...

    def still_defined(self, then: Definition) -> bool:
        """Whether the file that defined it then defines it now; `defined_now` may know only some of many files."""
        ...

    def use_now(self, name: str) -> Use: ...

    def in_config(self, name: str) -> bool:
        """Whether a manifest or setting of now names it, case, `_` and `-` aside."""
        ...

    def imported_now(self, name: str) -> bool:
        """Whether code of now imports the name from a dependency."""
        ...

    def defined_then(self, name: str, moment: Moment) -> Sequence[Definition]: ...

    def key_then(self, name: str, moment: Moment) -> str | None:
        """A file that held the name as a quoted string or a configuration key then."""
        ...

    def symbol_fate(self, definition: Definition, moment: Moment) -> Fate: ...

    def similar_symbol(self, name: str) -> Sequence[str]:
        """Symbols defined now whose names differ only in case, `_` or `-`."""
        ...

    def text_now(self, path: str) -> Sequence[str] | None:
        """The lines of a file of now; None when it cannot be read."""
        ...

    def text_then(self, path: str, moment: Moment) -> Sequence[str] | None: ...

    def named_now(self, word: str) -> bool:
        """Whether code or configuration of now holds the word (an environment variable, a key, a flag)."""
        ...

    def named_then(self, word: str, moment: Moment) -> str | None:
        """A code or configuration file that held the word then."""
        ...

    def word_fate(self, word: str, path: str, moment: Moment) -> Fate:
        """What took a word out of a file that held it then: the commit, and how that is said; empty if unknown."""
        ...

    def targets_now(self, runner: str, name: str) -> bool:
        """Whether a script or target of that runner (`npm`, `make`, ...) is defined."""
        ...

    def targets_then(self, runner: str, name: str, moment: Moment) -> str | None:
        """The file that defined a script or target then."""
        ...

    def similar_target(self, runner: str, name: str) -> Sequence[str]: ...

    def knows_commit(self, oid: str) -> bool: ...
