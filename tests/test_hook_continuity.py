"""What hooks bring over a compaction, and what they put before an edit: as Claude Code calls them, without a daemon."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from gate_repos import CONFIG
from hooked import asked, call, claude, context, denied, edit
from mementod import cli
from mementod.continuity.episodes import Episodes
from mementod.continuity.handover_store import PASSED, HandoverStore, Stored
from mementod.continuity.importing import import_new
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.record_store import RecordStore
from mementod.continuity.session_context import read
from mementod.continuity.transcript_files import Homes
from mementod.hooks import hook_continuity
from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_budget import TooLate
from mementod.hooks.hook_call import Hook
from mementod.hooks.hook_cited import Cited
from mementod.hooks.hook_continuity import NO_HANDOVER, OWED, keep
from mementod.hooks.hook_memory import Memory
from mementod.paths import Paths
from mementod.vcs.repository_key import key_of
from mementod_parsers.continuity.record import Class
from repos import Repo

HANDOVER = """\
## Goal
- replace the login page, nothing beyond it
## State
- Next: edit `src/core/a.py`
## Decisions
- keep sessions in sqlite
## Constraints
- run the tests first
"""
TRIES_CAP = 10
RULE = "Never call `open_store()` from src/web/view.py."
LOG = """\
# Decisions

## Keep sessions in sqlite

