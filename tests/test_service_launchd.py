"""The agent's plist, and what is asked of launchctl, against what it is known to answer. No Mac takes part."""

from __future__ import annotations

import plistlib
from dataclasses import replace
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.service import service
from mementod.service.launchd import TRIES, Launchd
from mementod.service.plist import FILE, agent
from mementod.service.shell import Done
from plists import complaints
from service_programs import PROGRAM

MAC = replace(PROGRAM, argv=("/Users/ada/.local/share/uv/tools/mementod/bin/python", "-I", "-m", "mementod", "run"))
LOG = Path("/Users/ada/Library/Logs/mementod/launchd.log")
GUI, USER = "gui/501", "user/501"
JOB = f"{GUI}/dev.mementod.agent"
# As launchctl says it.
FINE = Done(0, "")
RUNNING = Done(
    0,
    f"{JOB} = {{\n\tstate = running\n\n\tprogram = {MAC.argv[0]}\n\tpid = 812\n\tlast exit code = (never exited)\n}}\n",
)
CRASHED = Done(0, f"{JOB} = {{\n\tstate = spawn scheduled\n\tlast exit code = 3: ESRCH\n}}\n")
NOT_LOADED = Done(113, "", 'Could not find service "dev.mementod.agent" in domain for user gui: 501\n')
NO_PROCESS = Done(3, "", "Boot-out failed: 3: No such process\n")
IO_ERROR = Done(
    5, "", "Bootstrap failed: 5: Input/output error\nTry re-running the command as root for richer errors.\n"
)
NO_ACTION = Done(125, "", "Bootstrap failed: 125: Domain does not support specified action\n")
NO_SESSION = Done(134, "", "Bootstrap failed: 134: Service cannot load in requested session\n")
NO_DOMAIN = Done(112, "", "Could not find domain for user gui: 501\n")


class Mac:
    """Answers the calls of launchctl in this order, and keeps them; each wait is kept too."""

    def __init__(self, home: Path, *answers: Done, screen: Done = FINE) -> None:
        self.answers, self.asked, self.waited = [screen, *answers], list[str](), list[float]()
        self.launchd = Launchd(self.run, self.waited.append, home, 501)
        self.path = home / "Library" / "LaunchAgents" / FILE

    def run(self, argv: tuple[str, ...]) -> Done:
        assert argv[0] == "launchctl"
        words = argv[1:-1] if argv[1] == "bootstrap" else argv[1:]
        self.asked.append(" ".join(words))
        return self.answers.pop(0)

    def calls(self) -> list[str]:
        """After the look for a screen; all answers have been asked for."""
        assert self.answers == []
        first, *rest = self.asked
        assert first == f"print {GUI}"
        return rest


def test_the_plist_is_one_that_launchd_takes() -> None:
    data = agent(replace(MAC, environ={"PATH": "/opt/a&b<c>/bin:/usr/bin"}), LOG)

    assert list(complaints(data, FILE)) == []
    found = plistlib.loads(data)
    assert found["EnvironmentVariables"] == {"MEMENTOD_SERVICE": "launchd", "PATH": "/opt/a&b<c>/bin:/usr/bin"}
    assert found["ProgramArguments"] == list(MAC.argv)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ThrottleIntervall", 30),
        ("Nice", "10"),
        ("RunAtLoad", 1),
        ("KeepAlive", {"SuccesfulExit": False}),
        ("Umask", 77),
        ("ProcessType", "background"),
        ("StandardErrorPath", "~/Library/Logs/x.log"),
        ("ProgramArguments", ["python", "-m", "mementod"]),
        ("ProgramArguments", ["/usr/bin/python3", "$HOME/x"]),
        ("EnvironmentVariables", {"PATH": "/bin", "PORT": 1}),
        ("EnvironmentVariables", {"LANG": "C"}),
        ("Label", "dev.mementod"),
    ],
)
def test_the_check_finds_what_launchd_would_ignore(key: str, value: object) -> None:
    data = plistlib.loads(agent(MAC, LOG)) | {key: value}

    assert len(list(complaints(plistlib.dumps(data), FILE))) == 1


def test_what_xml_cannot_hold_is_refused() -> None:
    with pytest.raises(UserError, match="cannot be written into a plist"):
        agent(replace(MAC, argv=("/opt/\x01/python",)), LOG)


def test_installed_for_the_first_time(tmp_path: Path) -> None:
    mac = Mac(tmp_path, NOT_LOADED, NOT_LOADED, FINE, FINE)

    said = list(service.install(mac.launchd, MAC, tmp_path, start=True))

    assert said == [f"written: {mac.path}", "started, and at every login"]
    assert mac.calls() == [f"print {JOB}"] * 2 + [f"enable {JOB}", f"bootstrap {GUI}"]
    assert (tmp_path / "Library" / "Logs" / "mementod").is_dir()
    assert list(complaints(mac.path.read_bytes(), FILE)) == []


