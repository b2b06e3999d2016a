"""Two decisions on one problem: the later one stands, and the older one is shown as superseded."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooked import call, claude, context
from mementod import cli
from mementod.paths import Paths
from mementod_parsers.decisions.decision_parts import option
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import parse_decisions
from repos import Repo

Made = tuple[str, str, str, str]  # problem, chosen, rejected, date
CACHE = "Where do the rows of the store go?"


def log(*made: Made) -> str:
    parts = (
        f"## {chosen} {number} ({date})\n\n- Problem: {problem}\n- Chosen: {chosen}\n- Rejected: {rejected}\n"
        for number, (problem, chosen, rejected, date) in enumerate(made)
    )
    return "\n".join(["# Decisions\n", *parts])


@pytest.mark.parametrize(
    ("made", "over"),
    [
        ([(CACHE, "sqlite", "redis: a server", "2026-01-01"), (CACHE, "redis", "sqlite: one host", "2026-01-02")], [0]),
        ([(CACHE, "sqlite", "redis: a server", "2026-01-02"), (CACHE, "redis", "sqlite: one host", "2026-01-01")], [1]),
        ([(CACHE, "sqlite", "redis: a server", "2026-01-01"), (CACHE, "files", "x: y", "2026-01-01")], [0]),
        ([("Cache", "sqlite", "redis: a server", "2026-01-01"), ("cache", "redis", "files: slow", "2026-01-02")], [0]),
        ([("Errors", "types", "codes: old", "2026-01-01"), ("Errors", "logs", "prints: lost", "2026-01-02")], []),
        ([(CACHE, "sqlite", "redis: a server", "2026-01-01"), (CACHE, "sqlite", "x: y", "2026-01-02")], []),
        ([(CACHE, "sqlite", "redis: a server", "2026-01-01"), (f"{CACHE} All?", "redis", "x: y", "2026-01-02")], []),
    ],
)
def test_the_later_one_on_one_problem_stands(made: list[Made], over: list[int]) -> None:
    found = parse_decisions(log(*made))
    assert [at for at, each in enumerate(found) if each.state is State.SUPERSEDED] == over
    assert all(found[at].successor == found[1 - at].chosen for at in over)


def test_the_older_one_is_shown_as_superseded_before_an_edit_and_at_the_start(
    tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"src/a.py": "def load_rows():\n    return 1\n", "DECISIONS.md": "# Decisions\n"}
    repo = Repo(tmp_path / "repo").write(files).commit("Begin", "2025-02-01")

    def run(*argv: str) -> str:
        assert cli.run(["-C", str(repo.root), *argv], paths) == 0
        return capsys.readouterr().out

    told = ("decide", "--problem", "store for `load_rows`")
    run(*told, "--chosen", "sqlite", "--why", "no server", "--rejected", "redis:needs a server")
    run(*told, "--chosen", "redis", "--why", "many hosts", "--rejected", "sqlite:one host only")
    assert "redis (why: many hosts); not sqlite: one host only; superseded: sqlite" in run("boot")
    fields = {"file_path": str(repo.root / "src/a.py"), "old_string": "def load_rows", "new_string": ""}
    told_before = context(claude(call(repo.root, tool_name="Edit", tool_input=fields)))
    newer = told_before.index("- decided: redis; rejected: sqlite: one host only")
    assert newer < told_before.index(
        "- superseded: decided: sqlite; rejected: redis: needs a server; in its place: redis"
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Redis for `load_rows`: it needs a server", "Redis for `load_rows`"),
        ("Redis for `load_rows`", "Redis for `load_rows`"),
        ("`Redis`: it needs a server", "Redis"),
        ("`a` or `b`", "`a` or `b`"),
        ("**Redis**", "Redis"),
    ],
)
def test_a_name_in_an_option_keeps_its_backticks(text: str, name: str) -> None:
    assert option(text).name == name
