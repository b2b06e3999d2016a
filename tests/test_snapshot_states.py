"""Work trees in the middle of something: submodules, conflicts, no commit yet, promised or untracked files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.judging.contents import Contents
from mementod.judging.engine import Engine, Request
from mementod.judging.snapshot import of_index, of_work_tree
from mementod.judging.then import Then
from mementod.paths import Paths
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs.history import History
from mementod.vcs.ignores import Ignores
from mementod.vcs.objects import Objects
from mementod.vcs.repository import find
from repos import Repo

NOTE = "See `src/a.py`, `src/b.py` and `sub/inner.py`.\n"


def said(root: Path, paths: Paths, staged: bool = False) -> dict[str, str]:
    """Cited text -> verdict of a whole check."""
    with Engine(root, paths) as engine:
        report = engine.check(Request(root, (), None, staged))
        return {f.citation.text: f.verdict.value for n in report.notes for f in n.findings}


@pytest.fixture
def module(tmp_path: Path) -> Repo:
    """A repository with a submodule in `sub`, and a note about it."""
    inner = Repo(tmp_path / "inner").write({"inner.py": "x"}).commit()
    repo = Repo(tmp_path / "repo").write({"src/a.py": "a", "src/b.py": "b", "CLAUDE.md": NOTE})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "sub")
    return repo.commit()


@pytest.mark.parametrize("state", ["checked out", "not checked out", "folder gone", "clone"])
def test_a_submodule_is_there_in_any_state(state: str, module: Repo, tmp_path: Path, paths: Paths) -> None:
    root = module.root
    match state:
        case "not checked out":
            module.git("submodule", "--quiet", "deinit", "-f", "sub")
        case "folder gone":
            module.git("submodule", "--quiet", "deinit", "-f", "sub")
            (root / "sub").rmdir()
        case "clone":
            root = tmp_path / "clone"
            module.git("clone", "-q", str(module.root), str(root))
    git = find(root).git

    snapshot = of_work_tree(git, True)

    assert snapshot.kind("sub") == "dir"
    assert snapshot.kind("sub/inner.py") == ("file" if state == "checked out" else None)
    assert snapshot.modules == ("sub",)
    with Objects(git) as objects, Cache(tmp_path / "cache.db") as cache:
        assert of_index(git, objects).kind("sub") == "dir"
        assert Then(module.head, objects, History(cache, git, module.head)).kind("sub") == "dir"
        assert Contents(snapshot, root, cache).oid("sub") is None
    assert "deleted" not in said(root, paths).values()


def test_inside_a_submodule_and_a_linked_work_tree(module: Repo, tmp_path: Path, paths: Paths) -> None:
    module.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "topic")
    inner, linked = find(module.root / "sub"), find(tmp_path / "linked")

    assert inner.root == module.root / "sub"
    assert set(of_work_tree(inner.git, True).files) == {"inner.py"}
    assert (linked.root, linked.main_root) == (tmp_path / "linked", module.root)
    assert linked.key == find(module.root).key, "they share one cache"
    (linked.root / "src/b.py").unlink()
    assert said(linked.root, paths)["src/b.py"] == "deleted"
    assert said(module.root, paths)["src/b.py"] == "ok", "and are still two trees"


def test_a_repository_inside_a_repository_is_a_folder(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"CLAUDE.md": NOTE, "src/a.py": "", "src/b.py": ""}).commit()
    Repo(repo.root / "sub").write({"inner.py": "x"}).commit()

    snapshot = of_work_tree(find(repo.root).git, True)

    assert (snapshot.kind("sub"), snapshot.kind("sub/inner.py"), snapshot.modules) == ("dir", "file", ("sub",))
    assert said(repo.root, paths)["sub/inner.py"] == "ok"


def test_before_the_first_commit(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "a", "CLAUDE.md": NOTE})

    assert set(said(repo.root, paths).values()) == {"ok", "unchecked"}
    repo.git("add", "-A")
    assert set(said(repo.root, paths, staged=True).values()) == {"ok", "unchecked"}
    assert find(repo.root).head is None


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
@pytest.mark.parametrize("born", [True, False])
def test_added_without_content(born: bool, algorithm: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo", f"--object-format={algorithm}").write({"empty": "", "a": "a"})
    if born:
        repo.commit()
    repo.write({"new-empty": "", "promised": "later"})
    repo.git("add", "empty", "a", "new-empty")
    repo.git("add", "-N", "promised")
    git = find(repo.root).git

    with Objects(git, 32 if algorithm == "sha256" else 20) as objects:
        assert set(of_index(git, objects).files) == {"empty", "a", "new-empty"}
        assert of_work_tree(git, True, objects).read("promised") == b"later"
        (repo.root / "promised").unlink()
        assert of_work_tree(git, True, objects).kind("promised") is None


def test_in_the_middle_of_a_merge(tmp_path: Path, paths: Paths) -> None:
    base = {
        "src/a.py": "a\n",
        "src/b.py": "b\n",
        "ours": "1\n",
        "theirs": "1\n",
        "CLAUDE.md": NOTE + "`ours` `theirs`\n",
    }
    repo = Repo(tmp_path / "repo").write(base).commit()
    repo.git("checkout", "-qb", "topic")
    repo.write({"src/a.py": "topic\n", "ours": "2\n"}).remove("theirs").commit()
    repo.git("checkout", "-q", "main")
    repo.write({"src/a.py": "main\n", "theirs": "2\n"}).remove("ours").commit()
    with pytest.raises(subprocess.CalledProcessError):
        repo.git("merge", "-q", "topic")
    git = find(repo.root).git

    with Objects(git) as objects:
        index = of_index(git, objects)
        assert {"src/a.py", "src/b.py", "ours", "theirs"} <= set(index.files)
        assert index.read("src/a.py") == b"main\n", "our side"
    assert "deleted" not in said(repo.root, paths).values()


def test_untracked_again(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "a", "src/b.py": "b", "CLAUDE.md": NOTE}).commit()
    repo.git("rm", "-q", "--cached", "src/a.py", "src/b.py")
    repo.write({".gitignore": "src/b.py\n"})

    snapshot = of_work_tree(find(repo.root).git, True)

    assert [(p in snapshot.files, snapshot.kind(p)) for p in ("src/a.py", "src/b.py")] == [
        (True, "file"),
        (False, "file"),
    ]
    assert {t: v for t, v in said(repo.root, paths).items() if t.startswith("src")} == {
        "src/a.py": "ok",
        "src/b.py": "ok",
    }


def test_names_that_differ_only_in_case(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "1", "src/A.py": "2", "SRC/a.py": "3"}).commit()
    snapshot = of_work_tree(find(repo.root).git, True)

    assert [snapshot.read(p) for p in ("src/a.py", "src/A.py", "SRC/a.py")] == [b"1", b"2", b"3"]
    assert list(snapshot.named("a.py")) == ["SRC/a.py", "src/a.py"]


@pytest.mark.parametrize("kind", ["bare", "mirror", "git dir", "file", "nothing there"])
def test_what_is_no_work_tree_is_said(kind: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a"}).commit()
    repo.git("clone", "-q", "--mirror", str(repo.root), str(tmp_path / "mirror"))
    repo.git("init", "-q", "--bare", str(tmp_path / "bare"))
    start = {"git dir": repo.root / ".git", "file": repo.root / "a"}.get(kind, tmp_path / kind)

    with pytest.raises(UserError) as caught:
        find(start)

    assert ("is a bare repository" in str(caught.value)) == (kind in ("bare", "mirror"))


@pytest.mark.parametrize("name", ["repo", "two\nlines", "naïve space", "\udcff", "-C", "sha256\n"])
def test_a_root_of_any_name_and_its_folders(name: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / name).write({"src/deep/a.py": "a", "b": "b"}).commit()
    (tmp_path / "link").symlink_to(repo.root)

    for start in (repo.root, repo.root / "src/deep", tmp_path / "link/src"):
        found = find(start)
        assert (found.root, found.common, found.main_root) == (repo.root, repo.root / ".git", repo.root)
        assert set(of_work_tree(found.git, True).files) == {"src/deep/a.py", "b"}


def test_ignored_paths_are_known_whatever_else_is_asked(module: Repo) -> None:
    module.write({".gitignore": "build/\n*.log\n!keep.log\n"})
    (module.root / "link").symlink_to("src")
    ignores = Ignores(find(module.root).git, True)
    refused = ["link/x.log", "sub/inner.log", ":(bad)x", ":(top)x", "a\0b", "../x.log", "x" * 5000, "\ud800.txt"]

    found = {path: ignores.covers(path) for path in [*refused, "build", "build/x", "a.log", "keep.log", "src"]}
    ignores.close()

    assert {path for path, covered in found.items() if covered} == {"sub/inner.log", "build", "build/x", "a.log"}
    assert not Ignores(Git(module.root), False).covers("build")
