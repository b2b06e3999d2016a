"""`mementod check`: judge once and say it."""

from __future__ import annotations

from pathlib import Path

import click

from mementod import files
from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.reports.baseline import apply_baseline, read_baseline, write_baseline
from mementod.reports.report import FailOn, fails
from mementod_parsers.model import Report

BASELINE_LIMIT_BYTES = 64 << 20
FORMATS = ("text", "json", "sarif", "github")


@click.command("check")
@click.argument("notes", nargs=-1, metavar="[NOTE or FOLDER]...")
@folder_option
@click.option("--rev", metavar="R", help="Judge the tree of commit R instead of the work tree.")
@click.option("--staged", is_flag=True, help="Judge what is staged for the next commit.")
@click.option("--range", "span", metavar="A..B", help="Only findings at B that are not at A.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Form of the report.",
)
@click.option(
    "--fail-on",
    type=click.Choice([level.value for level in FailOn]),
    default=FailOn.ERROR.value,
    show_default=True,
    help="From which level on the exit code is 1.",
)
@click.option("--baseline", metavar="F", help="Leave out the findings that F holds.")
@click.option("--write-baseline", metavar="F", help="Write the findings of this run to F; exit code 0.")
@click.option("-v", "--verbose", is_flag=True, help="Show infos and every line of long groups.")
@click.pass_context
def command(
    context: click.Context,
    notes: tuple[str, ...],
    rev: str | None,
    staged: bool,
    span: str | None,
    form: str,
    fail_on: str,
    baseline: str | None,
    write_baseline: str | None,
    verbose: bool,
) -> int:
    """Judge every note of the repository, or only the given notes and folders, against the code.

    Exit code: 0 nothing at that level, 1 findings, 2 wrong usage or configuration.
    """
    here = session(context)
    for option, value in _texts(context):
        if not value:
            raise UserError(f"{option} is empty: give it a value, or leave it out")
    if sum(map(bool, (rev, staged, span))) > 1:
        raise UserError("--rev, --staged and --range exclude each other; give one")
    known = read_baseline(_text(here, baseline), baseline) if baseline else None
    report = _judge(here, notes, rev, staged, span)
    if write_baseline:
        _write(here, write_baseline, report)
    if known:
        report = apply_baseline(report, known, complete=not span)
    here.write(render(report, form, here, verbose))
    failed = fails(report, FailOn(fail_on)) and not write_baseline
    return ExitCode.FINDINGS if failed else ExitCode.FINE


def render(report: Report, form: str, here: Session, verbose: bool = False) -> str:
    """The report in one of FORMATS."""
    match form:
        case "json":
            from mementod.reports.report_json import render_json

            return render_json(report)
        case "sarif":
            from mementod.reports.report_sarif import render_sarif

            return render_sarif(report)
        case "github":
            from mementod.reports.report_github import render_github

            return render_github(report)
        case _:
            from mementod.reports.report_text import Look, render_text

            return render_text(report, Look(here.width, here.colour, verbose, here.program))


def _judge(here: Session, notes: tuple[str, ...], rev: str | None, staged: bool, span: str | None) -> Report:
    from mementod.judging.engine import Request

    with here.engine() as engine:
        chosen = here.note_paths(engine.root, notes, must_exist=not (rev or staged or span))
        report = engine.check(Request(here.folder, chosen, rev, staged, span))
    here.expect_notes(notes, chosen, report)
    return report


def _texts(context: click.Context) -> list[tuple[str, str]]:
    """The options of a command that were given a text: an unset variable in a script gives an empty one."""
    given = (
        (p.opts[-1], context.params.get(p.name or "")) for p in context.command.params if p.param_type_name == "option"
    )
    return [(name, value) for name, value in given if isinstance(value, str)]


def _text(here: Session, name: str) -> str:
    try:
        return files.read_limited(here.folder / name, BASELINE_LIMIT_BYTES).decode("utf-8")
    except FileNotFoundError:
        raise UserError(f"--baseline {name}: no such file; write it with --write-baseline {name}") from None
    except (files.NotReadable, UnicodeDecodeError) as error:
        raise UserError(f"--baseline {name}: {error}") from error


def _write(here: Session, name: str, report: Report) -> None:
    path: Path = here.folder / name
    try:
        files.replace(path, write_baseline(report).encode())
    except OSError as error:
        raise UserError(f"--write-baseline {name}: {error.strerror}") from error
