"""The rules of the house: style, types, imports one way, and no file too long to read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sys.executable).parent
PACKAGES = ("daemon", "parsers", "hooks")
MAX_LINES = 330
DATA = ("tongues",)  # word lists, one a language


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "--no-cache"),
        ("ruff", "format", "--check", "--no-cache"),
        ("mypy", "--cache-dir", "{cache}"),
        ("lint-imports", "--no-cache"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_a_tool_has_no_complaint(command: tuple[str, ...], tmp_path: Path) -> None:
    program, *rest = (part.format(cache=tmp_path) for part in command)
    done = subprocess.run([str(SCRIPTS / program), *rest], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_is_too_long_to_read() -> None:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if path.parent.name not in DATA]
    assert files
    long = {str(path.relative_to(ROOT)): path.read_bytes().count(b"\n") for path in files}
    assert {path: lines for path, lines in long.items() if lines > MAX_LINES} == {}
