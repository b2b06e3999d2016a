"""OpenCode's plugin in a real JavaScript engine, against a program in the place of ours."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mementod_hooks.install import plugin_text

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="needs node")

DRIVER = """
import { Mementod } from "./mementod.mjs"
const hooks = await Mementod({ directory: "/p" })
const said = {}
const output = { title: "t", output: "done", metadata: {} }
const call = { tool: "edit", sessionID: "s", callID: "c" }
try {
  await hooks["tool.execute.before"](call, { args: { filePath: "/p/tax.py" } })
} catch (error) {
  said.thrown = error.message
}
await hooks["tool.execute.before"]({ ...call, tool: "read" }, { args: {} })
await hooks["tool.execute.after"]({ ...call, args: { filePath: "/p/tax.py" } }, output)
said.output = output.output
const system = { system: ["You are."] }
await hooks["experimental.chat.system.transform"]({ sessionID: "s" }, system)
await hooks["experimental.chat.system.transform"]({ sessionID: "s" }, system)
said.system = system.system
const compacting = { context: [] }
await hooks["experimental.session.compacting"]({ sessionID: "s" }, compacting)
said.compacting = compacting.context
await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "s" } } })
const later = { system: [] }
const model = { id: "m", limit: { context: 40000 } }
await hooks["experimental.chat.system.transform"]({ sessionID: "s", model }, later)
await hooks["experimental.chat.system.transform"]({ sessionID: "s", model }, later)
said.later = later.system
const tokens = { input: 30000, output: 5, cache: { read: 7, write: 0 } }
const info = { role: "assistant", sessionID: "s", modelID: "m", tokens }
await hooks.event({ event: { type: "message.updated", properties: { info } } })
await hooks.event({ event: { type: "message.updated", properties: { info: { ...info, summary: true, tokens: {} } } } })
await hooks["tool.execute.after"]({ ...call, args: {} }, { output: "again", metadata: { exit: 3 } })
console.log(JSON.stringify(said))
"""


def run(folder: Path, answers: str) -> tuple[dict[str, object], list[dict[str, object]]]:
    """What the plugin did, and what it asked, when our program answers like this (a shell `case` on the event)."""
    hook = folder / "my hook's"
    hook.write_text(f'#!/bin/sh\n{{ cat; echo; }} >>"{folder}/asked"\ncase "$3" in\n{answers}\nesac\n')
    hook.chmod(0o755)
    (folder / "mementod.mjs").write_bytes(plugin_text(str(hook)))
    (folder / "driver.mjs").write_text(DRIVER)
    done = subprocess.run([str(NODE), "driver.mjs"], cwd=folder, capture_output=True, check=True, timeout=25)
    asked = folder / "asked"
    lines = asked.read_text().split("\n") if asked.exists() else []
    return json.loads(done.stdout), [json.loads(line) for line in lines if line]


def test_a_denial_is_an_exception_with_the_reason(tmp_path: Path) -> None:
    did, asked = run(tmp_path, """tool.execute.before) echo '{"deny": "no entry"}' ;;""")
    assert did["thrown"] == "no entry"
    assert asked[0] == {
        "hook": "tool.execute.before",
        "cwd": "/p",
        "input": {"tool": "edit", "sessionID": "s", "callID": "c"},
        "output": {"args": {"filePath": "/p/tax.py"}},
    }


def test_what_is_said_reaches_the_model_after_the_call(tmp_path: Path) -> None:
    answers = """
    tool.execute.before) echo '{"context": "before"}' ;;
    tool.execute.after) echo '{"context": "after"}' ;;
    session.start) echo '{"context": "digest"}' ;;
    session.compacting) echo '{"context": "plan"}' ;;
    session.compacted) echo '{"context": "record"}' ;;
    """
    did, asked = run(tmp_path, answers)
    assert did == {
        "output": "done\n\nbefore\n\nafter",
        "system": ["You are.", "digest", "digest"],
        "compacting": ["plan"],
        "later": ["record", "record"],
    }
    # A tool that reads asks nothing, and a session asks once, and once more when it was compacted.
    assert [call["hook"] for call in asked] == [
        "tool.execute.before", "tool.execute.after", "session.start", "session.compacting", "session.compacted",
        "tool.execute.after",
    ]  # fmt: skip


def test_it_says_what_a_tool_came_to_and_how_full_the_context_is(tmp_path: Path) -> None:
    _, asked = run(tmp_path, "*) ;;")
    first, last = [call for call in asked if call["hook"] == "tool.execute.after"]
    assert (first["output"], first.get("use")) == ({"result": "done\nexit code: 0"}, None)
    assert last["output"] == {"result": "again\nexit code: 3"}
    assert last["use"] == {"used": 30_012, "window": 40_000}


@pytest.mark.parametrize("answers", ["*) ;;", "*) echo '{\"deny\": ' ;;", "*) echo null ;;", "*) exit 1 ;;"])
def test_no_answer_is_a_yes(tmp_path: Path, answers: str) -> None:
    did, _ = run(tmp_path, answers)
    assert did == {"output": "done", "system": ["You are."], "compacting": [], "later": []}


def test_a_hook_that_is_gone_is_a_yes(tmp_path: Path) -> None:
    (tmp_path / "mementod.mjs").write_bytes(plugin_text(str(tmp_path / "gone")))
    (tmp_path / "driver.mjs").write_text(DRIVER)
    done = subprocess.run([str(NODE), "driver.mjs"], cwd=tmp_path, capture_output=True, check=True, timeout=25)
    assert json.loads(done.stdout)["output"] == "done"
