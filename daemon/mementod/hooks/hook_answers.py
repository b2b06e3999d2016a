"""What the hook program answers to an agent: one function, the same within the daemon and without one.

Two seams differ: who knows what the notes say, and how long he may take. Where nothing is known a gate decides just the
same, and less is said. Nothing here waits for long, and nothing in a repository is written.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mementod.gates.gate_place import Places
from mementod.hooks.hook_asked import Asked
from mementod.hooks.hook_call import Hook
from mementod.paths import Paths
from mementod.stores.patience import patience
from mementod_hooks.agents.call import Agent, Answer, Call, Event, Output
from mementod_hooks.agents.registry import read, say
from mementod_hooks.gate_model import Decision

if TYPE_CHECKING:
    from mementod.hooks.hook_cited import Cited
    from mementod.hooks.hook_memory import Memory

STORES_S = 0.4  # that a call waits in all for stores that others hold


class Knows(Protocol):
    """What the verdicts are; None when they are not to be had in time."""

    def touching(self, folder: Path, files: Sequence[Path], now: bool) -> list[Cited] | None:
        """The citations of these files, absolute, in the repository around a folder.

        `now`: with the verdicts of now, whatever that takes; else those that are at hand do.
        """

    def stale(self, folder: Path) -> list[Cited] | None:
        """All that does not hold in the repository around a folder."""

    def start(self, folder: Path, budget_bytes: int) -> str | None:
        """The text of `mementod boot` there."""


class Elsewhere(Exception):
    """A daemon failed where the hook program may not: its git, or its way to a folder, need not be the user's."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Who answers one call. `passes_on`: where it cannot look, another process may. No memory: nothing would stay."""

    paths: Paths
    knows: Knows | None = None
    memory: Memory | None = None
    passes_on: bool = False
    places: Places = field(default_factory=Places)

    def settled(self, decision: Decision) -> Decision:
        """The decision, unless another process may have a better one; then Elsewhere is raised."""
        if decision.failed and self.passes_on:
            raise Elsewhere("; ".join(decision.notes))
        return decision


def respond(hook: Hook, judge: Judge) -> Output:
    """What the hook program prints, and how it ends."""
    with patience(STORES_S):
        return _respond(hook, judge)


def _respond(hook: Hook, judge: Judge) -> Output:
    if call := _call(hook):
        return say(call, to_agent(call, hook, judge))
    match hook.words:
        case ("git", event, *_):
            from mementod.hooks.hook_git import to_git

            return to_git(event, hook, judge)
        case _:
            return Output(stderr=f"mementod: no hook {' '.join(hook.words)!a}\n".encode())


def _call(hook: Hook) -> Call | None:
    """What an agent says; None where it is none that we know."""
    match hook.words:
        case ("agent", name, *rest) if name in list(Agent):
            return read(Agent(name), hook.payload, next(iter(rest), ""))
        case _:
            return None


def too_late(hook: Hook, paths: Paths) -> Output | None:
    """What a session hears when there was no time even to begin: where it may ask. None for every other call."""
    call = _call(hook)
    if call is None or call.event not in (Event.SESSION_START, Event.AFTER_COMPACTION):
        return None
    from mementod.hooks.hook_start import POINTER, is_known

    known = is_known(Path(call.cwd or hook.cwd), paths)
    return say(call, Answer(digest=POINTER)) if known else Output()


def to_agent(call: Call, hook: Hook, judge: Judge) -> Answer:
    """The answer to one call."""
    memory = judge.memory.of_call(hook.pid, hook.payload, judge.passes_on) if judge.memory else None
    ask = Asked(call, Path(call.cwd or hook.cwd), replace(judge, memory=memory), time.time())
    match call.event:
        case Event.BEFORE_EDIT | Event.BEFORE_SHELL | Event.AFTER_EDIT | Event.AFTER_SHELL:
            return _to_tool(ask)
        case Event.OTHER | Event.UNKNOWN:
            return _unknown(ask)
        case _:
            return _to_session(ask)


def _to_tool(ask: Asked) -> Answer:
    from mementod.hooks.hook_writes import after, before

    return before(ask) if ask.call.event in (Event.BEFORE_EDIT, Event.BEFORE_SHELL) else after(ask)


def _to_session(ask: Asked) -> Answer:
    from mementod.hooks import hook_course

    match ask.call.event:
        case Event.TURN:
            return hook_course.turn(ask)
        case Event.BEFORE_COMPACTION:
            return hook_course.ending(ask)
        case Event.COMPACTION:
            return hook_course.compaction(ask)
        case Event.STOP:
            return hook_course.stop(ask)
        case _:
            return hook_course.beginning(ask)


def _unknown(ask: Asked) -> Answer:
    """Said once, where it is known that it was not said before: an agent may read the settings of another one."""
    problem = ask.call.problem
    return Answer(notice=ask.notice((problem,)) if problem and ask.judge.memory else "")
