"""`mementod progress`: entries of the progress file, written, listed and compared with the code."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

import click

from mementod.commands.logbook import one_line, write_into
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.config import load_config
from mementod.errors import ExitCode, UserError
from mementod.gates.gates import Gates
from mementod.gates.progress_check import Disagreement, disagreements, is_file_name, judged
from mementod.gates.progress_file import MAX_PROGRESS_BYTES, ProgressFile, is_inside, locate, on_disk
from mementod.gates.progress_since import listed, meant
from mementod.judging.disk import Disk
from mementod.reports.words import plural
from mementod.vcs.git import GitError, text
from mementod.vcs.repository import Repository, find
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import MIN_WEIGHT, Entry, Fault, Status, covers, faults
from mementod_parsers.progress.progress_forms import Draft
from mementod_parsers.progress.progress_lines import has_conflict, split_lines
from mementod_parsers.progress.progress_names import weight
from mementod_parsers.progress.progress_writing import NEW_FILE, with_entry


@dataclass(frozen=True, slots=True)
class Here:
    """The repository and its progress file."""

    repository: Repository
    file: ProgressFile

    @property
    def full(self) -> Path:
        return self.repository.root / self.file.path


@click.group("progress", invoke_without_command=True)
@folder_option
@click.pass_context
def command(context: click.Context) -> None:
    """The progress file: what is being changed in core files, and why."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("add")
@click.option("--file", "names", multiple=True, required=True, metavar="F", help="A file, folder or glob; repeatable.")
@click.option("--what", required=True, help="What will change.")
@click.option("--why", required=True, help="Why it will change.")
@click.option("--next", "next_step", default="", help="What comes after it.")
@click.option("--risk", default="", help="What may go wrong.")
@folder_option
@click.pass_context
def add(context: click.Context, names: tuple[str, ...], what: str, why: str, next_step: str, risk: str) -> int:
    """Write an entry in the form that the progress file already uses; every other byte of it stays."""
    here = session(context)
    found = _found(here)
    told = {"--what": what, "--why": why, "--next": next_step, "--risk": risk}
    what, why, next_step, risk = (one_line(option, value) for option, value in told.items())
    for option, value in (("--what", what), ("--why", why)):
        if weight(value) < MIN_WEIGHT:
            raise UserError(f"{option} {value!r} says too little: write it so that the next reader understands it")
    named = tuple(dict.fromkeys(_name(here, found.repository, name) for name in names))
    today = datetime.now().astimezone().date().isoformat()
    line = _written(found, Draft(named, what, why, today, next_step, risk))
    here.line(f"{found.file.path}:{line}: entry added for {', '.join(named)}")
    return ExitCode.FINE


@command.command("show")
@click.option("--file", "name", metavar="F", help="Only entries that name this file.")
@folder_option
@format_option
@click.pass_context
def show(context: click.Context, name: str | None, form: str) -> int:
    """List the entries of the progress file: those that count, and open ones; with --file all that name it.

    The names are those of files that are there, or surely files, and of symbols.
    """
    here = session(context)
    found = _found(here)
    if form == "json" and found.file.text is None:
        _show_entries(here, found, ())
    entries = parse_progress(_text(found))
    if name is not None:
        path = _name(here, found.repository, name)
        entries = tuple(entry for entry in entries if covers(entry, path, lambda _: ()))
    if form == "json":
        _show_entries(here, found, entries)
        return ExitCode.FINE
    names = _real_names(found.repository, entries)
    rows = [(entry, wrong or _nowhere(entry, names)) for entry, wrong in zip(entries, faults(entries), strict=True)]
    left: Counter[str] = Counter()
    for entry, wrong in rows:
        if wrong and not name and entry.status is not Status.OPEN:
            left[wrong.value] += 1
        else:
            here.line(_row(found.file.path, entry, wrong, names))
    if left:
        counted = ", ".join(f"{number:,} {fault}" for fault, number in left.items())
        here.line(f"{found.file.path}: {left.total():,} more do not count: {counted} (--format json lists them)")
    if not entries:
        here.warn_all((f"{found.file.path}: no entry{f' names {name}' if name else ''}",))
    return ExitCode.FINE


@command.command("check")
@folder_option
@format_option
@click.pass_context
def check(context: click.Context, form: str) -> int:
    """Compare the file with the code: names that are not there, work that is committed, changes without an entry.

    Files that were changed after it are named as well, and are no finding. Exit code 1 when there is a finding.
    """
    here = session(context)
    found = _found(here)
    if form == "json" and found.file.text is None:
        _show_check(here, found, (), [])
    entries = parse_progress(_text(found))
    if not found.repository.tracked:
        raise UserError(f"{found.repository.root} is no git repository: there is nothing to compare with")
    if has_conflict(split_lines(found.file.text or "")):
        here.warn_all((f"{found.file.path} holds conflict markers: the entries of both sides are read",))
    findings = _findings(here, found, entries)
    faults_found = [each for each in findings if each.is_fault]
    if form == "json":
        _show_check(here, found, entries, findings)
    else:
        for each in findings:
            here.line(_finding(found.file.path, each))
        count = "1 entry" if len(entries) == 1 else f"{len(entries):,} entries"
        remarks = f", {plural(more, 'remark')}" if (more := len(findings) - len(faults_found)) else ""
        here.line(f"{count} checked, {plural(len(faults_found), 'finding')}{remarks}")
    return ExitCode.FINDINGS if faults_found else ExitCode.FINE


