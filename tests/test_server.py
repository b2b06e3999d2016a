"""The socket's server against clients that behave, and clients that do not."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mementod.ipc.server
import unprivileged
from mementod.brain.events import Gone, Question
from mementod.brain.inbox import ROOM, Inbox
from mementod.ipc.listener import listen
from mementod.ipc.protocol import Answer, Op, Request, encode_request
from mementod.ipc.server import Server
from mementod.process.logs import Level, Log
from servers import STATUS, WAIT_S, WATCH, Served, answers, error, rest, serving

OK = Answer("ok")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as found:
        yield found


def assert_serves(served: Served) -> None:
    with served.client(STATUS) as peer:
        served.server.reply(served.question().connection, OK)
        assert answers(peer)[0]["data"] == "ok"


def test_a_question_is_put_to_the_brain_and_its_answer_brought_back(served: Served) -> None:
    request = Request(Op.CHECK, "/r\udcff", {"rev": "HEAD"}, 500)
    with served.client(request) as peer:
        question = served.question()
        served.server.reply(question.connection, Answer({"a": "\udcff"}, 7, True))

        (answer,) = answers(peer)

    assert question.request == request
    assert (answer["ok"], answer["generation"], answer["fresh"], answer["data"]) == (True, 7, True, {"a": "\udcff"})


def test_a_question_may_come_in_pieces(served: Served) -> None:
    with served.client() as peer:
        for byte in encode_request(STATUS):
            peer.sendall(bytes([byte]))

        assert served.question().request == STATUS


def test_watching_gets_lines_until_the_last(served: Served) -> None:
    with served.client(WATCH) as peer:
        number = served.question().connection
        for at in range(3):
            served.server.reply(number, Answer(at), last=at == 2)

        assert [answer["data"] for answer in answers(peer)] == [0, 1, 2]
    assert served.inbox.take(0) is None


@pytest.mark.parametrize("leave", [socket.socket.close, lambda peer: peer.shutdown(socket.SHUT_WR)])
def test_the_brain_hears_that_a_client_has_left(leave: object, served: Served) -> None:
    with served.client(WATCH) as peer:
        number = served.question().connection
        leave(peer)  # type: ignore[operator]

        assert served.event() == Gone(number)

    served.server.reply(number, OK)  # says nothing to nobody
    assert_serves(served)


def test_a_client_may_leave_before_it_has_asked(served: Served) -> None:
    with served.client() as peer:
        peer.sendall(b'{"mem')

    assert_serves(served)


def test_a_client_may_leave_in_the_middle_of_an_answer(served: Served) -> None:
    with served.client(STATUS) as peer:
        served.server.reply(served.question().connection, Answer("x" * 30_000_000))
        assert peer.recv(1000)

    assert_serves(served)


def test_a_large_answer_arrives(served: Served) -> None:
    with served.client(STATUS) as peer:
        served.server.reply(served.question().connection, Answer("x" * 30_000_000))

        assert len(answers(peer)[0]["data"]) == 30_000_000


def test_a_client_that_never_stops_talking_is_told(served: Served) -> None:
    block = b"x" * 1_000_000
    with served.client() as peer:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(100):
                peer.sendall(block)
            pytest.fail("a hundred megabytes were taken")

        assert error(peer) == ("bad-request", "larger than 8 MB")


def test_a_client_that_says_nothing_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mementod.ipc.server, "ASK_LIMIT_S", 0.1)
    with served.client() as peer:
        assert error(peer) == ("bad-request", "no question within 0.1 s")


@pytest.mark.parametrize(
    ("said", "words"),
    [(b"GET / HTTP/1.1\r\n\r\n", "one question"), (b"\n", "no JSON"), (encode_request(STATUS) * 2, "one question")],
)
def test_what_is_no_question_is_told_so_and_the_brain_spared(said: bytes, words: str, served: Served) -> None:
    with served.client() as peer:
        peer.sendall(said)
        code, message = error(peer)

    assert code == "bad-request"
    assert words in message
    assert served.inbox.take(0) is None


def test_more_than_one_question_ends_the_first(served: Served) -> None:
    with served.client(STATUS) as peer:
        number = served.question().connection
        peer.sendall(encode_request(STATUS))

        assert error(peer)[0] == "bad-request"

    assert served.event() == Gone(number)


def test_two_hundred_ask_at_once(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        requests = [Request(Op.STATUS, f"/{at}", deadline_ms=60_000) for at in range(200)]
        peers = [stack.enter_context(served.client(request)) for request in requests]
        for _ in peers:
            question = served.question()
            served.server.reply(question.connection, Answer(question.request.folder))

        assert [answers(peer)[0]["data"] for peer in peers] == [f"/{at}" for at in range(200)]


def test_one_too_many_is_told_to_come_back(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mementod.ipc.server, "CONNECTION_CAP", 5)
    with contextlib.ExitStack() as stack:
        first, *_ = [stack.enter_context(served.client(WATCH)) for _ in range(5)]
        waiting = [served.question().connection for _ in range(5)]
        with served.client() as peer:
            assert error(peer) == ("busy", "more than 5 connections")

        first.close()
        assert served.event() == Gone(waiting[0])
        assert_serves(served)


def test_more_questions_than_the_brain_has_room_for_are_told_so(served: Served) -> None:
    for _ in range(ROOM[Question]):
        assert served.inbox.put(Question(0, STATUS, 0.0))

    with served.client(STATUS) as peer:
        assert error(peer) == ("busy", "too many questions wait")


def test_a_watcher_that_does_not_read_is_dropped_and_nobody_waits_for_it(served: Served) -> None:
    with served.client(WATCH) as slow, served.client(WATCH) as quick:
        numbers = [served.question().connection for _ in range(2)]
        gone, sent = None, 0
        while gone is None and sent < 1000:
            served.server.reply(numbers[0], Answer("x" * 60_000), last=False)
            gone, sent = served.inbox.take(0.01), sent + 1
        served.server.reply(numbers[1], OK)

        assert gone == Gone(numbers[0])
        assert answers(quick)[0]["data"] == "ok"
        assert len(rest(slow)) < sent * 60_000


def test_who_does_not_read_a_last_answer_is_dropped(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mementod.ipc.server, "STALL_LIMIT_S", 0.1)
    with served.client(STATUS) as peer:
        served.server.reply(served.question().connection, Answer("x" * 5_000_000))
        poll = select.poll()
        poll.register(peer, 0)  # only the end of the connection is reported

        assert poll.poll(WAIT_S * 1000)
        assert 0 < len(rest(peer)) < 5_000_000


def test_a_question_that_is_not_answered_in_time_is_told_so(served: Served) -> None:
    with served.client(Request(Op.STATUS, deadline_ms=100)) as peer:
        number = served.question().connection
        assert error(peer) == ("too-late", "no answer in time")

    assert served.event() == Gone(number)
    served.server.reply(number, OK)
    assert_serves(served)


def test_an_answer_that_is_no_json_is_a_failure(served: Served) -> None:
    with served.client(STATUS) as peer:
        served.server.reply(served.question().connection, Answer({1, 2}))

        code, message = error(peer)

    assert code == "failed"
    assert "JSON" in message


def test_without_descriptors_it_rests_and_then_goes_on(tmp_path: Path) -> None:
    source, sink = os.pipe()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with serving(tmp_path, sink) as served, os.fdopen(source) as said, served.client(STATUS) as first:
        served.question()
        with socket.socket(socket.AF_UNIX) as second:
            second.settimeout(WAIT_S)
            resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
            try:
                second.connect(str(served.path))
                assert "cannot take connections" in said.readline()
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            second.sendall(encode_request(WATCH))

            assert served.question().request == WATCH
        assert first.fileno() > 0
    os.close(sink)


def test_one_that_was_never_started_leaves_nothing(tmp_path: Path) -> None:
    made = listen(tmp_path / "run/control.sock")

    Server(made, Inbox(), Log(Level.ERROR, False, None).say).close()

    assert not Path(made.path).exists()


def test_the_last_answer_goes_out_before_the_end(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with serving(tmp_path) as served:
            asked = stack.enter_context(served.client(Request(Op.STOP, deadline_ms=60_000)))
            stop = served.question()
            watching = stack.enter_context(served.client(WATCH))
            served.question()
            served.server.reply(stop.connection, OK)

        assert answers(asked)[0]["data"] == "ok"
        assert rest(watching) == b""
        assert not served.path.exists()


HEAR = f"""import socket
{unprivileged.DROP}
with socket.socket(socket.AF_UNIX) as peer:
    peer.connect(sys.argv[1])
    print(peer.recv(100))
