"""`decide` writes into the log that is there, in its form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from mementod_parsers.decisions.decisions import parse_decisions
from repos import Repo

SAID = ("--problem", "where to keep sessions", "--options", "redis, sqlite", "--chosen", "keep them in sqlite")
WHY = ("--why", "there is no server to run", "--rejected", "redis:needs a server")
LOGS = {
    "DECISIONS.md": "# Decisions\n\n## 2025-01-01: use JSON\n\n- Why: people read it\n- Rejected: XML: nobody does\n",
    "memory-bank/decisionLog.md": "# Log\n\n| Date | Decision | Why | Rejected |\n| --- | --- | --- | --- |\n"
    "| 2025-01-01 | use JSON | people read it | XML: nobody reads it |\n",
    ".agent/init.d/04-decision-log.md": "# 决策\n\n## 2025-01-01 使用 JSON\n\n- 理由：大家都能读\n"
    "- 否决：XML：没人读\n",
}


def decide(repo: Repo, paths: Paths, *argv: str) -> int:
    return cli.run(["-C", str(repo.root), "decide", *argv], paths)


@pytest.mark.parametrize("path", LOGS)
def test_a_decision_is_written_into_the_log_that_is_there(
    tmp_path: Path, paths: Paths, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = Repo(tmp_path / "repo").write({path: LOGS[path]}).commit()
    assert decide(repo, paths, *SAID, *WHY) == ExitCode.FINE
    text = (repo.root / path).read_text()
    assert all(line in text.splitlines() for line in LOGS[path].splitlines())
    old, new = parse_decisions(text)[0], parse_decisions(text)[-1]
    assert ("JSON" in old.chosen + old.title, "sqlite" in new.chosen + new.title) == (True, True)
    assert new.why == "there is no server to run"
    assert [(each.name, each.why) for each in new.rejected] == [("redis", "needs a server")]
    assert capsys.readouterr().out.startswith(f"{path}:")


def test_the_first_decision_makes_the_log(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": ""}).commit()
    decide(repo, paths, *SAID, *WHY)
    assert len(parse_decisions((repo.root / "DECISIONS.md").read_text())) == 1


@pytest.mark.parametrize(
    ("names", "following"),
    [
        (
            ["backlog/decisions/decision-2 - two.md", "backlog/decisions/decision-10 - ten.md", "docs/api.md"],
            "backlog/decisions/decision-11 - keep-them-in-sqlite.md",
        ),
        (
            ["docs/adr/0001-a.md", "docs/adr/0002-b.md", "docs/adr/template.md"],
            "docs/adr/0003-keep-them-in-sqlite.md",
        ),
        (["decisions/README.md", "decisions/ADR-007-x.md"], "decisions/ADR-008-keep-them-in-sqlite.md"),
        (
            ["packages/a/docs/adr/0009-a.md", "doc/architecture/decisions/0001-b.md"],
            "doc/architecture/decisions/0002-keep-them-in-sqlite.md",
        ),
    ],
)
def test_where_each_decision_is_a_file_the_next_one_is_written(
    tmp_path: Path, paths: Paths, names: list[str], following: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "---\nid: 1\n---\n\n## Context\n\nText.\n\n## Decision\n\nUse JSON.\n"
    repo = Repo(tmp_path / "repo").write(dict.fromkeys(names, text)).commit()
    assert decide(repo, paths, *SAID, *WHY) == ExitCode.FINE
    assert repo.git("-c", "core.quotePath=false", "ls-files", "-o", "-z").strip("\0") == following
    (found,) = parse_decisions((repo.root / following).read_text())
    assert (found.chosen, found.why, found.rejected) == (SAID[-1], WHY[1], (("redis", "needs a server"),))
    assert capsys.readouterr().out.startswith(f"{following}: decision added")
    with pytest.raises(UserError, match="already"):
        decide(repo, paths, *SAID, *WHY)
    assert decide(repo, paths, "--problem", "which log", "--chosen", "none", *WHY[:2]) == ExitCode.FINE
    assert len(repo.git("ls-files", "-o", "-z").split("\0")) == 3


def test_a_decision_never_leaves_the_repository_by_a_link(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"docs/adr/0001-a.md": "# 1. A\n\n## Decision\n\nUse JSON.\n"}).commit()
    (repo.root / "docs").rename(tmp_path / "docs")
    (repo.root / "docs").symlink_to(tmp_path / "docs")
    with pytest.raises(UserError, match="link out of the repository"):
        decide(repo, paths, *SAID, *WHY)
    assert len(list((tmp_path / "docs/adr").iterdir())) == 1


def test_that_all_of_them_were_deleted_is_said(tmp_path: Path, paths: Paths) -> None:
    text = "# 1. A\n\n## Decision\n\nUse JSON.\n"
    repo = Repo(tmp_path / "repo").write({"docs/adr/0001-a.md": text, "docs/adr/README.md": "x\n"}).commit()
    (repo.root / "docs/adr/0001-a.md").unlink()  # and git still knows it
    with pytest.raises(UserError, match=r"docs/adr/0001-a\.md is gone"):
        decide(repo, paths, *SAID, *WHY)
    assert [path.name for path in (repo.root / "docs/adr").iterdir()] == ["README.md"]


DECIDES = """
import os, sys
from mementod import cli
from mementod.paths import Paths
for n in range(4):
    what = f"{sys.argv[2]}{n}"
    said = ["--problem", f"where {what} goes", "--chosen", f"keep {what} in sqlite", "--why", f"no server for {what}"]
    assert cli.run(["-C", sys.argv[1], "decide", *said], Paths.of(os.environ)) == 0
    more = ["--what", f"keep all of {what} in sqlite", "--why", f"there is no server for {what}"]
    assert cli.run(["-C", sys.argv[1], "progress", "add", "--file", "a.py", *more], Paths.of(os.environ)) == 0
