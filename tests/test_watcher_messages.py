"""What travels between the brain and the watcher process."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.brain.frames import FRAME_LIMIT_BYTES, INCOMPLETE, FrameError, Frames, pack
from mementod.watcher import codec
from mementod.watcher import messages as m

PATHS = st.binary(max_size=20).map(lambda raw: raw.replace(b"\0", b"").decode("utf-8", "surrogateescape"))
MANY = st.lists(PATHS, max_size=3).map(tuple)
FLAGS = st.booleans()
NUMBERS = st.integers(0, 2**63 - 1)
PLACES = PATHS.map("/".__add__)
COMMANDS = st.one_of(
    st.builds(m.Watch, PATHS, PLACES, st.none() | PLACES, st.none() | PLACES, st.lists(PLACES).map(tuple), MANY),
    st.builds(m.Forget, PATHS),
    st.builds(m.Cited, PATHS, MANY),
    st.builds(m.Sync, NUMBERS),
    st.builds(m.Audit, PATHS),
    st.builds(m.List, PATHS, NUMBERS),
)
CHANGES = st.builds(m.Changed, PATHS, st.sampled_from(["file", "dir", "link", "other", "gone"]), FLAGS)
ROWS = st.builds(m.Row, PATHS, st.sampled_from(["file", "dir"]), NUMBERS, NUMBERS, NUMBERS, NUMBERS)
REPORTS = st.one_of(
    st.builds(m.Ready, PATHS),
    st.builds(m.Batch, PATHS, NUMBERS, st.lists(CHANGES).map(tuple), FLAGS, FLAGS, FLAGS, FLAGS, FLAGS, FLAGS),
    st.builds(m.Synced, NUMBERS, st.dictionaries(PATHS, NUMBERS)),
    st.builds(m.State, PATHS, st.sampled_from(["inotify", "gone"]), NUMBERS, NUMBERS, NUMBERS, NUMBERS, PATHS),
    st.builds(m.Listing, PATHS, NUMBERS, st.lists(ROWS).map(tuple), FLAGS),
    st.just(m.Alive()),
)


def values(*chunks: bytes) -> list[object]:
    frames, found = Frames(), []
    for chunk in chunks:
        frames.feed(chunk)
        while (value := frames.next()) is not INCOMPLETE:
            found.append(value)
    return found


@given(COMMANDS)
def test_a_command_arrives_as_it_was_sent(sent: m.Command) -> None:
    assert [codec.command(value) for value in values(pack(codec.encode(sent)))] == [sent]


@given(REPORTS)
def test_a_report_arrives_as_it_was_sent(sent: m.Report) -> None:
    assert [codec.report(value) for value in values(pack(codec.encode(sent)))] == [sent]


@given(st.lists(st.binary(max_size=9), max_size=5), st.integers(1, 7))
def test_frames_may_be_cut_anywhere(sent: list[bytes], size: int) -> None:
    stream = b"".join(map(pack, sent))
    assert values(*(stream[at : at + size] for at in range(0, len(stream), size))) == sent


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "Sync",
        (),
        (7,),
        ("Nonsense",),
        ("Sync",),
        ("Sync", "1"),
        ("Sync", True),
        ("Sync", 1, 2),
        ("Watch", "r", 1, None, None, (), ()),
        ("Watch", "r", "/r", 0, None, (), ()),
        ("Watch", "r", "/r", None, None, (1,), ()),
        ("Watch", "r", "/r", None, None, "folder", ()),
        ("Forget", "nul\0"),
        ("Ready", "a report is no command"),
    ],
)
def test_a_value_of_another_shape_is_no_command(value: object) -> None:
    with pytest.raises(m.BadMessage):
        codec.command(value)


def test_a_path_with_a_state_that_does_not_exist_is_no_report() -> None:
    with pytest.raises(m.BadMessage):
        codec.report(("State", "r", "asleep", 1, 1, 1, 1, ""))


def test_a_frame_without_a_value_costs_only_itself() -> None:
    frames = Frames()
    frames.feed(struct.pack(">I", 1) + b"\xc1" + pack("next"))
    with pytest.raises(FrameError):
        frames.next()
    assert frames.next() == "next"
    assert not frames.broken


def test_behind_an_impossible_length_nothing_is_found() -> None:
    frames = Frames()
    frames.feed(struct.pack(">I", FRAME_LIMIT_BYTES + 1) + pack("never"))
    with pytest.raises(FrameError):
        frames.next()
    assert frames.broken
    assert frames.next() is INCOMPLETE


def test_what_no_frame_can_hold_is_refused() -> None:
    with pytest.raises(FrameError):
        pack(object())
