"""`tidy` from the command line: what it shows, and what it writes when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode
from mementod.paths import Paths
from mementod_parsers.continuity.tidying import KEPT_DONE
from repos import Repo

FACT = "# Cache\n\nThe cache keeps rows for an hour, because readers ask for the same rows again and again all day.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    done = "".join(f"- [x] a.py: did {n} because of {n}\n" for n in range(KEPT_DONE + 2))
    repo.write(
        {"memory/MEMORY.md": "# M\n\n- [Gone](gone.md)\n", "memory/cache.md": FACT, "PROGRESS.md": f"# P\n\n{done}"}
    )
    return repo.commit("Begin", "2025-02-01")


def test_nothing_is_written_without_being_asked(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["-C", str(repo.root), "tidy"], paths) == ExitCode.FINDINGS
    text = capsys.readouterr().out
    assert "+- [Cache](cache.md)" in text
    assert "-- [Gone](gone.md)" in text
    assert repo.git("status", "--porcelain") == ""


def test_the_safe_repairs_are_written_and_then_there_are_none(
    repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (repo.root / "PROGRESS.md").read_text()
    cli.run(["-C", str(repo.root), "tidy", "--write"], paths)
    assert (repo.root / "memory/MEMORY.md").read_text() == "# M\n\n- [Cache](cache.md)\n"
    kept, gone = ((repo.root / name).read_text() for name in ("PROGRESS.md", "PROGRESS-archive.md"))
    assert sorted((kept + gone).splitlines()) == sorted(before.splitlines())
    capsys.readouterr()
    assert cli.run(["-C", str(repo.root), "tidy"], paths) == ExitCode.FINE
    assert "0 findings" in capsys.readouterr().out


def test_a_move_alone_is_a_finding_too(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    repo.write({"memory/MEMORY.md": "# M\n\n- [Cache](cache.md)\n"}).commit("Tidy", "2025-02-02")
    assert cli.run(["-C", str(repo.root), "tidy"], paths) == ExitCode.FINDINGS
    said = capsys.readouterr().out
    assert "PROGRESS.md:3  finished-work: 2 older finished entries: may move to PROGRESS-archive.md" in said
    assert "1 finding." in said


CODE = "RETRIES_MAX = 1_000\nPORT: int = 8080  # of all\n# OLD_LIMIT = 5\nURL = 'http://x'\nlimit = 3\n"


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ("- RETRIES_MAX = 1000\n", 1),
        ("# Values\n\n`PORT: 8080` (of the server)\n", 3),
        ('1. **URL** = "http://x".\n', 1),
        ("RETRIES_MAX = 7\n", 0),  # another value: that is for `check`
        ("OLD_LIMIT = 5\n", 0),  # a comment sets nothing
        ("OTHER_LIMIT = 5\n", 0),
        ("limit = 3\n", 0),  # said of too many things
        ("Keep `PORT = 8080`, the proxy expects it.\n", 0),  # a sentence may bind
    ],
)
def test_a_value_that_the_code_holds_itself_is_a_copy(
    note: str, line: int, tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = Repo(tmp_path / "repo").write({"src/conf.py": CODE, "CLAUDE.md": note, "docs/OTHER.md": note}).commit()
    cli.run(["-C", str(repo.root), "tidy"], paths)
    place = f"CLAUDE.md:{line}  copy-of-code: "
    found = [text for text in capsys.readouterr().out.splitlines() if "copy-of-code" in text]
    assert [text.startswith(place) and "src/conf.py" in text for text in found] == [True] * bool(line)


def test_copied_values_are_told_once_a_note(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    repo = Repo(tmp_path / "repo").write({"src/conf.py": CODE, "CLAUDE.md": "PORT = 8080\nRETRIES_MAX = 1000\n"})
    cli.run(["-C", str(repo.commit().root), "tidy"], paths)
    assert "and 1 more such line: name" in capsys.readouterr().out


def test_one_finding_is_one_finding(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    repo = Repo(tmp_path / "repo").write({"CLAUDE.md": "# A\n\nsee [[nowhere]]\n"}).commit("Begin", "2025-02-01")
    cli.run(["-C", str(repo.root), "tidy"], paths)
    assert capsys.readouterr().out.splitlines()[1] == "1 note, 1 finding."
