"""What the gates decide: cases as data, and the laws of their messages."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from case_files import read_cases
from mementod_hooks.decide import Change, Question, decide
from mementod_hooks.denial import MESSAGE_CHARS
from mementod_hooks.gate_model import Action, Claim, Decision, Lack, Mode, Stale, Step, worst
from mementod_hooks.policy import Policy
from mementod_parsers.progress.progress import parse_progress

CASES = Path(__file__).parent / "cases" / "progress" / "decide.yaml"
names = st.text(min_size=1, max_size=300)


def load() -> list[dict[str, Any]]:
    found = read_cases(CASES)
    assert isinstance(found, list)
    return found


def claims(text: str, fresh: bool = True, staged: bool = True) -> tuple[Claim, ...]:
    return tuple(Claim(entry, fresh, staged) for entry in parse_progress(text))


def change(data: dict[str, Any]) -> Change:
    said = claims(data.get("text", ""), data.get("fresh", True), data.get("staged", True))
    flags = {key: data[key] for key in ("free", "conflicted") if key in data}
    return Change(data["path"], data.get("in_head", True), claims=said, **flags)


def question(case: dict[str, Any]) -> Question:
    policy = Policy(
        tuple(case.get("core", ())),
        frozenset(case.get("carriers", ())),
        Mode(case.get("edit", "block")),
        Mode(case.get("commit", "block")),
        Mode(case.get("stale_mode", "warn")),
        Mode(case["override"]) if "override" in case else None,
    )
    changes = tuple(map(change, case["changes"]))
    stale = tuple(Stale(**each) for each in case.get("stale", ()))
    return Question(
        Step(case.get("step", "edit")),
        changes,
        policy,
        "PROGRESS.md",
        case.get("has_progress", True),
        case.get("replaying"),
        claims(case.get("strays", "")),
        stale,
    )


@pytest.mark.parametrize("case", load(), ids=[case["name"] for case in load()])
def test_a_decision(case: dict[str, Any]) -> None:
    decision = decide(question(case))
    assert decision.action.value == case["action"], decision.message
    assert bool(decision.message) == (decision.action is not Action.ALLOW)
    for part in case.get("says", ()):
        assert part in decision.message
    if "lacks" in case:
        assert {m.path: m.lack.value for m in decision.missing} == case["lacks"]


@given(st.lists(names, min_size=1, max_size=8, unique=True), names, st.sampled_from(Step), st.booleans())
def test_a_message_is_short_and_steers_no_terminal(paths: list[str], progress: str, step: Step, there: bool) -> None:
    policy = Policy(carriers=frozenset(paths))
    changes = tuple(Change(path, True) for path in paths)
    stale = tuple(Stale(path, 1, path, path) for path in paths)
    decision = decide(Question(step, changes, policy, progress, there, stale=stale))
    assert decision.action is Action.DENY
    assert 0 < len(decision.message) <= MESSAGE_CHARS
    assert not set(decision.message) & set("\x1b\r\x07\u202e\u2028")


@pytest.mark.parametrize("path", ["src/a b.py", "src/it's.py", "-rf", "src/$(x).py", "src/日本.py"])
def test_the_command_can_be_pasted(path: str) -> None:
    decision = decide(Question(Step.EDIT, (Change(path, True),), Policy(("**",)), "PROGRESS.md"))
    command = next(line.strip() for line in decision.message.splitlines() if "mementod progress add" in line)
    assert shlex.split(command)[:5] == ["mementod", "progress", "add", "--file", path]


def test_too_many_files_for_a_command_share_their_folder() -> None:
    changes = tuple(Change(f"src/core/module_number_{n}.py", True) for n in range(40))
    decision = decide(Question(Step.EDIT, changes, Policy(("src/",)), "PROGRESS.md"))
    assert "--file src/core/ " in decision.message
    assert "and 37 more are core files" in decision.message
    assert len(decision.missing) == 40


def test_the_lines_that_a_denial_shows_do_not_count_as_they_stand() -> None:
    decision = decide(Question(Step.EDIT, (Change("src/a.py", True),), Policy(("src/",)), "PROGRESS.md"))
    line = next(row for row in decision.message.splitlines() if row.lstrip().startswith("- "))
    again = Change("src/a.py", True, claims=claims(line))
    assert decide(Question(Step.EDIT, (again,), Policy(("src/",)), "PROGRESS.md")).action is Action.DENY
    written = line.replace("<what will change>", "rename x").replace("<why>", "it is short")
    better = Change("src/a.py", True, claims=claims(written))
    assert decide(Question(Step.EDIT, (better,), Policy(("src/",)), "PROGRESS.md")).action is Action.ALLOW


def test_of_several_repositories_the_strictest_answer_holds() -> None:
    some = [
        Decision(Action.ALLOW, notes=("a",)),
        Decision(Action.DENY, "no"),
        Decision(Action.WARN, "hm", notes=("b",)),
    ]
    assert worst(some) == Decision(Action.DENY, "no", notes=("a", "b"))
    assert worst([]) == Decision(Action.ALLOW)
    assert {lack.value for lack in Lack} >= {"old", "copied"}
