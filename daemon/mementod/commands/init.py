"""`mementod init`: from nothing to a watched repository, every step shown before it is done."""

from __future__ import annotations

from collections import Counter

import click

from mementod.commands.check import render
from mementod.commands.init_steps import Step, steps
from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.reports.words import plural
from mementod_parsers.model import Report


@click.command("init")
@folder_option
@click.option("--yes", is_flag=True, help="Do every step without asking.")
@click.option("--dry-run", is_flag=True, help="Show every step, change nothing.")
@click.option("--agent-dir", "lays_out", is_flag=True, help="First lay out start-up notes in .agent/.")
@click.pass_context
def command(context: click.Context, yes: bool, dry_run: bool, lays_out: bool) -> int:
    """Set up this repository: configuration, enrolment, hooks of git and of agents, the service; then report.

    Finds the memory in use, shows what each step would do, and asks. What is there already is never changed, so it
    may be run again at any time. --yes leaves core files a comment: to guard them is yours to decide.
    """
    here = session(context)
    walk = Walk(here, yes, dry_run)
    if lays_out:
        from mementod.commands.init_agent_dir import agent_dir

        walk.take(agent_dir(here))
    report = _judge(here)
    if not report.notes:
        here.write(render(report, "text", here))
        here.line("Write down for your agents what they must know, in AGENTS.md for instance; then run this again.")
        return ExitCode.FINE
    _say_found(here, report)
    try:
        for step in steps(here, report):
            walk.take(step)
    except (KeyboardInterrupt, click.Abort):
        walk.say_interrupted()
        raise KeyboardInterrupt from None
    if dry_run:
        here.write("\n")
        here.line("Nothing was changed (--dry-run).")
    here.write("\n" + render(report, "text", here))
    if walk.done:
        here.line("`mementod status` shows how it stands, `mementod uninstall` takes it all out again.")
    return ExitCode.USAGE if walk.failed else ExitCode.FINE


class Walk:
    """Takes one step after the other. What fails is said, and the rest goes on."""

    def __init__(self, here: Session, yes: bool, dry_run: bool) -> None:
        self._here, self._yes, self._dry_run = here, yes, dry_run
        self.done: list[str] = []
        self.failed = False

    def take(self, step: Step) -> None:
        self._here.write("\n")
        self._here.line(step.title)
        for line in step.lines:
            self._here.line(f"  {line}")
        self.failed |= step.is_failed
        if not step.question or self._dry_run or not self._is_wanted(step):
            return
        try:
            step.carry_out()
        except UserError as error:
            self.failed = True
            self._here.warn_all((str(error),))
            return
        if step.done:
            self.done.append(step.done)

    def say_interrupted(self) -> None:
        """What was done stays; what was not can be done later."""
        self._here.write("\n")
        self._here.line("Interrupted. " + ("Done so far:" if self.done else "Nothing was changed."))
        for line in self.done:
            self._here.line(f"  {line}")
        self._here.line("`mementod init` goes on from here.")

    def _is_wanted(self, step: Step) -> bool:
        if self._yes:
            return step.default
        if not self._here.interactive:
            raise UserError("nobody to ask here: add --yes to do every step, or --dry-run to only look")
        return click.confirm(step.question, default=step.default)


def _judge(here: Session) -> Report:
    from mementod.judging.engine import Request

    with here.engine() as engine:
        return engine.check(Request(here.folder))


def _say_found(here: Session, report: Report) -> None:
    found = Counter(note.note.source.value for note in report.notes)
    here.line(f"Memory found in {report.root}:")
    for source, number in found.items():
        here.line(f"  {source}: {plural(number, 'note')}")
