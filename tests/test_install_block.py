"""Our lines in a file of somebody else: in, once, and out to the byte."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mementod_hooks.block import after_first_line, append, block, has_block, take_out

LINES = block("one\ntwo\n", "mementod unenrol")
TEXTS = st.lists(st.sampled_from([b"#!/bin/sh\n", b"a\n", b"\n", b"\xff\r\n", b"# >>> other\n", b"# <<< mementod\n"]))


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_what_comes_in_goes_again_and_is_there_once(parts: list[bytes]) -> None:
    data = b"".join(parts)
    for put in (append, after_first_line):
        longer = put(data, LINES)
        assert LINES in longer
        assert put(longer, LINES) == longer
        assert take_out(longer) == data
        assert not has_block(data)


def test_a_last_line_without_an_end_gets_one() -> None:
    assert append(b"a", LINES) == b"a\n" + LINES
    assert take_out(b"a\n" + LINES.rstrip(b"\n")) == b"a\n"


def test_lines_that_others_wrote_around_ours_stay() -> None:
    assert take_out(b"a\n" + LINES + b"b\n" + LINES + b"c") == b"a\nb\nc"


def test_half_a_block_is_left_alone() -> None:
    begin = LINES.partition(b"\n")[0] + b"\n"
    assert take_out(begin + b"theirs\n") == begin + b"theirs\n"
