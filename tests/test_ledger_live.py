"""What the daemon keeps in the ledger: all of a change or nothing of it, within limits, through damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import deaths
import unprivileged
from mementod.errors import UserError
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_concerns import CAP as CONCERNS_CAP
from mementod.stores.ledger_rows import Concern, Enrolled, Observed, Snooze, Told, Transition
from mementod.stores.ledger_transitions import CAP, PAGE
from mementod_parsers.model import Kind, Level, Verdict

NOW = "2026-11-30T12:00:00+00:00"
COMMIT = "1" * 40
ODD = ("naïve", "\udcff", "\ud800", "two\nlines", "a\0b")
ROW = Enrolled("0123456789abcdef", Path("/home/ada/x"), Path("/home/ada/x/.git"), "owner", "ab" * 32, NOW)
GONE = Told(Verdict.DELETED, None, Level.ERROR)
MOVED = Told(Verdict.MOVED, "src/b.py", Level.ERROR)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state/ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with Ledger(path) as opened:
        yield opened


def change(citation: str, before: Verdict | None = Verdict.OK, after: Verdict | None = Verdict.DELETED) -> Transition:
    return Transition(citation, "a.md", 3, "`src/a.py`", before, after, Level.ERROR, None, "deleted in 1111111", NOW)


def test_asking_creates_nothing(ledger: Ledger, path: Path) -> None:
    answers = (ledger.enrolled(), ledger.observed("r"), ledger.published("r"), ledger.transitions("r"))
    assert (*answers, ledger.snoozes(NOW), ledger.problem) == ((), {}, {}, (), (), None)
    assert not path.parent.exists()


def test_repositories_are_found_again(ledger: Ledger) -> None:
    other = replace(ROW, id="fedcba9876543210-01234567", root=Path("/home/ada/a\n\udcff"))
    ledger.enrol(ROW)
    ledger.enrol(other)
    assert set(ledger.enrolled()) == {ROW, other}

    ledger.enrol(replace(ROW, trust="granted"))
    assert {row.trust for row in ledger.enrolled()} == {"owner", "granted"}
    ledger.unenrol(other.id)
    assert [row.id for row in ledger.enrolled()] == [ROW.id]


def test_what_lines_meant_moves_with_its_repository(ledger: Ledger) -> None:
    ledger.enrol(ROW)
    ledger.vouch("old", [("a.md", "x", COMMIT), ("b.md", "y", COMMIT)], NOW)
    ledger.vouch("new", [("a.md", "x", "2" * 40)], NOW)
    ledger.observe("old", [Observed("a.md", "x", COMMIT, Kind.PATH, None, None, None, NOW)])

    ledger.move(ROW.id, Path("/srv/x"), Path("/srv/x/.git"), ("old", "new"))

    assert ledger.enrolled() == (replace(ROW, root=Path("/srv/x"), common=Path("/srv/x/.git")),)
    assert {key: stamp.commit for key, stamp in ledger.vouched("new").items()} == {
        ("a.md", "x"): "2" * 40,
        ("b.md", "y"): COMMIT,
    }
    assert list(ledger.observed("new")) == [("a.md", "x")]
    ledger.move(ROW.id, Path("/srv/x"), Path("/srv/x/.git"), ("new", "new"))
    assert len(ledger.vouched("new")) == 2


@pytest.mark.parametrize("odd", ODD)
def test_any_words(odd: str, ledger: Ledger) -> None:
    seen = Observed(f"n{odd}", f"t{odd}", COMMIT, Kind.SYMBOL, f"p{odd}", f"s{odd}", None, NOW)
    moved = replace(change(f"c{odd}"), note=odd + ".md", text=f"t{odd}", target=f"x{odd}", evidence=f"e{odd}")
    ledger.observe("r", [seen])
    batch = ledger.publish("r", [moved], {f"c{odd}": replace(MOVED, target=f"x{odd}")})

    assert ledger.observed("r") == {(seen.note, seen.text): seen}
    assert ledger.published("r") == {f"c{odd}": replace(MOVED, target=f"x{odd}")}
    assert ledger.transitions("r") == (replace(moved, repository="r", seq=batch, batch=batch),)


def test_a_later_stamp_takes_the_place_of_an_older_one(ledger: Ledger) -> None:
    first = Observed("a.md", "x", COMMIT, Kind.PATH, "src/a.py", None, None, NOW)
    ledger.observe("r", [first, replace(first, note="b.md")])
    ledger.observe("r", [replace(first, path="src/b.py")])
    assert {key: row.path for key, row in ledger.observed("r").items()} == {
        ("a.md", "x"): "src/b.py",
        ("b.md", "x"): "src/a.py",
    }
    assert ledger.observed("another") == {}


def test_what_was_told_is_known_after_a_restart(path: Path) -> None:
    with Ledger(path) as ledger:
        first = ledger.publish("r", [change("a"), change("b")], {"a": GONE, "b": GONE, "c": MOVED})
    with Ledger(path) as ledger:
        second = ledger.publish("r", [change("a", Verdict.DELETED, None)], {"a": None, "b": MOVED, "never": None})
        assert ledger.publish("r", [], {}) == 0
        assert ledger.published("r") == {"b": MOVED, "c": MOVED}
        found = ledger.transitions("r")
    assert second > first > 0
    assert [(t.citation, t.before, t.after, t.batch) for t in found] == [
        ("a", Verdict.OK, Verdict.DELETED, first),
        ("b", Verdict.OK, Verdict.DELETED, first),
        ("a", Verdict.DELETED, None, second),
    ]


def test_transitions_are_read_in_pages(ledger: Ledger) -> None:
    ledger.publish("r", [change(str(n)) for n in range(PAGE + 5)], {})
    ledger.publish("another", [change("x")], {})
    page = ledger.transitions("r", limit=10**9)
    rest = ledger.transitions("r", since=page[-1].seq)
    assert [t.citation for t in (*page, *rest)] == [str(n) for n in range(PAGE + 5)]
    assert [t.citation for t in ledger.transitions("r", since=rest[0].seq, limit=2)] == ["1001", "1002"]


def test_the_oldest_transitions_go(ledger: Ledger, path: Path) -> None:
    ledger.publish("old", [change("first"), change("second")], {})
    ledger.publish("r", [change("x")] * (CAP - 1), {})
    assert [t.citation for t in ledger.transitions("old")] == ["second"]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM transitions").fetchone() == (CAP,)


def test_a_number_is_never_given_twice(ledger: Ledger) -> None:
    ledger.enrol(ROW)
    last = ledger.publish(ROW.id, [change("a")], {"a": GONE})
    ledger.snooze(Snooze(ROW.id, "", "2027"), NOW)
    ledger.unenrol(ROW.id)
    assert (ledger.transitions(ROW.id), ledger.published(ROW.id), ledger.snoozes(NOW)) == ((), {}, ())
    assert ledger.publish(ROW.id, [change("b")], {}) > last


def test_a_quiet_time_ends(ledger: Ledger) -> None:
    ledger.snooze(Snooze("r", "c", "2026-12-01T00:00:00+00:00"), NOW)
    ledger.snooze(Snooze("r", "", "2026-12-03T00:00:00+00:00"), NOW)
    assert len(ledger.snoozes(NOW)) == 2
    assert ledger.snoozes("2026-12-02T00:00:00+00:00") == (Snooze("r", "", "2026-12-03T00:00:00+00:00"),)


CONCERN = Concern("r", "stale", "c", "moved", "b.py", "a\udcff.md", 3, "a.py", "two\nlines", NOW)


def test_what_there_is_to_be_told_is_kept_with_its_batch(ledger: Ledger) -> None:
    assert ledger.concerns() == {}
    ledger.publish("r", [change("c")], {"c": MOVED}, {CONCERN.key: CONCERN})
    assert ledger.concerns() == {CONCERN.key: CONCERN}
    told = replace(CONCERN, told=NOW)
    ledger.concern({told.key: told})
    assert ledger.concerns() == {told.key: told}
    ledger.publish("r", [], {}, {told.key: None})
    assert ledger.concerns() == {}


def test_concerns_go_with_their_repository_and_the_oldest_first(ledger: Ledger) -> None:
    rows = [replace(CONCERN, subject=str(n), at=f"{n:06}") for n in range(CONCERNS_CAP + 5)]
    ledger.concern({row.key: row for row in rows})
    assert min(row.at for row in ledger.concerns().values()) == "000005"
    ledger.unenrol("r")
    assert ledger.concerns() == {}


def test_another_version_is_noticed_once(ledger: Ledger) -> None:
    assert [ledger.is_first_of(version) for version in ("1", "1", "2", "2", "1")] == [False, False, True, False, True]


def test_killed_anywhere_a_batch_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "state/ledger.db"
    with Ledger(path) as ledger:
        ledger.publish("r", [change("old")], {"old": GONE})

    def publish() -> None:
        with Ledger(path) as ledger:
            told = {"old": None, "a": GONE, "b": GONE}
            ledger.publish("r", [change("a"), change("b")], told, {CONCERN.key: CONCERN})

    whole = 0
    for step in deaths.at_each_step(publish):
        with Ledger(path) as ledger:
            state = set(ledger.published("r")), len(ledger.transitions("r")), len(ledger.concerns())
            assert state in (({"old"}, 1, 0), ({"a", "b"}, 3, 1)), f"killed at {step}"
            whole += len(state[0]) == 2
            if whole:
                break
    assert ledger.problem is None


FULL = """
import resource, signal
from mementod.errors import UserError
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Told, Transition
from mementod_parsers.model import Level, Verdict
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Ledger(Path(sys.argv[1])) as ledger:
    gone = Transition("a", "n", 1, "t" * 500, None, Verdict.OK, Level.NONE, None, "e", "now")
    ledger.publish("r", [gone], {"a": Told(Verdict.OK, None, Level.NONE)})
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    try:
        ledger.publish("r", [gone] * 1000, {"a": None})
    except UserError as error:
        print(error)
    print(len(ledger.transitions("r")), list(ledger.published("r")))
