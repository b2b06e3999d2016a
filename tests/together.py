"""Runs programs that begin at the same moment: each says that it is ready, and waits for a line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

LIMIT_S = 25
_READY = """
print("ready", flush=True)
sys.stdin.readline()
"""


def outputs(imports: str, work: str, runs: Sequence[Sequence[str]]) -> list[str]:
    """What each run prints, `runs` being their arguments. A program that fails is an AssertionError."""
    code = f"import sys\nfrom pathlib import Path\n{imports}{_READY}{work}"
    children = [_started([sys.executable, "-c", code, *args]) for args in runs]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    said = [child.communicate(timeout=LIMIT_S)[0] for child in children]
    assert {child.returncode for child in children} == {0}
    return said


def _started(command: Sequence[str]) -> subprocess.Popen[str]:
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child
