"""The configuration changes beside a daemon: it says what a look from scratch says, without a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import Running, configure, mementod, running
from mementod.ipc import wire
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo

pytestmark = pytest.mark.timeout(90)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "A = 1\n", "src/b.py": "B = 1\n"}).commit()
    repo.write({"CLAUDE.md": "`src/a.py` is there.\n", "docs/AGENTS.md": "`src/b.py` is there.\n"})
    repo.write({"DECISIONS.md": "`src/b.py` was chosen.\n"}).commit(date="2025-01-02")
    (repo.root / "src/b.py").unlink()
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        found.follow(repo.root)
        yield found


def judged(daemon: Running, repo: Repo) -> set[str]:
    return {each.note.path for each in wire.report(daemon.ask(Op.CHECK, repo.root)).notes}


def test_the_users_configuration_counts_as_soon_as_it_is_written(repo: Repo, daemon: Running, paths: Paths) -> None:
    assert judged(daemon, repo) == {"CLAUDE.md", "docs/AGENTS.md"}
    file = configure(paths, 'notes: ["DECISIONS.md"]\n')
    assert judged(daemon, repo) == {"CLAUDE.md", "docs/AGENTS.md", "DECISIONS.md"}
    daemon.await_home(repo.root, lambda home: home["notes"] == {"ok": 1, "stale": 2})
    file.unlink()
    assert judged(daemon, repo) == {"CLAUDE.md", "docs/AGENTS.md"}
    daemon.await_home(repo.root, lambda home: home["notes"] == {"ok": 1, "stale": 1})


def test_it_may_be_a_link_into_another_folder(repo: Repo, daemon: Running, paths: Paths, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.yaml"
    real.write_text("on_error: allow\n")
    file = configure(paths, "")
    file.unlink()
    file.symlink_to(real)
    assert judged(daemon, repo) == {"CLAUDE.md", "docs/AGENTS.md"}
    real.write_text('notes: ["DECISIONS.md"]\n')
    assert judged(daemon, repo) == {"CLAUDE.md", "docs/AGENTS.md", "DECISIONS.md"}


def test_nobody_has_to_ask(repo: Repo, daemon: Running, paths: Paths) -> None:
    follower = daemon.follow(repo.root)
    configure(paths, 'notes: ["DECISIONS.md"]\n')
    assert {(row["note"], row["after"]) for row in follower.rows()} == {("DECISIONS.md", "deleted")}


def test_what_cannot_be_read_of_it_counts_as_not_set_and_is_said(repo: Repo, daemon: Running, paths: Paths) -> None:
    configure(paths, 'notes: ["DECISIONS.md"]\non_error: perhaps\n')
    assert judged(daemon, repo) == {"CLAUDE.md", "docs/AGENTS.md", "DECISIONS.md"}
    assert "on_error" in mementod("status", folder=repo.root).stdout


def test_a_note_that_is_taken_out_leaves_the_status_too(repo: Repo, daemon: Running) -> None:
    daemon.await_home(repo.root, lambda home: home["notes"] == {"ok": 1, "stale": 1})
    repo.write({".mementod.yaml": 'ignore: ["docs/**"]\n'})
    home = daemon.await_home(repo.root, lambda home: home["notes"] == {"ok": 1})
    assert home["levels"]["error"] == 0
    assert judged(daemon, repo) == {"CLAUDE.md"}
    repo.write({".mementod.yaml": "core: []\n"})
    daemon.await_home(repo.root, lambda home: home["notes"] == {"ok": 1, "stale": 1})
