"""The texts that an agent goes on from: made in one place, for the command line and by the daemon for it.

Imports little: where a daemon has the text, the command line loads nothing that makes one.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mementod.continuity.memory_file import MemoryFile
    from mementod.judging.engine import Engine
    from mementod.paths import Paths
    from mementod_parsers.continuity.record import Item

ALL_TOKENS = 1_000_000
_UNREAD = "(not read yet for what they ask: {}; ask again)"
UNREAD_SHOWN = 3
_NOTHING = "Nothing that binds, names code or states a goal was said yet: `mementod remember`, or imported sessions."


@dataclass(frozen=True, slots=True)
class Text:
    """`text` is not made safe for a terminal yet; `problems` are what people should know beside it, a line each."""

    text: str
    problems: tuple[str, ...] = ()


def text_of(engine: Engine, paths: Paths, what: str, options: dict[str, Any]) -> Text:
    """The text of the command `what`. Raises UserError, and ValueError for what is none."""
    from mementod.continuity.places import memory_of, memory_or_none
    from mementod.stores.patience import patience

    with patience(), (memory_or_none if what == "boot" else memory_of)(engine, paths) as file:
        match what, options:
            case "boot", {"budget": int(budget)}:
                found = _boot(engine, file, paths, budget)
            case "engram", {"everything": bool(everything), "json": bool(as_json)}:
                found = _engram(engine, file, paths, everything, as_json)
            case "handoff", {}:
                found = _handoff(engine, file, paths)
            case _:
                raise ValueError(f"there is no text {what[:40]!r} of these options")
        said = (*found.problems, *([file.problem] if file.problem else []), *engine.problems())
        return Text(found.text, tuple(dict.fromkeys(said)))


def _boot(engine: Engine, file: MemoryFile, paths: Paths, budget: int) -> Text:
    from mementod.continuity.boot import text
    from mementod.continuity.start import gather
    from mementod.files import is_denied
    from mementod_parsers.continuity.record import few

    start = gather(engine, file, paths)
    denied = [note.note.path for note in start.report.notes if is_denied(engine.root, note.note.path)]
    said = f"{few(denied)} cannot be read (Permission denied), and so not shown" if denied else ""
    return Text(text(start, budget), tuple(filter(None, (start.problem, said))))


def _engram(engine: Engine, file: MemoryFile, paths: Paths, everything: bool, as_json: bool) -> Text:
    from mementod.continuity.contradicted import side_by_side
    from mementod.continuity.engram import and_rules
    from mementod.continuity.places import record_of
    from mementod_parsers.continuity.record import CLASS_TOKENS, as_lines, shown

    kept, problems = record_of(engine, file, paths)
    items, unread = and_rules(engine, kept)
    record = shown(side_by_side(items), ALL_TOKENS if everything else CLASS_TOKENS)
    if not as_json:
        more = [f"{len(unread) - UNREAD_SHOWN} more notes"] if len(unread) > UNREAD_SHOWN else []
        later = [_UNREAD.format(", ".join([*unread[:UNREAD_SHOWN], *more]))] if unread else []
        return Text("".join(f"{line}\n" for line in [*(as_lines(record, everything) or [_NOTHING]), *later]), problems)
    classes = {
        kind.value: {"items": [_plain(i) for i in part.items], "more": part.more} for kind, part in record.items()
    }
    found = {"schema": "mementod.engram/1", "unread": unread} | classes
    return Text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", problems)


def _plain(item: Item) -> dict[str, Any]:
    """A statement with the place it was taken from: a line of a note, or one of the log."""
    found = asdict(item)
    said, _, line = item.origin.rpartition(" ")
    source = found.pop("note") or said.removeprefix("user, ")
    return found | {"source": source, "line": item.line or (int(line) if line.isdecimal() else 0)}


def _handoff(engine: Engine, file: MemoryFile, paths: Paths) -> Text:
    from mementod.continuity.engram import and_rules
    from mementod.continuity.handover import draft
    from mementod.continuity.places import record_of
    from mementod_parsers.continuity.handover import as_text

    kept, problems = record_of(engine, file, paths)
    return Text(as_text(draft(engine, file, and_rules(engine, kept)[0])), problems)
