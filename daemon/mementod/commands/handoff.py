"""`mementod handoff`: what the next session must know, and whether it knows it."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.commands.typed import standard_input
from mementod.errors import ExitCode, UserError

if TYPE_CHECKING:
    from mementod.continuity.handover_store import Stored
    from mementod.continuity.resume import Checked

_FIELD = re.compile(r"^\W*(goal|files|next|目标|文件|下一步)\W{0,3}[:：]\s*(.*)$", re.IGNORECASE)
_FIELDS = {"目标": "goal", "文件": "files", "下一步": "next"}


@click.group("handoff", invoke_without_command=True)
@folder_option
@format_option
@click.option("--last", is_flag=True, help="The one that was written last, without what was taken back since.")
@click.pass_context
def command(context: click.Context, form: str, last: bool) -> int:
    """Print a hand-over in four sections, filled in as far as git, progress, record and log know; gaps are marked.

    Changes nothing. Fill in the gaps and keep it with `handoff write`.
    """
    if context.invoked_subcommand is not None:
        return ExitCode.FINE
    here = session(context)
    stored = _last(here) if last else None
    text = stored.text if stored else here.text("handoff")
    if form == "json":
        here.document("handoff", _data(stored, text))
    else:
        here.lines(f"Written {stored.at} on {stored.branch or stored.head}.\n\n{text}" if stored else text)
    return ExitCode.FINE


def _data(stored: Stored | None, text: str) -> dict[str, object]:
    """`written` is None for a draft; `lacks` is what keeps it from being kept."""
    from mementod_parsers.continuity.handover import lacks, parse

    handover = parse(text)
    moment = {"written": stored.at, "branch": stored.branch, "head": stored.head} if stored else {"written": None}
    return moment | asdict(handover) | {"lacks": lacks(handover)}


def _last(here: Session) -> Stored:
    from mementod.continuity.handover_store import HandoverStore
    from mementod.continuity.places import memory_of

    with here.engine() as engine, memory_of(engine, here.paths) as file:
        stored = HandoverStore(file).last()
    if stored is None:
        raise UserError("no hand-over was written yet: `mementod handoff` prints one to fill in")
    return stored


@command.command("write")
@folder_option
@click.option("--session", "name", default="", metavar="NAME", help="The session that hands over.")
@click.pass_context
def write(context: click.Context, name: str) -> int:
    """Keep the hand-over from standard input; refused while a section is empty or too long, or a gap is left.

    Names in it that are gone or misspelt are said, and files, commands and names between backticks that are nowhere; it
    is kept nevertheless.
    """
    from mementod.continuity.handed_over import keep_statements
    from mementod.continuity.handover_names import keep_names
    from mementod.continuity.handover_store import HandoverStore, Stored
    from mementod.continuity.memory_file import moment
    from mementod.continuity.places import memory_to_keep
    from mementod_parsers.continuity.confidential import redact, removed, unmarked
    from mementod_parsers.continuity.handover import as_text, lacks, parse

    here = session(context)
    handover = parse(standard_input())
    if missing := lacks(handover):
        raise UserError("the hand-over is not kept as it is: " + "; ".join(missing))
    with here.engine() as engine, memory_to_keep(engine, here.paths) as file:
        repository = engine.repository
        branch = repository.git.one("symbolic-ref", "-q", "--short", "HEAD") if repository.tracked else None
        text = redact(as_text(handover))
        keep_statements(engine, file, parse(text))  # before it is the last one, from which a draft goes on
        HandoverStore(file).add(Stored(moment(), name, repository.head, branch, text))
        wrong = keep_names(engine, file, parse(unmarked(text)))
    here.line("The hand-over is kept: `mementod handoff --last` shows it, `mementod boot` begins with it.")
    if kinds := removed(as_text(handover)):
        here.line(f"left out of it: {', '.join(kinds)} (what is secret is never kept)")
    if wrong:
        here.line("Of the names in it, these do not hold; put them right and write it again, or go on:")
    for line in wrong:
        here.line(f"- {line}")
    return ExitCode.FINE


@command.command("check")
@folder_option
@format_option
@click.option("--goal", default="", help="The goal, in your own words.")
@click.option("--files", multiple=True, help="The files that the next two steps depend on, with commas; repeatable.")
@click.option("--next", "following", default="", help="The smallest next step.")
@click.pass_context
def check(context: click.Context, form: str, goal: str, files: tuple[str, ...], following: str) -> int:
    """Check what an agent restates after a compaction, from options or, as `goal:`, `files:`, `next:`, from stdin.

    Every name must exist as it is spelled (a file may be one that the step makes), nothing that is gone may be used,
    the files must be in the hand-over (or the next step says why it needs them), and what binds the next step is shown.
    What cannot be looked up stays yours to compare. Exit code 1 when something is wrong, when a line that is shown
    forbids what the next step names, or when nobody knows how far the work is (no hand-over, or one of another branch):
    then the files to read before that one step are named, and where there are none a person must look.
    """
    from mementod.continuity.engram import and_rules
    from mementod.continuity.handover_store import PASSED, HandoverStore
    from mementod.continuity.memory_file import moment
    from mementod.continuity.places import kept_record, memory_of
    from mementod.continuity.resume import Outcome, Restated
    from mementod.continuity.resume import check as checked

    here = session(context)
    said = {"goal": goal, "files": ",".join(files), "next": following}
    if not any(said.values()):
        said |= _read()
    restated = Restated(
        said["goal"], tuple(part for part in re.split(r"[,，\s]+", said["files"]) if part), said["next"]
    )
    with here.engine() as engine, memory_of(engine, here.paths) as file:
        record, problems = kept_record(engine, file)
        found = checked(engine, restated, HandoverStore(file).last(), and_rules(engine, record)[0])
        if found.outcome in (Outcome.PASS, Outcome.BINDING, Outcome.NARROW) and not problems:
            file.set_value(PASSED, moment())  # it knows what to keep, and to read first
        here.warn_all(problems)
    if form == "json":
        here.document("handoff-check", asdict(found) | {"restated": asdict(restated)})
    else:
        _show(here, restated.goal, found)
    return ExitCode.FINE if found.outcome is Outcome.PASS else ExitCode.FINDINGS


def _read() -> dict[str, str]:
    text = standard_input()
    found = (_FIELD.match(line) for line in text.splitlines())
    return {_FIELDS.get(field[1], field[1].lower()): field[2].strip() for field in found if field}


def _show(here: Session, goal: str, found: Checked) -> None:
    from mementod.continuity.resume import Outcome

    here.line(f"goal as handed over: {found.goal or '(none)'}")
    here.line(f"goal as restated:    {goal or '(none)'}")
    for line in found.shown:
        here.line(line)
    for line in found.wrong:
        here.line(f"wrong: {line}")
    match found.outcome:
        case Outcome.PASS if any(line.startswith(("binding:", "decided:")) for line in found.shown):
            here.line("pass: names hold; the lines above bind: go on only if the step keeps them.")
        case Outcome.PASS:
            here.line("pass: names hold; compare the goals, then go on with the next step.")
        case Outcome.BINDING:
            here.line("no pass: names hold, but a line above forbids something of what the next step names.")
            here.line("Go on only if the step keeps that line; else choose another step, or ask the user.")
        case Outcome.WRONG:
            here.line("Put these lines right, and ask again before you act.")
        case Outcome.NARROW:
            here.line("no pass: names hold and nothing forbids the step, but nobody can say how far the work is.")
            here.line(
                f"Read {', '.join(found.read)} first; then do that step alone, and hand over (`mementod handoff`)."
            )
        case Outcome.PERSON:
            here.line("Nothing of it can be confirmed: name the files of the next step, or a person must look.")
