"""`logs`: the daemon's own log, chosen by time and repository, and followed."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hooking import Desk
from mementod.commands.logs import newer
from mementod.errors import UserError
from mementod.paths import Paths
from mementod.process.logs import FILE_NAME
from terminals import CTRL_C, terminal


def record(event: str, hours: float = 0, **values: str) -> str:
    at = (datetime.now(UTC) - timedelta(hours=hours)).isoformat().replace("+00:00", "Z")
    return json.dumps({"time": at, "level": "info", "event": event, **values}) + "\n"


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A log of three lines."""
    folder = paths.state_dir() / "log"
    folder.mkdir()
    repo = tmp_path / "repo"
    repo.mkdir()
    lines = (record("running", 30), record("opened", 3, repository=str(repo)), record("stopped"))
    (folder / FILE_NAME).write_text("".join(lines))
    return Desk(repo, paths, capsys)


@pytest.mark.parametrize(
    ("argv", "events"),
    [
        ([], ["running", "opened", "stopped"]),
        (["-n", "1"], ["stopped"]),
        (["--since", "1d"], ["opened", "stopped"]),
        (["--since", "10min"], ["stopped"]),
        (["--repo", "."], ["opened"]),
        (["--repo", ".", "--since", "2h"], []),
    ],
)
def test_the_lines_that_are_asked_for(desk: Desk, argv: list[str], events: list[str]) -> None:
    code, out, err = desk("logs", "--format", "json", *argv)
    assert (code, [json.loads(line)["event"] for line in out]) == (0, events)
    assert bool(err) == (not events)


@pytest.mark.parametrize("since", ["", "soon", "5 weeks", "-1h"])
def test_no_time(desk: Desk, since: str) -> None:
    with pytest.raises(UserError, match="such as 30min"):
        desk("logs", "--since", since)


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ([], [1], [1]),
        ([1, 2], [1, 2], []),
        ([1, 2], [1, 2, 3], [3]),
        ([1, 2], [2, 3, 4], [3, 4]),  # the first was rotated away
        ([1, 2], [5, 6], [5, 6]),
    ],
)
def test_what_came_since(before: list[int], now: list[int], expected: list[int]) -> None:
    def rows(numbers: list[int]) -> list[dict[str, object]]:
        return [{"event": number} for number in numbers]

    assert newer(rows(before), rows(now)) == rows(expected)


def test_new_lines_follow_until_ctrl_c(desk: Desk) -> None:
    with terminal(["logs", "-f", "-n", "1"], desk.folder) as shell:
        shell.until("stopped")
        assert "opened" not in shell.shown
        with (desk.paths.state_dir() / "log" / FILE_NAME).open("a") as log:
            log.write(record("again"))
        shell.until("again")
        shell.type(CTRL_C)
        assert shell.end() == 130