"""


def test_a_full_disk_keeps_nothing_of_a_batch(path: Path, tmp_path: Path) -> None:
    said, kept = unprivileged.run_as_is(FULL, str(path), folder=tmp_path).splitlines()
    assert "cannot be written" in said
    assert said.endswith("; nothing was published")
    assert kept == "1 ['a']"
    with Ledger(path) as ledger:
        assert list(ledger.published("r")) == ["a"]


def test_a_lock_of_another_is_said_in_one_line(ledger: Ledger, path: Path) -> None:
    ledger.enrol(ROW)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ledger.enrolled() == (ROW,), "reading goes on"
        with pytest.raises(UserError, match=r"another program holds it .* try again; nothing was verified") as error:
            ledger.vouch("r", [("a", "b", COMMIT)], NOW)
        other.execute("ROLLBACK")
    assert "\n" not in str(error.value)
    assert ledger.vouch("r", [("a", "b", COMMIT)], NOW) == 1


def test_a_ledger_that_another_has_to_itself_is_said(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.enrol(ROW)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM vouched")
        with Ledger(path) as ledger, pytest.raises(UserError, match="another program holds it"):
            ledger.unenrol(ROW.id)
        other.execute("ROLLBACK")
    with Ledger(path) as ledger:
        assert ledger.enrolled() == (ROW,)


def test_all_tables_are_saved_from_a_damaged_file(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.enrol(ROW)
        ledger.observe("r", [Observed("a.md", "x", COMMIT, Kind.PATH, None, None, None, NOW)])
        last = ledger.publish("r", [change("a"), change("b")], {"a": GONE}, {CONCERN.key: CONCERN}) + 1
        ledger.snooze(Snooze("r", "", "2027"), NOW)
        ledger.vouch("r", [("a.md", "x", COMMIT)], NOW)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_master WHERE name = 'counters'")
        db.commit()

    with Ledger(path) as ledger:
        assert ledger.enrolled() == (ROW,)
        assert "verified lines 1, enrolled repositories 1, other rows 6;" in (ledger.problem or "")
        assert (len(ledger.observed("r")), len(ledger.transitions("r")), len(ledger.vouched("r"))) == (1, 2, 1)
        assert (ledger.published("r"), len(ledger.snoozes(NOW))) == ({"a": GONE}, 1)
        assert ledger.concerns() == {CONCERN.key: CONCERN}
        assert ledger.publish("r", [change("c")], {}) > last, "no number is given twice"


def test_what_cannot_be_read_is_not_taken_for_nothing(path: Path) -> None:
    """Else a restart would tell everything anew."""
    path.parent.mkdir()
    path.mkdir()
    with Ledger(path) as ledger:
        for ask in (ledger.enrolled, lambda: ledger.published("r"), lambda: ledger.transitions("r")):
            with pytest.raises(UserError, match="cannot be read"):
                ask()


def test_damage_while_it_is_open_is_found_and_saved(ledger: Ledger, path: Path) -> None:
    ledger.publish("r", [change(str(n)) for n in range(5000)], {})
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[4096 * 30 :] = b"\xff" * (len(data) - 4096 * 30)
    path.write_bytes(data)

    seen = []
    for _ in range(3):
        try:
            seen.append(ledger.publish("r", [change("new")] * 100, {}))
        except UserError as error:
            assert "cannot be written" in str(error)  # noqa: PT017 (it may, it need not)
    assert "damaged" in (ledger.problem or "")
    assert seen
    assert ledger.transitions("r", since=seen[-1] - 1)


def test_a_file_that_was_taken_away_is_missed(ledger: Ledger, path: Path) -> None:
    ledger.enrol(ROW)
    path.unlink()
    ledger.publish("r", [change("a")], {})
    assert "was removed" in (ledger.problem or "")
    with Ledger(path) as other:
        assert len(other.transitions("r")) == 1


def test_the_log_of_a_removed_file_is_not_read(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    ledger.publish("r", [change(str(n)) for n in range(200)], {})
    log = path.with_name("ledger.db-wal").read_bytes()
    place = tmp_path / "other/ledger.db"
    place.parent.mkdir()
    place.with_name("ledger.db-wal").write_bytes(log)
    with Ledger(place) as other:
        other.enrol(ROW)
        assert "was removed" in (other.problem or "")
        assert (other.enrolled(), other.transitions("r")) == ((ROW,), ())
    assert place.with_name("ledger.db.damaged-wal").read_bytes() == log
