"""The ledger is kept through damage, moves of version, full disks and folders that cannot be written."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Vouched
from mementod.stores.migrations import SCHEMA
from mementod_parsers.model import How

COMMIT = "1" * 40
ROWS = 2000
ODD = ("naïve", "\udcff", "\ud800", "two\nlines", "a\0b", "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of some pages."""
    place = tmp_path / "state/ledger.db"
    with Ledger(place) as ledger:
        assert ledger.vouch("repo", ((f"note-{n:05}.md", f"`src/{n}.py`", COMMIT) for n in range(ROWS)), "now") == ROWS
    return place


def read(path: Path, repository: str = "repo") -> tuple[dict[tuple[str, str], Vouched], str | None]:
    with Ledger(path) as ledger:
        found = ledger.vouched(repository)
        return found, ledger.problem


def asides(path: Path) -> list[Path]:
    return sorted(p for p in path.parent.glob("ledger.db.damaged*") if not p.name.endswith(("-wal", "-shm")))


def test_what_is_vouched_is_found_again(path: Path) -> None:
    found, problem = read(path)

    assert (len(found), problem) == (ROWS, None)
    assert found["note-00007.md", "`src/7.py`"] == Vouched(COMMIT, How.VERIFIED)
    assert read(path, "another") == ({}, None)
    assert {p.stat().st_mode & 0o777 for p in path.parent.iterdir()} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_asking_creates_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "none/ledger.db") == ({}, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("odd", ODD)
def test_any_words(odd: str, path: Path) -> None:
    with Ledger(path) as ledger:
        assert ledger.vouch(f"r{odd}", [(f"n{odd}", f"t{odd}", COMMIT)], "now") == 1
    assert read(path, f"r{odd}")[0] == {(f"n{odd}", f"t{odd}"): Vouched(COMMIT, How.VERIFIED)}


def noise(data: bytearray) -> bytes:
    return random.Random(1).randbytes(len(data))


def page(number: int) -> Callable[[bytearray], bytes]:
    def damage(data: bytearray) -> bytes:
        data[4096 * number : 4096 * (number + 1)] = random.Random(number).randbytes(4096)
        return bytes(data)

    return damage


DAMAGE: dict[str, tuple[Callable[[bytearray], bytes], int]] = {
    # how, and how many rows must be saved
    "noise": (noise, 0),
    "empty": (lambda data: b"", 0),
    "header": (lambda data: b"\0" * 100 + bytes(data[100:]), 0),
    "half": (lambda data: bytes(data[: len(data) // 2]), 0),
    "page 10": (page(10), ROWS // 2),
    "page 30": (page(30), ROWS // 2),
    "last page cut": (lambda data: bytes(data[:-4096]), 0),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_ledger_is_moved_aside_and_saved(name: str, path: Path) -> None:
    damage, saved = DAMAGE[name]
    wanted, _ = read(path)
    broken = damage(bytearray(path.read_bytes()))
    path.write_bytes(broken)

    found, problem = read(path)

    assert problem is not None
    assert f"{path}.damaged" in problem
    assert "\n" not in problem
    assert [p.read_bytes() for p in asides(path)] == [broken], "nothing is thrown away"
    assert len(found) >= saved
    assert found.items() <= wanted.items()
    assert read(path) == (found, None), "said once"


def test_every_damaged_ledger_is_kept(path: Path) -> None:
    for number in range(1, 4):
        path.write_bytes(b"damage %d" % number)
        assert read(path)[0] == {}
        assert len(asides(path)) == number


def test_vouching_into_a_damaged_ledger_saves_it_first(path: Path) -> None:
    data = bytearray(path.read_bytes())
    path.write_bytes(page(10)(data))
    with Ledger(path) as ledger:
        ledger.vouch("repo", [("new.md", "`x`", COMMIT)], "now")
        assert ledger.problem
    found, _ = read(path)
    assert ("new.md", "`x`") in found
    assert len(found) > ROWS // 2


def test_rows_that_only_the_log_holds_count(path: Path, tmp_path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.vouch("repo", [("late.md", "`x`", COMMIT)], "now")
        assert (path.parent / "ledger.db-wal").stat().st_size
        copy = tmp_path / "copy/ledger.db"  # as a crash would leave it
        copy.parent.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    assert ("late.md", "`x`") in read(copy)[0]


def test_a_newer_ledger_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()

    found, problem = read(path)

    assert found == {}
    assert problem is not None
    assert "newer mementod" in problem
    with Ledger(path) as ledger, pytest.raises(UserError, match="newer mementod"):
        ledger.vouch("repo", [("a", "b", COMMIT)], "now")
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM vouched").fetchone()[0] == ROWS
    db.close()
    assert asides(path) == []


def test_a_word_of_a_newer_version_is_passed_over(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE vouched SET how = 'dreamt' WHERE note = 'note-00001.md'")
    db.close()
    assert len(read(path)[0]) == ROWS - 1


@pytest.mark.parametrize("what", ["folder", "pipe"])
def test_something_else_in_its_place(what: str, tmp_path: Path) -> None:
    place = tmp_path / "ledger.db"
    place.mkdir() if what == "folder" else os.mkfifo(place)

    found, problem = read(place)

    assert found == {}
    assert problem is not None
    with Ledger(place) as ledger, pytest.raises(UserError, match="nothing was verified"):
        ledger.vouch("repo", [("a", "b", COMMIT)], "now")


def test_rows_that_are_none_of_ours_are_not_saved(path: Path) -> None:
    columns = "repository, note, text, 'commit', how, at"
    with sqlite3.connect(path) as db:
        rows = db.execute('SELECT repository, note, text, "commit", how, at FROM vouched').fetchall()
        db.executescript(f"DROP TABLE vouched; CREATE TABLE vouched({columns}, extra)")
        db.execute("PRAGMA user_version = 0")
        odd = [(None,) * 7, (1, 2.5, None, "x", "y", "z", 0)]
        db.executemany("INSERT INTO vouched VALUES (?, ?, ?, ?, ?, ?, ?)", [*odd, *((*r, None) for r in rows)])
    db.close()
    found, problem = read(path)
    assert len(found) == ROWS
    assert f"verified lines {ROWS}," in (problem or "")
    assert read(path) == (found, None)
