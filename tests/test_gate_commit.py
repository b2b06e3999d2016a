"""The commit gate as git's own hook, in every way that people commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gate_repos import ENTRY, ask_commit, ask_edit, commit, core_repo, hook
from mementod.paths import Paths
from mementod_hooks.gate_model import Action, Lack
from repos import Repo

OTHER = "- src/core/a.py: rename y because it is short too\n"
EDIT = {"src/core/a.py": "x = 2\n"}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def lacks(repo: Repo) -> dict[str, Lack]:
    return {missing.path: missing.lack for missing in ask_commit(repo).missing}


def test_git_itself_is_stopped_and_let_through(repo: Repo) -> None:
    hook(repo)
    repo.write(EDIT).git("add", "-A")
    denied = commit(repo, "-m", "no entry")
    assert denied.returncode == 1
    assert "mementod progress add --file src/core/a.py" in denied.stderr
    repo.write({"PROGRESS.md": ENTRY}).git("add", "-A")
    assert commit(repo, "-m", "with its entry").returncode == 0


def test_the_staged_progress_file_counts(repo: Repo) -> None:
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).git("add", "src")
    assert lacks(repo) == {"src/core/a.py": Lack.UNSTAGED}
    assert "git add -- PROGRESS.md" in ask_commit(repo).message
    repo.git("add", "PROGRESS.md")
    repo.write({"PROGRESS.md": "# P\n"})
    assert ask_commit(repo).action is Action.ALLOW


def test_all_and_partial_commits_have_an_index_of_their_own(repo: Repo) -> None:
    hook(repo)
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).git("add", "PROGRESS.md")
    partial = commit(repo, "-m", "partial", "src/core/a.py")
    assert partial.returncode == 1
    assert "not part of this commit" in partial.stderr
    assert commit(repo, "-m", "both", "src/core/a.py", "PROGRESS.md").returncode == 0
    repo.write({"src/core/a.py": "x = 3\n"})
    assert commit(repo, "-a", "-m", "all").returncode == 1
    repo.write({"PROGRESS.md": ENTRY + OTHER})
    assert commit(repo, "-a", "-m", "all").returncode == 0


def test_amending_counts_the_entry_of_the_commit_that_is_amended(repo: Repo) -> None:
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).commit("work")
    hook(repo)
    repo.write({"src/core/a.py": "x = 3\n"}).git("add", "-A")
    assert commit(repo, "-m", "another").returncode == 1
    assert commit(repo, "--amend", "--no-edit").returncode == 0
    assert commit(repo, "--amend", "-m", "only the message").returncode == 0


def test_amending_needs_an_entry_that_is_newer_than_the_commit_before(repo: Repo) -> None:
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).commit("work")
    repo.write({"src/b.py": "y = 2\n"}).commit("something else")
    hook(repo)
    repo.write({"src/core/a.py": "x = 3\n"}).git("add", "-A")
    assert commit(repo, "--amend", "--no-edit").returncode == 1


def test_amending_the_first_commit_or_a_new_file_needs_no_entry(tmp_path: Path) -> None:
    """A file that no commit before holds is new, however often its commit is made again."""
    repo = core_repo(tmp_path / "repo")
    hook(repo)
    repo.write(EDIT).git("add", "-A")
    assert commit(repo, "--amend", "--no-edit").returncode == 0
    repo.write({"src/core/new.py": "n = 1\n"}).git("add", "-A")
    assert commit(repo, "-m", "new").returncode == 0
    repo.write({"src/core/new.py": "n = 2\n"}).git("add", "-A")
    assert commit(repo, "--amend", "--no-edit").returncode == 0
    repo.write({"src/core/a.py": "x = 5\n"}).git("add", "-A")
    assert commit(repo, "--amend", "--no-edit").returncode == 1


def test_removing_and_renaming_change_a_core_file(repo: Repo) -> None:
    repo.move("src/core/a.py", "src/core/z.py")
    assert lacks(repo) == {"src/core/a.py": Lack.NO_ENTRY}
    repo.write({"PROGRESS.md": "- src/core/a.py: is src/core/z.py from now on because the name was short\n"})
    repo.git("add", "-A")
    assert ask_commit(repo).action is Action.ALLOW


def test_what_is_not_staged_does_not_matter(repo: Repo) -> None:
    repo.write({**EDIT, "src/core/new.py": "n = 1\n", "src/b.py": "y = 2\n"}).git("add", "src/b.py", "src/core/new.py")
    assert ask_commit(repo).action is Action.ALLOW


@pytest.mark.parametrize("command", ["cherry-pick", "revert", "rebase", "merge"])
def test_replayed_work_passes(repo: Repo, command: str) -> None:
    repo.git("checkout", "-qb", "topic")
    repo.write({"src/core/a.py": "x = 2\n"}).commit("topic")
    topic = repo.head
    repo.write({"src/core/a.py": "x = 7\n"}).commit("topic again")
    repo.git("checkout", "-q", "main")
    repo.write({"src/core/a.py": "x = 3\n"}).commit("main")
    if command == "revert":
        repo.git("checkout", "-q", "topic")
    argv = {"rebase": ["rebase", "topic"], "merge": ["merge", "topic"]}.get(command, [command, topic])
    subprocess.run(["git", "-C", str(repo.root), *argv], capture_output=True, check=False)
    repo.write({"src/core/a.py": "x = 5\n"}).git("add", "-A")
    assert ask_commit(repo).action is Action.ALLOW


def test_a_merge_without_conflict_passes(repo: Repo) -> None:
    repo.git("checkout", "-qb", "topic")
    repo.write({"src/core/a.py": "x = 2\n"}).commit("topic")
    repo.git("checkout", "-q", "main")
    repo.write({"src/b.py": "y = 2\n"}).commit("main")
    hook(repo).rename(repo.root / ".git" / "hooks" / "pre-merge-commit")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
    assert len(repo.git("rev-list", "--parents", "-1", "HEAD").split()) == 3


def test_a_progress_file_that_git_ignores_counts_as_it_is_on_disk(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write(
        {"src/a.py": "1", ".gitignore": "PROGRESS.md\n", ".mementod.yaml": "core: [src/]\n"}
    )
    repo.commit("first").write({"src/a.py": "2"}).git("add", "-A")
    assert lacks(repo) == {"src/a.py": Lack.NO_FILE}
    repo.write({"PROGRESS.md": "- src/a.py: count to two because one is not enough\n"})
    assert ask_commit(repo).action is Action.ALLOW


IGNORED = {"src/a.py": "1", ".gitignore": "PROGRESS.md\n", ".mementod.yaml": "core: [src/]\nprogress: PROGRESS.md\n"}
FIRST = "- src/a.py: count to two because one is not enough\n"
SECOND = "- src/a.py: count to three because two is a crowd\n"


@pytest.fixture
def ignored(tmp_path: Path) -> Repo:
    """A commit that was covered by an entry of a progress file that git ignores, and asked about."""
    repo = Repo(tmp_path / "ignored").write(IGNORED).commit("first")
    hook(repo)
    repo.write({"src/a.py": "2", "PROGRESS.md": FIRST})
    assert commit(repo, "-am", "second").returncode == 0
    return repo


def test_an_entry_of_a_progress_file_that_git_ignores_ages_too(ignored: Repo) -> None:
    repo = ignored.write({"src/a.py": "3"})
    repo.git("add", "-A")
    assert lacks(repo) == {"src/a.py": Lack.OLD}
    repo.write({"PROGRESS.md": FIRST + SECOND})
    assert ask_commit(repo).action is Action.ALLOW
    assert ask_edit(repo, "src/a.py").action is Action.ALLOW
    assert commit(repo, "-am", "third").returncode == 0
    assert ask_edit(repo, "src/a.py").missing[0].lack is Lack.OLD


def test_an_entry_of_a_progress_file_that_somebody_keeps_to_himself_counts_once(tmp_path: Path) -> None:
    """It counts as it is on disk, since no commit takes it; nobody saw an earlier one."""
    repo = Repo(tmp_path / "repo").write({"src/a.py": "1", ".mementod.yaml": "core: [src/]\n"}).commit("first")
    (repo.root / ".git/info").mkdir(exist_ok=True)
    (repo.root / ".git/info/exclude").write_text("PROGRESS.md\n")
    hook(repo)
    repo.write({"src/a.py": "2", "PROGRESS.md": FIRST})
    assert commit(repo, "-am", "second").returncode == 0
    repo.write({"src/a.py": "3"})
    assert commit(repo, "-am", "third").returncode == 1
    repo.write({"PROGRESS.md": FIRST + SECOND})
    assert commit(repo, "-am", "third").returncode == 0
    repo.write({"src/a.py": "4"}).git("add", "-Af", ".")  # tracked from now on: what was seen of it still counts
    assert lacks(repo) == {"src/a.py": Lack.OLD}


@pytest.mark.parametrize(
    "command", [("commit", "--amend", "-qm", "other"), ("rebase", "-q", "--force-rebase", "HEAD^")]
)
def test_a_rewritten_commit_makes_no_new_entry_old(ignored: Repo, command: tuple[str, ...]) -> None:
    ignored.write({"PROGRESS.md": FIRST + SECOND})
    assert ask_edit(ignored, "src/a.py").action is Action.ALLOW
    ignored.git(*command)
    assert ask_edit(ignored, "src/a.py").action is Action.ALLOW


def test_an_entry_written_on_another_branch_is_not_old(ignored: Repo) -> None:
    ignored.git("checkout", "-q", "HEAD^")
    ignored.write({"PROGRESS.md": FIRST + SECOND})
    ask_edit(ignored, "src/a.py")
    ignored.git("checkout", "-q", "-")
    assert ask_edit(ignored, "src/a.py").action is Action.ALLOW


@pytest.mark.parametrize("data", [b"", b"[1]", b"{", b'[["x"]]', b"\xff", b'[[1, "no commit", "- src/a.py"]]'])
def test_a_damaged_past_makes_no_entry_old(ignored: Repo, paths: Paths, data: bytes) -> None:
    (file,) = (paths.state_dir() / "progress").iterdir()
    file.write_bytes(data)
    assert ask_edit(ignored, "src/a.py").action is Action.ALLOW


def test_the_first_entry_of_a_new_progress_file_must_be_staged(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "1", "PROGRESS.md": "# P\n", ".mementod.yaml": "core: [src/]\n"})
    repo.commit("first").write({"src/a.py": "2"}).git("rm", "-q", "--cached", "PROGRESS.md")
    repo.git("add", "src")
    assert lacks(repo) == {"src/a.py": Lack.NO_ENTRY}


def test_a_commit_in_a_linked_work_tree_and_from_a_folder(repo: Repo, tmp_path: Path) -> None:
    hook(repo)
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    other = tmp_path / "other" / "src" / "core"
    (other / "a.py").write_text("x = 2\n", encoding="utf-8")
    argv = ["git", "-C", str(other), "commit", "-qam", "there"]
    done = subprocess.run(argv, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert "src/core/a.py is a core file" in done.stderr
