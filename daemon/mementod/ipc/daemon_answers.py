"""What the command line asks the daemon, and what it takes an answer for.

A daemon is an accelerator, never an authority: whatever it does not answer in time is judged here, with the same code.
Imports little: where the daemon has the answer, nothing is loaded that would judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mementod.continuity.texts import Text
from mementod.errors import ExitCode, UserError
from mementod.ipc.client import WhyNot, ask, follow
from mementod.ipc.daemon_advice import WHY_NOT, advice
from mementod.ipc.protocol import Error, Op, ProtocolError, Request

if TYPE_CHECKING:
    from mementod.judging.engine import SymbolRow
    from mementod.judging.request import Request as Question
    from mementod.paths import Paths
    from mementod.registry.repos import Change
    from mementod_parsers.model import Report

CHECK_LIMIT_MS = 2000  # about what a judgement of our own takes
NEEDED_LIMIT_MS = 10_000


class Daemon:
    """An `engine.Elsewhere`. Absent, busy, hung or of another version: it has no answer."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self.problems: tuple[str, ...] = ()  # why a daemon that is there was not asked
        self._is_late = False  # it had no answer in time: no report is waited for after that

    def report(self, root: Path, question: Question) -> Report | None:
        """The daemon's report on the work tree."""
        if question.rev or question.staged or question.range or any(name in (".", "") for name in question.notes):
            return None
        if self._is_late or not (data := self._data(root, Op.CHECK, {"notes": list(question.notes)}, CHECK_LIMIT_MS)):
            return None
        from mementod.ipc import wire

        try:
            found = wire.report(data)
        except (KeyError, TypeError, ValueError):  # not what we would have said: judge it ourselves
            return None
        if found.root != str(root):
            return None
        return found if {note.note.path for note in found.notes}.issuperset(question.notes) else None

    def symbols(self, root: Path, name: str) -> list[SymbolRow] | None:
        if not (data := self._data(root, Op.SYMBOLS, {"name": name}, CHECK_LIMIT_MS)):
            return None
        from mementod.judging.engine import SymbolRow

        return [SymbolRow(*row) for row in data["symbols"]]

    def verify(self, root: Path, notes: Sequence[str]) -> int | None:
        data = self._data(root, Op.VERIFY, {"notes": list(notes)}, NEEDED_LIMIT_MS)
        return int(data["verified"]) if data else None

    def text(self, folder: Path, what: str, options: dict[str, Any]) -> Text | None:
        """A text that an agent goes on from, of the repository around a folder."""
        data = self._data(folder, Op.MEMORY, {"what": what} | options, CHECK_LIMIT_MS)
        return Text(data["text"], tuple(data["problems"])) if data else None

    def _data(self, root: Path, op: Op, args: dict[str, Any], limit_ms: int) -> dict[str, Any] | None:
        """What it knows as of now; None for whatever reason not."""
        try:
            answer = ask(self._paths.state_dir(), Request(op, str(root), args, limit_ms))
        except ProtocolError:
            return None
        if answer in (WhyNot.OLDER, WhyNot.NEWER):
            self.problems = (f"judged without the daemon: {_other_version(self._paths.state_dir(), answer)}",)
        why = answer if isinstance(answer, WhyNot) else answer.error
        self._is_late = why in (WhyNot.HUNG, Error.BUSY, Error.TOO_LATE)
        if isinstance(answer, WhyNot) or not answer.ok or not answer.fresh:
            return None
        found: dict[str, Any] = answer.data
        return found


def write_through(ledger: Path, changes: Sequence[Change]) -> None:
    """Have the registry changed: by the daemon, which alone writes while it runs, else here.

    Raises UserError when it cannot be, and then says which part was not.
    """
    from mementod.ipc.wire_changes import plain_change  # with the registry, which no question needs
    from mementod.registry.repos import apply
    from mementod.stores.ledger import Ledger

    args = {"changes": [plain_change(change) for change in changes]}
    answer = ask(ledger.parent, Request(Op.ENROL, None, args, NEEDED_LIMIT_MS))
    if isinstance(answer, WhyNot) and answer is not WhyNot.ABSENT:
        raise UserError(f"nothing was changed: {_other_version(ledger.parent, answer)}")
    if not isinstance(answer, WhyNot):
        if not answer.ok:
            raise UserError(answer.message)
        return
    with Ledger(ledger) as store:
        for change in changes:
            apply(store, change)


def told(paths: Paths, root: Path) -> Iterator[dict[str, Any]]:
    """What the daemon tells of a repository, beginning with a `start`; nothing when it does not watch it."""
    with closing(follow(paths.state_dir(), Request(Op.WATCH, str(root), {}, CHECK_LIMIT_MS))) as answers:
        for answer in answers:
            if isinstance(answer, WhyNot) or not answer.ok:
                return
            yield answer.data


def needed(paths: Paths, op: Op, args: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question that only a daemon has. UserError, exit code 4, when it does not give one."""
    answer = ask(paths.state_dir(), Request(op, None, args, NEEDED_LIMIT_MS))
    if isinstance(answer, WhyNot):
        raise UserError(advice(answer, paths), ExitCode.NO_DAEMON)
    if not answer.ok:
        raise UserError(f"the daemon says: {answer.message}", ExitCode.NO_DAEMON)
    found: dict[str, Any] = answer.data
    return found


def _other_version(state: Path, why: WhyNot) -> str:
    """What to do about it. An older daemon that somebody starts again is asked to make room for this program."""
    if why is WhyNot.OLDER and _makes_room(state):
        return "it is older than this program, and is being started again just now"
    return WHY_NOT[why]


def _makes_room(state: Path) -> bool:
    about = ask(state, Request(Op.STATUS))
    if isinstance(about, WhyNot) or not about.ok or not about.data.get("managed"):
        return False
    stopped = ask(state, Request(Op.STOP, args={"again": True}))
    return not isinstance(stopped, WhyNot) and stopped.ok
