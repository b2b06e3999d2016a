"""`--format json` wherever there is data: each answer is one document, and says of which schema it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from daemons import mementod
from mementod.cli import COMMANDS, program
from mementod.commands.manual import walk
from repos import Repo

NOTE = "# Map\n\nRows are in `src/rows.py`, see `read_rows()`.\nOld code is in `src/old.py`.\n"
PROGRESS = "# Progress\n\n- [ ] src/rows.py: read them lazily, because memory is short\n"
HANDOVER = "## Goal\n\n- Move it\n\n## State\n\n- Begun\n\n## Decisions\n\n- None\n\n## Constraints\n\n- None\n"
CHECKED = ("--goal", "Move it", "--files", "src/rows.py", "--next", "read src/rows.py")
# The command, what it is asked, and fields that its answer must have.
ASKED: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "agents status": ((), {"agents"}),
    "boot": ((), {"budget", "parts"}),
    "check": ((), {"counts", "notes"}),
    "doctor": ((), {"healthy", "findings"}),
    "engram": ((), {"unread", "gone"}),
    "explain": (("CLAUDE.md:3",), {"note", "line", "citations"}),
    "fix": ((), {"root", "repairs", "written", "left"}),
    "gate commit": ((), {"action"}),
    "gate edit": (("src/rows.py",), {"action"}),
    "handoff": ((), {"written", "goal", "state", "decisions", "constraints", "lacks"}),
    "handoff check": (CHECKED, {"outcome", "goal", "wrong", "shown", "read", "restated"}),
    "notify test": ((), {"outcome", "desktop"}),
    "progress check": ((), {"progress", "exists", "entries", "findings"}),
    "progress show": ((), {"progress", "exists", "entries"}),
    "recall": (("rows",), {"hits"}),
    "refs": (("src/rows.py",), {"citations"}),
    "repos": ((), {"repositories"}),
    "service status": ((), {"manager", "state", "problems"}),
    "status": ((), {"running", "repositories"}),
    "symbols": (("read_rows",), {"symbols"}),
    "tidy": ((), {"notes", "findings", "repairs", "written"}),
}
STREAMS = {"watch", "logs"}  # an object a line; told by their own tests


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/rows.py": "def read_rows():\n    return 1\n", "src/old.py": "A = 1\n"})
    repo.write({"CLAUDE.md": NOTE, "PROGRESS.md": PROGRESS, ".mementod.yaml": 'core: ["src/"]\n'})
    return repo.commit("Begin", "2025-02-01").move("src/old.py", "src/new.py").commit("Move", "2025-03-01")


def answer(repo: Repo, command: str) -> dict[str, Any]:
    done = mementod(*command.split(), "--format", "json", *ASKED[command][0], folder=repo.root)
    data: dict[str, Any] = json.loads(done.stdout)
    return data


@pytest.mark.parametrize("command", ASKED)
def test_the_answer_is_a_document_of_its_schema(command: str, repo: Repo) -> None:
    data = answer(repo, command)
    first, _, second = command.partition(" ")
    assert data["schema"] in (f"mementod.{first}/1", f"mementod.{first}-{second}/1")
    assert ASKED[command][1] <= data.keys()


def test_each_command_that_gives_json_is_asked_here() -> None:
    context = click.Context(program)
    found = set()
    for top in COMMANDS:
        command = program.get_command(context, top)
        assert command
        for name, each in walk(top, command):
            found |= {name for option in each.params if option.name == "form"}
    assert found == ASKED.keys() | STREAMS


def test_a_start_has_the_parts_of_the_text(repo: Repo) -> None:
    text = mementod("boot", folder=repo.root).stdout
    parts = answer(repo, "boot")["parts"]
    assert "\n\n".join("\n".join((part["title"], *part["lines"])) for part in parts) == text.strip()


def test_a_hand_over_has_the_sections_and_what_it_lacks(repo: Repo) -> None:
    draft = answer(repo, "handoff")
    assert (draft["written"], bool(draft["lacks"])) == (None, True)
    assert any("src/old.py" in line or "Committed last" in line for line in draft["state"])


def test_what_was_restated_stands_beside_what_was_handed_over(repo: Repo) -> None:
    restated = {"goal": "Move it", "files": ["src/rows.py"], "next": "read src/rows.py"}
    assert answer(repo, "handoff check")["restated"] == restated


def test_repairs_are_told_and_written(repo: Repo) -> None:
    (row,) = answer(repo, "fix")["repairs"]
    assert (row["path"], row["edits"][0]["new"], "+Old code" in row["diff"]) == ("CLAUDE.md", "src/new.py", True)
    done = json.loads(mementod("fix", "--write", "--format", "json", folder=repo.root).stdout)
    assert done["written"] == ["CLAUDE.md"]
    assert "src/new.py" in (repo.root / "CLAUDE.md").read_text()


@pytest.mark.parametrize("command", ["progress show", "progress check"])
def test_a_progress_file_that_is_not_there_is_an_answer(command: str, repo: Repo) -> None:
    (repo.root / "PROGRESS.md").unlink()
    data = answer(repo, command)
    assert (data["progress"], data["exists"]) == ("PROGRESS.md", False)
    assert mementod(*command.split(), "--format", "json", folder=repo.root).returncode == 2
