"""Runs a test in a process of its own that may mount what it likes; nobody else sees it, and it ends with the test."""

from __future__ import annotations

import ctypes
import functools
import os
import signal
import subprocess
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

import pytest

NEW_MOUNTS, NEW_USERS = 0x20000, 0x10000000
P = ParamSpec("P")


def with_own_mounts(test: Callable[P, None]) -> Callable[P, None]:
    """The test, in a forked process with mounts of its own, where it is root of what this user owns."""

    @functools.wraps(test)
    def forked(*args: P.args, **kwargs: P.kwargs) -> None:
        if subprocess.run(["unshare", "-Urm", "true"], capture_output=True).returncode:
            pytest.skip("this kernel gives no user namespaces")
        child = os.fork()
        if child == 0:
            _end(lambda: test(*args, **kwargs))
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        except BaseException:  # the test took too long
            os.kill(child, signal.SIGKILL)
            raise
        assert code == 0, "see what it wrote to stderr"

    return forked


def mount(*args: object) -> None:
    """The command of that name."""
    subprocess.run(["mount", *map(str, args)], check=True)


def unmount(place: Path) -> None:
    """Take it away, also from those who still use it."""
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def _end(test: Callable[[], None]) -> None:
    code = 1
    try:
        _enter()
        test()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _enter() -> None:
    maps = {"uid_map": f"0 {os.getuid()} 1", "gid_map": f"0 {os.getgid()} 1"}
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_USERS | NEW_MOUNTS):
        raise OSError(ctypes.get_errno(), "unshare")
    Path("/proc/self/setgroups").write_text("deny")
    for name, line in maps.items():
        Path("/proc/self", name).write_text(line)
    mount("--make-rprivate", "/")
