"""What goes over the daemon's socket: one JSON line a question, one JSON line an answer (`watch`: many).

A connection carries one question. Closing it, or one's half of it, means that the client has left. Lines are ASCII:
JSON's own escapes carry every character, and the bytes of a path that is no UTF-8 (surrogateescape) too.
The fields `mementod` and `version` mean the same in every protocol to come. Pure.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from mementod import __version__

PROTOCOL = 1
REQUEST_CAP_BYTES = 8 << 20  # an agent's hook hands over whole files
ANSWER_CAP_BYTES = 64 << 20  # the JSON report of the largest repository measured is 9 MB
DEADLINE_CAP_MS = 600_000
ANSWER_LIMIT_MS = 800  # unless more is asked for; whoever asked can then still judge by himself in time
PATH_CAP_BYTES = 4096  # Linux's PATH_MAX
PRESENCE_CAP_BYTES = 8192
LOCK_NAME = "daemon.lock"  # in the state directory; holds a Presence


class Op(StrEnum):
    """What may be asked."""

    STATUS = "status"
    CHECK = "check"
    SYMBOLS = "symbols"
    CITED = "cited"  # what the notes say of some files, or what of it does not hold
    MEMORY = "memory"  # a text that an agent goes on from: `boot`, `engram` or `handoff`
    HOOK = "hook"  # of an agent or of git; the client is `mementod_hooks.client`
    WATCH = "watch"
    ENROL = "enrol"  # any change of the registry
    VERIFY = "verify"
    SNOOZE = "snooze"  # no notices for a while
    NOTIFY = "notify"  # show one, to see whether they arrive
    PAUSE = "pause"
    RESUME = "resume"
    RELOAD = "reload"
    STOP = "stop"


# Mean the same in every version, so that an old daemon can be asked about and stopped after an upgrade. Everything
# else needs equal versions: another version may judge otherwise.
ANY_VERSION = frozenset({Op.STATUS, Op.PAUSE, Op.RESUME, Op.RELOAD, Op.STOP})


class Error(StrEnum):
    """Why there is no data in an answer."""

    BUSY = "busy"
    UNKNOWN_REPOSITORY = "unknown-repository"
    BAD_REQUEST = "bad-request"
    VERSION = "version"
    TOO_LATE = "too-late"
    FAILED = "failed"


class ProtocolError(Exception):
    """A line that is not what it should be; the message is one line, `error` what to answer."""

    def __init__(self, message: str, error: Error = Error.BAD_REQUEST) -> None:
        super().__init__(message)
        self.error = error


@dataclass(frozen=True, slots=True)
class Request:
    """One question. `folder` is absolute, `args` plain JSON, `deadline_ms` counts from when it is asked."""

    op: Op
    folder: str | None = None
    args: dict[str, Any] = field(default_factory=dict)
    deadline_ms: int = ANSWER_LIMIT_MS
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: plain JSON `data` as of `generation`, or the `error` and a message of one line.

    `fresh`: every change made before the question is in it.
    """

    data: Any = None
    generation: int = 0
    fresh: bool = False
    error: Error | None = None
    message: str = ""
    version: str = __version__

    @property
    def ok(self) -> bool:
        return self.error is None


@dataclass(frozen=True, slots=True)
class Presence:
    """What the holder of the lock says about itself. `socket` is empty until it listens."""

    pid: int
    version: str
    socket: str


def encode_request(request: Request) -> bytes:
    """One line; ProtocolError when it would be longer than REQUEST_CAP_BYTES or is no JSON."""
    value = {"op": request.op, "folder": request.folder, "args": request.args, "deadline_ms": request.deadline_ms}
    return _line({"mementod": PROTOCOL, "version": request.version} | value, REQUEST_CAP_BYTES)


