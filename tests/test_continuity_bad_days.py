"""What must not cost a line of the log, a hand-over or a note: full disks, two sessions at once, odd repositories."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from daemons import mementod
from mementod import cli
from mementod.continuity.episodes import Episodes
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.importing import import_new
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.transcript_files import Homes
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from mementod.vcs.repository import find
from mementod_parsers.continuity.transcripts.episode import Actor, Episode
from namespaces import with_own_mounts
from repos import Repo
from test_daemon_disks import fill, tmpfs

TRACE = "Traceback"
FILES = {
    "src/auth.py": "def check_it(user):\n    return user.name in known(user)\n",
    "CLAUDE.md": "See `src/auth.py`.\n",
}
HANDOVER = "## Goal\n- a\n## State\n- Next: b\n## Decisions\n- c\n## Constraints\n- d\n"
# Twenty lines and a record, in a process of its own.
REMEMBERS = """
import os, sys
from mementod import cli
from mementod.paths import Paths
for number in range(10):
    assert cli.run(["-C", sys.argv[1], "remember", f"never drop {sys.argv[2]}{number}"], Paths.of(os.environ)) == 0
    if number % 5 == 4:
        assert cli.run(["-C", sys.argv[1], "engram"], Paths.of(os.environ)) == 0
"""
# An agent that appends to its session file, rotates it, and writes all of it anew.
WRITES = """
import json, os, pathlib, sys
file, root, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
def line(n):
    said = {"type": "user", "uuid": f"u{n}", "sessionId": "s", "cwd": root}
    return json.dumps(said | {"message": {"content": f"line {n} " + "x" * 200}}) + "\\n"
for n in range(count):
    with file.open("a") as stream:
        text = line(n)
        stream.write(text[:40]); stream.flush(); stream.write(text[40:])
    if n % 100 == 99:
        file.rename(file.with_name(f"s-{n}.jsonl"))
    if n % 70 == 69:
        first = n // 100 * 100
        file.write_text("".join(line(k) for k in range(first, n + 1)))
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write(FILES).commit("Begin", "2025-02-01")


def memory(repo: Repo, paths: Paths) -> MemoryFile:
    (path,) = (paths.state_dir() / "repositories").glob("*/memory.db")
    return MemoryFile(path)


