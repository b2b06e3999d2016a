"""The daemon's log: one line a decision, for people or as JSON, on standard error, in memory and in a small file.

Must never wait, grow without a limit, show a control character of a file's name, or be the reason that something dies.
Loaded by the daemon alone: structlog costs more to import than a whole `mementod status`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import stat
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

from mementod.errors import UserError
from mementod.files import NotReadable, read_limited


@contextlib.contextmanager
def _absent(library: str) -> Iterator[None]:
    """Have a library look as if it were not installed."""
    held = {library: sys.modules[library]} if library in sys.modules else {}
    sys.modules[library] = None  # type: ignore[assignment]  # as the import system documents it
    try:
        yield
    finally:
        del sys.modules[library]
        sys.modules.update(held)


with _absent("rich"):  # else 50 modules and 5 MB of it, for a renderer that is not used here
    import structlog
    from structlog.typing import EventDict, FilteringBoundLogger

RING_LINES = 500
FILE_CAP_BYTES = 1_000_000  # of each of two
FOLDER_NAME = "log"  # in the state directory
FILE_NAME = "daemon.jsonl"
OLD_NAME = "daemon.jsonl.1"
LINE_CAP_BYTES = 4096  # PIPE_BUF: a pipe with room takes that much without waiting
VALUE_CAP_CHARS = 500
TRACE_CAP_CHARS = 2000  # its end says most
HEAD = ("time", "level", "event")
PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3}  # of syslog, by our level


class Level(IntEnum):
    """From where on lines are written; the numbers are those of `logging`."""

    DEBUG = 10
    INFO = 20
    WARNING = 30
    ERROR = 40

    @classmethod
    def of(cls, name: str) -> Level:
        """UserError for what is no level."""
        try:
            return cls[name.upper()]
        except KeyError:
            raise UserError(f"no log level {name!r}; there are {', '.join(cls.__members__).lower()}") from None


class Log:
    """`say` is the logger, for any thread: `log.say.info("judged", repo=..., ms=...)`.

    `folder`: of the file, made when needed; None for no file. `stream`: a descriptor; None to show nothing.
    `is_journal`: whether systemd's journal reads it.
    """

    def __init__(
        self, level: Level, as_json: bool, folder: Path | None, stream: int | None = 2, is_journal: bool = False
    ) -> None:
        self._shown = _line if as_json else as_journal if is_journal else as_text
        self._folder = folder
        self._stream = stream
        self._ring: deque[str] = deque(maxlen=RING_LINES)
        self._lock = threading.Lock()
        self.say: FilteringBoundLogger = structlog.wrap_logger(
            None,
            wrapper_class=structlog.make_filtering_bound_logger(level),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
                structlog.processors.format_exc_info,
                self._write,
            ],
        )

    def recent(self, lines: int = RING_LINES) -> tuple[str, ...]:
        """The last lines, JSON, oldest first."""
        with self._lock:
            return tuple(self._ring)[-lines:] if lines > 0 else ()

    def _write(self, _logger: object, _method: str, event: EventDict) -> EventDict:
        record = {name: event[name] for name in HEAD} | {name: _small(name, event[name]) for name in event}
        line = _line(record)
        with self._lock:
            self._ring.append(line)
            self._show(self._shown(record))
            if self._folder:
                with contextlib.suppress(OSError):  # a full disk must not stop the daemon that could tell of it
                    _keep(self._folder, line.encode() + b"\n")
        raise structlog.DropEvent  # nothing is left to do for a wrapped logger

    def _show(self, line: str) -> None:
        if self._stream is None:
            return
        data = line.encode()[: LINE_CAP_BYTES - 1].decode(errors="ignore").encode()  # no half characters
        with contextlib.suppress(OSError, ValueError):  # the terminal is gone; that is no reason to follow it
            _, writable, _ = select.select([], [self._stream], [], 0)
            if writable:  # else its reader sleeps: the line is in the ring and in the file
                os.write(self._stream, data + b"\n")


def as_text(record: Mapping[str, Any]) -> str:
    """A record as a person reads it: `2026-01-31T12:00:00Z info    judged repo=/home/ada/x ms=12`."""
    time, level, event = (_escaped(str(record.get(name, "?"))) for name in HEAD)
    pairs = (f"{_escaped(name)}={_quoted(value)}" for name, value in record.items() if name not in HEAD)
    return " ".join((time, f"{level:<7}", event, *pairs))


def as_journal(record: Mapping[str, Any]) -> str:
    """As the journal takes it: it knows the time, and wants the priority before each line of a traceback."""
    rest = {name: value for name, value in record.items() if name != "exception"}
    first = as_text(rest).split(" ", 1)[1]
    priority = PRIORITIES.get(str(record.get("level")), PRIORITIES["error"])
    trace = map(_escaped, str(record.get("exception") or "").splitlines())
    return "\n".join(f"<{priority}>{line}" for line in (first, *trace))


def is_journal(environ: Mapping[str, str], stream: int) -> bool:
    """Whether the journal reads a descriptor (JOURNAL_STREAM, as its manager set it)."""
    about = os.fstat(stream)
    return environ.get("JOURNAL_STREAM") == f"{about.st_dev}:{about.st_ino}"


def cut(stream: int) -> None:
    """Empty a log file that nobody else keeps short, when it is large."""
    about = os.fstat(stream)
    if stat.S_ISREG(about.st_mode) and about.st_size > FILE_CAP_BYTES:
        os.ftruncate(stream, 0)


def kept(folder: Path) -> list[dict[str, Any]]:
    """The records in the files, oldest first; half a line and what is no record are left out.

    UserError when a file may not be read.
    """
    records = []
    for path in (folder / OLD_NAME, folder / FILE_NAME):
        try:
            lines = read_limited(path, 2 * FILE_CAP_BYTES).splitlines()
        except FileNotFoundError:
            continue
        except NotReadable as error:
            raise UserError(f"{path} {error}") from error
        for line in lines:
            with contextlib.suppress(ValueError, RecursionError):
                records.append(json.loads(line))
    return [record for record in records if isinstance(record, dict)]


def _keep(folder: Path, line: bytes) -> None:
    """Opened for each line: whoever removes the file or the folder finds a new one, not a silent log.

    Not so when the folder around it is gone too: the state directory was removed, and stays so.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / FILE_NAME
    with contextlib.suppress(FileNotFoundError):
        if path.lstat().st_size + len(line) > FILE_CAP_BYTES:
            path.replace(folder / OLD_NAME)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def _small(name: str, value: object) -> str | int | float | bool | None:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    if name == "exception":
        return text[-TRACE_CAP_CHARS:]
    return text if len(text) <= VALUE_CAP_CHARS else f"{text[:VALUE_CAP_CHARS]}..."


def _line(record: dict[str, Any]) -> str:
    line = json.dumps(record)  # ASCII, control characters escaped
    if len(line) < LINE_CAP_BYTES:
        return line
    return json.dumps({name: str(record[name])[:100] for name in HEAD} | {"cut": True})


def _escaped(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _quoted(value: object) -> str:
    text = _escaped(str(value))
    if text and not set(text) & set(' "='):
        return text
    return '"{}"'.format(text.replace('"', '\\"'))
