"""What was remembered reaches the next start; what was forgotten or revoked is shown by nobody as if it held."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooked import call, claude, context
from mementod import cli
from mementod.errors import ExitCode
from mementod.paths import Paths
from mementod_parsers.continuity.taken_back import quoted_in, taken_out, without_revoked
from repos import Repo

VITE = "Do not upgrade vite beyond 5"
NODE = "Must keep node 20 support"
HANDOVER = f"""\
## Goal
- replace the login page, nothing beyond it
- Done when: it is replaced
## State
- Next: edit `src/a.py`, and mind: {NODE}
## Decisions
- keep sessions in sqlite
## Constraints
- **{VITE}.**
- Run first: `make test`
"""


class Desk:
    def __init__(self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo, self._paths, self._capsys = repo, paths, capsys

    def run(self, *argv: str) -> str:
        assert cli.run(["-C", str(self.repo.root), *argv], self._paths) in (ExitCode.FINE, ExitCode.FINDINGS)
        return self._capsys.readouterr().out

    def begins(self, source: str, session: str = "s") -> str:
        return context(claude(call(self.repo.root, "SessionStart", session, source=source)))

    def hand_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(HANDOVER.encode())))
        self.run("handoff", "write")

    def shown(self) -> dict[str, str]:
        """All that is shown of what is remembered."""
        return {
            "engram": self.run("engram", "--all"),
            "boot": self.run("boot"),
            "compaction": self.begins("compact"),
            "last": self.run("handoff", "--last"),
            "draft": self.run("handoff"),
            "recall": self.run("recall", "vite"),
        }


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "x = 1\n"}).commit("Begin", "2025-02-01")
    return Desk(repo, paths, capsys)


def test_a_rule_is_told_by_the_very_next_start(desk: Desk) -> None:
    desk.run("remember", VITE)
    assert VITE in desk.begins("startup", "one")
    desk.run("remember", NODE)
    assert NODE in desk.begins("startup", "two")


def test_what_was_forgotten_is_shown_nowhere(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run("remember", VITE)
    desk.hand_over(monkeypatch)
    assert VITE in desk.run("handoff", "--last")
    desk.run("forget", "1")
    assert {what: text for what, text in desk.shown().items() if "vite" in text} == {}
    assert "Run first: `make test`" in desk.run("handoff", "--last")


def test_a_name_goes_with_the_line_of_the_hand_over_that_named_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.repo.write({"src/vite.py": "y = 1\n"}).commit("More")
    line = "Never edit `src/vite.py`"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(HANDOVER.replace(VITE, line).encode())))
    desk.run("handoff", "write")
    assert "- src/vite.py" in desk.run("engram")
    desk.run("remember", line)
    desk.run("forget", "1")
    assert {what: text for what, text in desk.shown().items() if "vite" in text} == {}


def test_what_was_said_twice_stays_until_it_is_forgotten_twice(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run("remember", VITE)
    desk.run("remember", VITE)
    desk.hand_over(monkeypatch)
    desk.run("forget", "1")
    assert VITE in desk.run("handoff", "--last")
    desk.run("forget", "2")
    assert VITE not in desk.run("handoff", "--last")


def test_what_was_revoked_is_shown_by_recall_alone_and_marked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run("remember", VITE)
    desk.hand_over(monkeypatch)
    desk.run("engram", "revoke", VITE)
    shown = desk.shown()
    assert "! revoked" in shown.pop("recall")
    assert {what: text for what, text in shown.items() if VITE in text} == {}
    hits = json.loads(desk.run("recall", "vite", "--format", "json"))["hits"]
    assert [(hit["text"], bool(hit["revoked"])) for hit in hits] == [(VITE, True)]
    desk.run("remember", VITE)
    assert VITE in desk.run("handoff", "--last")
    assert "! revoked" not in desk.run("recall", "vite")


def test_a_line_that_says_more_than_what_was_revoked_is_marked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run("remember", NODE)
    desk.hand_over(monkeypatch)
    desk.run("engram", "revoke", NODE)
    for text in (desk.begins("compact"), desk.run("boot")):
        assert f"- Next: edit `src/a.py`, and mind: {NODE} (revoked since)" in text


def test_after_a_compaction_what_binds_is_told_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run("remember", f"{VITE}.")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(HANDOVER.replace("**", "").encode())))
    desk.run("handoff", "write")
    text = desk.begins("compact")
    assert text.count(VITE) == 1
    assert "- (what stands above as a hard constraint)" in text
    assert "Run first: `make test`" in text


@pytest.mark.parametrize(
    ("forgotten", "kept"),
    [
        ("Keep it.", "- a\n- Keep it beside `b.py`.\n"),  # two words are no quotation
        ("keep   it\n", "- a\n"),
        ("Constraints", "# Constraints\n- a\n"),  # no heading is taken out
        ("Never edit a.py", "- Never edit a.pyx\n"),
        ("不要修改这个文件", "- a\n"),
    ],
)
def test_which_lines_hold_what_was_forgotten(forgotten: str, kept: str) -> None:
    lines = {"- Keep it.": "keep", "- 记住：不要修改这个文件。": "不要"}
    gone = [line for line, mark in lines.items() if mark in forgotten.lower()]
    assert taken_out("".join(f"{line}\n" for line in gone) + kept, [forgotten]) == kept


def test_what_still_holds_and_contains_what_was_revoked_stays() -> None:
    text = f"- {VITE}\n- {VITE} without asking first\n"
    assert without_revoked(text, [VITE], [f"{VITE} without asking first"]) == f"- {VITE} without asking first\n"


LINES = st.sampled_from(["## Constraints", "Constraints", f"- {VITE}.", f"- **{VITE}** [remember 1]", "- a", "a", NODE])


@given(st.lists(LINES), st.lists(LINES))
def test_nothing_is_left_of_what_was_taken_out_and_nothing_else_goes(lines: list[str], gone: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    left = taken_out(text, gone)
    assert quoted_in(left, gone) == []
    out = [line for line in lines if line not in left.splitlines()]
    assert all(quoted_in(line, gone) for line in out)
    assert left.count("#") == text.count("#")
