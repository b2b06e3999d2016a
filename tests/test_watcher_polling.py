"""Where no notice comes from, folders are looked at."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.watcher import mounts
from mementod.watcher.mounts import Telling, telling
from repos import Repo
from watchers import Watcher, project, wrong

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mountinfo")
NO_INSTANCES = ("sh", "-c", 'echo 0 > /proc/sys/user/max_inotify_instances && exec "$@"', "sh")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return project(tmp_path / "repo")


@pytest.fixture
def blind() -> Iterator[Watcher]:
    """A watcher that gets no inotify instance."""
    if os.system("unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_inotify_instances' 2>/dev/null"):
        pytest.skip("this kernel gives no user namespaces")
    with Watcher("unshare", "-Ur", *NO_INSTANCES) as found:
        yield found


def test_without_notices_everything_is_polled_and_it_is_said(blind: Watcher, repo: Repo) -> None:
    blind.watch(repo.root)
    assert (blind.state().mode, blind.state().watched, blind.state().polled) == ("poll", 0, 4)
    assert "everything is polled" in blind.state().problem


def test_a_question_is_answered_from_the_disk(blind: Watcher, repo: Repo) -> None:
    blind.watch(repo.root)
    repo.write({"src/a.py": "22\n", "new/deep/x": "1"})
    assert blind.now() == {"src/a.py": "file", "new": "dir", "new/deep": "dir", "new/deep/x": "file"}
    (repo.root / "src/pkg/b.py").unlink()
    assert blind.now()["src/pkg/b.py"] == "gone"
    repo.commit()
    blind.sync()
    assert any(batch.head for batch in blind.batches())
    assert not wrong(blind, repo.root)


def test_what_comes_and_goes_is_told_without_a_question(blind: Watcher, repo: Repo) -> None:
    blind.watch(repo.root)
    (repo.root / "src/pkg/b.py").unlink()
    assert blind.told("src/pkg/b.py").now == "gone"


def test_a_root_that_comes_back_is_seen_without_notices(blind: Watcher, repo: Repo, tmp_path: Path) -> None:
    blind.watch(tmp_path / "later")
    repo.root.rename(tmp_path / "later")
    assert blind.told("src/a.py").now == "file"


MOUNTS = rb"""21 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 21 0:40 / /home rw shared:1 - nfs4 server:/home rw
31 30 0:41 / /home/ada/my\040disk rw - fuse.sshfs ada@host: rw
32 21 0:42 / /srv rw master:2 propagate_from:1 - overlay overlay rw
33 21 0:43 / /mnt/c rw - 9p drvfs rw
34 21 0:44 / /tmp rw - tmpfs tmpfs rw
35 34 0:45 / /tmp rw - virtiofs share rw
broken
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (b"/usr/x", (Telling.ALL, "ext4")),
        (b"/home", (Telling.NOTHING, "nfs4")),
        (b"/homes/x", (Telling.ALL, "ext4")),
        (b"/home/ada/my disk/repo", (Telling.NOTHING, "fuse.sshfs")),
        (b"/home/ada/my", (Telling.NOTHING, "nfs4")),
        (b"/srv/x", (Telling.OURS, "overlay")),
        (b"/mnt/c/x", (Telling.NOTHING, "9p")),
        (b"/tmp/x", (Telling.NOTHING, "virtiofs")),
    ],
)
def test_what_a_file_system_tells(
    path: bytes, expected: tuple[Telling, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mountinfo").write_bytes(MOUNTS)
    monkeypatch.setattr(mounts, "MOUNTS", tmp_path / "mountinfo")
    assert telling(path) == expected


def test_where_nobody_lists_mounts_notices_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "MOUNTS", tmp_path / "none")
    assert telling(b"/x") == (Telling.ALL, "")