def test_installed_twice_nothing_is_done(tmp_path: Path) -> None:
    mac = Mac(tmp_path, RUNNING, RUNNING)
    mac.path.parent.mkdir(parents=True)
    mac.path.write_bytes(mac.launchd.files(MAC)[mac.path])
    before = mac.path.stat()

    assert list(service.install(mac.launchd, MAC, tmp_path, start=True)) == []
    assert mac.calls() == [f"print {JOB}"] * 2
    assert mac.path.stat() == before


def test_a_changed_file_is_loaded_after_the_old_job_has_ended(tmp_path: Path) -> None:
    mac = Mac(tmp_path, RUNNING, FINE, RUNNING, NOT_LOADED, NOT_LOADED, FINE, IO_ERROR, FINE)

    assert list(mac.launchd.settle(changed=True, start=True)) == ["restarted"]
    assert mac.calls() == [
        f"print {JOB}", f"bootout {JOB}", f"print {JOB}", f"print {JOB}",  # it drains
        f"print {JOB}", f"enable {JOB}", f"bootstrap {GUI}", f"bootstrap {GUI}",  # and 5 says so once more
    ]  # fmt: skip
    assert mac.waited == [1.0, 1.0]


def test_not_started_it_waits_for_the_next_login(tmp_path: Path) -> None:
    mac = Mac(tmp_path, NOT_LOADED)

    assert list(mac.launchd.settle(changed=True, start=False)) == []
    assert mac.calls() == [f"print {JOB}"]


def test_an_error_that_stays_is_said(tmp_path: Path) -> None:
    mac = Mac(tmp_path, NOT_LOADED, FINE, *[IO_ERROR] * TRIES)

    with pytest.raises(UserError, match="Bootstrap failed: 5: Input/output error"):
        mac.launchd.start()

    assert len(mac.waited) == TRIES - 1
    assert mac.answers == []


@pytest.mark.parametrize("answer", [IO_ERROR, NO_ACTION, NO_SESSION])
@pytest.mark.parametrize("screen", [NO_DOMAIN, NO_ACTION])
def test_without_a_login_at_the_screen_it_says_so(answer: Done, screen: Done, tmp_path: Path) -> None:
    mac = Mac(tmp_path, NOT_LOADED, FINE, answer, screen=screen)

    with pytest.raises(UserError, match="nobody is logged in at the screen of this Mac"):
        mac.launchd.start()

    assert mac.calls()[-1] == f"bootstrap {USER}"


@pytest.mark.parametrize("answer", [NO_ACTION, NO_SESSION])
def test_with_a_screen_these_are_faults(answer: Done, tmp_path: Path) -> None:
    mac = Mac(tmp_path, NOT_LOADED, FINE, answer)

    with pytest.raises(UserError, match=answer.why):
        mac.launchd.start()

    assert mac.waited == []


def test_a_job_that_is_loaded_is_started_and_restarted_in_place(tmp_path: Path) -> None:
    mac = Mac(tmp_path, RUNNING, FINE, RUNNING, FINE)
    mac.launchd.start()
    mac.launchd.restart()

    assert mac.calls() == [f"print {JOB}", f"kickstart {JOB}", f"print {JOB}", f"kickstart -k {JOB}"]


@pytest.mark.parametrize("answer", [FINE, NO_PROCESS, NOT_LOADED])
def test_uninstalled_nothing_is_left(answer: Done, tmp_path: Path) -> None:
    mac = Mac(tmp_path, answer, NOT_LOADED)
    mac.path.parent.mkdir(parents=True)
    mac.path.write_bytes(mac.launchd.files(MAC)[mac.path])

    assert list(service.uninstall(mac.launchd, MAC)) == [f"removed: {mac.path}"]
    assert mac.calls() == [f"bootout {JOB}", f"print {JOB}"]
    assert not mac.path.exists()


def test_a_job_that_does_not_end_is_said(tmp_path: Path) -> None:
    mac = Mac(tmp_path, FINE, *[RUNNING] * TRIES)

    with pytest.raises(UserError, match="does not end"):
        mac.launchd.stop()


def test_how_it_stands(tmp_path: Path) -> None:
    mac = Mac(tmp_path, RUNNING, CRASHED, NOT_LOADED)
    states = [mac.launchd.state() for _ in range(3)]

    assert [(s.running, s.pid, s.detail) for s in states] == [
        (True, 812, "running"), (False, None, "failed (exit code 3: ESRCH)"), (False, None, "not loaded"),
    ]  # fmt: skip
    assert states[0].program == MAC.argv[0]
