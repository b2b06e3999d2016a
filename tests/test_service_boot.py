"""The service under a real systemd: this machine's own root, booted in a container. See tests/systemd."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mementod

HERE = Path(__file__).parent / "systemd"
LIMIT_S = 100  # takes about 25
CANNOT = 77  # of boot.sh
PACKAGES = "systemd-container dbus-user-session libpam-systemd"
NEEDED = ("systemd-nspawn", "systemctl", "unshare", "dbus-daemon")
SESSION = ("/usr/lib/systemd/user/dbus.service", "/usr/lib/systemd/user/dbus-broker.service")


def why_not() -> str:
    """What is missing to boot one; empty when nothing is."""
    if os.getuid() != 0:
        return "it needs root"
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or not any(Path(path).exists() for path in SESSION):
        return f"there is no {' or '.join(missing) or 'session bus'}: apt-get install {PACKAGES}"
    return ""


@pytest.mark.slow
@pytest.mark.timeout(LIMIT_S + 30)
def test_a_whole_life(capsys: pytest.CaptureFixture[str]) -> None:
    def skip(reason: str) -> None:
        with capsys.disabled():
            print(f"\nNOT TESTED under a real systemd: {reason}")
        pytest.skip(reason)

    if reason := why_not():
        skip(reason)
    python = Path(sys.executable)
    opened = (python, python.resolve(), HERE, Path(mementod.__file__), Path(sys.base_prefix) / "bin")

    done = subprocess.run(
        [str(HERE / "boot.sh"), sys.executable, str(HERE / "lifecycle.py")],
        env=os.environ | {"OPEN": "\n".join(map(str, opened)), "LIMIT": str(LIMIT_S)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    if done.returncode == CANNOT:
        skip(f"none boots here: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    with capsys.disabled():
        print(f"\n{done.stdout}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("all steps hold")
