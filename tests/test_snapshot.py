"""What "now" holds: every shape of work tree, index and commit, and names of every kind."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import unprivileged
from mementod.errors import UserError
from mementod.judging.contents import Contents, blob_id
from mementod.judging.snapshot import Snapshot, of_commit, of_index, of_work_tree
from mementod.stores.cache import Cache
from mementod.vcs.git import Git, text
from mementod.vcs.objects import Objects
from mementod.vcs.repository import find
from repos import Repo

ODD = (
    "two\nlines.md",
    "naïve.md",
    "\udcff\udcfe.md",
    " space ",
    "tab\there",
    'quo"te',
    "back\\slash",
    "日本/語.md",
    ":(top)x",
)


def tree(repo: Repo) -> Snapshot:
    return of_work_tree(find(repo.root).git, True)


def listed(snapshot: Snapshot) -> set[str]:
    return set(snapshot.files)


def test_work_tree_index_and_commit_are_three_things(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"kept": "1", "edited": "1", "staged": "1", "lost": "1", "old": "1"}).commit()
    repo.move("old", "new")
    repo.write({"staged": "2", "added": "2"})
    repo.git("add", "staged", "added")
    repo.write({"edited": "3", "staged": "3", "loose": "3", "skip/it": "3", ".gitignore": "skip/\n"})
    (repo.root / "lost").unlink()
    git = find(repo.root).git

    with Objects(git) as objects:
        now, index, commit = (
            of_work_tree(git, True, objects),
            of_index(git, objects),
            of_commit(git, objects, repo.head),
        )
        assert listed(now) == {"kept", "edited", "staged", "new", "added", "loose", ".gitignore"}
        assert listed(index) == {"kept", "edited", "staged", "lost", "new", "added"}
        assert listed(commit) == {"kept", "edited", "staged", "lost", "old"}
        assert [s.read("staged") for s in (now, index, commit)] == [b"3", b"2", b"1"]
        assert [s.read("edited") for s in (now, index, commit)] == [b"3", b"1", b"1"]
        assert [s.kind("skip/it") for s in (now, index, commit)] == ["file", None, None], "ignored, but there"
        assert [s.kind("") for s in (now, index, commit)] == ["dir", "dir", "dir"]
        assert now.kind(".git/config") is None


@pytest.mark.parametrize("odd", ODD)
def test_any_name(odd: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({odd: "1", f"in/{odd}": "2"}).commit()
    repo.write({f"loose/{odd}": "3"})
    git = find(repo.root).git

    with Objects(git) as objects, Cache(tmp_path / "cache.db") as cache:
        for snapshot in (of_work_tree(git, True), of_index(git, objects), of_commit(git, objects, repo.head)):
            assert {odd, f"in/{odd}"} <= listed(snapshot)
            assert (snapshot.kind(odd), snapshot.kind("in"), snapshot.read(f"in/{odd}")) == ("file", "dir", b"2")
            assert odd in snapshot.named(odd.rpartition("/")[2])
        contents = Contents(of_work_tree(git, True), repo.root, cache)
        assert [contents.oid(p) for p in (odd, f"loose/{odd}")] == [blob_id(b"1"), blob_id(b"3")]
        contents.flush()


@pytest.mark.parametrize("cited", ["a\0b", "\ud800", "../x", "/etc/passwd", "x" * 5000, "d/" * 3000, "..", ".git", ""])
def test_a_name_that_no_file_can_have_is_not_there(cited: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "1"}).commit()

    assert tree(repo).kind(cited) == ("dir" if cited == "" else None)
    assert tree(repo).read(cited) is None


def test_a_file_in_the_place_of_a_folder_and_the_other_way_round(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"folder/a": "a", "file": "b"}).commit()
    (repo.root / "folder/a").unlink()
    (repo.root / "folder").rmdir()
    (repo.root / "file").unlink()
    repo.write({"folder": "now a file", "file/inside": "now a folder"})

    assert [tree(repo).kind(p) for p in ("folder", "folder/a", "file", "file/inside")] == ["file", None, "dir", "file"]


def sparse(repo: Repo) -> None:
    repo.git("sparse-checkout", "set", "--cone", "src")


def sparse_index(repo: Repo) -> None:
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "src")


def split(repo: Repo) -> None:
    repo.git("update-index", "--split-index")
    repo.write({"src/new.py": "n"})
    repo.git("add", "src/new.py")
    repo.git("commit", "-qm", "split")


@pytest.mark.parametrize("make", [sparse, sparse_index, split])
def test_what_the_index_leaves_out_is_there(make: Callable[[Repo], None], tmp_path: Path) -> None:
    repo = (
        Repo(tmp_path / "repo").write({"src/a.py": "a", "docs/b.py": "b", "docs/deep/c.py": "c", "top": "t"}).commit()
    )
    make(repo)
    git = find(repo.root).git

    with Objects(git) as objects, Cache(tmp_path / "cache.db") as cache:
        for snapshot in (of_work_tree(git, True, objects), of_work_tree(git, True), of_index(git, objects)):
            assert [snapshot.kind(p) for p in ("src/a.py", "docs/b.py", "docs/deep", "docs/none")] == [
                "file",
                "file",
                "dir",
                None,
            ]
            assert snapshot.read("docs/deep/c.py") == b"c"
        snapshot = of_work_tree(git, True, objects)
        contents = Contents(snapshot, repo.root, cache)
        assert (contents.oid("docs/b.py"), contents.read("docs/b.py")) == (blob_id(b"b"), b"b")
        assert snapshot.matching(re.compile(r"docs/.*\Z")) == ["docs/b.py", "docs/deep/c.py"]


UNREADABLE = """
import os, sys
from pathlib import Path
from mementod.stores.cache import Cache
from mementod.vcs.repository import find
from mementod.judging.contents import Contents
from mementod.judging.snapshot import of_work_tree
root = Path(sys.argv[1])
(root / "a.py").chmod(0)
(root / "shut").chmod(0)
snapshot = of_work_tree(find(root).git, True)
contents = Contents(snapshot, root, Cache(Path("cache.db")))
print([(snapshot.kind(p), snapshot.read(p), contents.oid(p)) for p in ("a.py", "shut/b.py", "shut/none")])
print(snapshot.hidden("a.py"), snapshot.hidden("shut/b.py"), snapshot.hidden("open.py"))
(root / "shut").chmod(0o700)
"""


def test_what_may_not_be_read_is_there_and_as_git_knew_it(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "a", "shut/b.py": "b", "open.py": "c"}).commit()
    unprivileged.open_up(tmp_path)

    said = unprivileged.run(UNREADABLE, str(repo.root), folder=tmp_path)

    a, b = blob_id(b"a"), blob_id(b"b")
    assert said.splitlines() == [
        f"[('file', b'a', '{a}'), ('file', b'b', '{b}'), ('file', None, None)]",
        "True True False",
    ]


def test_contents_notice_an_edit_that_keeps_size_and_date(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "old"}).commit()
    file = repo.root / "a.py"
    os.utime(file, (1, 1))
    with Cache(tmp_path / "cache.db") as cache:
        row = (b"a.py", 3, 10**9, file.stat().st_ctime_ns - 1, file.stat().st_ino, blob_id(b"old"))
        cache.write("INSERT INTO stats VALUES (?, ?, ?, ?, ?, ?)", [row])
        file.write_bytes(b"new")
        os.utime(file, (1, 1))
        assert Contents(tree(repo), repo.root, cache).oid("a.py") == blob_id(b"new")


def test_contents_never_give_bytes_of_another_id(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "old"}).commit()
    with Cache(tmp_path / "cache.db") as cache:
        contents = Contents(tree(repo), repo.root, cache)
        assert (contents.oid("a.py"), contents.read("a.py")) == (blob_id(b"old"), b"old")
        repo.write({"a.py": "new"})
        assert (contents.oid("a.py"), contents.read("a.py")) == (blob_id(b"old"), None)


@pytest.mark.parametrize("lost", ["clone -n", "unmounted"])
def test_an_empty_work_tree_empties_nothing(lost: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "a"}).commit()
    if lost == "clone -n":
        repo.git("clone", "-qn", str(repo.root), str(tmp_path / "clone"))
        repo = Repo(tmp_path / "clone").write({"CLAUDE.md": "`a.py`"})
    else:
        (repo.root / "a.py").unlink()

    with pytest.raises(UserError, match="nothing is checked out"):
        tree(repo)


def test_a_plain_folder(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.py").write_text("a")
    (tmp_path / text(b"\xff")).write_text("b")

    snapshot = of_work_tree(Git(tmp_path), False)

    assert listed(snapshot) == {"src/a.py", "\udcff"}
    assert (snapshot.kind("src"), snapshot.read("src/a.py"), snapshot.hidden("src/a.py")) == ("dir", b"a", False)
