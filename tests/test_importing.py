"""Agents' session files come into the log: once, whole, and however they are rewritten, cut or rotated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mementod.continuity import transcript_parts
from mementod.continuity.episodes import Episodes
from mementod.continuity.importing import import_new
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.transcript_files import Homes
from mementod.paths import Paths
from mementod_parsers.continuity.transcripts import codex
from mementod_parsers.continuity.transcripts.episode import Place


class Agent:
    """Claude Code's files for one repository, as it writes them."""

    def __init__(self, base: Path) -> None:
        self.root = base / "proj"
        self.homes = Homes(base / "claude", base / "codex", base / "gemini")
        self.log = Episodes(MemoryFile(base / "memory.db"))
        self.folder = base / "claude" / "projects" / str(self.root).replace("/", "-").replace("_", "-")
        self.folder.mkdir(parents=True)
        self.file = self.folder / "s1.jsonl"

    def line(self, number: int, cwd: Path | None = None) -> bytes:
        row = {"type": "user", "uuid": f"u{number}", "sessionId": "s1", "cwd": str(cwd or self.root)}
        return json.dumps(row | {"message": {"content": f"line {number}"}}).encode() + b"\n"

    def write(self, *numbers: int) -> None:
        with self.file.open("ab") as file:
            file.writelines(self.line(number) for number in numbers)

    def read(self, *agents: str) -> int:
        done = import_new(self.log, self.root, agents or ("claude",), self.homes)
        assert done.problems == ()
        return done.lines

    def kept(self) -> list[str]:
        return [line.text for line in self.log.latest(1_000)]


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return Agent(tmp_path)


def test_new_lines_come_in_once(agent: Agent) -> None:
    agent.write(1, 2)
    assert agent.read() == 2
    assert agent.read() == 0
    agent.write(3)
    assert agent.read() == 1
    assert agent.kept() == ["line 1", "line 2", "line 3"]


def test_a_line_that_is_being_written_waits_for_its_end(agent: Agent) -> None:
    whole = agent.line(1)
    agent.file.write_bytes(whole[:20])
    assert agent.read() == 0
    agent.file.write_bytes(whole)
    assert agent.read() == 1


def test_a_file_that_is_rewritten_gives_only_what_is_new(agent: Agent) -> None:
    agent.write(1, 2, 3)
    agent.read()
    agent.file.unlink()
    agent.write(2, 3, 4)
    assert agent.read() == 1
    agent.file.write_bytes(agent.line(5))  # cut back, in place
    assert agent.read() == 1
    assert agent.kept() == [f"line {number}" for number in range(1, 6)]


def test_a_file_whose_lines_are_replaced_behind_the_same_beginning_is_read_anew(agent: Agent) -> None:
    agent.write(*range(10))
    agent.read()
    agent.file.write_bytes(b"".join(map(agent.line, (*range(5), *range(20, 40)))))
    assert agent.read() == 20
    assert agent.kept() == [f"line {number}" for number in (*range(10), *range(20, 40))]


def test_zeros_that_a_crash_left_cost_no_line(agent: Agent) -> None:
    agent.file.write_bytes(agent.line(1) + b"\0" * 4_096)
    assert agent.read() == 1
    agent.write(2)
    assert agent.read() == 1


def test_who_has_no_time_goes_on_behind_what_holds_nothing(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript_parts, "PART_BYTES", 10_000)
    agent.file.write_bytes(b'{"type": "summary"}\n' * 5_000)
    agent.write(1)
    for _ in range(20):
        if import_new(agent.log, agent.root, ("claude",), agent.homes, iter((True, False)).__next__).is_whole:
            break
    assert agent.kept() == ["line 1"]


def test_a_file_that_is_rotated_loses_nothing(agent: Agent) -> None:
    agent.write(1)
    agent.read()
    agent.file.rename(agent.folder / "s1-old.jsonl")
    agent.write(2)
    assert agent.read() == 1


def test_another_repository_beside_it_is_not_ours(agent: Agent) -> None:
    beside = agent.root.with_name("proj-two")
    agent.file.write_bytes(agent.line(1, agent.root / "src") + agent.line(2, beside) + agent.line(3))
    agent.read()
    assert agent.kept() == ["line 1", "line 3"]


def test_binary_and_huge_lines_stop_nothing(agent: Agent) -> None:
    huge = json.dumps({"type": "user", "uuid": "h", "cwd": str(agent.root), "message": {"content": "x" * 10_000_000}})
    agent.file.write_bytes(b"\x00\xff\x80\n" + huge.encode() + b"\n" + agent.line(1))
    agent.read()
    assert agent.kept()[-1] == "line 1"
    assert len(agent.kept()) <= 12


