"""What a payload is understood as: one case for each shape that an agent sends, and anything else at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_files import read_cases
from mementod_hooks.agents.call import Agent, Event
from mementod_hooks.agents.payload import PAYLOAD_BYTES
from mementod_hooks.agents.registry import ADAPTERS, read

CASES = read_cases(Path(__file__).parent / "cases" / "agents" / "calls.yaml")
PAYLOADS = [json.dumps(case["payload"]).encode() for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_call_is_understood(case: dict[str, object]) -> None:
    call = read(Agent(str(case["agent"])), json.dumps(case["payload"]).encode(), str(case.get("hook", "")))
    expect = case["expect"]
    assert isinstance(expect, dict)
    got = {name: [t.path for t in call.targets] if name == "targets" else getattr(call, name) for name in expect}
    assert got == expect


def test_every_agent_has_cases() -> None:
    assert {case["agent"] for case in CASES} == set(Agent) == set(ADAPTERS)


@pytest.mark.parametrize("agent", Agent)
@pytest.mark.parametrize(
    "data",
    [
        b"", b" \n", b"null", b"[1]", b'"x"', b"{", b'{"hook_event_name": "PreToolUse", "tool_in', b"\xff\xfe{}", b"\0",
        b'{"a":' * 9_000, b'{"n": ' + b"9" * 9_000 + b"}", b"{" + b" " * PAYLOAD_BYTES + b"}",
    ],
    ids=lambda data: data[:12].decode("latin-1"),
)  # fmt: skip
def test_what_is_no_call_is_unknown_and_says_so_in_one_line(agent: Agent, data: bytes) -> None:
    call = read(agent, data)
    assert (call.event, call.targets) == (Event.UNKNOWN, ())
    assert call.problem
    assert "\n" not in call.problem


@pytest.mark.parametrize("agent", Agent)
@settings(max_examples=60, deadline=None)
@given(payload=st.sampled_from(PAYLOADS), cut=st.integers(0, 400), flip=st.integers(0, 255))
def test_a_truncated_or_foreign_payload_never_raises(agent: Agent, payload: bytes, cut: int, flip: int) -> None:
    for data in (payload, payload[:cut], payload[:cut] + bytes([flip]) + payload[cut + 1 :]):
        call = read(agent, data)
        assert call.agent is agent
        assert bool(call.problem) == (call.event is Event.UNKNOWN)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(agent=st.sampled_from(Agent), case=st.sampled_from(CASES), data=st.data())
def test_a_field_of_any_type_never_raises(
    agent: Agent, case: dict[str, dict[str, object]], data: st.DataObject
) -> None:
    payload = dict(case["payload"])
    for name in data.draw(st.lists(st.sampled_from(sorted(payload) or ["x"]), max_size=2)):
        payload[name] = data.draw(JSON)
    assert read(agent, json.dumps(payload).encode()).agent is agent


def test_a_path_that_no_file_can_have_is_no_target() -> None:
    for path in ("a\0b", "x" * 5_000, ""):
        call = {"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": {"file_path": path}}
        assert read(Agent.CLAUDE, json.dumps(call).encode()).targets == ()


def test_half_a_character_does_not_break_what_comes_after() -> None:
    data = b'{"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": {"file_path": "a\\ud800b"}}'
    (target,) = read(Agent.CLAUDE, data).targets
    assert target.path.encode() == "a\ufffdb".encode()
