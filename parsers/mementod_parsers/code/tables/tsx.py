"""TypeScript with JSX: the same nodes as TypeScript."""

from __future__ import annotations

from mementod_parsers.code.tables import typescript

TABLE = typescript.TABLE
