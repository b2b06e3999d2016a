"""Everything that can happen to the brain. A closed set: the loop matches over it, and nothing else changes state."""

from __future__ import annotations

from dataclasses import dataclass

from mementod.ipc.protocol import Request
from mementod.notices.notice import Report as NoticeReport
from mementod.watcher.messages import Report
from mementod_hooks.gate_model import Uncovered

MARGIN_S = 0.1  # for an answer to get there


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody asks over the socket. Answered by `Server.reply`; after `deadline` (monotonic) nobody listens."""

    connection: int
    request: Request
    deadline: float

    @property
    def until(self) -> float:
        """When an answer has to be ready (monotonic)."""
        return self.deadline - MARGIN_S


@dataclass(frozen=True, slots=True)
class Gone:
    """Who asked is not there any more, and had not got the last answer. Comes once for such a Question, after it."""

    connection: int


@dataclass(frozen=True, slots=True)
class Watched:
    """The watcher process reports."""

    report: Report


@dataclass(frozen=True, slots=True)
class WatcherEnded:
    """The watcher process is gone: whatever changes from now on goes unseen."""

    reason: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """The desk tells what became of a notice."""

    report: NoticeReport


@dataclass(frozen=True, slots=True)
class Patrolled:
    """What was found in a repository besides verdicts; `uncovered` None: nobody could look."""

    repository: str
    uncovered: tuple[Uncovered, ...] | None
    lines: tuple[str, ...]  # what became of our hooks


@dataclass(frozen=True, slots=True)
class Reload:
    """Read the configuration again."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End in good order, with this exit code."""

    why: str
    code: int = 0


Event = Question | Gone | Watched | WatcherEnded | Noticed | Patrolled | Reload | Stop
