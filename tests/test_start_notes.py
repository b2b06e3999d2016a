"""The start-up notes of a new `.agent/` folder, and whose session they belong to."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from mementod.continuity.session_context import (
    NAME,
    OURSELVES,
    SessionContext,
    advice,
    is_kept,
    read,
    remove,
    write,
)
from mementod_parsers.continuity.start_notes import LINES_LIMIT, Project, files, filled_in


def laid_out(root: Path, project: Project) -> None:
    for name, text in files(project).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755 if name.endswith(".sh") else 0o644)


@pytest.mark.parametrize(
    "project", [Project("x"), Project("x", [f"bin/{n}" for n in range(50)], ["a.py"], "make test")]
)
def test_notes_are_short_and_name_what_is_known(project: Project) -> None:
    for text in files(project).values():
        assert text.count("\n") <= LINES_LIMIT
    text = files(project)[".agent/init.d/01-navigation.md"]
    assert ("`make test`" in text) == bool(project.tests)
    assert ("<which command?>" in text) == (not project.tests)


def test_what_is_only_guessed_is_asked_until_somebody_looked_at_it() -> None:
    text = files(Project("x", ["src/main.py"], ["src/a.py", "src/b.py"], "make test"))[".agent/init.d/01-navigation.md"]
    question = next(line for line in text.splitlines() if line.startswith("- <check these"))
    assert text.index("## Core modules") < text.index(question) < text.index("- `src/a.py`")
    assert filled_in(text) == "# x\n## Entry points\n- `src/main.py`\n## How to test\n`make test`"
    told = text.replace("- `src/a.py`", "- `src/a.py`: the parser")
    assert "## Core modules\n- `src/a.py`: the parser\n## How" in filled_in(told)
    assert "- `src/b.py`" in filled_in(text.replace(f"{question}\n", ""))


def test_the_script_prints_the_notes_in_order_without_mementod(tmp_path: Path) -> None:
    laid_out(tmp_path, Project("x"))
    done = subprocess.run(
        [str(tmp_path / ".agent/run-init.sh")],
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    names = [line.rsplit("/", 1)[1] for line in done.stdout.splitlines() if line.startswith("--- ")]
    assert names == ["01-navigation.md", "02-principles.md", "03-progress.md", "04-decision-log.md"]
    assert "# Principles" in done.stdout


def test_the_edit_hook_stops_nothing_without_mementod(tmp_path: Path) -> None:
    laid_out(tmp_path, Project("x"))
    hook = [str(tmp_path / ".agent/hooks/pre-edit.sh"), "src/a.py"]
    assert subprocess.run(hook, env={"PATH": "/usr/bin:/bin"}, check=False).returncode == 0


def test_a_session_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / ".agent").mkdir()
    context = SessionContext("s1", "2026-03-01T10:00:00Z", "abc", "main", 2)
    write(tmp_path, context)
    assert read(tmp_path) == context
    assert (advice(1), "3 times" in (advice(3) or "")) == (None, True)


def test_the_session_before_is_told_apart_from_the_one_that_writes(tmp_path: Path) -> None:
    (tmp_path / ".agent").mkdir()
    first, second = SessionContext("s1", "t1", "abc", "main", 2), SessionContext("s2", "t2", "abc", "main")
    for context in (SessionContext(OURSELVES, "t0"), first):
        write(tmp_path, context)
    assert read(tmp_path) == first
    for compactions in (0, 1):
        write(tmp_path, replace(second, compactions=compactions))
        assert read(tmp_path) == replace(second, compactions=compactions, before=first)
    write(tmp_path, SessionContext("s3", "t3"))
    assert read(tmp_path) == SessionContext("s3", "t3", before=replace(second, compactions=1))


@pytest.mark.parametrize(
    ("files", "kept"),
    [
        ({}, False),
        ({".agent/plan.md": "# Another tool's\n"}, False),
        ({".agent/session.ctx": "{}"}, False),
        ({".agent/.gitignore": "session.ctx\n"}, True),
        ({".agent/session.ctx": "session: s\n"}, True),
    ],
)
def test_it_is_kept_only_where_it_was_laid_out(files: dict[str, str], kept: bool, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert is_kept(tmp_path) is kept
    remove(tmp_path)
    assert (tmp_path / NAME).exists() is (not kept and NAME in files)


def test_nothing_is_written_where_nobody_asked(tmp_path: Path) -> None:
    write(tmp_path, SessionContext("s", ""))
    (tmp_path / "real").mkdir()
    (tmp_path / ".agent").symlink_to("real")
    write(tmp_path, SessionContext("s", ""))
    assert list((tmp_path / "real").iterdir()) == []
    assert read(tmp_path) is None


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"compactions: many\n", b"no colon", b"x" * 10_000])
def test_a_damaged_file_is_no_failure(tmp_path: Path, data: bytes) -> None:
    (tmp_path / NAME).parent.mkdir()
    (tmp_path / NAME).write_bytes(data)
    found = read(tmp_path)
    assert found is None or found.compactions == 0
