"""The doctor tries everything for real, names a cure for all that is bad, and leaves no trace."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemons import Running, mementod, running
from hooking import Desk, put_hook, tree
from mementod.cli import new_session
from mementod.commands.doctor import admitted
from mementod.doctor import daemon as daemon_probe
from mementod.doctor import machine, verdict
from mementod.doctor import notices as notices_probe
from mementod.doctor import service as service_probe
from mementod.doctor.examination import examine
from mementod.doctor.finding import Finding, Grade, as_data, bad, good, lines, warning
from mementod.doctor.patient import Patient
from mementod.errors import UserError
from mementod.installing.scratch import PREFIX
from mementod.ipc.client import WhyNot
from mementod.paths import Paths
from repos import Repo

pytestmark = pytest.mark.timeout(90)
ROOMY_S = 60.0  # a busy machine is no failure


def nobody() -> dict[str, Any]:
    raise UserError("not here")


def patient(paths: Paths, status: dict[str, Any] | None = None, **fields: Any) -> Patient:
    why = None if status else WhyNot.ABSENT
    plain = {"rows": (), "status": status, "why": why, "answer_s": 0.0, "service": nobody, "notice": nobody}
    return Patient(paths, paths.state_dir(), **(plain | fields))


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, home: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A person with one enrolled repository; scratch repositories of this test go to a folder of its own."""
    repo = Repo(tmp_path / "repo")
    repo.write({"src/a.py": "A = 1\n", "CLAUDE.md": "# Map\n\n- `src/a.py` is it.\n"}).commit()
    desk = Desk(repo.root, paths, capsys)
    desk.fine("enrol")
    return desk


@pytest.fixture(autouse=True)
def scratches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(verdict, "TOLD_LIMIT_S", ROOMY_S)
    yield folder
    assert not list(folder.glob(f"{PREFIX}*"))