**Decision**: sqlite in `src/core/a.py`
**Rejected**: redis (a server)
"""


class Session:
    """One session of an agent in a repository."""

    def __init__(self, repo: Repo, paths: Paths) -> None:
        self.repo, self.paths = repo, paths

    @property
    def memory(self) -> MemoryFile:
        common = Path(self.repo.git("rev-parse", "--path-format=absolute", "--git-common-dir"))
        return MemoryFile(self.paths.state_dir() / "repositories" / key_of(common) / "memory.db")

    def run(self, *argv: str) -> int:
        return cli.run(["-C", str(self.repo.root), *argv], self.paths)

    def hand_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(HANDOVER.encode())))
        assert self.run("handoff", "write") == 0

    def begins(self, source: str) -> str:
        return context(claude(call(self.repo.root, "SessionStart", source=source)))

    def edits(self, file: str, old: str = "") -> str:
        fields = {"file_path": str(self.repo.root / file), "old_string": old, "new_string": ""}
        return context(claude(call(self.repo.root, tool_name="Edit", tool_input=fields)))

    def is_denied(self, file: str) -> str:
        return denied(claude(edit(self.repo.root, str(self.repo.root / file))))

    def stops(self, **fields: object) -> str:
        reason: str = claude(call(self.repo.root, "Stop", **fields)).get("reason", "")  # type: ignore[arg-type]
        return reason


@pytest.fixture
def agent(tmp_path: Path, paths: Paths) -> Session:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/core/a.py": "x = 1\n", "src/web/view.py": "def show(): ...\n", "src/other.py": "y = 1\n"})
    return Session(repo.commit("Begin"), paths)


def test_record_and_hand_over_come_first_after_a_compaction(agent: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    agent.run("remember", RULE)
    agent.run("engram")
    agent.hand_over(monkeypatch)
    text = agent.begins("compact")
    assert text.index(RULE) < text.index("Next: edit `src/core/a.py`") < text.index("handoff check")
    assert len(text.encode()) <= 7_500


class NoTime:
    """Who knows what the notes say, when the time of the hook is over."""

    def start(self, folder: Path, budget_bytes: int) -> str | None:
        raise TooLate("no answer within 1 s")

    def stale(self, folder: Path) -> list[Cited] | None:
        raise TooLate("no answer within 1 s")

    def touching(self, folder: Path, files: Sequence[Path], now: bool) -> list[Cited] | None:
        raise TooLate("no answer within 1 s")


def test_what_was_carried_over_is_told_though_time_is_over_behind_it(agent: Session) -> None:
    agent.run("remember", RULE)
    agent.run("engram")
    hook = Hook(("agent", "claude"), call(agent.repo.root, "SessionStart", source="compact"), agent.repo.root)
    judge = Judge(agent.paths, NoTime(), Memory(agent.paths.state_dir() / "sessions"))
    assert RULE in respond(hook, judge).stdout.decode()


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("SessionStart", {"source": "compact"}),
        ("PreToolUse", {"tool_name": "Edit", "tool_input": {"file_path": "src/web/view.py"}}),
    ],
)
def test_a_call_whose_daemon_was_too_late_hears_all_from_the_hook_program(
    agent: Session, event: str, fields: dict[str, object]
) -> None:
    agent.run("remember", RULE)
    agent.run("engram")
    memory = Memory(agent.paths.state_dir() / "sessions")
    memory.compacts("claude:s", 1.0)
    payload = call(agent.repo.root, event, **fields)  # type: ignore[arg-type]
    late, again, other = (
        respond(
            Hook(("agent", "claude"), payload, agent.repo.root, pid=pid),
            Judge(agent.paths, None, memory, passes_on=is_daemon),
        ).stdout
        for pid, is_daemon in ((7, True), (7, False), (8, True))
    )
    assert RULE in late.decode()
    assert again == late
    assert RULE not in other.decode()


def test_without_anything_stored_nothing_is_said_and_nothing_is_made(agent: Session) -> None:
    assert agent.begins("compact") == ""
    assert agent.edits("src/web/view.py") == ""
    assert not (agent.paths.state_dir() / "repositories").exists()


def test_an_edit_is_preceded_by_the_constraints_own_words_once(agent: Session) -> None:
    agent.run("remember", RULE)
    agent.run("engram")
    assert RULE in agent.edits("src/web/view.py")
    assert RULE not in agent.edits("src/web/view.py")
    agent.begins("compact")
    assert RULE in agent.edits("src/web/view.py")


def test_a_name_in_the_edited_text_counts_and_another_file_does_not(agent: Session) -> None:
    agent.run("remember", RULE)
    agent.run("engram")
    assert agent.edits("src/other.py", "y = 1") == ""
    assert RULE in agent.edits("src/other.py", "store = open_store()")


def test_a_rejected_option_is_put_before_the_edit_of_its_file(agent: Session) -> None:
    agent.repo.write({"DECISIONS.md": LOG}).commit("Decide")
    agent.run("remember", "begin")
    assert "rejected: redis: a server (DECISIONS.md:3)" in agent.edits("src/core/a.py")


def test_the_latest_statement_comes_first_and_the_older_one_is_marked(agent: Session) -> None:
    agent.run("remember", "Never edit `src/core/a.py`.")
    agent.run("engram")
    agent.run("remember", "You may edit `src/core/a.py` now.")
    agent.run("engram")
    assert "superseded: Never edit `src/core/a.py`." in agent.edits("src/core/a.py")


def test_the_hand_over_is_asked_for_once_and_only_where_it_is_in_use(
    agent: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent.repo.write({".mementod.yaml": f"{CONFIG}gate: {{edit: warn, commit: warn}}\n"}).commit("Configure")
    agent.begins("startup")
    agent.repo.write({"src/core/a.py": "x = 2\n"})
    assert agent.stops() == ""
    with agent.memory as file:
        HandoverStore(file).add(Stored("2025-01-01T00:00:00+00:00", "", agent.repo.head, "main", HANDOVER))
    assert "handoff" not in agent.stops(stop_hook_active=True)
    assert "Run `mementod handoff`" in agent.stops()
    assert agent.stops() == ""


def test_a_core_file_that_was_committed_in_this_session_counts_too(agent: Session) -> None:
    agent.repo.write({".mementod.yaml": f"{CONFIG}gate: {{edit: warn, commit: warn}}\n"}).commit("Configure")
    with agent.memory as file:
        HandoverStore(file).add(Stored("2025-01-01T00:00:00+00:00", "", agent.repo.head, "main", HANDOVER))
    agent.begins("startup")
    agent.repo.write({"src/core/a.py": "x = 2\n"}).commit("Change", "2099-01-01")
    assert "Run `mementod handoff`" in agent.stops()


def test_what_is_stashed_or_was_pulled_is_not_asked_for(agent: Session, tmp_path: Path) -> None:
    repo = agent.repo.write({".mementod.yaml": f"{CONFIG}gate: {{edit: warn, commit: warn}}\n"}).commit("Configure")
    with agent.memory as file:
        HandoverStore(file).add(Stored("2025-01-01T00:00:00+00:00", "", repo.head, "main", HANDOVER))
    agent.begins("startup")
    repo.write({"src/core/a.py": "x = 2\n"}).git("stash")
    assert agent.stops() == ""
    repo.git("clone", "-q", str(repo.root), str(tmp_path / "other"))
    other = Repo(tmp_path / "other").write({"src/core/a.py": "x = 3\n"}).commit("Theirs", "2099-01-01")
    repo.git("pull", "-q", str(other.root))
    assert agent.stops() == ""
    repo.write({"src/core/a.py": "x = 4\n"}).commit("Ours", "2099-01-02")
    assert OWED in agent.stops()


def test_a_hand_over_of_the_future_does_not_keep_it_from_asking(agent: Session) -> None:
    """The clock was set back after it was written."""
    agent.repo.write({".mementod.yaml": f"{CONFIG}gate: {{edit: warn, commit: warn}}\n"}).commit("Configure")
    with agent.memory as file:
        HandoverStore(file).add(Stored("2099-01-01T00:00:00+00:00", "", agent.repo.head, "main", HANDOVER))
    agent.begins("startup")
    assert agent.stops() == ""
    agent.repo.write({"src/core/a.py": "x = 2\n"})
    assert "Run `mementod handoff`" in agent.stops()
    assert agent.stops() == ""


def test_a_hand_over_that_was_just_written_is_new_enough(agent: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    agent.repo.write({".mementod.yaml": f"{CONFIG}gate: {{edit: warn, commit: warn}}\n"}).commit("Configure")
    agent.begins("startup")
    agent.repo.write({"src/core/a.py": "x = 2\n"})
    agent.hand_over(monkeypatch)
    assert agent.stops() == ""


def test_the_session_is_noted_where_it_was_laid_out(agent: Session) -> None:
    (agent.repo.root / ".agent").mkdir()
    agent.begins("startup")
    assert read(agent.repo.root) is None
    agent.repo.write({".agent/.gitignore": "session.ctx\n"})
    agent.begins("clear")
    agent.begins("compact")
    noted = read(agent.repo.root)
    assert noted is not None
    assert (noted.head, noted.branch, noted.compactions) == (agent.repo.head, "main", 1)


def test_an_edit_waits_for_the_check_where_that_is_asked_for(agent: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    agent.repo.write({".mementod.yaml": "gate:\n  resume: block\n"}).commit("Configure")
    agent.hand_over(monkeypatch)
    assert agent.is_denied("src/other.py") == ""
    agent.begins("compact")
    assert "handoff check" in agent.is_denied("src/other.py")
    said = ("--goal", "replace the login page", "--files", "src/core/a.py", "--next", "edit `src/core/a.py`")
    assert agent.run("handoff", "check", *said) == 0
    assert agent.is_denied("src/other.py") == ""
    with agent.memory as file:  # as if the clock had been set back since
        file.set_value(PASSED, "2099-01-01T00:00:00Z")
    assert "handoff check" in agent.is_denied("src/other.py")


@pytest.mark.parametrize("is_remembered", [True, False])
def test_that_there_is_nothing_to_check_is_said_once(agent: Session, is_remembered: bool) -> None:
    agent.repo.write({".mementod.yaml": "gate:\n  resume: block\n"}).commit("Configure")
    if is_remembered:
        agent.run("remember", RULE)
    assert NO_HANDOVER not in agent.edits("src/other.py")
    agent.begins("compact")
    assert NO_HANDOVER in agent.edits("src/other.py")
    assert NO_HANDOVER not in agent.edits("src/other.py")


def test_a_full_context_is_said_once(agent: Session, tmp_path: Path) -> None:
    usage = {"input_tokens": 1_000, "cache_read_input_tokens": 160_000}
    row = {"type": "assistant", "requestedModel": "claude-sonnet-4-5", "message": {"usage": usage}}
    transcript = tmp_path / "session.jsonl"
    transcript.write_text(f"{json.dumps(row)}\nnot json\n")

    def after() -> str:
        fields = {"file_path": str(agent.repo.root / "src/other.py")}
        name = {"tool_name": "Edit", "tool_input": fields, "transcript_path": str(transcript)}
        return context(claude(call(agent.repo.root, "PostToolUse", **name)))  # type: ignore[arg-type]

    text = after()
    assert "80 % full (161,000 of 200,000 tokens)" in text
    assert "no new refactoring" in text
    assert after() == ""


def test_two_compactions_close_together_are_said(agent: Session, tmp_path: Path) -> None:
    transcript = tmp_path / "session.jsonl"
    rows = [{"type": "user", "isCompactSummary": True}, *({"type": "assistant", "uuid": f"a{n}"} for n in range(3))]
    transcript.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    begins = call(agent.repo.root, "SessionStart", source="compact", transcript_path=str(transcript))
    assert "compacted again after 3 answers" in context(claude(begins))


def test_after_two_compactions_a_fresh_start_is_advised(agent: Session) -> None:
    assert "start afresh" not in agent.begins("compact")
    with_pause = Memory(agent.paths.state_dir() / "sessions")
    assert with_pause.begins_again("claude:s", time.time() + 60, "compact", True)
    assert with_pause.begins_again("claude:s", time.time() + 120, "compact", True)
    assert len(with_pause.heard("claude:s", time.time()).compacted) == 3
    text = context(claude(call(agent.repo.root, "SessionStart", source="clear")))
    assert "start afresh" not in text


def test_a_session_that_merely_goes_on_does_not_hear_it_again(agent: Session) -> None:
    agent.run("remember", RULE)
    agent.run("engram")
    assert RULE in agent.begins("startup")
    assert RULE not in agent.begins("resume")
    assert RULE in agent.begins("compact")


def test_what_is_in_the_log_is_kept_first_and_what_was_cut_off_comes_next(
    agent: Session, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session file that cannot be read in time does not cost what the log holds, nor is it lost."""
    agent.run("remember", RULE)
    said = "Always run `make check` before a commit."
    transcribe(agent, home, said)
    monkeypatch.setattr(hook_continuity, "KEEP_S", 0.0)
    keep(asked(agent.repo.root, agent.paths))
    assert constraints(agent) == [RULE]
    monkeypatch.setattr(hook_continuity, "KEEP_S", 9.0)
    keep(asked(agent.repo.root, agent.paths))
    assert constraints(agent) == [said, RULE]  # by the time at which they were said


