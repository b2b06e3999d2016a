"""The commands on real repositories, from the command line to the exit code."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode, UserError
from mementod.files import TEMPORARY_SUFFIX
from mementod.paths import Paths
from mementod.vcs.git_states import BUSY
from repos import Repo

STORE = """\
class Store:
    def open(self, path):
        self.handle = connect(path)
        self.handle.begin()
        return self.handle

    def close(self):
        self.handle.flush()
        self.handle.close()
"""
NOTE = "# Map\n\n- The store is `src/core/store.py`.\n- Old code is in `src/old.py`.\n- `src/main.py` runs it.\n"
LINES_BEFORE = "# Map\r\n\r\nIt is in `src/core/store.py`, \u8bf4\u660e.\r\n"


@dataclass
class Desk:
    """A person's terminal in a repository."""

    repo: Repo
    paths: Paths
    capsys: pytest.CaptureFixture[str]

    def run(self, *argv: str) -> tuple[int, str]:
        """Exit code and standard output of a command."""
        code = cli.run(["-C", str(self.repo.root), *argv], self.paths)
        return code, self.capsys.readouterr().out


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    repo = Repo(tmp_path / "my repo")
    repo.write({"src/core/store.py": STORE, "src/old.py": "OLD = 1\n", "src/main.py": "import core.store\n"})
    repo.write({"CLAUDE.md": NOTE, ".serena/memories/crlf.md": LINES_BEFORE}).commit("Begin", "2025-02-01")
    repo.move("src/core/store.py", "src/kernel/store.py").remove("src/old.py").commit("Tidy", "2025-03-01")
    return Desk(repo, paths, capsys)


def test_a_report_for_people(desk: Desk) -> None:
    code, text = desk.run("check")
    assert code == ExitCode.FINDINGS
    assert (
        f"src/core/store.py moved to src/kernel/store.py in {desk.repo.head[:9]} (2025-03-01): 2 citations in 2 notes"
        in text
    )
    assert "src/old.py was deleted in " in text
    assert "Checked 2 notes against the work tree: 4 citations found, 4 judged, 0 unchecked." in text


def test_data_for_programs(desk: Desk) -> None:
    code, text = desk.run("check", "--format", "json", "--fail-on", "never")
    assert code == ExitCode.FINE
    data = json.loads(text)
    assert data["root"] == str(desk.repo.root)
    (moved,) = [c for n in data["notes"] if n["path"] == "CLAUDE.md" for c in n["citations"] if c["verdict"] == "moved"]
    assert (moved["line"], moved["column"], moved["text"]) == (3, 17, "src/core/store.py")
    assert (moved["target"], moved["evidence_commit"]) == ("src/kernel/store.py", desk.repo.head)


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["check", "CLAUDE.md"], ExitCode.FINDINGS),
        (["check", ".serena"], ExitCode.FINDINGS),
        (["check", "."], ExitCode.FINDINGS),
        (["check", "--rev", "HEAD~1"], ExitCode.FINE),
        (["check", "--range", "HEAD~1..HEAD"], ExitCode.FINDINGS),
        (["check", "--range", "HEAD..HEAD"], ExitCode.FINE),
        (["check", "--staged"], ExitCode.FINDINGS),
        (["check", "--format", "sarif"], ExitCode.FINDINGS),
        (["check", "--format", "github"], ExitCode.FINDINGS),
        (["fix"], ExitCode.FINE),
        (["explain", "CLAUDE.md:4"], ExitCode.FINE),
        (["verify", "CLAUDE.md"], ExitCode.FINE),
        (["symbols", "Store.open"], ExitCode.FINE),
        (["symbols", "Nothing"], ExitCode.FINDINGS),
        (["refs", "src/old.py"], ExitCode.FINE),
        (["refs", "src/nothing.py"], ExitCode.FINDINGS),
        (["init", "--dry-run"], ExitCode.FINE),
    ],
)
def test_exit_codes(desk: Desk, argv: list[str], code: int) -> None:
    before = {path: path.read_bytes() for path in desk.repo.root.rglob("*.md")}
    assert desk.run(*argv)[0] == code
    assert {path: path.read_bytes() for path in desk.repo.root.rglob("*.md")} == before
    assert desk.repo.git("status", "--porcelain") == ""


@pytest.mark.parametrize(
    "argv", [["check", "nothing.md"], ["check", "src"], ["fix", "nothing.md"], ["check", "--rev", "nothing"]]
)
def test_what_is_not_there_is_said(desk: Desk, argv: list[str]) -> None:
    with pytest.raises(UserError):
        desk.run(*argv)


def test_a_fault_of_the_users_configuration_is_said_and_judging_goes_on(desk: Desk) -> None:
    file = desk.paths.config_file
    assert file
    file.parent.mkdir(parents=True)
    file.write_text("on_error: allow\nnotify: {dekstop: off, quiet: night}\n")
    code, text = desk.run("check")
    assert code == ExitCode.FINDINGS
    assert f'note: {file}, line 2: notify.quiet must be two times of the day, such as "22:00-07:00"' in text
    assert f"note: {file}, line 2: unknown key notify.dekstop" in text
    with pytest.raises(UserError, match="no daemon runs"):
        desk.run("status")
    assert f"{file}, line 2: notify.quiet" in " ".join(desk.capsys.readouterr().out.split())  # a long line is wrapped


