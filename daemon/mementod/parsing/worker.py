"""One parser worker: a process, its two pipes, and the jobs that it has been given.

Frames are a length (4 bytes, big endian) and a msgpack value, as worker_main.py describes them. Nothing here waits:
the pool is told by the pipes and by `deadline` when to come back.

Invariant: a job is answered once, and the clock runs only for the first.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import msgpack

from mementod_parsers.code import codec
from mementod_parsers.model import FileFacts

KILL_AFTER_S = 3.0
KILL_LARGE_AFTER_S = 5.0
LARGE_BYTES = 256 * 1024
START_LIMIT_S = 20.0  # from start to the first frame; slow disks and loaded machines need it
READ_BYTES = 1 << 18
ANSWER_LIMIT_BYTES = 64 << 20
_HEADER = struct.Struct(">I")


class Why(StrEnum):
    """Why a file has no facts."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    MEMORY = "memory"
    NO_GRAMMAR = "no-grammar"
    TOO_LARGE = "too-large"
    NO_WORKER = "no-worker"  # the machine's fault, not the file's
    OTHERS_HUNG = "others-hung"  # too many files of its language did; this one was not tried


@dataclass(frozen=True, slots=True)
class Job:
    """One file to parse. `key` is the caller's and is given back untouched."""

    key: str
    language: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there are no facts."""

    reason: Why

    @property
    def quarantine(self) -> bool:
        """Whether the same bytes would do the same again: put them aside until they or the grammar change."""
        return self.reason in (Why.TIMEOUT, Why.CRASH, Why.MEMORY)


Answer = tuple[Job, FileFacts | Trouble]


class Worker:
    """One process with its two pipes; the pool calls its methods and reads its state."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.jobs: deque[Job] = deque()  # the first is being parsed
        self.ready = False
        self.deadline = 0.0
        self.pending = bytearray()
        self._inbox = bytearray()
        self.source = self.sink = -1

    def start(self, memory_bytes: int) -> None:
        command = [sys.executable, "-I", "-m", "mementod.parsing.worker_main", str(os.getpid()), str(memory_bytes)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # a Ctrl-C at the terminal is for us
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.sink, self.source = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.sink, False)
        os.set_blocking(self.source, False)
        self.deadline = time.monotonic() + START_LIMIT_S

    def take(self, job: Job) -> None:
        frame = msgpack.packb((job.language, job.data))
        self.pending += _HEADER.pack(len(frame)) + frame
        self.jobs.append(job)
        if self.ready and len(self.jobs) == 1:
            self._clock()

    def flush(self) -> bool:
        """Write without waiting; whether all is written. A dead reader is noticed on the other pipe."""
        try:
            while self.pending:
                del self.pending[: os.write(self.sink, self.pending[:READ_BYTES])]
        except BlockingIOError:
            return False
        except OSError:
            self.pending.clear()
        return True

    def receive(self) -> tuple[list[bytes], bool]:
        """The frames that have come in, and whether more can."""
        try:
            chunk = os.read(self.source, READ_BYTES)
        except BlockingIOError:
            return [], True
        self._inbox += chunk
        frames: list[bytes] = []
        while len(self._inbox) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._inbox)
            if size > ANSWER_LIMIT_BYTES:
                return frames, False
            end = _HEADER.size + size
            if len(self._inbox) < end:
                break
            frames.append(bytes(self._inbox[_HEADER.size : end]))
            del self._inbox[:end]
        return frames, bool(chunk)

    def answered(self, frame: bytes) -> Answer | None:
        """The answer to the first job; None for the frame that only says that the worker is ready."""
        if not self.ready:
            self.ready = True
            self._clock()
            return None
        job = self.jobs.popleft()
        self._clock()
        try:
            done, payload = msgpack.unpackb(frame)
            return job, codec.unpack(payload) if done else Trouble(Why(payload))
        except (ValueError, TypeError, msgpack.UnpackException):
            return job, Trouble(Why.CRASH)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()

    def _clock(self) -> None:
        """The first job has the worker to itself from now on."""
        large = bool(self.jobs) and len(self.jobs[0].data) > LARGE_BYTES
        self.deadline = time.monotonic() + (KILL_LARGE_AFTER_S if large else KILL_AFTER_S)
