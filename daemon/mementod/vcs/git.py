"""The only door to the git program.

Invariants: every call is read-only, takes no lock, fetches nothing and runs nothing that a repository's
configuration, attributes or hooks name (fsmonitor, hooks, filters, text conversion, external diff, transports); only
the commands of `safe_calls` can be called. Output is NUL-separated bytes; paths are `str` with surrogate escapes from
here on.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from mementod.vcs.safe_calls import safe

CALL_TIMEOUT_S = 120
STREAM_TIMEOUT_S = 1800  # of the one long call, a whole history
CHUNK_BYTES = 1 << 20
WITHIN_BYTES = 64 << 20  # of a call that may be cut off

# fsmonitor and hooksPath name programs; showSignature runs gpg.
_HARDENED = (
    "--no-optional-locks",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.quotePath=false",
    "-c", "log.showSignature=false",
    "-c", "diff.renameLimit=2000",
)  # fmt: skip
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    # A partial clone must not fetch a missing object: a transport may be any command. The second line is for a
    # git too old for the first, and unlike protocol.allow no configuration of a repository can weaken it.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # What a commit id stands for must not depend on when it is asked: its content is kept as evidence.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}


class GitError(Exception):
    """git said no; the message is the line of its answer that says why."""


class GitMissing(GitError):
    """There is no git to ask."""


# What a user sets for good; everything else in GIT_* is one call's, and a hook inherits it for another repository.
_KEPT = frozenset(
    {
        "GIT_CEILING_DIRECTORIES",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
        "GIT_EXEC_PATH",
    }
)


def clean_environment() -> dict[str, str]:
    """The environment of a call."""
    return {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k in _KEPT} | _ENVIRONMENT


def text(path: bytes) -> str:
    """A path as `str`; bytes that are not UTF-8 survive as surrogate escapes."""
    return path.decode("utf-8", "surrogateescape")


def raw(path: str) -> bytes:
    """The bytes of a path made by `text`; characters that no file name can hold are replaced."""
    return (
        path.encode("utf-8", "surrogateescape")
        if path.isascii() or _encodable(path)
        else path.encode("utf-8", "replace")
    )


def _encodable(path: str) -> bool:
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git in one work tree. `index_file` is the index a hook was given, absolute.

    `is_ours`: we made this repository ourselves, so that nobody else named anything in it, and may write there.
    """

    root: Path
    index_file: Path | None = None
    is_ours: bool = False

    def run(self, *args: str, data: bytes | None = None, ok: tuple[int, ...] = (0,)) -> bytes:
        """Standard output of one call; raises GitError when the exit code is not in `ok` or time is up."""
        try:
            done = subprocess.run(
                self._argv(args),
                input=data,
                capture_output=True,
                env=self._env(),
                timeout=CALL_TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise GitError(f"git {args[0]} gave no answer within {CALL_TIMEOUT_S} s") from error
        except OSError as error:
            raise _not_run(error) from error
        if done.returncode not in ok:
            raise GitError(_reason(done.stderr) or f"git {args[0]} failed with {done.returncode}")
        return done.stdout

    def one(self, *args: str) -> str | None:
        """The single line that a call prints, or None when it fails."""
        try:
            return text(self.run(*args)).rstrip("\n")
        except GitError:
            return None

    def fields(self, *args: str, data: bytes | None = None, ok: tuple[int, ...] = (0,)) -> list[bytes]:
        """NUL-separated output."""
        return [f for f in self.run(*args, data=data, ok=ok).split(b"\0") if f]

    def open(self, *args: str, errors: int | IO[bytes] = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """A call that is talked to through its pipes; end it with `close`."""
        try:
            return subprocess.Popen(
                self._argv(args),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=self._env(),
            )
        except OSError as error:
            raise _not_run(error) from error

    @contextlib.contextmanager
    def limited(
        self, limit_s: float, *args: str, errors: int | IO[bytes] = subprocess.DEVNULL
    ) -> Iterator[subprocess.Popen[bytes]]:
        """As `open`, of a call that is killed when the time is up, and closed behind the block."""
        child = self.open(*args, errors=errors)
        clock = threading.Timer(limit_s, child.kill)
        clock.daemon = True
        clock.start()
        try:
            yield child
        finally:
            clock.cancel()
            close(child)
            clock.join()

    def within(self, limit_s: float, *args: str) -> tuple[bytes, bool]:
        """What a call prints in that time, at most WITHIN_BYTES, and whether it is all. Raises GitError without git."""
        with self.limited(limit_s, *args) as child:
            assert child.stdout is not None
            out = child.stdout.read(WITHIN_BYTES)
            is_whole = not child.stdout.read(1)
            return out, is_whole and child.wait() != -signal.SIGKILL

    def stream(self, *args: str) -> Iterator[bytes]:
        """NUL-separated output of a long call, field by field."""
        with (
            _scratch() as errors,
            self.limited(STREAM_TIMEOUT_S, *args, errors=errors or subprocess.DEVNULL) as child,
        ):
            assert child.stdout is not None
            yield from _split(child.stdout)
            if child.wait():
                raise GitError(_said(errors) or f"git {args[0]} failed with {child.returncode}")

    def _argv(self, args: tuple[str, ...]) -> list[str]:
        return ["git", "-C", str(self.root), *_HARDENED, *(args if self.is_ours else safe(args))]

    def _env(self) -> dict[str, str]:
        index = {"GIT_INDEX_FILE": str(self.index_file)} if self.index_file else {}
        return clean_environment() | index


def _not_run(error: OSError) -> GitError:
    if isinstance(error, FileNotFoundError):
        return GitMissing("there is no git: install it, or put it on PATH")
    return GitError(f"git cannot be run: {error.strerror}")


def close(child: subprocess.Popen[bytes]) -> None:
    """End a child that may still be writing; never waits for long."""
    for pipe in (child.stdin, child.stdout):
        if pipe:
            with contextlib.suppress(OSError):  # it is gone already
                pipe.close()
    if child.poll() is None:
        child.kill()
    child.wait()


def _split(pipe: IO[bytes]) -> Iterator[bytes]:
    rest = b""
    while chunk := pipe.read(CHUNK_BYTES):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    if rest:
        yield rest


def _scratch() -> AbstractContextManager[IO[bytes] | None]:
    """Where a long call may complain; nowhere on a full disk."""
    import tempfile

    try:
        return tempfile.TemporaryFile()
    except OSError:
        return contextlib.nullcontext()


def _said(errors: IO[bytes] | None) -> str:
    if errors is None:
        return ""
    errors.seek(0)
    return _reason(errors.read(CHUNK_BYTES))


def _reason(errors: bytes) -> str:
    """What git died of, rather than what it warned of before."""
    lines = [line for line in text(errors).split("\n") if line.strip()]
    ranked = sorted(lines, key=lambda line: not line.startswith("fatal:"))  # stable: else the first line
    return ranked[0] if ranked else ""
