"""What git ignores, asked of a real git."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.watcher import rules as module
from mementod.watcher.rules import Rules
from repos import Repo
from watchers import project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return project(tmp_path / "repo")


@pytest.fixture
def rules(repo: Repo) -> Iterator[Rules]:
    found = Rules(str(repo.root), True)
    yield found
    found.close()


def test_names_of_a_folder_are_asked_about_at_once(rules: Rules, repo: Repo) -> None:
    (repo.root / "build").mkdir()
    assert rules.ignored(b"", [b"build", b"src", b"x.o", b":(top)x.o", b"\xff.o", b"n\nl.o", b" "]) == {
        b"build",
        b"x.o",
        b":(top)x.o",
        b"\xff.o",
        b"n\nl.o",
    }
    assert rules.ignored(b"src", [b"a.py", b"y.o"]) == {b"y.o"}


def test_a_question_longer_than_the_pipes_is_answered(rules: Rules) -> None:
    names = [b"n" * 200 + b"%d" % number + (b".o" if number % 2 else b"") for number in range(3_000)]
    assert rules.ignored(b"src/" + b"d" * 200 + b"/x", names) == set(names[1::2])


@pytest.mark.parametrize("depth", [18, 19, 20, 24, 25, 60, 300])
def test_depth_does_not_matter(rules: Rules, repo: Repo, depth: int) -> None:
    repo.write({"src/.gitignore": "!keep.o\n"})
    assert rules.ignored(b"src" + b"/d" * depth, [b"x.o", b"keep.o", b":y.o", b"x"]) == {b"x.o", b":y.o"}
    assert rules.ignored(b"", [b"x.o"]) == {b"x.o"}


def test_a_path_at_which_git_ends_costs_only_itself(rules: Rules, repo: Repo) -> None:
    (repo.root / "link").symlink_to("src")
    assert rules.ignored(b"link", [b"a.o", b"b.o"]) == set()
    assert rules.ignored(b"", [b"a.o", b"link"]) == {b"a.o"}


def test_an_exception_from_a_rule_is_no_rule(rules: Rules, repo: Repo) -> None:
    repo.write({".gitignore": "*.o\n!keep.o\n"})
    assert rules.ignored(b"", [b"keep.o", b"x.o"]) == {b"x.o"}


def test_other_rules_count_after_a_reset(rules: Rules, repo: Repo) -> None:
    assert rules.ignored(b"", [b"x.o", b"x.y"]) == {b"x.o"}
    repo.write({".gitignore": "*.y\n"})
    version = rules.version
    rules.reset()
    assert rules.ignored(b"", [b"x.o", b"x.y"]) == {b"x.y"}
    assert rules.version > version


def test_without_git_nothing_is_ignored(tmp_path: Path) -> None:
    assert Rules(str(tmp_path), False).ignored(b"", [b"x.o"]) == set()
    (tmp_path / "plain").mkdir()
    broken = Rules(str(tmp_path / "plain"), True)
    assert broken.ignored(b"", [b"%d.o" % number for number in range(module.FAILURES_CAP * 2)]) == set()
    broken.close()


def test_a_git_that_nobody_asks_is_ended_and_comes_back(rules: Rules) -> None:
    assert rules.ignored(b"", [b"x.o"]) == {b"x.o"}
    child = rules._child
    assert child is not None
    rules.rest(module.CLOSE_AFTER_S + 1e9)
    assert child.poll() is not None
    assert rules.ignored(b"", [b"x.o"]) == {b"x.o"}


def test_what_is_tracked_or_cited_counts_with_the_folders_around(rules: Rules, repo: Repo) -> None:
    repo.write({"build/in/tracked.o": "1"}).git("add", "-f", "build/in/tracked.o")
    assert rules.cite(["dist/x.js", "a//odd", "../out", ""]) == {b"", b"build", b"build/in", b"dist"}
    assert rules.counts(b"build", b"in")
    assert rules.counts(b"dist", b"x.js")
    assert not rules.counts(b"build", b"other")
    assert rules.cite(["dist/y.js"]) == {b"dist"}
