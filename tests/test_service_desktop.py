"""The entry by which a desktop knows whose notices ours are: written with the service, and taken out with it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.ipc.protocol import LOCK_NAME
from mementod.service import desktop_entry, service
from mementod.service.environment import Machine
from mementod.service.program import Program
from mementod.service.written import Standing, standing
from service_programs import PROGRAM
from test_service_systemd import ABSENT, LOADED, Linux, shown

ENABLED = shown(LOADED | {"ActiveState": "inactive"}, LOADED)


def of(home: Path, answers: object = ABSENT) -> Linux:
    return Linux(home, {"show mementod": answers}, entry=entry(home))  # type: ignore[dict-item]


def entry(home: Path) -> Path:
    return home / ".local/share/applications/mementod.desktop"


def machine(root: Path, *folders: str, **environ: str) -> Machine:
    for folder in folders:
        (root / folder).mkdir(parents=True)
    return Machine("linux", 4711, "ada", environ, root)


def test_it_is_wanted_where_a_desktop_is_or_where_it_lies_already(tmp_path: Path) -> None:
    home, bare = tmp_path / "home", machine(tmp_path / "server")
    assert desktop_entry.place(bare, home) is None
    for folder in desktop_entry.SESSIONS:
        assert desktop_entry.place(machine(tmp_path / folder, folder), home) == entry(home)
    entry(home).parent.mkdir(parents=True)
    entry(home).touch()
    assert desktop_entry.place(bare, home) == entry(home)
    other = machine(tmp_path / "x", "usr/share/xsessions", XDG_DATA_HOME="/data")
    assert desktop_entry.place(other, home) == Path("/data/applications/mementod.desktop")


def test_it_comes_and_goes_with_the_service(tmp_path: Path) -> None:
    said = list(service.install(of(tmp_path).systemd, PROGRAM, tmp_path, start=False))
    assert f"written: {entry(tmp_path)}" in said
    assert "desktop-entry" not in entry(tmp_path).read_text()
    assert list(service.install(of(tmp_path, ENABLED).systemd, PROGRAM, tmp_path, start=False)) == []
    assert f"removed: {entry(tmp_path)}" in list(service.uninstall(of(tmp_path, ENABLED).systemd, PROGRAM))
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.name != LOCK_NAME] == []


@pytest.mark.parametrize("what", ["foreign", "link"])
def test_one_that_somebody_keeps_of_his_own_stays_and_stops_nothing(what: str, tmp_path: Path) -> None:
    place = entry(tmp_path)
    place.parent.mkdir(parents=True)
    match what:
        case "foreign":
            place.write_text("[Desktop Entry]\nName=mine\n")
        case "link":
            (tmp_path / "mine").write_text("x")
            place.symlink_to(tmp_path / "mine")
    before = place.read_bytes()
    list(service.install(of(tmp_path).systemd, PROGRAM, tmp_path, start=False))
    list(service.uninstall(of(tmp_path, ENABLED).systemd, PROGRAM))
    assert place.read_bytes() == before


def test_one_of_ours_that_was_edited_is_never_replaced_and_goes_with_the_service(tmp_path: Path) -> None:
    list(service.install(of(tmp_path).systemd, PROGRAM, tmp_path, start=False))
    place = entry(tmp_path)
    place.write_text(place.read_text().replace("NoDisplay=true", "NoDisplay=false"))
    with pytest.raises(UserError, match=r"mementod.desktop was edited and stays as it is \(\+NoDisplay=false"):
        list(service.install(of(tmp_path).systemd, PROGRAM, tmp_path, start=False))
    said = list(service.uninstall(of(tmp_path, ENABLED).systemd, PROGRAM))
    assert [line for line in said if "NoDisplay=false" in line] != []
    assert not place.exists()


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("/usr/bin/python3", "Exec=/usr/bin/python3 -I -m mementod status"),
        ("/a b/100%/python", 'Exec="/a b/100%%/python" -I -m mementod status'),
        ('/$x`y"z/python', r'Exec="/\\$x\\`y\\"z/python" -I -m mementod status'),
        (r"/a\b/python", r'Exec="/a\\\\b/python" -I -m mementod status'),
    ],
)
def test_any_program_can_be_named(python: str, said: str, tmp_path: Path) -> None:
    ((path, text),) = desktop_entry.files(
        tmp_path / "mementod.desktop", Program((python, "-I", "-m", "mementod", "run"), {})
    ).items()
    assert said in text.decode().splitlines()
    path.write_bytes(text)
    assert standing(path, text) is Standing.SAME
    if checker := shutil.which("desktop-file-validate"):
        done = subprocess.run([checker, str(path)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")
