"""The two pipes of the watcher process: commands in, reports out, and no wait for either."""

from __future__ import annotations

import os
from collections.abc import Iterator

from mementod.brain.frames import INCOMPLETE, FrameError, Frames, pack
from mementod.watcher.codec import command, encode
from mementod.watcher.messages import BadMessage, Command, Report, State

READ_BYTES = 1 << 16
UNTOLD_BYTES = 1 << 20  # not yet read by the brain: batches wait, and grow together


class Channel:
    """`is_open` until the brain has closed its end."""

    def __init__(self, source: int, sink: int) -> None:
        self.source, self._sink = source, sink
        os.set_blocking(source, False)
        os.set_blocking(sink, False)
        self._frames, self._out = Frames(), bytearray()
        self.is_open = True

    @property
    def is_read(self) -> bool:
        """Whether the brain has read what it was told."""
        return len(self._out) < UNTOLD_BYTES

    @property
    def sinks(self) -> list[int]:
        """What to wait for before the next `flush`."""
        return [self._sink] if self._out else []

    def hear(self) -> Iterator[Command]:
        """The commands that came; one that makes no sense is said."""
        try:
            data = os.read(self.source, READ_BYTES)
        except BlockingIOError:
            return
        self.is_open = bool(data)
        self._frames.feed(data)
        while self.is_open:
            try:
                value = self._frames.next()
                if value is INCOMPLETE:
                    return
                wanted = command(value)
            except (FrameError, BadMessage) as error:
                self.report(State("", "inotify", 0, 0, 0, 0, f"a command makes no sense: {error}"))
                self.is_open = not self._frames.broken
            else:
                yield wanted

    def report(self, said: Report) -> None:
        """Kept until it can be written."""
        self._out += pack(encode(said))

    def flush(self) -> None:
        """Write what the pipe takes now."""
        try:
            while self._out:
                del self._out[: os.write(self._sink, self._out[:READ_BYTES])]
        except BlockingIOError:
            return
        except OSError:  # nobody listens any more
            self.is_open = False
