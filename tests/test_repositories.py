"""Clones that lack something, and repositories that are damaged or not ours: a sound answer, or one clear line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import unprivileged
from mementod.errors import UserError
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod_parsers.model import Reason, Verdict
from repos import Repo

NOTE = "Read `src/a.py` and `src/gone.py`; `beta()` and `alpha()` are there. `src/never.py` is not.\n"
STALE = (Verdict.DELETED, Verdict.MOVED, Verdict.RENAMED)

Said = dict[str, tuple[Verdict, Reason | None]]


def build(root: Path) -> Repo:
    """A file and its function are gone since the note was written."""
    repo = Repo(root)
    repo.write({"src/a.py": "def alpha():\n    return 1\n", "src/gone.py": "def beta():\n    return 22\n"}).commit()
    repo.write({"CLAUDE.md": NOTE}).commit(date="2025-01-02")
    repo.remove("src/gone.py").commit(date="2025-01-03")
    return repo.write({"src/a.py": "def alpha():\n    return 3\n"}).commit(date="2025-01-04")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return build(tmp_path / "repo")


def judged(root: Path, paths: Paths, rev: str | None = None) -> tuple[Said, str]:
    """Cited text -> verdict and reason; the problems."""
    with Engine(root, paths) as engine:
        report = engine.check(Request(root, (), rev))
        found = {f.citation.text: (f.verdict, f.reason) for n in report.notes for f in n.findings}
        return found, "\n".join(report.problems)


def judged_or_refused(root: Path, paths: Paths, rev: str | None) -> tuple[Said, str]:
    """What is said of each citation, else the one line that says why nothing is."""
    try:
        return judged(root, paths, rev)[0], ""
    except (UserError, GitError) as error:
        return {}, str(error)


def stale(said: Said) -> set[str]:
    return {text for text, (verdict, _) in said.items() if verdict in STALE}


def test_a_whole_repository_for_comparison(repo: Repo, paths: Paths) -> None:
    said, problems = judged(repo.root, paths)

    assert stale(said) == {"src/gone.py", "beta()"}
    assert said["src/a.py"][0] is said["alpha()"][0] is Verdict.OK
    assert said["src/never.py"][0] is Verdict.UNVERIFIED
    assert problems == ""


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_shallow_clone(depth: int, repo: Repo, tmp_path: Path, paths: Paths) -> None:
    clone = tmp_path / "clone"
    repo.git("clone", "-q", f"--depth={depth}", repo.root.as_uri(), str(clone))

    said, problems = judged(clone, paths)

    # With depth 3 the clone holds the commit that took the file away; before that it cannot know.
    assert stale(said) == ({"src/gone.py", "beta()"} if depth == 3 else set())
    assert said["src/a.py"][0] is Verdict.OK
    assert said["src/never.py"] == (Verdict.UNCHECKED, Reason.SHALLOW)
    assert "git fetch --unshallow" in problems
    subprocess.run(["git", "-C", str(clone), "fetch", "-q", "--unshallow"], check=True)
    assert judged(clone, paths) == judged(repo.root, paths), "the store of the shallow clone is no hindrance"


@pytest.mark.parametrize("kind", ["blob:none", "tree:0"])
def test_a_partial_clone_whose_remote_is_gone(kind: str, repo: Repo, tmp_path: Path, paths: Paths) -> None:
    clone = tmp_path / "clone"
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("clone", "-q", f"--filter={kind}", repo.root.as_uri(), str(clone))
    repo.root.rename(tmp_path / "away")

    said, problems = judged(clone, paths)

    # Trees tell of paths; what a blob defined cannot be known without it.
    assert stale(said) == ({"src/gone.py"} if kind == "blob:none" else set())
    assert said["src/a.py"][0] is Verdict.OK
    assert ("history cannot be read" in problems) == (kind == "tree:0")
    (tmp_path / "away").rename(repo.root)
    subprocess.run(
        ["git", "-C", str(clone), "cat-file", "--batch-all-objects", "--batch"], check=True, capture_output=True
    )
    subprocess.run(["git", "-C", str(clone), "log", "-p", "--all"], check=True, capture_output=True)
    assert judged(clone, paths) == judged(repo.root, paths), "with the blobs there, everything is known"


def lose(repo: Repo, name: str) -> None:
    oid = repo.git("rev-parse", name)
    (repo.root / ".git/objects" / oid[:2] / oid[2:]).unlink()


def spoil(repo: Repo, name: str) -> None:
    oid = repo.git("rev-parse", name)
    path = repo.root / ".git/objects" / oid[:2] / oid[2:]
    path.chmod(0o644)
    path.write_bytes(b"\0" * 50)


FILES = ["HEAD~3:src/gone.py", "HEAD~3:src/a.py", "HEAD:src/a.py", "HEAD:CLAUDE.md"]
OBJECTS = [*FILES, "HEAD~3^{tree}", "HEAD^{tree}", "HEAD:src", "HEAD~3", "HEAD~2", "HEAD~1", "HEAD"]


@pytest.mark.parametrize("harm", [lose, spoil])
@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_that_is_missing_or_damaged(
    name: str, harm: Callable[[Repo, str], None], repo: Repo, paths: Paths
) -> None:
    harm(repo, name)
    for rev in (None, "HEAD~1"):
        said, problem = judged_or_refused(repo.root, paths, rev)
        assert "\n" not in problem
        assert stale(said) <= {"src/gone.py", "beta()"}, "nothing is called stale that is not"
        assert rev or problem or said["src/a.py"][0] is Verdict.OK


def head(repo: Repo) -> None:
    (repo.root / ".git/HEAD").write_bytes(b"\xff\0 nonsense")


def index(repo: Repo) -> None:
    (repo.root / ".git/index").write_bytes(b"DIRC\0\0\0\2" + b"\xff" * 300)


def config(repo: Repo) -> None:
    (repo.root / ".git/config").write_text("[core\nbare = maybe")


def extension(repo: Repo) -> None:
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git("config", "extensions.fromTheFuture", "true")


def gitfile(repo: Repo) -> None:
    (repo.root / ".git").rename(repo.root.parent / "elsewhere")
    (repo.root / ".git").write_text("gitdir: ../nowhere\n")


def refs(repo: Repo) -> None:
    (repo.root / ".git/refs/heads/main").write_text("not an object id\n")


@pytest.mark.parametrize("harm", [head, index, config, extension, gitfile])
def test_what_git_cannot_read_is_one_clear_line(harm: Callable[[Repo], None], repo: Repo, paths: Paths) -> None:
    harm(repo)

    with pytest.raises(UserError, match="git cannot read") as caught:
        judged(repo.root, paths)

    assert str(repo.root) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_head_that_leads_nowhere(repo: Repo, paths: Paths) -> None:
    refs(repo)
    assert stale(judged(repo.root, paths)[0]) == set()
    repo = build(repo.root.parent / "second")
    (repo.root / ".git/refs/heads/main").write_text("1" * 40 + "\n")
    said, problems = judged(repo.root, paths)
    assert stale(said) == set()
    assert "HEAD names a commit that is not there" in problems


def test_a_branch_that_leads_nowhere_hides_no_other(repo: Repo, paths: Paths) -> None:
    repo.git("branch", "a-keeper", "HEAD~2")
    repo.git("checkout", "-q", "a-keeper")
    repo.commit("not merged")
    repo.git("checkout", "-q", "main")
    repo.git("branch", "line\u2028end")
    (repo.root / ".git/refs/heads/broken").write_text("1" * 40 + "\n")
    (repo.root / ".git/refs/heads/worse").write_text("nonsense\n")

    said, _ = judged(repo.root, paths)

    assert said["src/gone.py"] == (Verdict.UNCHECKED, Reason.ON_BRANCH)
    assert stale(said) == set()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a repository to somebody else")
@pytest.mark.parametrize("start", [".", "src"])
def test_a_repository_of_somebody_else(start: str, repo: Repo, paths: Paths) -> None:
    subprocess.run(["chown", "-R", f"{unprivileged.NOBODY}", str(repo.root)], check=True)

    with pytest.raises(UserError, match="another user owns it") as caught:
        judged(repo.root / start, paths)

    command = str(caught.value).split("`")[1]
    assert command == f"git config --global --add safe.directory {repo.root}"
    subprocess.run(command.split(), check=True)
    assert stale(judged(repo.root / start, paths)[0]) == {"src/gone.py", "beta()"}


def test_a_work_tree_that_is_elsewhere(repo: Repo, tmp_path: Path, paths: Paths) -> None:
    (tmp_path / "secret").mkdir()
    repo.git("config", "core.worktree", str(tmp_path / "secret"))

    with pytest.raises(UserError, match="elsewhere"):
        judged(repo.root, paths)


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_either_kind_of_object_id(algorithm: str, tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo", f"--object-format={algorithm}")
    repo.write({"src/a.py": "def alpha(): ...\n", "src/gone.py": "def beta(): ...\n", "CLAUDE.md": NOTE}).commit()
    repo.remove("src/gone.py").commit()

    for _ in range(2):
        assert stale(judged(repo.root, paths)[0]) == {"src/gone.py", "beta()"}


def test_a_plain_folder(tmp_path: Path, paths: Paths) -> None:
    for name, content in {"src/a.py": "def alpha(): ...\n", "CLAUDE.md": NOTE, ".git/config": ""}.items():
        (tmp_path / "plain" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "plain" / name).write_text(content)

    said, problems = judged(tmp_path / "plain", paths)

    assert stale(said) == set()
    assert (said["src/a.py"][0], said["src/gone.py"]) == (Verdict.OK, (Verdict.UNCHECKED, Reason.NO_HISTORY))
    assert "is no git repository" in problems


def test_the_command_says_it_in_one_line(repo: Repo) -> None:
    index(repo)
    code = "import sys; from mementod.cli import main; sys.exit(main())"
    args = [sys.executable, "-c", code, "-C", str(repo.root), "check"]
    done = subprocess.run(args, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "git cannot read" in done.stderr
