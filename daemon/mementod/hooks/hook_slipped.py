"""What a session did to core files past the gate, and what to do about that. After every command this is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mementod.config import load_config
from mementod.errors import UserError
from mementod.gates.core_changes import changed_core
from mementod.gates.progress_file import locate
from mementod.gates.uncovered import uncovered_commits
from mementod.vcs.git import GitError
from mementod_hooks.denial import denial
from mementod_hooks.gate_model import Lack, Missing, Step

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked


@dataclass(frozen=True, slots=True)
class Slipped:
    """Core files that were changed past the gate, and what to do about it."""

    names: tuple[str, ...] = ()
    todo: str = ""


def past_the_gate(ask: Asked, since: float) -> Slipped:
    """What was changed or committed since then (seconds of the clock of files) without an entry, where a gate blocks.

    Nothing where that cannot be seen.
    """
    paths, gates = ask.judge.paths, ask.gates
    try:
        place = ask.place
        if place is None:
            return Slipped()
        decision = gates.edit([place.root / name for name in changed_core(place, paths, since)])
        changed = [each.path for each in decision.missing]
        found = uncovered_commits(place, paths, since) if gates.guards(ask.cwd) else ()
        committed = [each.path for each in found if each.path not in changed]
        progress = locate(place.git, load_config(place.root, paths))
    except (GitError, UserError, OSError):
        return Slipped()
    parts = [] if decision.allowed else [decision.message]
    if committed:
        parts.append(denial(Step.EDIT, [Missing(name, Lack.NO_ENTRY) for name in committed], progress))
    denied = [] if decision.allowed else changed
    return Slipped((*denied, *committed), "\n".join(part.removesuffix("\nThen edit again.") for part in parts))
