"""Gemini CLI's session files (`~/.gemini/tmp/PROJECT/chats/session-*`): one JSON object, or one a line (newer)."""

from __future__ import annotations

from typing import Any

from mementod_parsers.continuity.transcripts.episode import (
    TEXT_CAP_CHARS,
    Actor,
    Episode,
    Place,
    call,
    outcome,
    record,
    texts,
    word,
)


def read(line: bytes, place: Place) -> tuple[Place, tuple[Episode, ...]]:
    """The episodes of a message, or of a whole session in one object."""
    row = record(line)
    place = Place(word(row.get("sessionId")) or place.session, place.cwd)
    messages = row.get("messages")
    rows = [one for one in messages if isinstance(one, dict)] if isinstance(messages, list) else [row]
    return place, tuple(episode for one in rows for episode in _message(one, place))


def _message(row: dict[str, Any], place: Place) -> list[Episode]:
    key, at = word(row.get("id")), word(row.get("timestamp"))
    found = [(actor, text.strip()[:TEXT_CAP_CHARS]) for actor, text in _parts(row) if text.strip()]
    return [
        Episode(actor, text, at, place.session, place.cwd, f"{key}.{i}") for i, (actor, text) in enumerate(found) if key
    ]


def _parts(row: dict[str, Any]) -> list[tuple[Actor, str]]:
    said = "\n".join(texts(row.get("content"), ("text",)))
    match row.get("type"):
        case "user":
            return [] if said.startswith("<session_context") else [(Actor.USER, said)]
        case "gemini":
            calls = row.get("toolCalls")
            done = [one for one in calls if isinstance(one, dict)] if isinstance(calls, list) else []
            return [(Actor.AGENT, said)] + [part for one in done for part in _call(one)]
        case _:
            return []


def _call(one: dict[str, Any]) -> list[tuple[Actor, str]]:
    answer = one.get("resultDisplay")
    status = word(one.get("status"))
    made = [(Actor.AGENT, call(word(one.get("name")), one.get("args")))]
    return made + ([(Actor.TOOL, outcome(word(answer), status != "success"))] if status else [])
