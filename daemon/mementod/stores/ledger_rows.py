"""The records that the ledger keeps, and how they are written in it.

Pure. An absent value is the empty text in the file and None in a record; a name that is no UTF-8 is kept as bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mementod_parsers.model import How, Kind, Level, Verdict

if TYPE_CHECKING:
    from mementod.installing.apply import Done


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A work tree, or a folder without git, that is watched."""

    id: str  # see registry.identity
    root: Path
    common: Path  # the git directory that linked work trees share; the root itself without git
    trust: str  # why we may work there, see registry.enrolment.Trust
    config: str  # sha256 of git's configuration file before our id came in, empty when it is not there
    enrolled_at: str  # ISO time, UTC


@dataclass(frozen=True, slots=True)
class Vouched:
    """What a person or the daemon saw a line mean."""

    commit: str
    how: How


@dataclass(frozen=True, slots=True)
class Observed:
    """What a citation resolved to when the daemon saw its line appear."""

    note: str
    text: str
    commit: str  # HEAD of then, full
    kind: Kind
    path: str | None
    symbol: str | None
    fingerprint: str | None  # of the symbol's body, hexadecimal
    at: str  # ISO time, UTC


@dataclass(frozen=True, slots=True)
class Transition:
    """A verdict that became another one; None is a citation that was not there, or is no more.

    The ledger gives `seq`, which never repeats, and `batch`, the `seq` of the first of those published together.
    """

    citation: str  # its id, as in reports
    note: str
    line: int
    text: str
    before: Verdict | None
    after: Verdict | None
    level: Level  # of `after`
    target: str | None
    evidence: str
    at: str  # ISO time, UTC
    repository: str = ""
    seq: int = 0
    batch: int = 0
    place: str = ""  # what the citation stood for; kept in its concern alone


ConcernKey = tuple[str, str, str]  # repository, kind, subject


@dataclass(frozen=True, slots=True)
class Concern:
    """Something that a person is told of by a notice, once for each state."""

    repository: str  # its id; empty: about the daemon itself
    kind: str  # see notices.notice.Kind
    subject: str  # the id of a citation, the path of a core file, the name of a trouble
    verdict: str
    target: str  # where it is now; of a core file the commit
    note: str
    line: int
    place: str  # what is gone, or what was changed
    evidence: str
    at: str  # since when, ISO time, UTC
    told: str = ""  # when, ISO time, UTC; empty: not yet
    healed: str = ""  # since when it is over; empty: it is not

    @property
    def key(self) -> ConcernKey:
        return self.repository, self.kind, self.subject

    @property
    def state(self) -> tuple[str, str]:
        """What has to be another one for it to be told again."""
        return self.verdict, self.target


@dataclass(frozen=True, slots=True)
class LastNotice:
    """When (ISO time, UTC) and where a person was last told by a notice; see notices.notice.Way."""

    way: str
    at: str


@dataclass(frozen=True, slots=True)
class Told:
    """The judgement on one citation that people were last told."""

    verdict: Verdict
    target: str | None
    level: Level


@dataclass(frozen=True, slots=True)
class Snooze:
    """No notices before `until` (ISO time, UTC): of a citation, else of a repository, else of any."""

    repository: str
    citation: str
    until: str


@dataclass(frozen=True, slots=True)
class Installed:
    """A file that carries our part: what was done to it, and how often it was done again because others undid it."""

    whose: str  # an agent, the family of a repository's ids, or `installation.SCRIPT`
    done: Done
    healed_on: str = ""  # the last day, ISO date, UTC
    heals: int = 0  # on that day


def installed_row(row: Installed) -> tuple[str | int, ...]:
    """In the order of its table; folders are a JSON list, for a path may hold any character but NUL."""
    done = row.done
    folders = json.dumps(done.folders)
    return (row.whose, done.path, done.real, done.form, done.before, done.after, folders, row.healed_on, row.heals)


def installed_of(row: Sequence[object]) -> Installed:
    """Raises ValueError for what is none."""
    from mementod.installing.apply import Done  # a check needs the ledger, and nothing of hooks
    from mementod_hooks.install import Form

    whose, path, real, form, before, after, folders, healed_on, heals = map(str, row)
    made = tuple(map(str, json.loads(folders)))
    return Installed(whose, Done(path, real, Form(form), before, after, made), healed_on, int(heals))


Value = str | bytes | int


def stored(value: object) -> Value:
    """A field as SQLite keeps it: its text is UTF-8, and a name that is not is kept as bytes."""
    if isinstance(value, int):
        return value
    name = "" if value is None else str(value)
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")
    return name


def loaded(row: Sequence[Value]) -> list[str | int]:
    return [value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value for value in row]
