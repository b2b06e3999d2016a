from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mementod.errors import MESSAGE_CAP_CHARS, ExitCode, UserError, failure_report, guard


def raising(error: BaseException) -> Callable[[], int]:
    def run() -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UserError("no such note"), ExitCode.USAGE, "mementod: no such note\n"),
        (UserError("no daemon", ExitCode.NO_DAEMON), ExitCode.NO_DAEMON, "mementod: no daemon\n"),
        (UserError("two\n lines \x1b[31m"), ExitCode.USAGE, "mementod: two lines ?[31m\n"),
        (UserError(f"-x {'y' * 100_000}: no such option"), ExitCode.USAGE, "y: no such option\n"),
        (OSError(errno.ENOSPC, "No space left"), ExitCode.USAGE, "the disk is full"),
    ],
)
def test_what_a_user_can_put_right_is_one_line(
    error: Exception, code: ExitCode, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert guard(raising(error), lambda: tmp_path, None, []) == code
    shown = capfd.readouterr().err
    assert said in shown
    assert shown.count("\n") == 1
    assert len(shown) < MESSAGE_CAP_CHARS + 100
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", [0, 1])
def test_the_exit_code_of_a_run_is_passed_on(code: int, tmp_path: Path) -> None:
    assert guard(lambda: code, lambda: tmp_path, None, []) == code


def test_our_own_fault_leaves_a_report_to_paste(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = Path("/home/ada")
    argv = ["mementod", "check", "/home/ada/x"]
    assert guard(raising(ZeroDivisionError("oh")), lambda: tmp_path, home, argv) == ExitCode.OURS
    (written,) = tmp_path.iterdir()
    assert str(written) in capsys.readouterr().err
    text = written.read_text()
    for part in (
        "Command: mementod check ~/x",
        "Python 3.",
        "mementod 0.",
        "tree-sitter",
        "ZeroDivisionError: oh",
    ):
        assert part in text
    assert "/home/ada" not in text


def test_the_same_fault_twice_is_one_report(tmp_path: Path) -> None:
    for _ in range(2):
        guard(raising(ZeroDivisionError()), lambda: tmp_path, None, [])
    assert len(list(tmp_path.iterdir())) == 1


def test_a_fault_without_a_place_for_its_report_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert guard(raising(KeyError("k")), lambda: tmp_path / "missing", None, []) == ExitCode.OURS
    assert "KeyError: 'k'" in capsys.readouterr().err


def test_a_report_holds_the_command_line() -> None:
    assert "Command: a b" in failure_report(ValueError(), ["a", "b"], Path("/"))


PROGRAM = """
import sys
from pathlib import Path
from mementod.errors import guard
def run():
    print("x" * 200_000)
    if "signal" in sys.argv:
        import os, signal
        os.kill(os.getpid(), signal.SIGINT)
    return 0
sys.exit(guard(run, lambda: Path(sys.argv[1]), None, []))
"""


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (ExitCode.CLOSED_PIPE, b"")


def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    assert signal.getsignal(signal.SIGINT) is not None
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path), "signal"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (ExitCode.INTERRUPTED, b"")