"""


@pytest.mark.skipif(os.getuid() != 0, reason="needs a second user")
def test_another_user_gets_not_a_word(tmp_path: Path) -> None:
    source, sink = os.pipe()
    home = tmp_path / "home"
    home.mkdir()
    with serving(tmp_path, sink) as served, os.fdopen(source) as said:
        unprivileged.open_up(home)
        served.path.parent.chmod(0o711)
        served.path.chmod(0o666)

        assert unprivileged.run_as_is(HEAR, str(served.path), folder=home) == "b''\n"
        assert f'"uid": {unprivileged.NOBODY}' in said.readline()
        assert_serves(served)
    os.close(sink)


HANDED = """
import os, sys
from pathlib import Path
from mementod.ipc import listener
from mementod.brain.inbox import Inbox
from mementod.process.logs import Level, Log
from mementod.ipc.protocol import Answer
from mementod.ipc.server import Server
os.dup2(int(sys.argv[1]), 3)  # what the service manager does
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
found = listener.handed(os.environ, os.getpid())
inbox = Inbox()
server = Server(found, inbox, Log(Level.ERROR, False, None).say)
server.start()
server.reply(inbox.take(20).connection, Answer([found.path, os.get_inheritable(3), "LISTEN_FDS" in os.environ]))
server.close()
"""


def test_a_socket_that_was_handed_over_is_used_and_left(tmp_path: Path) -> None:
    path = tmp_path / "handed.sock"
    with socket.socket(socket.AF_UNIX) as listening, socket.socket(socket.AF_UNIX) as peer:
        listening.bind(str(path))
        listening.listen()
        peer.settimeout(WAIT_S)
        peer.connect(str(path))  # before anybody is there to answer
        peer.sendall(encode_request(STATUS))
        number = listening.fileno()
        subprocess.run([sys.executable, "-c", HANDED, str(number)], pass_fds=[number], check=True, timeout=25)

        assert answers(peer)[0]["data"] == [str(path), False, False]
        assert path.exists()
