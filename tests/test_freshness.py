"""When an entry is new, in real histories."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod.gates.freshness import Past, last_commits
from mementod.vcs.git import Git
from mementod.vcs.objects import Objects
from mementod_parsers.progress.progress import parse_progress
from repos import Repo

A = "- src/a.py: rename x because it is short\n"
B = "- src/b.py: drop the shim because nobody calls it\n"
OTHER = "- src/a.py: rename y because it is short too\n"
CORE = {"src/a.py": "x = 1\n", "src/b.py": "y = 1\n"}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({**CORE, "PROGRESS.md": "# P\n"}).commit("first")


def fresh(repo: Repo, text: str, path: str, base: str = "HEAD", kept: str | None = None) -> list[bool]:
    """For each entry of a text that names the path, whether it is new."""
    git = Git(repo.root)
    with Objects(git) as objects:
        past = Past(git, objects, "PROGRESS.md", base, lambda _: kept)
        return [
            past.is_fresh(e, path, lambda _: (), {each.key for each in parse_progress(text)})
            for e in parse_progress(text)
            if path in e.files
        ]


def test_an_entry_is_new_until_its_file_is_committed(repo: Repo) -> None:
    assert fresh(repo, A, "src/a.py") == [True]
    repo.write({"PROGRESS.md": A}).commit("only the entry")
    assert fresh(repo, A, "src/a.py") == [True]
    repo.write({"src/a.py": "x = 2\n"}).commit("the work")
    assert fresh(repo, A, "src/a.py") == [False]
    assert fresh(repo, A + OTHER, "src/a.py") == [False, True]


def test_entry_and_work_in_one_commit(repo: Repo) -> None:
    repo.write({"PROGRESS.md": A, "src/a.py": "x = 2\n"}).commit("both")
    assert fresh(repo, A, "src/a.py") == [False]


def test_other_commits_do_not_age_an_entry(repo: Repo) -> None:
    repo.write({"PROGRESS.md": A + B}).commit("entries")
    repo.write({"src/b.py": "y = 2\n"}).commit("b")
    assert fresh(repo, A + B, "src/a.py") == [True]
    assert fresh(repo, A + B, "src/b.py") == [False]


def test_moving_rewording_layout_or_ticking_renews_nothing(repo: Repo) -> None:
    repo.write({"PROGRESS.md": A, "src/a.py": "x = 2\n"}).commit("both")
    again = "## Done\n\n- [x] **2026-01-01** `src/a.py`: Rename x, because it is short.\n"
    assert fresh(repo, again, "src/a.py") == [False]


def test_one_entry_for_two_files_ages_for_each_alone(repo: Repo) -> None:
    both = "- src/a.py, src/b.py: rename x because it is short\n"
    repo.write({"PROGRESS.md": A, "src/a.py": "x = 2\n"}).commit("a alone")
    assert fresh(repo, both, "src/a.py") == [False]
    assert fresh(repo, both, "src/b.py") == [True]


def test_an_entry_that_was_taken_out_and_put_back_is_old(repo: Repo) -> None:
    repo.write({"PROGRESS.md": A, "src/a.py": "x = 2\n"}).commit("both")
    repo.write({"PROGRESS.md": "# P\n"}).commit("tidy")
    assert fresh(repo, A, "src/a.py") == [False]


def test_what_an_amended_commit_holds_is_new(repo: Repo) -> None:
    repo.write({"PROGRESS.md": A, "src/a.py": "x = 2\n"}).commit("both")
    assert fresh(repo, A, "src/a.py", base="HEAD^") == [True]


def test_an_untracked_progress_file_has_the_past_that_somebody_kept(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write(CORE).commit("first")
    assert fresh(repo, A, "src/a.py", kept=None) == [True]
    assert fresh(repo, A, "src/a.py", kept=A) == [False]


def test_before_the_first_commit_all_is_new(tmp_path: Path) -> None:
    assert fresh(Repo(tmp_path / "repo"), A, "src/a.py") == [True]


def test_last_commits_of_many_files_with_any_name(tmp_path: Path) -> None:
    names = ["a.py", "dir/b c.py", ":colon", "-dash", "[x].py", "two\nlines", "日本.py", "\udcff.py", "*"]
    repo = Repo(tmp_path / "repo").write(dict.fromkeys(names, "1")).commit("all")
    heads = dict.fromkeys(names, repo.head)
    for name in ("dir/b c.py", "two\nlines", "*"):
        heads[name] = repo.write({name: "2"}).commit("change").head
    assert last_commits(Git(repo.root), "HEAD", [*names, "never.py"]) == heads


def test_the_last_commit_may_be_on_a_merged_branch_or_be_the_merge(repo: Repo) -> None:
    repo.git("checkout", "-qb", "topic")
    on_topic = repo.write({"src/a.py": "x = 2\n"}).commit("topic").head
    repo.git("checkout", "-q", "main")
    repo.write({"src/b.py": "y = 2\n"}).commit("main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
    assert last_commits(Git(repo.root), "HEAD", ["src/a.py"]) == {"src/a.py": on_topic}
    repo.git("checkout", "-qb", "again")
    repo.write({"src/a.py": "x = 3\n"}).commit("again")
    repo.git("checkout", "-q", "main")
    repo.write({"src/b.py": "y = 3\n"}).commit("main")
    repo.git("merge", "-q", "--no-ff", "--no-commit", "again")
    merge = repo.write({"src/a.py": "x = 4\n"}).commit("merge, and more").head
    assert last_commits(Git(repo.root), "HEAD", ["src/a.py"]) == {"src/a.py": merge}
