"""`mementod uninstall`: everything out again at once, and what could not be is said."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from daemons import mementod, running
from hooking import Desk, carries_us, commit, core_repo, tree
from mementod.errors import ExitCode, UserError
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import Op, Request
from mementod.paths import Paths
from mementod_hooks.install_git import CHECK_ID
from repos import Repo

ROOT = Path(__file__).parent.parent


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    (tmp_path / "work").mkdir()
    return Desk(tmp_path / "work", paths, capsys)


@pytest.fixture
def home_in_use(home: Path) -> Path:
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text('{"model": "m"}')
    (home / ".qwen").mkdir()
    return home


def kept(home: Path) -> dict[str, tuple[int, bytes]]:
    """A home without our own state."""
    return {name: what for name, what in tree(home).items() if not name.startswith("state")}


def set_up(desk: Desk) -> tuple[Repo, Repo]:
    first, second = core_repo(desk.folder / "first"), core_repo(desk.folder / "second")
    first.git("worktree", "add", "-q", str(desk.folder / "linked"))
    return first, second


def install(desk: Desk) -> None:
    desk.fine("enrol", "first", "second", "linked")
    desk.fine("agents", "install")


def test_everything_goes_to_the_byte(desk: Desk, home_in_use: Path) -> None:
    set_up(desk)
    work, at_home = tree(desk.folder), kept(home_in_use)
    for _ in range(2):
        install(desk)
        assert tree(desk.folder) != work
        out = desk.fine("uninstall", "--yes")
        assert (tree(desk.folder), kept(home_in_use)) == (work, at_home)
        assert out[0] == "To be taken out:"
        assert f"{desk.folder}/first: hooks and id taken out" in out
        assert "qwen: hooks taken out" in out
        assert (
            f"{desk.paths.state_dir()} stays: what you verified, and copies of what was changed (--purge deletes it)"
            in out
        )
    assert desk.fine("uninstall", "--yes") == ["Nothing is installed."]


def test_purge_deletes_what_is_remembered_too(desk: Desk, home_in_use: Path) -> None:
    set_up(desk)
    at_home = kept(home_in_use)
    install(desk)
    out = desk.fine("uninstall", "--yes", "--purge")
    assert f"{home_in_use}/state/mementod is deleted" in out
    assert not (home_in_use / "state" / "mementod").exists()
    assert kept(home_in_use) == at_home


def test_purge_leaves_no_folder_of_the_socket(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    (runtime / "mementod").mkdir()
    assert mementod("uninstall", "--yes", "--purge", folder=desk.folder).returncode == 0
    assert not (runtime / "mementod").exists()
    assert runtime.exists()


def test_purge_takes_out_what_hooks_wrote_into_a_work_tree(desk: Desk, home_in_use: Path) -> None:
    set_up(desk)
    install(desk)
    note = desk.folder / "first" / ".agent" / "session.ctx"
    note.parent.mkdir()
    note.write_text("session: claude:s\n")
    other = desk.folder / "second" / ".agent" / "session.ctx"
    other.parent.mkdir()
    other.write_text("of another tool\n")
    desk.fine("uninstall", "--yes", "--purge")
    assert (note.exists(), other.exists()) == (False, True)


def test_a_dry_run_lists_and_changes_nothing(desk: Desk, home_in_use: Path) -> None:
    set_up(desk)
    install(desk)
    work, at_home = tree(desk.folder), kept(home_in_use)
    out = desk.fine("uninstall", "--dry-run", "--purge")
    assert out == [
        "To be taken out:",
        "  hooks of claude",
        "  hooks of qwen",
        f"  hooks and id of {desk.folder}/first",
        f"  hooks and id of {desk.folder}/linked",
        f"  hooks and id of {desk.folder}/second",
        f"  {desk.script}",
        f"  {desk.paths.state_dir()}, with what you verified",
        "Nothing was changed (--dry-run).",
    ]
    assert (tree(desk.folder), kept(home_in_use)) == (work, at_home)


def test_nobody_is_asked_where_nobody_is(desk: Desk, home_in_use: Path) -> None:
    set_up(desk)
    install(desk)
    before = tree(desk.folder)
    with pytest.raises(UserError, match="add --yes to do it, or --dry-run to only look"):
        desk("uninstall")
    assert tree(desk.folder) == before


@pytest.mark.skipif(shutil.which("script") is None, reason="no program that makes a terminal")
@pytest.mark.parametrize(("reply", "is_done"), [("y\n", True), ("n\n", False)])
def test_a_terminal_is_asked(reply: str, is_done: bool, desk: Desk, home_in_use: Path) -> None:
    set_up(desk)
    install(desk)
    before = tree(desk.folder)
    shell = f"stty -echo; {shlex.quote(sys.executable)} -m mementod uninstall"
    terminal = ["script", "-qec", shell, "/dev/null"]
    done = subprocess.run(terminal, input=reply.encode(), capture_output=True, check=False, timeout=25)
    assert b"Go on? [y/N]" in done.stdout
    assert (tree(desk.folder) == before) is not is_done
    assert (b"Nothing was changed." in done.stdout) is not is_done


def test_a_repository_that_is_gone_stops_nothing(desk: Desk, home_in_use: Path) -> None:
    first, second = set_up(desk)
    install(desk)
    shutil.rmtree(second.root)
    out = desk.fine("uninstall", "--yes")
    assert f"  hooks and id of {second.root} (gone)" in out
    assert f"{second.root}: is gone, and forgotten" in out
    assert carries_us(first.root / ".git") == []
    assert not desk.script.exists()


def test_a_moved_repository_is_found(desk: Desk, home_in_use: Path) -> None:
    _, second = set_up(desk)
    before = tree(second.root)
    install(desk)
    second.root.rename(desk.folder / "third")
    desk.fine("uninstall", "--yes")
    assert tree(desk.folder / "third") == before


def test_what_is_left_is_said_and_the_next_run_takes_it(desk: Desk, home_in_use: Path) -> None:
    first, second = set_up(desk)
    work, at_home = tree(desk.folder), kept(home_in_use)
    install(desk)
    hook = next(path for path in (second.root / ".git").rglob("*") if path.name in carries_names(second))
    mode = hook.stat().st_mode
    hook.chmod(0o444)
    (home_in_use / ".claude" / "settings.json").chmod(0o444)
    code, out, err = desk("uninstall", "--yes", "--purge")
    assert code == ExitCode.USAGE
    assert sorted("settings.json" in line or str(hook) in line for line in err) == [True, True]
    assert "What is named above is left; put it right, and run `mementod uninstall` again." in out
    assert carries_us(first.root / ".git") == []
    assert desk.script.exists()
    assert (home_in_use / "state/mementod/ledger.db").exists()

    hook.chmod(mode)
    (home_in_use / ".claude" / "settings.json").chmod(at_home[".claude/settings.json"][0])
    out = desk.fine("uninstall", "--yes")
    assert [line for line in out if line.startswith("  ")] == [
        "  hooks of claude", f"  hooks and id of {second.root}", f"  {desk.script}"
    ]  # fmt: skip
    assert (tree(desk.folder), kept(home_in_use)) == (work, at_home)


def carries_names(repo: Repo) -> set[str]:
    return {Path(name).name for name in carries_us(repo.root / ".git")}


def test_hooks_that_an_unenrolment_left_are_taken_out_as_well(desk: Desk, home_in_use: Path) -> None:
    first, _ = set_up(desk)
    install(desk)
    desk.fine("unenrol", "linked")
    hook = next(path for path in (first.root / ".git").rglob("*") if path.name in carries_names(first))
    mode = hook.stat().st_mode
    hook.chmod(0o444)
    assert desk("unenrol", "first")[0] == ExitCode.USAGE
    hook.chmod(mode)
    out = desk.fine("uninstall", "--yes")
    assert "  hooks of repositories that are enrolled no more: 1" in out
    assert carries_us(first.root / ".git") == []


def test_the_plugin_of_claude_is_named(desk: Desk, home_in_use: Path) -> None:
    (home_in_use / ".claude" / "settings.json").write_text('{"enabledPlugins": {"mementod@mementod": true}}')
    desk.fine("agents", "install")
    assert "Claude Code's plugin stays; `claude plugin uninstall mementod` removes it." in desk.fine(
        "uninstall", "--yes"
    )


def test_a_daemon_that_runs_is_stopped(desk: Desk, home_in_use: Path, tmp_path: Path) -> None:
    set_up(desk)
    work = tree(desk.folder)
    install(desk)
    with running(desk.paths, tmp_path) as daemon:
        out = desk.fine("uninstall", "--yes")
        assert "the daemon is stopped" in out
        assert daemon.process.wait(10) == 0
    assert ask(desk.paths.state_dir(), Request(Op.STATUS, None, {}, 1000)) is WhyNot.ABSENT
    assert tree(desk.folder) == work


def test_once_the_program_is_gone_nothing_stops_anybody(desk: Desk, home_in_use: Path) -> None:
    first, _ = set_up(desk)
    install(desk)
    text = desk.script.read_text().replace("client.py", "gone.py")
    desk.script.write_text(text)
    (first.root / "src/core/a.py").write_text("z = 1\n")
    done = commit(first, "-am", "x")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "the program is gone" in done.stderr
    assert commit(first, "--allow-empty", "-m", "y").stderr == ""


# what others name us by: the pre-commit framework, and GitHub's actions


def test_the_framework_finds_commands_that_we_have() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    entries = {hook["id"]: hook["entry"].split() for hook in hooks}
    assert entries == {CHECK_ID: ["mementod", "gate", "commit"], "mementod-notes": ["mementod", "check", "--staged"]}
    for hook in hooks:
        assert (hook["pass_filenames"], hook["always_run"], hook["language"]) == (False, True, "python")


@pytest.fixture
def action(tmp_path: Path) -> str:
    """The script that checks, with the environment of a runner."""
    steps = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    for step in steps:
        assert "${{" not in step["run"], "text of an event must not become a script"
    script: str = steps[-1]["run"]
    return script


def run_action(script: str, folder: Path, base: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environ = {"BASE": base, "FAIL_ON": "error", "FOLDER": ".", "RUNNER_TEMP": "/nowhere", "PATH": path}
    return subprocess.run(
        command, cwd=folder, env=os.environ | environ, capture_output=True, encoding="utf-8", check=False, timeout=25
    )


def test_the_action_annotates_what_a_change_made_stale(action: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "r").write({"src/a.py": "x = 1\n" * 9, "CLAUDE.md": "See `src/a.py`.\n"}).commit()
    base = repo.head
    assert run_action(action, repo.root, base).returncode == 0
    repo.move("src/a.py", "src/b.py").commit()
    done = run_action(action, repo.root, base)
    assert (done.returncode, "::error file=CLAUDE.md" in done.stdout) == (1, True)
    everything = run_action(action, repo.root, "0" * 40)  # a branch that was pushed for the first time
    assert (everything.returncode, "::error file=CLAUDE.md" in everything.stdout) == (1, True)
    assert run_action(action, repo.root, "--help; touch canary").returncode == 1
    assert not (repo.root / "canary").exists()


def test_the_action_says_when_there_is_no_history(action: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "r").write({"CLAUDE.md": "x\n"}).commit().write({"b": ""}).commit()
    repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
    done = run_action(action, tmp_path / "shallow", repo.git("rev-parse", "HEAD^"))
    assert (done.returncode, "fetch-depth: 0" in done.stdout) == (2, True)