def test_fields_of_odd_types_and_half_characters_stop_nothing(agent: Agent) -> None:
    odd: list[object] = ["half \ud83d", 1, None, [], {"a": []}, "x" * 100_000, True, "\0", "9999-99-99T99:99:99Z"]
    row = json.loads(agent.line(1))
    with agent.file.open("a") as file:
        for field in row:
            for value in odd:
                file.write(json.dumps(row | {"uuid": f"{field}{value!s:.20}"} | {field: value}) + "\n")
    agent.write(2)
    agent.read()
    assert agent.kept()[-1] == "line 2"


def test_a_session_file_that_is_one_object_is_read_again_when_it_grows(agent: Agent) -> None:
    from hashlib import sha256

    folder = agent.homes.gemini / "tmp" / sha256(str(agent.root).encode()).hexdigest() / "chats"  # type: ignore[operator]
    folder.mkdir(parents=True)
    messages = [{"id": f"m{n}", "type": "user", "content": f"said {n}"} for n in range(3)]
    for count in (1, 1, 3):
        text = json.dumps({"sessionId": "s", "lastUpdated": count, "messages": messages[:count]})
        (folder / "session-1.json").write_text(text)
        agent.read("gemini")
    assert agent.kept() == ["said 0", "said 1", "said 2"]


def test_codex_says_once_whose_session_it_is(agent: Agent) -> None:
    day = agent.homes.codex / "sessions" / "2026" / "03" / "01"  # type: ignore[operator]
    day.mkdir(parents=True)
    for name, cwd in (("a", agent.root), ("b", agent.root.parent)):
        rows = [
            {"type": "session_meta", "payload": {"id": name, "cwd": str(cwd)}},
            {
                "type": "response_item",
                "payload": {"type": "message", "id": "m", "role": "user", "content": f"in {name}"},
            },
        ]
        (day / f"rollout-{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[:1]))
        agent.read("codex")
        with (day / f"rollout-{name}.jsonl").open("a") as file:
            file.write(json.dumps(rows[1]) + "\n")
        agent.read("codex")
    assert agent.kept() == ["in a"]


@pytest.mark.parametrize(
    ("output", "kept"),
    [
        ("Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\n5 passed\n", "ok: 5 passed"),
        ("Exit code: 1\nWall time: 1 seconds\nOutput:\nOutput:\n1 failed\n", "failed: 1 failed"),
        ("5 passed\nProcess exited with code 0", "ok: 5 passed"),
        ("Process exited with code 0\nOutput:\n", "ok"),
        ('{"output": "1 failed", "metadata": {"exit_code": 1}}', "failed: 1 failed"),
        ('{"output": "fine"}', "ok: fine"),
        ('{"output": 1}', 'ok: {"output": 1}'),
        ({"output": "5 passed"}, "ok: 5 passed"),
    ],
)
def test_what_codex_ran_is_kept_by_how_it_ended(output: object, kept: str) -> None:
    body = {"type": "function_call_output", "call_id": "c", "output": output}
    _, found = codex.read(json.dumps({"type": "response_item", "payload": body}).encode(), Place("s", "/"))
    assert [episode.text for episode in found] == [kept]


def test_nothing_is_read_without_being_asked_for(agent: Agent) -> None:
    agent.write(1)
    assert import_new(agent.log, agent.root, (), agent.homes).lines == 0


def test_when_time_is_up_the_rest_comes_next_time(agent: Agent) -> None:
    agent.write(*range(2_500))
    answers = iter([True, False])
    first = import_new(agent.log, agent.root, ("claude",), agent.homes, lambda: next(answers))
    assert (first.lines, first.is_whole) == (1_000, False)
    assert agent.read() == 1_500


def test_a_link_out_of_the_folder_is_not_followed(agent: Agent, tmp_path: Path) -> None:
    elsewhere = tmp_path / "private.jsonl"
    elsewhere.write_bytes(agent.line(1))
    agent.file.symlink_to(elsewhere)
    assert agent.read() == 0


def test_where_the_agents_live(home: Path) -> None:
    homes = Homes.of(Paths.of({"CODEX_HOME": "/x/codex"}))
    assert (homes.claude, homes.codex, homes.gemini) == (home / ".claude", Path("/x/codex"), home / ".gemini")
