"""A constraint on a name that is called otherwise today is put before the edit of what it became, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooked import call, claude, context
from mementod import cli
from mementod.paths import Paths
from mementod_parsers.continuity.called import as_called, called, renamed
from mementod_parsers.continuity.record import Class, Item
from repos import Repo

STORE = "def read_old(text):\n    lines = text.splitlines()\n    return [line.strip() for line in lines if line]\n"
RULE = "Never change `read_old()` without asking."


@pytest.mark.parametrize("told", ["before", "after"])
def test_it_comes_before_the_edit_of_the_new_name(tmp_path: Path, paths: Paths, told: str) -> None:
    repo = (
        Repo(tmp_path / "repo").write({"src/store.py": STORE, "src/other.py": "x = 1\n"}).commit("Begin", "2025-02-01")
    )

    def run(*argv: str) -> None:
        assert cli.run(["-C", str(repo.root), *argv], paths) == 0

    def edits(old: str) -> str:
        fields = {"file_path": str(repo.root / "src/other.py"), "old_string": old, "new_string": ""}
        return context(claude(call(repo.root, tool_name="Edit", tool_input=fields)))

    if told == "before":
        run("remember", RULE)
        run("engram")
    repo.write({"src/store.py": STORE.replace("read_old", "read_new")}).commit("Rename", "2025-03-01")
    if told == "after":
        run("remember", RULE)
    run("engram")
    assert RULE not in edits("x = 1")
    text = edits("x = read_new(y)")
    assert RULE in text
    assert "`read_old` is `read_new` today" in text


def test_what_a_name_is_called_today() -> None:
    record = [
        Item(Class.GONE, "src/auth.py", "user", "", None, "src/login.py"),
        Item(Class.GONE, "read_old", "user", "", None, "src/store.py:Store.read_new"),
        Item(Class.IDENTIFIERS, "conect", "user", "", None, "connect"),
        Item(Class.IDENTIFIERS, "parse_it", "user", ""),
        Item(Class.GONE, "away", "user", ""),
    ]
    found = called("Leave src/auth.py, read_old, conect, parse_it and away alone.", renamed(record))
    assert [one.ways for one in found] == [
        ("src/login.py", "login.py"),
        ("Store.read_new", "read_new"),
        ("connect",),
    ]
    assert called("read_older", renamed(record)) == ()
    assert as_called(found[:1]) == " (`src/auth.py` is `src/login.py` today)"
    assert as_called(()) == ""
