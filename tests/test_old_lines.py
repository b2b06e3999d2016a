"""Which notes held a line at any time, with its mark or without."""

from __future__ import annotations

from pathlib import Path

from mementod.judging.old_lines import OldLines
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from repos import Repo

LINE = "- the parser is in `src/parser.py`"


def test_who_held_a_line_before(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write({"CLAUDE.md": f"# A\n\n  {LINE}\n", "src/x.py": LINE}).commit()
    repo.write({"AGENTS.md": f"{LINE}\n"}).commit()
    repo.write({"CLAUDE.md": "# A\n"}).commit()
    repo.write({"GEMINI.md": f"{LINE}\n"}).commit()

    with Objects(Git(repo.root)) as objects, Cache(tmp_path / "cache.db") as cache:
        history = History(cache, Git(repo.root), repo.head)
        lines = OldLines(history, objects, frozenset({LINE, "another line of a note"}))

        assert lines.holders(LINE, "GEMINI.md", 0) == ["AGENTS.md", "CLAUDE.md"], "the latest first"
        assert lines.holders(LINE, "AGENTS.md", 2) == ["CLAUDE.md"]
        assert lines.holders(LINE, "CLAUDE.md", 3) == []
        assert lines.holders("another line of a note", "GEMINI.md", 0) == []
