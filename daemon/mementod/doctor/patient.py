"""What all probes look at: this user's folders, the daemon's own words, the registry. Gathered once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mementod.ipc.client import WhyNot
from mementod.paths import Paths
from mementod.stores.ledger_rows import Enrolled


@dataclass(frozen=True, slots=True)
class Patient:
    """`status` is what the daemon answered, else `why` it did not. `ledger_problem`: why `rows` may be incomplete.

    `service` says what `service status` does, `notice` what became of one that it sends; both raise UserError.
    """

    paths: Paths
    state: Path
    rows: tuple[Enrolled, ...]
    status: dict[str, Any] | None
    why: WhyNot | None
    answer_s: float
    service: Callable[[], dict[str, Any]]
    notice: Callable[[], dict[str, Any]]
    ledger_problem: str = ""

    @property
    def ledger(self) -> Path:
        return self.state / "ledger.db"
