"""A model that says what a test wrote down, in the forms of two vendors, so that real agents can be run without one."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Event = dict[str, Any]


@dataclass
class Model:
    """`turns` are its answers: each one tool call (`name`, `input`), and after the last one only words.

    `heard` is what was said so far, as text, each time that it was asked and given tools: the first time the prompt,
    each next time what its last call came to as well.
    """

    turns: list[tuple[str, dict[str, Any] | str]]
    heard: list[str] = field(default_factory=list)
    url: str = ""

    def turn(self, body: dict[str, Any]) -> tuple[str, dict[str, Any] | str] | None:
        if not body.get("tools"):  # asked for a title, or for the topic
            return None
        self.heard.append(json.dumps(body.get("messages") or body.get("input"), ensure_ascii=False))
        return self.turns[len(self.heard) - 1] if len(self.heard) <= len(self.turns) else None


@contextlib.contextmanager
def serving(model: Model) -> Iterator[Model]:
    """Listens on this machine alone."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the test speaks."""

        def do_HEAD(self) -> None:
            self._reply(b"", "text/plain")

        def do_GET(self) -> None:
            self._reply(b'{"data": [], "models": []}', "application/json")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            path = self.path.partition("?")[0]
            if path.endswith("/messages"):
                self._stream(_messages(model.turn(body)))
            elif path.endswith("/responses"):
                self._stream(_responses(model.turn(body)))
            else:
                self._reply(b'{"input_tokens": 9}', "application/json")

        def _stream(self, events: Iterator[Event]) -> None:
            text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
            self._reply(text.encode(), "text/event-stream")

        def _reply(self, data: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        model.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield model
        finally:
            server.shutdown()


def _messages(turn: tuple[str, dict[str, Any] | str] | None) -> Iterator[Event]:
    """Anthropic's stream of one message."""
    usage = {"input_tokens": 9, "output_tokens": 9}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    yield {"type": "message_start", "message": head}
    if turn:
        block: Event = {"type": "tool_use", "id": f"toolu_{id(turn)}", "name": turn[0], "input": {}}
        delta: Event = {"type": "input_json_delta", "partial_json": json.dumps(turn[1])}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": "Done."}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    why = "tool_use" if turn else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}


def _responses(turn: tuple[str, dict[str, Any] | str] | None) -> Iterator[Event]:
    """OpenAI's stream of one response. A call whose input is a text is one of a custom tool."""
    item: Event
    if turn is None:
        words = [{"type": "output_text", "text": "Done.", "annotations": []}]
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
    usage = {"input_tokens": 9, "output_tokens": 9, "total_tokens": 18}
    done = {"id": "resp_1", "status": "completed", "output": [item], "usage": usage}
    yield {"type": "response.completed", "response": done}
