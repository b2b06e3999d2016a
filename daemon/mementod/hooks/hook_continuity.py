"""What survives a compaction, as hooks bring it: the record and the hand-over.

Reads what is stored, and judges nothing: whoever writes the record (`mementod engram`, the daemon) did that. Without
a memory file of this repository there is nothing to say, and nothing is made.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mementod.errors import UserError
from mementod.gates.gate_place import Place
from mementod.paths import Paths
from mementod.vcs.git import GitError, text
from mementod_hooks.gate_model import Mode
from mementod_parsers.text.printable import clean

if TYPE_CHECKING:
    from mementod.continuity.handover_store import Stored
    from mementod.continuity.memory_file import MemoryFile
    from mementod.hooks.hook_asked import Asked
    from mementod_parsers.continuity.record import Item

Found = TypeVar("Found")
KEEP_S = 0.25  # of a hook's second, or of the eight tenths that a daemon has for its answer
HANDOVER_BYTES = 3_000  # the record has at most 4,000, and the digest of the notes comes behind them
RESUME = (
    "State again in your own words the goal, the files that your next two steps need, and the smallest next step;"
    " `mementod handoff check --goal ... --files ... --next ...` says whether they hold."
)
UNSURE = "The context was compacted, and nobody knows yet whether you know where the work stands. " + RESUME
NO_HANDOVER = (
    "`gate.resume` is set, but no hand-over was ever written here, so that there is nothing to check you against:"
    " `mementod handoff` begins one."
)
OWED = (
    "Core files changed in this session and the hand-over is older. Run `mementod handoff`, fill in what is marked,"
    " and give it to `mementod handoff write`."
)


def resumed(ask: Asked, asks_notes: bool) -> str | None:
    """What was carried over to an agent; empty when there is nothing, None when that could not be seen.

    `asks_notes`: tell what the notes ask, also where nothing was stored.
    """
    nothing: tuple[Sequence[Item], Stored | None] = (), None
    if (found := _seen(ask, _both, nothing)) is None:
        return None
    items, last = found
    from mementod_parsers.continuity.record import Class, as_lines, shown

    record = shown(_with_rules(ask, items) if asks_notes or items or last else items)
    lines = as_lines(record)
    if last is not None:
        told = [item.text for item in record[Class.CONSTRAINTS].items if any(item.text in line for line in lines)]
        lines += ["", f"Hand-over of {last.at}:", *_within(last, told)]
    return "\n".join([*(clean_line(line) for line in lines), "", RESUME]) if lines else ""


def _with_rules(ask: Asked, items: Sequence[Item]) -> Sequence[Item]:
    """The record with what the notes ask, as far as they are as they were read."""
    from mementod.continuity.rule_store import rules_at
    from mementod_parsers.continuity.rules import together

    place = ask.place
    if place is None:
        return items
    return together(items, rules_at(ask.judge.paths.of_repository(place.key) / "cache.db", place.root))


def _within(last: Stored, told: Sequence[str]) -> list[str]:
    """The hand-over as far as there is room for it; what was told above is not told again."""
    from mementod_parsers.continuity.handover import parse
    from mementod_parsers.continuity.handover_shown import shown

    lines, more = shown(parse(last.text), HANDOVER_BYTES, told)
    return [*lines, "(the rest: mementod handoff --last)"] if more else lines


def keep(ask: Asked) -> None:
    """Bring what was said so far into the record, as far as the user's `import` allows, within KEEP_S or so.

    What is cheapest first: what is in the log already, then what agents wrote since, the latest session first and each
    part of it as a whole. What there is no time for is read from there on the next time, by whoever it is. Names are
    judged when the record is asked for.
    """
    from mementod.config import load_config

    paths = ask.judge.paths
    try:
        place = ask.place
        agents = load_config(place.root, paths).imports if place else ()
        path = paths.of_repository(place.key) / "memory.db" if place else None
        if place and path and (agents or path.exists()):
            _keep(path, place.root, agents, paths)
    except (GitError, UserError, OSError):
        return


def _keep(path: Path, root: Path, agents: Sequence[str], paths: Paths) -> None:
    from mementod.continuity.engram import hear_all
    from mementod.continuity.memory_file import MemoryFile
    from mementod.stores.patience import patience

    until = time.monotonic() + KEEP_S
    with patience(KEEP_S), MemoryFile(path) as file:  # who writes now reads the same
        hear_all(file, root, agents, paths, until)


def unsure(ask: Asked, compacted: float) -> tuple[str, bool]:
    """What to say where `handoff check` has not passed since a compaction, and whether `gate.resume` denies for it.

    Where no hand-over was ever written there is nothing to check, and that is said.
    """
    from mementod.config import load_config

    nothing: tuple[Stored | None, float] = None, 0.0
    try:
        place = ask.place
        mode = load_config(place.root, ask.judge.paths).gate.resume if place else Mode.OFF
    except (GitError, UserError, OSError):
        return "", False
    if mode is Mode.OFF or (found := _seen(ask, _check, nothing)) is None:
        return "", False
    last, passed = found
    if last is None:
        return NO_HANDOVER, False
    passed = passed if passed <= ask.now + 1 else 0.0  # the clock was set back since: nobody knows when it was
    return (UNSURE, mode is Mode.BLOCK) if passed + 1 < compacted else ("", False)  # it is kept to the second


def owes_handover(ask: Asked, since: float) -> bool:
    """Whether core files changed since a moment (seconds of the clock of files) and no hand-over was written then.

    Only where hand-overs are in use. The time of one from the future says nothing: the clock was set back since.
    """
    last = _seen(ask, _last, None)
    if last is None:
        return False
    from mementod.gates.core_changes import changed_core
    from mementod_parsers.continuity.record import seconds

    paths = ask.judge.paths
    try:
        place = ask.place
        if place is None:
            return False
        written = (seconds(last.at) or 0.0) + 1  # it is kept to the second
        since = max(since, written) if written <= ask.now + 1 else since
        return bool(changed_core(place, paths, since)) or _is_committed(place, paths, last, since)
    except (GitError, UserError, OSError):
        return False


def _is_committed(place: Place, paths: Paths, last: Stored, since: float) -> bool:
    """Whether core files were committed since then, here: what was pulled is no work of this session."""
    from mementod.gates.gate_policy import read_rules
    from mementod.gates.uncovered import committed_here
    from mementod.vcs.objects import Objects

    if not last.head or not (own := committed_here(place.git, since, last.head)):
        return False
    rows = place.git.fields("diff-tree", "-r", "-z", "--name-only", "--no-renames", last.head, "HEAD", "--")
    names = [name for row in rows if (name := text(row)) in own]
    with Objects(place.git, place.oid_bytes) as objects:
        return bool(read_rules(place.root, objects, paths, names).core(names))


def clean_line(text: str) -> str:
    """One line without control characters."""
    return clean(" ".join(text.split()))


def stored(ask: Asked) -> Sequence[Item]:
    """The record of the repository that the call is in, as it is stored."""
    return _seen(ask, _items, ()) or ()


def _seen(ask: Asked, read: Callable[[MemoryFile], Found], nothing: Found) -> Found | None:
    """`nothing` where nothing was stored, None where it could not be looked at, or not in time."""
    try:
        place = ask.place
        path = ask.judge.paths.of_repository(place.key) / "memory.db" if place else None
        if path is None or not path.exists():
            return nothing
        from mementod.continuity.memory_file import MemoryFile

        with MemoryFile(path) as file:
            return read(file)
    except (GitError, UserError, OSError):
        return None


def _both(file: MemoryFile) -> tuple[Sequence[Item], Stored | None]:
    return _items(file), _last(file)


def _items(file: MemoryFile) -> Sequence[Item]:
    from mementod.continuity.record_store import RecordStore

    return RecordStore(file).items()


def _last(file: MemoryFile) -> Stored | None:
    from mementod.continuity.handover_store import HandoverStore

    return HandoverStore(file).last()


def _check(file: MemoryFile) -> tuple[Stored | None, float]:
    """The last hand-over, and when what an agent said of one held last, seconds since 1970."""
    from mementod.continuity.handover_store import PASSED
    from mementod_parsers.continuity.record import seconds

    return _last(file), seconds(str(file.value(PASSED) or "")) or 0.0
