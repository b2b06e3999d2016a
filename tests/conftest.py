"""Every test has a home of its own; the real one is untouchable."""

from __future__ import annotations

import compileall
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from mementod.paths import Paths

# What a developer's shell, or a git hook that runs the tests, may have set. Without its compiled files Python would
# compile all of ours anew in each of the hundreds of programs that tests start.
LEAKS = (
    "GIT_",
    "XDG_",
    "DBUS_",
    "MEMENTOD",
    "CLAUDE_",
    "NO_COLOR",
    "FORCE_COLOR",
    "COLUMNS",
    "TERM",
    "PYTHONDONTWRITE",
)
IDENTITY = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}
ROOT = Path(__file__).resolve().parent.parent
MEMORY = Path("/dev/shm")  # a file system of Linux that waits for no disk, while stores wait for theirs at each write
ROOM = 4 << 30  # bytes; what tests leave there until they are done is a tenth of it


def pytest_configure(config: pytest.Config) -> None:
    """Compile once, before workers and the programs under test start, and keep the folders of tests in memory.

    A container that boots on this machine's root, as one test has it, must not see files come.
    """
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun with `&`: the programs under test would ignore it too
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for folder in () if hasattr(config, "workerinput") else ("daemon", "hooks", "parsers"):
        compileall.compile_dir(ROOT / folder, quiet=2)
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    from hypothesis import settings

    settings.register_profile("ours", deadline=None)  # a busy machine is no failure; pytest's own limit holds
    settings.load_profile("ours")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of this test: empty, and all that HOME and XDG_* name."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(LEAKS):
            monkeypatch.delenv(name)
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(folder / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
    (folder / "gitconfig").write_text(
        "[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
    )
    return folder


@pytest.fixture
def paths(home: Path) -> Paths:
    """Our directories in the test's home."""
    return Paths.of(os.environ)
