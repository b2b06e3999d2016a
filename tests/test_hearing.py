"""What the log says comes into the record: by the time at which it was said, however late it is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from mementod.continuity.engram import hear
from mementod.continuity.episodes import Episodes
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.record_store import RecordStore
from mementod_parsers.continuity.record import Class, Item, as_lines, shown
from mementod_parsers.continuity.transcripts.episode import Actor, Episode

NEVER, ALWAYS, AGAIN = "Never use npm.", "Always use npm.", "Never use npm."
GOAL = "The goal is to add paging."


class Log:
    def __init__(self, path: Path) -> None:
        self.file = MemoryFile(path)

    def hear(self, day: int, *texts: str, source: str = "remember") -> None:
        actor = Actor.NOTE if source == "remember" else Actor.USER
        at = f"2026-01-{day:02}T00:00:00Z"
        said = [Episode(actor, text, at, "s", "/repo", f"{day} {text}") for text in texts]
        Episodes(self.file).add(source, said)
        hear(self.file)

    def items(self, kind: Class = Class.CONSTRAINTS) -> list[Item]:
        return [item for item in RecordStore(self.file).items() if item.kind is kind and not item.revoked]

    def holds(self) -> list[str]:
        return [item.text for item in self.items() if not item.successor]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "memory.db")


def test_the_older_one_is_shown_as_superseded_and_not_dropped(log: Log) -> None:
    log.hear(1, NEVER)
    log.hear(2, ALWAYS)
    lines = as_lines(shown(RecordStore(log.file).items()))
    assert lines[1:3] == [f"- {ALWAYS} [remember 2]", f"- superseded: {NEVER} [remember 1]"]


def test_within_one_second_the_order_of_the_log_decides_but_not_within_one_call(log: Log) -> None:
    """Two calls are two messages; what one of them says stands side by side."""
    short, long = "Timeout must be 30 seconds.", "Timeout must be 60 seconds."
    log.hear(1, short, long)
    assert log.holds() == [long]
    log.hear(2, f"{short}\n{long}")
    assert log.holds() == [short, long]
    log.hear(2, "Timeout must be 90 seconds.")
    assert log.holds() == ["Timeout must be 90 seconds."]


@pytest.mark.parametrize("order", list(permutations([(1, NEVER), (2, ALWAYS), (3, AGAIN)])))
def test_what_was_said_last_holds_whatever_is_read_last(log: Log, order: Sequence[tuple[int, str]]) -> None:
    for day, text in order:
        log.hear(day, text, source="claude")
    assert log.holds() == [AGAIN]
    assert {item.text: item.successor for item in log.items()} == {AGAIN: None, ALWAYS: AGAIN}


def test_what_was_revoked_is_not_said_again_by_an_older_transcript(log: Log) -> None:
    log.hear(3, NEVER)
    store = RecordStore(log.file)
    store.revoke(store.items(), "2026-01-04T00:00:00Z")
    log.hear(2, NEVER, source="claude")
    assert log.holds() == []
    log.hear(5, NEVER, source="claude")
    assert log.holds() == [NEVER]


def test_a_transcript_gives_goal_and_rule_and_the_newest_goal_is_the_last_one(log: Log) -> None:
    log.hear(2, f"Never rename open_rows. {GOAL}", source="claude")
    log.hear(1, "Goal: fix the login page", source="codex")
    assert [item.text for item in log.items(Class.GOAL)] == ["fix the login page", "add paging"]
    assert log.holds() == ["Never rename open_rows."]


def test_a_list_in_one_message_does_not_contradict_itself(log: Log) -> None:
    log.hear(1, "Service A:\n- The port must be 8080\n\nService B:\n- The port must be 9090")
    assert log.holds() == ["The port must be 8080", "The port must be 9090"]
