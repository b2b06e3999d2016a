"""`mementod progress add, show, check` in real repositories."""

from __future__ import annotations

import json
import stat
import subprocess
from pathlib import Path

import pytest

from daemons import mementod
from gate_repos import ENTRY, ask_edit, core_repo
from mementod_hooks.gate_model import Action
from repos import Repo

SAID = ("--what", "rename x to count", "--why", "nobody knows what x is")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def progress(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return mementod("progress", *args, folder=folder)


def add(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    return progress(folder, "add", *(word for name in names for word in ("--file", name)), *SAID)


def test_what_a_denial_asks_for_satisfies_the_gate(repo: Repo) -> None:
    assert ask_edit(repo).action is Action.DENY
    done = add(repo.root / "src", "core/a.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "PROGRESS.md:3: entry added for src/core/a.py\n"
    assert ask_edit(repo).action is Action.ALLOW
    text = (repo.root / "PROGRESS.md").read_text(encoding="utf-8")
    assert text.startswith("# P\n\n## ")
    assert "- Files: `src/core/a.py`\n" in text


def test_every_other_byte_and_the_mode_stay(repo: Repo) -> None:
    before = b"\xef\xbb\xbf# P\r\n\r\n- src/b.py: drop it because it is old\r\n\r\nend \t \r\n\r\n"
    file = repo.root / "PROGRESS.md"
    file.write_bytes(before)
    file.chmod(0o640)
    assert add(repo.root, "src/core/a.py").returncode == 0
    after = file.read_bytes()
    head, tail = before[: before.index(b"\r\n\r\nend")], before[before.index(b"\r\nend") :]
    assert after.startswith(head + b"\r\n- `src/core/a.py`: rename x to count; why: ")
    assert after.endswith(tail)
    assert b"\n" not in after.replace(b"\r\n", b"")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(path.name for path in repo.root.iterdir()) == [".git", ".mementod.yaml", "PROGRESS.md", "src"]


@pytest.mark.parametrize(
    ("folder", "path"),
    [("", "PROGRESS.md"), (".agent", ".agent/init.d/03-progress.md"), ("memory-bank", "memory-bank/progress.md")],
)
def test_a_file_is_made_where_the_memory_is(tmp_path: Path, folder: str, path: str) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "1", f"{folder or 'docs'}/x.txt": "x"}).commit("first")
    assert add(repo.root, "src/a.py").returncode == 0
    assert (repo.root / path).read_text(encoding="utf-8").startswith("# Progress\n\n## ")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--file", "src/no.py", *SAID), "src/no.py: no such file"),
        (("--file", "../else.py", *SAID), "../else.py: no such file"),
        (("--file", "src/b.py", "--what", "fix", "--why", "it crashed"), "--what 'fix' says too little"),
        (("--file", "src/b.py", "--what", "rename x", "--why", "..."), "--why '...' says too little"),
        (("--file", "src/b.py", "--what", "rename x", "--why", "why " * 500), "--why is longer than 1,000"),
        (("--what", "rename x", "--why", "it crashed"), "--file"),
    ],
)
def test_what_is_refused(repo: Repo, args: tuple[str, ...], says: str) -> None:
    done = progress(repo.root, "add", *args)
    assert done.returncode == 2
    assert says in done.stderr
    assert (repo.root / "PROGRESS.md").read_text(encoding="utf-8") == "# P\n"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"# \xff\n", "line 1: not UTF-8"),
        (b"# P\n<<<<<<< a\n=======\n>>>>>>> b\n", "conflict markers"),
        (b"\x00", "is no text"),
        (b"x\n" * 1_100_000, "is larger than"),
        (b"```\n", "no entry that counts"),
    ],
)
def test_files_that_are_left_alone(repo: Repo, data: bytes, says: str) -> None:
    repo.write({"PROGRESS.md": data})
    done = add(repo.root, "src/b.py")
    assert done.returncode == 2
    assert says in done.stderr
    assert (repo.root / "PROGRESS.md").read_bytes() == data


