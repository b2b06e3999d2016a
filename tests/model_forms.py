"""How four vendors' models say one tool call, or a last word: the forms that the real agents read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Event = dict[str, Any]
Turn = tuple[str, dict[str, Any] | str]  # the tool and its input; a text is the input of one of Codex' custom tools
LAST_WORD = "Done."


def named(events: Iterator[Event]) -> str:
    """A stream whose events are named after their type."""
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def unnamed(events: Iterator[Event], end: str = "") -> str:
    return "".join(f"data: {data}\n\n" for data in (*map(json.dumps, events), *filter(None, [end])))


def messages(turn: Turn | None, used: int) -> Iterator[Event]:
    """Anthropic's stream of one message. `used` is what all of these say of the tokens they were asked with."""
    usage = {"input_tokens": used, "output_tokens": 9}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    yield {"type": "message_start", "message": head}
    if turn:
        block: Event = {"type": "tool_use", "id": f"toolu_{id(turn)}", "name": turn[0], "input": {}}
        delta: Event = {"type": "input_json_delta", "partial_json": json.dumps(turn[1])}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": LAST_WORD}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    why = "tool_use" if turn else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}


def responses(turn: Turn | None, used: int) -> Iterator[Event]:
    """OpenAI's stream of one response."""
    item: Event
    if turn is None:
        words = [{"type": "output_text", "text": LAST_WORD, "annotations": []}]
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": words}
    else:
        name, given = turn
        item = {"id": f"item_{id(turn)}", "call_id": f"call_{id(turn)}", "name": name, "status": "completed"}
        if isinstance(given, str):
            item |= {"type": "custom_tool_call", "input": given}
        else:
            item |= {"type": "function_call", "arguments": json.dumps(given)}
    yield {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress", "output": []}}
    yield {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {"input_tokens": used, "output_tokens": 9, "total_tokens": used + 9}
    done = {"id": "resp_1", "status": "completed", "output": [item], "usage": usage}
    yield {"type": "response.completed", "response": done}


def chunks(turn: Turn | None, used: int) -> Iterator[Event]:
    """The older stream of OpenAI, which most others speak as well."""
    yield _chunk(_delta(turn), None)
    yield {**_chunk({}, "tool_calls" if turn else "stop"), "usage": _usage(used)}


def completion(turn: Turn | None, used: int) -> Event:
    """The same, whole."""
    choice = {"index": 0, "message": _delta(turn), "finish_reason": "tool_calls" if turn else "stop"}
    head = {"id": "chat_1", "object": "chat.completion", "created": 1, "model": "m"}
    return {**head, "choices": [choice], "usage": _usage(used)}


def _delta(turn: Turn | None) -> Event:
    delta: Event = {"role": "assistant", "content": None if turn else LAST_WORD}
    if turn:
        call = {"name": turn[0], "arguments": json.dumps(turn[1])}
        delta["tool_calls"] = [{"index": 0, "id": f"call_{id(turn)}", "type": "function", "function": call}]
    return delta


def _usage(used: int) -> Event:
    return {"prompt_tokens": used, "completion_tokens": 9, "total_tokens": used + 9}


def _chunk(delta: Event, why: str | None) -> Event:
    choice = {"index": 0, "delta": delta, "finish_reason": why}
    return {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


def candidates(turn: Turn | None, used: int) -> Iterator[Event]:
    """Google's stream of one answer."""
    part: Event = {"functionCall": {"name": turn[0], "args": turn[1]}} if turn else {"text": LAST_WORD}
    content = {"role": "model", "parts": [part]}
    usage = {"promptTokenCount": used, "candidatesTokenCount": 9, "totalTokenCount": used + 9}
    yield {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}
