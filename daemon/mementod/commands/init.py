"""`mementod init`: finds the memory in use, shows and writes `.mementod.yaml`, ends with a first report."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from mementod import files
from mementod.commands.check import render
from mementod.commands.session import Session, folder_option, session
from mementod.config import REPOSITORY_FILE, Config
from mementod.errors import ExitCode, UserError
from mementod.judging.sources import find_progress
from mementod.reports.report import findings, plural
from mementod_parsers.model import Kind, Report, Verdict

CORE_PROPOSED = 5
CORE_CITED = 2  # a file that only one line mentions is no centre of anything


@click.command("init")
@folder_option
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, write nothing.")
@click.pass_context
def command(context: click.Context, yes: bool, dry_run: bool) -> int:
    """Find the notes of this repository, propose a .mementod.yaml, and judge for the first time.

    An existing .mementod.yaml is never changed.
    """
    here = session(context)
    report = _judge(here)
    if not report.notes:
        here.write(render(report, "text", here))
        return ExitCode.FINE
    _say_found(here, report)
    target = Path(report.root) / REPOSITORY_FILE
    if target.exists() or target.is_symlink():
        here.line(f"{REPOSITORY_FILE} is there already and stays as it is.")
    else:
        _propose(here, target, proposal(report), yes, dry_run)
    here.write("\n" + render(report, "text", here))
    return ExitCode.FINE


def proposal(report: Report) -> str:
    """The text of a `.mementod.yaml` for this repository; what only states a default is a comment."""
    sources = dict.fromkeys(note.note.source.value for note in report.notes)
    paths = [note.note.path for note in report.notes if not note.note.path.startswith("/")]
    core = most_cited(report) or ["src/core/**"]
    progress = find_progress([path for path in paths if path.isprintable()], Config())
    lines = [
        "# What mementod judges here. Every key is optional; unknown keys are warned about.",
        "# Notes of every known convention are judged; uncomment to judge only these:",
        f"# notes: [{', '.join(sources)}]",
        f"progress: {_quoted(progress)}" if progress else "# progress: .agent/init.d/03-progress.md",
        "# Files that may not change before the progress file says so (patterns as in .gitignore):",
        f"# core: [{', '.join(_quoted(path) for path in core)}]",
        '# ignore: ["docs/archive/**"]',
    ]
    return "\n".join(lines) + "\n"


def most_cited(report: Report) -> list[str]:
    """The files that the notes speak of most."""
    notes = {note.note.path for note in report.notes}
    cited = Counter(
        finding.resolved
        for finding in findings(report)
        if finding.verdict is Verdict.OK and finding.citation.kind is Kind.PATH and finding.resolved
    )
    good = [(path, n) for path, n in cited.items() if n >= CORE_CITED and path not in notes and path.isprintable()]
    return [path for path, _ in sorted(good, key=lambda pair: (-pair[1], pair[0]))[:CORE_PROPOSED]]


def _judge(here: Session) -> Report:
    from mementod.judging.engine import Request

    with here.engine() as engine:
        return engine.check(Request(here.folder))


def _say_found(here: Session, report: Report) -> None:
    found = Counter(note.note.source.value for note in report.notes)
    here.line(f"Memory found in {report.root}:")
    for source, number in found.items():
        here.line(f"  {source}: {plural(number, 'note')}")


def _propose(here: Session, target: Path, text: str, yes: bool, dry_run: bool) -> None:
    here.write(f"\n{REPOSITORY_FILE}:\n")
    for line in text.splitlines():
        here.line(f"  {line}")
    if dry_run:
        here.line("Nothing was written (--dry-run).")
        return
    if not yes and not here.interactive:
        raise UserError("nobody to ask here: add --yes to write it, or --dry-run to only look")
    if not yes and not click.confirm(f"Write {target}?"):
        here.line("Nothing was written.")
        return
    _write(here, target, text)


def _write(here: Session, target: Path, text: str) -> None:
    try:
        files.write_new(target, text.encode())
    except FileExistsError:
        here.line(f"{REPOSITORY_FILE} appeared meanwhile and stays as it is.")
    except OSError as error:
        raise UserError(f"{target} cannot be written: {error.strerror}") from error
    else:
        here.line(f"Written: {target}")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
