"""Where the socket is made, and what is never taken away for it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.ipc import listener
from mementod.ipc.listener import SOCKET_NAME, SUN_PATH_BYTES, handed, listen, place


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_below_the_runtime_folder_when_that_is_ours(tmp_path: Path) -> None:
    assert place(str(tmp_path), Path("/state")) == tmp_path / "mementod" / SOCKET_NAME


@pytest.mark.parametrize("runtime", [None, "", "run/user", "/nowhere/at/all", "/proc/self/status"])
def test_below_the_state_folder_when_there_is_no_runtime_folder(runtime: str | None) -> None:
    assert place(runtime, Path("/state")) == Path("/state/run") / SOCKET_NAME


def test_a_runtime_folder_that_is_too_long_is_not_used(tmp_path: Path) -> None:
    runtime = tmp_path / ("x" * SUN_PATH_BYTES)
    runtime.mkdir()

    assert place(str(runtime), Path("/state")) == Path("/state/run") / SOCKET_NAME


def test_when_every_place_is_too_long_it_says_what_to_do() -> None:
    with pytest.raises(UserError, match="XDG_RUNTIME_DIR"):
        place(None, Path("/" + "ä" * (SUN_PATH_BYTES // 2)))


def test_the_longest_path_works(tmp_path: Path) -> None:
    left = SUN_PATH_BYTES - len(os.fsencode(tmp_path)) - len(SOCKET_NAME) - len("/run") - 2
    state = tmp_path / ("x" * left)

    made = listen(place(None, state))

    assert len(made.path) == SUN_PATH_BYTES
    made.close()


def test_socket_and_folder_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o755)

    made = listen(folder / SOCKET_NAME)

    assert (mode(folder), mode(Path(made.path))) == (0o700, 0o600)
    made.close()
    assert not Path(made.path).exists()


def test_the_socket_of_a_dead_daemon_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / SOCKET_NAME
    listen(path).socket.close()  # dies without tidying up
    assert path.is_socket()

    made = listen(path)

    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(path))
    made.close()


@pytest.mark.parametrize("is_busy", [False, True])
def test_the_socket_of_a_living_process_is_not(is_busy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / SOCKET_NAME
    monkeypatch.setattr(listener, "BACKLOG", 0)
    living = listen(path)
    waiting = []
    if is_busy:  # nobody accepts, and there is no room left to wait
        full = False
        while not full:
            waiting.append(socket.socket(socket.AF_UNIX))
            waiting[-1].setblocking(False)
            full = waiting[-1].connect_ex(str(path)) != 0

    with pytest.raises(UserError, match="another process listens"):
        listen(path)

    assert path.is_socket()
    for peer in waiting:
        peer.close()
    living.close()


def test_a_socket_that_took_our_place_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / SOCKET_NAME
    first = listen(path)
    path.unlink()
    second = listen(path)

    first.close()

    assert path.is_socket()
    second.close()


def test_what_is_no_socket_stays(tmp_path: Path) -> None:
    path = tmp_path / SOCKET_NAME
    path.write_text("dear to somebody")

    with pytest.raises(UserError, match="no socket of yours"):
        listen(path)

    assert path.read_text() == "dear to somebody"


def test_a_link_is_no_private_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "run").symlink_to("elsewhere")

    with pytest.raises(UserError, match="not a folder of yours"):
        listen(tmp_path / "run" / SOCKET_NAME)

    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.skipif(os.getuid() != 0, reason="needs a second user")
def test_what_another_user_owns_stays(tmp_path: Path) -> None:
    path = tmp_path / "run" / SOCKET_NAME
    listen(path).socket.close()
    os.chown(path, 65534, 65534)
    with pytest.raises(UserError, match="no socket of yours"):
        listen(path)
    os.chown(path.parent, 65534, 65534)
    with pytest.raises(UserError, match="not a folder of yours"):
        listen(path)

    assert path.is_socket()


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"LISTEN_PID": "1", "LISTEN_FDS": "1"},
        {"LISTEN_PID": "12", "LISTEN_FDS": "0"},
        {"LISTEN_PID": "12", "LISTEN_FDS": "many"},
        {"LISTEN_FDS": "1"},
    ],
)
def test_a_socket_for_somebody_else_is_not_taken(environ: dict[str, str]) -> None:
    environ["PATH"] = "/bin"

    assert handed(environ, 12) is None
    assert environ == {"PATH": "/bin"}
