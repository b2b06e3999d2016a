"""The command line's side of the socket: an answer, or one of few reasons why there is none, in bounded time."""

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

import unprivileged
from mementod.ipc.client import WhyNot, ask, follow
from mementod.ipc.protocol import LOCK_NAME, Answer, Error, Op, Presence, Request, encode_answer, encode_presence
from mementod.process.lifecycle import Instance
from servers import STATUS, WAIT_S, Served, serving

CHECK = Request(Op.CHECK, "/r", deadline_ms=60_000)
WATCH = Request(Op.WATCH, "/r", deadline_ms=60_000)
SHORT = Request(Op.CHECK, "/r", deadline_ms=150)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as found, contextlib.closing(Instance(tmp_path)) as instance:
        instance.publish(str(found.path))
        yield found


@contextlib.contextmanager
def strange(state: Path, behave: Callable[[socket.socket], None]) -> Iterator[None]:
    """Something else listens where the daemon says it does; `behave` is all it does with its one connection."""
    path = state / "strange.sock"
    (state / LOCK_NAME).write_bytes(encode_presence(Presence(os.getpid(), "1", str(path))))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(1)
        listening.settimeout(WAIT_S)

        def run() -> None:
            peer, _ = listening.accept()
            with peer:
                peer.settimeout(WAIT_S)
                behave(peer)

        thread = threading.Thread(target=run)
        thread.start()
        yield
        thread.join()


def hear_and(*said: bytes) -> Callable[[socket.socket], None]:
    def behave(peer: socket.socket) -> None:
        peer.recv(1 << 20)
        for piece in said:
            peer.sendall(piece)

    return behave


def in_background(state: Path, request: Request) -> tuple[threading.Thread, list[Answer | WhyNot]]:
    found: list[Answer | WhyNot] = []
    thread = threading.Thread(target=lambda: found.append(ask(state, request)))
    thread.start()
    return thread, found


@pytest.mark.parametrize("answer", [Answer({"a": ["\udcff"]}, 3, True), Answer(error=Error.BUSY, message="later")])
def test_the_answer_is_brought_back(answer: Answer, served: Served, tmp_path: Path) -> None:
    thread, found = in_background(tmp_path, CHECK)

    question = served.question()
    served.server.reply(question.connection, answer)
    thread.join(WAIT_S)

    assert question.request == CHECK
    assert found == [answer]


def test_a_large_question_gets_a_large_answer(served: Served, tmp_path: Path) -> None:
    text = "x" * 7_000_000
    thread, found = in_background(tmp_path, Request(Op.CHECK, "/r", {"text": text}, 60_000))

    served.server.reply(served.question().connection, Answer(text * 4))
    thread.join(WAIT_S)

    assert found == [Answer(text * 4)]


def test_following_gives_answers_until_the_daemon_leaves(served: Served, tmp_path: Path) -> None:
    with contextlib.closing(follow(tmp_path, WATCH)) as answers:
        found: list[Answer | WhyNot] = []
        thread = threading.Thread(target=lambda: found.extend(answers))
        thread.start()
        number = served.question().connection
        for at in range(3):
            served.server.reply(number, Answer(at), last=at == 2)
        thread.join(WAIT_S)

    assert found == [Answer(0), Answer(1), Answer(2)]


def test_who_stops_following_has_left(served: Served, tmp_path: Path) -> None:
    answers = follow(tmp_path, WATCH)
    thread = threading.Thread(target=lambda: next(answers))
    thread.start()
    number = served.question().connection
    served.server.reply(number, Answer(0), last=False)
    thread.join(WAIT_S)

    answers.close()

    assert served.event() is not None


def test_without_a_daemon_there_is_none(tmp_path: Path) -> None:
    assert ask(tmp_path, CHECK) is WhyNot.ABSENT
    assert ask(tmp_path / "no/such/folder", CHECK) is WhyNot.ABSENT
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"12", b"\xff" * 9000, b"99999999\n1\n/x", b"0\n1\n/x", b"1\n\n"])
def test_a_lock_that_names_nobody_is_no_daemon(content: bytes, tmp_path: Path) -> None:
    (tmp_path / LOCK_NAME).write_bytes(content)

    assert ask(tmp_path, CHECK) is WhyNot.ABSENT


def test_a_lock_that_is_no_file_is_no_daemon(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / LOCK_NAME)

    assert ask(tmp_path, CHECK) is WhyNot.ABSENT


def test_a_daemon_that_does_not_listen_yet_is_absent(tmp_path: Path) -> None:
    with contextlib.closing(Instance(tmp_path)):
        assert ask(tmp_path, CHECK) is WhyNot.ABSENT


