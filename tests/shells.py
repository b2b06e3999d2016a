"""Our command line in one repository, as an agent uses it: with options, or with a text on standard input."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper

import pytest

from mementod import cli
from mementod.paths import Paths
from repos import Repo


class Shell:
    def __init__(
        self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.repo, self._paths, self._capsys, self._monkeypatch = repo, paths, capsys, monkeypatch

    def run(self, *argv: str, stdin: str = "") -> tuple[int, str]:
        """The exit code and what is on standard output."""
        self._monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin.encode())))
        code = cli.run(["-C", str(self.repo.root), *argv], self._paths)
        return code, self._capsys.readouterr().out
