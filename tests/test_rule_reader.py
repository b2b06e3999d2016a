"""Rules of notes in the record, on real repositories: where they stand, since when, and for how long they hold."""

from __future__ import annotations

import json
import os
import sqlite3
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from mementod import cli
from mementod.continuity import rule_keeper
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.line_times import LineTimes
from mementod.continuity.memory_file import moment
from mementod.continuity.places import memory_of
from mementod.continuity.rule_reader import read
from mementod.continuity.rule_store import rules_at
from mementod.errors import ExitCode
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.vcs.git import Git
from repos import Repo

NEVER = "Never edit `src/gen.py` by hand."
NOTE = f"# Project\n\n## Generated\n\n- {NEVER}\n- Always run `make check` first.\n"
OTHER = "- Never push to main.\n"


class Desk:
    """A repository and the command line in it."""

    def __init__(self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo, self.paths, self._capsys = repo, paths, capsys

    def run(self, *argv: str) -> str:
        cli.run(["-C", str(self.repo.root), *argv], self.paths)
        return self._capsys.readouterr().out

    def constraints(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = json.loads(self.run("engram", "--format", "json"))["hard_constraints"]["items"]
        return items

    def engine(self) -> Engine:
        return Engine(self.repo.root, self.paths)


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    files = {"src/gen.py": "def made():\n    return 1\n", "AGENTS.md": NOTE}
    return Desk(Repo(tmp_path / "repo").write(files).commit("Begin", "2025-02-01"), paths, capsys)


def test_a_rule_of_a_note_is_in_the_record_with_source_line_heading_and_time(desk: Desk) -> None:
    first, second = desk.constraints()
    assert (first["text"], first["source"], first["line"]) == (NEVER, "AGENTS.md", 5)
    assert (first["under"], first["at"], first["force"]) == (
        "Project > Generated",
        "2025-02-01T12:00:00Z",
        "prohibition",
    )
    assert second["line"] == 6
    assert desk.run("engram").splitlines()[1] == f"- {NEVER} [AGENTS.md:5]"


def test_each_line_has_the_time_of_the_commit_that_wrote_it(desk: Desk) -> None:
    desk.repo.write({"AGENTS.md": f"{NOTE}{OTHER}"}).commit("Add", "2025-03-01")
    desk.repo.write({"AGENTS.md": f"{OTHER}{NOTE}"}).commit("Move it", "2025-04-01")
    assert {each["text"]: each["at"][:10] for each in desk.constraints()}[NEVER] == "2025-02-01"
    desk.repo.write({"AGENTS.md": f"{OTHER}{NOTE}- Never log secrets.\n"})
    os.utime(desk.repo.root / "AGENTS.md", (1_800_000_000, 1_800_000_000))
    found = {each["text"]: each["at"][:10] for each in desk.constraints()}
    assert (found[NEVER], found["Never log secrets."]) == ("2025-02-01", "2027-01-15")


def test_a_rule_leaves_the_record_with_its_line(desk: Desk) -> None:
    assert NEVER in desk.run("engram")
    desk.repo.write({"AGENTS.md": "# Project\n\n- Always run `make check` first.\n"})
    assert NEVER not in desk.run("engram")
    desk.repo.write({"AGENTS.md": NOTE})
    assert NEVER in desk.run("engram")
    (desk.repo.root / "AGENTS.md").unlink()
    assert NEVER not in desk.run("engram")


def test_the_users_later_words_take_its_place_until_the_line_is_written_later(desk: Desk) -> None:
    desk.run("remember", "You may edit `src/gen.py` by hand now.")
    (again,) = [each for each in desk.constraints() if each["text"] == NEVER]
    assert again["successor"] == "You may edit `src/gen.py` by hand now."
    assert f"superseded: {NEVER}" in desk.run("engram")
    desk.repo.write({"AGENTS.md": NOTE.replace(NEVER, "Never edit `src/gen.py` by hand!")}).commit(
        "Insist", "2099-01-01"
    )
    assert {each["text"]: each["successor"] for each in desk.constraints()}["Never edit `src/gen.py` by hand!"] is None


def test_a_rule_that_is_revoked_is_shown_no_more(desk: Desk) -> None:
    assert desk.run("engram", "revoke", "Never edit") == f"revoked: {NEVER}\n"
    assert NEVER not in desk.run("engram", "--all")
    assert "Always run" in desk.run("engram")


def test_what_is_said_again_after_it_was_taken_back_holds_again(desk: Desk) -> None:
    for number in (1, 2):
        desk.run("remember", "Never use Redis.")
        assert desk.run("engram", "revoke", "Never use") == "revoked: Never use Redis.\n"  # also what nobody read yet
        assert "Redis" not in desk.run("engram", "--all"), number
    desk.run("forget", "2")
    desk.run("remember", "Never use Redis.")  # in the place of the line that was forgotten
    assert "- Never use Redis. [remember 2]" in desk.run("engram")


def test_what_is_kept_comes_with_what_its_names_are_today(desk: Desk) -> None:
    code = "def build_report_page():\n    return 1\n"
    desk.repo.write({"src/pages.py": f"{code}def make_old_thing():\n    return 2\n"}).commit("Both", "2025-02-02")
    desk.repo.write({"src/pages.py": code}).commit("One", "2025-02-03")
    assert desk.run("remember", "Never call make_old_thing.").splitlines()[1:] == ["in it `make_old_thing` is gone"]
    text = "Never call make_old_thing, always build_reprt_page."
    became = "`make_old_thing` is gone; `build_reprt_page` is `build_report_page` today"
    assert desk.run("remember", text).splitlines()[1:] == [f"in it {became}"]
    assert f"- {text} ({became}) [remember 2]" in desk.run("engram")
    assert f"- {text} ({became}) [remember 2]" in desk.run("boot")
    assert "in it" not in desk.run("remember", "We removed make_old_thing; build_report_page stays.")


def test_no_name_is_taken_from_what_a_commit_was_called(desk: Desk) -> None:
    desk.repo.write({"src/run.py": 'OPTIONS = ("--effort", "--level")\n'}).commit("Take options")
    text = (
        "## State\n\n- Committed last: 1234567 Begin with --effort xhigh.\n- Next: document --level of `src/run.py`\n"
    )
    with desk.engine() as engine, memory_of(engine, desk.paths) as file:
        HandoverStore(file).add(Stored(moment(), "", desk.repo.head, "main", text))
    names = {each["text"] for each in json.loads(desk.run("engram", "--format", "json"))["identifiers"]["items"]}
    assert names == {"src/run.py", "--level"}


def test_a_rule_of_a_file_that_is_gone_comes_last(desk: Desk) -> None:
    desk.repo.remove("src/gen.py").commit("Away", "2025-03-01")
    desk.run("check")
    lines = desk.run("engram", "--all").splitlines()
    assert lines[1].startswith("- Always run `make check` first.")
    assert lines[2] == f"- {NEVER} (`src/gen.py` is gone) [AGENTS.md:5]"


def test_what_agents_begin_with_comes_before_what_they_remember_and_what_is_long_last(desk: Desk) -> None:
    desk.repo.write(
        {
            ".agent/memory/a.md": "- Never touch part a.\n",
            ".agent/init.d/02-principles.md": "# Principles\n\n- Never touch part b.\n",
            ".serena/memories/api_design.md": "- Never touch part c.\n",
            ".serena/memories/long.md": f"- Never touch part d.\n\n{'It is told. ' * 5_000}\n",
            ".serena/memories/style.md": "- Never touch part e.\n",
        }
    )
    desk.run("engram")
    parts = [each["text"][-2] for each in desk.constraints() if "part" in each["text"]]
    assert "".join(parts) == "beacd"


def test_what_has_to_wait_is_named_and_comes_with_the_next_call(desk: Desk) -> None:
    desk.repo.write({f".cursor/rules/{n}.mdc": f"- Never touch part {n}.\n" for n in range(3)}).commit()
    with desk.engine() as engine:
        first = read(engine, 1)
        assert [rule.note for rule in first.rules] == ["AGENTS.md"] * 2
        assert first.unread == tuple(f".cursor/rules/{n}.mdc" for n in range(3))
        assert [len(read(engine, 1).unread) for _ in range(4)] == [2, 1, 0, 0]


def test_what_was_read_once_is_not_read_again(desk: Desk) -> None:
    with desk.engine() as engine:
        found = read(engine)
    os.utime(desk.repo.root / "AGENTS.md")
    desk.repo.write({"CLAUDE.md": OTHER})
    with desk.engine() as engine:
        assert read(engine, 1).rules == (*found.rules, *read(engine, 1).rules[2:])
        desk.repo.write({"CLAUDE.md": ""})
        assert read(engine, 1) == found


def test_hooks_and_daemon_know_what_was_read_of_files_that_are_as_they_were(desk: Desk) -> None:
    with desk.engine() as engine:
        cache = engine.cache.path
        rules = list(read(engine).rules)
    assert rules_at(cache, desk.repo.root) == rules
    desk.repo.write({"AGENTS.md": OTHER})
    assert rules_at(cache, desk.repo.root) == []
    assert rules_at(cache.with_name("none.db"), desk.repo.root) == []


def test_the_daemon_has_them_read_when_a_note_changed_and_only_then(desk: Desk) -> None:
    keeper = rule_keeper.RuleKeeper()
    with desk.engine() as engine:
        engine.check(Request(desk.repo.root))
        cache = engine.cache.path
    assert keeper.look(cache, desk.repo.root)
    assert {rule.text for rule in rules_at(cache, desk.repo.root)} >= {NEVER}
    assert not keeper.look(cache, desk.repo.root)
    desk.repo.write({"AGENTS.md": OTHER})
    with desk.engine() as engine:
        engine.check(Request(desk.repo.root))
    assert keeper.look(cache, desk.repo.root)
    assert [rule.text for rule in rules_at(cache, desk.repo.root)] == ["Never push to main."]


def test_a_folder_that_is_no_repository_and_odd_notes_ask_for_what_can_be_read(tmp_path: Path, paths: Paths) -> None:
    root = tmp_path / "plain"
    (root / ".cursor" / "rules").mkdir(parents=True)
    (root / "AGENTS.md").write_text(OTHER)
    (root / "CLAUDE.md").symlink_to("/etc/passwd")
    (root / ".cursor/rules/a.mdc").write_bytes(b"- Never\0 do it.\n")
    os.mkfifo(root / ".cursor/rules/b.mdc")
    with Engine(root, paths) as engine:
        (rule,) = read(engine).rules
    assert (rule.text, rule.place) == ("Never push to main.", "AGENTS.md:1")


@pytest.fixture
def restated(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "goal: make it\nfiles: src/gen.py\nnext: edit `src/gen.py`\n"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))


def test_a_hand_over_names_them_and_its_check_shows_them(desk: Desk, restated: None) -> None:
    desk.repo.write({"src/gen.py": "def made():\n    return 2\n"})
    text = desk.run("handoff")
    assert text.index("## Constraints") < text.index(f"- {NEVER} (AGENTS.md:5)")
    assert f"binding: {NEVER} [AGENTS.md:5]" in desk.run("handoff", "check")


def test_a_hand_over_takes_those_first_that_name_what_changed(desk: Desk) -> None:
    many = "".join(f"- Never touch part {n}.\n" for n in range(12))
    desk.repo.write({"AGENTS.md": f"{many}{NOTE}", "src/gen.py": "def made():\n    return 2\n"})
    text = desk.run("handoff")
    assert text.index(NEVER) < text.index("Never touch part 0.")
    assert "The notes ask 9 more" in text


def test_the_exit_code_of_a_statement_that_nobody_made(desk: Desk) -> None:
    assert cli.run(["-C", str(desk.repo.root), "engram", "revoke", "Never x"], desk.paths) == ExitCode.FINDINGS


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_notes_of_other_encodings_and_line_ends(desk: Desk, encoding: str) -> None:
    desk.repo.write(
        {"AGENTS.md": NOTE.replace("\n", "\r\n").encode(encoding), "CLAUDE.md": "- Never a.\r- Never push b."}
    )
    found = {(each["source"], each["line"]) for each in desk.constraints()}
    assert found >= {("AGENTS.md", 5), ("AGENTS.md", 6), ("CLAUDE.md", 2)}


def test_the_time_of_a_line_is_of_its_commit_else_of_its_file(desk: Desk) -> None:
    desk.repo.write({"AGENTS.md": f"{NOTE}{OTHER}"}).commit("Add", "2025-03-01")
    times = LineTimes(Git(desk.repo.root), {"AGENTS.md": 1_800_000_000.0}, 60.0)
    assert [times.of("AGENTS.md", line)[:10] for line in (f"- {NEVER}", OTHER.strip(), "- Never x.")] == [
        "2025-02-01", "2025-03-01", "2027-01-15",
    ]  # fmt: skip


def test_the_record_names_what_it_has_not_read_yet(desk: Desk) -> None:
    text = "This line tells how it is made.\n" * 1_200
    desk.repo.write({f".cursor/rules/{n}.mdc": f"{text}\n- Never touch part {n}.\n" for n in range(2)}).commit()
    first, second = desk.run("engram"), desk.run("engram")
    assert first.splitlines()[-1] == "(not read yet for what they ask: .cursor/rules/1.mdc; ask again)"
    assert ("part 0" in first, "part 1" in first, "part 1" in second) == (True, False, True)
    assert "not read yet" not in second


def test_a_damaged_cache_costs_time_and_no_rule(desk: Desk) -> None:
    with desk.engine() as engine:
        found, path = read(engine), engine.cache.path
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    with desk.engine() as engine:
        assert read(engine) == found


def test_nothing_of_a_statement_is_left_when_it_is_forgotten(desk: Desk) -> None:
    desk.run("remember", "You may edit `src/gen.py` by hand now.")
    assert f"superseded: {NEVER}" in desk.run("engram")
    desk.run("forget", "1")
    assert f"- {NEVER} [AGENTS.md:5]" in desk.run("engram")
    (path,) = (desk.paths.state_dir() / "repositories").glob("*/memory.db")
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM subjects").fetchone() == (0,)
    db.close()
