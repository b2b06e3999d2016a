"""What we put into files of others: noted in the ledger before it is written, and taken back from what is noted.

Owns no file but the script that all hooks call. Whatever ends a run in the middle, the next one knows what to undo.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import mementod_hooks
from mementod.errors import UserError
from mementod.installing.apply import EXECUTABLE, Done, Undone, carry_out, look, undo
from mementod.ipc.daemon_answers import write_through
from mementod.registry.repos import Carry
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Installed
from mementod_hooks.install import Edit, Form, Plan, plan_run_hook
from mementod_hooks.install_agents import has_ours

SCRIPT = "run-hook"  # whose the script is
CLIENTS_CAP = 4  # installations on this machine that the script tries
_CLIENT = re.compile(r'\brun (\S.*?) "\$@"')


class Book(Protocol):
    """Who keeps what is installed: the ledger, or where a daemon may own that, whoever asks it."""

    def installed(self) -> tuple[Installed, ...]: ...

    def install(self, whose: str, rows: Iterable[Installed], /) -> None: ...


@dataclass(frozen=True, slots=True)
class LedgerBook:
    """The ledger as a command uses it: a daemon that runs does the writing. Raises UserError."""

    path: Path

    def installed(self) -> tuple[Installed, ...]:
        with Ledger(self.path) as ledger:
            return ledger.installed()

    def install(self, whose: str, rows: Iterable[Installed], /) -> None:
        write_through(self.path, (Carry(whose, tuple(rows)),))


@dataclass(slots=True)
class Removal:
    """What became of files that carried our part, and what could not be taken out of them."""

    done: dict[str, Undone] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def cleaned(self) -> list[str]:
        """Files that others changed since: only our part is gone."""
        return [path for path, what in self.done.items() if what is Undone.CLEANED]

    @property
    def changed(self) -> list[str]:
        return [path for path, what in self.done.items() if what is not Undone.ABSENT]


@dataclass(frozen=True, slots=True)
class Installation:
    """All of one user. `state` is our own directory, which keeps what the files held."""

    state: Path
    book: Book

    def rows(self, whose: str) -> tuple[Installed, ...]:
        return tuple(row for row in self.book.installed() if row.whose == whose)

    def put_in(self, whose: str, edits: Sequence[Edit], healed_on: str = "") -> None:
        """Carry these edits out, all or none. Raises UserError with all files, and what is noted, as they were.

        `healed_on`: today, when this puts back what others took out.
        """
        self._take_back(whose, [edit for edit in edits if not _carries(edit)])
        ours = [edit for edit in edits if _carries(edit)]
        if not ours:
            return
        before = self.rows(whose)
        heals = 1 + max((row.heals for row in before if row.healed_on == healed_on), default=0) if healed_on else 0

        noted = False

        def note(planned: tuple[Done, ...]) -> None:
            nonlocal noted
            noted = True
            rows = {row.done.path: row for row in before}
            rows |= {done.path: Installed(whose, done, healed_on, heals) for done in planned}
            self.book.install(whose, rows.values())

        try:
            carry_out(ours, self.state, [row.done for row in before], note)
        except UserError:
            if noted:
                self.book.install(whose, before)
            raise

    def take_out(self, whose: str) -> Removal:
        """Take back all that is noted; what cannot be stays noted for another time."""
        rows, removal = self.rows(whose), Removal()
        left = [row for row in rows if not self._undone(row.done, removal)]
        if rows:
            self.book.install(whose, left)
        return removal

    def take_out_unknown(self, plan: Plan, removal: Removal) -> None:
        """Take out what nobody noted: the ledger was lost, or somebody moved or copied the file."""
        removal.problems += plan.problems
        for edit in (edit for edit in plan.edits if has_ours(edit.before)):
            try:
                carry_out((edit,), self.state)
            except UserError as error:
                removal.problems.append(str(error))
            else:
                removal.done[edit.path] = Undone.CLEANED

    def script(self, path: Path) -> None:
        """Have the script that hooks call, at `path`. Raises UserError."""
        (found,) = look([str(path)]).values()
        plan = plan_run_hook(str(path), found, clients(found))
        edits = plan.edits
        if found is not None and not edits and not self.rows(SCRIPT):  # the ledger was lost
            edits = (Edit(str(path), Form.WHOLE, found, found),)
        self.put_in(SCRIPT, edits)
        if not os.access(path, os.X_OK):
            path.chmod(EXECUTABLE)

    def release_script(self) -> Removal:
        """The script goes with the last hook that calls it."""
        others = [row for row in self.book.installed() if row.whose != SCRIPT]
        return Removal() if others else self.take_out(SCRIPT)

    def _take_back(self, whose: str, edits: Sequence[Edit]) -> None:
        """Edits that take our part out: better by what is noted, which gives back the very bytes."""
        rows = {row.done.path: row for row in self.rows(whose)}
        for edit in edits:
            if edit.path in rows:
                undo(rows[edit.path].done, self.state)
            else:
                carry_out((edit,), self.state)
        gone = {edit.path for edit in edits}
        if gone & rows.keys():
            self.book.install(whose, [row for path, row in rows.items() if path not in gone])

    def _undone(self, done: Done, removal: Removal) -> bool:
        try:
            removal.done[done.path] = undo(done, self.state)
        except UserError as error:
            removal.problems.append(str(error))
            return False
        return True


def clients(found: bytes | None) -> tuple[tuple[str, str], ...]:
    """Interpreter and client of this installation, then of those that an earlier script names and that are there."""
    own = (sys.executable, str(Path(mementod_hooks.__file__).parent / "client.py"))
    text = (found or b"").decode("utf-8", "surrogateescape")
    named = [tuple(shlex.split(words)) for words in _CLIENT.findall(text)]
    earlier = [(pair[0], pair[1]) for pair in named if len(pair) == 2 and all(map(os.path.exists, pair))]
    return tuple(dict.fromkeys((own, *earlier)))[:CLIENTS_CAP]


def _carries(edit: Edit) -> bool:
    """Whether our part is in the file after this edit."""
    return edit.after is not None and (edit.form is Form.WHOLE or has_ours(edit.after))
