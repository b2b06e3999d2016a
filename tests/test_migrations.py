"""A ledger of an older version becomes one of today where it stands, or stays what it was."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import deaths
import together
import unprivileged
from mementod.errors import UserError
from mementod.installing.apply import Done
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Concern, Installed
from mementod.stores.migrations import KEPT_COPIES, SCHEMA
from mementod_hooks.install import Form

ROWS = 2000
COMMIT = "1" * 40
# As version 1 made it.
FIRST = """
CREATE TABLE vouched(repository TEXT, note TEXT, text TEXT, "commit" TEXT, how TEXT, at TEXT,
                     PRIMARY KEY(repository, note, text)) WITHOUT ROWID;
PRAGMA user_version = 1;
"""

# What version 2 added.
SECOND = """
CREATE TABLE repositories(id TEXT NOT NULL PRIMARY KEY, root TEXT NOT NULL, common TEXT NOT NULL,
                          trust TEXT NOT NULL, config TEXT NOT NULL, enrolled_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE observed(repository TEXT NOT NULL, note TEXT NOT NULL, text TEXT NOT NULL, "commit" TEXT NOT NULL,
                      kind TEXT NOT NULL, path TEXT NOT NULL, symbol TEXT NOT NULL, fingerprint TEXT NOT NULL,
                      at TEXT NOT NULL, PRIMARY KEY(repository, note, text)) WITHOUT ROWID;
CREATE TABLE transitions(seq INTEGER NOT NULL PRIMARY KEY, repository TEXT NOT NULL, citation TEXT NOT NULL,
                         note TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, before TEXT NOT NULL,
                         after TEXT NOT NULL, level TEXT NOT NULL, target TEXT NOT NULL, evidence TEXT NOT NULL,
                         at TEXT NOT NULL, batch INTEGER NOT NULL);
CREATE INDEX transitions_of ON transitions(repository, seq);
CREATE TABLE published(repository TEXT NOT NULL, citation TEXT NOT NULL, verdict TEXT NOT NULL,
                       target TEXT NOT NULL, level TEXT NOT NULL, PRIMARY KEY(repository, citation)) WITHOUT ROWID;
CREATE TABLE snoozes(repository TEXT NOT NULL, citation TEXT NOT NULL, until TEXT NOT NULL,
                     PRIMARY KEY(repository, citation)) WITHOUT ROWID;
CREATE TABLE counters(name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
PRAGMA user_version = 2;
"""

# What version 3 added.
THIRD = """
CREATE TABLE installed(whose TEXT NOT NULL, path TEXT NOT NULL, real TEXT NOT NULL, form TEXT NOT NULL,
                       before TEXT NOT NULL, after TEXT NOT NULL, folders TEXT NOT NULL, healed_on TEXT NOT NULL,
                       heals INTEGER NOT NULL, PRIMARY KEY(whose, path)) WITHOUT ROWID;
PRAGMA user_version = 3;
"""


def make_first(path: Path, count: int = ROWS) -> Path:
    """A ledger of version 1 with some pages of rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(FIRST)
        rows = [("repo", f"note-{n:05}.md", f"`src/{n}.py`", COMMIT, "verified", "2026-01-01") for n in range(count)]
        with db:
            db.executemany("INSERT INTO vouched VALUES (?, ?, ?, ?, ?, ?)", rows)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_first(tmp_path / "state/ledger.db")


def rows(path: Path) -> int:
    with Ledger(path) as ledger:
        found = ledger.vouched("repo")
        assert ledger.problem is None
        return len(found)


def schema(path: Path) -> tuple[int, set[str]]:
    with closing(sqlite3.connect(path)) as db:
        tables = {" ".join(sql.split()) for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")}
        return db.execute("PRAGMA user_version").fetchone()[0], tables


def copies(path: Path) -> list[Path]:
    return sorted(p for p in path.parent.iterdir() if ".v1-" in p.name)


def test_an_old_ledger_is_migrated_after_a_copy(path: Path, tmp_path: Path) -> None:
    before = schema(path)
    with Ledger(tmp_path / "new/ledger.db") as fresh:
        fresh.vouch("repo", [("a", "b", COMMIT)], "now")

    assert rows(path) == ROWS

    assert schema(path) == schema(tmp_path / "new/ledger.db")
    assert schema(path)[0] == SCHEMA
    [copy] = copies(path)
    assert schema(copy) == before
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM vouched").fetchone() == (ROWS,)
    assert {p.stat().st_mode & 0o777 for p in path.parent.iterdir()} == {0o600}


def test_what_version_2_held_is_there_and_hooks_can_be_noted(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SECOND)
        with db:
            db.execute("INSERT INTO repositories VALUES ('a', '/r', '/r/.git', 'owner', '', 'now')")
    with Ledger(tmp_path / "new/ledger.db") as fresh:
        fresh.vouch("repo", [("a", "b", COMMIT)], "now")
    row = Installed("claude", Done("/s", "/s", Form.JSON, "", "ab", ("/f",)), "2026-01-01", 2)

    with Ledger(path) as ledger:
        assert ledger.installed() == ()
        ledger.install("claude", [row])
        assert (ledger.installed(), [r.id for r in ledger.enrolled()]) == ((row,), ["a"])

    assert rows(path) == ROWS
    assert schema(path) == schema(tmp_path / "new/ledger.db")
    assert [p.name.split("-")[0] for p in path.parent.iterdir() if ".v" in p.name] == ["ledger.db.v2"]


def test_what_version_3_held_is_there_and_notices_can_be_kept(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SECOND + THIRD)
        with db:
            db.execute("INSERT INTO installed VALUES ('claude', '/s', '/s', 'json', '', 'ab', '[]', '', 0)")
            db.execute("INSERT INTO transitions VALUES (7, 'r', 'c', 'n', 1, 't', '', 'ok', 'none', '', '', 'now', 7)")
    with Ledger(tmp_path / "new/ledger.db") as fresh:
        fresh.vouch("repo", [("a", "b", COMMIT)], "now")
    row = Concern("r", "stale", "c", "moved", "b.py", "a.md", 3, "a.py", "not committed", "now", "later")

    with Ledger(path) as ledger:
        assert ledger.concerns() == {}
        ledger.concern({row.key: row})
        assert ledger.concerns() == {row.key: row}
        assert ([r.whose for r in ledger.installed()], [t.seq for t in ledger.transitions("r")]) == (["claude"], [7])

    assert rows(path) == ROWS
    assert schema(path) == schema(tmp_path / "new/ledger.db")


def test_writing_migrates_too(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.vouch("repo", [("new.md", "`x`", COMMIT)], "now")
    assert rows(path) == ROWS + 1


def test_rows_that_only_the_log_holds_are_in_the_copy(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        with other:
            other.execute("INSERT INTO vouched VALUES ('repo', 'late.md', 'x', 'c', 'verified', 'now')")
        assert rows(path) == ROWS + 1
        [copy] = copies(path)
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM vouched").fetchone() == (ROWS + 1,)


def test_the_newest_copies_are_kept(path: Path) -> None:
    for year in range(2020, 2024):
        old = path.with_name(f"ledger.db.v1-{year}-01-01")
        old.write_bytes(b"")
        os.utime(old, (year, year))
    rows(path)
    newest, *others = sorted(copies(path), key=lambda p: p.stat().st_mtime_ns, reverse=True)
    assert newest.stat().st_size
    assert [p.name for p in others] == ["ledger.db.v1-2023-01-01"]
    assert len(others) + 1 == KEPT_COPIES


def test_a_copy_of_the_same_day_is_not_replaced(path: Path) -> None:
    rows(path)
    [first] = copies(path)
    kept = first.read_bytes()
    path.unlink()
    make_first(path)
    rows(path)
    assert first.read_bytes() == kept
    assert len(copies(path)) == 2


def test_killed_anywhere_it_is_whole(tmp_path: Path) -> None:
    seen = set()
    path = tmp_path / "ledger/ledger.db"
    make_first(path, 9)
    for step in deaths.at_each_step(lambda: rows(path)):
        seen.add(schema(path)[0])
        assert rows(path) == 9, f"killed at {step}"
        assert [p.name for p in path.parent.iterdir() if p.name.startswith(".") or "damaged" in p.name] == []
        shutil.rmtree(path.parent)
        make_first(path, 9)
    assert seen == {1, SCHEMA}


FULL = """
import resource, signal, sqlite3
from mementod.errors import UserError
from mementod.stores.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
with Ledger(Path(sys.argv[1])) as ledger:
    print(len(ledger.vouched("repo")), ledger.problem)
    try:
        ledger.vouch("repo", [("a", "b", "c")], "now")
    except UserError as error:
        print(error)
"""


@pytest.mark.parametrize("limit", [0, 4096, 65536])
def test_a_full_disk_leaves_the_old_one(limit: int, path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()

    read, written = unprivileged.run_as_is(FULL, str(path), str(limit), folder=tmp_path).splitlines()

    assert read == f"{ROWS} None", "what cannot be migrated is still read"
    assert "cannot be written" in written
    assert written.endswith("; nothing was verified")
    assert path.read_bytes() == before
    assert copies(path) == []
    assert [p.name for p in path.parent.iterdir() if p.name.startswith(".")] == []
    assert rows(path) == ROWS


READ_ONLY = """
from mementod.stores.ledger import Ledger
place = Path("state/ledger.db")
for path in [*place.parent.iterdir(), place.parent]:
    path.chmod(0o500 if path.is_dir() else 0o400)
with Ledger(place) as ledger:
    print(len(ledger.vouched("repo")), ledger.enrolled(), ledger.published("x"), ledger.problem)
place.parent.chmod(0o700)
"""


def test_an_old_ledger_that_cannot_be_written_is_read(path: Path, tmp_path: Path) -> None:
    unprivileged.open_up(tmp_path)
    assert unprivileged.run(READ_ONLY, folder=tmp_path).strip() == f"{ROWS} () {{}} None"


def test_a_newer_ledger_is_not_written(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()

    with Ledger(path) as ledger:
        assert ledger.vouched("repo") == {}
        assert "newer mementod" in (ledger.problem or "")
        with pytest.raises(UserError, match="newer mementod"):
            ledger.enrolled()
        with pytest.raises(UserError, match="newer mementod"):
            ledger.unenrol("x")

    assert path.read_bytes() == before
    assert copies(path) == []


def test_a_damaged_old_ledger_is_saved_into_a_new_one(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 * 10 : 4096 * 11] = b"\xff" * 4096
    path.write_bytes(data)
    with Ledger(path) as ledger:
        assert len(ledger.vouched("repo")) > ROWS // 2
        assert "damaged" in (ledger.problem or "")
        assert ledger.enrolled() == ()
    assert schema(path)[0] == SCHEMA


MIGRATE = """
with Ledger(Path(sys.argv[1])) as ledger:
    print(len(ledger.vouched("repo")), ledger.problem)
"""


def test_many_at_once_migrate_once(path: Path) -> None:
    said = set(together.outputs("from mementod.stores.ledger import Ledger", MIGRATE, [(str(path),)] * 4))
    assert said == {f"{ROWS} None\n"}
    assert len(copies(path)) == 1
