"""What can go wrong, the exit code of each, and the one place where an exception becomes words.

Must never hide a failure behind exit code 0, nor show a traceback to a person: what is our own fault goes
into a report file that can be pasted, with the home directory written as `~`.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

REPORTED_PACKAGES = ("mementod", "click", "pathspec", "PyYAML", "rich", "tree-sitter")
REPORT_DIGITS = 12
MESSAGE_CAP_CHARS = 1_000  # an argument that is wrong may be as long as arguments may be


class ExitCode(IntEnum):
    """Every way the program ends."""

    FINE = 0
    FINDINGS = 1  # findings, or denied
    USAGE = 2  # wrong usage or configuration, or a full disk: something only the user can change
    OURS = 3  # our fault; a report was written
    NO_DAEMON = 4
    AGAIN = 75  # of the daemon: start it again (EX_TEMPFAIL)
    INTERRUPTED = 130
    CLOSED_PIPE = 141


class UserError(Exception):
    """Something that the user can put right. The message is one line and says what to do."""

    def __init__(self, message: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.code = code


def guard(run: Callable[[], int], report_dir: Callable[[], Path], home: Path | None, argv: Sequence[str]) -> int:
    """The exit code of `run`, whatever it raises; this is the only handler at the top."""
    try:
        code = run()
        sys.stdout.flush()
    except UserError as error:
        return _say(str(error), error.code)
    except KeyboardInterrupt:
        return _quietly(ExitCode.INTERRUPTED)
    except BrokenPipeError:
        return _quietly(ExitCode.CLOSED_PIPE)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            _discard(sys.stdout)
            return _say("the disk is full or the quota is used up; free some space and run this again", ExitCode.USAGE)
        return _ours(error, report_dir, home, argv)
    except Exception as error:
        return _ours(error, report_dir, home, argv)
    return code


def failure_report(error: BaseException, argv: Sequence[str], home: Path | None) -> str:
    """The text of a report: versions, command line, traceback; nothing of any file's content."""
    import platform  # these two cost more than the rest of a start, and are needed almost never
    import traceback

    versions = "\n".join(f"{name} {_version(name)}" for name in REPORTED_PACKAGES)
    trace = "".join(traceback.format_exception(error))
    system = f"Python {platform.python_version()} on {platform.system()} {platform.release()} {platform.machine()}"
    whole = f"mementod failed.\n\nCommand: {' '.join(argv)}\n{system}\n{versions}\n\n{trace}"
    return whole.replace(str(home), "~") if home and len(home.parts) > 1 else whole


def _ours(error: BaseException, report_dir: Callable[[], Path], home: Path | None, argv: Sequence[str]) -> int:
    import hashlib

    text = failure_report(error, argv, home)
    # The name is the content's hash: the same fault twice is one file, and no clock is needed.
    name = f"failure-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:REPORT_DIGITS]}.txt"
    try:
        path = report_dir() / name
        path.write_text(text, encoding="utf-8", errors="replace")
    except (OSError, UserError):
        sys.stderr.write(text)
        return _say("this is a fault of mementod, please report the lines above", ExitCode.OURS)
    return _say(f"this is a fault of mementod ({type(error).__name__}); please report the file {path}", ExitCode.OURS)


def _version(name: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "is not installed"


def _say(message: str, code: ExitCode) -> int:
    one_line = " ".join(part.strip() for part in message.splitlines())
    if len(one_line) > MESSAGE_CAP_CHARS:
        one_line = f"{one_line[: MESSAGE_CAP_CHARS // 2]} … {one_line[-MESSAGE_CAP_CHARS // 2 :]}"
    printable = "".join(c if c.isprintable() else "?" for c in one_line)
    try:
        sys.stderr.write(f"mementod: {printable}\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)
    return code


def _quietly(code: ExitCode) -> int:
    _discard(sys.stdout)
    _discard(sys.stderr)
    return code


def _discard(stream: object) -> None:
    """Point a broken stream at nothing, or the interpreter complains when it flushes at exit."""
    try:
        descriptor = stream.fileno()  # type: ignore[attr-defined]
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)
    except (OSError, ValueError, AttributeError):
        pass  # a stream without a descriptor cannot break either
