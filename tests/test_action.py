"""The action for GitHub, every step of it, as a runner executes them: installed from this checkout, then run.

Opt in with `pytest -m slow tests/test_action.py`: pip fetches what it needs.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from repos import Repo

ROOT = Path(__file__).parents[1]
LIMIT_S = 280  # pip fetches and builds
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_all_steps_in_a_row(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The inputs are filled in as the runner does it, by their defaults and the payload of a push."""
    if "slow" not in request.config.option.markexpr:
        pytest.skip("installs this project from the index: ask for it with `-m slow`")
    repo = Repo(tmp_path / "r").write({"src/a.py": "x = 1\n" * 9, "CLAUDE.md": "See `src/a.py`.\n"}).commit()
    before = repo.head
    repo.move("src/a.py", "src/b.py").commit()
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    inputs = {name: given["default"] for name, given in action["inputs"].items()} | {"base": before}
    runner = {"RUNNER_TEMP": str(tmp_path / "temp"), "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_ACTIONS": "true"}
    (tmp_path / "temp").mkdir()
    said = []
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash"
        given = {name: _filled(value, inputs) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=repo.root, env={**os.environ, **runner, **given}, capture_output=True, encoding="utf-8",
            timeout=LIMIT_S, check=False,
        )  # fmt: skip
        if "Could not find a version" in done.stderr:
            pytest.skip("NOT TESTED: pip reaches no index")
        said.append((done.returncode, done.stdout + done.stderr))
    (installed, words), (checked, report) = said
    assert installed == 0, words
    assert (checked, "::error file=CLAUDE.md" in report) == (1, True), report


def _filled(text: str, inputs: dict[str, str]) -> str:
    for name, value in inputs.items():
        text = text.replace(f"${{{{ inputs.{name} }}}}", value)
    assert "${{" not in text
    return text
