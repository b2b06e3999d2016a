"""What a session was told is remembered by whoever answers next: a daemon, another one, or a hook by itself."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mementod.hooks import hook_memory
from mementod.hooks.hook_memory import AGE_CAP_S, FILE_BYTES, SESSIONS_CAP, Memory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def test_a_session_is_told_once_and_another_one_too(folder: Path) -> None:
    assert Memory(folder).untold("a", 1.0, ["x", "y"]) == {"x", "y"}
    assert Memory(folder).untold("a", 2.0, ["x", "z"]) == {"z"}
    assert Memory(folder).untold("b", 2.0, ["x"]) == {"x"}
    assert (Memory(folder).began("a", 9.0), Memory(folder).began("b", 9.0)) == (1.0, 2.0)


def test_a_beginning_that_comes_twice_is_one_and_a_compaction_forgets(folder: Path) -> None:
    memory = Memory(folder)
    assert memory.begins_again("a", 1.0, "startup", forgets=True)
    memory.untold("a", 1.0, ["x"])
    assert not Memory(folder).begins_again("a", 2.0, "startup", forgets=True)
    assert memory.begins_again("a", 9.0, "resume", forgets=False)
    assert memory.untold("a", 9.0, ["x"]) == frozenset()
    assert memory.begins_again("a", 9.5, "compact", forgets=True)  # a session that is resumed to be compacted
    assert memory.untold("a", 9.5, ["x"]) == {"x"}


def test_another_process_knows(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from mementod.hooks.hook_memory import Memory;"
        "print(len(Memory(Path(sys.argv[1])).untold('a', 1.0, ['x'])))"
    )
    said = [subprocess.check_output([sys.executable, "-c", code, str(folder)]).strip() for _ in range(2)]
    assert said == [b"1", b"0"]


def test_who_asks_at_once_is_told_once(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda n: len(Memory(folder).untold("a", 1.0, ["x"])), range(24)))
    assert sum(told) == 1


def test_old_sessions_and_too_many_go(folder: Path) -> None:
    memory = Memory(folder)
    for number in range(SESSIONS_CAP + 3):
        memory.began(f"s{number}", 1.0)
    assert len(list(folder.iterdir())) == SESSIONS_CAP
    much_later = max(file.stat().st_mtime for file in folder.iterdir()) + AGE_CAP_S + 1
    memory.began("new", much_later)
    assert not list(folder.iterdir())  # the new one too, by the clock of files


def test_a_session_that_was_told_too_much_begins_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook_memory, "FILE_BYTES", 2_000)
    memory = Memory(folder)
    memory.untold("a", 1.0, ["x"])
    memory.untold("a", 1.0, map(str, range(100)))
    assert memory.untold("a", 2.0, ["x"]) == {"x"}
    assert memory.began("a", 9.0) == 1.0
    assert next(folder.iterdir()).stat().st_size < FILE_BYTES


@pytest.mark.parametrize("data", [b"", b"\0\xff\n", b"began x\ntold", b"began 1.0\nagain\nfoo bar\n" * 3])
def test_a_damaged_file_is_no_trouble(folder: Path, data: bytes) -> None:
    memory = Memory(folder)
    memory.began("a", 1.0)
    file = next(folder.iterdir())
    file.write_bytes(data)
    assert memory.untold("a", 2.0, ["x"]) == {"x"}
    assert memory.untold("a", 2.0, ["x"]) == frozenset()


def test_what_cannot_be_kept_is_said_again_but_holds_nobody_back(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    memory = Memory(tmp_path / "file" / "sessions")
    assert memory.untold("a", 1.0, ["x"]) == {"x"}
    assert memory.untold("a", 1.0, ["x"]) == {"x"}
    assert memory.once("a", 1.0, ["x"]) == frozenset()
    assert memory.begins_again("a", 1.0, "startup", forgets=True)


def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    memory = Memory(folder)
    memory.began("a", 1.0)
    file = next(folder.iterdir())
    file.unlink()
    target = tmp_path / "target"
    target.write_text("mine\n")
    file.symlink_to(target)
    assert memory.untold("a", 1.0, ["x"]) == {"x"}
    assert target.read_text() == "mine\n"
