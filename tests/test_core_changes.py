"""Files that differ from what git holds, told without git: by content, whatever dates, line ends and filters say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gate_repos import CONFIG, core_repo
from mementod.gates.core_changes import changed_core
from mementod.gates.gate_place import find_place
from mementod.paths import Paths
from repos import Repo

CORE = "src/core/a.py"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def found(repo: Repo, paths: Paths, since: float = 0.0) -> list[str]:
    place = find_place(repo.root)
    assert place is not None
    return changed_core(place, paths, since)


def test_by_content_and_not_by_date(repo: Repo, paths: Paths) -> None:
    os.utime(repo.root / CORE, (1, 1))
    assert found(repo, paths) == []
    repo.write({CORE: "x = 2\n", "src/core/new.py": "", "src/b.py": "y = 2\n"})
    assert found(repo, paths) == [CORE]
    assert found(repo, paths, since=4e9) == []
    repo.git("add", "-A")
    assert found(repo, paths) == [CORE]
    repo.git("checkout", "-q", "HEAD", "--", CORE)
    assert found(repo, paths) == []


def test_removed_and_turned_into_something_else(repo: Repo, paths: Paths) -> None:
    (repo.root / CORE).unlink()
    assert found(repo, paths) == [CORE]
    (repo.root / CORE).symlink_to("elsewhere")
    assert found(repo, paths) == [CORE]


def test_a_link_that_is_core_leads_elsewhere(repo: Repo, paths: Paths) -> None:
    link = repo.root / "src/core/link"
    link.symlink_to("a.py")
    repo.commit("link")
    assert found(repo, paths) == []
    link.unlink()
    link.symlink_to("b.py")
    assert found(repo, paths) == ["src/core/link"]


def test_line_ends_are_no_change(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write(
        {CORE: "a\nb\n", ".mementod.yaml": CONFIG, ".gitattributes": "*.py text eol=crlf\n"}
    )
    repo.commit().write({CORE: "a\r\nb\r\n"})
    assert found(repo, paths) == []


def test_what_a_filter_would_have_to_tell_is_not_told(tmp_path: Path, paths: Paths) -> None:
    ran = tmp_path / "ran"
    repo = Repo(tmp_path / "repo").write({CORE: "a\n", ".mementod.yaml": CONFIG}).commit()
    repo.git("config", "filter.f.clean", f"touch {ran}; cat")
    repo.write({".gitattributes": "*.py filter=f\n", CORE: "b\n"})
    assert found(repo, paths) == []
    assert not ran.exists()
    (repo.root / CORE).unlink()
    assert found(repo, paths) == [CORE]


def test_what_a_sparse_checkout_leaves_out_is_not_gone(repo: Repo, paths: Paths) -> None:
    repo.git("sparse-checkout", "set", "--no-cone", "/*", "!/src/core/")
    assert not (repo.root / CORE).exists()
    assert found(repo, paths) == []


def test_sha256_repositories(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo", "--object-format=sha256").write({CORE: "1", ".mementod.yaml": CONFIG}).commit()
    assert found(repo, paths) == []
    assert found(repo.write({CORE: "2"}), paths) == [CORE]
