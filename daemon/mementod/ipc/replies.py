"""What the daemon answers, as plain JSON values."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mementod import __version__
from mementod.brain.home import Home
from mementod.errors import UserError
from mementod.hooks import hook_cited, hook_notes
from mementod.ipc import wire, wire_changes
from mementod.ipc.last_told import ROWS_CAP, last_told
from mementod.ipc.protocol import Op, Request
from mementod.stores.ledger_rows import Transition

if TYPE_CHECKING:
    from mementod.brain.loop import Brain

Plain = dict[str, Any]


def status(brain: Brain) -> Plain:
    """Everything that `mementod status` shows; memory in bytes, times in seconds."""
    return {
        "version": __version__,
        "pid": os.getpid(),
        "paused": brain.is_paused,
        "managed": brain.is_managed,
        "uptime_s": brain.uptime_s(),
        "memory": {"brain": _resident_bytes(os.getpid()), "watcher": _resident_bytes(brain.lookout.pid)},
        "watcher_restarts": brain.lookout.restarts(),
        "problems": list(_problems(brain)),
        "notices": brain.notices.plain(),
        "repositories": [_told(home, brain) for home in sorted(brain.homes.values(), key=lambda h: str(h.row.root))],
    }


def _problems(brain: Brain) -> Iterator[str]:
    """What is wrong with the daemon itself."""
    if brain.lookout.is_down:
        yield "nobody watches: the watcher ended too often and is started again within a minute (see `mementod logs`)"
    if brain.roster.problem:
        yield brain.roster.problem
    if brain.is_outdated():
        yield "the program was changed on disk after this daemon was started: start it again"


def judged(home: Home, request: Request, brain: Brain) -> Plain:
    """The answer to a question about verdicts, as of the last look."""
    resident, args = home.resident, request.args
    assert resident is not None
    match request.op:
        case Op.SYMBOLS:
            rows = resident.symbols(_text(args, "name"))
            return {"symbols": [[row.path, row.qual, row.kind, row.line] for row in rows]}
        case Op.CITED:
            return {"cited": hook_cited.plain(_cited(home, args))}
        case Op.VERIFY:
            return {"verified": brain.verify(home, _texts(args, "notes"))}
        case _:
            return wire.plain(resident.report(_texts(args, "notes")))


def _cited(home: Home, args: Plain) -> list[hook_cited.Cited]:
    """What the notes say of these files, absolute; without them, all that does not hold."""
    assert home.resident is not None
    reports, root = home.resident.report().notes, f"{home.row.root}/"
    if "paths" not in args:
        return hook_notes.stale(reports)
    return hook_notes.touching(reports, [path.removeprefix(root) for path in _texts(args, "paths")])


def registry(brain: Brain, args: Plain) -> Plain:
    """Change the registry, and say what is in it then."""
    brain.roster.register([wire_changes.change(row) for row in args["changes"]])
    return {"repositories": [_home(home) for home in brain.homes.values()]}


def snoozed(brain: Brain, args: Plain, now: float) -> Plain:
    """Tell nothing of a repository, or of any (`repository` empty), before `until`."""
    until, repository = datetime.fromisoformat(_text(args, "until")), _text(args, "repository")
    if repository and repository not in brain.homes:
        raise UserError("this repository is not enrolled")
    brain.notices.snooze([repository], until.astimezone(UTC).isoformat(timespec="seconds"), now)
    return brain.notices.plain()


def greeting(home: Home) -> Plain:
    """What who watches a repository hears first, once it is judged."""
    return {"event": "start", "root": str(home.row.root), "notes": len(home.tally), "levels": home.tally.by_level()}


def transitions(home: Home, rows: Sequence[Transition]) -> Plain:
    return {"event": "transitions", "root": str(home.row.root), "rows": [_transition(row) for row in rows]}


def _transition(row: Transition) -> Plain:
    return {
        "at": row.at,
        "id": row.citation,
        "note": row.note,
        "line": row.line,
        "text": row.text,
        "before": row.before,
        "after": row.after,
        "level": row.level,
        "target": row.target,
        "evidence": row.evidence,
    }


def _told(home: Home, brain: Brain) -> Plain:
    try:
        newest = brain.newest(home, ROWS_CAP)
    except UserError:  # it is said among the problems
        newest = ()
    return _home(home) | {"last_told": last_told(newest)}


def _home(home: Home) -> Plain:
    state, resident = home.state, home.resident
    return {
        "id": home.row.id,
        "root": str(home.row.root),
        "state": _state(home),
        "problem": home.trouble or home.untold or (state.problem if state else ""),
        "mode": state.mode if state else None,
        "watched": state.watched if state else 0,
        "polled": state.polled if state else 0,
        "files": state.files if state else 0,
        "lost_changes": state.lost_changes if state else 0,
        "notes": home.tally.by_status(),
        "levels": home.tally.by_level(),
        "quarantine": len(resident.resources.facts.quarantined) if resident else 0,
        "generation": resident.generation if resident else 0,
        "uncovered": [asdict(each) for each in home.uncovered],
        "hooks": list(home.hooks),
    }


def _state(home: Home) -> str:
    if home.is_gone:
        return "gone"
    if home.problem:
        return "failing"
    if not home.is_open:
        return "opening"
    if not home.is_ready:
        return "unwatched"
    return "held" if home.is_busy else "judging" if home.has_work else "fresh"


def _resident_bytes(pid: int | None) -> int | None:
    """Anonymous memory of a process; None where the system does not say."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    sizes = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    return int(sizes.get("RssAnon", "0 kB").split()[0]) * 1024


def _text(args: Plain, name: str) -> str:
    value = args.get(name)
    if not isinstance(value, str):
        raise UserError(f"`{name}` must be a text")
    return value


def _texts(args: Plain, name: str) -> tuple[str, ...]:
    value = args.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UserError(f"`{name}` must be a list of texts")
    return tuple(value)
