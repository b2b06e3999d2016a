"""The daemon finds what changed past the gate and what was done to our hooks, beside its other work."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daemons import Running, mementod, running
from gate_repos import CONFIG, ENTRY, FILES, commit
from mementod.brain.events import Patrolled
from mementod.brain.patrol import Guard, Patrol
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled
from repos import Repo

CORE = "src/core/a.py"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({**FILES, ".mementod.yaml": CONFIG}).commit("first")


@pytest.fixture
def row(repo: Repo, paths: Paths) -> Enrolled:
    assert mementod("enrol", folder=repo.root).returncode == 0
    with Ledger(paths.state_dir() / "ledger.db") as ledger:
        (row,) = ledger.enrolled()
    return row


@pytest.fixture
def daemon(row: Enrolled, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as daemon:
        daemon.follow(row.root)
        yield daemon


def test_status_has_what_is_uncovered_until_it_is_written_down(repo: Repo, daemon: Running) -> None:
    repo.write({CORE: "x = 2\n"})
    home = daemon.await_home(repo.root, lambda home: bool(home["uncovered"]))
    assert [(each["path"], each["commit"]) for each in home["uncovered"]] == [(CORE, None)]
    assert commit(repo, "--no-verify", "-am", "quick").returncode == 0
    oid = repo.git("rev-parse", "HEAD")
    home = daemon.await_home(repo.root, lambda home: [each["commit"] for each in home["uncovered"]] == [oid])
    assert home["uncovered"][0]["since"].endswith("+00:00")
    repo.write({"PROGRESS.md": ENTRY})
    daemon.await_home(repo.root, lambda home: not home["uncovered"])


def test_hooks_that_others_take_out_come_back_by_themselves(repo: Repo, daemon: Running) -> None:
    hook = repo.root / ".git" / "hooks" / "pre-commit"
    if not hook.exists():
        pytest.skip("this git is told of hooks in its configuration, which is not written without being asked")
    whole = hook.read_bytes()
    hook.unlink()
    repo.write({"src/b.py": "y = 2\n"})
    home = daemon.await_home(repo.root, lambda home: bool(home["hooks"]))
    assert home["hooks"] == [f"{hook}: our hook was taken out, and is in again"]
    assert hook.read_bytes() == whole
    daemon.await_log("hooks")


@pytest.mark.parametrize("name", ["index.lock", "MERGE_HEAD", "rebase-merge"])
def test_nothing_is_touched_while_git_works(repo: Repo, row: Enrolled, paths: Paths, name: str) -> None:
    (repo.root / ".git" / name).write_text("")
    assert Guard(paths, None).look(row) is None


def test_a_fault_of_ours_is_said_and_the_next_repository_looked_at(row: Enrolled) -> None:
    other = replace(row, id="other")

    def look(asked: Enrolled) -> Patrolled:
        if asked.id == "other":
            raise RuntimeError("on purpose")
        return Patrolled(asked.id, (), ())

    found: queue.Queue[Patrolled] = queue.Queue()
    patrol = Patrol(look, found.put)
    patrol.ask(other)
    first = found.get(timeout=20)
    assert (first.repository, first.uncovered) == ("other", None)
    assert "on purpose" in first.lines[0]
    patrol.ask(row)
    assert found.get(timeout=20) == Patrolled(row.id, (), ())
    patrol.close()
