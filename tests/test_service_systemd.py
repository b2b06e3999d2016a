"""What is asked of systemctl and loginctl, against what they are known to answer; the rest is asked of a real one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.ipc.protocol import LOCK_NAME
from mementod.process.lifecycle import Instance
from mementod.service import service
from mementod.service.service import Proof
from mementod.service.shell import NOT_FOUND, Done, runner
from mementod.service.systemd import Systemd
from mementod.service.units import SERVICE, SOCKET
from service_programs import PROGRAM

FINE = Done(0, "")
VERSION = Done(0, "systemd 252 (252.38-1~deb12u1)\n+PAM +AUDIT\n")
DENIED = Done(1, "", "Could not enable linger: Access denied\n")


def shown(service: Mapping[str, str], socket: Mapping[str, str]) -> Done:
    blocks = ({"Id": SERVICE, **service}, {"Id": SOCKET, **socket})
    return Done(0, "\n\n".join("\n".join(f"{k}={v}" for k, v in block.items()) for block in blocks) + "\n")


LOADED = {"LoadState": "loaded", "UnitFileState": "enabled"}
RUNNING = shown(
    LOADED | {"ActiveState": "active", "SubState": "running", "MainPID": "812", "NRestarts": "1", "Result": "success",
              "StatusText": "watching 2 repositories", "ExecStart": "{ path=/v/bin/python ; argv[]=/v/bin/python -I }"},
    LOADED | {"ActiveState": "active"},
)  # fmt: skip
ABSENT = shown({"LoadState": "not-found", "ActiveState": "inactive"}, {"LoadState": "not-found"})


class Linux:
    """Answers by the words of a call, and keeps the calls."""

    def __init__(
        self,
        home: Path,
        answers: Mapping[str, Done],
        looked: str = "",
        runtime: str = "/run/user/1",
        entry: Path | None = None,
    ) -> None:
        paths = Done(0, f"/etc/systemd/user {looked or home / '.config/systemd/user'} /usr/lib/systemd/user\n")
        self._answers = {"--version": VERSION, "show --property=UnitPath": paths, **answers}
        self.asked: list[str] = []
        self.systemd = Systemd(self.run, home, home / ".config", runtime, "ada", entry)

    def run(self, argv: tuple[str, ...]) -> Done:
        words = " ".join(argv).removeprefix("systemctl --user ")
        self.asked.append(words)
        return next((answer for begin, answer in self._answers.items() if words.startswith(begin)), FINE)


def test_how_it_stands(tmp_path: Path) -> None:
    state = Linux(tmp_path, {"show": RUNNING}).systemd.state()

    assert (state.known, state.enabled, state.running, state.pid, state.restarts) == (True, True, True, 812, 1)
    assert (state.detail, state.program) == ("active (running): watching 2 repositories", "/v/bin/python")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"Result": "exit-code", "ExecMainStatus": "2", "NRestarts": "0"}, "failed (exit code 2)"),
        ({"Result": "signal", "ExecMainStatus": "9", "NRestarts": "11"}, "failed (signal, 11 restarts)"),
        ({"Result": "watchdog", "NRestarts": "1"}, "failed (watchdog, 1 restarts)"),
    ],
)
def test_why_it_failed(values: dict[str, str], said: str, tmp_path: Path) -> None:
    found = shown(LOADED | {"ActiveState": "failed", "SubState": "failed"} | values, LOADED)

    assert Linux(tmp_path, {"show": found}).systemd.state().detail == said


def test_a_refused_linger_names_the_line_that_does_it(tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"Access denied\): `sudo loginctl enable-linger ada` does it; all else is done"
    ):
        Linux(tmp_path, {"loginctl enable-linger": DENIED}).systemd.enable_linger()


def test_the_manager_may_know_another_folder_than_the_shell(tmp_path: Path) -> None:
    looked = tmp_path / "home" / ".config" / "systemd" / "user"
    answers = {"--version": VERSION, "show": Done(0, f"/etc/systemd/user {looked}\n")}
    made = Systemd(lambda argv: answers[argv[2]], tmp_path / "home", tmp_path / "conf", "/run/user/1", "ada")

    assert [path.parent for path in made.files(PROGRAM)] == [looked, looked]
    with pytest.raises(UserError, match="unset XDG_CONFIG_HOME"):
        Linux(tmp_path, {}, looked="/elsewhere")


def test_a_socket_path_that_is_too_long_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is too long for a socket"):
        Linux(tmp_path, {}, runtime="/run/" + "x" * 100).systemd.files(PROGRAM)


def test_the_reason_of_the_daemon_is_told_when_it_does_not_start(tmp_path: Path) -> None:
    answers = {
        "start": Done(1, "", "Job for mementod.service failed."),
        "show mementod.service --property=InvocationID": Done(0, "0a1b\n"),
        "journalctl --user _SYSTEMD_INVOCATION_ID=0a1b": Done(0, "warning x\nmementod: the ledger is newer\n"),
    }

    with pytest.raises(UserError, match=r"does not start: the ledger is newer \(`journalctl --user -u mementod`\)"):
        Linux(tmp_path, answers).systemd.start()


def test_another_daemon_is_not_fought(tmp_path: Path) -> None:
    linux = Linux(tmp_path, {"show": ABSENT})
    other = Instance(tmp_path)
    other.publish("/s")
    try:
        with pytest.raises(UserError, match="started by hand"):
            list(service.install(linux.systemd, PROGRAM, tmp_path, start=True))
    finally:
        other.close()

    assert not any(path.exists() for path in linux.systemd.files(PROGRAM))
    assert (tmp_path / LOCK_NAME).read_bytes() == b""


def test_links_that_lead_nowhere_go_with_it(tmp_path: Path) -> None:
    linux = Linux(tmp_path, {"show": ABSENT})
    link = tmp_path / ".config" / "systemd" / "user" / "default.target.wants" / SERVICE
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "gone")

    linux.systemd.release()

    assert list((tmp_path / ".config" / "systemd").iterdir()) == []


def test_an_interpreter_that_is_gone_is_named(tmp_path: Path) -> None:
    linux = Linux(tmp_path, {"show": RUNNING})
    wanted = linux.systemd.files(PROGRAM)

    said = list(service.problems(linux.systemd, linux.systemd.state(), PROGRAM, wanted, Proof(True, False)))

    assert any("does not confine it" in line for line in said)
    assert any("/v/bin/python, which is not there any more: `mementod service install`" in line for line in said)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("Name:\tpython\nNoNewPrivs:\t1\nSeccomp:\t2\n", Proof(True, True)),
        ("Name:\tpython\nNoNewPrivs:\t0\nSeccomp:\t0\n", Proof(False, False)),
        ("Name:\tpython\n", Proof(None, None)),
    ],
)
def test_the_kernel_is_asked_not_the_unit(status: str, expected: Proof, tmp_path: Path) -> None:
    (tmp_path / "812").mkdir()
    (tmp_path / "812" / "status").write_text(status)

    assert service.proof(812, tmp_path) == expected
    assert service.proof(None, tmp_path) == Proof(None, None)


def test_a_program_that_is_not_there_is_an_answer() -> None:
    done = runner({})(("no-such-program-of-ours",))

    assert (done.code, done.why) == (NOT_FOUND, "no-such-program-of-ours: No such file or directory")
