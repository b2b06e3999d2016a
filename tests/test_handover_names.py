"""What the names in a hand-over are when it is written: what does not hold is said, then and at the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod.errors import ExitCode
from mementod.paths import Paths
from repos import Repo
from shells import Shell

FILES = {
    "package.json": '{"scripts": {"test": "vitest"}}',
    "src/types.ts": "export interface AgentServerConfig {\n  port: number;\n}\n",
    "site/race_ui.ts": "export function revealReference() {\n  return 1;\n}\n",
    "site/race.svg": "<svg/>\n",
}
HANDOVER = """\
## Goal
- replace the picture
## State
- Next: {step}
## Decisions
- keep the port (why: it works)
## Constraints
- Never change `src/types.ts`.
"""


NOWHERE = "is nowhere in the code or its latest commits: is it new, of a library, or called otherwise?"


class Desk(Shell):
    def answer(self, *argv: str, stdin: str = "") -> str:
        code, text = self.run(*argv, stdin=stdin)
        assert code == ExitCode.FINE
        return text

    def told(self, step: str) -> list[str]:
        """What is said of its names when a hand-over with this next step is written."""
        return self.answer("handoff", "write", stdin=HANDOVER.format(step=step)).splitlines()[1:]


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    repo = Repo(tmp_path / "repo").write(FILES).commit("Begin", "2025-02-01")
    repo.remove("site").write({"docs/a.md": "# A\n", "src/b.ts": "export function stayHere() {\n  return 2;\n}\n"})
    repo.commit("Less", "2025-03-01").move("src/b.ts", "src/c.ts").commit("Move", "2025-04-01")
    return Desk(repo, paths, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("step", "told", "started"),
    [
        ("replace site/race.svg by a new one", "site/race.svg is gone", "- site/race.svg: nothing took its place"),
        ("read revealReference()", "revealReference is gone", "- revealReference: nothing took its place"),
        ("see `site/race_ui.ts`", "site/race_ui.ts is gone", "- site/race_ui.ts: nothing took its place"),
        ("run `npm run tests`", "npm run tests is misspelt: use npm run test", "- npm run test (written `npm run tes"),
        ("read AgentServerConfg", "AgentServerConfg is misspelt: use AgentServerConfig", "written `AgentServerConfg`)"),
        ("edit src/b.ts", "src/b.ts is renamed: use src/c.ts", "- src/b.ts: use src/c.ts"),
        ("read `src/nope.ts`", "src/nope.ts does not exist", ""),
        ("call `fooBarBaz` first", f"fooBarBaz {NOWHERE}", ""),
        ("look at `createZap()`", f"createZap {NOWHERE}", ""),
        ("先看 `read_zap(line)` 再改", f"read_zap {NOWHERE}", ""),
        ("call stay_here once", "stay_here is misspelt: use stayHere", "- stayHere (written `stay_here`)"),
    ],
)
def test_what_does_not_hold_is_said_at_once_and_at_the_next_start(
    desk: Desk, step: str, told: str, started: str
) -> None:
    assert desk.told(step)[1:] == [f"- {told}"]
    _, title, listed = desk.answer("boot").partition("Of the names in it, these are gone or misspelt:")
    assert bool(title) == bool(started)
    assert started in listed


@pytest.mark.parametrize(
    "step",
    [
        "edit `AgentServerConfig` in src/types.ts, then run `npm test`",
        "call `stayHere` once",
        "start `cmd.exe` or `.bin/tsgo`",
        "add `sessionLabel` to `AgentServerConfig`",
        "create src/labels.ts with `labelOf()`",
        "use `useState` of React; site/race.svg was removed on purpose",
        "write the plan into docs/plan.md",
        "rename docs/a.md to docs/b.md",
        "replace docs/a.md by docs/c.md",
        "site/race_ui.ts is gone, with revealReference()",
        "keep the `sessions` in `redis`, `docker compose up -d` and `DATABASE_URL` as they are",
        "call fooBarBaz first",
        "call stay_here of `React`; stay_Here was renamed",
        "rename stayHere to stay_here, then call stay_here",
        "extract `labelOf()` from `AgentServerConfig`",
        "`oldThing` was removed; say so to `React.useMemo` people",
        "先用 `npm test`，再写 `labelOf()`",
    ],
)
def test_what_holds_is_to_be_made_or_is_said_to_be_gone_is_no_fault(desk: Desk, step: str) -> None:
    assert desk.told(step) == []
    assert "gone or misspelt" not in desk.answer("boot")


def test_a_secret_beside_a_name_keeps_nobody_from_looking_it_up(desk: Desk) -> None:
    """Where it was, it says "removed"; of the name nobody said so."""
    told = desk.told("call `fooBarBaz` first with password: hunter2!")
    assert told == [
        "left out of it: secret (what is secret is never kept)",
        "Of the names in it, these do not hold; put them right and write it again, or go on:",
        f"- fooBarBaz {NOWHERE}",
    ]


def test_a_slip_that_the_line_puts_right_itself_needs_no_word(desk: Desk) -> None:
    assert desk.told("rename AgentServerConfg to AgentServerConfig") == []


def test_what_comes_back_is_gone_no_longer(desk: Desk) -> None:
    desk.told("see `site/race_ui.ts`, run `npm run tests`")
    desk.repo.write({"site/race_ui.ts": "x\n", "package.json": '{"scripts": {"tests": "vitest"}}'}).commit("Back")
    assert "gone or misspelt" not in desk.answer("boot")


def test_a_draft_that_is_kept_as_it_is_says_nothing_of_the_files_that_it_lists(desk: Desk) -> None:
    listed = "- Committed since the last hand-over: `site/race.svg`.\n- Not committed: `site/race_ui.ts`."
    assert desk.told(f"edit src/types.ts\n{listed}") == []


def test_tools_of_agents_and_commands_of_ours_are_not_listed_as_names_that_hold(desk: Desk) -> None:
    desk.repo.write({"src/tools.ts": 'export class NotebookEdit {}\nexport class Write {}\nconst all = "--all";\n'})
    desk.repo.commit("Tools")
    step = "change `AgentServerConfig` with `NotebookEdit` or `Write`; `mementod engram --all` says more"
    assert desk.told(step) == []
    _, _, listed = desk.answer("boot").partition("Names that hold:\n")
    assert "AgentServerConfig" in listed
    assert not any(name in listed.partition("Answer from")[0] for name in ("NotebookEdit", "Write", "--all", "engram"))
