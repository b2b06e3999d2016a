from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mementod.files import TEMPORARY_SUFFIX, NotReadable, clean_up, read_limited, replace, write_new

# Dies before a call of the system.
KILLED = """
import os, signal, sys
from pathlib import Path
from mementod import files
def killed(*args, **more):
    os.kill(os.getpid(), signal.SIGKILL)
def arm(event, args):
    if event == sys.argv[2]:
        killed()
sys.addaudithook(arm)
if sys.argv[2] == "os.fsync":  # it has no audit event
    os.fsync = killed
getattr(files, sys.argv[1])(Path("f"), b"new")
"""


def test_reading_stops_at_the_limit(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"12345")
    assert read_limited(tmp_path / "f", 5) == b"12345"
    with pytest.raises(NotReadable, match="larger than 4 bytes"):
        read_limited(tmp_path / "f", 4)


def test_what_is_no_regular_file_is_not_read_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("pipe", "loop", "."):
        with pytest.raises(NotReadable):
            read_limited(tmp_path / name, 10)
    for missing in ("nothing", "nothing/below", "pipe/below"):
        with pytest.raises(FileNotFoundError):
            read_limited(tmp_path / missing, 10)
    with pytest.raises(NotReadable):
        read_limited(Path("a\0b"), 10)


def test_links_are_followed_only_when_asked(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x")
    (tmp_path / "link").symlink_to("f")
    assert read_limited(tmp_path / "link", 10) == b"x"
    with pytest.raises(NotReadable):
        read_limited(tmp_path / "link", 10, follow=False)


def test_replacing_keeps_the_permissions_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    write_new(tmp_path / "f", b"first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "f", b"second")
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "dangling", b"x")
    assert (tmp_path / "f").read_bytes() == b"first"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["dangling", "f"]


def test_only_files_are_replaced_and_links_to_them_stay(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"old")
    (tmp_path / "link").symlink_to("f")
    replace(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "f").read_bytes() == b"new"
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to(os.devnull)
    for name in ("pipe", "device", "."):
        with pytest.raises(OSError, match="is no regular file"):
            replace(tmp_path / name, b"x")
    assert Path(os.devnull).is_char_device()
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["device", "f", "link", "pipe"]


def kill_in(folder: Path, function: str, at: str) -> int:
    command = [sys.executable, "-c", KILLED, function, at]
    return subprocess.run(command, cwd=folder, check=False).returncode


@pytest.mark.parametrize("at", ["os.fsync", "os.chmod", "os.rename"])
def test_a_killed_writer_loses_nothing_and_the_next_one_cleans_up(at: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"old")
    assert kill_in(tmp_path, "replace", at) == -signal.SIGKILL
    assert (tmp_path / "f").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2
    replace(tmp_path / "f", b"newer")
    assert (tmp_path / "f").read_bytes() == b"newer"
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


@pytest.mark.parametrize("at", ["os.fsync", "os.chmod", "os.link", "os.remove"])
def test_a_killed_creation_is_whole_or_not_there(at: str, tmp_path: Path) -> None:
    assert kill_in(tmp_path, "write_new", at) == -signal.SIGKILL
    if (tmp_path / "f").exists():
        assert (tmp_path / "f").read_bytes() == b"new"
    clean_up(tmp_path / "f")
    assert not (tmp_path / f".f{TEMPORARY_SUFFIX}").exists()
    if not (tmp_path / "f").exists():
        write_new(tmp_path / "f", b"newer")
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


def test_what_another_process_is_writing_is_left_to_it(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"old")
    with (tmp_path / f".f{TEMPORARY_SUFFIX}").open("wb") as theirs:
        fcntl.flock(theirs, fcntl.LOCK_EX)
        clean_up(tmp_path / "f")
        with pytest.raises(BlockingIOError, match="another program is writing it"):
            replace(tmp_path / "f", b"new")
        assert len(list(tmp_path.iterdir())) == 2
    assert (tmp_path / "f").read_bytes() == b"old"
    replace(tmp_path / "f", b"new")
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "f", b"new")
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


def test_what_is_left_of_a_note_that_may_not_be_written_is_cleaned_up(tmp_path: Path) -> None:
    left = tmp_path / f".f{TEMPORARY_SUFFIX}"
    left.write_bytes(b"half")
    left.chmod(0o444)
    clean_up(tmp_path / "f")
    assert not left.exists()
    for other in ("folder", "nowhere"):
        left.mkdir() if other == "folder" else left.symlink_to("nowhere")
        clean_up(tmp_path / "f")
        assert os.path.lexists(left)
        left.rmdir() if other == "folder" else left.unlink()
