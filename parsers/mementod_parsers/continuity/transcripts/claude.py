"""Claude Code's session files (`~/.claude/projects/SLUG/SESSION.jsonl`), seen with 2.1.332: one JSON object a line."""

from __future__ import annotations

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

# The program speaks in the user's name, too: commands it ran, hooks, reminders, its own summary.
_NOT_SAID = ("<command-", "<local-command", "<system-reminder", "<bash-", "<user-prompt-submit-hook", "Caveat: ")


def read(line: bytes, place: Place) -> tuple[Place, tuple[Episode, ...]]:
    """The episodes of one line; none for a line of another kind."""
    row = record(line)
    place = Place(word(row.get("sessionId")) or place.session, word(row.get("cwd")) or place.cwd)
    match row.get("type"):
        case "user":
            found = _said(row)
        case "assistant":
            found = _done(row)
        case _:
            return place, ()
    at, key = word(row.get("timestamp")), word(row.get("uuid"))
    kept = [(actor, text.strip()[:TEXT_CAP_CHARS]) for actor, text in found if text.strip()]
    return place, tuple(
        Episode(actor, text, at, place.session, place.cwd, f"{key}.{i}") for i, (actor, text) in enumerate(kept) if key
    )


def _said(row: dict[str, Any]) -> list[tuple[Actor, str]]:
    content = dig(row, "message", "content")
    answers = [(Actor.TOOL, _answer(part)) for part in _parts(content, "tool_result")]
    if row.get("isMeta") or row.get("isCompactSummary") or row.get("isSidechain"):
        return answers
    return answers + [(Actor.USER, text) for text in texts(content, ("text",)) if not text.startswith(_NOT_SAID)]


def _done(row: dict[str, Any]) -> list[tuple[Actor, str]]:
    content = dig(row, "message", "content")
    said = [(Actor.AGENT, text) for text in texts(content, ("text",))]
    return said + [
        (Actor.AGENT, call(word(part.get("name")), part.get("input"))) for part in _parts(content, "tool_use")
    ]


def _answer(part: dict[str, Any]) -> str:
    return outcome("\n".join(texts(part.get("content"), ("text",))), part.get("is_error") is True)


def _parts(content: object, kind: str) -> list[dict[str, Any]]:
    return (
        [part for part in content if isinstance(part, dict) and part.get("type") == kind]
        if isinstance(content, list)
        else []
    )
