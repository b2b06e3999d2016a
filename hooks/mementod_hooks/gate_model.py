"""The records and closed sets of the gates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mementod_parsers.progress.progress_entry import Entry


class Action(StrEnum):
    """What a gate answers."""

    ALLOW = "allow"
    WARN = "warn"
    DENY = "deny"


class Step(StrEnum):
    """What is about to happen."""

    EDIT = "edit"
    COMMIT = "commit"


class Mode(StrEnum):
    """What a gate does when it finds something."""

    BLOCK = "block"
    WARN = "warn"
    OFF = "off"


class Lack(StrEnum):
    """Why no entry counts for a core file."""

    NO_FILE = "no-progress-file"
    NO_ENTRY = "no-entry"
    OLD = "old"  # it was there when the file was last committed
    COPIED = "copied"
    SHORT_WHAT = "short-what"
    SHORT_WHY = "short-why"
    ISSUE = "issue"
    NOWHERE = "nowhere"  # a new entry is there, but names nothing that exists
    UNSTAGED = "unstaged"  # a good entry is on disk only


@dataclass(frozen=True, slots=True)
class Claim:
    """An entry that names a file. `fresh`: it came after the file's last commit; `staged`: the commit will hold it."""

    entry: Entry
    fresh: bool
    staged: bool = True


@dataclass(frozen=True, slots=True)
class Missing:
    """What one core file lacks. `line` is that of the nearest entry, 0 without one; `name` what it names in vain."""

    path: str
    lack: Lack
    line: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Stale:
    """A line of a note that the change makes untrue. `says` is the verdict in a few words.

    `is_known`: where the thing is now, so that the line can be repaired.
    """

    note: str
    line: int
    text: str
    says: str
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A core file that was changed without an entry: committed past the gate, or by hand and not committed yet."""

    path: str
    commit: str | None
    since: str  # ISO time, UTC


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of a gate. `notes` are lines about what could not be looked at; they change no answer.

    `failed`: nothing could be looked at, and the answer is what the user wants then.
    """

    action: Action
    message: str = ""
    missing: tuple[Missing, ...] = ()
    notes: tuple[str, ...] = ()
    failed: bool = False

    @property
    def allowed(self) -> bool:
        return self.action is not Action.DENY


def rank(action: Action) -> int:
    """How much an action stops."""
    return (Action.ALLOW, Action.WARN, Action.DENY).index(action)


def worst(decisions: Sequence[Decision]) -> Decision:
    """One decision for several repositories: the one that stops most, with the notes of all."""
    first = max(decisions, key=lambda decision: rank(decision.action), default=Decision(Action.ALLOW))
    notes = tuple(note for decision in decisions for note in decision.notes)
    return Decision(first.action, first.message, first.missing, notes, any(d.failed for d in decisions))
