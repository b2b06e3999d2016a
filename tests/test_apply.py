"""Planned edits carried out on real files: all or none, and back to the byte."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import unprivileged
from mementod.errors import UserError
from mementod.installing import apply
from mementod.installing.apply import Done, Undone, carry_out, homes, look, undo
from mementod.installing.backups import BACKUPS
from mementod_hooks.agents.call import Agent
from mementod_hooks.install import Edit, Form
from mementod_hooks.install_agents import paths, plan
from namespaces import with_own_mounts
from test_daemon_disks import fill, tmpfs

RUN_HOOK = "/home/ada/.local/share/mementod/run-hook"
THEIRS = b'{\n  "model": "m"\n}\n'


@pytest.fixture
def state(home: Path) -> Path:
    place = home / "state" / "mementod"
    place.mkdir(mode=0o700, parents=True)
    return place


def install(home: Path, state: Path, agent: Agent = Agent.CLAUDE, earlier: tuple[Done, ...] = ()) -> tuple[Done, ...]:
    where = homes(home, {})
    return carry_out(plan(agent, where, RUN_HOOK, look(paths(agent, where))).edits, state, earlier)


def settings(home: Path, data: bytes = THEIRS, mode: int = 0o600) -> Path:
    path = home / ".claude" / "settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    return path


def test_an_edit_keeps_the_mode_and_goes_back_to_the_byte(home: Path, state: Path) -> None:
    path = settings(home, mode=0o640)
    (done,) = install(home, state)
    assert b"mementod/run-hook" in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert install(home, state) == ()
    assert undo(done, state) is Undone.RESTORED
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (THEIRS, 0o640)
    assert undo(done, state) is Undone.ABSENT


def test_what_the_file_held_is_kept_where_nobody_else_looks(home: Path, state: Path) -> None:
    settings(home)
    (done,) = install(home, state)
    copy = state / BACKUPS / done.before
    assert copy.read_bytes() == THEIRS
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_a_state_directory_that_is_removed_stays_removed(home: Path, state: Path) -> None:
    path = settings(home)
    state.rmdir()
    with pytest.raises(UserError, match="was left as it was"):
        install(home, state)
    assert (path.read_bytes(), state.exists()) == (THEIRS, False)


@pytest.mark.parametrize("agent", Agent)
def test_what_was_made_for_us_is_gone_afterwards(home: Path, state: Path, agent: Agent) -> None:
    before = sorted(home.rglob("*"))
    for done in install(home, state, agent):
        assert not os.access(done.path, os.X_OK) or agent is Agent.CLINE
        assert undo(done, state) is Undone.RESTORED
    assert [path for path in sorted(home.rglob("*")) if state not in path.parents] == before


def test_a_folder_that_somebody_else_uses_by_now_stays(home: Path, state: Path) -> None:
    (done,) = install(home, state)
    (home / ".claude" / "theirs").touch()
    undo(done, state)
    assert list((home / ".claude").iterdir()) == [home / ".claude" / "theirs"]


def test_what_others_changed_since_stays(home: Path, state: Path) -> None:
    path = settings(home)
    (done,) = install(home, state)
    path.write_bytes(path.read_bytes().replace(b'"m"', b'"n"'))
    assert undo(done, state) is Undone.CLEANED
    assert path.read_bytes() == THEIRS.replace(b'"m"', b'"n"')


def test_a_new_version_over_an_old_one_still_goes_back_to_before_the_first(home: Path, state: Path) -> None:
    path = settings(home, b'{"hooks": {}}')
    where = homes(home, {})
    earlier = carry_out(plan(Agent.CLAUDE, where, "/old/mementod/run-hook", look([str(path)])).edits, state)
    (done,) = install(home, state, earlier=earlier)
    assert b"/old/" not in path.read_bytes()
    assert undo(done, state) is Undone.RESTORED
    assert path.read_bytes() == b'{"hooks": {}}'


def test_without_its_record_an_old_version_is_no_part_of_what_was_there(home: Path, state: Path) -> None:
    path = settings(home)
    install(home, state)
    where = homes(home, {})
    (done,) = carry_out(plan(Agent.CLAUDE, where, "/new/mementod/run-hook", look([str(path)])).edits, state)
    assert undo(done, state) is Undone.RESTORED
    assert path.read_bytes() == THEIRS


@pytest.mark.parametrize("copy", [None, b"damaged"])
def test_without_the_copy_only_our_part_goes(home: Path, state: Path, copy: bytes | None) -> None:
    path = settings(home)
    (done,) = install(home, state)
    (state / BACKUPS / done.before).unlink()
    if copy:
        (state / BACKUPS / done.before).write_bytes(copy)
    assert undo(done, state) is Undone.CLEANED
    assert path.read_bytes() == THEIRS


def test_a_link_into_a_repository_of_dotfiles_stays_one(home: Path, state: Path) -> None:
    real = home / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_bytes(THEIRS)
    link = home / ".claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to("../dotfiles/claude.json")
    (done,) = install(home, state)
    assert link.is_symlink()
    assert b"mementod" in real.read_bytes()
    assert (done.path, done.real) == (str(link), str(real))
    assert undo(done, state) is Undone.RESTORED
    assert link.is_symlink()
    assert real.read_bytes() == THEIRS


def test_a_file_that_changed_since_the_plan_is_left_alone_and_so_are_all_others(home: Path, state: Path) -> None:
    first, second = home / "new" / "first", home / "second"
    second.write_bytes(b"theirs")
    edits = [Edit(str(first), Form.WHOLE, None, b"ours"), Edit(str(second), Form.WHOLE, b"other", b"ours")]
    with pytest.raises(UserError, match=r"second changed meanwhile and was left alone; run this again"):
        carry_out(edits, state)
    assert not first.parent.exists()
    assert second.read_bytes() == b"theirs"


@pytest.mark.parametrize("where", ["file", "target of a link"])
def test_a_read_only_file_is_left_alone_with_one_line(home: Path, state: Path, where: str) -> None:
    path = settings(home, mode=0o444)
    if where == "target of a link":
        real = home / "store.json"
        path.replace(real)
        path.symlink_to(real)
    with pytest.raises(UserError, match=r"settings.json.* was left as it was: it is read-only; ") as refused:
        install(home, state)
    assert "\n" not in str(refused.value)
    assert ("store.json" in str(refused.value)) == (where == "target of a link")
    assert path.read_bytes() == THEIRS


@pytest.mark.parametrize("what", ["folder", "pipe"])
def test_what_is_no_file_is_left_alone(home: Path, state: Path, what: str) -> None:
    path = home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.mkdir() if what == "folder" else os.mkfifo(path)
    with pytest.raises(UserError, match=r"settings.json is no regular file and was left alone"):
        install(home, state)


def test_git_is_not_disturbed_while_it_writes_its_configuration(home: Path, state: Path) -> None:
    config = home / "config"
    config.write_bytes(b"[core]\n")
    edit = Edit(str(config), Form.GIT_CONFIG, b"[core]\n", b"[core]\n# ours\n")
    lock = home / "config.lock"
    lock.touch()
    with pytest.raises(UserError, match=r"git is writing it; run this again \(.*config.lock is there\)"):
        carry_out([edit], state)
    assert config.read_bytes() == b"[core]\n"
    lock.unlink()
    (done,) = carry_out([edit], state)
    assert not lock.exists()
    assert undo(done, state) is Undone.RESTORED


@with_own_mounts
def test_no_lock_stays_behind_on_a_full_disk(tmp_path: Path, state: Path) -> None:
    disk = tmpfs(tmp_path / "disk")
    config = disk / "config"
    config.write_bytes(b"[core]\n")
    fill(disk)
    with pytest.raises(UserError, match="disk is full"):
        carry_out([Edit(str(config), Form.GIT_CONFIG, b"[core]\n", b"[core]\n# ours\n")], state)
    assert config.read_bytes() == b"[core]\n"
    assert not (disk / "config.lock").exists()


@pytest.mark.parametrize("pid", ["9" * 40, str(2**31 - 1)])
def test_a_lock_of_ours_whose_process_is_gone_is_no_hindrance(home: Path, state: Path, pid: str) -> None:
    config, lock = home / "config", home / "config.lock"
    config.write_bytes(b"[core]\n")
    lock.write_text(f"mementod {pid}")
    carry_out([Edit(str(config), Form.GIT_CONFIG, b"[core]\n", b"[core]\n# ours\n")], state)
    assert not lock.exists()


def test_broken_settings_are_not_cleaned_by_force(home: Path, state: Path) -> None:
    path = settings(home)
    (done,) = install(home, state)
    broken = path.read_bytes() + b"}"
    path.write_bytes(broken)
    with pytest.raises(UserError, match=r"is no valid JSON, line \d+, column 1: .*; take our lines out by hand"):
        undo(done, state)
    assert path.read_bytes() == broken


FULL = """
import mementod.installing.apply as apply
from mementod.errors import UserError
from mementod_hooks.install import Edit, Form
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path("settings.json")
path.write_bytes(b"theirs"); Path("state").mkdir()
edit = Edit(str(path.absolute()), Form.WHOLE, b"theirs", b"x" * 100_000)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
try:
    apply.carry_out([edit], Path("state").absolute())
