"""`engram revoke`: what is taken back, what is only shown, and what goes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode
from mementod.paths import Paths
from repos import Repo

SAID = ("Never edit `src/auth.py`.", "Never change `parse_it()`.", "不要修改 `src/parse.py`。")


class Desk:
    def __init__(self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo, self._paths, self._capsys = repo, paths, capsys

    def run(self, *argv: str) -> tuple[int, str]:
        code = cli.run(["-C", str(self.repo.root), *argv], self._paths)
        return code, self._capsys.readouterr().out

    def record(self) -> str:
        return self.run("engram")[1]


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    files = {"src/auth.py": "def check_it():\n    return 1\n", "src/parse.py": "def parse_it(text):\n    return text\n"}
    found = Desk(Repo(tmp_path / "repo").write(files).commit("Begin", "2025-02-01"), paths, capsys)
    for line in SAID:
        found.run("remember", line)
    found.run("engram")
    return found


def test_what_is_revoked_is_shown_once_and_then_no_more(desk: Desk) -> None:
    assert desk.run("engram", "revoke", "Never edit") == (ExitCode.FINE, f"revoked: {SAID[0]}\n")
    assert desk.run("engram", "revoke", "Never edit") == (ExitCode.FINDINGS, "")
    assert "Never edit" not in desk.record()
    assert SAID[2] in desk.record()


def test_several_statements_are_shown_before_they_are_revoked(desk: Desk) -> None:
    code, text = desk.run("engram", "revoke", "Never")
    assert (code, text.count("would be revoked: Never")) == (ExitCode.FINDINGS, 2)
    assert desk.record().count("Never") == 2
    code, text = desk.run("engram", "revoke", "Never", "--every")
    assert (code, text.count("revoked: Never")) == (ExitCode.FINE, 2)
    assert "Never" not in desk.record()


def test_the_whole_statement_means_itself_alone(desk: Desk) -> None:
    desk.run("remember", f"{SAID[1][:-1]} in a hurry.")
    desk.run("remember", SAID[1][:-1])
    desk.run("engram")
    assert desk.run("engram", "revoke", SAID[1][:-1]) == (ExitCode.FINE, f"revoked: {SAID[1][:-1]}\n")


def test_what_was_revoked_and_is_said_again_binds_again(desk: Desk) -> None:
    desk.run("engram", "revoke", SAID[0])
    desk.run("remember", SAID[0])
    assert SAID[0] in desk.record().splitlines()[1]


def test_a_name_goes_with_the_only_statement_that_named_it_and_comes_back_with_another(desk: Desk) -> None:
    assert "- src/auth.py" in desk.record()
    desk.run("engram", "revoke", SAID[0])
    assert "src/auth.py" not in desk.record()
    desk.run("remember", "look at `src/auth.py`")
    assert "- src/auth.py" in desk.record()
    desk.run("engram", "revoke", SAID[1])
    assert "- src/auth.py" in desk.record()


def test_a_name_that_another_line_of_the_log_holds_stays(desk: Desk) -> None:
    desk.run("remember", "`src/parse.py` was read")
    desk.run("engram", "revoke", SAID[2])
    assert "- src/parse.py" in desk.record()
