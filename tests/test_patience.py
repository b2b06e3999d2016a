"""Stores that another process holds: an answer is not kept waiting for long, goes on without them, and says so."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daemons import mementod
from hooked import call, claude, context
from mementod.paths import Paths
from mementod.stores.cache import Cache
from mementod.stores.ledger_file import LedgerFile
from mementod.stores.patience import left_s, patience, spend
from mementod.stores.sqlite_file import connect
from repos import Repo

pytestmark = pytest.mark.timeout(90)  # without a budget the worst of these takes minutes
# Until its standard input ends. `write`: others may read; `all`: nobody may even open.
HOLDS = """
import sqlite3, sys
held = []
for path in sys.argv[2:]:
    db = sqlite3.connect(path, isolation_level=None)
    if sys.argv[1] == "all":
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
    db.execute("BEGIN IMMEDIATE")
    if sys.argv[1] == "all":
        db.execute("CREATE TABLE held(a)")
    held.append(db)
print("held", flush=True)
sys.stdin.read()
"""
STORES = ("memory.db", "ledger.db", "cache.db")
COMMANDS = ("boot", "engram", "handoff")


@contextmanager
def held(how: str, *places: Path) -> Iterator[None]:
    command = [sys.executable, "-c", HOLDS, how, *map(str, places)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        yield
        process.kill()


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write(
        {"src/a.py": "def f():\n    return 1\n", "CLAUDE.md": "`src/a.py` has `f()`.\n"}
    )
    repo.commit("Begin", "2025-02-01")
    for words in (("enrol", "--no-hooks"), ("remember", "never use tabs in `src/a.py`"), ("check",), ("boot",)):
        assert mementod(*words, folder=repo.root).returncode == 0
    return repo


def stores(paths: Paths, names: tuple[str, ...]) -> list[Path]:
    return [next(paths.state_dir().rglob(name)) for name in names]


@pytest.mark.parametrize(("how", "names"), [("write", STORES), *(("all", (name,)) for name in STORES), ("all", STORES)])
def test_a_start_goes_on_without_what_is_held(how: str, names: tuple[str, ...], repo: Repo, paths: Paths) -> None:
    repo.write({"CLAUDE.md": "`src/a.py` has `f()`.\n\nAlways run `make check` first.\n"})  # there is something to keep
    with held(how, *stores(paths, names)):
        done = {command: mementod(command, folder=repo.root) for command in COMMANDS}
    for command, found in done.items():
        assert found.returncode == 0, (command, found.stderr)
        assert "never use tabs" in found.stdout, command
    said = [line for line in done["boot"].stderr.splitlines() if "locked" in line or "holds it" in line]
    assert len(said) <= len(names)
    if "cache.db" in names or (how == "all" and "memory.db" in names):
        assert said


@pytest.mark.parametrize("how", ["write", "all"])
def test_a_hook_goes_on_without_what_is_held(how: str, repo: Repo, paths: Paths) -> None:
    with held(how, *stores(paths, STORES)):
        assert "never use tabs" in context(claude(call(repo.root, "SessionStart", source="startup")))


def test_what_one_store_used_up_the_next_one_has_not(tmp_path: Path) -> None:
    places = [tmp_path / name / "a.db" for name in ("one", "two")]
    for place in places:
        place.parent.mkdir()
        with connect(place, 1.0) as db:
            db.execute("CREATE TABLE a(a)")
        db.close()
    with held("write", *places), patience(0.2):
        dbs = [connect(place, 60.0) for place in places]
        for db in dbs:  # the second would wait for a minute
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                db.execute("INSERT INTO a VALUES (1)")
            assert left_s(60.0) == 0.0
            assert db.execute("SELECT * FROM a").fetchall() == []
    assert left_s(60.0) == 60.0  # that of another answer
    with dbs[0]:
        dbs[0].execute("INSERT INTO a VALUES (1)")


def test_a_store_that_nobody_may_open_uses_up_no_more_than_the_budget(tmp_path: Path) -> None:
    paths = [tmp_path / "cache.db", tmp_path / "ledger.db"]
    Cache(paths[0]).db.close()
    LedgerFile(paths[1], 1.0).open().close()
    with held("all", *paths), patience(0.2):
        with Cache(paths[0], 60.0) as cache:
            assert "locked" in (cache.problem or "")
            assert not cache.is_kept
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            LedgerFile(paths[1], 60.0).open()
        assert left_s(60.0) == 0.0


def test_a_budget_within_another_is_a_part_of_it() -> None:
    with patience(3.0):
        with patience(1.0):
            spend(0.75)
            assert left_s(60.0) == 0.25
        assert left_s(60.0) == 2.25
        with patience(60.0):
            spend(60.0)
        assert left_s(60.0) == 0.0
