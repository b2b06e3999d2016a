"""A name that very many files hold: what defines it is found where the note says, and is not called gone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode
from mementod.parsing.table import PARSED_PER_NAME
from mementod.paths import Paths
from repos import Repo

CLIENT = "class Client:\n    def search(self):\n        return self.find(1)\n"
OTHER = "class Gone:\n    def search(self):\n        return 2\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """More files than are parsed for one name, all named like it, and one that defines it."""
    repo = Repo(tmp_path / "repo")
    repo.write({f"search/search_{n}.py": f"x = search({n})\n" for n in range(PARSED_PER_NAME + 20)})
    repo.write(
        {"deep/down/client.py": CLIENT, "deep/down/other.py": "class Gone:\n    def search(self):\n        return 2\n"}
    )
    repo.write({"CLAUDE.md": "`Client.search` is in `deep/down/client.py`, `Gone.search` in `deep/down/other.py`.\n"})
    repo.commit("Begin", "2025-02-01")
    repo.write({"deep/down/other.py": "class Gone:\n    pass\n"})
    return repo.commit("Remove one", "2025-03-01")


def test_what_is_still_defined_is_not_called_gone(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["-C", str(repo.root), "check", "--format", "json"], paths)
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    verdicts = {found["text"]: found["verdict"] for found in note["citations"] if found["kind"] == "symbol"}
    assert verdicts["Client.search"] == "ok"
    assert verdicts["Gone.search"] != "ok"


def test_it_is_found_by_its_name(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["-C", str(repo.root), "symbols", "Client.search"], paths) == ExitCode.FINE
    assert capsys.readouterr().out.startswith("deep/down/client.py:2")
