"""A progress bar on standard error, for a person who has waited a second already.

Must never appear in a pipe, and leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE_S = 1.0


class Meter:
    """Owns the bar. `show` is what the engine calls: what it does, how much is done, of how much."""

    def __init__(self, clock: Callable[[], float], wanted: bool) -> None:
        self._clock, self._wanted = clock, wanted
        self._start = clock()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None

    def show(self, what: str, done: int, total: int) -> None:
        """Note progress; draws nothing before the patience of a person ends."""
        if not self._wanted:
            return
        if self._bar is None and self._clock() - self._start >= PATIENCE_S:
            self._begin()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=what, completed=done, total=total or None)

    def _begin(self) -> None:
        from rich.console import Console  # 100 ms that a short run never pays
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._bar.start()
        self._task = self._bar.add_task("")
