"""What a session was told is remembered by whoever answers next: a daemon, another one, or a hook by itself."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mementod.hooks import hook_memory
from mementod.hooks.hook_files import AGE_CAP_S, FILES_CAP
from mementod.hooks.hook_memory import FILE_BYTES, Heard, Memory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def test_a_session_is_told_once_and_another_one_too(folder: Path) -> None:
    assert Memory(folder).untold("a", 1.0, ["x", "y"]) == {"x", "y"}
    assert Memory(folder).untold("a", 2.0, ["x", "z"]) == {"z"}
    assert Memory(folder).untold("b", 2.0, ["x"]) == {"x"}
    assert (Memory(folder).heard("a", 9.0).began, Memory(folder).heard("b", 9.0).began) == (1.0, 2.0)


def test_a_beginning_that_comes_twice_is_one_and_a_compaction_forgets(folder: Path) -> None:
    memory = Memory(folder)
    assert memory.begins_again("a", 1.0, "startup", forgets=True)
    memory.untold("a", 1.0, ["x"])
    assert not Memory(folder).begins_again("a", 2.0, "startup", forgets=True)
    assert memory.begins_again("a", 9.0, "resume", forgets=False)
    assert memory.untold("a", 9.0, ["x"]) == frozenset()
    assert memory.begins_again("a", 9.5, "compact", forgets=True)  # a session that is resumed to be compacted
    assert memory.untold("a", 9.5, ["x"]) == {"x"}


def test_what_a_late_answer_said_is_said_again_to_the_same_call_alone(folder: Path) -> None:
    late, other = Memory(folder).of_call(7, b"{}", True), Memory(folder).of_call(8, b"{}", False)
    late.compacts("a", 0.1)
    assert late.begins_again("a", 9.0, "compact", forgets=True)
    assert late.untold("a", 9.0, ["x", "y"]) == {"x", "y"}
    again = Memory(folder).of_call(7, b"{}", False)  # the daemon was not heard, the hook program answers by itself
    assert again.begins_again("a", 9.9, "compact", forgets=True)
    assert again.untold("a", 9.9, ["x"]) == again.once("a", 9.9, ["x"]) == {"x"}
    assert not again.heard("a", 9.9).begun
    assert not other.begins_again("a", 9.9, "compact", forgets=True)
    assert other.untold("a", 9.9, ["x", "z"]) == {"z"}
    assert other.heard("a", 9.9).begun
    assert Memory(folder).untold("a", 9.9, ["x", "y", "z"]) == frozenset()


def test_what_is_owed_is_given_to_the_call_that_did_not_hear_of_it(folder: Path) -> None:
    late, other = Memory(folder).of_call(7, b"{}", True), Memory(folder).of_call(8, b"{}", False)
    late.owes("a", 1.0)
    assert late.gives_back("a", 2.0)
    again = Memory(folder).of_call(7, b"{}", False)
    assert again.heard("a", 2.9).owed
    assert again.gives_back("a", 2.9)
    assert not other.heard("a", 2.9).owed
    assert not other.gives_back("a", 2.9)
    assert not Memory(folder).gives_back("a", 3.0)


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
    for number in range(FILES_CAP + 3):
        memory.heard(f"s{number}", 1.0)
    assert len(list(folder.iterdir())) == FILES_CAP
    much_later = max(file.stat().st_mtime for file in folder.iterdir()) + AGE_CAP_S + 1
    memory.heard("new", much_later)
    assert not list(folder.iterdir())  # the new one too, by the clock of files


def test_a_session_that_was_told_too_much_begins_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook_memory, "FILE_BYTES", 2_000)
    memory = Memory(folder)
    memory.untold("a", 1.0, ["x"])
    memory.untold("a", 1.0, map(str, range(100)))
    assert memory.untold("a", 2.0, ["x"]) == {"x"}
    assert memory.heard("a", 9.0).began == 1.0
    assert next(folder.iterdir()).stat().st_size < FILE_BYTES


@pytest.mark.parametrize("data", [b"", b"\0\xff\n", b"began x\ntold", b"began 1.0\nagain\nfoo bar\n" * 3])
def test_a_damaged_file_is_no_trouble(folder: Path, data: bytes) -> None:
    memory = Memory(folder)
    memory.heard("a", 1.0)
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
    memory.heard("a", 1.0)
    file = next(folder.iterdir())
    file.unlink()
    target = tmp_path / "target"
    target.write_text("mine\n")
    file.symlink_to(target)
    assert memory.untold("a", 1.0, ["x"]) == {"x"}
    assert target.read_text() == "mine\n"


def test_a_clock_that_was_set_back_silences_nothing(folder: Path) -> None:
    memory = Memory(folder)
    assert memory.begins_again("a", 9_000.0, "compact", forgets=True)
    memory.untold("a", 9_000.0, ["x"])
    assert memory.heard("a", 100.0).began == 100.0
    assert memory.begins_again("a", 101.0, "compact", forgets=True)
    assert memory.untold("a", 101.0, ["x"]) == {"x"}
    assert memory.heard("a", 200.0).began == 100.0


def test_what_was_lost_in_a_compaction_is_owed_once(folder: Path) -> None:
    memory = Memory(folder)
    memory.untold("a", 1.0, ["x"])
    memory.compacts("a", 10.0)
    memory.compacts("a", 10.5)  # the same one, from the settings of another agent
    assert memory.heard("a", 11.0) == Heard(1.0, begun=False, compacted=(10.0,), owed=True)
    assert memory.untold("a", 11.0, ["x"]) == {"x"}
    assert [memory.gives_back("a", 12.0) for _ in range(2)] == [True, False]
    memory.compacts("a", 20.0)
    assert memory.heard("a", 21.0).compacted == (10.0, 20.0)


def test_a_start_after_a_compaction_that_was_counted_gives_back_and_counts_nothing(folder: Path) -> None:
    memory = Memory(folder)
    memory.compacts("a", 10.0)
    assert memory.begins_again("a", 20.0, "compact", forgets=True)
    assert memory.heard("a", 21.0) == Heard(10.0, begun=True, compacted=(10.0,))
    assert memory.begins_again("a", 30.0, "compact", forgets=True)
    assert memory.heard("a", 31.0).compacted == (10.0, 30.0)


def test_a_session_that_begins_anew_for_its_size_knows_its_compactions(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_memory, "FILE_BYTES", 2_000)
    memory = Memory(folder)
    for at in (10.0, 20.0):
        memory.compacts("a", at)
    memory.gives_back("a", 21.0)
    memory.untold("a", 21.0, map(str, range(100)))
    memory.untold("a", 22.0, ["x"])
    assert memory.heard("a", 23.0) == Heard(10.0, begun=False, compacted=(10.0, 20.0))


def test_what_there_was_no_time_for_is_owed(folder: Path) -> None:
    memory = Memory(folder)
    assert memory.begins_again("a", 10.0, "compact", forgets=True)
    memory.owes("a", 10.5)
    assert memory.heard("a", 11.0) == Heard(10.0, begun=True, compacted=(10.0,), owed=True)
    assert [memory.gives_back("a", 12.0) for _ in range(2)] == [True, False]
    memory.owes("a", 12.5)
    assert memory.begins_again("a", 20.0, "compact", forgets=True)
    assert memory.heard("a", 21.0) == Heard(10.0, begun=True, compacted=(10.0, 20.0))
