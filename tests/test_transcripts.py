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
from mementod_parsers.continuity.transcripts.usage import Use, is_compacting, use_in

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


def claude_use(tokens: object, model: str = "claude-sonnet-4-5", **fields: object) -> bytes:
    row = {"type": "assistant", "requestedModel": model, "message": {"usage": {"input_tokens": tokens}}, **fields}
    return json.dumps(row).encode()


def copilot_use(used: int, window: int, kind: str = "conversation-agent") -> bytes:
    usage = {"inputTokens": used, "outputTokens": 0, "maxPromptTokens": window, "interactionType": kind}
    return json.dumps({"type": "session.usage_record", "data": {"usage": usage}}).encode()


def copilot_compacts(**data: object) -> bytes:
    return json.dumps({"type": f"session.compaction_{'complete' if data else 'start'}", "data": data}).encode()


def qwen_use(used: int, **fields: object) -> bytes:
    return json.dumps({"type": "assistant", "usageMetadata": {"totalTokenCount": used}, **fields}).encode()


COMPACTED = copilot_compacts(success=True, postCompactionTokens=9_000, tokenLimit=100_000)


@pytest.mark.parametrize(
    ("agent", "line", "use"),
    [
        ("codex", codex_use(150_000, 272_000), Use(150_000, 272_000)),
        ("codex", codex_use("many", 272_000), None),
        ("codex", codex_use(5, 0), None),
        ("claude", claude_use(150_000), Use(150_000, 200_000)),
        ("claude", claude_use(150_000, "claude-sonnet-4-5-20250929"), Use(150_000, 200_000)),
        ("claude", claude_use(150_000, "claude-sonnet-4-5[1m]"), Use(150_000, 1_000_000)),
        ("claude", claude_use(150_000, "claude-opus-4-8"), Use(150_000, 1_000_000)),
        ("claude", claude_use(150_000, "claude-opus-9"), None),
        ("claude", claude_use(150_000, ""), None),
        ("claude", claude_use(250_000), None),
        ("claude", claude_use(150_000, isSidechain=True), None),
        ("claude", claude_use("x"), None),
        ("claude", b"\x00\xff", None),
        ("copilot", copilot_use(70_000, 100_000), Use(70_000, 100_000)),
        ("copilot", copilot_use(70_000, 100_000, "conversation-subagent"), None),
        ("copilot", COMPACTED, Use(9_000, 100_000)),
        ("qwen", qwen_use(90_000, contextWindowSize=131_072), Use(90_000, 131_072)),
        ("qwen", qwen_use(90_000), None),
        ("gemini", claude_use(5), None),
    ],
)
def test_how_full_a_context_is(agent: str, line: bytes, use: Use | None) -> None:
    assert use_in(agent, [b"", line]) == use


@pytest.mark.parametrize(
    ("agent", "compaction", "before"),
    [
        ("claude", b'{"type": "system", "subtype": "compact_boundary"}', claude_use(150_000)),
        ("codex", b'{"type": "compacted"}', codex_use(150_000, 200_000)),
        ("qwen", b'{"type": "system", "subtype": "chat_compression"}', qwen_use(90_000, contextWindowSize=100_000)),
    ],
)
def test_what_was_used_before_a_compaction_is_not_used_now(agent: str, compaction: bytes, before: bytes) -> None:
    assert use_in(agent, [before]) is not None
    assert use_in(agent, [compaction, before]) is None


def test_an_answer_of_an_unknown_model_ends_the_search() -> None:
    assert use_in("claude", [claude_use(150_000, "claude-opus-9"), claude_use(150_000)]) is None


def test_a_compaction_beside_the_work_goes_on_until_it_is_complete() -> None:
    usage = copilot_use(5, 10)
    assert is_compacting("copilot", [usage, copilot_compacts(), COMPACTED])
    assert not is_compacting("copilot", [usage, COMPACTED, copilot_compacts()])
    assert not is_compacting("copilot", [usage])
    assert not is_compacting("claude", [copilot_compacts()])
