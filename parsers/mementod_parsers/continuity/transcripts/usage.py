"""How full an agent's context is, by what it wrote down last of its own use of it.

Only what an agent says itself counts: Codex, Copilot and Qwen Code write the size of the window beside the use of it.
Claude Code writes the use and the model that it asked for, whose window is known where its own account of a run named
it; Gemini writes the use alone. Where the window is not known nothing is said: a guess would warn at the wrong moment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mementod_parsers.continuity.transcripts.episode import dig, record, word

CLAUDE_LARGE = 1_000_000  # tokens; a model that is asked for with it has this behind its name
_LARGE_MARK = "[1m]"
# What Claude Code 2.1.332 itself said of the window of each model, without the mark (`modelUsage.contextWindow`).
CLAUDE_WINDOWS: Mapping[str, int] = {
    **dict.fromkeys(("claude-3-7-sonnet", "claude-sonnet-4", "claude-sonnet-4-5", "claude-sonnet-4-6"), 200_000),
    **dict.fromkeys(("claude-opus-4-5", "claude-opus-4-6", "claude-haiku-4-5"), 200_000),
    **dict.fromkeys(("claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-5"), 1_000_000),
    **dict.fromkeys(("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"), 1_000_000),
}
_DATE = re.compile(r"-20\d{6}$")
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
    """By the lines of a session file, the last one first; None where they do not tell.

    A compaction ends the search: what was used before it is not used now.
    """
    of_row = _USES.get(agent)
    if of_row is None:
        return None
    for row in map(record, lines):
        if use := of_row(row):
            return use if use.used <= use.window else None  # the window is not known, or not what it seems
        if _compacts(row):
            return None
    return None


def is_compacting(agent: str, lines: Iterable[bytes]) -> bool:
    """Whether a compaction has begun and not ended, by the lines of a session file, the last one first."""
    if agent != "copilot":  # only it compacts beside its work
        return False
    kinds = (word(record(line).get("type")) for line in lines)
    return next((kind for kind in kinds if kind.startswith("session.compaction_")), "") == "session.compaction_start"


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
        elif answers and _compacts(row):
            return len(answers)
    return None


def _compacts(row: dict[str, Any]) -> bool:
    """Whether a row says that the context was compacted: Claude Code, Codex, Qwen Code."""
    marks = (row.get("subtype"), row.get("type"))
    return bool(row.get("isCompactSummary")) or any(
        mark in ("compact_boundary", "compacted", "chat_compression") for mark in marks
    )


def _claude(row: dict[str, Any]) -> Use | None:
    usage = dig(row, "message", "usage")
    if row.get("type") != "assistant" or row.get("isSidechain") or not isinstance(usage, dict):
        return None
    return _use(sum(_count(usage.get(name)) for name in _CLAUDE_PARTS), _claude_window(word(row.get("requestedModel"))))


def _claude_window(model: str) -> int:
    """0 where it is not known. The model that answered is no help: its name has lost the mark."""
    return CLAUDE_LARGE if model.endswith(_LARGE_MARK) else CLAUDE_WINDOWS.get(_DATE.sub("", model), 0)


def _codex(row: dict[str, Any]) -> Use | None:
    info = dig(row, "payload", "info")
    if dig(row, "payload", "type") != "token_count":
        return None
    return _use(_count(dig(info, "last_token_usage", "total_tokens")), _count(dig(info, "model_context_window")))


def _copilot(row: dict[str, Any]) -> Use | None:
    data = row.get("data")
    match row.get("type"):
        case "session.usage_record" if dig(data, "usage", "interactionType") == "conversation-agent":
            used = _count(dig(data, "usage", "inputTokens")) + _count(dig(data, "usage", "outputTokens"))
            return _use(used, _count(dig(data, "usage", "maxPromptTokens")))
        case "session.compaction_complete" if dig(data, "success") is True:
            return _use(_count(dig(data, "postCompactionTokens")), _count(dig(data, "tokenLimit")))
        case _:
            return None


def _qwen(row: dict[str, Any]) -> Use | None:
    if row.get("type") != "assistant":
        return None
    return _use(_count(dig(row, "usageMetadata", "totalTokenCount")), _count(row.get("contextWindowSize")))


def _use(used: int, window: int) -> Use | None:
    """`window` is 0 where it is not known."""
    return Use(used, window) if used > 0 else None


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


_USES: Mapping[str, Callable[[dict[str, Any]], Use | None]] = {
    "claude": _claude,
    "codex": _codex,
    "copilot": _copilot,
    "qwen": _qwen,
}