def test_lines_that_were_read_and_not_heard_are_heard_the_next_time(agent: Session, home: Path) -> None:
    transcribe(agent, home, RULE)
    with agent.memory as file:  # a hook that was stopped between the two
        import_new(Episodes(file), agent.repo.root, ("claude",), Homes.of(agent.paths))
    assert constraints(agent) == []
    keep(asked(agent.repo.root, agent.paths))
    assert constraints(agent) == [RULE]


def constraints(agent: Session) -> list[str]:
    with agent.memory as file:
        return [item.text for item in RecordStore(file).items() if item.kind is Class.CONSTRAINTS]


def transcribe(agent: Session, home: Path, text: str) -> None:
    """Have Claude Code keep that the user said so, and its sessions read."""
    (home / "config" / "mementod").mkdir(parents=True)
    (home / "config" / "mementod" / "config.yaml").write_text("import: [claude]\n")
    folder = home / ".claude" / "projects" / "".join(c if c.isalnum() else "-" for c in str(agent.repo.root))
    folder.mkdir(parents=True)
    row = {"type": "user", "uuid": "u", "sessionId": "s", "cwd": str(agent.repo.root), "message": {"content": text}}
    (folder / "s.jsonl").write_text(json.dumps(row) + "\n")


def test_what_was_said_is_kept_before_a_compaction(agent: Session, home: Path) -> None:
    transcribe(agent, home, RULE)
    for _ in range(TRIES_CAP):  # on a busy machine its second may be over before that
        assert claude(call(agent.repo.root, "PreCompact", trigger="auto")) == {}
        with agent.memory as file:
            if Episodes(file).count():
                break
    (home / "config" / "mementod" / "config.yaml").unlink()  # what is there now was kept then
    agent.run("engram")
    assert RULE in agent.begins("compact")
