"""What a cache keeps of a topic, for who only looks: the file is not made, not checked and not written.

Raises sqlite3.Error, also when there is no such file.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from mementod.stores.packing import decoded, unpacked
from mementod.stores.sqlite_file import read_only


def peek(path: Path, topic: str, texts: Sequence[bytes], wait_s: float) -> list[tuple[str, object]]:
    """Questions and answers: all, or those with one of the texts."""
    some = " OR ".join("instr(answer, ?)" for _ in texts) or "1"
    sql = f"SELECT question, answer FROM memo WHERE topic = ? AND ({some})"
    with _looked_into(path, wait_s) as db:
        return list(unpacked(db.execute(sql, (topic, *texts)).fetchall()))


def questions(path: Path, topic: str, wait_s: float) -> list[str]:
    """As `peek`, without the answers."""
    with _looked_into(path, wait_s) as db:
        rows = db.execute("SELECT question FROM memo WHERE topic = ?", (topic,)).fetchall()
    return [decoded(question) for (question,) in rows]


def _looked_into(path: Path, wait_s: float) -> contextlib.closing[sqlite3.Connection]:
    if not path.is_file():  # a pipe would never open
        raise sqlite3.OperationalError(f"{path} is no file")
    return contextlib.closing(read_only(path, wait_s))