def decode_request(line: bytes) -> Request:
    """The question in a line; ProtocolError says what is wrong with it."""
    value = _object(line, REQUEST_CAP_BYTES)
    version = _need(value, "version", str)
    if value["mementod"] != PROTOCOL:
        raise ProtocolError(f"this is mementod {__version__}, protocol {PROTOCOL}", Error.VERSION)
    op = _need(value, "op", str)
    if version != __version__ and op not in ANY_VERSION:
        raise ProtocolError(f"this is mementod {__version__}, the question is from {version[:40]!r}", Error.VERSION)
    if op not in list(Op):
        raise ProtocolError(f"there is no question {op[:40]!r}")
    deadline_ms = _need(value, "deadline_ms", int)
    if not 0 < deadline_ms <= DEADLINE_CAP_MS:
        raise ProtocolError(f"`deadline_ms` must be 1 to {DEADLINE_CAP_MS}")
    return Request(Op(op), _folder(value.get("folder")), _need(value, "args", dict), deadline_ms, version)


def encode_answer(answer: Answer) -> bytes:
    """One line; ProtocolError (`failed`) when it would be longer than ANSWER_CAP_BYTES or is no JSON."""
    value: dict[str, Any] = {"mementod": PROTOCOL, "version": answer.version, "ok": answer.ok}
    if answer.error is None:
        value |= {"generation": answer.generation, "fresh": answer.fresh, "data": answer.data}
    else:
        value |= {"error": answer.error, "message": answer.message}
    return _line(value, ANSWER_CAP_BYTES)


def decode_answer(line: bytes) -> Answer:
    """The answer in a line. Of one in another protocol nothing is read but the version."""
    value = _object(line, ANSWER_CAP_BYTES)
    version = _need(value, "version", str)
    if value["mementod"] != PROTOCOL:
        return Answer(error=Error.VERSION, message=f"the daemon speaks protocol {value['mementod']}", version=version)
    if _need(value, "ok", bool):
        generation, fresh = _need(value, "generation", int), _need(value, "fresh", bool)
        return Answer(value.get("data"), generation, fresh, version=version)
    error = _need(value, "error", str)
    known = Error(error) if error in list(Error) else Error.FAILED  # a later version may know more of them
    return Answer(error=known, message=_need(value, "message", str), version=version)


def encode_presence(presence: Presence) -> bytes:
    """Three lines; the last is a path and may hold anything."""
    path = presence.socket.encode("utf-8", "surrogateescape")
    return f"{presence.pid}\n{presence.version}\n".encode() + path


def encode_rest(socket_path: str) -> bytes:
    """A Presence of nobody: for all but who wants to wake a daemon there is none."""
    return f"\n{__version__}\n".encode() + socket_path.encode("utf-8", "surrogateescape")


def decode_presence(data: bytes) -> Presence | None:
    """None for what no daemon wrote, and for half of it."""
    pid, _, rest = data.partition(b"\n")
    version, newline, path = rest.partition(b"\n")
    if not newline or not pid.isdigit() or len(pid) > 10 or not version.isascii():
        return None
    return Presence(int(pid), version.decode(), path.decode("utf-8", "surrogateescape"))


def _line(value: dict[str, Any], cap_bytes: int) -> bytes:
    try:
        line = json.dumps(value, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError(f"no JSON: {error}", Error.FAILED) from error
    if len(line) > cap_bytes:
        raise ProtocolError(f"larger than {cap_bytes >> 20} MB", Error.FAILED)
    return line


def _object(line: bytes, cap_bytes: int) -> dict[str, Any]:
    if len(line) > cap_bytes:
        raise ProtocolError(f"larger than {cap_bytes >> 20} MB")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):  # bytes that are no UTF-8 are a ValueError too
        raise ProtocolError("no JSON") from None
    if not isinstance(value, dict):
        raise ProtocolError("no JSON object")
    _need(value, "mementod", int)
    return value


def _need(value: dict[str, Any], name: str, kind: type) -> Any:
    found = value.get(name)
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise ProtocolError(f"`{name}` is missing or of the wrong type")
    return found


def _folder(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.startswith("/") or "\0" in value:
        raise ProtocolError("`folder` must be an absolute path")
    try:
        size = len(value.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        raise ProtocolError("`folder` is a name that no file can have") from None
    if size > PATH_CAP_BYTES:
        raise ProtocolError(f"`folder` is longer than {PATH_CAP_BYTES} bytes")
    return value
