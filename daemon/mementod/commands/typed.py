"""What comes from standard input: all of it or nothing, for a text that was cut says something else."""

from __future__ import annotations

import sys

from mementod.errors import UserError

TEXT_CAP_BYTES = 1 << 20


def standard_input() -> str:
    """Raises UserError for more than we keep."""
    data = sys.stdin.buffer.read(TEXT_CAP_BYTES + 1)
    if len(data) > TEXT_CAP_BYTES:
        raise UserError(f"more than {TEXT_CAP_BYTES:,} bytes on standard input: nothing was kept; give it in parts")
    return data.decode("utf-8", "replace")