def test_the_socket_of_a_stopped_daemon_is_not_touched(tmp_path: Path) -> None:
    """A service manager may listen at it, and would start what was stopped."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait(timeout=WAIT_S)
    path = tmp_path / "kept.sock"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(1)
        listening.setblocking(False)
        (tmp_path / LOCK_NAME).write_bytes(encode_presence(Presence(dead.pid, "1", str(path))))

        assert ask(tmp_path, CHECK) is WhyNot.ABSENT
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_nobody_listens(tmp_path: Path) -> None:
    path = tmp_path / "left.sock"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
    (tmp_path / LOCK_NAME).write_bytes(encode_presence(Presence(os.getpid(), "1", str(path))))

    assert ask(tmp_path, CHECK) is WhyNot.ABSENT


def test_a_daemon_that_does_not_answer_is_hung(tmp_path: Path) -> None:
    done = threading.Event()
    with strange(tmp_path, lambda _peer: assert_set(done)):
        assert ask(tmp_path, SHORT) is WhyNot.HUNG
        done.set()


def test_a_daemon_that_does_not_even_accept_is_hung(tmp_path: Path) -> None:
    path = tmp_path / "full.sock"
    (tmp_path / LOCK_NAME).write_bytes(encode_presence(Presence(os.getpid(), "1", str(path))))
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.socket(socket.AF_UNIX))
        listening.bind(str(path))
        listening.listen(0)
        connected = 0
        while connected == 0:
            peer = stack.enter_context(socket.socket(socket.AF_UNIX))
            peer.setblocking(False)
            connected = peer.connect_ex(str(path))

        assert ask(tmp_path, CHECK) is WhyNot.HUNG


def test_one_that_never_reads_is_hung(tmp_path: Path) -> None:
    done = threading.Event()
    with strange(tmp_path, lambda _peer: assert_set(done)):
        large = Request(Op.CHECK, "/r", {"text": "x" * 7_000_000}, 200)
        assert ask(tmp_path, large) is WhyNot.HUNG
        done.set()


def assert_set(done: threading.Event) -> None:
    assert done.wait(WAIT_S)


LINE = encode_answer(Answer("ok"))


@pytest.mark.parametrize(
    "said",
    [b"", LINE[:-1], b"HTTP/1.1 200 OK\n", b'{"mementod": 1}\n'],
    ids=["nothing", "half an answer", "another protocol", "no answer"],
)
def test_one_that_says_something_else_has_refused(said: bytes, tmp_path: Path) -> None:
    with strange(tmp_path, hear_and(said)):
        assert ask(tmp_path, CHECK) is WhyNot.REFUSED


def test_one_that_leaves_at_once_has_refused(tmp_path: Path) -> None:
    with strange(tmp_path, lambda _peer: None):
        assert ask(tmp_path, CHECK) is WhyNot.REFUSED


def test_an_answer_in_pieces_is_one(tmp_path: Path) -> None:
    with strange(tmp_path, hear_and(*(bytes([byte]) for byte in LINE))):
        assert ask(tmp_path, CHECK) == Answer("ok")


def test_an_answer_that_comes_before_all_was_heard_counts(served: Served, tmp_path: Path) -> None:
    """The connection breaks while the question is still on its way."""
    busy = encode_answer(Answer(error=Error.BUSY, message="later"))
    with strange(tmp_path, lambda peer: peer.sendall(busy)):
        large = Request(Op.CHECK, "/r", {"text": "x" * 7_000_000}, 60_000)
        assert ask(tmp_path, large) == Answer(error=Error.BUSY, message="later")


@pytest.mark.parametrize(
    ("version", "why"),
    [("0.0.9", WhyNot.OLDER), ("0.10.0", WhyNot.NEWER), ("99", WhyNot.NEWER), ("x", WhyNot.OLDER)],
)
def test_another_version_judges_otherwise(version: str, why: WhyNot, tmp_path: Path) -> None:
    with strange(tmp_path, hear_and(encode_answer(Answer("ok", version=version)))):
        assert ask(tmp_path, CHECK) is why


def test_another_version_may_be_asked_how_it_is(tmp_path: Path) -> None:
    answer = Answer("well", version="99.0")
    with strange(tmp_path, hear_and(encode_answer(answer))):
        assert ask(tmp_path, STATUS) == answer


def test_another_protocol_is_another_version(tmp_path: Path) -> None:
    with strange(tmp_path, hear_and(b'{"mementod": 2, "version": "99.0", "answer": "well"}\n')):
        assert ask(tmp_path, STATUS) is WhyNot.NEWER


@pytest.mark.skipif(os.getuid() != 0, reason="needs a second user")
def test_another_user_is_told_nothing(tmp_path: Path) -> None:
    """Both what it says about itself, and the socket itself, are looked at."""
    (tmp_path / "his").mkdir()
    unprivileged.open_up(tmp_path / "his")
    script = f"""import socket
{unprivileged.DROP}
with socket.socket(socket.AF_UNIX) as listening:
    listening.bind("socket")
    listening.listen()
    print("ready", flush=True)
    peer, _ = listening.accept()
    print(peer.recv(100), flush=True)
"""
    own = {"HOME": str(tmp_path / "his"), "TMPDIR": str(tmp_path / "his")}
    his = subprocess.Popen(
        [sys.executable, "-B", "-c", script],
        cwd=tmp_path / "his",
        env=os.environ | own,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert his.stdout is not None
    assert his.stdout.readline() == "ready\n"
    (tmp_path / LOCK_NAME).write_bytes(encode_presence(Presence(his.pid, "1", str(tmp_path / "his/socket"))))

    assert ask(tmp_path, CHECK) is WhyNot.FOREIGN
    assert his.communicate(timeout=WAIT_S)[0] == "b''\n"

    os.chown(tmp_path / LOCK_NAME, unprivileged.NOBODY, unprivileged.NOBODY)
    assert ask(tmp_path, CHECK) is WhyNot.FOREIGN


def test_asking_loads_little() -> None:
    code = "import sys, mementod.ipc.client; print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()

    heavy = {"click", "rich", "sqlite3", "structlog", "msgpack", "yaml", "asyncio", "subprocess", "logging"}
    assert heavy.isdisjoint(names)
