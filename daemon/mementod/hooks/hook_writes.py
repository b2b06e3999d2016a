"""What an agent is answered before it writes and after it: the gate, what notes and decisions say, what it left."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.hooks.hook_targets import Targets, expand, top_of
from mementod_hooks.agents.call import BEFORE, Answer, Event
from mementod_hooks.agents.registry import ADAPTERS
from mementod_hooks.gate_model import Action, Decision

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked
    from mementod.hooks.hook_binding import Binding
    from mementod.hooks.hook_cited import Cited
    from mementod.hooks.hook_memory import Heard

FILES_CAP = 500  # of one call that the notes are asked about
UNSEEN = (
    "What is typed into this interpreter later cannot be checked against the core files of this repository. "
    "Start it with the whole program as an argument or a script instead."
)


def before(ask: Asked) -> Answer:
    """Whether it may, and what to know first."""
    heard = ask.heard()
    targets = expand(ask.call.targets, ask.cwd, ask.judge.paths.home)
    decision = Decision(Action.ALLOW)
    if targets:
        decision = ask.judge.settled(ask.gates.edit(targets.files, targets.listed))
    if decision.allowed and ask.call.unseen and ask.gates.guards(ask.cwd):
        return Answer(deny=UNSEEN)
    if not decision.allowed:
        bound = _binding(ask, targets)  # the next try may come at once: what binds it is known before
        why = "\n".join(filter(None, (decision.message, bound.text if bound else "")))
        return Answer(deny=why, notice=ask.notice(decision.notes))
    why, denies = _unsure(ask, heard)
    if denies:
        return Answer(deny=why)
    why = why if why and ask.untold([why]) else ""
    bound = _binding(ask, targets) if _hears_before(ask) else None
    notes = (bound.text, _about(ask, targets, bound.lines)) if bound else (_about(ask, targets, ()),)
    context = "\n".join(filter(None, (decision.message, why, *notes)))
    return Answer(context=context, notice=ask.notice(decision.notes), digest=_given_back(ask, heard))


def after(ask: Asked) -> Answer:
    """What it left behind, and how the session stands."""
    from mementod.hooks.hook_session import fullness

    heard = ask.heard()
    slipped = _slipped(ask, heard) if ask.call.event is Event.AFTER_SHELL else ""
    context = "\n".join(filter(None, (slipped, _left_behind(ask), _in_circles(ask), fullness(ask))))
    return Answer(context=context, digest=_given_back(ask, heard))


def _given_back(ask: Asked, heard: Heard | None) -> str:
    """What the session lost in a compaction after which no other place came to say it."""
    if heard is None or not heard.owed or (ask.call.event in BEFORE and not _hears_before(ask)):
        return ""
    from mementod.hooks.hook_course import given_back

    return given_back(ask)


def _slipped(ask: Asked, heard: Heard | None) -> str:
    """What a shell did to core files, whatever its command looked like: said once, and asked about at the end."""
    if heard is None or not ask.gates.guards(ask.cwd):
        return ""
    from mementod.hooks.hook_slipped import past_the_gate

    slipped = past_the_gate(ask, heard.since)
    if not ask.untold(f"slipped {name}" for name in slipped.names):
        return ""
    return f"This changed core files past the gate; write it down now:\n{slipped.todo}"


def _left_behind(ask: Asked) -> str:
    """Which lines of notes do not hold any more because of this edit."""
    if not ask.call.targets or ask.judge.knows is None:
        return ""
    from mementod.hooks.hook_cited import after_edit

    rows = _touching(ask, expand(ask.call.targets, ask.cwd, ask.judge.paths.home), now=True)
    new = ask.untold(row.key for row in rows if row.is_stale)
    return after_edit([row for row in rows if row.key in new])


def _in_circles(ask: Asked) -> str:
    """That the same was run before with the same outcome, where nothing was done in between."""
    if ask.judge.memory is None:
        return ""
    from mementod.hooks.hook_repeats import Repeats, Run, counts

    call, repeats = ask.call, Repeats(ask.judge.memory.folder)
    if call.event is Event.AFTER_EDIT or call.targets or not call.outcome or not counts(call.command):
        repeats.changed(ask.session)
        return ""
    run = Run(call.command, call.outcome, call.failed, call.subagent, call.id)
    ago = repeats.ran(ask.session, ask.now, run)
    if not ago:
        return ""
    return (
        f"The same command had the same outcome {ago} call{'s' * (ago > 1)} ago, and nothing was edited in between:"
        " running it again will not change that. Look at what it says, or try another way."
    )


def _binding(ask: Asked, targets: Targets) -> Binding | None:
    """What was said, decided or ruled about these files, in its own words, each once a session."""
    if not targets or ask.call.event is not Event.BEFORE_EDIT:
        return None
    from mementod.hooks.hook_binding import binding

    files = [Path(os.path.realpath(file.parent)) / file.name for file in targets.files]
    return binding(ask, files)


def _unsure(ask: Asked, heard: Heard | None) -> tuple[str, bool]:
    """After a compaction: what is said before the agent knows where it is, and whether that denies an edit."""
    if heard is None or not heard.compacted or ask.call.event is not Event.BEFORE_EDIT:
        return "", False
    from mementod.hooks.hook_continuity import unsure

    return unsure(ask, heard.compacted[-1])


def _about(ask: Asked, targets: Targets, told: Collection[tuple[str, int]]) -> str:
    """What the notes say of these files, each line once a session; not the lines that bind, unless one is stale."""
    if not targets or ask.judge.knows is None or not _hears_before(ask):
        return ""
    from mementod.hooks.hook_cited import before_edit

    rows = [row for row in _touching(ask, targets, now=False) if row.is_stale or (row.note, row.line) not in told]
    new = ask.untold(row.key for row in rows)
    return before_edit([row for row in rows if row.key in new], told)


def _hears_before(ask: Asked) -> bool:
    return ADAPTERS[ask.call.agent].context_before


def _touching(ask: Asked, targets: Targets, now: bool) -> list[Cited]:
    real = (Path(os.path.realpath(file.parent)) / file.name for file in targets.files)
    files = (*real, *(top / name for top, names in targets.listed.items() for name in names))[:FILES_CAP]
    tops = dict.fromkeys(top for file in files if (top := top_of(file.parent)))
    found = (ask.judge.knows.touching(top, files, now) for top in tops) if ask.judge.knows else ()
    return [row for rows in found for row in rows or ()]
