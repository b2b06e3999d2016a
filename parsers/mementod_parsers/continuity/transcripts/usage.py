"""How full an agent's context is, by what it wrote down last of its own use of it.

Claude Code keeps the use of each answer, not the size of the window: that is the documented one of its models, and the
larger one as soon as more is used. Codex keeps both. Others say nothing that is documented.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mementod_parsers.continuity.transcripts.episode import dig, record

CLAUDE_WINDOWS = (200_000, 1_000_000)  # tokens
_CLAUDE_PARTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class Use:
    """Tokens in the context now, and how many it holds."""

    used: int
    window: int

    @property
    def room(self) -> int:
        return max(self.window - self.used, 0)


def use_in(agent: str, lines: Iterable[bytes]) -> Use | None:
    """By the lines of a session file, the last one first; None where they do not tell."""
    of_line = {"claude": _claude, "codex": _codex}.get(agent)
    if of_line is None:
        return None
    return next((found for line in lines if (found := of_line(record(line)))), None)


def answers_between(agent: str, lines: Iterable[bytes]) -> int | None:
    """How many answers came between the last two compactions, by the lines of a session file, the last one first.

    None where there was one compaction at most, or the file does not tell.
    """
    if agent != "claude":
        return None
    answers: set[str] = set()
    for row in map(record, lines):
        if row.get("type") == "assistant" and not row.get("isSidechain"):
            answers.add(str(dig(row, "message", "id") or row.get("uuid")))
        elif answers and (row.get("isCompactSummary") or row.get("subtype") == "compact_boundary"):
            return len(answers)
    return None


def _claude(row: dict[str, Any]) -> Use | None:
    usage = dig(row, "message", "usage")
    if row.get("type") != "assistant" or row.get("isSidechain") or not isinstance(usage, dict):
        return None
    used = sum(value for name in _CLAUDE_PARTS if isinstance(value := usage.get(name), int))
    return Use(used, next((size for size in CLAUDE_WINDOWS if used <= size), used)) if used else None


def _codex(row: dict[str, Any]) -> Use | None:
    info = dig(row, "payload", "info")
    if dig(row, "payload", "type") != "token_count":
        return None
    used, window = dig(info, "last_token_usage", "total_tokens"), dig(info, "model_context_window")
    return Use(used, window) if isinstance(used, int) and isinstance(window, int) and window > 0 else None
