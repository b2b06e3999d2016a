"""What an agent is answered in the course of a session: when it begins, is compacted, goes on, or wants to stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from mementod.hooks.hook_budget import TooLate
from mementod.hooks.hook_start import POINTER, is_due, is_known, start
from mementod.vcs.git import GitError
from mementod_hooks.agents.call import Answer, Event

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked

Found = TypeVar("Found")


def beginning(ask: Asked) -> Answer:
    """Where the work stands, or what does not hold; after a compaction first what was lost in it."""
    goes_on = ask.call.source in ("resume", "prompt")
    memory, heard = ask.judge.memory, ask.heard()
    lost = ask.call.event is Event.AFTER_COMPACTION or (heard is not None and heard.owed)
    if not memory.begins_again(ask.session, ask.now, ask.call.source, not goes_on) if memory else goes_on:
        return Answer()
    time = _Time()
    carried = time.of(lambda: _resumed(ask, lost))  # first: a judgement may take all the time that there is
    if carried is None and memory:
        memory.owes(ask.session, ask.now)
    due = (carried or time.of(lambda: is_due(ask))) and ask.call.source != "resume"
    if due and not lost and (whole := time.of(lambda: start(ask))):
        return Answer(digest=whole)
    wrong = time.of(lambda: _wrong(ask))
    points = due or (time.is_over and is_known(ask.cwd, ask.judge.paths))
    return Answer(digest="\n\n".join(filter(None, (carried, wrong, POINTER if points else ""))))


def _wrong(ask: Asked) -> str:
    """What the notes and the progress file say and does not hold."""
    from mementod.hooks.hook_digest import digest

    return digest(ask, ask.judge.knows.stale(ask.cwd) if ask.judge.knows else None)


class _Time:
    """Of one call: what was found before it is over is told nevertheless."""

    def __init__(self) -> None:
        self.is_over = False

    def of(self, part: Callable[[], Found | None]) -> Found | None:
        """None where the part could not be made, or not in time."""
        if self.is_over:
            return None
        try:
            return part()
        except TooLate as error:
            self.is_over = True
            error.end()
            return None
        except GitError:
            return None


def turn(ask: Asked) -> Answer:
    """What it lost in a compaction, and what it begins with where the agent's own start may never have come."""
    heard = ask.heard()
    if heard and ask.call.source and not heard.begun:
        return beginning(ask)
    return Answer(digest=given_back(ask) if heard and heard.owed else "")


def compaction(ask: Asked) -> Answer:
    """Keep what was said, count the compaction, and remember to give back what is lost.

    The answer is for who writes the summary, where an agent hands it on.
    """
    from mementod.hooks.hook_continuity import keep, resumed

    if ask.judge.memory:
        ask.judge.memory.compacts(ask.session, ask.now)
    keep(ask)
    return Answer(digest=_Time().of(lambda: resumed(ask, asks_notes=True)) or "")


def ending(ask: Asked) -> Answer:
    """Keep what was said before the context is compacted, which goes on whatever happens here."""
    from mementod.hooks.hook_continuity import keep

    keep(ask)
    return Answer()


def given_back(ask: Asked) -> str:
    """What was lost in a compaction, once; nothing while it is still going on."""
    from mementod.hooks.hook_session import is_compacting

    memory = ask.judge.memory
    text = None if memory is None or is_compacting(ask) else _Time().of(lambda: _resumed(ask, lost=True))
    return text if text is not None and memory and memory.gives_back(ask.session, ask.now) else ""


def _resumed(ask: Asked, lost: bool) -> str | None:
    """What was carried over, first of all; after many compactions, or two close together, what to do about that.

    None where it could not be read in time: it is owed then.
    """
    from mementod.continuity.session_context import advice
    from mementod.hooks.hook_continuity import keep, resumed
    from mementod.hooks.hook_session import note, thrashing

    heard = ask.heard()
    times = heard.compacted if heard else ()
    if lost:
        keep(ask)  # what there was no time for before it
    carried = resumed(ask, lost or is_due(ask))
    note(ask, heard.began if heard else ask.now, len(times))
    if carried is None:
        return None
    says = [carried] if ask.untold(("resumed",)) else []
    if lost:
        says = [advice(len(times)) or "", thrashing(ask), *says]
    return "\n\n".join(filter(None, says))


def stop(ask: Asked) -> Answer:
    """Hold it back once for each file that it changed past the gate, and once for its hand-over."""
    memory = ask.judge.memory
    if memory is None:
        return Answer()
    from mementod.hooks.hook_repeats import Repeats

    Repeats(memory.folder).changed(ask.session)
    if ask.call.held:
        return Answer()
    from mementod.hooks.hook_continuity import OWED, owes_handover
    from mementod.hooks.hook_slipped import past_the_gate

    since = memory.heard(ask.session, ask.now).since
    slipped = past_the_gate(ask, since)
    asks = []
    if ask.once(f"stop {name}" for name in slipped.names):
        asks.append(f"Changed in this session, and not written down yet:\n{slipped.todo}")
    if owes_handover(ask, since):
        asks += [OWED] * bool(ask.once(("stop hand-over",)))
    return Answer(deny="\n".join(asks))
