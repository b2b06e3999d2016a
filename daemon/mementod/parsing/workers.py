"""Parser workers: started when there is work, killed when one hangs, replaced when one dies.

A parse is native code that holds the interpreter's lock and on hostile input never returns, so the only
complete bound is another process and a clock on our side. Each worker has a few jobs in its pipe, so that it
never waits for us; only the first is being parsed, and only that one is blamed when the worker hangs or dies.

Invariant: every job gets exactly one answer, whatever its bytes do, and no job's fate changes another's.
Use a pool from one thread that lives as long as it: on Linux a worker dies with the thread that started it.
"""

from __future__ import annotations

import logging
import os
import selectors
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from types import TracebackType

from mementod.parsing.worker import Answer, Job, Trouble, Why, Worker
from mementod_parsers.code import tokens

MAX_WORKERS = 2
MEMORY_LIMIT_BYTES = 1 << 30  # of address space, for each
PIPELINE_JOBS = 4  # in one worker's pipe
HANGS_CAP = 4  # files of one language in a pool's life: the others of it are then left alone
HANGS_TOTAL_CAP = 12
START_TRIES = 3  # workers that die before they are ready, in a row, until we stop trying

log = logging.getLogger(__name__)


class Workers:
    """A small pool of worker processes."""

    def __init__(self, size: int | None = None, memory_bytes: int = MEMORY_LIMIT_BYTES) -> None:
        self._memory_bytes = memory_bytes
        self._size = size if size is not None else max(1, min(MAX_WORKERS, os.cpu_count() or 1))
        self._workers: list[Worker] = []
        self._again: deque[Job] = deque()  # were waiting in the pipe of a worker that died
        self._suspect: Job | None = None  # a worker died at it once
        self._failed_starts = 0
        self._hangs: Counter[str] = Counter()  # by language
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        self._selector.close()

    def close(self) -> None:
        """End all workers; the next `parse` starts new ones."""
        for worker in tuple(self._workers):
            self._drop(worker)

    def pids(self) -> tuple[int, ...]:
        return tuple(worker.process.pid for worker in self._workers if worker.process is not None)

    def parse(self, jobs: Iterable[Job]) -> Iterator[Answer]:
        """Answers in the order in which they are ready; `jobs` is read only as fast as they are done."""
        source = iter(jobs)
        try:
            while True:
                yield from self._feed(source)
                if not any(worker.jobs for worker in self._workers):
                    return
                yield from self._turn()
        finally:
            self._abandon()

    def _feed(self, source: Iterator[Job]) -> Iterator[Answer]:
        """Fill the pipes; answer at once what no worker may see."""
        while (worker := self._free()) is not None or self._failed_starts >= START_TRIES:
            job = self._again.popleft() if self._again else next(source, None)
            if job is None:
                return
            if len(job.data) > tokens.TOKENS_MAX_BYTES:
                yield job, Trouble(Why.TOO_LARGE)
            elif self._hangs[job.language] >= HANGS_CAP or self._hangs.total() >= HANGS_TOTAL_CAP:
                yield job, Trouble(Why.OTHERS_HUNG)
            elif worker is None or (worker.process is None and not self._start(worker)):
                yield job, Trouble(Why.NO_WORKER)
            else:
                worker.take(job)
                self._write(worker)

    def _free(self) -> Worker | None:
        """The least busy worker; a new one, not yet started, only when all pipes are full."""
        worker = min(self._workers, key=lambda each: len(each.jobs), default=None)
        if worker is not None and len(worker.jobs) < PIPELINE_JOBS:
            return worker
        if len(self._workers) >= self._size or self._failed_starts >= START_TRIES:
            return None
        return Worker()

    def _start(self, worker: Worker) -> bool:
        try:
            worker.start(self._memory_bytes)
        except OSError as error:
            log.warning("a parser worker does not start: %s", error)
            self._failed_starts = START_TRIES
            return False
        self._workers.append(worker)
        self._selector.register(worker.source, selectors.EVENT_READ, worker)
        return True

    def _turn(self) -> Iterator[Answer]:
        """Wait for the next thing to happen in any pipe, or for the first deadline."""
        first = min(worker.deadline for worker in self._workers if worker.jobs)
        for event, mask in self._selector.select(max(0.0, first - time.monotonic())):
            worker: Worker = event.data
            if worker not in self._workers:
                continue
            if mask & selectors.EVENT_WRITE:
                self._write(worker)
            else:
                yield from self._read(worker)
        now = time.monotonic()
        for worker in tuple(self._workers):
            if worker.jobs and now >= worker.deadline:
                yield from self._lose(worker, Why.TIMEOUT)

    def _write(self, worker: Worker) -> None:
        """Write what the pipe takes; ask to be told when it takes more."""
        watched = worker.sink in self._selector.get_map()
        if worker.flush() and watched:
            self._selector.unregister(worker.sink)
        elif worker.pending and not watched:
            self._selector.register(worker.sink, selectors.EVENT_WRITE, worker)

    def _read(self, worker: Worker) -> Iterator[Answer]:
        frames, alive = worker.receive()
        for frame in frames:
            if not worker.ready:
                self._failed_starts = 0
            answered = worker.answered(frame)
            if answered is not None:
                yield answered
        if not alive:
            yield from self._lose(worker, Why.CRASH)

    def _lose(self, worker: Worker, why: Why) -> Iterator[Answer]:
        """A worker is dead or as good as dead: blame the job it was at, keep the others for the next one.

        A first death is not blamed on the job: somebody may have killed an idle worker.
        """
        self._drop(worker)
        waiting = list(worker.jobs)
        if not worker.ready:
            self._failed_starts += 1
            log.warning("a parser worker ended before it was ready (%s)", why)
        elif waiting and why is Why.CRASH and self._suspect is not waiting[0]:
            self._suspect = waiting[0]
        elif waiting:
            job = waiting.pop(0)
            if why is Why.TIMEOUT:
                self._hangs[job.language] += 1
            log.info("parser worker lost at %s (%s, %d bytes): %s", job.key, job.language, len(job.data), why)
            yield job, Trouble(why)
        self._again.extendleft(reversed(waiting))

    def _abandon(self) -> None:
        """The caller is done: nobody wants what is still in the pipes."""
        self._again.clear()
        self._suspect = None
        for worker in tuple(self._workers):
            if worker.jobs:
                self._drop(worker)

    def _drop(self, worker: Worker) -> None:
        self._workers.remove(worker)
        for pipe in (worker.source, worker.sink):
            if pipe in self._selector.get_map():
                self._selector.unregister(pipe)
        worker.kill()
