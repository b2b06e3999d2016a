"""What people were last told of a repository, for `status`: the worst of the last batch. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mementod.stores.ledger_rows import Transition

ROWS_CAP = 200  # of a batch that are looked through


def last_told(newest: Sequence[Transition]) -> dict[str, Any] | None:
    """`newest`: transitions, newest first. None where nothing was told yet."""
    batch = [row for row in newest if row.batch == newest[0].batch]
    if not batch:
        return None
    row = next((row for row in reversed(batch) if row.level.value == "error"), batch[-1])
    return {
        "at": row.at, "note": row.note, "line": row.line, "text": row.text, "before": row.before, "after": row.after,
        "level": row.level, "target": row.target, "count": len(batch),
    }  # fmt: skip
