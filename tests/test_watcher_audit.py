"""What no notice tells of is found all the same, and counted where a notice should have come."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mementod.brain.frames import INCOMPLETE, Frames
from mementod.watcher import audit, loop
from mementod.watcher import repo as repo_module
from mementod.watcher.codec import report
from mementod.watcher.inotify import Inotify
from mementod.watcher.loop import Loop
from mementod.watcher.messages import Audit, Batch, Watch
from repos import Repo
from watchers import Watcher, project, wrong

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify")


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Watcher() as found:
        yield found


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return project(tmp_path / "repo")


def through_a_link_outside(path: Path) -> None:
    outside = path.parents[2] / "outside"
    outside.unlink(missing_ok=True)
    os.link(path, outside)
    outside.write_text(f"{time.time()}\n")


UNSEEN: list[tuple[Callable[[Path], object], int]] = [
    (through_a_link_outside, 1),
    (lambda path: path.chmod(0o600), 0),
    (lambda path: os.utime(path, ns=(1, 1)), 0),
]


class Inside:
    """The loop of the process, run here, so that a test may change its limits and look between its turns."""

    def __init__(self, repo: Repo) -> None:
        (source, self._commands), (self._reports, sink) = os.pipe(), os.pipe()
        self._ends = (source, self._commands, self._reports, sink)
        self.loop = Loop(source, sink)
        root = str(repo.root)
        self.loop.obey(Watch("repo", root, f"{root}/.git", f"{root}/.git", (), ()), 0.0)
        self.repo = self.loop.repos["repo"]

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not done():
            assert time.monotonic() < end
            self.loop.once()

    def batches(self) -> list[Batch]:
        self.loop.once()  # writes what it has to say
        frames = Frames()
        frames.feed(os.read(self._reports, 1 << 20))
        said = []
        while (value := frames.next()) is not INCOMPLETE:
            said.append(report(value))
        return [batch for batch in said if isinstance(batch, Batch)]

    def audit(self) -> int:
        self.loop.obey(Audit("repo"), 0.0)
        self.until(lambda: self.repo.health.audit is None)
        return len(self.repo.health.lost)

    def close(self) -> None:
        self.loop.close()
        for handle in self._ends:
            os.close(handle)


@pytest.fixture
def inside(repo: Repo) -> Iterator[Inside]:
    found = Inside(repo)
    yield found
    found.close()


def test_a_change_during_the_first_scan_is_known(inside: Inside, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repo_module, "SLICE_S", -1.0)  # one folder a turn
    inside.loop.once()
    assert not inside.repo.ready
    repo.write({"new.py": "1\n"})
    inside.until(lambda: inside.repo.ready)
    inside.until(lambda: inside.repo.tree.table.stamp(b"new.py") is not None)


@pytest.mark.parametrize(("change", "missed"), UNSEEN, ids=["link", "mode", "time"])
def test_what_no_notice_told_is_found_and_counted(
    inside: Inside, repo: Repo, change: Callable[[Path], object], missed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside.until(lambda: inside.repo.ready)
    monkeypatch.setattr(audit, "SETTLED_NS", 0)
    for _ in range(2):  # one path counts once
        change(repo.root / "src/a.py")
        assert inside.audit() == missed
    inside.until(lambda: inside.repo.generation > 0)
    assert inside.repo.tree.table.stamp(b"src/a.py") is not None


def test_an_audit_tells_what_it_found(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    through_a_link_outside(repo.root / "src/a.py")
    assert watcher.now() == {}
    watcher.audit()
    assert [item.path for batch in watcher.batches() for item in batch.changed] == ["src/a.py"]
    assert not wrong(watcher, repo.root)


def test_changes_during_an_audit_are_not_missed_ones(watcher: Watcher, repo: Repo) -> None:
    for number in range(2_000):
        (repo.root / f"src/{number}").touch()
    watcher.watch(repo.root)
    for number in range(0, 2_000, 7):
        if number % 70 == 0:
            assert watcher.audit() == 0
        (repo.root / f"src/{number}").write_text("changed")
        (repo.root / f"docs/{number}").mkdir()
        (repo.root / f"src/{number + 1}").unlink()
    assert watcher.audit() == 0
    assert not wrong(watcher, repo.root)


def test_a_file_still_open_is_not_a_missed_one(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    with (repo.root / "src/a.py").open("a") as file:
        file.write("more\n")
        file.flush()
        assert watcher.audit() == 0


def test_a_name_that_goes_after_a_write_points_at_the_others(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    os.link(repo.root / "src/a.py", repo.root / "docs/same.py")
    watcher.sync()
    (repo.root / "docs/same.py").write_text("both\n")
    (repo.root / "docs/same.py").unlink()
    assert watcher.now()["src/a.py"] == "file"
    assert not wrong(watcher, repo.root)


@pytest.mark.parametrize("asked", [False, True])
def test_names_of_one_file_change_together(watcher: Watcher, repo: Repo, asked: bool) -> None:
    watcher.watch(repo.root)
    os.link(repo.root / "src/a.py", repo.root / "docs/same.py")
    if asked:
        watcher.sync()
    (repo.root / "docs/same.py").write_text("both\n")
    if not asked:
        watcher.told("src/a.py")
    else:
        assert {"src/a.py", "docs/same.py"} <= watcher.now().keys()
    assert not wrong(watcher, repo.root)


def test_a_reader_that_died_is_replaced_and_everything_looked_at(inside: Inside, repo: Repo) -> None:
    inside.until(lambda: inside.repo.ready)
    first = inside.loop.notices
    assert isinstance(first, Inotify)
    first._reader.stop()
    first._reader.join()
    repo.write({"src/a.py": "unseen\n"}).commit()
    inside.until(lambda: inside.repo.generation == 1)
    assert inside.loop.notices is not first
    (batch,) = inside.batches()
    assert batch.head
    assert "src/a.py" in {item.path for item in batch.changed}
    repo.write({"docs/c.md": "seen\n"})
    inside.until(lambda: inside.repo.generation == 2)


def test_an_index_written_twice_in_a_row_leaves_nothing_to_do(inside: Inside, repo: Repo) -> None:
    inside.until(lambda: inside.repo.ready)
    for number in (1, 2):
        repo.write({f"{number}.o": "1"}).git("add", "-f", f"{number}.o")
        inside.until(lambda: inside.repo.generation == number)  # noqa: B023 (called at once)
    inside.until(lambda: inside.repo.tree.table.stamp(b"2.o") is not None)
    inside.until(lambda: inside.repo.wake(time.monotonic()) == math.inf)


def test_after_sleep_everything_is_looked_at(inside: Inside, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    inside.until(lambda: inside.repo.ready)
    through_a_link_outside(repo.root / "src/a.py")
    monkeypatch.setattr(loop, "_slept", lambda: 1e9)
    inside.until(lambda: inside.repo.generation == 1)
    assert inside.repo.health.lost == set()
