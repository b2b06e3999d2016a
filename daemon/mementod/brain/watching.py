"""The brain's side of the watcher process: starts it, tells it what to watch, hands its reports on, starts it again.

Owns the process and its two pipes. What a report means is the loop's business. When the process ends, whatever reason,
a new one is told all that the old one knew, and the loop hears that nobody watched for a while.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from mementod.brain.events import Event, Watched, WatcherEnded
from mementod.brain.frames import INCOMPLETE, FrameError, Frames, pack
from mementod.watcher.codec import encode, report
from mementod.watcher.messages import Alive, BadMessage, Cited, Command, Forget, Report, Watch

READ_BYTES = 1 << 18
INBOX_WAIT_S = 60.0  # the reader waits that long for room; the watcher meanwhile keeps what it has to say
CLOSE_LIMIT_S = 0.6
SILENCE_S = 20.0  # it says that it is alive every 5 s


class Watching:
    """Use from one thread; a thread of its own reads."""

    def __init__(self, put: Callable[[Event, float], bool], clock: Callable[[], float]) -> None:
        """`put` takes an event within a time; `clock` is monotonic."""
        self._put, self._clock = put, clock
        self._watched: dict[str, Watch] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._outbox: deque[bytes] = deque()
        self._wake = threading.Condition()
        self._heard = clock()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start a process and tell it everything that is watched."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-m", "mementod.watcher.main", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            start_new_session=True,  # a Ctrl-C at the terminal is for us
            bufsize=0,
        )
        self._heard = self._clock()
        self._outbox = deque()
        for target in (self._read, self._write):
            threading.Thread(target=target, args=(self._process, self._outbox), daemon=True).start()
        for command in self._watched.values():
            self._post(command)

    def tell(self, command: Command) -> None:
        """Say something to the process; it is remembered when a new process will need it."""
        match command:
            case Watch():
                self._watched[command.repo] = command
            case Forget():
                self._watched.pop(command.repo, None)
            case Cited() if command.repo in self._watched:
                self._watched[command.repo] = replace(self._watched[command.repo], cited=command.paths)
        self._post(command)

    def is_silent(self) -> bool:
        """Whether the process has said nothing for too long, and is better replaced."""
        return self._clock() - self._heard > SILENCE_S

    def kill(self) -> None:
        """End it at once; WatcherEnded comes."""
        if self._process:
            self._process.kill()

    def close(self) -> None:
        """End it in good order."""
        process, self._process = self._process, None
        if process is None:
            return
        with self._wake:
            self._outbox.append(b"")
            self._wake.notify_all()
        try:
            process.wait(CLOSE_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _post(self, command: Command) -> None:
        with self._wake:
            self._outbox.append(pack(encode(command)))
            self._wake.notify_all()

    def _write(self, process: subprocess.Popen[bytes], outbox: deque[bytes]) -> None:
        """Write what is posted; a thread of its own, for a stopped process does not read."""
        assert process.stdin is not None
        try:
            while True:
                with self._wake:
                    self._wake.wait_for(lambda: outbox)
                    frame = outbox.popleft()
                if not frame:
                    break
                left = memoryview(frame)
                while left:
                    left = left[process.stdin.write(left) :]
        except OSError:
            pass  # it is gone, as the reader finds out
        finally:
            process.stdin.close()

    def _read(self, process: subprocess.Popen[bytes], outbox: deque[bytes]) -> None:
        assert process.stdout is not None
        why = "it ended"
        frames = Frames()
        try:
            while data := os.read(process.stdout.fileno(), READ_BYTES):
                self._heard = self._clock()
                frames.feed(data)
                while (value := frames.next()) is not INCOMPLETE:
                    self._hand_on(report(value))
        except (OSError, FrameError, BadMessage) as error:
            why = str(error)
            process.kill()
        code = process.wait()
        process.stdout.close()
        with self._wake:
            outbox.append(b"")
            self._wake.notify_all()
        if process is self._process:
            self._put(WatcherEnded(f"{why} (exit code {code})"), INBOX_WAIT_S)

    def _hand_on(self, found: Report) -> None:
        """To the inbox; raises FrameError when there is no room for it."""
        if not isinstance(found, Alive) and not self._put(Watched(found), INBOX_WAIT_S):
            raise FrameError("its reports could not be taken in")
