"""The bytes of a note are exchanged whole, or the note stays and the reason is said."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import deaths
import unprivileged
from mementod.brain.mark_writer import TEMPORARY, UNFINISHED, NotMarked, unfinished, write
from repos import Repo

OLD = b"---\nname: x\n---\nbody\n"
NEW = b"---\nname: x\nstale: y\n---\nbody\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "r").write({"memory/a.md": OLD}).commit()


@pytest.fixture
def note(repo: Repo) -> Path:
    return repo.root / "memory/a.md"


def put(repo: Repo, note: Path, seen: bytes = OLD) -> None:
    write(note, seen, NEW, repo.root, (repo.root / ".git",))


def refused(repo: Repo, note: Path, seen: bytes = OLD) -> str:
    with pytest.raises(NotMarked) as error:
        put(repo, note, seen)
    assert leftovers(note) == []
    return str(error.value)


def leftovers(note: Path) -> list[Path]:
    return list(note.parent.glob(TEMPORARY + "*"))


def test_only_the_bytes_change(repo: Repo, note: Path) -> None:
    note.chmod(0o640)
    os.utime(note, ns=(1_600_000_000_123_456_789, 1_500_000_000_987_654_321))
    before = note.stat()

    put(repo, note)

    after = note.stat()
    assert note.read_bytes() == NEW
    kept = ("st_mode", "st_uid", "st_gid", "st_nlink", "st_mtime_ns")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    assert leftovers(note) == []


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="attributes are kept on Linux only")
def test_attributes_are_kept(repo: Repo, note: Path) -> None:
    try:
        os.setxattr(note, "user.origin", b"ada")
    except OSError:
        pytest.skip("no attributes on this file system")
    put(repo, note)
    assert os.getxattr(note, "user.origin") == b"ada"


def test_a_link_stays_one(repo: Repo, note: Path) -> None:
    link = repo.root / "CLAUDE.md"
    link.symlink_to("memory/a.md")
    put(repo, link)
    assert link.is_symlink()
    assert note.read_bytes() == NEW


def test_a_note_outside_of_git(tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_bytes(OLD)
    write(note, OLD, NEW, tmp_path, ())
    assert note.read_bytes() == NEW


def link_out(repo: Repo, note: Path) -> None:
    outside = repo.root.parent / "outside.md"
    outside.write_bytes(OLD)
    note.unlink()
    note.symlink_to(outside)


def pipe(_repo: Repo, note: Path) -> None:
    note.unlink()
    os.mkfifo(note)


UNFIT: dict[str, tuple[Callable[[Repo, Path], object], str]] = {
    "changed": (lambda _, note: note.write_bytes(OLD + b"more"), "changed meanwhile"),
    "gone": (lambda _, note: note.unlink(), "cannot be written"),
    "link out": (link_out, "leads elsewhere"),
    "pipe": (pipe, "no regular file"),
    "second name": (lambda _, note: note.with_name("b.md").hardlink_to(note), "second name"),
    "read-only": (lambda _, note: note.chmod(0o444), "read-only"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_an_unfit_note_stays(name: str, repo: Repo, note: Path) -> None:
    spoil, why = UNFIT[name]
    spoil(repo, note)
    held = note.read_bytes() if note.is_file() else None
    assert why in refused(repo, note)
    if held is not None:
        assert note.read_bytes() == held


@pytest.mark.parametrize("name", [*sorted(UNFINISHED), "index.lock", "HEAD.lock", "config.lock"])
def test_nothing_is_written_while_git_is_busy(name: str, repo: Repo, note: Path) -> None:
    state = repo.root / ".git" / name
    state.mkdir() if name.startswith(("rebase", "sequencer")) else state.write_bytes(b"")
    assert refused(repo, note) == f"waits for git ({name})"
    assert note.read_bytes() == OLD
    state.rmdir() if state.is_dir() else state.unlink()
    put(repo, note)


def test_a_rebase_that_stopped_is_waited_for(repo: Repo, note: Path) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.write({"a.py": "1"}).commit()
    repo.git("checkout", "-q", "main")
    repo.write({"a.py": "2"}).commit()
    repo.git("checkout", "-q", "side")
    with pytest.raises(Exception, match="rebase"):
        repo.git("rebase", "main")
    assert "waits for git" in refused(repo, note)
    repo.git("rebase", "--abort")
    assert unfinished((repo.root / ".git",)) is None
    put(repo, note)


RACE = """
import os
from mementod.brain.mark_writer import NotMarked, write
note = Path(sys.argv[1])
editor = note.open("r+b")
def meanwhile(event, args):
    if event == "os.rename" and str(args[0]).rpartition("/")[2].startswith(".mementod-mark-") and editor:
        theirs, globals()["editor"] = editor, None
        theirs.write(b"THEIRS"); theirs.flush()
sys.addaudithook(meanwhile)
try:
    write(note, note.read_bytes(), b"OURS", note.parent, ())
except NotMarked as error:
    print(error)
"""


def test_what_an_editor_writes_at_the_last_moment_is_kept(note: Path, tmp_path: Path) -> None:
    said = unprivileged.run_as_is(RACE, str(note), folder=tmp_path)
    assert said == "changed meanwhile\n"
    assert note.read_bytes() == b"THEIRS" + OLD[6:]
    assert leftovers(note) == []


def test_killed_anywhere_the_note_is_whole(repo: Repo, note: Path) -> None:
    seen = set()
    for step in deaths.at_each_step(lambda: put(repo, note)):
        seen.add(note.read_bytes())
        note.write_bytes(OLD)
        put(repo, note)
        assert leftovers(note) == [], f"killed at {step}: the next write clears up"
        note.write_bytes(OLD)
    assert seen == {OLD, NEW}


NOT_OURS = """
from mementod.brain.mark_writer import NotMarked, write
note = Path("r/memory/a.md")
try:
    write(note, note.read_bytes(), b"new", Path("r"), ())
except NotMarked as error:
    print(error)
"""


def test_a_folder_that_cannot_be_written(repo: Repo, note: Path, tmp_path: Path) -> None:
    unprivileged.open_up(tmp_path)
    note.parent.chmod(0o555)
    assert unprivileged.run(NOT_OURS, folder=tmp_path) == "cannot be written: Permission denied\n"
    note.parent.chmod(0o755)
    assert note.read_bytes() == OLD


def test_a_note_of_another_user(note: Path, tmp_path: Path) -> None:
    if os.getuid():
        pytest.skip("only root can make a file of another user")
    unprivileged.open_up(tmp_path)
    os.chown(note, 0, 0)
    note.chmod(0o666)
    assert unprivileged.run(NOT_OURS, folder=tmp_path) == "cannot be written: Operation not permitted\n"
    assert note.read_bytes() == OLD
    assert leftovers(note) == []
