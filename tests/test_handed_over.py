"""What one hand-over says binds the next agent: the record, the check and the next draft have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooked import call, claude, context
from mementod.paths import Paths
from mementod_parsers.continuity.handed import handed
from mementod_parsers.continuity.handover import Handover, as_text, parse
from mementod_parsers.continuity.record import HANDED_OVER, Class, Item
from mementod_parsers.decisions.spoken import rejected_in
from repos import Repo
from shells import Shell

CODE = "def load_rows():\n    return 1\n\n\ndef save_rows():\n    return 2\n"
GOAL = "Cache `load_rows`; done when `make test` passes"
NEVER = "Never rename `load_rows`"
WIDE = "不要修改 `save_rows`。"
REDIS = "Redis was rejected for `load_rows`: it needs a server"
RUN = "Run first: `make test`"
FIRST = Handover((GOAL,), ("`src/a.py` is half done", "Next: edit `src/a.py`"), (REDIS,), (NEVER, WIDE, RUN))


class Desk(Shell):
    def hand_over(self, handover: Handover) -> None:
        assert self.run("handoff", "write", stdin=as_text(handover))[0] == 0

    def draft(self) -> Handover:
        return parse(self.run("handoff")[1])

    def check(self, following: str) -> tuple[int, str]:
        return self.run("handoff", "check", "--goal", GOAL, "--files", "src/a.py", "--next", following)


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    repo = (
        Repo(tmp_path / "repo").write({"src/a.py": CODE, "Makefile": "test:\n\techo\n"}).commit("Begin", "2025-02-01")
    )
    found = Desk(repo, paths, capsys, monkeypatch)
    found.hand_over(FIRST)
    return found


def test_it_is_in_the_record_with_its_source(desk: Desk) -> None:
    _, text = desk.run("engram")
    for line in (GOAL, NEVER, WIDE, REDIS):
        assert f"- {line} [hand-over]" in text


def test_the_next_draft_has_all_of_it_also_after_a_hand_over_without_it(desk: Desk) -> None:
    desk.hand_over(Handover((GOAL,), ("Next: edit `src/a.py`",), ("A dict was chosen",), ("Never log rows",)))
    draft = desk.draft()
    assert draft.goal[0] == GOAL
    assert {REDIS, "A dict was chosen"} <= set(draft.decisions)
    assert {NEVER, WIDE, "Never log rows"} <= set(draft.constraints)


def test_what_to_run_first_is_kept_from_the_last_one(desk: Desk) -> None:
    assert RUN in desk.draft().constraints


def test_it_is_put_before_an_edit_of_what_it_names(desk: Desk) -> None:
    fields = {"file_path": str(desk.repo.root / "src/a.py"), "old_string": "def load_rows", "new_string": ""}
    text = context(claude(call(desk.repo.root, tool_name="Edit", tool_input=fields)))
    assert f"- {NEVER} (hand-over " in text
    assert f"- decided: {REDIS} (hand-over " in text


@pytest.mark.parametrize("following", ["rename load_rows to fetch_rows", "rename `load_rows` to fetch_rows"])
def test_a_step_against_a_constraint_of_it_does_not_pass(desk: Desk, following: str) -> None:
    code, text = desk.check(following)
    assert code == 1
    assert f"binding: {NEVER} [hand-over]" in text
    assert f"decided: {REDIS} [hand-over]" in text


def test_a_step_that_takes_up_what_it_rejected_does_not_pass(desk: Desk) -> None:
    assert desk.check("use Redis in `load_rows`")[0] == 1
    assert desk.check("return the rows of a dict in `load_rows`")[0] == 0


def test_recall_finds_what_an_older_one_says(desk: Desk) -> None:
    desk.hand_over(Handover((GOAL,), ("Next: edit `src/a.py`",), ("A dict was chosen",), ("Never log rows",)))
    assert REDIS in desk.run("recall", "redis")[1]
    assert desk.run("recall", "never", "rename")[1].count(NEVER) == 1


def test_it_goes_when_it_is_revoked_and_does_not_come_back_with_a_copy(desk: Desk) -> None:
    desk.run("engram", "revoke", NEVER)
    assert NEVER not in desk.run("engram")[1]
    desk.hand_over(FIRST)
    assert NEVER not in desk.run("engram")[1]


def test_a_later_word_of_the_user_takes_the_place_of_it(desk: Desk) -> None:
    desk.run("remember", "You may rename `load_rows` now.")
    assert f"superseded: {NEVER} [hand-over]" in desk.run("engram")[1]
    assert NEVER not in desk.draft().constraints


def test_the_goal_of_the_user_stands_beside_that_of_an_agent(desk: Desk) -> None:
    desk.run("remember", "Goal: serve rows from a cache")
    desk.hand_over(Handover(("Finish the cache of rows in two steps",), ("Next: x",), ("A dict was chosen",), (NEVER,)))
    assert desk.draft().goal[0] == "serve rows from a cache"
    assert "superseded: serve rows" not in desk.run("engram")[1]


SAID = Item(Class.CONSTRAINTS, "Never push to main.", "remember 1", "2026-01-01T00:00:00Z")


@pytest.mark.parametrize(
    ("line", "is_new"),
    [
        ("Never push to main", False),
        ("**Never push to main**", False),
        ("Never edit x (CLAUDE.md:3)", False),
        ("Do not use `a.py`: it is gone.", False),
        ("Do not use `a.py`: it is `b.py` now.", False),
        ("The notes ask 4 more: `mementod engram --all`.", False),
        ("see above", False),
        ("Run first: `make test`", False),
        ("Never push to release.", True),
        ("Only edit files below src", True),
        ("迁移期间数据库只读", True),
    ],
)
def test_only_what_an_agent_added_is_new(line: str, is_new: bool) -> None:
    handover = Handover(("x",), (), (), (line,))
    found = list(handed(handover, ["Never edit x (CLAUDE.md:3)", "x"], [SAID], "2026-02-01T00:00:00Z", None))
    assert [(item.text, item.origin) for item in found] == ([(line, HANDED_OVER)] if is_new else [])


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (REDIS, ("Redis",)),
        ("A dict was chosen; Redis was rejected: it needs a server.", ("Redis",)),
        ("We rejected Redis because it needs a server.", ("Redis",)),
        ("dict (why: simple); not Redis: needs a server; not memcached", ("Redis", "memcached")),
        ("We chose a dict over Redis because it is simple", ("Redis",)),
        ("Tried Kafka and rejected it", ("Kafka",)),
        ("否决了 Redis，因为需要服务器", ("Redis",)),
        ("Redis 被否决：需要服务器", ("Redis",)),
        ("用 dict 而不是 Redis。", ("Redis",)),
        ("The request was rejected by the server.", ()),
        ("It was rejected.", ()),
        ("Rows are cached.", ()),
    ],
)
def test_which_options_a_sentence_says_were_not_taken(text: str, options: tuple[str, ...]) -> None:
    assert rejected_in(text) == options
