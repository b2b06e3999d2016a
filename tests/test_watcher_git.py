"""What the watcher says about git, and what git does not notice of the watcher."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from canaries import Canaries
from mementod.watcher.messages import Batch, Cited, State
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


def flags(watcher: Watcher) -> set[str]:
    """What the batches say beside paths."""
    watcher.sync()
    names = ("full", "head", "index", "refs", "ignores")
    found = {name for batch in watcher.batches() for name in names if getattr(batch, name)}
    watcher.reports.clear()
    watcher._read = 0
    return found


def commit(repo: Repo) -> None:
    repo.git("commit", "-q", "--allow-empty", "-m", "empty")


ACTS: list[tuple[str, Callable[[Repo], object], set[str]]] = [
    ("commit", commit, {"head"}),
    ("add", lambda repo: repo.write({"new": "x"}).git("add", "new"), {"index"}),
    ("branch", lambda repo: repo.git("branch", "deep/er"), {"refs"}),
    ("tag", lambda repo: repo.git("tag", "v1"), {"refs"}),
    ("switch", lambda repo: repo.git("checkout", "-q", "other"), {"head", "index"}),
    ("detach", lambda repo: repo.git("checkout", "-q", "--detach"), {"head", "index"}),
    ("other branch", lambda repo: repo.git("branch", "-f", "other", "HEAD^"), {"refs"}),
    ("exclude", lambda repo: repo.write({".git/info/exclude": "*.x\n"}), {"ignores"}),
    ("ignore", lambda repo: repo.write({"docs/.gitignore": "*.x\n"}), {"ignores"}),
    ("unignore", lambda repo: (repo.root / ".gitignore").unlink(), {"ignores"}),
    ("fetch", lambda repo: repo.write({".git/FETCH_HEAD": "x"}), set()),
]


@pytest.mark.parametrize(("act", "said"), [a[1:] for a in ACTS], ids=[a[0] for a in ACTS])
def test_what_git_did_is_said(watcher: Watcher, repo: Repo, act: Callable[[Repo], object], said: set[str]) -> None:
    repo.write({"x": "2"}).commit().git("branch", "other")
    repo.git("status")  # so that the index is fresh
    watcher.watch(repo.root)
    act(repo)
    assert flags(watcher) - {"full"} >= said
    assert ("head" in said) or "head" not in flags(watcher)


def test_only_what_moved_is_said(watcher: Watcher, repo: Repo) -> None:
    repo.git("branch", "other")
    watcher.watch(repo.root)
    repo.git("update-ref", "refs/heads/other", repo.git("commit-tree", "-m", "x", "HEAD^{tree}"))
    assert flags(watcher) == {"refs"}
    repo.git("update-ref", "refs/heads/main", "other")
    assert flags(watcher) == {"head"}


def test_packing_references_moves_no_head(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    repo.git("pack-refs", "--all", "--prune")
    assert flags(watcher) == {"refs"}
    commit(repo)
    assert "head" in flags(watcher)


def test_a_linked_work_tree_has_its_own_head(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    repo.git("worktree", "add", "-q", "-b", "side", str(linked))
    watcher.watch(linked)
    commit(repo)
    assert flags(watcher) == {"refs"}
    subprocess.run(["git", "-C", linked, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    assert flags(watcher) == {"head"}
    (linked / "new").touch()
    assert watcher.now() == {"new": "file"}


def test_changes_wait_until_git_is_done(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    other = project(tmp_path / "other")
    watcher.watch(repo.root)
    watcher.watch(other.root, name="other")
    lock = repo.root / ".git/index.lock"
    lock.touch()
    repo.write({"src/a.py": "half\n"})
    for number in range(3):
        other.write({"src/a.py": f"{number}\n"})
        watcher.until(Batch, lambda batch: batch.repo == "other")
    assert not watcher.batches("repo")
    repo.write({"src/a.py": "whole\n"})
    lock.unlink()
    watcher.until(Batch, lambda batch: batch.repo == "repo")
    assert [batch.busy for batch in watcher.batches("repo")] == [False]


def test_a_question_is_answered_although_git_works(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    (repo.root / ".git/index.lock").touch()
    repo.write({"src/a.py": "half\n"})
    watcher.sync()
    assert [batch.busy for batch in watcher.batches()] == [True]


def test_a_rebase_is_told_when_it_is_over(watcher: Watcher, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    for number in range(5):
        repo.write({f"src/{number}.py": "x\n"}).commit()
    repo.git("checkout", "-q", "main")
    repo.write({"main.py": "x\n"}).commit()
    repo.git("checkout", "-q", "side")
    watcher.watch(repo.root)
    repo.git("rebase", "-q", "main")
    batch = watcher.until(Batch)
    assert {item.path: item.now for item in batch.changed}["main.py"] == "file"
    assert not batch.busy
    assert not any(item.now == "gone" for item in batch.changed)


def test_a_stale_lock_does_not_silence_for_ever(watcher: Watcher, repo: Repo) -> None:
    (repo.root / ".git/MERGE_HEAD").write_text(repo.head)
    watcher.watch(repo.root)
    repo.write({"src/a.py": "x\n"})
    watcher.sync()
    assert watcher.batches()[-1].busy


def test_tracked_and_cited_files_count_although_git_ignores_them(watcher: Watcher, repo: Repo) -> None:
    repo.write({"build/tracked.o": "1", "build/loose.o": "1", "dist/deep/cited.js": "1", "dist/other.js": "1"})
    repo.write({".gitignore": "build/\n*.o\ndist/\n"}).git("add", "-f", "build/tracked.o")
    repo.git("commit", "-qm", "x")
    watcher.watch(repo.root, cited=["dist/deep/cited.js", "gone/soon.o"])
    assert {"build/tracked.o", "dist/deep/cited.js"} <= watcher.table().keys()
    repo.write({f"{name}": "22" for name in ("build/tracked.o", "build/loose.o", "dist/deep/cited.js", "dist/o.js")})
    repo.write({"gone/soon.o": "1", "gone/later.o": "1"})
    assert watcher.now() == {
        "build/tracked.o": "file",
        "dist/deep/cited.js": "file",
        "gone": "dir",
        "gone/soon.o": "file",
    }
    (repo.root / "dist/deep/cited.js").unlink()
    assert watcher.now() == {"dist/deep/cited.js": "gone"}


def test_what_is_cited_later_counts_from_then_on(watcher: Watcher, repo: Repo) -> None:
    repo.write({"build/x/y.js": "1"})
    watcher.watch(repo.root)
    watcher.send(Cited("repo", ("build/x/y.js",)))
    assert watcher.now()["build/x/y.js"] == "file"
    repo.write({"build/x/y.js": "22", "build/x/z.js": "1"})
    assert watcher.now() == {"build/x/y.js": "file"}
    watcher.send(Cited("repo", ()))
    assert watcher.now() == {}
    repo.write({"build/x/y.js": "333"})
    assert watcher.now() == {}


def test_a_file_added_by_force_counts(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    repo.write({"x.o": "1"}).git("add", "-f", "x.o")
    assert watcher.now() == {"x.o": "file"}
    repo.write({"x.o": "22"})
    assert watcher.now() == {"x.o": "file"}


def test_other_ignore_rules_count_at_once_and_take_nothing_away(watcher: Watcher, repo: Repo) -> None:
    repo.write({"gen/a.x": "1", "gen/b.y": "1"})
    watcher.watch(repo.root)
    repo.write({".gitignore": "*.x\nbuild/\n"})
    told = watcher.now()
    assert told == {".gitignore": "file"}
    assert "gen/a.x" not in watcher.table()
    repo.write({".gitignore": "*.y\n", "build/new": "1"})
    told = watcher.now()
    assert told["gen/a.x"] == told["build/new"] == "file"
    assert "gen/b.y" not in told
    assert not wrong(watcher, repo.root)


def test_an_ignore_file_that_is_brand_new_delays_no_answer(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    for number in range(20):  # each within one tick of the clock
        repo.write({f"new{number}/.gitignore": "x\n", f"new{number}/y": "1"})
        assert f"new{number}/y" in watcher.now()


def test_the_users_own_ignore_file_counts(watcher: Watcher, repo: Repo, home: Path) -> None:
    own = home / "own-ignores"
    own.write_text("*.mine\n")
    (home / "gitconfig").write_text(f"[core]\n\texcludesFile = {own}\n")
    watcher.watch(repo.root)
    repo.write({"a.mine": "1", "b.yours": "1"})
    assert watcher.now() == {"b.yours": "file"}
    own.write_text("*.yours\n")
    assert watcher.until(Batch, lambda batch: batch.ignores)
    assert not wrong(watcher, repo.root)


def test_without_its_git_directory_files_are_watched_and_it_is_said(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    (repo.root / ".git").rename(repo.root.parent / "git-away")
    assert watcher.until(State, lambda state: ".git is gone" in state.problem).mode == "inotify"
    repo.write({"src/a.py": "without git\n"})
    assert watcher.now() == {"src/a.py": "file"}
    (repo.root.parent / "git-away").rename(repo.root / ".git")
    assert watcher.until(State, lambda state: state.problem == "")
    commit(repo)
    assert "head" in flags(watcher)
    repo.write({"x.o": "1"})
    assert watcher.now() == {}


def test_nothing_a_repository_names_is_run_and_no_lock_is_taken(watcher: Watcher, tmp_path: Path) -> None:
    canaries = Canaries(tmp_path / "canaries")
    before = {path: path.stat().st_mtime_ns for path in (canaries.repo.root / ".git").glob("*.lock")}
    index = (canaries.repo.root / ".git/index").read_bytes()
    watcher.watch(canaries.repo.root)
    canaries.repo.write({"new/x.py": "1", ".gitignore": "y\n"})
    watcher.sync()
    os.utime(canaries.repo.root / ".git/index")
    watcher.audit()
    assert canaries.ran == set()
    assert index == (canaries.repo.root / ".git/index").read_bytes()
    assert before == {path: path.stat().st_mtime_ns for path in (canaries.repo.root / ".git").glob("*.lock")}


def test_files_in_a_nested_repository_are_watched_too(watcher: Watcher, repo: Repo) -> None:
    Repo(repo.root / "nested").write({"in.py": "1\n"}).commit()
    watcher.watch(repo.root)
    repo.write({"nested/in.py": "22\n"})
    assert watcher.now() == {"nested/in.py": "file"}
