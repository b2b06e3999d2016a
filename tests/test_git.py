"""Nothing that a repository or the environment names is ever run, and nothing in a git directory is touched."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from canaries import CONFIG, Canaries
from looks import check_everything, look_at_everything
from mementod.paths import Paths
from mementod.vcs import git as module


@pytest.fixture
def canaries(tmp_path: Path) -> Canaries:
    return Canaries(tmp_path)


def state(root: Path) -> dict[str, tuple[int, int]]:
    """Size and date of everything in the git directory."""
    found = {}
    for path in (root / ".git").rglob("*"):
        about = path.lstat()
        found[str(path)] = (about.st_size if path.is_file() else 0, about.st_mtime_ns)
    return found


def test_the_canaries_sing_for_an_ordinary_git(canaries: Canaries) -> None:
    for args in (
        ("status",),
        ("diff", "--", "src/a.py"),
        ("diff", "--no-ext-diff", "--", "other.md"),
        ("diff", "--", "other.cfg"),
        ("cat-file", "-p", canaries.missing),
    ):
        subprocess.run(["git", "-C", str(canaries.repo.root), *args], capture_output=True, check=False)

    # include.path comes last, and wins over core.fsmonitor.
    expected = {"included", "filter.canary.process", "filter.plain.clean", "diff.plain.textconv", "diff.external"}
    assert expected <= canaries.ran
    assert {"remote.origin.url", "remote.other.uploadpack"} & canaries.ran


def test_nothing_that_a_repository_names_is_run(canaries: Canaries, tmp_path: Path, paths: Paths) -> None:
    before = state(canaries.repo.root)

    look_at_everything(canaries.repo.root, tmp_path / "cache.db", canaries.missing)
    verdicts = check_everything(canaries.repo.root, paths)

    assert canaries.ran == set()
    assert state(canaries.repo.root) == before
    assert (verdicts["src/gone.py"], verdicts["src/a.py"]) == ("unchecked", "ok"), "branch `other` still has it"


def test_nothing_is_fetched_by_a_git_that_is_too_old(
    canaries: Canaries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(module._ENVIRONMENT, "GIT_NO_LAZY_FETCH")

    look_at_everything(canaries.repo.root, tmp_path / "cache.db", canaries.missing)

    assert canaries.ran == set()


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed: only the git directory is watched")
def test_no_lock_is_taken(canaries: Canaries, tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from looks import *\n"
        "look_at_everything(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])\n"
        "check_everything(Path(sys.argv[1]), Paths.of(os.environ))"
    )
    log = tmp_path / "strace"
    args = [str(canaries.repo.root), str(tmp_path / "cache.db"), canaries.missing]
    calls = "trace=open,openat,creat,execve,unlink,unlinkat,rename,renameat,renameat2,mkdir,link,linkat,utimensat"
    done = subprocess.run(
        ["strace", "-f", "-q", "-e", calls, "-o", str(log), sys.executable, "-c", code, *args],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if "PTRACE" in done.stderr or "ptrace" in done.stderr:
        pytest.skip(f"strace may not look: {done.stderr.splitlines()[0]}")
    assert done.returncode == 0, done.stderr

    lines = log.read_text(errors="replace").splitlines()
    writes = re.compile(r'(?:O_WRONLY|O_RDWR|O_CREAT|creat|unlink|rename|mkdir|link|utimensat).*|.*\.lock"')
    inside = [x for x in lines if f"{canaries.repo.root}/" in x or '".git/' in x]
    assert inside
    assert [x for x in inside if writes.search(x) and "readlink" not in x and "execve" not in x] == []
    programs = {m.group(1) for x in lines if (m := re.search(r'execve\("([^"]+)".*\) = 0', x))}
    assert {Path(p).name for p in programs if "python" not in p} <= {"git"}


def test_every_program_of_the_canaries_is_armed() -> None:
    assert sum("{" in value for value in CONFIG.values()) > 30