def findings(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    """By area, with time enough for a busy machine; every bad one has a cure."""
    here = new_session(desk.paths)
    here.enter(desk.folder)
    found: dict[str, list[dict[str, Any]]] = {}
    for finding in examine(admitted(here), limit_s=ROOMY_S):
        row = {"area": finding.area, "grade": finding.grade.value, "what": finding.what, "cure": finding.cure}
        assert row["grade"] != "bad" or row["cure"], row
        found.setdefault(finding.area, []).append(row)
    return found


def grades(rows: list[dict[str, Any]]) -> list[str]:
    return [row["grade"] for row in rows]


def test_without_a_daemon_verdicts_hooks_and_machine_are_proved(desk: Desk) -> None:
    found = findings(desk)
    assert grades(found["verdicts"]) == ["good", "skipped"]
    assert grades(found["daemon"]) == ["warning"]
    assert "mementod run" in found["daemon"][0]["cure"]
    assert [row["what"] for row in found["hooks"]] == [
        "git's hooks are in 1 of 1 repositories",
        "git's hook denies the commit of a core file without an entry",
        "no agent is in use here",
    ]
    assert set(grades(found["machine"])) == {"good"}


def test_the_command_for_people_and_for_programs(desk: Desk) -> None:
    code, out, err = desk("doctor")
    assert err == []
    assert {"verdicts", "daemon", "hooks", "machine"} <= set(out)
    data = json.loads("\n".join(desk("doctor", "--format", "json")[1]))
    assert (data["schema"], code) == ("mementod.doctor/1", 0 if data["healthy"] else 1)


def test_the_daemon_tells_of_a_scratch_repository_and_nothing_of_it_stays(
    desk: Desk, paths: Paths, tmp_path: Path
) -> None:
    with running(paths, tmp_path) as daemon:
        daemon.await_home(desk.folder, lambda home: home["state"] == "fresh")
        repos, caches = mementod("repos", folder=desk.folder).stdout, caches_of(paths)
        verdicts = findings(desk)["verdicts"]
        assert grades(verdicts) == ["good", "good"]
        assert "told by the daemon" in verdicts[1]["what"]
        assert mementod("repos", folder=desk.folder).stdout == repos
        assert caches_of(paths) == caches
        assert [home["root"] for home in ask_homes(daemon)] == [str(desk.folder)]


def caches_of(paths: Paths) -> set[str]:
    return {path.name for path in (paths.state_dir() / "repositories").iterdir()}


def ask_homes(daemon: Running) -> list[dict[str, Any]]:
    from mementod.ipc.protocol import Op

    homes: list[dict[str, Any]] = daemon.ask(Op.STATUS)["repositories"]
    return homes


def test_it_changes_nothing_in_a_repository_nor_in_the_settings_of_agents(desk: Desk, home: Path) -> None:
    (home / ".claude").mkdir()
    desk.fine("agents", "install", "claude")
    before = tree(desk.folder), tree(home / ".claude")
    rows = findings(desk)["hooks"]
    assert (tree(desk.folder), tree(home / ".claude")) == before
    assert "claude: its hook keeps a core file, and lets others pass" in [row["what"] for row in rows]


def test_what_is_not_covered_is_named_with_its_cure(desk: Desk, home: Path, tmp_path: Path) -> None:
    (home / ".claude").mkdir()
    other = Repo(tmp_path / "elsewhere")
    other.git("config", "core.hooksPath", "shared")
    desk("enrol", str(other.root))
    put_hook(Repo(desk.folder), "#!/bin/sh\nexit 0\n")  # somebody took ours out
    rows = {row["what"]: (row["grade"], row["cure"]) for row in findings(desk)["hooks"]}
    assert rows["claude is in use and has no hooks"] == ("warning", "`mementod agents install claude`")
    taken = next(what for what in rows if what.startswith(f"{desk.folder}: "))
    assert rows[taken] == ("bad", f"`mementod enrol {desk.folder}` puts them in")
    grade, cure = rows[f"{other.root}: git asks nobody before it commits"]
    assert (grade, "core.hooksPath" in cure) == ("warning", True)


@pytest.mark.parametrize("script", ["#!/bin/sh\nexit 0\n", "#!/no/such/shell\n", None])
def test_a_script_that_lets_everything_pass_is_found(desk: Desk, script: str | None) -> None:
    if script is None:
        desk.script.unlink()
    else:
        desk.script.write_text(script)
    (row,) = [row for row in findings(desk)["hooks"] if row["grade"] == "bad"]
    assert row["cure"] == "`mementod enrol --all` writes it again"


def test_damaged_stores_are_found_and_a_cache_may_go(desk: Desk, paths: Paths) -> None:
    desk("check")
    (cache,) = (paths.state_dir() / "repositories").glob("*/cache.db")
    size = cache.stat().st_size
    cache.write_bytes(b"x" * size)
    (row,) = [row for row in findings(desk)["machine"] if row["grade"] == "bad"]
    assert str(cache) in row["what"]
    assert row["cure"] == f"rm {cache} (nothing is lost)"


def test_a_path_too_long_for_a_socket_is_named_and_the_rest_is_looked_at(paths: Paths, tmp_path: Path) -> None:
    long = tmp_path / ("r" * 120)
    long.mkdir(mode=0o700)
    environ = os.environ | {"XDG_RUNTIME_DIR": str(long)}
    found = list(machine.probe(replace(patient(paths), paths=Paths.of(environ), state=long)))
    (row,) = [f for f in found if f.grade is Grade.BAD]
    assert ("too long for a socket" in row.what, row.cure.startswith("set XDG_RUNTIME_DIR")) == (True, True)
    assert any("caches are whole" in f.what for f in found)


@pytest.mark.parametrize("is_users", [True, False])
def test_a_configuration_with_an_error_is_named(is_users: bool, desk: Desk, paths: Paths) -> None:
    """Without a daemon nobody else would say so before the next `check`."""
    file = paths.config_file if is_users else desk.folder / ".mementod.yaml"
    assert file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("core: [1\n")
    (row,) = [row for row in findings(desk)["machine"] if row["grade"] == "bad"]
    assert (file.name in row["what"], row["cure"]) == (True, "put that line right, or take it out")


def test_a_store_that_another_program_holds_is_not_damaged(desk: Desk, paths: Paths) -> None:
    ledger = paths.state_dir() / "ledger.db"
    with closing(sqlite3.connect(ledger, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("DELETE FROM snoozes")
        (found,) = [f for f in machine.probe(patient(paths)) if "ledger.db" in f.what]
    assert (found.grade, "locked" in found.what) == (Grade.WARNING, True)


def test_folders_that_others_may_read_and_limits_that_are_near(paths: Paths, tmp_path: Path) -> None:
    patient_ = patient(paths)
    assert all(finding.grade is Grade.GOOD for finding in machine.probe(patient_))
    paths.state_dir().chmod(0o755)
    (found,) = [finding for finding in machine.probe(patient_) if finding.grade is Grade.BAD]
    assert "can be read by others" in found.what
    paths.state_dir().chmod(0o700)
    limit = int(Path("/proc/sys/fs/inotify/max_user_watches").read_text())
    status = {"repositories": [{"watched": limit, "polled": 7}]}
    cures = [finding.cure for finding in machine.probe(patient(paths, status)) if finding.grade is not Grade.GOOD]
    assert len(cures) == 2
    assert all("max_user_watches" in cure for cure in cures)


def status_of(**fields: Any) -> dict[str, Any]:
    from mementod import __version__

    plain = {
        "version": __version__, "pid": 1, "uptime_s": 5.0, "paused": False, "watcher_restarts": 0, "problems": [],
        "repositories": [{"root": "/r", "state": "fresh", "problem": "", "lost_changes": 0}],
    }  # fmt: skip
    return plain | fields


@pytest.mark.parametrize(
    ("fields", "grade", "words"),
    [
        ({"version": "0.0.1"}, Grade.BAD, "it is 0.0.1, this program is"),
        ({"paused": True}, Grade.WARNING, "it is paused"),
        ({"watcher_restarts": 2}, Grade.WARNING, "the watcher ended"),
        ({"problems": ["nobody watches"]}, Grade.BAD, "nobody watches"),
        ({"repositories": [status_of()["repositories"][0] | {"state": "gone"}]}, Grade.BAD, "/r: is gone"),
        ({"repositories": [status_of()["repositories"][0] | {"problem": "may not"}]}, Grade.BAD, "/r: may not"),
        ({"repositories": [status_of()["repositories"][0] | {"lost_changes": 3}]}, Grade.WARNING, "without an event"),
    ],
)
def test_what_the_daemon_says_of_itself_is_judged(
    fields: dict[str, Any], grade: Grade, words: str, paths: Paths
) -> None:
    found = [f for f in daemon_probe.probe(patient(paths, status_of(**fields))) if f.grade is grade]
    assert any(words in finding.what for finding in found)
    assert all(finding.cure for finding in found if grade is Grade.BAD)


def service_of(**fields: Any) -> dict[str, Any]:
    """What `service status` gathers of one that is well."""
    state = {"known": True, "enabled": True, "running": True, "detail": "active (running)"}
    plain = {"manager": "systemd", "state": state, "problems": [], "linger": True, "log": "journalctl --user"}
    plain["proof"] = {"no_new_privileges": True, "seccomp": True}
    return plain | fields


@pytest.mark.parametrize(
    ("fields", "grade", "words", "cure"),
    [
        ({}, Grade.GOOD, "files and interpreter as they should be", ""),
        ({"state": {"known": False}}, Grade.WARNING, "not installed under systemd", "`mementod service install`"),
        (
            {"problems": ["it starts /gone, which is not there any more: `mementod service install` puts that right"]},
            Grade.BAD, "it starts /gone", "`mementod service install` puts that right",
        ),
        ({"problems": ["/u was not written by mementod"]}, Grade.BAD, "/u was not", "journalctl --user says more"),
        ({"linger": False}, Grade.SKIPPED, "it ends when you log out", ""),
        ({"proof": {"seccomp": False}}, Grade.WARNING, "no system call filter", "journalctl --user"),
    ],
)  # fmt: skip
def test_the_service_is_judged_by_what_its_manager_says(
    fields: dict[str, Any], grade: Grade, words: str, cure: str, paths: Paths
) -> None:
    found = list(service_probe.probe(patient(paths, service=lambda: service_of(**fields))))
    assert any((f.grade, f.cure) == (grade, cure) and words in f.what for f in found), found


def test_no_service_manager_is_said_and_is_no_fault(paths: Paths) -> None:
    (found,) = service_probe.probe(patient(paths))
    assert (found.grade, found.what) == (Grade.SKIPPED, "not here")


@pytest.mark.parametrize(
    ("outcome", "grade"), [("shown", Grade.GOOD), ("held", Grade.WARNING), ("nowhere", Grade.SKIPPED)]
)
def test_what_became_of_a_notice_is_told(outcome: str, grade: Grade, paths: Paths) -> None:
    sent = {"outcome": outcome, "why": "quiet", "way": "desktop", "server": "dunst", "by": "the daemon"}
    (found,) = notices_probe.probe(patient(paths, notice=lambda: sent))
    assert found.grade is grade


@pytest.mark.parametrize("why", list(WhyNot))
def test_every_reason_for_silence_has_a_cure(why: WhyNot, paths: Paths) -> None:
    (found,) = daemon_probe.probe(patient(paths, None, why=why))
    assert found.cure


def test_a_daemon_that_hangs_is_not_waited_for_twice(paths: Paths) -> None:
    (found,) = notices_probe.probe(patient(paths, None, why=WhyNot.HUNG))  # `nobody` would fail
    assert found.grade is Grade.SKIPPED


def test_a_pipe_in_the_place_of_a_store_is_found_and_not_waited_for(desk: Desk, paths: Paths) -> None:
    cache = paths.state_dir() / "repositories/0/cache.db"
    cache.parent.mkdir(parents=True)
    os.mkfifo(cache)
    (found,) = [f for f in machine.probe(patient(paths)) if "cache.db" in f.what]
    assert (found.grade, found.cure) == (Grade.BAD, f"rm {cache} (nothing is lost)")


def test_a_probe_that_fails_or_never_ends_is_a_finding_and_the_others_count(paths: Paths) -> None:
    held = threading.Event()

    def fails(_patient: Patient) -> Iterator[Finding]:
        yield good("one", "so far")
        raise ValueError("broken")

    def hangs(_patient: Patient) -> Iterator[Finding]:
        held.wait(20)
        yield good("two", "late")

    def finds_nothing(_patient: Patient) -> Iterator[Finding]:
        yield from ()

    def complains(_patient: Patient) -> Iterator[Finding]:
        raise UserError("no home")
        yield

    try:
        probes = {"one": fails, "two": hangs, "three": complains, "four": finds_nothing}
        found = examine(patient(paths), probes, limit_s=0.2)
    finally:
        held.set()
    assert [(f.area, f.grade) for f in found] == [
        ("one", Grade.GOOD), ("one", Grade.BAD), ("two", Grade.BAD), ("three", Grade.BAD),
    ]  # fmt: skip
    assert "ValueError: broken" in found[1].what
    assert all(finding.cure for finding in found[1:])


def test_a_page_for_people_and_data_for_programs() -> None:
    found = [good("a", "works"), bad("b", "is \x1b[31mbroken", "mend it"), warning("a", "odd")]
    assert list(lines(found, 60, colour=False)) == [
        "a",
        "  good     works",
        "  warning  odd",
        "b",
        "  bad      is \ufffd[31mbroken",
        "           -> mend it",
        "",
        "1 thing to put right.",
    ]
    data = as_data(found)
    assert (data["schema"], data["healthy"]) == ("mementod.doctor/1", False)
    assert as_data([good("a", "b")])["healthy"] is True


def test_a_trial_that_was_killed_is_forgotten_by_the_next(
    desk: Desk, paths: Paths, tmp_path: Path, scratches: Path
) -> None:
    dead = Repo(scratches / f"{PREFIX}dead")
    dead.write({"CLAUDE.md": "# x\n"}).commit()
    desk.fine("enrol", "--no-hooks", str(dead.root))
    shutil.rmtree(dead.root)
    with running(paths, tmp_path):
        findings(desk)
    assert PREFIX not in mementod("repos", folder=desk.folder).stdout


def test_nowhere_to_keep_a_state(desk: Desk) -> None:
    with Paths(None, None, None, None) as bare:
        code, out, _ = Desk(desk.folder, bare, desk.capture)("doctor", "--format", "json")
    (found,) = json.loads("\n".join(out))["findings"]
    assert (code, found["grade"], "there is no home directory" in found["what"]) == (1, "bad", True)
    assert found["cure"] == "set XDG_STATE_HOME to a folder you can write"
