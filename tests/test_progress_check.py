"""Where a progress file and the code disagree, and that a start says the same as `mementod progress check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemons import mementod
from hooked import asked
from mementod.hooks.hook_digest import digest
from mementod.paths import Paths
from repos import Repo

CODE = "".join(f"def step_{n}():\n    return {n}\n" for n in range(12))
NAMES = ("src/a.py", "src/b.py", "src/c.py", "src/d.py", "src/e.py")


def ask(repo: Repo, *args: str) -> str:
    done = mementod(*args, folder=repo.root)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def findings(repo: Repo) -> list[tuple[str, int | None, str, str]]:
    rows = json.loads(ask(repo, "progress", "check", "--format", "json"))["findings"]
    return [(row["problem"], row["line"], row["path"], row["says"]) for row in rows]


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({name: f"# {name}\n{CODE}" for name in NAMES}).commit("first")


def write(repo: Repo, *lines: str) -> Repo:
    return repo.write({"PROGRESS.md": "# P\n\n" + "\n".join(lines) + "\n"}).commit("progress")


def move(repo: Repo, old: str, new: str) -> str:
    text = (repo.root / old).read_text(encoding="utf-8")
    repo.write({new: text.replace("return 3", "return 33")}).remove(old)
    return repo.commit(f"move {old}").head[:7]


def test_a_renamed_file_is_said_with_its_new_name(repo: Repo) -> None:
    write(repo, "- src/a.py: send a push because users poll", "- [ ] src/b.py: read twice because disks lie")
    first = move(repo, "src/a.py", "src/core/x.py")
    move(repo, "src/core/x.py", "src/core/y.py")
    second = repo.remove("src/b.py").commit("gone").head[:7]
    assert findings(repo) == [
        ("gone", 3, "src/a.py", f"renamed to src/core/y.py in {first}"),
        ("gone", 4, "src/b.py", f"removed in {second}, and the entry is still open"),
    ]


def test_an_open_entry_is_wrong_however_often_the_file_was_written_since(repo: Repo) -> None:
    lines = "- [ ] src/a.py, src/b.py: send a push because users poll", "- src/c.py: cache rows because reads are slow"
    write(repo, *lines)
    when = move(repo, "src/a.py", "src/x.py")
    move(repo, "src/c.py", "src/z.py")
    write(repo, *lines, "- src/d.py: drop it because it is old")
    assert findings(repo) == [("gone", 3, "src/a.py", f"renamed to src/x.py in {when}, and the entry is still open")]


@pytest.mark.parametrize(
    "line",
    [
        "- src/a.py: removed because nobody called it",
        "- `src/a.py`：删除，因为没有人调用它",
        "- [ ] src/a.py is src/x.py because its name says nothing",
        "- [ ] src/new.py: begin the cache because reads are slow",
    ],
)
def test_what_an_entry_knows_is_no_finding(repo: Repo, line: str) -> None:
    write(repo, line)
    move(repo, "src/a.py", "src/x.py")
    assert "gone" not in [found[0] for found in findings(repo)]


def test_what_is_done_may_name_what_is_gone(repo: Repo) -> None:
    write(repo, *(f"- [x] {name}: read twice because disks lie" for name in NAMES[:3]))
    repo.remove("src/a.py").commit("gone")
    repo.write({"src/b.py": "changed"}).commit("changed")
    move(repo, "src/c.py", "src/x.py")
    assert [(found[0], found[3].partition(" since ")[0], found[3].partition(": ")[2]) for found in findings(repo)] == [
        ("touched", "of the files it names, removed", "src/a.py"),
        ("touched", "of the files it names, renamed", "src/c.py to src/x.py"),
        ("touched", "of the files it names, changed", "src/b.py"),
    ]
    assert ask(repo, "progress", "check").endswith("3 entries checked, 0 findings, 3 remarks\n")


def test_a_note_that_was_changed_leaves_no_entry_behind(repo: Repo) -> None:
    write(repo, "- see CLAUDE.md for the rules because they are long", "- src/a.py: send a push because users poll")
    repo.write({"CLAUDE.md": "# Rules\n"}).commit("rules")
    assert findings(repo) == []
    repo.write({"src/a.py": "changed"}).commit("changed")
    assert [found[3].partition(": ")[2] for found in findings(repo)] == ["src/a.py"]


def test_open_work_that_nobody_began_is_no_finding(repo: Repo) -> None:
    write(repo, "- [ ] src/a.py: send a push because users poll", "- [ ] src/b.py: read twice because disks lie")
    repo.write({"src/b.py": "changed"}).commit("changed")
    assert [found[:3] for found in findings(repo) if found[0] == "behind"] == [("behind", 4, "src/b.py")]


def test_an_entry_that_is_not_committed_is_behind_nothing(repo: Repo) -> None:
    write(repo, "- src/a.py: send a push because users poll")
    repo.write({"src/b.py": "changed"}).commit("changed")
    repo.write({"PROGRESS.md": "# P\n\n- src/b.py: read twice because disks lie\n"})
    assert findings(repo) == []


def test_a_start_says_what_the_check_finds(repo: Repo) -> None:
    write(
        repo,
        "- src/a.py: send a push because users poll",
        "- [ ] src/b.py: read twice because disks lie",
        "- src/c.py: cache rows because reads are slow",
        "- src/never/was.py: cache rows because reads are slow",
    )
    move(repo, "src/a.py", "src/x.py")
    repo.write({"src/b.py": "1", "src/c.py": "2"}).commit("changed")
    found = findings(repo)
    assert {each[0] for each in found} == {"gone", "behind", "not-there", "touched"}
    told = ask(repo, "boot").partition("The progress file is behind the code.")[2].partition("\n\n")[0]
    lines = [line for line in told.splitlines() if line.startswith("- ")]
    assert len(lines) == len(found)
    for line, (_, number, path, says) in zip(lines, found, strict=True):
        assert line == f"- {f'PROGRESS.md:{number} ' if number else ''}{path}: {says}"


def test_a_session_begins_with_what_is_wrong_and_no_remark(repo: Repo, paths: Paths) -> None:
    write(repo, "- [ ] src/b.py: read twice because disks lie", "- src/c.py: cache rows because reads are slow")
    repo.write({"src/c.py": "2", ".mementod.yaml": "{}"}).remove("src/b.py").commit("changed")
    assert {each[0] for each in findings(repo)} == {"gone", "touched"}
    told = digest(asked(repo.root, paths), None)
    assert [line for line in told.splitlines() if line.startswith("- ")] == [
        f"- PROGRESS.md:3: src/b.py: removed in {repo.head[:7]}, and the entry is still open"
    ]


def test_what_check_finds_in_a_progress_file_that_is_a_note_is_found(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": CODE, "src/b.py": f"# b\n{CODE}"}).commit("first")
    text = "# P\n\n## Works\n- `src/a.py` sends a push\n\n## In progress\n- `src/b.py`: read twice because disks lie\n"
    repo.write({"memory-bank/progress.md": text}).commit("progress")
    first, second = move(repo, "src/a.py", "src/x.py"), move(repo, "src/b.py", "src/y.py")
    repo.write({"memory-bank/progress.md": f"{text}\n## Notes\nBe kind.\n"}).commit("notes")
    found = findings(repo)
    assert [each[:3] for each in found] == [("gone", 4, "src/a.py"), ("gone", 7, "src/b.py")]
    assert found[1][3] == f"renamed to src/y.py in {second}, and the entry is still open"
    assert found[0][3].startswith(f"renamed in {first}")
    told = ask(repo, "boot").partition("The progress file is behind the code.")[2].partition("\n\n")[0]
    assert "src/x.py" in told
    assert "src/y.py" in told


@pytest.mark.parametrize(
    ("before", "after", "is_behind"),
    [
        (("- [ ] src/a.py: send a push because users poll",), (), True),
        ((), ("- [ ] src/a.py: send a push because users poll",), False),  # written with it: what is still to be done
        (
            ("- [x] src/a.py: send a push because users poll",),
            ("- [ ] src/a.py: send a push because users poll",),
            False,
        ),
        (
            ("- [ ] src/a.py: send a push because users poll",),
            ("- [ ] src/a.py: send it twice because disks lie",),
            False,
        ),
        (("- [ ] src/e.py: send a push because users poll",), (), False),
        (("- [ ] src/a.py, src/e.py: send a push because users poll",), (), False),  # the other one is left
        (("- [ ] PROGRESS.md: send a push because users poll",), (), False),
    ],
)
def test_work_that_is_committed_with_the_progress_file_is_behind_at_once(
    repo: Repo, before: tuple[str, ...], after: tuple[str, ...], is_behind: bool
) -> None:
    write(repo, *before, "- [ ] src/b.py: read twice because disks lie")
    repo.write({"src/a.py": "changed"})
    write(
        repo,
        *(after or before),
        "- [ ] src/b.py: read twice because disks lie",
        "- [x] src/c.py: cache rows because reads are slow",
    )
    assert [found[:3] for found in findings(repo)] == ([("behind", 3, "src/a.py")] if is_behind else [])
    repo.write({"src/a.py": "changed again"})
    assert findings(repo) == []  # there is something of it to commit
