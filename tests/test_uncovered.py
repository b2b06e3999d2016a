"""What changed past the gate on this machine is found, in the work tree and in commits; what was pulled is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate_repos import ENTRY, commit, core_repo
from mementod.gates.gates import Gates
from mementod.gates.uncovered import uncovered
from mementod.paths import Paths
from repos import Repo

CORE = "src/core/a.py"
EDIT = {CORE: "x = 2\n"}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def found(repo: Repo, paths: Paths, since: float | None = 0.0) -> list[tuple[str, str | None]]:
    return [(each.path, each.commit) for each in uncovered(repo.root, Gates(paths), since)]


def past_the_gate(repo: Repo, *args: str) -> str:
    """Commit what is there as a person does who does not want to be asked."""
    assert commit(repo, "--no-verify", "-am", "quick", *args).returncode == 0
    return repo.git("rev-parse", "HEAD")


def test_a_change_of_the_work_tree_until_it_is_written_down(repo: Repo, paths: Paths) -> None:
    assert found(repo, paths) == []
    repo.write({**EDIT, "src/b.py": "y = 2\n"})
    assert found(repo, paths) == [(CORE, None)]
    repo.write({"PROGRESS.md": ENTRY})
    assert found(repo, paths) == []


def test_a_removed_file_has_changed(repo: Repo, paths: Paths) -> None:
    repo.remove("src/core")
    (each,) = uncovered(repo.root, Gates(paths), None)
    assert (each.path, each.commit, each.since[:2]) == (CORE, None, "20")


def test_a_commit_past_the_gate_until_it_is_written_down(repo: Repo, paths: Paths) -> None:
    oid = past_the_gate(repo.write(EDIT))
    assert found(repo, paths) == [(CORE, oid)]
    repo.write({"src/b.py": "y = 3\n"}).commit("another file")
    assert found(repo, paths) == [(CORE, oid)]
    repo.write({"PROGRESS.md": ENTRY})
    assert found(repo, paths) == []
    repo.commit("write it down")
    assert found(repo, paths) == []


def test_a_commit_with_its_entry_stays_covered_when_the_entry_goes(repo: Repo, paths: Paths) -> None:
    past_the_gate(repo.write({**EDIT, "PROGRESS.md": ENTRY}))
    assert found(repo, paths) == []
    repo.write({"PROGRESS.md": "# P\n"}).commit("tidy")
    assert found(repo, paths) == []


def test_an_entry_of_an_earlier_commit_covers_no_later_one(repo: Repo, paths: Paths) -> None:
    past_the_gate(repo.write({**EDIT, "PROGRESS.md": ENTRY}))
    oid = past_the_gate(repo.write({CORE: "x = 3\n"}))
    assert found(repo, paths) == [(CORE, oid)]


def test_a_commit_that_was_amended_away_is_forgotten(repo: Repo, paths: Paths) -> None:
    past_the_gate(repo.write(EDIT))
    repo.write({"PROGRESS.md": ENTRY})
    past_the_gate(repo, "--amend")
    assert found(repo, paths) == []
    repo.git("reset", "-q", "--hard", "HEAD^")
    assert found(repo, paths) == []


def test_what_others_committed_is_not_ours(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    theirs = Repo(tmp_path / "theirs")
    theirs.git("pull", "-q", str(repo.root), "HEAD")
    theirs.write(EDIT).commit("past their gate")
    repo.git("pull", "-q", str(theirs.root), "HEAD")
    assert repo.git("show", f"HEAD:{CORE}") == "x = 2"
    assert found(repo, paths) == []


@pytest.mark.parametrize("command", [("merge", "-q", "--no-ff", "-m", "m"), ("cherry-pick",), ("rebase", "-q")])
def test_what_is_joined_or_replayed_was_asked_about_before(repo: Repo, paths: Paths, command: tuple[str, ...]) -> None:
    repo.git("checkout", "-qb", "topic")
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).commit("topic")
    repo.git("checkout", "-q", "main")
    repo.write({"src/b.py": "y = 2\n"}).commit("main")
    repo.git(*command, "topic")
    assert found(repo, paths) == []


def test_what_was_committed_before_it_was_enrolled_is_no_news(repo: Repo, paths: Paths) -> None:
    past_the_gate(repo.write(EDIT))
    assert found(repo, paths, since=4e9) == []
    assert found(repo, paths, since=None) == []


def test_notes_and_the_first_commit_are_free(tmp_path: Path, paths: Paths) -> None:
    repo = core_repo(tmp_path / "repo", 'core: ["**"]\nprogress: PROGRESS.md\n')
    assert found(repo, paths) == []
    past_the_gate(repo.write({"PROGRESS.md": "# Q\n"}))
    assert found(repo, paths) == []


def test_where_nothing_can_be_seen_nothing_is_found(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    repo.write(EDIT)
    assert uncovered(tmp_path, Gates(paths), 0.0) == ()
    (repo.root / ".git" / "HEAD").write_text("nonsense")
    assert uncovered(repo.root, Gates(paths), 0.0) == ()


def test_names_of_any_kind_are_found(tmp_path: Path, paths: Paths) -> None:
    name = "src/core/a b\n\x1b[31m日.py"
    repo = core_repo(tmp_path / "repo").write({name: "1"}).commit("odd")
    oid = past_the_gate(repo.write({name: "2"}))
    assert found(repo, paths) == [(name, oid)]
