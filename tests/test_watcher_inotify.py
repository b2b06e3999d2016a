"""What we rely on in watchdog's low-level reader and in the kernel; a new version of either must prove it again."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("inotify", allow_module_level=True)

from watchdog.observers import inotify_c

from mementod.watcher.inotify import PENDING_CAP, Inotify, Reader
from mementod.watcher.notices import ENDED, FOLDER, NO_WATCH, SELF

QUEUE = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
LIMIT_S = 10.0


class Heard:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.hints: dict[tuple[bytes, bytes], int] = {}

    def notice(self, key: bytes, name: bytes, hint: int) -> None:
        self.hints[key, name] = self.hints.get((key, name), 0) | hint


@pytest.fixture
def notices() -> Iterator[Inotify]:
    found = Inotify()
    yield found
    found.close()


def settled(notices: Inotify) -> bool:
    """Take until everything up to now has come; whether some of it may be missing."""
    assert notices.ask()
    lost, end = False, time.monotonic() + LIMIT_S
    while not notices.answered():
        assert select.select([notices.fileno()], [], [], max(0.0, end - time.monotonic()))[0]
        if notices.take():  # the answer may be lost as well
            lost = notices.ask()
    return lost


def watch(notices: Inotify, heard: Heard, folder: Path, key: bytes = b"k", old: int = NO_WATCH) -> int:
    return notices.watch(heard, key, os.fsencode(folder), False, old)


def test_the_reader_of_watchdog_is_the_one_we_know() -> None:
    names = ("_inotify_fd", "_read_event_buffer", "should_keep_running", "on_thread_stop", "close")
    reader = Reader(os.eventfd(0))
    try:
        assert all(hasattr(reader, name) for name in names)
        assert issubclass(Reader, inotify_c.InotifyFD)
    finally:
        os.close(reader.descriptor)


def test_a_reader_ends_when_it_is_closed() -> None:
    notices = Inotify()
    assert notices.alive()
    notices.close()
    assert not notices.alive()


def test_a_full_queue_is_said(notices: Inotify, tmp_path: Path) -> None:
    heard = Heard()
    watch(notices, heard, tmp_path)
    with notices._reader._hand:  # the reader cannot put anything away, so that the kernel's queue fills up
        for number in range(QUEUE):
            os.close(os.open(tmp_path / f"{number % 100}-{number}", os.O_CREAT | os.O_WRONLY))
    assert settled(notices)
    (tmp_path / "after").touch()
    assert not settled(notices)
    assert (b"k", b"after") in heard.hints


def test_more_names_than_we_keep_count_as_lost(notices: Inotify, tmp_path: Path) -> None:
    watch(notices, Heard(), tmp_path)
    lost = False
    for start in range(0, PENDING_CAP + 1_000, 1_000):
        for number in range(start, start + 1_000):
            os.close(os.open(tmp_path / str(number), os.O_CREAT | os.O_WRONLY))
    lost |= settled(notices)
    assert lost


def test_a_folder_watched_again_keeps_its_watch(notices: Inotify, tmp_path: Path) -> None:
    heard = Heard()
    first = watch(notices, heard, tmp_path)
    assert watch(notices, heard, tmp_path, old=first) == first


def test_a_folder_made_again_gets_another_watch(notices: Inotify, tmp_path: Path) -> None:
    heard, folder = Heard(), tmp_path / "f"
    folder.mkdir()
    first = watch(notices, heard, folder)
    folder.rmdir()
    folder.mkdir()
    second = watch(notices, heard, folder, old=first)
    assert second not in (first, NO_WATCH)
    (folder / "x").touch()
    assert not settled(notices)
    assert heard.hints == {(b"k", b"x"): 0}


def test_two_owners_of_one_folder_hear_both(notices: Inotify, tmp_path: Path) -> None:
    one, other = Heard(), Heard()
    first = watch(notices, one, tmp_path, b"one")
    assert watch(notices, other, tmp_path, b"other") == first
    (tmp_path / "x").touch()
    settled(notices)
    notices.release(one, b"one", first)
    (tmp_path / "y").mkdir()
    settled(notices)
    assert one.hints == {(b"one", b"x"): 0}
    assert other.hints == {(b"other", b"x"): 0, (b"other", b"y"): FOLDER}


def test_a_deleted_folder_says_that_it_ended(notices: Inotify, tmp_path: Path) -> None:
    heard, folder = Heard(), tmp_path / "f"
    folder.mkdir()
    watch(notices, heard, folder)
    folder.rmdir()
    settled(notices)
    assert heard.hints[b"k", b""] & (SELF | ENDED) == SELF | ENDED


def test_what_cannot_be_watched_is_no_watch(notices: Inotify, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path)
    for name in ("file", "link", "nothing"):
        assert watch(notices, Heard(), tmp_path / name) == NO_WATCH


def test_reading_makes_no_notice(notices: Inotify, tmp_path: Path) -> None:
    heard = Heard()
    (tmp_path / "x").write_text("1")
    watch(notices, heard, tmp_path)
    (tmp_path / "x").read_text()
    list(tmp_path.iterdir())
    settled(notices)
    assert not heard.hints


def test_watches_beyond_the_budget_are_not_asked_for(notices: Inotify, tmp_path: Path) -> None:
    notices.budget = 2
    found = []
    for name in "abc":
        (tmp_path / name).mkdir()
        found.append(watch(notices, Heard(), tmp_path / name))
    assert found[2] == NO_WATCH
    assert NO_WATCH not in found[:2]
    assert "max_user_watches" in notices.problem


@pytest.mark.parametrize("burst", [1, 500])
def test_an_answer_comes_after_all_that_happened_before(notices: Inotify, tmp_path: Path, burst: int) -> None:
    heard = Heard()
    watch(notices, heard, tmp_path)
    for number in range(burst):
        (tmp_path / str(number)).touch()
    assert not settled(notices)
    assert len(heard.hints) == burst