def test_who_vouches_for_code_that_is_not_committed_is_told_so(desk: Desk) -> None:
    """A stamp names a commit, so `check` would say the same again."""
    desk.repo.write({"CLAUDE.md": "---\ntype: snapshot\n---\n`src/main.py` runs it.\n"}).commit("Snapshot")
    desk.repo.write({"src/main.py": "something = 'else'\n"})
    advice = "not for good: 1 citation, the code is not committed: do that, and verify again\n"
    assert desk.run("verify", "CLAUDE.md")[1] == f"1 citation verified in 1 note\n{advice}"
    desk.repo.commit("Else")
    assert desk.run("verify", "CLAUDE.md")[1] == "1 citation verified in 1 note\n"
    assert "0 errors, 0 warnings, 0 infos." in desk.run("check", "CLAUDE.md")[1]


def test_a_folder_without_notes_is_no_silent_success(tmp_path: Path, desk: Desk) -> None:
    code, text = Desk(Repo(tmp_path / "empty"), desk.paths, desk.capsys).run("check")
    assert code == ExitCode.FINE
    assert text.startswith("No notes found in ")


def test_a_baseline_silences_what_is_there(desk: Desk, tmp_path: Path) -> None:
    file = str(tmp_path / "known.json")
    assert desk.run("check", "--write-baseline", file)[0] == ExitCode.FINE
    code, text = desk.run("check", "--baseline", file)
    assert code == ExitCode.FINE
    assert "3 silenced" in text
    desk.repo.remove("src/main.py").commit("More", "2025-04-01")
    code, text = desk.run("check", "--baseline", file)
    assert code == ExitCode.FINDINGS
    assert "1 error" in text


def test_repairs_are_shown_then_written(desk: Desk) -> None:
    _, text = desk.run("fix")
    assert "-- The store is `src/core/store.py`.\n+- The store is `src/kernel/store.py`.\n" in text
    assert desk.run("fix", "--write")[0] == ExitCode.FINE
    root = desk.repo.root
    assert (root / "CLAUDE.md").read_text() == NOTE.replace("src/core", "src/kernel")
    assert (root / ".serena/memories/crlf.md").read_bytes() == LINES_BEFORE.replace("core", "kernel").encode()
    assert desk.run("fix", "--write") == (ExitCode.FINE, "nothing to repair\n")


def test_nothing_is_repaired_in_a_folder_without_history(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "CLAUDE.md").write_text(NOTE)
    assert cli.run(["-C", str(folder), "fix", "--write"], desk.paths) == ExitCode.FINE
    assert desk.capsys.readouterr().out == "nothing to repair\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_note_in_any_encoding_that_is_read_is_repaired_in_it(desk: Desk, encoding: str) -> None:
    desk.repo.write({"CLAUDE.md": NOTE.encode(encoding)}).commit("Again", "2025-02-02")
    desk.run("fix", "--write", "CLAUDE.md")
    assert (desk.repo.root / "CLAUDE.md").read_bytes() == NOTE.replace("src/core", "src/kernel").encode(encoding)


def test_what_a_killed_run_left_is_gone_after_the_next(desk: Desk) -> None:
    left = desk.repo.root / f".CLAUDE.md{TEMPORARY_SUFFIX}"
    left.write_text("half")
    desk.run("fix")
    assert left.exists()
    (desk.repo.root / "CLAUDE.md").write_text("Nothing.\n")
    assert desk.run("fix", "--write", "CLAUDE.md") == (ExitCode.FINE, "nothing to repair\n")
    assert not left.exists()


@pytest.mark.parametrize("name", ["index.lock", "rebase-merge"])
def test_nothing_is_written_while_git_works(desk: Desk, name: str) -> None:
    (desk.repo.root / ".git" / name).write_text("")
    with pytest.raises(UserError, match=BUSY[name].partition(" (")[0]):
        desk.run("fix", "--write")
    assert (desk.repo.root / "CLAUDE.md").read_text() == NOTE


def test_look_ups(desk: Desk) -> None:
    assert desk.run("symbols", "Store.open")[1] == "src/kernel/store.py:2  method  Store.open\n"
    (row,) = json.loads(desk.run("symbols", "close", "--format", "json")[1])["symbols"]
    assert row == {"path": "src/kernel/store.py", "name": "Store.close", "kind": "method", "line": 7}
    assert desk.run("refs", "src/old.py")[1].startswith("CLAUDE.md:4:")
    (row,) = json.loads(desk.run("refs", "src/old.py", "--format", "json")[1])["citations"]
    assert (row["note"], row["line"], row["text"]) == ("CLAUDE.md", 4, "src/old.py")


def test_the_first_configuration(desk: Desk) -> None:
    code, text = desk.run("init", "--dry-run")
    assert code == ExitCode.FINE
    assert "serena: 1 note" in text
    assert "# notes: [serena, instructions]" in text
    assert not (desk.repo.root / ".mementod.yaml").exists()


def test_without_anybody_to_ask_nothing_is_written(desk: Desk) -> None:
    with pytest.raises(UserError, match="--yes"):
        desk.run("init")
    assert not (desk.repo.root / ".mementod.yaml").exists()


def test_notes_may_be_named_from_where_one_is(desk: Desk, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.repo.root / ".serena")
    for name in ("memories/crlf.md", ".serena/memories/crlf.md", "../.serena/memories/crlf.md"):
        assert cli.run(["check", name], paths) == ExitCode.FINDINGS
        assert "Checked 1 note " in desk.capsys.readouterr().out


def test_a_home_that_cannot_be_written_is_said_in_one_line(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    desk.paths = Paths(None, None, tmp_path / "file" / "state", None)
    code = cli.run(["-C", str(desk.repo.root), "check"], desk.paths)
    shown = desk.capsys.readouterr()
    assert code == ExitCode.FINDINGS
    assert shown.err.count("nothing is kept after this run") == 1
    desk.paths.close()
