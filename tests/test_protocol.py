"""Lines of the socket: what comes back, and what is refused with which words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod import __version__
from mementod.ipc import protocol
from mementod.ipc.protocol import (
    DEADLINE_CAP_MS,
    PATH_CAP_BYTES,
    REQUEST_CAP_BYTES,
    Answer,
    Error,
    Op,
    Presence,
    ProtocolError,
    Request,
    decode_answer,
    decode_presence,
    decode_request,
    encode_answer,
    encode_presence,
    encode_request,
)

# As they come from the file system: any bytes but NUL, decoded as Python does.
NAMES = st.binary(max_size=40).map(lambda b: b.replace(b"\0", b"_").decode("utf-8", "surrogateescape"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.sampled_from(Op),
    st.none() | NAMES.map(lambda name: f"/{name}"),
    st.dictionaries(NAMES, VALUES, max_size=4),
    st.integers(1, DEADLINE_CAP_MS),
)
def test_a_question_comes_back_as_it_was(op: Op, folder: str | None, args: dict[str, Any], deadline_ms: int) -> None:
    request = Request(op, folder, args, deadline_ms)

    line = encode_request(request)

    assert decode_request(line) == request
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")


@given(VALUES, st.integers(0, 2**62), st.booleans())
def test_an_answer_comes_back_as_it_was(data: object, generation: int, fresh: bool) -> None:
    answer = Answer(data, generation, fresh)

    assert decode_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize("error", Error)
def test_a_refusal_comes_back_as_it_was(error: Error) -> None:
    answer = Answer(error=error, message="why: \x1b[31m\n")

    assert decode_answer(encode_answer(answer)) == answer
    assert not answer.ok


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(line: bytes) -> None:
    for decode in (decode_request, decode_answer):
        with pytest.raises(ProtocolError):
            decode(line)


GOOD: dict[str, Any] = {"mementod": 1, "version": __version__, "op": "check", "folder": "/r", "args": {}}
GOOD["deadline_ms"] = 500
BAD = {
    "no JSON": (b"{", "no JSON"),
    "another text": (b"GET / HTTP/1.1\r\n", "no JSON"),
    "no UTF-8": (b'{"mementod": "\xff"}', "no JSON"),
    "too deep": (b"[" * 200_000, "no JSON"),
    "a number with too many digits": (b'{"mementod": %s}' % (b"1" * 10_000), "no JSON"),
    "a list": (b"[1]", "no JSON object"),
    "no protocol": ({"mementod": None}, "`mementod`"),
    "a protocol that is true": ({"mementod": True}, "`mementod`"),
    "no version": ({"version": 1}, "`version`"),
    "unknown question": ({"op": "delete"}, "'delete'"),
    "no question": ({"op": None}, "`op`"),
    "relative folder": ({"folder": "src"}, "absolute"),
    "folder that is no text": ({"folder": 1}, "absolute"),
    "folder with a NUL": ({"folder": "/a\0b"}, "absolute"),
    "folder no bytes make": ({"folder": "/\ud800"}, "no file"),
    "long folder": ({"folder": "/" * (PATH_CAP_BYTES + 1)}, "longer"),
    "args that are a list": ({"args": []}, "`args`"),
    "no deadline": ({"deadline_ms": None}, "`deadline_ms`"),
    "deadline zero": ({"deadline_ms": 0}, "`deadline_ms`"),
    "endless deadline": ({"deadline_ms": DEADLINE_CAP_MS + 1}, "`deadline_ms`"),
    "too large": (b'"' + b"x" * REQUEST_CAP_BYTES + b'"', "8 MB"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_question_is_refused_in_one_line(case: str) -> None:
    line, words = BAD[case]
    data = line if isinstance(line, bytes) else json.dumps(GOOD | line).encode()  # type: ignore[operator]

    with pytest.raises(ProtocolError) as caught:
        decode_request(data)

    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.error is Error.BAD_REQUEST


def test_fields_of_a_later_version_do_not_matter() -> None:
    assert decode_request(json.dumps(GOOD | {"colour": "red"}).encode()).op is Op.CHECK


@pytest.mark.parametrize(
    "change",
    [
        {"mementod": 2},
        {"mementod": 2, "op": ["of", "another", "shape"]},
        {"version": "99.0"},
        {"version": "99.0", "op": "of-version-99"},
        {"version": "0.0.1"},
    ],
)
def test_another_version_may_judge_otherwise(change: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_request(json.dumps(GOOD | change).encode())

    assert caught.value.error is Error.VERSION
    assert __version__ in str(caught.value)


@pytest.mark.parametrize("op", ["status", "stop", "reload", "pause", "resume"])
def test_another_version_may_be_controlled(op: str) -> None:
    assert decode_request(json.dumps(GOOD | {"version": "99.0", "op": op}).encode()).op == op


def test_of_an_answer_in_another_protocol_only_the_version_is_read() -> None:
    answer = decode_answer(b'{"mementod": 7, "version": "9.9", "ok": "perhaps"}')

    assert (answer.error, answer.version) == (Error.VERSION, "9.9")


def test_an_error_of_a_later_version_is_a_failure() -> None:
    line = json.dumps({"mementod": 1, "version": "1", "ok": False, "error": "eclipse", "message": "dark"}).encode()

    assert decode_answer(line) == Answer(error=Error.FAILED, message="dark", version="1")


@pytest.mark.parametrize("data", [{1, 2}, float("nan"), b"bytes", object()])
def test_what_is_no_json_cannot_be_answered(data: object) -> None:
    with pytest.raises(ProtocolError) as caught:
        encode_answer(Answer(data))

    assert caught.value.error is Error.FAILED


def test_what_is_too_large_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProtocolError, match="8 MB"):
        encode_request(Request(Op.CHECK, None, {"text": "x" * REQUEST_CAP_BYTES}))
    monkeypatch.setattr(protocol, "ANSWER_CAP_BYTES", 1 << 20)
    with pytest.raises(ProtocolError, match="1 MB"):
        encode_answer(Answer("x" * (1 << 20)))


@given(st.integers(1, 2**22), NAMES)
def test_who_holds_the_lock_comes_back(pid: int, path: str) -> None:
    assert decode_presence(encode_presence(Presence(pid, "1.0", path))) == Presence(pid, "1.0", path)


@pytest.mark.parametrize(
    "data", [b"", b"12", b"12\n", b"12\n1.0", b"-1\n1.0\n/x", b"1e3\n1\n/x", b"9" * 5000 + b"\n1\n/"]
)
def test_half_of_who_holds_the_lock_is_nobody(data: bytes) -> None:
    assert decode_presence(data) is None