def test_a_link_out_of_the_repository_is_not_written_to(repo: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("# Outside\n", encoding="utf-8")
    (repo.root / "PROGRESS.md").unlink()
    (repo.root / "PROGRESS.md").symlink_to(outside)
    assert add(repo.root, "src/b.py").returncode == 2
    repo.write({".mementod.yaml": f"progress: {outside}\n"})
    assert add(repo.root, "src/b.py").returncode == 2
    assert outside.read_text(encoding="utf-8") == "# Outside\n"


def test_several_files_folders_globs_and_removed_ones(repo: Repo) -> None:
    (repo.root / "src/b.py").unlink()
    assert add(repo.root, "src/core", "src/**/a.py", "src/b.py").returncode == 0
    assert "`src/core/`, `src/**/a.py`, `src/b.py`" in (repo.root / "PROGRESS.md").read_text(encoding="utf-8")


def test_words_of_several_lines_become_one(repo: Repo) -> None:
    done = progress(repo.root, "add", "--file", "src/b.py", "--what", "rename\n## x\x1b[31m", "--why", "it is\n- bad")
    assert done.returncode == 0
    assert "What: rename ## x [31m\n" in (repo.root / "PROGRESS.md").read_text(encoding="utf-8")


def test_entries_that_count_and_open_ones_are_shown(repo: Repo) -> None:
    repo.write({"PROGRESS.md": f"{ENTRY}- [x] src/b.py: tidy\n{ENTRY}- [ ] src/b.py: tidy\n- src/b.py\n"})
    done = progress(repo.root, "show")
    assert done.stdout.splitlines() == [
        "PROGRESS.md:1  src/core/a.py: rename x because it is short  (src/core/a.py)",
        "PROGRESS.md:4  [open] src/b.py: tidy  (src/b.py; does not count: short-why)",
        "PROGRESS.md: 3 more do not count: 1 short-why, 1 copied, 1 short-what (--format json lists them)",
    ]
    one = progress(repo.root, "show", "--file", "src/b.py")
    assert one.stdout.splitlines() == [
        "PROGRESS.md:2  [done] src/b.py: tidy  (src/b.py; does not count: short-why)",
        "PROGRESS.md:4  [open] src/b.py: tidy  (src/b.py; does not count: short-why)",
        "PROGRESS.md:5  src/b.py  (src/b.py; does not count: short-what)",
    ]
    data = json.loads(progress(repo.root, "show", "--file", "src/b.py", "--format", "json").stdout)
    assert data["schema"] == "mementod.progress/1"
    assert next((e["first"], e["status"], e["fault"]) for e in data["entries"]) == (2, "done", "short-why")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("CRUD/copy/set-tracks of playlists, up/down and `image/*`", "no file"),
        ("GET /api/tracks and `Track.artworkUrl` in src/b.py", "src/b.py"),
        ("cache rows in src/core, `src/**` and b.py", "src/**, src/core, b.py"),
        ("src/new.py is to be made, and/or src/core/", "src/new.py, src/core/"),
    ],
)
def test_only_names_of_files_are_shown_as_such(repo: Repo, words: str, names: str) -> None:
    repo.write({"PROGRESS.md": f"- [ ] {words} because reads are slow\n"})
    (line,) = progress(repo.root, "show").stdout.splitlines()
    assert line.rpartition("  (")[2].removesuffix(")") == names


def test_a_title_that_is_cut_says_so(repo: Repo) -> None:
    repo.write({"PROGRESS.md": f"- src/b.py: {'rename it ' * 20}because it is short\n"})
    (line,) = progress(repo.root, "show").stdout.splitlines()
    assert "rename it…  (src/b.py)" in line


def test_without_a_progress_file_one_line_says_what_to_do(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "1"}).commit("first")
    for what in ("show", "check"):
        done = progress(repo.root, what)
        assert done.returncode == 2
        assert "`mementod progress add` writes one" in done.stderr


def test_entries_and_code_are_compared(repo: Repo) -> None:
    entries = {
        "never": "- src/never/was.py: rename x because it is short",
        "removed": "- src/gone.py: it went away because nobody called it",
        "open": "- [ ] src/b.py: rename y because it is short",
        "prose": "- the request/response pair is renamed because of the proxy",
    }
    repo.write({"src/gone.py": "1", "PROGRESS.md": "\n".join(entries.values()) + "\n"}).commit("entries")
    repo.remove("src/gone.py").write({"src/b.py": "z = 1\n"}).commit("gone").write({"src/core/a.py": "x = 2\n"})
    data = json.loads(progress(repo.root, "check", "--format", "json").stdout)
    found = [(row["problem"], row["line"], row["path"]) for row in data["findings"]]
    assert found == [
        ("not-there", 1, "src/never/was.py"),
        ("behind", 3, "src/b.py"),
        ("touched", None, "PROGRESS.md"),
        ("uncovered", None, "src/core/a.py"),
    ]
    done = progress(repo.root, "check")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "4 entries checked, 3 findings, 1 remark"


def test_nothing_is_found_where_all_is_well(repo: Repo) -> None:
    repo.write({"PROGRESS.md": f"{ENTRY}- [ ] src/b.py: rename y because it is short\n", "src/b.py": "y = 2\n"})
    done = progress(repo.root, "check")
    assert (done.returncode, done.stdout) == (0, "2 entries checked, 0 findings\n")


def test_an_entry_that_is_there_already_is_said_to_be(repo: Repo) -> None:
    said = ("add", "--file", "src/core/store.py", "--what", "rename y to amount", "--why", "nobody knows what y is")
    repo.write({"src/core/store.py": "y = 1\n"})
    assert progress(repo.root, *said).returncode == 0
    again = progress(repo.root, *said)
    assert (again.returncode, "says this already" in again.stderr) == (2, True)
