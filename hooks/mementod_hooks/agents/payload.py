"""Reading payloads, whatever they hold: every look-up has a type, and what has another type counts as not there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from mementod_hooks.agents.call import Agent

PAYLOAD_BYTES = 16 << 20  # a written file is in it whole
STRING_CHARACTERS = 4_096  # of a name or a path; the longest path of Linux
COMMAND_CHARACTERS = 256 << 10

# A field that these agents alone send. What is not here proves nothing: agents learn fields from each other.
_MARKS: Mapping[str, tuple[Agent, ...]] = {
    "turn_id": (Agent.CODEX,),
    "cursor_version": (Agent.CURSOR,),
    "conversation_id": (Agent.CURSOR,),
    "clineVersion": (Agent.CLINE,),
    "toolArgs": (Agent.COPILOT,),
    "sessionId": (Agent.COPILOT,),
}
_SURROGATE = re.compile("[\ud800-\udfff]")


class NotRead(Exception):
    """The payload is not one of this agent; the message is one line and says why."""


class Fields:
    """A JSON object whose fields are asked for by type."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, *names: str, limit: int = STRING_CHARACTERS) -> str:
        """The first of these fields that is a text which is not empty, at most `limit` characters of it."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, str) and value:
                return _SURROGATE.sub("\ufffd", value[:limit])
        return ""

    def path(self, *names: str) -> str:
        """A text that can be the name of a file: it has no NUL and is not cut."""
        value = self.text(*names, limit=STRING_CHARACTERS + 1)
        return "" if "\0" in value or len(value) > STRING_CHARACTERS else value

    def fields(self, *names: str) -> Fields:
        """The first of these fields that is an object; some agents write one as a text of JSON."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, str) and value.startswith("{") and len(value) <= PAYLOAD_BYTES:
                value = _parsed(value)
            if isinstance(value, dict):
                return Fields(value)
        return Fields({})

    def items(self, name: str) -> list[object]:
        value = self.values.get(name)
        return value if isinstance(value, list) else []

    def count(self, name: str) -> int:
        value = self.values.get(name)
        return value if isinstance(value, int) and value > 0 else 0

    def flag(self, name: str) -> bool:
        return self.values.get(name) is True


def read(payload: bytes, agent: Agent) -> Fields:
    """The object in a payload. Raises NotRead."""
    if len(payload) > PAYLOAD_BYTES:
        raise NotRead(f"the call is larger than {PAYLOAD_BYTES >> 20} MB")
    if not payload.strip():
        raise NotRead("the call is empty")
    value = _parsed(payload.decode("utf-8-sig", "replace"))
    if not isinstance(value, dict):
        raise NotRead("the call is no JSON object")
    other = next((theirs for mark, theirs in _MARKS.items() if mark in value and agent not in theirs), None)
    if other:
        raise NotRead(f"the call comes from {other[0]}")
    return Fields(value)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
