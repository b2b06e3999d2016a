"""`init --agent-dir`: start-up notes beside what is in use, and nothing of others changed."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hooking import Desk, tree
from mementod.continuity.session_context import SessionContext, read, write
from mementod.errors import UserError
from mementod.paths import Paths
from mementod_parsers.continuity.projects import project
from repos import Repo

FILES = {"src/app/main.py": "x = 1\n", "src/app/store.py": "y = 1\n", "Makefile": "test:\n\tpytest\n"}


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    Repo(tmp_path / "repo").write(FILES).commit("Begin")
    return Desk(tmp_path / "repo", paths, capsys)


def agent_files(desk: Desk) -> dict[str, str]:
    root = desk.folder / ".agent"
    return {str(p.relative_to(root)): p.read_text() for p in sorted(root.rglob("*")) if p.is_file()}


def test_what_is_known_is_written_down_and_the_rest_is_asked(desk: Desk) -> None:
    desk("init", "--agent-dir", "--yes")
    found = agent_files(desk)
    assert set(found) == {
        ".gitignore", "hooks/pre-edit.sh", "init.d/01-navigation.md", "init.d/02-principles.md",
        "init.d/03-progress.md", "init.d/04-decision-log.md", "run-init.sh", "session.ctx",
    }  # fmt: skip
    navigation = found["init.d/01-navigation.md"]
    assert "- `src/app/main.py`" in navigation
    assert "`make test`" in navigation
    assert "<What is it, for whom?" in navigation
    done = subprocess.run(
        [desk.folder / ".agent/run-init.sh"], env={"PATH": "/usr/bin:/bin"}, capture_output=True, check=True
    )
    assert done.stdout.index(b"Entry points") < done.stdout.index(b"# Principles") < done.stdout.index(b"# Decisions")


def test_the_session_begins_at_this_commit_and_is_not_committed(desk: Desk) -> None:
    repo = Repo(desk.folder)
    desk("init", "--agent-dir", "--yes")
    found = read(desk.folder)
    assert found is not None
    assert (found.session, found.head, found.compactions) == ("mementod init", repo.head, 0)
    assert found.branch == repo.git("symbolic-ref", "--short", "HEAD")
    assert datetime.fromisoformat(found.start).tzinfo is UTC
    assert "session.ctx" not in repo.git("status", "--porcelain", "--untracked-files=all")


def test_the_session_of_an_agent_is_kept(desk: Desk) -> None:
    (desk.folder / ".agent").mkdir()
    ours = SessionContext("s-1", "2025-01-01T00:00:00+00:00", "", "", 2)
    write(desk.folder, ours)
    desk("init", "--agent-dir", "--yes")
    assert read(desk.folder) == ours


def test_a_second_time_changes_nothing(desk: Desk) -> None:
    desk("init", "--agent-dir", "--yes")
    (desk.folder / ".agent/init.d/02-principles.md").write_text("# Ours\n")
    before = tree(desk.folder / ".agent")
    _, out, _ = desk("init", "--agent-dir", "--yes")
    assert "Start-up notes are in .agent already." in out
    assert tree(desk.folder / ".agent") == before


def test_a_dry_run_writes_nothing(desk: Desk) -> None:
    _, out, _ = desk("init", "--agent-dir", "--dry-run")
    assert any(".agent/init.d/01-navigation.md" in line for line in out)
    assert not (desk.folder / ".agent").exists()


@pytest.mark.parametrize("other", ["memory-bank/progress.md", "PROGRESS.md", ".serena/memories/progress.md"])
def test_a_progress_file_that_is_in_use_stays_the_only_one(desk: Desk, other: str) -> None:
    path = desk.folder / other
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Progress\n")
    _, out, _ = desk("init", "--agent-dir", "--yes")
    assert "03-progress.md" not in {Path(name).name for name in agent_files(desk)}
    assert any(f"{other} is used as it is" in line for line in out)
    assert f"into `{other}` before a core file" in agent_files(desk)["init.d/02-principles.md"]
    assert path.read_text() == "# Progress\n"


def test_a_link_out_of_the_repository_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (desk.folder / ".agent").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="link out of the repository"):
        desk("init", "--agent-dir", "--yes")
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    ("manifests", "command"),
    [
        ({"package.json": '{"scripts": {"test": "jest"}}'}, "npm test"),
        ({"package.json": '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}'}, None),
        ({"package.json": '{"scripts": {"test": "jest", "verify": "node verify.mjs"}}'}, "npm run verify"),
        ({"pyproject.toml": "[tool.pytest.ini_options]\n"}, "pytest"),
        ({"Makefile": "all:\n", "go.mod": "module x\n"}, "go test ./..."),
        ({}, None),
    ],
)
def test_the_test_command_is_what_a_manifest_says(manifests: dict[str, str], command: str | None) -> None:
    assert project("x", (), manifests, ()).tests == command


def test_tests_and_vendored_files_are_no_entry_points() -> None:
    found = project(
        "x",
        ["main.py", "tests/main.py", "node_modules/a/index.js", "a/b/c/d/e/main.py"],
        {},
        ["src/locales/zh.ts", "main.py"],
    )
    assert (found.entry_points, found.modules) == (["main.py"], ["main.py"])