def test_two_sessions_at_once_lose_no_line(repo: Repo, paths: Paths) -> None:
    command = [sys.executable, "-c", REMEMBERS, str(repo.root)]
    both = [subprocess.Popen([*command, name], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for name in "ab"]
    said = [process.communicate(timeout=60)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    wanted = {f"never drop {name}{number}" for name in "ab" for number in range(10)}
    with memory(repo, paths) as file:
        lines = [line.text for line in Episodes(file).latest(100)]
    assert sorted(lines) == sorted(wanted)
    record = json.loads(mementod("engram", "--all", "--format", "json", folder=repo.root).stdout)
    assert {item["text"] for item in record["hard_constraints"]["items"]} == wanted


def test_a_session_file_that_changes_while_it_is_read_loses_no_line(tmp_path: Path) -> None:
    root, folder, count = (
        tmp_path / "proj",
        tmp_path / "claude" / "projects" / re.sub(r"\W|_", "-", str(tmp_path / "proj")),
        600,
    )
    folder.mkdir(parents=True)
    homes = Homes(tmp_path / "claude", None, None)
    command = [sys.executable, "-c", WRITES, str(folder / "s.jsonl"), str(root), str(count)]
    with MemoryFile(tmp_path / "memory.db") as file, subprocess.Popen(command) as agent:
        log = Episodes(file)
        while agent.poll() is None:
            import_new(log, root, ("claude",), homes)
        assert agent.returncode == 0
        import_new(log, root, ("claude",), homes)
        numbers = [int(line.text.split()[1]) for line in log.latest(10_000)]
    assert sorted(numbers) == list(range(count))


@with_own_mounts
def test_a_full_disk_is_one_line_and_what_was_kept_stays(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write(FILES).commit("Begin")
    state = tmpfs(paths.state_dir())
    assert mementod("remember", "never drop the first", folder=repo.root).returncode == 0
    filler = fill(state)
    for words in (("remember", "x" * 100_000), ("engram",), ("handoff",), ("boot",), ("recall", "first")):
        done = mementod(*words, folder=repo.root)
        assert TRACE not in done.stderr
        assert len(done.stderr.splitlines()) <= 3, done.stderr
        assert done.returncode == ExitCode.FINE or done.stderr
    filler.unlink()
    assert mementod("remember", "never drop the second", folder=repo.root).returncode == 0
    text = mementod("engram", folder=repo.root).stdout
    assert "never drop the first" in text
    assert "never drop the second" in text


@with_own_mounts
@pytest.mark.parametrize("room", [0, 100, 200, 300])
def test_a_disk_that_becomes_full_keeps_no_start_back(tmp_path: Path, paths: Paths, room: int) -> None:
    repo = Repo(tmp_path / "repo").write(FILES | {"CLAUDE.md": "Never edit `src/auth.py`.\n"}).commit("Begin")
    state = tmpfs(paths.state_dir())
    filler = fill(state)
    with filler.open("r+b") as file:
        file.truncate(max(filler.stat().st_size - room * 1024, 0))
    done = mementod("boot", folder=repo.root)
    assert done.returncode == 0, done.stderr
    assert "Never edit `src/auth.py`." in done.stdout
    assert len(done.stderr.splitlines()) <= 2, done.stderr


@with_own_mounts
def test_what_was_remembered_is_told_while_the_disk_is_full(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write(FILES).commit("Begin")
    state = tmpfs(paths.state_dir())
    mementod("remember", "Never drop the first", folder=repo.root)
    mementod("engram", folder=repo.root)
    (repo.root / "src/auth.py").unlink()
    fill(state)
    said = ("handoff", "check", "--goal", "drop nothing", "--files", "CLAUDE.md", "--next", "read `CLAUDE.md`")
    done = mementod(*said, folder=repo.root)
    assert (done.returncode, "no hand-over" in done.stdout) == (ExitCode.FINDINGS, True), done.stderr
    for words in ("engram", "handoff", "boot"):
        done = mementod(words, folder=repo.root)
        assert (done.returncode, "Never drop the first" in done.stdout) == (0, True), done.stderr
        assert done.stderr
    assert mementod("remember", "Never drop the second", folder=repo.root).returncode != 0


def test_a_log_that_another_holds_keeps_no_start_back(repo: Repo, paths: Paths) -> None:
    mementod("remember", "Never drop the first", folder=repo.root)
    mementod("engram", folder=repo.root)
    mementod("remember", "Never drop the second", folder=repo.root)
    with memory(repo, paths) as file, file.writing():
        done = mementod("boot", folder=repo.root)
    assert done.returncode == 0
    assert "Never drop the first" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "locked" in done.stderr


@with_own_mounts
def test_a_note_on_a_full_disk_is_whole_or_as_it_was(tmp_path: Path, paths: Paths) -> None:
    repo = (
        Repo(tmpfs(tmp_path / "disk") / "repo")
        .write(FILES | {"DECISIONS.md": "# Decisions\n\n" + "- x\n" * 3_000})
        .commit("Begin")
    )
    before = (repo.root / "DECISIONS.md").read_bytes()
    fill(tmp_path / "disk")
    done = mementod("decide", "--problem", "where", "--chosen", "sqlite for it", "--why", "no server", folder=repo.root)
    assert done.returncode == ExitCode.USAGE
    assert len(done.stderr.splitlines()) == 1
    assert (repo.root / "DECISIONS.md").read_bytes() == before


def test_a_clock_set_back_loses_nothing(repo: Repo, paths: Paths) -> None:
    mementod("remember", "begin", folder=repo.root)
    with memory(repo, paths) as file:
        HandoverStore(file).add(Stored("2099-01-01T00:00:00+00:00", "", repo.head, "main", HANDOVER))
        said = Episode(Actor.NOTE, "never drop `src/auth.py`", "2099-01-01T00:00:00+00:00", "", "", "k")
        Episodes(file).add("remember", [said])
    mementod("engram", folder=repo.root)
    mementod("remember", "never drop the later line", folder=repo.root)
    repo.move("src/auth.py", "src/login.py").commit("Move", "2025-03-01")
    text = mementod("boot", folder=repo.root).stdout
    assert "src/auth.py: use src/login.py" in text
    assert text.index("never drop the later line") < text.index("never drop `src/auth.py`")
    assert "Next: b" in text


def test_linked_work_trees_share_what_is_remembered_and_a_submodule_does_not(repo: Repo, tmp_path: Path) -> None:
    part = Repo(tmp_path / "part").write({"a.py": "x = 1\n"}).commit("Begin")
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part.root), "part")
    repo.commit("Part")
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    mementod("remember", "zebra", folder=repo.root)
    assert "> zebra" in mementod("recall", "zebra", folder=tmp_path / "linked").stdout
    assert mementod("recall", "zebra", folder=repo.root / "part").returncode == ExitCode.FINDINGS


@pytest.mark.parametrize("is_repository", [True, False])
def test_without_any_commit_or_repository_there_is_a_start(is_repository: bool, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    if is_repository:
        Repo(folder)
    (folder / "CLAUDE.md").write_text("See `src/a.py`.\n")
    assert mementod("remember", "never drop `src/a.py`", folder=folder).returncode == 0
    for words in (("engram",), ("handoff",), ("boot",), ("recall", "drop")):
        done = mementod(*words, folder=folder)
        assert (done.returncode, TRACE in done.stderr) == (0, False), (words, done)
    said = ("handoff", "check", "--goal", "a", "--files", "", "--next", "go on")
    assert mementod(*said, folder=folder).returncode == ExitCode.FINDINGS


def test_empty_huge_circular_and_contradictory_notes_are_a_start_within_its_budget(repo: Repo) -> None:
    notes = repo.root / ".agent" / "init.d"
    notes.mkdir(parents=True)
    (notes / "01-empty.md").write_bytes(b"")
    (notes / "02-huge.md").write_text("never drop this line of it\n" * 300_000)  # 8 MB
    (notes / "03-a.md").write_text("See [[04-b]]. Never edit `src/auth.py`.\n")
    (notes / "04-b.md").write_text("See [[03-a]]. Always edit `src/auth.py`.\n")
    (notes / "05-loop.md").symlink_to("06-loop.md")
    (notes / "06-loop.md").symlink_to("05-loop.md")
    (notes / "07-up").symlink_to("..")
    done = mementod("boot", folder=repo.root)
    assert (done.returncode, TRACE in done.stderr) == (0, False), done.stderr
    assert len(done.stdout.encode()) <= 8_192
    assert "Always edit `src/auth.py`" in done.stdout
    assert "Never edit `src/auth.py`" in done.stdout
    for words in (("recall", "edit"), ("tidy",), ("handoff",)):
        done = mementod(*words, folder=repo.root)
        assert (done.returncode in (0, 1), TRACE in done.stderr) == (True, False), done.stderr


def test_the_branch_may_change_between_two_questions(repo: Repo, paths: Paths) -> None:
    def run(*words: str) -> int:
        return cli.run(["-C", str(repo.root), *words], paths)

    repo.git("checkout", "-q", "-b", "work")
    repo.move("src/auth.py", "src/login.py").commit("Move", "2025-03-01")
    run("remember", "look at `src/login.py`")
    run("engram")
    repo.git("checkout", "-q", "--detach", "main")
    assert run("boot") == run("handoff") == 0
    assert [path.name for path in (repo.root / "src").iterdir()] == ["auth.py"]


@pytest.mark.parametrize(
    "text", ["half \ud83d of it", "\udcff no UTF-8", "\x1b[31mred\x07", "\u202eturned", "*" * 100_000]
)
def test_no_text_of_a_command_line_is_a_failure(
    repo: Repo, paths: Paths, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(HANDOVER.encode())))
    for words in (
        ("remember", text),
        ("recall", text),
        ("engram", "revoke", text),
        ("forget", "--session", text),
        ("handoff", "write", "--session", text),
        ("handoff", "check", "--goal", text, "--files", text, "--next", text),
    ):
        assert cli.run(["-C", str(repo.root), *words], paths) in (ExitCode.FINE, ExitCode.FINDINGS), words
    said = capsys.readouterr()
    assert not {"\x1b", "\x07", "\u202e"} & set(said.out + said.err)


@pytest.mark.parametrize("words", [("remember",), ("handoff", "write"), ("handoff", "check")])
def test_a_text_that_is_too_long_is_refused_whole(
    repo: Repo, paths: Paths, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"never drop it\n" * 100_000)))
    with pytest.raises(UserError, match="nothing was kept"):
        cli.run(["-C", str(repo.root), *words], paths)
    assert not list((paths.state_dir() / "repositories").glob("*/memory.db"))


