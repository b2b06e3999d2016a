"""Whether an agent goes in circles: the same command with the same outcome, and nothing was done in between.

A false word here costs more than a missed one, so little counts. An edit, a command that writes, the end of a turn (the
user may do something then) and any command that was not run lately may change what comes next; only looks and commands
that were run before do not. Commands that ask about something outside are repeated while they wait. What succeeds may
be run twice. One small file a session holds what was run lately: hashes alone.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mementod.hooks.hook_files import locked, opened, short

LATELY = 8  # calls
WITHIN_S = 600.0  # of the one before it: later the world is another one
TWICE_S = 0.5  # the same call comes again, from two settings, within this time; a model takes longer to answer
FILE_BYTES = 2_000
SUFFIX = ".calls"
SAID = "said"

_LOOKS = re.compile(
    r"(?:cat|head|tail|less|ls|pwd|wc|file|stat|tree|find|grep|rg|which|echo|sed -n|git (?:status|log|diff|show))\b"
)
_JOINED = re.compile(r"[;|&><`\n]|\$\(|\s-(?:exec|delete|o)\b")
_WAITS = re.compile(
    r"\b(?:sleep|wait|watch|poll|timeout|tail|date|uptime|ps|pgrep|top|jobs|free|df|lsof|ss|netstat|curl|wget|http|ping|nc"
    r"|ssh|gh|glab|kubectl|docker|podman|systemctl|journalctl|service|squeue|nvidia-smi|aws|gcloud|az|terraform)\b"
)
# How long it took, when, where in memory, and in which process.
_VARYING = re.compile(
    r"\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|min)\b|\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b|\b0x[0-9a-f]+\b"
    r"|(?:PGID|shellId): \d+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Run:
    """A command that was run. `id` is that of its call, where the agent gives one."""

    command: str
    outcome: str
    failed: bool
    subagent: str = ""
    id: str = ""

    @cached_property
    def key(self) -> str:
        return short(f"{self.subagent}\0{self.command}\0{_VARYING.sub('', self.outcome)}")

    @cached_property
    def call(self) -> str:
        """Its id, as it is kept."""
        return short(self.id)

    @property
    def is_look(self) -> bool:
        """Whether it surely changes nothing."""
        return _LOOKS.match(self.command) is not None and _JOINED.search(self.command) is None


@dataclass(frozen=True, slots=True)
class _Past:
    at: float
    key: str
    id: str
    kind: str  # "new", "look", "again", or SAID

    def line(self) -> str:
        return f"{self.at:.3f} {self.key} {self.id} {self.kind}\n"


@dataclass(frozen=True, slots=True)
class Repeats:
    """Of one user's sessions, in a folder of our own."""

    folder: Path

    def ran(self, session: str, now: float, run: Run) -> int:
        """How many calls ago the same was run with the same outcome, where that has to be said; else 0."""
        with contextlib.suppress(OSError), _locked(self._path(session)) as file:
            past = _read(file)
            if any(_is_same_call(each, run, now) for each in past):
                return 0
            ago = _ago(past, run, now)
            kind = SAID if ago and _is_worth_it(past, run) else _kind(past, run)
            _write(file, [*past, _Past(now, run.key, run.call, kind)][-LATELY:])
            return ago if kind == SAID else 0
        return 0

    def changed(self, session: str) -> None:
        """Something was done: what was run before it says nothing about what comes."""
        with contextlib.suppress(OSError):
            self._path(session).unlink(missing_ok=True)

    def _path(self, session: str) -> Path:
        return self.folder / f"{short(session)}{SUFFIX}"


def counts(command: str) -> bool:
    """Whether it means anything that this command is run again."""
    return _WAITS.search(command) is None


def _ago(past: Sequence[_Past], run: Run, now: float) -> int:
    """How many calls ago the same was run; 0 where it was not, or something was done since."""
    for ago, each in enumerate(reversed(past), 1):
        if each.key == run.key:
            return ago if 0 <= now - each.at < WITHIN_S else 0
        if each.kind == "new":
            return 0
    return 0


def _kind(past: Sequence[_Past], run: Run) -> str:
    if any(each.key == run.key for each in past):
        return "again"
    return "look" if run.is_look else "new"


def _is_worth_it(past: Sequence[_Past], run: Run) -> bool:
    """Once in a row of repetitions; what succeeded only when it is run a third time."""
    before = [each.kind for each in past if each.key == run.key]
    return SAID not in before and (run.failed or len(before) > 1)


def _is_same_call(each: _Past, run: Run, now: float) -> bool:
    if run.id:
        return each.id == run.call
    return each.key == run.key and abs(now - each.at) < TWICE_S


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Raises OSError, also where somebody else has it: then nothing is said."""
    descriptor, _ = opened(path)
    try:
        if not locked(descriptor):
            raise BlockingIOError
        yield descriptor
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> list[_Past]:
    found = []
    for line in os.pread(descriptor, FILE_BYTES, 0).decode("ascii", "replace").split("\n"):
        with contextlib.suppress(ValueError):
            at, key, call, kind = line.split(" ")
            found.append(_Past(float(at), key, call, kind))
    return found


def _write(descriptor: int, past: Sequence[_Past]) -> None:
    data = "".join(each.line() for each in past).encode()
    os.pwrite(descriptor, data, 0)
    os.ftruncate(descriptor, len(data))
