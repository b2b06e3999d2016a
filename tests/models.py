"""A model that says what a test wrote down, so that real agents can be run without one, on this machine alone."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from model_forms import LAST_WORD, Turn, candidates, chunks, completion, messages, named, responses, unnamed

JSON, STREAM = "application/json", "text/event-stream"
THINKS_S = 0.6  # no model answers sooner; what comes twice within half a second is taken for one call


@dataclass
class Script:
    """`turns` are answers: each one tool call, and after the last one only words.

    `heard` is what was said so far, as text, each time that it was asked and given tools: the first time the prompt,
    each next time what its last call came to as well.
    """

    turns: list[Turn]
    heard: list[str] = field(default_factory=list)

    def turn(self, said: str) -> Turn | None:
        self.heard.append(said)
        return self.turns[len(self.heard) - 1] if len(self.heard) <= len(self.turns) else None


@dataclass
class Model(Script):
    """`aside` are the scripts of subagents, by a word of the prompt that they are given.

    `used` is how many tokens it says that it was asked with, the first time and so on, the last one for ever.
    """

    aside: dict[str, Script] = field(default_factory=dict)
    used: tuple[int, ...] = (9,)
    url: str = ""

    @property
    def asked_with(self) -> int:
        return self.used[min(max(len(self.heard), 1), len(self.used)) - 1]

    def answer(self, body: dict[str, Any]) -> Turn | None:
        if not body.get("tools"):  # asked for a title, or for the topic, or for a summary
            return None
        said = body.get("messages") or body.get("input") or body.get("contents") or []
        first = json.dumps([each for each in said if each.get("role") == "user"][:1])
        script = next((script for word, script in self.aside.items() if word in first), self)
        time.sleep(THINKS_S)
        return script.turn(json.dumps(said, ensure_ascii=False))


@contextlib.contextmanager
def serving(model: Model) -> Iterator[Model]:
    """Listens on this machine alone."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the test speaks."""

        def do_HEAD(self) -> None:
            self._reply("", "text/plain")

        def do_GET(self) -> None:
            self._reply('{"data": [], "models": []}', JSON)

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            path = self.path.partition("?")[0]
            match path.rpartition("/")[2].rpartition(":")[2]:
                case "messages":
                    self._reply(named(messages(model.answer(body), model.asked_with)), STREAM)
                case "responses":
                    self._reply(named(responses(model.answer(body), model.asked_with)), STREAM)
                case "completions" if not body.get("stream"):
                    self._reply(json.dumps(completion(model.answer(body), model.asked_with)), JSON)
                case "completions":
                    self._reply(unnamed(chunks(model.answer(body), model.asked_with), "[DONE]"), STREAM)
                case "streamGenerateContent":
                    self._reply(unnamed(candidates(model.answer(body), model.asked_with)), STREAM)
                case "generateContent":
                    self._reply(json.dumps(next(candidates(model.answer(body), model.asked_with))), JSON)
                case _:
                    self._reply('{"input_tokens": 9, "totalTokens": 9}', JSON)

        def _reply(self, text: str, kind: str) -> None:
            data = text.encode()
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # an agent that was stopped
                self.wfile.write(data)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        model.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield model
        finally:
            server.shutdown()


__all__ = ["LAST_WORD", "Model", "Script", "Turn", "serving"]
