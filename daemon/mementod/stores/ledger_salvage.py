"""What can still be read of a damaged ledger, table by table, from both ends up to where it is damaged."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from mementod.stores.migrations import SCHEMA, TABLES
from mementod.stores.sqlite_file import create, read_only

Row = tuple[object, ...]
_Column = tuple[str, str, int]  # name, type, rank in the key


def salvaged(path: Path, wait_s: float) -> dict[str, list[Row]]:
    """The rows of a damaged file that can still be read, by table."""
    return {table: _rows(path, wait_s, table, columns) for table, columns in _shapes().items()}


def _rows(path: Path, wait_s: float, table: str, columns: Sequence[_Column]) -> list[Row]:
    """What one table gives from its start and from its end."""
    names = ", ".join(f'"{name}"' for name, _, _ in columns)
    key = sorted((rank, at) for at, (_, _, rank) in enumerate(columns) if rank)
    found: dict[object, Row] = {}
    for order in ("ASC", "DESC"):
        by = ", ".join(f"{at + 1} {order}" for _, at in key)
        # A damaged page ends the reading: no error, no more rows.
        with (
            contextlib.suppress(sqlite3.Error, UnicodeError),
            contextlib.closing(read_only(path, wait_s)) as db,
        ):
            for row in db.execute(f"SELECT {names} FROM {table} ORDER BY {by}"):
                if all(_fits(value, kind) for value, (_, kind, _) in zip(row, columns, strict=True)):
                    found[tuple(row[at] for _, at in key)] = row
    return list(found.values())


def _shapes() -> dict[str, list[_Column]]:
    """Table -> its columns."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        create(db, TABLES[SCHEMA], SCHEMA)
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        shapes = {table: db.execute(f"PRAGMA table_info({table})").fetchall() for table in tables}
    return {table: [(name, kind, rank) for _, name, kind, _, _, rank in rows] for table, rows in shapes.items()}


def _fits(value: object, kind: str) -> bool:
    """Whether it is a value of ours; a damaged page may give any."""
    return isinstance(value, int) if kind == "INTEGER" else isinstance(value, str | bytes)
