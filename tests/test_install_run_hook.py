"""The script that all hooks call, in a real shell: it denies only what our client denies, and is never in the way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from mementod_hooks.install import Form, Plan, plan_run_hook

# Says what it was given and how it was started, and ends as it is told to.
CLIENT = """
import sys
print(sys.flags.isolated, sys.flags.no_site, sys.argv[1:], sys.stdin.read().strip())
sys.exit(int(open(__file__ + ".code").read()))
"""


class Installed:
    """A run-hook beside a client that ends with a code."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.home = folder
        self.client = folder / "it's a client.py"
        self.client.write_text(CLIENT)
        self.path = folder / "mementod" / "run-hook"
        self.path.parent.mkdir()
        (edit,) = plan_run_hook(str(self.path), None, [(python, str(self.client))]).edits
        assert (edit.form, edit.executable) == (Form.WHOLE, True)
        self.path.write_bytes(edit.after or b"")
        self.path.chmod(0o755)

    def run(
        self, *args: str, code: int = 0, environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        Path(f"{self.client}.code").write_text(str(code))
        whole = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), **(environ or {})}
        return subprocess.run(
            [str(self.path), *args], env=whole, input="payload", capture_output=True, encoding="utf-8", check=False
        )


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_the_client_is_started_alone_with_all_that_it_needs(installed: Installed) -> None:
    done = installed.run("agent", "claude", "a b")
    assert done.stdout == "1 1 ['agent', 'claude', 'a b'] payload\n"
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("code", [0, 1, 2, 3, 77])
def test_only_a_denied_commit_ends_with_one(installed: Installed, code: int) -> None:
    assert installed.run("git", "pre-commit", code=code).returncode == (1 if code == 1 else 0)
    assert installed.run("agent", "copilot", code=code).returncode == 0


@pytest.mark.parametrize(
    ("environ", "agents_too"),
    [({"MEMENTOD": "0"}, True), ({"SKIP": "x,mementod"}, False), ({"HUSKY": "0"}, False), ({"LEFTHOOK": "0"}, False)],
)
def test_it_can_be_switched_off_for_one_command(
    installed: Installed, environ: dict[str, str], agents_too: bool
) -> None:
    assert installed.run("git", "pre-commit", code=1, environ=environ).returncode == 0
    assert (installed.run("agent", "claude", environ=environ).stdout == "") == agents_too
    assert installed.run("git", "pre-commit", code=1, environ={"SKIP": "mementod-not"}).returncode == 1


def test_once_the_program_is_gone_it_says_so_once_a_day(installed: Installed) -> None:
    installed.client.unlink()
    first, second = installed.run("git", "pre-commit"), installed.run("agent", "claude")
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stderr.startswith("mementod: the program is gone, so nothing is checked;")
    assert first.stderr.count("\n") == 1
    assert second.stderr + first.stdout + second.stdout == ""
    (installed.home / ".local/state/mementod/gone").write_text("2000-01-01\n")
    assert installed.run("git", "pre-commit").stderr == first.stderr


def test_without_a_home_it_lets_pass_all_the_same(installed: Installed) -> None:
    installed.client.unlink()
    done = installed.run("git", "pre-commit", environ={"HOME": "/dev/null"})
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1


def test_the_first_installation_that_is_there_is_used(installed: Installed) -> None:
    clients = [("/gone/python", "/gone/client.py"), (sys.executable, str(installed.client))]
    (edit,) = plan_run_hook(str(installed.path), None, clients).edits
    installed.path.write_bytes(edit.after or b"")
    assert installed.run("git", "pre-commit", code=1).returncode == 1
    assert plan_run_hook(str(installed.path), edit.after, clients) == Plan()


def test_with_no_installation_at_all_it_is_still_a_script(installed: Installed) -> None:
    (edit,) = plan_run_hook(str(installed.path), None, []).edits
    installed.path.write_bytes(edit.after or b"")
    assert installed.run("git", "pre-commit").returncode == 0
