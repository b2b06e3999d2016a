"""What is put on a screen, what may become of it there, and what goes between the brain and the desk.

Pure. Closed sets and frozen records.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mementod.stores.ledger_rows import Concern


class Kind(StrEnum):
    """What a concern is about. On a screen there is at most one notice of each kind."""

    STALE = "stale"  # a note cites what is gone
    UNCOVERED = "uncovered"  # a core file was changed without an entry
    TROUBLE = "trouble"  # mementod sees or judges less than it should


class Press(StrEnum):
    """What a person may do with a notice; the values are the keys of its buttons."""

    OPEN = "default"
    SNOOZE = "snooze"
    VERIFIED = "verified"


PRESSES = {
    Kind.STALE: (Press.OPEN, Press.SNOOZE, Press.VERIFIED),
    Kind.UNCOVERED: (Press.OPEN, Press.SNOOZE),
    Kind.TROUBLE: (Press.OPEN, Press.SNOOZE),
}


class Outcome(StrEnum):
    """What became of a notice, or of the place where notices go."""

    SHOWN = "shown"
    HELD = "held"  # do not disturb
    NOWHERE = "nowhere"  # there is no screen to show it on now
    CLOSED = "closed"  # by the person, or by the server
    REACHED = "reached"  # a server for notices appeared


class Way(StrEnum):
    """Where a person saw what there was to be told."""

    DESKTOP = "desktop"
    TMUX = "tmux"  # in the status line, where there is no desktop
    TERMINAL = "terminal"  # where `mementod watch` or `mementod status --watch` runs


@dataclass(frozen=True, slots=True)
class Notice:
    """Text without control characters; `lines` and `summary` are no markup. `command` shows more."""

    kind: Kind
    summary: str
    lines: tuple[str, ...]
    command: str
    about: tuple[Concern, ...] = ()
    roots: tuple[tuple[str, str], ...] = ()  # repository -> its root, of all that it is about
    presses: tuple[Press, ...] = ()

    @property
    def text(self) -> str:
        """All but the summary."""
        return "\n".join((*self.lines, f"Run: {self.command}"))


@dataclass(frozen=True, slots=True)
class Show:
    """Order: put this in the place of the last notice of its kind."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Close:
    """Order: nothing of this kind is to be told any more."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Try:
    """Order: show that it works, and say so on this connection."""

    connection: int


Order = Show | Close | Try


@dataclass(frozen=True, slots=True)
class Report:
    """From the desk: what became of the notice of a kind (REACHED: of none), and why; where it was shown."""

    outcome: Outcome
    kind: Kind | None = None
    why: str = ""
    way: Way = Way.DESKTOP