def _show_check(here: Session, found: Here, entries: tuple[Entry, ...], findings: list[Disagreement]) -> None:
    rows = [asdict(each) | {"problem": each.problem.value, "line": each.line or None} for each in findings]
    here.document("progress-check", _about(found) | {"entries": len(entries), "findings": rows})


def _show_entries(here: Session, found: Here, entries: tuple[Entry, ...]) -> None:
    rows = []
    for entry, wrong in zip(entries, faults(entries), strict=True):
        data = {key: value for key, value in asdict(entry).items() if key != "words"}
        rows.append(data | {"fault": wrong.value if wrong else None})
    here.document("progress", _about(found) | {"entries": rows})


def _about(found: Here) -> dict[str, object]:
    return {"progress": found.file.path, "exists": found.file.exists, "problem": found.file.problem or None}


def _row(path: str, entry: Entry, wrong: Fault | None, names: frozenset[str]) -> str:
    status = "" if entry.status is Status.UNSAID else f"[{entry.status.value}]"
    said = " ".join(filter(None, (entry.date, status, entry.title)))
    named = ", ".join((*(name for name in entry.files if name in names), *entry.symbols))
    fault = f"; does not count: {wrong.value}" if wrong and named else ""
    return f"{path}:{entry.first}  {said}  ({named or 'no file'}{fault})"


def _nowhere(entry: Entry, names: frozenset[str]) -> Fault | None:
    return None if entry.symbols or names & set(entry.files) else Fault.NOWHERE


def _real_names(repository: Repository, entries: Iterable[Entry]) -> frozenset[str]:
    """The names that are files: there in the repository, or written as only files are; `up/down` is none."""
    names = {name for entry in entries for name in entry.files}
    sure = frozenset(filter(is_file_name, names))
    if not repository.tracked:
        return sure
    return sure | meant(names, [path for paths in listed(repository.git) for path in paths])


def _findings(here: Session, found: Here, entries: tuple[Entry, ...]) -> list[Disagreement]:
    from mementod.judging.engine import Request  # which takes long to load, and no other command here needs

    try:
        own = disagreements(found.repository.git, Gates(here.paths), found.file.path, entries)
        with here.engine() as engine:
            notes = engine.check(Request(here.folder)).notes
    except GitError as error:
        raise UserError(f"git cannot answer: {error}") from error
    every = [*own, *judged(notes, found.file.path, own)]
    return sorted(every, key=lambda each: each.line or sys.maxsize)  # in the order of the file


def _finding(path: str, each: Disagreement) -> str:
    return f"{path}:{each.line}: {each.path}: {each.says}" if each.line else f"{each.path}: {each.says}"


def _found(here: Session) -> Here:
    repository = find(here.folder)
    path = locate(repository.git, load_config(repository.root, here.paths))
    return Here(repository, on_disk(Disk(repository.root), path))


def _text(found: Here) -> str:
    if found.file.problem:
        raise UserError(found.file.problem)
    if found.file.text is None:
        raise UserError(f"there is no progress file yet ({found.file.path}): `mementod progress add` writes one")
    return found.file.text


def _written(found: Here, draft: Draft) -> int:
    """Put the entry into the file; the line it begins in."""
    if not is_inside(found.file.path):
        raise UserError(found.file.problem)
    refused = "this makes no entry that counts: say in full words what changes, why, and in which files"
    root, path = found.repository.root, found.file.path
    return write_into(root, path, NEW_FILE, MAX_PROGRESS_BYTES, lambda text: _added(path, text, draft), refused)


def _added(path: str, text: str, draft: Draft) -> str | None:
    made = with_entry(text, draft)
    if made is None:
        alone = {entry.key for entry in parse_progress(with_entry(NEW_FILE, draft) or "")}
        if alone & {entry.key for entry in parse_progress(text)}:
            raise UserError(f"{path} says this already: an entry that says the same is no new one")
    return made


def _name(here: Session, repository: Repository, name: str) -> str:
    """A file, folder or glob as a person names it -> from the root. UserError for what is not there."""
    if any(c in name for c in "*?"):
        return name
    root = Path(os.path.realpath(repository.root))
    places = [Path(os.path.normpath(base / name)) for base in (here.folder, root)]
    inside = [p for p in places if p.is_relative_to(root)]
    there = next((p for p in inside if os.path.lexists(p)), None)
    if there:
        return there.relative_to(root).as_posix() + ("/" if there.is_dir() else "")
    known = {text(f) for f in repository.git.fields("ls-files", "-z", "--full-name", "--", ":/")} if inside else set()
    gone = next((p.relative_to(root).as_posix() for p in inside), "")
    if gone in known or (gone and _in_head(repository, gone)):
        return gone
    raise UserError(f"{name}: no such file in {repository.root}; a file that is new needs no entry")


def _in_head(repository: Repository, path: str) -> bool:
    return repository.git.one("cat-file", "-e", f"HEAD:{path}") is not None