@pytest.mark.parametrize("words", [("recall", "drop"), ("engram",), ("handoff",), ("boot",), ("remember", "more")])
def test_a_log_that_is_damaged_inside_is_said_in_one_line_and_what_can_be_read_stays(
    repo: Repo, paths: Paths, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(200):
        said = Episode(Actor.NOTE, f"never drop number {number} " + "x" * 300, "", "", "", str(number))
        with MemoryFile(paths.state_dir() / "repositories" / find(repo.root).key / "memory.db") as file:
            Episodes(file).add("remember", [said])
    with memory(repo, paths) as file:
        Episodes(file).forget([1])
        HandoverStore(file).add(Stored("2026-01-01T00:00:00+00:00", "", repo.head, "main", HANDOVER))
        file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = file.db.execute("SELECT max(pageno) FROM dbstat WHERE name = 'words_data'").fetchone()
        leaf = file.db.execute("SELECT pageno FROM dbstat WHERE name = 'lines' AND pagetype = 'leaf'").fetchall()
        path = file.path
    data = bytearray(path.read_bytes())
    for number in (page, leaf[len(leaf) // 2][0]):
        data[(number - 1) * 4096 : number * 4096] = b"\xde\xad" * 2048
    path.write_bytes(data)
    with contextlib.suppress(UserError):
        cli.run(["-C", str(repo.root), *words], paths)
    with contextlib.suppress(UserError):
        cli.run(["-C", str(repo.root), "engram"], paths)
    with memory(repo, paths) as file:
        log = Episodes(file)
        assert log.count() > 150
        assert len(log.search("drop", 300)) >= log.count() - 1
        assert log.add("remember", [Episode(Actor.NOTE, "back", "", "", "", "0")]) == 0  # still forgotten
        assert HandoverStore(file).last() is not None
    assert path.with_name("memory.db.damaged").read_bytes()[:16] == b"SQLite format 3\0"
