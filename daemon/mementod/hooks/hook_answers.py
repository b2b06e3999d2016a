"""What the hook program answers to an agent: one function, the same within the daemon and without one.

Two seams differ: who knows what the notes say, and how long he may take. Where nothing is known a gate decides just the
same, and less is said. Nothing here waits for long, and nothing in a repository is written.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mementod.gates.gates import Gates
from mementod.hooks.hook_call import Hook
from mementod.hooks.hook_targets import Targets, expand
from mementod.paths import Paths
from mementod_hooks.agents.call import Agent, Answer, Call, Event, Output
from mementod_hooks.agents.registry import ADAPTERS, read, say
from mementod_hooks.denial import clean
from mementod_hooks.gate_model import Action, Decision

if TYPE_CHECKING:
    from mementod.hooks.hook_cited import Cited
    from mementod.hooks.hook_memory import Memory

CLOCK_SLACK_S = 0.01  # the file system's clock is behind ours by up to one tick
FILES_CAP = 500  # of one call that the notes are asked about
UNSEEN = (
    "What is typed into this interpreter later cannot be checked against the core files of this repository. "
    "Start it with the whole program as an argument or a script instead."
)


class Knows(Protocol):
    """What the verdicts are; None when they are not to be had in time."""

    def touching(self, folder: Path, files: Sequence[Path], now: bool) -> list[Cited] | None:
        """The citations of these files, absolute, in the repository around a folder.

        `now`: with the verdicts of now, whatever that takes; else those that are at hand do.
        """

    def stale(self, folder: Path) -> list[Cited] | None:
        """All that does not hold in the repository around a folder."""


class Elsewhere(Exception):
    """A daemon failed where the hook program may not: its git, or its way to a folder, need not be the user's."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Who answers. `passes_on`: where it cannot look, another process may. No memory: nothing would stay in it."""

    paths: Paths
    knows: Knows | None = None
    memory: Memory | None = None
    passes_on: bool = False

    def settled(self, decision: Decision) -> Decision:
        """The decision, unless another process may have a better one; then Elsewhere is raised."""
        if decision.failed and self.passes_on:
            raise Elsewhere("; ".join(decision.notes))
        return decision


def respond(hook: Hook, judge: Judge) -> Output:
    """What the hook program prints, and how it ends."""
    match hook.words:
        case ("agent", name, *rest) if name in list(Agent):
            call = read(Agent(name), hook.payload, next(iter(rest), ""))
            return say(call, to_agent(call, hook, judge))
        case ("git", event, *_):
            from mementod.hooks.hook_git import to_git

            return to_git(event, hook, judge)
        case _:
            return Output(stderr=f"mementod: no hook {' '.join(hook.words)!a}\n".encode())


def to_agent(call: Call, hook: Hook, judge: Judge) -> Answer:
    """The answer to one call."""
    ask = _Asked(call, Path(call.cwd or hook.cwd), judge, time.time())
    match call.event:
        case Event.BEFORE_EDIT | Event.BEFORE_SHELL:
            return ask.before()
        case Event.AFTER_EDIT | Event.AFTER_SHELL:
            return ask.after()
        case Event.SESSION_START | Event.AFTER_COMPACTION:
            return ask.beginning()
        case Event.BEFORE_COMPACTION:
            return ask.ending()
        case Event.STOP:
            return ask.stop()
        case Event.OTHER | Event.UNKNOWN:
            return ask.unknown()


