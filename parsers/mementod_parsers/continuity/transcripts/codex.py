"""Codex's session files (`~/.codex/sessions/Y/M/D/rollout-*.jsonl`), seen with 0.171.0: one JSON object a line."""

from __future__ import annotations

import json
import re
from typing import Any

from mementod_parsers.continuity.transcripts.episode import (
    TEXT_CAP_CHARS,
    Actor,
    Episode,
    Place,
    call,
    dig,
    outcome,
    record,
    texts,
    word,
)

_NOT_SAID = ("<environment_context", "<user_instructions", "<INSTRUCTIONS", "# AGENTS.md instructions", "<turn_aborted")
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d+)$", re.MULTILINE)
_OUTPUT = re.compile(r"^Output:\n", re.MULTILINE)  # what stands before it is about the run
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)


def read(line: bytes, place: Place) -> tuple[Place, tuple[Episode, ...]]:
    """The episodes of one line; the first line says whose they are."""
    row = record(line)
    body = row.get("payload")
    if not isinstance(body, dict):
        return place, ()
    if row.get("type") in ("session_meta", "turn_context"):
        return Place(word(body.get("id")) or place.session, word(body.get("cwd")) or place.cwd), ()
    found = _item(body) if row.get("type") == "response_item" else None
    at = word(row.get("timestamp"))
    if found is None or not found[1].strip():
        return place, ()
    key = word(body.get("id")) or f"{body.get('call_id')}.{body.get('type')}.{at}"
    return place, (Episode(found[0], found[1].strip()[:TEXT_CAP_CHARS], at, place.session, place.cwd, key),)


def _item(body: dict[str, Any]) -> tuple[Actor, str] | None:
    match body.get("type"):
        case "message" if body.get("role") == "user":
            said = "\n".join(
                text for text in texts(body.get("content"), ("input_text",)) if not text.startswith(_NOT_SAID)
            )
            return Actor.USER, said
        case "message" if body.get("role") == "assistant":
            return Actor.AGENT, "\n".join(texts(body.get("content"), ("output_text",)))
        case "function_call" | "local_shell_call":
            return Actor.AGENT, call(word(body.get("name")) or "shell", _arguments(body))
        case "custom_tool_call":
            paths = _PATCHED.findall(word(body.get("input")))
            return Actor.AGENT, f"{word(body.get('name'))}: {', '.join(paths)}" if paths else word(body.get("name"))
        case "function_call_output" | "custom_tool_call_output":
            return Actor.TOOL, _outcome(body.get("output"))
        case _:
            return None


def _arguments(body: dict[str, Any]) -> object:
    try:
        return json.loads(word(body.get("arguments"))) if body.get("arguments") else dig(body, "action")
    except (ValueError, RecursionError):
        return None


def _outcome(output: object) -> str:
    """The end of what a command said, in either of the forms that a call was answered in."""
    text = output if isinstance(output, str) else word(dig(output, "output"))
    told = record(text.encode("utf-8", "replace")) if text.startswith("{") else {}
    text, code = word(told.get("output")) or text, _code(told, text)
    body = _OUTPUT.split(text, maxsplit=1)[-1] if _OUTPUT.search(text) else _EXIT.sub("", text)
    return outcome(body, code not in (None, "0") or text.startswith("Command blocked"))


def _code(told: dict[str, Any], text: str) -> str | None:
    found = dig(told, "metadata", "exit_code")
    if isinstance(found, int):
        return str(found)
    named = _EXIT.search(text)
    return named[1] if named else None
