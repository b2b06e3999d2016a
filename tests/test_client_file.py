"""The hook program alone: with a daemon that the test plays, with none, and with what may be in its place."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate_repos import ENTRY, core_repo
from hooked import CLIENT, claude, denied, edit, hook
from mementod import __version__
from mementod.hooks.hook_call import Hook, decode, encode
from mementod.ipc.protocol import Answer, Op, Presence, decode_request, encode_answer, encode_presence
from mementod.paths import Paths
from mementod.process.lifecycle import Instance
from mementod_hooks import client
from mementod_hooks.agents.call import Output
from repos import Repo

ANSWER = Output(b'{"a": "\xc3\xa9"}\n', b"mementod: one\n", 0)


class Played:
    """A daemon of one answer. `lines` is what it was asked."""

    def __init__(self, listening: socket.socket, answer: Callable[[socket.socket], None]) -> None:
        self.lines: list[bytes] = []
        self._listening, self._say = listening, answer
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(OSError), self._listening.accept()[0] as peer:
            with peer.makefile("rb") as lines:
                self.lines.append(lines.readline())
            self._say(peer)


@contextlib.contextmanager
def daemon(paths: Paths, answer: Callable[[socket.socket], None], version: str = __version__) -> Iterator[Played]:
    """Holds the lock, and listens."""
    state = paths.state_dir()
    with contextlib.closing(Instance(state)) as instance, socket.socket(socket.AF_UNIX) as listening:
        place = str(state / "s")
        listening.bind(place)
        listening.listen(8)
        instance.publish(place)
        (state / "daemon.lock").write_bytes(encode_presence(Presence(os.getpid(), version, place)))
        yield Played(listening, answer)
        listening.shutdown(socket.SHUT_RDWR)
        Path(place).unlink()


def says(output: Output) -> Callable[[socket.socket], None]:
    return lambda peer: peer.sendall(encode_answer(Answer(encode(output), fresh=True)))


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def denies(repo: Repo) -> bool:
    """Whether an edit of the core file is denied, whoever answers."""
    return "core file" in denied(claude(edit(repo.root, "src/core/a.py")))


def test_it_prints_what_the_daemon_says(paths: Paths, tmp_path: Path) -> None:
    with daemon(paths, says(ANSWER)) as played:
        done = hook("agent", "claude", "x", payload=b'{"\xff": "\\n"}\n', cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER.stdout, ANSWER.stderr)
    request = decode_request(played.lines[0])
    asked = decode(request.args)
    assert (request.op, request.deadline_ms) == (Op.HOOK, 800)
    assert (asked.words, asked.payload, asked.cwd) == (("agent", "claude", "x"), b'{"\xff": "\\n"}\n', tmp_path)


def test_a_denied_commit_ends_with_one_and_git_s_own_variables_are_handed_on(paths: Paths, tmp_path: Path) -> None:
    with daemon(paths, says(Output(stderr=b"no\n", code=1))) as played:
        done = hook("git", "pre-commit", cwd=tmp_path, environ={"GIT_INDEX_FILE": "i\u00e9", "GIT_AUTHOR_NAME": "x"})
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"no\n")
    assert decode(decode_request(played.lines[0]).args).environ == {"GIT_INDEX_FILE": "i\u00e9"}


@settings(max_examples=200, deadline=None)
@given(payload=st.binary(max_size=300), words=st.lists(st.text(st.characters(exclude_characters="\0"), max_size=9)))
def test_every_byte_gets_there(payload: bytes, words: list[str]) -> None:
    words = [word.encode("utf-8", "replace").decode() for word in words]
    asked = decode(decode_request(client._question(words, payload)).args)
    assert asked == Hook(tuple(words), payload, Path.cwd(), asked.environ, os.getpid())


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=99), st.binary(max_size=99), st.integers(0, 1))
def test_every_answer_gets_back(said: bytes, told: bytes, code: int) -> None:
    line = encode_answer(Answer(encode(Output(said, told, code)), fresh=True))
    assert client._read_answer(line) == (code, said, told)


def _silent(peer: socket.socket) -> None:
    peer.recv(1)


NO_ANSWERS: dict[str, Callable[[socket.socket], None]] = {
    "hung": _silent,
    "closed": lambda peer: None,
    "half": lambda peer: peer.sendall(encode_answer(Answer("0..", fresh=True))[:-4]),
    "refused": lambda peer: peer.sendall(b'{"mementod":1,"version":"0.1.0","ok":false,"error":"busy","message":""}\n'),
    "other": lambda peer: peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n\n"),
    "odd": lambda peer: peer.sendall(encode_answer(Answer("0.zz.00", fresh=True))),
    "odd data": lambda peer: peer.sendall(encode_answer(Answer([1], fresh=True))),
    "other version": lambda peer: peer.sendall(encode_answer(Answer("0..", fresh=True, version="9.9"))),
}


@pytest.mark.parametrize("why", NO_ANSWERS)
def test_without_an_answer_it_judges_by_itself(repo: Repo, paths: Paths, why: str) -> None:
    with daemon(paths, NO_ANSWERS[why]):
        assert denies(repo)
    with daemon(paths, NO_ANSWERS[why]):
        repo.write({"PROGRESS.md": ENTRY})
        assert claude(edit(repo.root, "src/core/a.py")) == {}


@pytest.mark.parametrize(
    "lock",
    [
        b"", b"\n\n\n", b"x\n0.1.0\n/s", b"1\n0.1.0\n", b"99999999\n0.1.0\n/nowhere", b"-1\n0.1.0\n/s",
        b"1\n0.1.0\n/nowhere", b"%d\n0.1.0\n" % os.getpid() + b"/x" * 200, b"%d\n9\n/s" % os.getpid(), b"\xff" * 9000,
    ],
    ids=range(10),
)  # fmt: skip
def test_whatever_the_lock_says_it_judges_by_itself(repo: Repo, paths: Paths, lock: bytes) -> None:
    (paths.state_dir() / "daemon.lock").write_bytes(lock)
    assert denies(repo)


@pytest.mark.parametrize("state", ["", "relative", "/nowhere"])
def test_without_a_state_directory_it_judges_by_itself(repo: Repo, state: str) -> None:
    payload = edit(repo.root, "src/core/a.py")
    done = hook("agent", "claude", payload=payload, environ={"XDG_STATE_HOME": state, "HOME": "/nowhere"})
    assert b"core file" in done.stdout


def test_another_version_of_the_daemon_is_not_asked(repo: Repo, paths: Paths) -> None:
    with daemon(paths, says(Output()), "9.9.9") as played:
        assert denies(repo)
    assert played.lines == []


def test_a_call_that_is_too_large_for_the_daemon_is_judged_all_the_same(repo: Repo, paths: Paths) -> None:
    payload = edit(repo.root, "src/core/a.py", filler="x" * (9 << 20))
    with daemon(paths, says(Output())) as played:
        assert "core file" in denied(claude(payload))
    assert played.lines == []


def test_switched_off_it_does_nothing(repo: Repo) -> None:
    done = hook("agent", "claude", payload=edit(repo.root, "src/core/a.py"), environ={"MEMENTOD": "0"})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert hook().returncode == 0


def test_when_the_package_is_gone_there_is_one_line(tmp_path: Path) -> None:
    alone = tmp_path / "mementod_hooks" / "client.py"
    alone.parent.mkdir()
    alone.write_bytes(Path(CLIENT).read_bytes())
    python = Path(sys.base_prefix) / "bin" / "python3"
    for words in (["git", "pre-commit"], ["agent", "copilot"]):
        done = subprocess.run([python, "-I", "-S", alone, *words], input=b"{}", capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (0, b"", 1)
        assert b"mementod: the program cannot be loaded" in done.stderr


def test_our_own_failure_is_one_line_and_stops_nobody(tmp_path: Path) -> None:
    """A broken installation: the module is there and cannot be run."""
    broken = {"mementod_hooks/client.py": Path(CLIENT).read_text(), "mementod/hooks/hook_main.py": "1 / 0"}
    for name, text in broken.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    python = Path(sys.base_prefix) / "bin" / "python3"
    argv = [str(python), "-I", "-S", str(tmp_path / "mementod_hooks" / "client.py"), "git", "pre-commit"]
    done = subprocess.run(argv, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"mementod: not checked: ZeroDivisionError\n")


@pytest.mark.parametrize("words", [("agent", "nobody"), ("other",), ("git",), ("git", "post-commit"), ("agent",)])
def test_words_that_we_do_not_know_stop_nobody(words: tuple[str, ...]) -> None:
    done = hook(*words, payload=b"{}")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"Traceback" not in done.stderr


def test_a_reader_that_left_changes_no_code(repo: Repo) -> None:
    repo.write({"src/core/a.py": "x = 2\n"}).git("add", "-A")
    argv = [sys.executable, "-I", "-S", CLIENT, "git", "pre-commit"]
    read, write = os.pipe()
    os.close(read)
    assert subprocess.run(argv, cwd=repo.root, stdout=write, stderr=write, check=False).returncode == 1
    os.close(write)


def test_it_has_the_version_of_the_program() -> None:
    assert __version__ == client.VERSION


def imported(*argv: str) -> set[str]:
    """The modules that an isolated Python loads."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", *argv], capture_output=True, text=True, check=True
    )
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


def test_with_a_daemon_it_imports_next_to_nothing(paths: Paths) -> None:
    with daemon(paths, says(Output())) as played:
        found = imported(CLIENT, "git", "pre-commit")
    assert len(played.lines) == 1
    assert found - imported("-c", "pass") == {"_socket"}
