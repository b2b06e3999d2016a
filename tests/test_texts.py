"""`boot`, `engram` and `handoff` by the daemon: the very text that the command line makes, of now, and nobody waits."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from daemons import Running, mementod, running
from mementod.cli import run
from mementod.continuity.places import memory_of
from mementod.continuity.texts import text_of
from mementod.errors import ExitCode
from mementod.ipc.client import WhyNot
from mementod.ipc.protocol import Answer, Error, Op
from mementod.judging.engine import Engine
from mementod.paths import Paths
from repos import Repo

CODE = "def first_of_all():\n    return 1\n"
PROGRESS = "# Progress\n\n- [ ] src/a.py: rename it, because it is short\n"
FIRST_PAGES = 8_192  # of a cache, with its version and its tables
SAID = ("Goal: replace the parser", "Never change `first_of_all()` in `src/a.py` before 2027.")
BOOT = {"what": "boot", "budget": 8_192}
SHORT = {"what": "boot", "budget": 1_500}
TEXTS: tuple[dict[str, Any], ...] = (BOOT, SHORT, {"what": "engram", "everything": False, "json": False})
TEXTS += ({"what": "engram", "everything": True, "json": True}, {"what": "handoff"})


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    files = {"src/a.py": CODE, "CLAUDE.md": "# Map\n\n`first_of_all` is in `src/a.py`.\n", "PROGRESS.md": PROGRESS}
    return Repo(tmp_path / "repo").write(files).commit("Begin", "2025-02-01")


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    """One that has judged the repository."""
    assert run(["-C", str(repo.root), "enrol"], paths) == ExitCode.FINE
    with running(paths, tmp_path) as found:
        found.follow(repo.root)
        yield found


def remember(repo: Repo, paths: Paths, *lines: str) -> None:
    for line in lines:
        assert run(["-C", str(repo.root), "remember", line], paths) == ExitCode.FINE


def alone(repo: Repo, paths: Paths, asked: dict[str, Any]) -> str:
    """The text as it is made without a daemon."""
    options = dict(asked)
    with Engine(repo.root, paths) as engine:
        return text_of(engine, paths, options.pop("what"), options).text


def test_the_text_is_the_one_that_is_made_without_a_daemon(repo: Repo, daemon: Running, paths: Paths) -> None:
    remember(repo, paths, *SAID)
    repo.move("src/a.py", "src/b.py").commit("Move", "2025-03-01")
    for asked in TEXTS:
        text = daemon.ask(Op.MEMORY, repo.root / "src", **asked)["text"]
        assert text == alone(repo, paths, asked)
        assert "src/b.py" in text


def test_an_answer_includes_every_change_made_before_the_question(repo: Repo, daemon: Running, paths: Paths) -> None:
    for number in range(2):
        repo.write({"CLAUDE.md": f"# Map {number}\n\nSee `src/a.py`.\n", f"src/n{number}.py": "x = 1\n"})
        if number % 2:
            repo.commit(f"Change {number}")
        remember(repo, paths, f"You must keep `src/n{number}.py`.")
        text = daemon.ask(Op.MEMORY, repo.root, **BOOT)["text"]
        assert f"# Map {number}" in text
        assert f"You must keep `src/n{number}.py`." in text
        assert text == alone(repo, paths, BOOT)


def test_a_daemon_that_hangs_or_is_gone_takes_nothing_away(repo: Repo, daemon: Running, paths: Paths) -> None:
    wanted = alone(repo, paths, BOOT)
    short = mementod("boot", "--budget", "1500", folder=repo.root / "src")
    assert (short.stdout, short.stderr, short.returncode) == (alone(repo, paths, SHORT), "", 0)
    daemon.process.send_signal(signal.SIGSTOP)
    assert mementod("boot", folder=repo.root).stdout == wanted
    daemon.kill()
    assert mementod("boot", folder=repo.root).stdout == wanted


def test_a_cache_that_is_damaged_beside_the_daemon_takes_nothing_away(
    repo: Repo, daemon: Running, paths: Paths
) -> None:
    remember(repo, paths, *SAID)
    wanted = alone(repo, paths, BOOT)
    for cache in paths.state_dir().rglob("cache.db"):
        with cache.open("r+b") as file:
            pages = os.urandom(max(cache.stat().st_size - FIRST_PAGES, 0))
            file.seek(FIRST_PAGES)
            file.write(pages)
    repo.write({"src/c.py": "c = 1\n"})
    repo.commit("More", "2025-03-01")
    texts = [mementod("boot", folder=repo.root).stdout for _ in range(2)]
    assert texts == [alone(repo, paths, BOOT)] * 2
    assert texts[0] != wanted


def test_what_is_no_text_of_this_repository_is_refused_and_harms_nobody(repo: Repo, daemon: Running) -> None:
    odd: list[dict[str, Any]] = [{}, {"what": "all"}, {"what": "boot"}, {"what": "boot", "budget": "much"}]
    for asked in odd:
        answer = daemon.answer(Op.MEMORY, repo.root, **asked)
        assert isinstance(answer, Answer)
        assert answer.error is Error.FAILED
    inner = Repo(repo.root / "inner").write({"CLAUDE.md": "# Inner\n\nOther rules.\n"}).commit("Inner")
    answer = daemon.answer(Op.MEMORY, inner.root, **BOOT)
    assert isinstance(answer, Answer)
    assert answer.error is Error.UNKNOWN_REPOSITORY
    assert "# Inner" in mementod("boot", folder=inner.root).stdout
    assert daemon.ask(Op.MEMORY, repo.root, **BOOT)["text"]


def test_nobody_waits_for_texts_that_wait(repo: Repo, daemon: Running, paths: Paths) -> None:
    """More of them than there are threads, all held up by another writer of the log."""
    with Engine(repo.root, paths) as engine, memory_of(engine, paths) as file:
        place = file.path
    remember(repo, paths, "You must wait.")
    with ThreadPoolExecutor() as pool, closing(sqlite3.connect(place, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = [pool.submit(daemon.answer, Op.MEMORY, repo.root, **BOOT) for _ in range(4)]
        assert daemon.ask(Op.CHECK, repo.root, notes=[])["report"]
        call = {"words": ["agent", "claude"], "cwd": str(repo.root), "payload": ""}
        assert not isinstance(daemon.answer(Op.HOOK, None, **call), WhyNot)
        assert not any(each.done() for each in waiting)
        other.execute("ROLLBACK")
        for each in waiting:
            answer = each.result()
            assert isinstance(answer, Answer)
            assert "You must wait." in answer.data["text"]
