"""One thing that was said or done in a session, whichever agent wrote it down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

TEXT_CAP_CHARS = 20_000  # of one episode; the rest is in the agent's own file
OUTCOME_CAP_CHARS = 300  # of what a command answered


class Actor(StrEnum):
    """Who said or did it."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"  # what a tool answered
    NOTE = "note"  # said to mementod itself


@dataclass(frozen=True, slots=True)
class Episode:
    """`at` is ISO 8601 as the source has it, or empty; `key` is unique in the session."""

    actor: Actor
    text: str
    at: str
    session: str
    cwd: str
    key: str


@dataclass(frozen=True, slots=True)
class Place:
    """What earlier lines of a file said for those that follow: which session, in which folder."""

    session: str = ""
    cwd: str = ""


def record(line: bytes) -> dict[str, Any]:
    """A JSON object; empty for anything else, as a line that was cut or is no text."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def texts(content: object, kinds: tuple[str, ...]) -> Iterator[str]:
    """The texts of a message's content: a string, or parts of these types (or of none)."""
    if isinstance(content, str):
        yield content
        return
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type", kinds[0]) in kinds and isinstance(part.get("text"), str):
            yield part["text"]


def word(value: object) -> str:
    """A field that should be text."""
    return value if isinstance(value, str) else ""


def dig(value: object, *names: str) -> Any:
    """A field of a field; None where the path ends early."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def call(name: str, arguments: object) -> str:
    """What an agent did, in one line: the tool, and what it was used on."""
    if not isinstance(arguments, dict):
        return name
    for key in ("file_path", "path", "notebook_path", "absolute_path", "command", "cmd", "pattern", "query", "url"):
        value = arguments.get(key)
        if isinstance(value, list):
            value = " ".join(part for part in value if isinstance(part, str))
        if isinstance(value, str) and value:
            return f"{name}: {value}"
    return name


def outcome(text: str, failed: bool) -> str:
    """What a tool answered, shortened: its last line tells most about a run."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    last = lines[-1][:OUTCOME_CAP_CHARS] if lines else ""
    return f"{'failed' if failed else 'ok'}: {last}" if last else ("failed" if failed else "ok")
