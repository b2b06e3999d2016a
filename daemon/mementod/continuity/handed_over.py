"""Takes what an agent hands over into the record, so that it binds and is told as what was said."""

from __future__ import annotations

from mementod.continuity.engram import and_rules, hear
from mementod.continuity.handover import draft
from mementod.continuity.memory_file import MemoryFile, moment
from mementod.continuity.record_store import RecordStore
from mementod.judging.engine import Engine
from mementod_parsers.continuity.handed import handed
from mementod_parsers.continuity.handover import Handover


def keep_statements(engine: Engine, file: MemoryFile, handover: Handover) -> None:
    """Goal, constraints and decisions of a hand-over that is not kept yet. Raises UserError, then nothing is added."""
    hear(file)
    store = RecordStore(file)
    record = store.items()
    drafted = draft(engine, file, and_rules(engine, record)[0]).lines
    store.add(list(handed(handover, drafted, record, moment(), engine.repository.head)))
