"""Runs a piece of a test as an ordinary user, because root may read and write everything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NOBODY = 65534
# Imported while still root: the interpreter itself may lie where nobody else may look.
DROP = f"""
import os, sqlite3, sys, tempfile
from pathlib import Path
import mementod.judging.engine, mementod.stores.cache, mementod.stores.ledger, mementod.judging.snapshot
import mementod.vcs.repository, mementod.paths, mementod.judging.judgement
import mementod.ipc.daemon_answers
if os.getuid() == 0:
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
"""


def open_up(folder: Path) -> None:
    """Let the other user pass through the folders of pytest, which are private, and own this one."""
    for path in (folder, *folder.parents):
        if path.stat().st_uid == os.getuid() and path != Path("/"):
            path.chmod(path.stat().st_mode | 0o711)
    if os.getuid() == 0:
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", str(folder)], check=True)


def run(code: str, *args: str, folder: Path) -> str:
    """What a Python program prints, run in `folder` by somebody who is not root."""
    return run_as_is(DROP + code, *args, folder=folder)


def run_as_is(code: str, *args: str, folder: Path) -> str:
    """The same as the user who runs the tests."""
    own = {name: str(folder / name.lower()) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR")}
    own |= {"GIT_CONFIG_GLOBAL": os.devnull, "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(
        [sys.executable, "-B", "-c", "import sys\nfrom pathlib import Path\n" + code, *args],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=25,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def bound() -> tuple[str, ...]:
    """A command that runs another as the user who runs the tests, whom permissions bind even if that is root."""
    if os.getuid() != 0:
        return ()
    powers = "-dac_override,-dac_read_search"
    command = ("setpriv", f"--bounding-set={powers}", f"--inh-caps={powers}")
    if not shutil.which("setpriv") or subprocess.run([*command, "true"], capture_output=True).returncode:
        pytest.skip("root's powers cannot be taken away here")
    return command
