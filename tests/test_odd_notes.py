"""What has the name of a note and cannot be read as one is said in a line, and nobody can vouch for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import unprivileged
from mementod import cli
from mementod.errors import UserError
from mementod.paths import Paths
from repos import Repo

NOTE = "See `src/a.py`.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"CLAUDE.md": NOTE, "src/a.py": "A = 1\n"}).commit()


def make(root: Path, name: str, what: str) -> None:
    """Put something that is no note where one would be."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    match what.split():
        case ["pipe"]:
            os.mkfifo(path)
        case ["folder"]:
            path.mkdir()
        case ["link", target]:
            path.symlink_to(target)


def said(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    cli.run(["-C", str(repo.root), "check", *argv], paths)
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith("note: ")]


@pytest.mark.parametrize("is_tracked", [False, True])
@pytest.mark.parametrize(
    ("name", "what", "why"),
    [
        ("GEMINI.md", "pipe", "is no regular file"),
        (".serena/memories/deep/a.md", "pipe", "is no regular file"),
        (".clinerules", "pipe", "is no regular file"),
        ("AGENTS.md", "folder", "is a folder"),
        ("AGENTS.md", "link src/b.py", "is a link that leads nowhere"),
        ("AGENTS.md", "link src", "is a folder"),
        (".claude/memory/a.md", "link a.md", "is a link that leads in circles"),
        (".cursor/rules/a.mdc", f"link {os.devnull}", "is no regular file"),
        ("AGENTS.md", "link /etc/hostname", "is a link out of the repository: name the file that it leads to"),
        ("pkg/AGENTS.md", "link nowhere", "is a link that leads nowhere"),
    ],
)
def test_it_is_said(
    name: str, what: str, why: str, is_tracked: bool, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    make(repo.root, name, what)
    if is_tracked:
        repo.commit()
    assert said(repo, paths, capsys) == [f"note: {name}: not judged: it {why}"]
    assert said(repo, paths, capsys, "CLAUDE.md") == []


def test_a_note_that_became_something_else_is_said_once(
    repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    (repo.root / "CLAUDE.md").unlink()
    make(repo.root, "CLAUDE.md", "pipe")
    assert len(said(repo, paths, capsys)) == 1


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("AGENTS.md", "link CLAUDE.md"),
        ("notes/AGENTS.txt", "pipe"),
        (".serena/memories/more.md.d", "folder"),
        (".serena/memories/a.png", "link nowhere"),
        (".clinerules", "link src"),
        ("memory/a.md", "link nowhere"),
    ],
)
def test_what_is_no_note_by_name_or_another_name_of_one_is_not(
    name: str, what: str, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    make(repo.root, name, what)
    repo.commit()
    assert said(repo, paths, capsys) == []


def test_a_link_to_a_file_that_is_no_note_by_its_own_name_makes_it_one(
    repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    repo.write({".agents/rules/base.md": "Never edit `src/gone.py`.\n", "src/gone.py": "x = 1\n"})
    for name in ("AGENTS.md", ".cursor/rules/base.mdc", ".github/copilot-instructions.md"):
        (repo.root / name).parent.mkdir(parents=True, exist_ok=True)
        (repo.root / name).symlink_to(repo.root / ".agents/rules/base.md")
    repo.commit()
    (repo.root / "src/gone.py").unlink()
    assert cli.run(["-C", str(repo.root), "check"], paths) == 1
    assert capsys.readouterr().out.count("\n    .agents/rules/base.md:1 ") == 1
    assert cli.run(["-C", str(repo.root), "engram"], paths) == 0
    assert "Never edit `src/gone.py`." in capsys.readouterr().out
    (repo.root / ".mementod.yaml").write_text("ignore: ['.agents/**']\n")
    assert cli.run(["-C", str(repo.root), "check"], paths) == 0


def test_what_is_not_judged_here_is_not_said(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    make(repo.root, "AGENTS.md", "pipe")
    (repo.root / ".mementod.yaml").write_text("ignore: [AGENTS.md]\n")
    assert said(repo, paths, capsys) == []


@pytest.mark.parametrize("names", [("CLAUDE.md", "GEMINI.md"), ("GEMINI.md",), (".",)])
@pytest.mark.parametrize(
    ("content", "why"),
    [(b"See `src/a.py`.\0\n", "not text: it holds NUL bytes"), (b"x" * 9_000_000, "larger than 8 MB")],
)
def test_nobody_vouches_for_what_cannot_be_read(
    content: bytes, why: str, names: tuple[str, ...], repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    repo.write({"GEMINI.md": content})
    with pytest.raises(UserError, match=why):
        cli.run(["-C", str(repo.root), "verify", *names], paths)
    assert "verified" not in capsys.readouterr().out
    cli.run(["-C", str(repo.root), "verify", "CLAUDE.md"], paths)
    assert capsys.readouterr().out == "1 citation verified in 1 note\n"


def test_nobody_vouches_for_what_only_git_can_read(repo: Repo) -> None:
    unprivileged.open_up(repo.root)
    (repo.root / "CLAUDE.md").chmod(0)
    code = unprivileged.DROP.replace(
        "import mementod.judging.engine", "import mementod.cli, mementod.commands.verify, mementod.judging.engine"
    )
    code += """
from mementod import cli
from mementod.errors import UserError
with mementod.paths.Paths.of(os.environ) as paths:
    try:
        cli.run(["verify", "CLAUDE.md"], paths)
    except UserError as error:
        print(error)
"""
    assert unprivileged.run_as_is(code, folder=repo.root).startswith("nothing was verified: CLAUDE.md: cannot be read")
