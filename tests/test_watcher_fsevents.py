"""The macOS notices, with a stand-in for the native module; what Apple's own delivers is not tested here."""

from __future__ import annotations

import importlib
import os
import select
import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mementod.watcher.notices import FOLDER, NO_WATCH, SELF

FLAGS = ("must_scan_subdirs", "is_user_dropped", "is_kernel_dropped", "is_directory", "is_root_changed")
Callback = Callable[[list[bytes], list[int], list[int], list[int]], None]


class NativeEvent:
    """Flags are bits, in the order of FLAGS."""

    def __init__(self, path: bytes, inode: int, flags: int, number: int) -> None:
        for bit, name in enumerate(FLAGS):
            setattr(self, name, bool(flags & 1 << bit))


class Stream:
    """Delivers what a test says."""

    made: list[Stream]

    def __init__(self, paths: list[str], latency: float) -> None:
        self.paths, self.callback, self._ended = paths, None, threading.Event()
        self.made.append(self)

    def run(self, callback: Callback, started: Callable[[], None]) -> None:
        self.deliver = callback
        started()
        self._ended.wait()

    def stop(self) -> None:
        self._ended.set()

    def say(self, path: Path, *flags: str) -> None:
        self.deliver([os.fsencode(path)], [1], [sum(1 << FLAGS.index(flag) for flag in flags)], [1])


class Heard:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.hints: list[tuple[bytes, bytes, int]] = []

    def notice(self, key: bytes, name: bytes, hint: int) -> None:
        self.hints.append((key, name, hint))


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    native = types.ModuleType("_watchdog_fsevents")
    native.__dict__.update(Stream=Stream, NativeEvent=NativeEvent)
    Stream.made = []
    monkeypatch.setitem(sys.modules, "_watchdog_fsevents", native)
    monkeypatch.delitem(sys.modules, "mementod.watcher.fsevents", raising=False)
    found = importlib.import_module("mementod.watcher.fsevents").FSEvents()
    yield found
    found.close()
    sys.modules.pop("mementod.watcher.fsevents", None)


def watch(notices: Any, heard: Heard, path: Path, key: bytes, old: int = NO_WATCH) -> int:
    found: int = notices.watch(heard, key, os.fsencode(path), not key, old)
    return found


def test_one_stream_tells_each_folder_its_own(notices: Any, tmp_path: Path) -> None:
    heard = Heard()
    (tmp_path / "a/ignored").mkdir(parents=True)
    first = watch(notices, heard, tmp_path, b"")
    assert watch(notices, heard, tmp_path / "a", b"a") not in (first, NO_WATCH)
    assert watch(notices, heard, tmp_path, b"", first) == first
    assert len(Stream.made) == 1
    Stream.made[0].say(tmp_path / "x")
    Stream.made[0].say(tmp_path / "a/y", "is_directory")
    Stream.made[0].say(tmp_path / "a/ignored/z")
    assert select.select([notices.fileno()], [], [], 10)[0]
    assert notices.take() is False
    assert heard.hints == [(b"", b"x", 0), (b"a", b"y", FOLDER)]


@pytest.mark.parametrize("flag", FLAGS[:3])
def test_dropped_events_are_said(notices: Any, tmp_path: Path, flag: str) -> None:
    watch(notices, Heard(), tmp_path, b"")
    Stream.made[0].say(tmp_path, flag)
    assert notices.take() is True
    assert notices.take() is False


def test_a_root_that_changed_is_told_as_itself(notices: Any, tmp_path: Path) -> None:
    heard = Heard()
    watch(notices, heard, tmp_path, b"")
    Stream.made[0].say(tmp_path, "is_root_changed")
    notices.take()
    assert heard.hints == [(b"", b"", SELF)]


def test_a_folder_below_a_stream_that_was_given_back_gets_its_own(notices: Any, tmp_path: Path) -> None:
    heard = Heard()
    (tmp_path / "git").mkdir()
    root = watch(notices, heard, tmp_path, b"")
    below = watch(notices, heard, tmp_path / "git", b"git")
    notices.release(heard, b"", root)
    assert watch(notices, heard, tmp_path / "git", b"git", below) != NO_WATCH
    assert len(Stream.made) == 2
    assert notices.alive()


def test_what_is_no_folder_has_no_watch(notices: Any, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    assert watch(notices, Heard(), tmp_path / "link", b"link") == NO_WATCH
    assert watch(notices, Heard(), tmp_path / "nothing", b"") == NO_WATCH


def test_questions_are_answered_from_the_disk(notices: Any) -> None:
    assert notices.ordered is False
    assert notices.ask() is False
