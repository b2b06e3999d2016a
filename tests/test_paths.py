from __future__ import annotations

import os
import pwd
import stat
from pathlib import Path

import pytest

from mementod.paths import Paths


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_directories_are_made_private_and_only_when_asked_for(paths: Paths, home: Path) -> None:
    assert not (home / "state").exists()
    assert paths.state_dir() == home / "state" / "mementod"
    assert (mode(home / "state"), mode(home / "state" / "mementod")) == (0o700, 0o700)
    assert paths.config_file == home / "config" / "mementod" / "config.yaml"
    assert not (home / "config").exists()
    assert paths.problems == ()


def test_a_directory_that_is_removed_while_we_run_is_not_made_again(paths: Paths) -> None:
    """A thread of the daemon that asks for it later must not bring back what its owner threw away."""
    paths.state_dir().rmdir()
    assert not paths.state_dir().exists()


def test_a_directory_that_others_can_read_is_closed(paths: Paths, home: Path) -> None:
    (home / "state" / "mementod").mkdir(parents=True)
    (home / "state" / "mementod").chmod(0o755)
    assert mode(paths.state_dir()) == 0o700


def test_without_xdg_variables_the_usual_places_are_used(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name)
    paths = Paths.of(os.environ)
    assert paths.state_dir() == home / ".local" / "state" / "mementod"
    assert paths.claude == home / ".claude"


def test_who_has_no_home_and_is_in_no_list_of_users_has_a_temporary_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container that is run as any number is such a user."""

    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.delenv("HOME")
    with Paths.of({"XDG_CONFIG_HOME": "/etc/xdg", "XDG_STATE_HOME": "not/absolute"}) as paths:
        assert paths.state_dir().is_dir()
        assert (paths.is_temporary, paths.home, paths.run_hook, paths.claude) == (True, None, None, None)
        assert paths.config_file == Path("/etc/xdg/mementod/config.yaml")
    assert paths.problems[0].startswith("nothing is kept after this run, there is no home directory")


def test_what_cannot_be_made_becomes_a_temporary_store_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with Paths.of(os.environ) as paths:
        state = paths.state_dir()
        assert paths.state_dir() == state
        assert state.is_dir()
        assert mode(state) == 0o700
        assert paths.is_temporary
        (problem,) = paths.problems
        assert "nothing is kept after this run" in problem
        assert "\n" not in problem
    assert not state.exists()


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    with Paths(None, None, None, None) as paths:
        assert paths.config_file is None
        assert paths.state_dir().is_dir()
        assert "no home directory" in paths.problems[0]


def test_claude_may_keep_its_folder_elsewhere(tmp_path: Path) -> None:
    assert Paths.of({"CLAUDE_CONFIG_DIR": str(tmp_path)}).claude == tmp_path
