"""The texts of the units: what systemd itself says of them, and what differs between its versions."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mementod.errors import ExitCode, UserError
from mementod.service.program import Program
from mementod.service.units import OLDEST, SERVICE, SOCKET, template, units
from service_programs import PROGRAM

EXPOSURE_CAP = 65  # ten times what `systemd-analyze security` says: 6.3 under 252; others count a little otherwise
needs_analyze = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")


def service(program: Program, version: int) -> str:
    return units(program, version)[SERVICE].decode()


def values(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.M)


@pytest.mark.parametrize(
    ("version", "kind", "reload", "steps"),
    [
        (OLDEST, "notify", ["kill -HUP $MAINPID"], []),
        (252, "notify", ["kill -HUP $MAINPID"], []),
        (253, "notify-reload", [], []),
        (254, "notify-reload", [], ["6"]),
        (257, "notify-reload", [], ["6"]),
    ],
)
def test_a_version_gets_what_it_knows(version: int, kind: str, reload: list[str], steps: list[str]) -> None:
    text = service(PROGRAM, version)

    assert values(text, "Type") == [kind]
    assert values(text, "ExecReload") == reload
    assert values(text, "RestartSteps") == steps
    assert not re.search(r"@[A-Z]+@", text)


def test_a_systemd_that_is_too_old_is_named() -> None:
    with pytest.raises(UserError, match="systemd 237 is too old"):
        units(PROGRAM, 237)


def test_the_exit_codes_are_those_of_the_program() -> None:
    text = service(PROGRAM, 257)

    assert values(text, "RestartForceExitStatus") == values(text, "SuccessExitStatus") == [str(int(ExitCode.AGAIN))]
    assert values(text, "RestartPreventExitStatus") == [str(int(ExitCode.USAGE))]


@pytest.mark.parametrize(
    "path", ["/opt/a b/python", "/opt/100%/python", '/opt/"q"/python', "/opt/$HOME/python", "/opt/a\\b/ü/python"]
)
def test_no_character_of_a_path_means_anything(path: str) -> None:
    text = service(replace(PROGRAM, argv=(path, "-m"), environ={"PATH": path}), 257)

    (line,) = values(text, "ExecStart")
    assert shlex.split(line)[0].replace("%%", "%").replace("$$", "$") == path
    (_, said) = values(text, "Environment")
    assert shlex.split(said) == [f"PATH={path.replace('%', '%%')}"]


@pytest.mark.parametrize("path", ["/opt/a\nb/python", "/opt/\x1b/python", "/opt/\udcff/python"])
def test_what_no_unit_can_hold_is_refused(path: str) -> None:
    with pytest.raises(UserError, match="a unit cannot hold it"):
        units(replace(PROGRAM, argv=(path,)), 257)


@needs_analyze
def test_systemd_has_no_complaint(tmp_path: Path) -> None:
    paths = written(tmp_path)

    assert analyze("verify", "--man=no", *paths, folder=tmp_path) == ""


@needs_analyze
def test_its_exposure_does_not_grow(tmp_path: Path) -> None:
    if version() < 250:
        pytest.skip(f"systemd {version()} looks at no files")
    path, _ = written(tmp_path)

    analyze("security", "--offline=true", f"--threshold={EXPOSURE_CAP}", "--no-pager", path, folder=tmp_path)


def version() -> int:
    said = subprocess.run(["systemd-analyze", "--version"], capture_output=True, text=True, check=True).stdout
    return int(said.split()[1])


def written(folder: Path) -> list[str]:
    """The units for the systemd of this machine."""
    for name, data in units(PROGRAM, version()).items():
        (folder / name).write_bytes(data)
    return [str(folder / name) for name in (SERVICE, SOCKET)]


def analyze(*words: str, folder: Path) -> str:
    """What `systemd-analyze` has to complain: it ends well even when it ignores a line."""
    done = subprocess.run(
        ["systemd-analyze", "--user", *words], env=os.environ | {"XDG_RUNTIME_DIR": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


@pytest.mark.parametrize("kind", ["systemd", "launchd"])
def test_what_is_installed_is_what_is_here(kind: str) -> None:
    for path in (Path(__file__).parent.parent / kind).iterdir():
        assert template(kind, path.name) == path.read_text(encoding="utf-8"), "install this checkout again"


def test_the_interpreter_is_the_one_that_runs_us() -> None:
    assert shlex.split(values(service(PROGRAM, 257), "ExecStart")[0])[0] == sys.executable
