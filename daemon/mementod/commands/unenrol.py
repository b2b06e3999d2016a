"""`mementod unenrol`: forgets repositories, and leaves their git configuration as it was."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from mementod import identity
from mementod.commands.enrol import enrolled, ledger_path
from mementod.commands.session import Session, folder_option, session
from mementod.daemon_answers import write_through
from mementod.enrolment import forget
from mementod.errors import ExitCode, UserError
from mementod.git import GitError
from mementod.ledger_rows import Enrolled
from mementod.repos import Drop, Standing, look, match, state


@click.command("unenrol")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@folder_option
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...]) -> int:
    """Forget the repository you are in, or those at the given paths, also where a path is gone.

    What was told about them is forgotten; what you verified stays.
    """
    here = session(context)
    ledger = ledger_path(here)
    failed = False
    for name in paths or (".",):
        try:
            _unenrol(here, ledger, here.folder / name)
        except UserError as error:
            failed = True
            here.warn_all((f"{name}: {error}",))
    return ExitCode.USAGE if failed else ExitCode.FINE


def _unenrol(here: Session, ledger: Path, path: Path) -> None:
    rows = enrolled(here, ledger)
    row = _by_look(path, rows) or _by_path(path, rows)
    if row is None:
        _take_out_stray(here, path, rows)
        return
    try:
        forget(row, [other for other in rows if other.id != row.id])
    except (GitError, OSError) as error:
        here.warn_all((f"{row.root}: its id stays in {row.common / 'config'}, which cannot be written: {error}",))
    write_through(ledger, (Drop(row.id),))
    here.line(f"no longer enrolled: {row.root}")


def _take_out_stray(here: Session, path: Path, rows: Sequence[Enrolled]) -> None:
    """The id of a copy, or of a repository whose row was lost."""
    unknown = UserError("is not enrolled (`mementod repos` lists what is)")
    try:
        place = look(path)
    except UserError as error:
        raise unknown from error
    common = place.repository.common
    if place.id is None or any(row.common == common for row in rows):
        raise unknown
    family = identity.family(place.id)
    before = next((row.config for row in rows if identity.family(row.id) == family), "")
    try:
        identity.take_out(common, family, before)
    except (GitError, OSError) as error:
        raise UserError(f"its id cannot be taken out of {common / 'config'}: {error}") from error
    here.line(f"was not enrolled, its id is taken out: {place.root}")


def _by_look(path: Path, rows: Sequence[Enrolled]) -> Enrolled | None:
    try:
        found = match(look(path), rows)
    except (UserError, OSError):
        return None
    if found.row is None or found.standing is Standing.COPIED:
        return None
    return replace(found.row, root=found.place.root, common=found.place.repository.common)


def _by_path(path: Path, rows: Sequence[Enrolled]) -> Enrolled | None:
    names = {os.path.normpath(path), os.path.realpath(path)}
    row = next((row for row in rows if str(row.root) in names), None)
    moved = state(row)[1] if row else None
    return replace(row, common=look(moved).repository.common) if row and moved else row
