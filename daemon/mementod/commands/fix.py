"""`mementod fix`: shows repairs as a diff; writes them only when told to, whole files in one step."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from mementod import files
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.reports.fixes import FilePlan, Plan, diff, plan
from mementod.reports.leftover import leftover
from mementod.reports.report import problems
from mementod.reports.words import plural
from mementod.vcs.git import text
from mementod.vcs.git_states import BUSY
from mementod_parsers.model import Report
from mementod_parsers.text.printable import clean

NOTE_LIMIT_BYTES = 8 << 20


@click.command("fix")
@click.argument("notes", nargs=-1, metavar="[NOTE]...")
@folder_option
@click.option("--write", is_flag=True, help="Write the repairs into the notes.")
@format_option
@click.pass_context
def command(context: click.Context, notes: tuple[str, ...], write: bool, form: str) -> int:
    """Repair moved, renamed, shifted and misspelt citations: a unified diff, written only with --write.

    What was deleted, or cannot be exchanged word for word, is left to you and listed, a line a cause.
    """
    here = session(context)
    report, paths = _judge(here, notes)
    root = Path(report.root)
    contents, unread = _contents(root, report)
    planned = plan(report, contents, paths)
    left = tuple(leftover(report, planned.skipped))
    for note in report.notes if write else ():
        files.clean_up(root / note.note.path)
    if form == "json":
        here.document("fix", {"root": report.root} | repairs(root, planned, write) | {"left": left, "unread": unread})
    else:
        (write_all(here, root, planned) if write else show(here, planned))
        here.warn_all(tuple(f"left to you: {line}" for line in left))
    if unread:
        raise UserError("; ".join(unread))
    return ExitCode.FINE


def git_busy(root: Path) -> str | None:
    """Why nothing may be written into the work tree at `root` now; None when it may."""
    folder = root / ".git"
    if folder.is_file():  # a linked worktree or a submodule: "gitdir: PATH"
        named = files.read_limited(folder, 4096).decode("utf-8", "surrogateescape").removeprefix("gitdir:").strip()
        folder = root / named
    return next((why for name, why in BUSY.items() if (folder / name).exists()), None)


def _judge(here: Session, notes: tuple[str, ...]) -> tuple[Report, list[str]]:
    """The verdicts, and the files that git knows or does not ignore."""
    from mementod.judging.engine import Request

    with here.engine() as engine:
        chosen = here.note_paths(engine.root, notes)
        report = engine.check(Request(here.folder, chosen))
        git = engine.repository.git if engine.repository.tracked else None
        listed = git.fields("ls-files", "-z", "-co", "--exclude-standard", "--", ":(top)") if git else ()
    here.expect_notes(notes, chosen, report)
    here.warn_all(tuple(problems(report)))  # what was not judged is not repaired either
    return report, [text(path) for path in dict.fromkeys(listed)]


def _contents(root: Path, report: Report) -> tuple[dict[str, bytes], list[str]]:
    """The bytes of the notes, and a line for each that cannot be had."""
    found, unread = {}, []
    for note in report.notes:
        try:
            found[note.note.path] = files.read_limited(root / note.note.path, NOTE_LIMIT_BYTES)
        except (OSError, files.NotReadable) as error:
            unread.append(f"{note.note.path} {error}")
    return found, unread


def repairs(root: Path, planned: Plan, write: bool) -> dict[str, object]:
    """The repairs as data; written first, where that is wanted. Raises UserError as `write_all`."""
    rows = [{"path": f.note, "edits": [asdict(edit) for edit in f.edits], "diff": diff(f)} for f in planned.files]
    return {"written": [note for note, _ in _written(root, planned)] if write else [], "repairs": rows}


def show(here: Session, planned: Plan) -> None:
    """The repairs as a diff that `git apply` takes."""
    for file in planned.files:
        text = diff(file)
        if here.colour or sys.stdout.isatty():
            here.write("".join(clean(line) + "\n" for line in text.split("\n")[:-1]))
        else:
            # To a pipe exactly, or `git apply` would not take it.
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
            sys.stdout.buffer.flush()
    edits = sum(map(_count, planned.files))
    if edits:
        here.warn_all((f"{plural(edits, 'repair')} in {plural(len(planned.files), 'note')}; --write writes them",))
    else:
        here.warn_all(("nothing to repair",))


def write_all(here: Session, root: Path, planned: Plan) -> None:
    """Write the files. Raises UserError while git is busy, or where somebody was faster."""
    for note, done in _written(root, planned):
        here.line(f"{note}: {done}")
    if not planned.files:
        here.line("nothing to repair")


def _written(root: Path, planned: Plan) -> Iterator[tuple[str, str]]:
    for file in planned.files:
        if busy := git_busy(root):
            raise UserError(f"{busy}: nothing is written now; run this again afterwards")
        yield file.note, _write(root, file)


def _write(root: Path, file: FilePlan) -> str:
    path = root / file.note
    real = path.resolve()
    if not file.note.startswith("/") and not real.is_relative_to(root.resolve()):
        raise UserError(f"{file.note} is a link out of the repository: repair {real} yourself")
    # Between the judgement and now somebody may have saved the note: theirs wins.
    is_new = not file.before and not real.exists()
    if not is_new and files.read_limited(real, NOTE_LIMIT_BYTES) != file.before:
        raise UserError(f"{file.note} changed meanwhile; run this again")
    try:
        (files.write_new if is_new else files.replace)(real, file.after)
    except OSError as error:
        raise UserError(f"{file.note} cannot be written: {error.strerror}") from error
    return f"{plural(_count(file), 'repair')} written"


def _count(file: FilePlan) -> int:
    """The exchanges in a file; one, where it is written as a whole."""
    return len(file.edits) or 1