@dataclass(frozen=True, slots=True)
class _Asked:
    call: Call
    cwd: Path
    judge: Judge
    now: float

    def before(self) -> Answer:
        self._heard()
        targets = expand(self.call.targets, self.cwd, self.judge.paths.home)
        gates = Gates(self.judge.paths)
        decision = Decision(Action.ALLOW)
        if targets:
            decision = self.judge.settled(gates.edit(targets.files, targets.listed))
        if decision.allowed and self.call.unseen and gates.guards(self.cwd):
            return Answer(deny=UNSEEN)
        if not decision.allowed:
            return Answer(deny=decision.message, notice=self._notice(decision.notes))
        why, denies = self._unsure()
        if denies:
            return Answer(deny=why)
        parts = (
            decision.message,
            why if why and self._untold([why]) else "",
            self._binding(targets),
            self._about(targets),
        )
        context = "\n".join(filter(None, parts))
        return Answer(context=context, notice=self._notice(decision.notes))

    def after(self) -> Answer:
        slipped = self._slipped() if self.call.event is Event.AFTER_SHELL else ""
        return Answer(context="\n".join(filter(None, (slipped, self._left_behind(), self._fullness()))))

    def _slipped(self) -> str:
        """What a shell did to core files, whatever its command looked like: said once, and asked about at the end."""
        if self.judge.memory is None or not Gates(self.judge.paths).guards(self.cwd):
            return ""
        began = self.judge.memory.began(self._session(), self.now)
        from mementod.hooks.hook_digest import past_the_gate

        slipped = past_the_gate(self.cwd, self.judge.paths, began - CLOCK_SLACK_S)
        if not self._untold(f"slipped {name}" for name in slipped.names):
            return ""
        return f"This changed core files past the gate; write it down now:\n{slipped.todo}"

    def _left_behind(self) -> str:
        """Which lines of notes do not hold any more because of this edit."""
        self._heard()
        if not self.call.targets or self.judge.knows is None:
            return ""
        from mementod.hooks.hook_cited import after_edit

        rows = self._touching(expand(self.call.targets, self.cwd, self.judge.paths.home), now=True)
        new = self._untold(row.key for row in rows if row.is_stale)
        return after_edit([row for row in rows if row.key in new])

    def beginning(self) -> Answer:
        goes_on = self.call.source in ("resume", "prompt")
        memory = self.judge.memory
        if not memory.begins_again(self._session(), self.now, self.call.source, not goes_on) if memory else goes_on:
            return Answer()
        from mementod.hooks.hook_digest import digest

        stale = self.judge.knows.stale(self.cwd) if self.judge.knows else None
        parts = (self._resumed(), digest(self.cwd, self.judge.paths, stale, self._untold))
        return Answer(context="\n\n".join(filter(None, parts)))

    def _resumed(self) -> str:
        """What was carried over, first of all; after many compactions, or two close together, what to do about that."""
        from mementod.continuity.session_context import advice
        from mementod.hooks.hook_continuity import resumed
        from mementod.hooks.hook_session import note, thrashing

        memory, session = self.judge.memory, self._session()
        times = memory.compacted(session, self.now) if memory else ()
        note(self.cwd, session, memory.began(session, self.now) if memory else self.now, len(times))
        says = [resumed(self.cwd, self.judge.paths)] if self._untold(("resumed",)) else []
        if self.call.event is Event.AFTER_COMPACTION:
            says = [advice(len(times)) or "", thrashing(self.call.agent, self.call.transcript), *says]
        return "\n\n".join(filter(None, says))

    def ending(self) -> Answer:
        """Keep what was said before the context is compacted, which goes on whatever happens here."""
        from mementod.hooks.hook_continuity import keep

        keep(self.cwd, self.judge.paths)
        return Answer()

    def stop(self) -> Answer:
        """Hold it back once for each file that it changed past the gate."""
        if self.call.held or self.judge.memory is None:
            return Answer()
        began = self.judge.memory.began(self._session(), self.now)
        from mementod.hooks.hook_digest import past_the_gate

        slipped = past_the_gate(self.cwd, self.judge.paths, began - CLOCK_SLACK_S)
        asks = []
        if self.judge.memory.once(self._session(), self.now, (f"stop {name}" for name in slipped.names)):
            asks.append(f"Changed in this session, and not written down yet:\n{slipped.todo}")
        from mementod.hooks.hook_continuity import OWED, owes_handover

        if owes_handover(self.cwd, self.judge.paths, began - CLOCK_SLACK_S):
            asks += [OWED] * bool(self.judge.memory.once(self._session(), self.now, ("stop hand-over",)))
        return Answer(deny="\n".join(asks))

    def unknown(self) -> Answer:
        """Said once, where it is known that it was not said before: an agent may read the settings of another one."""
        return Answer(notice=self._notice((self.call.problem,)) if self.call.problem and self.judge.memory else "")

    # what is known and remembered

    def _binding(self, targets: Targets) -> str:
        """What was said or decided about these files, in its own words, each once a session."""
        if not targets or not ADAPTERS[self.call.agent].context_before or self.call.event is not Event.BEFORE_EDIT:
            return ""
        from mementod.hooks.hook_binding import binding

        files = [Path(os.path.realpath(file.parent)) / file.name for file in targets.files]
        return binding(self.cwd, self.judge.paths, files, self.call.edited, self._untold)

    def _unsure(self) -> tuple[str, bool]:
        """After a compaction: what is said before the agent knows where it is, and whether that denies an edit."""
        is_edit = self.call.event is Event.BEFORE_EDIT
        times = self.judge.memory.compacted(self._session(), self.now) if self.judge.memory and is_edit else ()
        if not times:
            return "", False
        from mementod.hooks.hook_continuity import unsure

        return unsure(self.cwd, self.judge.paths, times[-1])

    def _fullness(self) -> str:
        """How full the context is, said once until it is compacted."""
        if not self.call.transcript or self.judge.memory is None:
            return ""
        from mementod.hooks.hook_session import fullness

        says = fullness(self.call.agent, self.call.transcript)
        new = self._untold(says)
        return "\n".join(text for key, text in says.items() if key in new)

    def _about(self, targets: Targets) -> str:
        """What the notes say of these files, each line once a session."""
        if not targets or self.judge.knows is None or not ADAPTERS[self.call.agent].context_before:
            return ""
        from mementod.hooks.hook_cited import before_edit

        rows = self._touching(targets, now=False)
        new = self._untold(row.key for row in rows)
        return before_edit([row for row in rows if row.key in new])

    def _touching(self, targets: Targets, now: bool) -> list[Cited]:
        from mementod.hooks.hook_targets import top_of

        real = (Path(os.path.realpath(file.parent)) / file.name for file in targets.files)
        files = (*real, *(top / name for top, names in targets.listed.items() for name in names))[:FILES_CAP]
        tops = dict.fromkeys(top for file in files if (top := top_of(file.parent)))
        found = (self.judge.knows.touching(top, files, now) for top in tops) if self.judge.knows else ()
        return [row for rows in found for row in rows or ()]

    def _heard(self) -> None:
        if self.judge.memory:
            self.judge.memory.began(self._session(), self.now)

    def _untold(self, keys: Iterable[str]) -> frozenset[str]:
        memory = self.judge.memory
        return memory.untold(self._session(), self.now, keys) if memory else frozenset(keys)

    def _notice(self, notes: Sequence[str]) -> str:
        """One line for the person, once a session."""
        new = self._untold(notes)
        return clean("; ".join(note for note in dict.fromkeys(notes) if note in new))

    def _session(self) -> str:
        return f"{self.call.agent}:{self.call.session or self.cwd}"
