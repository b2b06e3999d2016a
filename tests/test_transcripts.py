"""What agents keep of their sessions, read as each of them writes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.transcripts import claude, codex, gemini
from mementod_parsers.continuity.transcripts.episode import Episode, Place
from mementod_parsers.continuity.transcripts.usage import Use, use_in

CASES = Path(__file__).parent / "cases" / "transcripts"
Read = Callable[[bytes, Place], tuple[Place, tuple[Episode, ...]]]

RUN = ("user Never touch src/legacy.py", "agent I look first.")
SEEN = {
    "claude.jsonl": (
        claude.read,
        (*RUN, "agent Bash: pytest -q", "tool failed: 1 failed, 3 passed", "user 不要使用 redis"),
    ),
    "codex.jsonl": (
        codex.read,
        (*RUN, "agent exec_command: pytest -q", "tool failed: 1 failed, 3 passed", "agent apply_patch: src/a.py"),
    ),
    "gemini.json": (gemini.read, (*RUN, "agent run_shell_command: pytest -q", "tool failed: 1 failed, 3 passed")),
}


def episodes(name: str, read: Read) -> list[Episode]:
    text = (CASES / name).read_bytes()
    place, found = Place(cwd="/home/ada/proj"), list[Episode]()
    for line in [text] if name.endswith(".json") else text.splitlines(keepends=True):
        place, new = read(line, place)
        found += new
    return found


@pytest.mark.parametrize("name", SEEN)
def test_what_was_said_and_done(name: str) -> None:
    read, expected = SEEN[name]
    found = episodes(name, read)
    assert tuple(f"{e.actor} {e.text}" for e in found) == expected
    assert {(e.session, e.cwd, e.at[:10]) for e in found} == {("s1", "/home/ada/proj", "2026-03-01")}
    assert len({e.key for e in found}) == len(found)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("type", "message", "content", "payload", "messages", "toolCalls", "id", "uuid", "role", "output", "input")
KINDS = ("user", "assistant", "response_item", "message", "gemini", "function_call_output", "tool_result", "text")


@pytest.mark.parametrize("read", [claude.read, codex.read, gemini.read])
@given(st.dictionaries(st.sampled_from(FIELDS), json_values | st.sampled_from(KINDS)), st.integers(0, 40))
def test_a_line_of_any_shape_or_cut_anywhere_is_no_failure(read: Read, row: dict[str, object], end: int) -> None:
    line = json.dumps(row).encode()
    for text in (line, line[:end], b"\xff\xfe" + line):
        _, found = read(text, Place("s", "/"))
        assert all(episode.text for episode in found)


def codex_use(used: object, window: object) -> bytes:
    info = {"last_token_usage": {"total_tokens": used}, "model_context_window": window}
    return json.dumps({"type": "event_msg", "payload": {"type": "token_count", "info": info}}).encode()


def claude_use(tokens: object, **fields: object) -> bytes:
    return json.dumps({"type": "assistant", "message": {"usage": {"input_tokens": tokens}}, **fields}).encode()


@pytest.mark.parametrize(
    ("agent", "line", "use"),
    [
        ("codex", codex_use(150_000, 272_000), Use(150_000, 272_000)),
        ("codex", codex_use("many", 272_000), None),
        ("codex", codex_use(5, 0), None),
        ("claude", claude_use(150_000), Use(150_000, 200_000)),
        ("claude", claude_use(250_000), Use(250_000, 1_000_000)),
        ("claude", claude_use(150_000, isSidechain=True), None),
        ("claude", claude_use("x"), None),
        ("claude", b"\x00\xff", None),
        ("gemini", claude_use(5), None),
    ],
)
def test_how_full_a_context_is(agent: str, line: bytes, use: Use | None) -> None:
    assert use_in(agent, [b"", line]) == use
