"""Which service manager is here, and which of the reasons there is for none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.service.environment import Kind, Machine, kind, systemd_environ
from mementod.service.program import program, refuse_passing, stable

USUAL = "/run/user/4711"


def machine(root: Path, files: Mapping[str, str] | None = None, **environ: str) -> Machine:
    """A Linux of which we see these files."""
    for path, content in (files or {}).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    return Machine("linux", 4711, "ada", environ, root)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"proc/version": "Linux version 4.4.0-19041-Microsoft (Microsoft@x) #1"}, "WSL 1 has no service manager"),
        ({"proc/version": "Linux version 5.15.90.1-microsoft-standard-WSL2"}, "`systemd=true` below `[boot]`"),
        ({".dockerenv": ""}, "this is a container without systemd"),
        ({"run/.containerenv": ""}, "this is a container without systemd"),
        ({"proc/1/comm": "runit\n"}, "process 1 is runit, not systemd"),
        ({}, "there is no systemd here"),
    ],
)
def test_without_systemd_the_cause_is_said(files: dict[str, str], said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        kind(machine(tmp_path, files))

    assert said in str(caught.value)
    assert "`nohup mementod run &` runs it by hand" in str(caught.value)


@pytest.mark.parametrize(
    ("environ", "said"), [({"SUDO_USER": "ada"}, "do this as ada, without sudo"), ({}, "you are root, and a service")]
)
def test_root_has_no_service(environ: dict[str, str], said: str, tmp_path: Path) -> None:
    for platform in ("linux", "darwin"):
        with pytest.raises(UserError, match=said):
            kind(Machine(platform, 0, "root", environ, tmp_path))


def test_each_system_has_its_own(tmp_path: Path) -> None:
    linux = machine(tmp_path, {"run/systemd/system/x": ""})

    assert kind(linux) is Kind.SYSTEMD
    assert kind(replace(linux, platform="darwin")) is Kind.LAUNCHD


@pytest.mark.parametrize("given", ["", "/run/user/1", USUAL, "elsewhere"])
def test_the_manager_is_found_whatever_su_and_sudo_left(given: str, tmp_path: Path) -> None:
    here = replace(machine(tmp_path, {f"{USUAL[1:]}/systemd/private": ""}, XDG_RUNTIME_DIR=given), uid=os.getuid())
    usual = tmp_path / USUAL[1:]
    usual.rename(usual.with_name(str(os.getuid())))

    environ = systemd_environ(here)

    assert environ["XDG_RUNTIME_DIR"] == f"/run/user/{os.getuid()}"
    assert environ["DBUS_SESSION_BUS_ADDRESS"] == f"unix:path=/run/user/{os.getuid()}/bus"


def test_the_runtime_folder_of_another_user_is_not_used(tmp_path: Path) -> None:
    here = machine(tmp_path, {f"{USUAL[1:]}/systemd/private": "", "run/user/1/systemd/private": ""})

    with pytest.raises(UserError, match=r"no login session of ada \(su, sudo and cron open none\)"):
        systemd_environ(replace(here, environ={"XDG_RUNTIME_DIR": "/run/user/1"}))


def test_a_manager_that_does_not_run_is_named(tmp_path: Path) -> None:
    uid = os.getuid()
    here = replace(machine(tmp_path, {f"run/user/{uid}/bus": ""}), uid=uid)

    with pytest.raises(UserError, match=rf"the systemd of ada does not run: `systemctl status user@{uid}.service`"):
        systemd_environ(here)


# what it runs


@pytest.mark.parametrize(
    "path",
    [
        "/home/ada/.local/share/uv/tools/mementod/bin/python",
        "/home/ada/.local/share/pipx/venvs/mementod/bin/python",
        "/home/ada/.local/pipx/venvs/mementod/bin/python",
        "/home/ada/work/.venv/bin/python3",
        "/opt/homebrew/opt/mementod/libexec/bin/python",
        "/usr/bin/python3",
    ],
)
def test_an_interpreter_that_stays_is_taken_as_it_is(path: str) -> None:
    found = program(path, {}, None, "linux")

    refuse_passing(found)
    assert found.argv == (path, "-I", "-m", "mementod", "run")


@pytest.mark.parametrize(
    "path",
    [
        "/home/ada/.cache/uv/archive-v0/x1/bin/python",
        "/data/uv/archive-v0/x1/bin/python",
        "/home/ada/.cache/pipx/0a1b/bin/python",
        "/home/ada/.local/pipx/.cache/0a1b/bin/python",
        "/Users/ada/Library/Caches/pipx/0a1b/bin/python",
    ],
)
def test_a_passing_environment_is_refused(path: str) -> None:
    with pytest.raises(UserError, match="uv tool install mementod"):
        refuse_passing(program(path, {}, None, "linux"))


def test_homebrew_s_link_outlives_an_upgrade(tmp_path: Path) -> None:
    here = tmp_path / "Cellar" / "mementod" / "1.2.3" / "libexec" / "bin" / "python"
    linked = tmp_path / "opt" / "mementod" / "libexec" / "bin" / "python"
    assert stable(str(here)) == str(here)
    here.parent.mkdir(parents=True)
    here.touch()
    linked.parents[3].mkdir()
    linked.parents[2].symlink_to(here.parents[2])

    assert stable(str(here)) == str(linked)


def test_the_environment_is_not_that_of_the_shell() -> None:
    shell = {"PATH": "/tmp/x:.", "XDG_STATE_HOME": "/data/state", "XDG_DATA_HOME": "relative", "SECRET": "1"}

    assert program("/usr/bin/python3", shell, "/opt/git/bin/git", "linux").environ == {
        "PATH": "/opt/git/bin:/usr/local/bin:/usr/bin:/bin",
        "XDG_STATE_HOME": "/data/state",
    }
    assert program("/usr/bin/python3", shell, "./git", "darwin").environ["PATH"].startswith("/opt/homebrew/bin:")
