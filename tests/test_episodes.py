"""The log of a repository: nothing lost, nothing twice, and gone when it is forgotten."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unprivileged
from mementod.continuity.episodes import Episodes
from mementod.continuity.log_search import DENSITY_LINES, LOOKED_CAP
from mementod.continuity.memory_file import MemoryFile
from mementod.errors import UserError
from mementod_parsers.continuity.transcripts.episode import Actor, Episode


def said(text: str, key: str = "1", session: str = "s", at: str = "2026-03-01T10:00:00Z") -> Episode:
    return Episode(Actor.USER, text, at, session, "/repo", key)


@pytest.fixture
def file(tmp_path: Path) -> MemoryFile:
    return MemoryFile(tmp_path / "state" / "memory.db")


@pytest.fixture
def log(file: MemoryFile) -> Episodes:
    return Episodes(file)


def found(log: Episodes, query: str, limit: int = 8) -> list[str]:
    return [line.text for line in log.search(query, limit)]


def test_a_line_is_found_with_those_around_it(log: Episodes) -> None:
    log.add("claude", [said("first\nuse legacyAuth\nlast")])
    (line,) = log.search("legacy_auth", 8)
    assert (line.before, line.text, line.after) == ("first", "use legacyAuth", "last")
    assert (line.actor, line.at, line.source, line.session) == (Actor.USER, "2026-03-01T10:00:00Z", "claude", "s")


def test_the_newest_come_first(log: Episodes) -> None:
    log.add("claude", [said(f"cache number {i}", str(i)) for i in range(30)])
    assert found(log, "cache", 3) == ["cache number 29", "cache number 28", "cache number 27"]


def test_words_that_nothing_holds_are_left_out(log: Episodes) -> None:
    log.add("claude", [said("Redis was rejected: no persistence")])
    assert found(log, "why oh why was redis rejected") == ["Redis was rejected: no persistence"]
    log.add("claude", [said("a shipping box", "2"), said("a bill", "3")])
    assert found(log, "shippingBill redis") == ["Redis was rejected: no persistence"]
    assert found(log, "postgres") == []
    assert found(log, "") == []
    assert found(log, '"') == []


@pytest.mark.parametrize("newer", [0, 3, LOOKED_CAP + 1])
def test_a_word_of_nearly_every_line_counts_beside_a_rare_one(log: Episodes, newer: int) -> None:
    log.add("claude", [said(f"get user {i}", str(i)) for i in range(newer + 3 * DENSITY_LINES)])
    log.add("claude", [said("get the zebra", "a"), said("get a quagga", "b")])
    log.add("claude", [said("a zebra alone", f"c{i}") for i in range(newer)])
    assert found(log, "get zebra", 1) == ["get the zebra"]
    assert found(log, "zebraGet quagga", 2)[0] == "get a quagga"


def test_what_people_said_is_not_hidden_by_what_was_done(log: Episodes) -> None:
    log.add("claude", [said("never rename models.go", "a")])
    for i in range(30):
        log.add("claude", [Episode(Actor.AGENT, f"Read: models.go {i}", "", "s", "/repo", f"d{i}")])
    log.add("claude", [said("look at models.go", "b")])
    assert found(log, "models.go", 4) == [
        "look at models.go",
        "Read: models.go 29",
        "Read: models.go 28",
        "never rename models.go",
    ]


def test_code_that_was_pasted_is_not_said(log: Episodes) -> None:
    log.add("claude", [said("do not\n```\nmust be here\n```\nbut must\n~~~\nopen", "a"), said("after", "b")])
    assert [line.text for line in log.said(Actor.USER)] == ["do not", "but must", "after"]
    pasted = log.latest(10)[2].id
    assert [line.text for line in log.said(Actor.USER, pasted)] == ["but must", "after"]
    assert [line.text for line in log.said(Actor.USER, 0, 2)] == ["do not", "but must"]


def test_the_same_episode_is_kept_once(log: Episodes) -> None:
    assert log.add("claude", [said("once")]) == 1
    assert log.add("claude", [said("once")]) == 0
    assert log.add("codex", [said("once")]) == 1
    assert log.count() == 2


def test_a_secret_is_not_in_the_file(file: MemoryFile, log: Episodes) -> None:
    log.add("claude", [said("password: hunter2!")])
    file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"hunter2" not in file.path.read_bytes()


def test_what_is_forgotten_is_gone_from_the_file_and_does_not_come_back(file: MemoryFile, log: Episodes) -> None:
    log.add("claude", [said("the quick zebra\nsecond line", "1"), said("stays", "2")])
    (line,) = log.search("zebra", 8)
    assert log.forget([line.id]) == 2
    assert log.add("claude", [said("the quick zebra\nsecond line", "1")]) == 0
    assert found(log, "zebra") == []
    assert found(log, "second") == []
    assert found(log, "stays") == ["stays"]
    file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"zebra" not in file.path.read_bytes()


def test_what_was_kept_is_named_by_its_first_line_whatever_came_since(log: Episodes) -> None:
    log.add("remember", [said("one\ntwo", "a")])
    log.add("remember", [said("three", "b")])
    assert log.first_line("remember", said("one\ntwo", "a")) == 1
    assert log.first_line("remember", said("never", "c")) is None


def test_a_session_is_forgotten_whole(log: Episodes) -> None:
    log.add("claude", [said("a", "1", "one"), said("b", "2", "one"), said("c", "3", "two")])
    assert log.forget_session("one") == 2
    assert [line.text for line in log.latest(10)] == ["c"]


@given(st.lists(st.text(max_size=40), max_size=8))
def test_whatever_was_said_is_kept_line_by_line(texts: list[str]) -> None:
    with MemoryFile(Path(os.environ["HOME"]) / os.urandom(8).hex() / "memory.db") as file:
        log = Episodes(file)
        log.add("x", [said(text, str(number)) for number, text in enumerate(texts)])
        for text in texts:
            for line in text.encode("utf-8", "replace").decode().splitlines():
                assert (
                    not line.strip() or "[removed" in line or line.rstrip() in [kept.text for kept in log.latest(1_000)]
                )


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    code = (
        "import sys; from pathlib import Path; from mementod.continuity.episodes import Episodes\n"
        "from mementod.continuity.memory_file import MemoryFile\n"
        "from mementod_parsers.continuity.transcripts.episode import Actor, Episode\n"
        "log = Episodes(MemoryFile(Path(sys.argv[1])))\n"
        "for i in range(40): log.add(sys.argv[2], [Episode(Actor.USER, f'line {i}', '', 's', '/', str(i))])"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path), name]) for name in ("a", "b", "c")]
    assert [writer.wait(25) for writer in writers] == [0, 0, 0]
    assert Episodes(MemoryFile(path)).count() == 120


def test_a_writer_that_is_killed_leaves_whole_messages(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    code = (
        "import sys, os, itertools; from pathlib import Path; from mementod.continuity.episodes import Episodes\n"
        "from mementod.continuity.memory_file import MemoryFile\n"
        "from mementod_parsers.continuity.transcripts.episode import Actor, Episode\n"
        "log = Episodes(MemoryFile(Path(sys.argv[1])))\n"
        "for i in itertools.count():\n"
        "    log.add('a', [Episode(Actor.USER, f'one {i}\\ntwo {i}', '', 's', '/', str(i))])\n"
        "    if i == 20: print('go', flush=True)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.kill()
    with MemoryFile(path) as file:
        log = Episodes(file)
        assert log.count() >= 42
        assert log.count() % 2 == 0
        assert len(log.search("one", 1_000)) == log.count() // 2


def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(b"this is no database" * 1_000)
    with MemoryFile(path) as file:
        assert file.problem is not None
        assert "was damaged" in file.problem
        assert Episodes(file).add("a", [said("on")]) == 1
    assert (tmp_path / "memory.db.damaged").read_bytes().startswith(b"this is no database")


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(UserError, match="upgrade mementod"):
        MemoryFile(path)
    assert path.read_bytes() == before


def test_terms_of_another_version_are_made_again(file: MemoryFile, log: Episodes) -> None:
    log.add("a", [said("legacyAuth stays")])
    file.db.execute("INSERT INTO words(words) VALUES ('delete-all')")
    file.db.execute("UPDATE state SET value = -1")
    file.db.close()
    assert found(Episodes(MemoryFile(file.path)), "legacy_auth") == ["legacyAuth stays"]


def test_a_folder_that_may_not_be_written_is_one_line(tmp_path: Path) -> None:
    unprivileged.open_up(tmp_path)
    (tmp_path / "shut").mkdir(mode=0o500)
    code = unprivileged.DROP.replace("mementod.paths", "mementod.paths, mementod.continuity.memory_file", 1) + (
        "from mementod.errors import UserError\n"
        f"try: mementod.continuity.memory_file.MemoryFile(Path({str(tmp_path)!r}) / 'shut' / 'memory.db')\n"
        "except UserError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert "cannot be used" in done.stdout, done.stderr
    assert done.stdout.count("\n") == 1
