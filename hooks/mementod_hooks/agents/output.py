"""Pieces of answers that several agents share, and how long a text for an agent may be."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mementod_hooks.agents.call import Answer, Call, Output

REASON_CHARACTERS = 2_000  # a denial of ours has at most 600
CONTEXT_CHARACTERS = 1_500
DIGEST_BYTES = 8 << 10  # Claude Code replaces what is over 10,000 characters by a stub
_CUT = " […]"


def says(fields: Mapping[str, object], notice: str = "") -> Output:
    """A JSON object on standard output, nothing for an empty one; the notice goes to standard error."""
    # ASCII only: no agent's reading of the pipe depends on a locale then.
    stdout = json.dumps(fields, ensure_ascii=True).encode() + b"\n" if fields else b""
    return Output(stdout, _line(notice))


def reason(answer: Answer) -> str:
    return cut(answer.deny, REASON_CHARACTERS)


def context(answer: Answer) -> str:
    return cut(answer.context, CONTEXT_CHARACTERS)


def told(answer: Answer, limit_bytes: int = DIGEST_BYTES) -> str:
    """All that an agent is told, within what it takes in."""
    about = context(answer)
    room = limit_bytes - len(f"\n\n{about}".encode("utf-8", "replace")) if about else limit_bytes
    return "\n\n".join(filter(None, (_digest(answer, room), about)))


def _digest(answer: Answer, limit_bytes: int) -> str:
    """What it begins with, or gets back: as many whole lines as there is room for."""
    data = answer.digest.encode("utf-8", "replace")
    if len(data) <= limit_bytes:
        return answer.digest
    head = data[: limit_bytes - len(_CUT.encode())].decode("utf-8", "ignore")
    return (head.rpartition("\n")[0] or head) + _CUT


def cut(text: str, characters: int) -> str:
    return text if len(text) <= characters else text[: characters - len(_CUT)] + _CUT


def stop_reason(call: Call, answer: Answer) -> str:
    """Why an agent may not stop yet; empty when it was held before: once is a reminder, twice is a loop."""
    return "" if call.held else reason(answer)


def _line(notice: str) -> bytes:
    line = " ".join(notice.split())
    return f"mementod: {line}\n".encode("utf-8", "replace") if line else b""
