"""One call of an agent that is being answered: what it is, who answers, and what its session knows already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mementod_parsers.text.printable import clean

if TYPE_CHECKING:
    from mementod.gates.gate_place import Place
    from mementod.gates.gates import Gates
    from mementod.hooks.hook_answers import Judge
    from mementod.hooks.hook_memory import Heard
    from mementod_hooks.agents.call import Call


@dataclass(frozen=True, slots=True)
class Asked:
    """`now` is of the clock of files, seconds."""

    call: Call
    cwd: Path
    judge: Judge
    now: float

    @property
    def session(self) -> str:
        return f"{self.call.agent}:{self.call.session or self.cwd}"

    @property
    def place(self) -> Place | None:
        """The work tree that it is called in; None where there is none. Raises GitError when git refuses to open it."""
        return self.judge.places.around(self.cwd)

    @property
    def gates(self) -> Gates:
        from mementod.gates.gates import Gates  # what is read from a session needs none

        return Gates(self.judge.paths, places=self.judge.places)

    def heard(self) -> Heard | None:
        """What is known of the session; from now on it has begun. None where nothing can be remembered."""
        return self.judge.memory.heard(self.session, self.now) if self.judge.memory else None

    def untold(self, keys: Iterable[str]) -> frozenset[str]:
        """Those that the session was not told of; from now on it was."""
        memory = self.judge.memory
        return memory.untold(self.session, self.now, keys) if memory else frozenset(keys)

    def once(self, keys: Iterable[str]) -> frozenset[str]:
        """As `untold`, for what must not be said twice: nothing where it cannot be remembered."""
        memory = self.judge.memory
        return memory.once(self.session, self.now, keys) if memory else frozenset()

    def notice(self, notes: Sequence[str]) -> str:
        """One line for the person, once a session."""
        new = self.untold(notes)
        return clean("; ".join(note for note in dict.fromkeys(notes) if note in new))