except UserError as error:
    print(error)
print(path.read_bytes(), sorted(p.name for p in Path(".").glob("*") if p.name != "tmpdir"))
"""


def test_a_file_that_cannot_be_written_whole_leaves_the_old_one(tmp_path: Path) -> None:
    said, left, *_ = unprivileged.run_as_is(FULL, folder=tmp_path).splitlines()
    assert said.startswith(f"{tmp_path}/settings.json was left as it was: ")
    assert left == "b'theirs' ['settings.json', 'state']"


CLOSED = """
import mementod.installing.apply as apply
from mementod.errors import UserError
from mementod_hooks.install import Edit, Form
path = Path("closed/settings.json").absolute()
Path("state").mkdir(); path.parent.mkdir(); path.write_bytes(b"theirs"); path.parent.chmod(0o500)
try:
    apply.carry_out([Edit(str(path), Form.WHOLE, b"theirs", b"ours")], Path("state").absolute())
except UserError as error:
    print(error)
print(path.read_bytes())
path.chmod(0)
try:
    apply.look([str(path)])
except UserError as error:
    print(error)
path.parent.chmod(0o700)
"""


def test_a_folder_that_is_closed_to_us_is_said_in_one_line(tmp_path: Path) -> None:
    unprivileged.open_up(tmp_path)
    code = unprivileged.DROP.replace("mementod.paths", "mementod.paths, mementod.installing.apply") + CLOSED
    lines = unprivileged.run_as_is(code, folder=tmp_path).splitlines()
    path = tmp_path / "closed" / "settings.json"
    assert lines == [
        f"{path} was left as it was: it is read-only; make it writable, or edit it by hand",
        "b'theirs'",
        f"{path} cannot be read: Permission denied and was left alone",
    ]


def test_without_a_home_there_is_nothing_to_install_into(home: Path) -> None:
    assert homes(home, {}).folder(Agent.CLAUDE) == str(home / ".claude")
    with pytest.raises(UserError, match="set HOME"):
        homes(None, {})


def test_the_limit_of_a_file_is_said(home: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "FILE_BYTES", 10)
    settings(home)
    with pytest.raises(UserError, match=r"settings.json is larger than 10 bytes and was left alone"):
        install(home, state)
