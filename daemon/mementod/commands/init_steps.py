"""The steps of `mementod init`: what each would do, in lines for a person, and the doing of it.

A step that has nothing to do says so; nothing is changed before its `carry_out` is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mementod import files
from mementod.commands.agents import agent_places
from mementod.commands.enrol import Enrolment, enrolled, ledger_path
from mementod.commands.hooks import hook_places
from mementod.commands.session import Session
from mementod.config import REPOSITORY_FILE, Config
from mementod.errors import UserError
from mementod.gates.progress_file import locate
from mementod.installing.agent_places import Standing as Hooks
from mementod.installing.hook_places import Standing
from mementod.registry.repos import Standing as Known
from mementod.registry.repos import look, match
from mementod.reports.proposal import most_cited, proposal
from mementod.vcs.git import Git
from mementod_hooks.agents.call import Agent
from mementod_parsers.model import Report


@dataclass(frozen=True, slots=True)
class Step:
    """`lines` are what a person is shown; without a `question` there is nothing to be done."""

    title: str
    lines: tuple[str, ...] = ()
    question: str = ""
    carry_out: Callable[[], None] = lambda: None
    done: str = ""  # what is said of it when the walk ends early
    default: bool = True
    is_failed: bool = False  # it could not be planned; the title says why


def steps(here: Session, report: Report) -> Iterator[Step]:
    """In their order. Each is planned when it is its turn, so that it sees what those before it did."""
    target = Path(report.root) / REPOSITORY_FILE
    if target.exists() or target.is_symlink():
        yield Step(f"{REPOSITORY_FILE} is there already and stays as it is.")
    else:
        core = _Core()
        if named := most_cited(report):
            yield _core(named, core)
        progress = locate(Git(target.parent), Config())
        yield _configuration(
            here, target, proposal(report, core.wanted, progress, (target.parent / progress).is_file())
        )
    for plan in (_enrolment, _agents, _service):
        try:
            yield plan(here, report)
        except UserError as error:
            yield Step(str(error), is_failed=True)


@dataclass(slots=True)
class _Core:
    """Whether the files that the notes speak of most are to be guarded."""

    wanted: bool = False


def _core(named: list[str], core: _Core) -> Step:
    def want() -> None:
        core.wanted = True

    lines = (*named, "An agent may then edit them only after the progress file says what for.")
    title = "The notes speak most of these files, which makes them candidates for core files:"
    return Step(title, lines, "Guard them?", want, default=False)


def _configuration(here: Session, target: Path, text: str) -> Step:
    def write() -> None:
        try:
            files.write_new(target, text.encode())
        except FileExistsError:
            here.line(f"{REPOSITORY_FILE} appeared meanwhile and stays as it is.")
        except OSError as error:
            raise UserError(f"{target} cannot be written: {error.strerror}") from error

    return Step(f"{REPOSITORY_FILE}:", tuple(text.splitlines()), f"Write {target}?", write, f"written: {target}")


def _enrolment(here: Session, report: Report) -> Step:
    ledger, root = ledger_path(here), Path(report.root)
    found = match(look(root), enrolled(here, ledger))
    has_git = found.place.git_dir is not None
    if found.row and found.standing is Known.KNOWN:
        standing = hook_places(here, ledger).standing(found.row)
        if not has_git or standing in (Standing.IN, Standing.FRAMEWORK):
            return Step("This repository is enrolled already" + (", its git hooks are in." if has_git else "."))
    lines = ["It is then watched: you hear of a note when what it says stops being so."]
    if has_git:
        hooks = found.place.repository.common / "hooks"
        lines.append("An id goes into git's configuration, and hooks that ask before a commit, beside those there,")
        lines.append(f"into {hooks}.")

    def enrol() -> None:
        work = Enrolment(here, ledger, False, True)
        work.each((str(root),))
        if work.failed:
            raise UserError("not enrolled; `mementod enrol` tries again")

    return Step(f"Enrol {root}:", tuple(lines), "Enrol it?", enrol, f"enrolled: {root}")


def _agents(here: Session, _report: Report) -> Step:
    places = agent_places(here)
    found = {agent: places.standing(agent) for agent in places.in_use()}
    wanted = [agent for agent, (how, _) in found.items() if how in (Hooks.NONE, Hooks.OUTDATED)]
    broken = [f"{agent}: {problem}" for agent, (_, plan) in found.items() for problem in plan.problems]
    if not wanted:
        names = f"Agents in use: {', '.join(found)}; " if found else "No agent is in use here yet."
        return Step(
            names + ("settings that cannot be read:" if broken else "nothing to do." if found else ""), tuple(broken)
        )

    def install() -> None:
        for agent in wanted:
            _say_installed(here, agent, places.put_in(agent).problems)

    lines = [*broken, *(f"{agent}: {edit.path}" for agent in wanted for edit in found[agent][1].edits)]
    lines.append("It asks before it edits a core file, and hears which notes are stale.")
    lines.append("`mementod agents install --dry-run` shows every line that would be written.")
    return Step(
        "Hooks for the agents that are in use:", tuple(lines), f"Put them in for {', '.join(wanted)}?", install,
        f"hooks put in: {', '.join(wanted)}",
    )  # fmt: skip


def _say_installed(here: Session, agent: Agent, problems: tuple[str, ...]) -> None:
    if problems:
        raise UserError(f"{agent}: {'; '.join(problems)}")
    here.line(f"{agent}: hooks put in")


def _service(here: Session, _report: Report) -> Step:
    from mementod.commands.service import gathered, manager_of, program_of
    from mementod.service import service

    try:
        manager, ours = manager_of(here), program_of(here)
    except UserError as error:
        return Step("The daemon is no service here:", (str(error),))
    data = gathered(manager, ours)
    if data["state"]["known"] and not data["problems"]:
        return Step(f"The daemon is a service of {data['manager']} already.")

    def install() -> None:
        for line in service.install(manager, ours, here.paths.state_dir(), True):
            here.line(line)

    lines = (*data["files"], "`mementod service install --dry-run` shows them; `service uninstall` removes them.")
    title = f"The daemon as a service of {data['manager']}, which runs while you are logged in:"
    return Step(title, lines, "Install and start it?", install, "the service is installed")