"""


@pytest.mark.parametrize("log", ["DECISIONS.md", "docs/adr/0001-json.md"])
def test_who_decide_at_once_lose_nothing(tmp_path: Path, paths: Paths, log: str) -> None:
    repo = Repo(tmp_path / "repo").write({log: "# 1. JSON\n\n## Decision\n\nUse JSON.\n", "a.py": ""}).commit()
    command = [sys.executable, "-c", DECIDES, str(repo.root)]
    names = ("one", "two", "six")
    every = [subprocess.Popen([*command, name], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for name in names]
    said = [process.communicate(timeout=60)[1] for process in every]
    assert [process.returncode for process in every] == [0, 0, 0], said
    wanted = {f"{name}{number}" for name in names for number in range(4)}
    logs = "\n".join(path.read_text() for path in repo.root.glob(f"{log.rpartition('/')[0] or '.'}/*.md"))
    entries = (repo.root / "PROGRESS.md").read_text()
    assert {each for each in wanted if f"no server for {each}" not in logs} == set()
    assert {each for each in wanted if f"no server for {each}" not in entries} == set()
    if log.startswith("docs"):
        numbers = sorted(path.name[:4] for path in (repo.root / "docs/adr").iterdir())
        assert numbers == [f"{number:04}" for number in range(1, 14)]


@pytest.mark.parametrize("name", ["decisions/engine.md", "src/decisions/tree-1.md.txt", "node_modules/x/adr/0001-a.md"])
def test_a_folder_that_only_sounds_so_keeps_no_log_from_being_begun(tmp_path: Path, paths: Paths, name: str) -> None:
    repo = Repo(tmp_path / "repo").write({name: "# Text\n"}).commit()
    assert decide(repo, paths, *SAID, *WHY) == ExitCode.FINE
    assert (repo.root / "DECISIONS.md").exists()


@pytest.mark.parametrize(
    "argv",
    [
        (*SAID, "--why", " "),
        (*SAID, "--why", "x" * 2_000),
        (*SAID, *WHY, "--rejected", "no reason"),
    ],
)
def test_too_little_or_too_much_is_refused_and_nothing_written(
    tmp_path: Path, paths: Paths, argv: tuple[str, ...]
) -> None:
    repo = Repo(tmp_path / "repo").write({"DECISIONS.md": LOGS["DECISIONS.md"]}).commit()
    with pytest.raises(UserError):
        decide(repo, paths, *argv)
    assert (repo.root / "DECISIONS.md").read_text() == LOGS["DECISIONS.md"]


@pytest.mark.parametrize("log", ["", *LOGS.values()])
@pytest.mark.parametrize("chosen", ["src/log.py", "`src/log.py`", "2026-01-01"])
def test_a_path_may_be_chosen_and_twice_is_still_said(tmp_path: Path, paths: Paths, log: str, chosen: str) -> None:
    repo = Repo(tmp_path / "repo").write({"DECISIONS.md": log}).commit()
    said = ("--problem", "where to log", "--chosen", chosen, "--why", "it has the handler")
    assert decide(repo, paths, *said, "--rejected", "src/x.py:nobody reads it") == ExitCode.FINE
    with pytest.raises(UserError, match=r"in the log already"):
        decide(repo, paths, *said, "--rejected", "src/x.py:nobody reads it")
    other = ("--problem", "where to log", "--chosen", "src/other.py", "--why", "it has the handler")
    assert decide(repo, paths, *other) == ExitCode.FINE


def test_a_rejected_option_may_be_written_with_a_wide_colon(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": ""}).commit()
    decide(repo, paths, "--problem", "怎么通知", "--chosen", "推送", "--why", "省电", "--rejected", "轮询：耗电")
    (found,) = parse_decisions((repo.root / "DECISIONS.md").read_text())
    assert [(each.name, each.why) for each in found.rejected] == [("轮询", "耗电")]


def test_the_same_decision_twice_is_refused(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": ""}).commit()
    decide(repo, paths, *SAID, *WHY)
    with pytest.raises(UserError, match="in the log already"):
        decide(repo, paths, *SAID, *WHY)
