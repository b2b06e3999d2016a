"""Roots that go, come back, overlap or were never there; and what may not be looked at."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.watcher.messages import Batch, Forget, Ready, State
from repos import Repo
from unprivileged import bound
from watchers import Watcher, project, watch, wrong

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify")


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Watcher() as found:
        yield found


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return project(tmp_path / "repo")


def gone(watcher: Watcher) -> State:
    return watcher.until(State, lambda state: state.mode == "gone")


def back(watcher: Watcher) -> State:
    return watcher.until(State, lambda state: state.mode != "gone")


def test_a_root_that_is_renamed_empties_nothing_and_comes_back(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    away = repo.root.with_name("away")
    repo.root.rename(away)
    assert "is gone" in gone(watcher).problem
    assert "src/a.py" in watcher.table()
    assert watcher.now() == {}
    (away / "src/a.py").write_text("changed meanwhile\n")
    assert watcher.now() == {}
    away.rename(repo.root)
    back(watcher)
    assert watcher.now() == {"src/a.py": "file"}
    assert not wrong(watcher, repo.root)


def test_a_root_made_again_is_looked_at_as_a_whole(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    repo.root.rename(repo.root.with_name("away"))
    gone(watcher)
    project(repo.root).write({"new.py": "1"})
    back(watcher)
    assert watcher.changes()["new.py"].existed is False
    assert not wrong(watcher, repo.root)
    repo.write({"src/a.py": "seen\n"})
    assert watcher.now() == {"src/a.py": "file"}


def test_an_empty_folder_in_the_place_of_a_root_empties_nothing(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    repo.root.rename(repo.root.with_name("away"))
    repo.root.mkdir()
    gone(watcher)
    assert watcher.now() == {}
    assert "src/a.py" in watcher.table()


def test_an_unmounted_root_empties_nothing(tmp_path: Path) -> None:
    (tmp_path / "mount").mkdir()
    mount = f"mount -t tmpfs none {tmp_path}/mount && mkdir {tmp_path}/mount/sub && "
    mount += f'touch {tmp_path}/mount/sub/x {tmp_path}/mount/y && exec "$@"'
    if subprocess.run(["unshare", "-Urm", "sh", "-c", mount, "sh", "true"], capture_output=True).returncode:
        pytest.skip("nobody but root may mount here")
    with Watcher("unshare", "-Urm", "sh", "-c", mount, "sh") as watcher:
        watcher.watch(tmp_path / "mount")
        inside = ["nsenter", "-t", str(watcher.pid), "-U", "-m", "--preserve-credentials"]
        subprocess.run([*inside, "umount", "-l", str(tmp_path / "mount")], check=True)
        gone(watcher)
        assert watcher.now() == {}
        assert watcher.table().keys() == {"sub", "sub/x", "y"}


def test_what_was_mounted_below_the_root_is_not_gone(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "mount").mkdir(parents=True)
    mount = f"mount -t tmpfs none {root}/mount && mkdir -p {root}/mount/sub/deep && "
    mount += f'touch {root}/mount/x {root}/mount/sub/deep/y && exec "$@"'
    if subprocess.run(["unshare", "-Urm", "sh", "-c", mount, "sh", "true"], capture_output=True).returncode:
        pytest.skip("nobody but root may mount here")
    with Watcher("unshare", "-Urm", "sh", "-c", mount, "sh") as watcher:
        watcher.watch(root)
        inside = ["nsenter", "-t", str(watcher.pid), "-U", "-m", "--preserve-credentials"]
        subprocess.run([*inside, "umount", "-l", str(root / "mount")], check=True)
        assert watcher.now().keys() <= {"mount"}
        assert "mount/x" in watcher.table()
        assert "not mounted" in watcher.state().problem


def test_a_repository_that_is_not_there_is_watched_once_it_is(watcher: Watcher, tmp_path: Path) -> None:
    watcher.watch(tmp_path / "later/repo")
    assert watcher.state().mode == "gone"
    project(tmp_path / "later/repo")
    back(watcher)
    assert watcher.now()["src/a.py"] == "file"


def test_notes_in_a_folder_that_does_not_exist_yet(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    notes = tmp_path / "claude/projects/slug/memory"
    (tmp_path / "claude/projects").mkdir(parents=True)
    watcher.watch(repo.root, notes)
    assert watcher.state().mode == "inotify"
    assert watcher.state().watched == 4
    (tmp_path / "claude/projects/other").mkdir()
    (tmp_path / "claude/projects/other/x.jsonl").touch()
    notes.mkdir(parents=True)
    (notes / "MEMORY.md").write_text("a note\n")
    assert watcher.told(str(notes / "MEMORY.md")).now == "file"
    (notes.parent / "transcript.jsonl").touch()
    (notes / "MEMORY.md").unlink()
    assert watcher.now() == {str(notes / "MEMORY.md"): "gone"}
    assert watcher.state().problem == ""


def test_an_ancestor_made_again_is_waited_for_too(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    watcher.watch(repo.root, tmp_path / "one/two/notes")
    (tmp_path / "one").rmdir()
    watcher.sync()
    (tmp_path / "one/two/notes").mkdir(parents=True)
    (tmp_path / "one/two/notes/n.md").touch()
    assert watcher.told(str(tmp_path / "one/two/notes/n.md")).now == "file"


def test_a_root_behind_a_link_is_watched_where_the_link_leads(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(repo.root)
    watcher.watch(link)
    repo.write({"src/a.py": "2\n"})
    assert watcher.now() == {"src/a.py": "file"}
    other = project(tmp_path / "other").write({"other.py": "1"})
    link.unlink()
    link.symlink_to(other.root)
    assert watcher.told("other.py").now == "file"
    assert not wrong(watcher, link)


def test_links_below_a_root_are_links(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    (repo.root / "around").symlink_to("..")
    assert watcher.now() == {"around": "link"}
    (repo.root / "around").unlink()
    (repo.root / "around").symlink_to("src")
    assert watcher.now() == {"around": "link"}
    assert not wrong(watcher, repo.root)


def test_nested_and_overlapping_roots_all_hear(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root, name="outer")
    watcher.watch(repo.root / "src", repo.root / "docs", name="inner")
    repo.write({"src/a.py": "2\n", "docs/c.md": "2\n"})
    watcher.sync()
    paths = {name: {c.path for b in watcher.batches(name) for c in b.changed} for name in ("outer", "inner")}
    assert paths == {"outer": {"src/a.py", "docs/c.md"}, "inner": {"a.py", str(repo.root / "docs/c.md")}}
    watcher.send(Forget("outer"))
    watcher.reports.clear()
    watcher._read = 0
    repo.write({"src/a.py": "3\n"})
    assert watcher.told("a.py").now == "file"
    assert not watcher.batches("outer")


def test_two_repositories_count_for_themselves(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    other = project(tmp_path / "other")
    watcher.watch(repo.root, name="one")
    watcher.watch(other.root, name="two")
    repo.write({"src/a.py": "2\n"})
    synced = watcher.sync()
    assert synced.generations == {"one": 1, "two": 0}


def test_watched_again_is_ready_again(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    watcher.send(watch(repo.root))
    assert watcher.until(Ready)
    repo.write({"src/a.py": "2\n"})
    assert watcher.now() == {"src/a.py": "file"}


def test_what_may_not_be_looked_at_is_not_gone(repo: Repo) -> None:
    with Watcher(*bound()) as watcher:
        watcher.watch(repo.root)
        (repo.root / "src").chmod(0)
        said = watcher.until(State, lambda state: "cannot be looked at" in state.problem)
        assert (said.mode, said.polled) == ("mixed", 1)
        in_doubt = {"src/a.py": "file", "src/pkg": "dir", "src/pkg/b.py": "file"}  # whoever reads them has to know
        assert watcher.now() == in_doubt
        assert in_doubt.keys() < watcher.table().keys()
        (repo.root / "src").chmod(0o755)
        assert watcher.until(State, lambda state: not state.problem).polled == 0  # and nobody asked
        assert watcher.now() == in_doubt
        assert not wrong(watcher, repo.root)


def test_a_name_in_a_folder_that_may_be_listed_and_not_entered_is_not_gone(repo: Repo) -> None:
    with Watcher(*bound()) as watcher:
        watcher.watch(repo.root)
        (repo.root / "src").chmod(0o600)
        watcher.until(State, lambda state: "cannot be looked at" in state.problem)
        assert "gone" not in watcher.now().values()
        (repo.root / "src").chmod(0o755)
        (repo.root / "src/a.py").unlink()
        assert watcher.now()["src/a.py"] == "gone"
        assert not wrong(watcher, repo.root)


@pytest.mark.parametrize("place", [".git", ".git/HEAD", ".git/refs", ".git/refs/heads/main"])
def test_a_git_directory_that_may_not_be_looked_at_is_not_gone_and_nothing_moved(repo: Repo, place: str) -> None:
    with Watcher(*bound()) as watcher:
        watcher.watch(repo.root)
        path = repo.root / place
        mode = path.stat().st_mode
        path.chmod(0)
        said = watcher.until(State, lambda state: "cannot be looked at" in state.problem)
        assert f"{place} cannot be looked at: Permission denied" in said.problem
        repo.write({"src/a.py": "still watched\n"})
        assert watcher.now() == {"src/a.py": "file"}
        path.chmod(mode)
        watcher.until(State, lambda state: not state.problem)
        watcher.sync()
        assert watcher.batches() == []
        repo.git("commit", "-q", "-a", "-m", "then")
        assert watcher.until(Batch).head


def test_a_folder_of_notes_that_vanishes_empties_nothing(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").touch()
    watcher.watch(repo.root, notes)
    notes.rename(tmp_path / "away")
    watcher.sync()
    assert not watcher.batches()
    shutil.copytree(tmp_path / "away", notes)
    (notes / "b.md").touch()
    told = watcher.until(Batch, lambda batch: any(c.path == str(notes / "b.md") for c in batch.changed))
    assert not any(item.now == "gone" for item in told.changed)
