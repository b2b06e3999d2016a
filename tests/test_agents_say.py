"""What a hook prints, to the letter: each agent ignores another agent's way of saying no."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_files import read_cases
from mementod_hooks.agents.call import Agent, Answer, Call, Event, Output
from mementod_hooks.agents.registry import ADAPTERS, say

CASES = read_cases(Path(__file__).parent / "cases" / "agents" / "answers.yaml")
HOOKS = {
    Agent.CLAUDE: "PreToolUse", Agent.CODEX: "PreToolUse", Agent.QWEN: "PreToolUse", Agent.COPILOT: "preToolUse",
    Agent.GEMINI: "BeforeTool", Agent.OPENCODE: "tool.execute.before", Agent.CURSOR: "preToolUse",
    Agent.CLINE: "PreToolUse",
}  # fmt: skip
SESSIONS = {Agent.COPILOT: "sessionStart", Agent.CURSOR: "sessionStart", Agent.OPENCODE: "session.start"}
# Codex refuses an answer with a field that is not among these, and lets the call pass then.
CODEX_FIELDS = {"hookSpecificOutput", "systemMessage", "decision", "reason"}
CODEX_INNER = {"hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['agent']} {case['hook']} {case['event']}")
def test_an_answer_has_the_form_of_its_agent(case: dict[str, object]) -> None:
    call = Call(
        Agent(str(case["agent"])), Event(str(case["event"])), hook=str(case["hook"]), held=bool(case.get("held"))
    )
    answer = Answer(*(str(case.get(name, "")) for name in ("deny", "context", "notice")))
    output = say(call, answer)
    printed = json.loads(output.stdout) if output.stdout else None
    assert printed == case["stdout"]
    assert output.stderr.decode() == case.get("stderr", "")
    assert output.code == 0


@pytest.mark.parametrize("agent", [agent for agent in Agent if ADAPTERS[agent].denies])
def test_a_denial_is_no_answer_of_consent(agent: Agent) -> None:
    call = Call(agent, Event.BEFORE_EDIT, hook=HOOKS[agent])
    denied, allowed = say(call, Answer(deny="R")), say(call, Answer())
    assert b'"R"' in denied.stdout
    assert b"deny" in denied.stdout
    assert b"deny" not in allowed.stdout


@pytest.mark.parametrize("agent", Agent)
def test_consent_never_spares_the_agent_the_question_to_its_user(agent: Agent) -> None:
    output = say(Call(agent, Event.BEFORE_EDIT, hook=HOOKS[agent]), Answer(context="C"))
    assert b"permissionDecision" not in output.stdout


@pytest.mark.parametrize("agent", Agent)
@pytest.mark.parametrize("character", ["x", "é", "語", "\U0001f600", "\ud800"])
def test_texts_stay_within_what_agents_take(agent: Agent, character: str) -> None:
    long = Answer(deny=character * 70_000, context=f"first line\n{character * 70_000}", notice=character * 10)
    before = say(Call(agent, Event.BEFORE_EDIT, hook=HOOKS[agent]), long)
    context = say(Call(agent, Event.BEFORE_EDIT, hook=HOOKS[agent]), Answer(context=long.context))
    start = say(
        Call(agent, Event.SESSION_START, hook=SESSIONS.get(agent, "SessionStart")),
        Answer(context="x" * 9_000, digest=long.context),
    )
    assert max(map(longest, strings(before))) <= 2_000
    assert max(map(longest, strings(context)), default=0) <= 1_520  # with "mementod: " where only the person sees it
    (digest,) = [text for text in strings(start) if text.startswith("first line")]
    assert len(digest.encode("utf-8", "replace")) <= (7_500 if agent is Agent.CODEX else 8 << 10)


@settings(max_examples=60, deadline=None)
@given(
    event=st.sampled_from(Event), hook=st.sampled_from(["PreToolUse", "PostToolUse", "SessionStart", "Stop"]),
    deny=st.text(max_size=9), context=st.text(max_size=9), notice=st.text(max_size=9),
)  # fmt: skip
def test_codex_gets_no_field_that_it_does_not_know(
    event: Event, hook: str, deny: str, context: str, notice: str
) -> None:
    output = say(Call(Agent.CODEX, event, hook=hook), Answer(deny, context, notice))
    printed = json.loads(output.stdout or b"{}")
    assert set(printed) <= CODEX_FIELDS
    inner = printed.get("hookSpecificOutput", {})
    assert set(inner) <= CODEX_INNER
    assert inner.get("permissionDecision") != "deny" or inner["permissionDecisionReason"]


def strings(output: Output) -> list[str]:
    def walk(value: object) -> list[str]:
        if isinstance(value, dict):
            return [text for item in value.values() for text in walk(item)]
        return [value] if isinstance(value, str) else []

    return walk(json.loads(output.stdout)) if output.stdout else []


def longest(text: str) -> int:
    return len(text)
