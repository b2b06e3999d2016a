"""`mementod unenrol`: forgets repositories, and leaves their git configuration as it was."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from mementod.commands.enrol import enrolled, ledger_path
from mementod.commands.hooks import hook_places, say_removed
from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.ipc.daemon_answers import write_through
from mementod.registry import identity
from mementod.registry.enrolment import forget
from mementod.registry.repos import Drop, Standing, look, match, state
from mementod.stores.ledger_rows import Enrolled
from mementod.vcs.git import GitError


@click.command("unenrol")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@folder_option
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...]) -> int:
    """Forget the repository you are in, or those at the given paths, also where a path is gone.

    Its git hooks and its git configuration are then as they were before, to the byte, or, where others changed
    them since, without our part. What was told about it is forgotten; what you verified stays.
    """
    here = session(context)
    ledger = ledger_path(here)
    failed = False
    for name in paths or (".",):
        try:
            failed |= not _unenrol(here, ledger, here.folder / name)
        except UserError as error:
            failed = True
            here.warn_all((f"{name}: {error}",))
    return ExitCode.USAGE if failed else ExitCode.FINE


def leave(here: Session, ledger: Path, row: Enrolled, others: Sequence[Enrolled]) -> bool:
    """Hooks out, id out; whether nothing of ours is left in the repository. `others`: all rows but this one."""
    is_clean = _take_hooks_out(here, ledger, row, others)
    try:
        forget(row, others)
    except (GitError, OSError) as error:
        here.warn_all((f"{row.root}: its id stays in {row.common / 'config'}, which cannot be written: {error}",))
        return False
    return is_clean


def located(row: Enrolled) -> Enrolled:
    """A row with the git directory where it is now."""
    moved = state(row)[1]
    return replace(row, common=look(moved).repository.common) if moved else row


def _unenrol(here: Session, ledger: Path, path: Path) -> bool:
    rows = enrolled(here, ledger)
    row = _by_look(path, rows) or _by_path(path, rows)
    if row is None:
        _take_out_stray(here, ledger, path, rows)
        return True
    is_clean = leave(here, ledger, row, [other for other in rows if other.id != row.id])
    write_through(ledger, (Drop(row.id),))
    here.line(f"no longer enrolled: {row.root}")
    return is_clean


def _take_hooks_out(here: Session, ledger: Path, row: Enrolled, others: Sequence[Enrolled]) -> bool:
    """Linked work trees share them: they go with the last one."""
    family = identity.family(row.id)
    if any(identity.family(other.id) == family for other in others):
        return True
    places = hook_places(here, ledger)
    try:
        removal = places.take_out(row.common, family)
        places.installation.release_script()
    except UserError as error:
        here.warn_all((f"{row.root}: its hooks stay: {error}",))
        return False
    say_removed(here, removal)
    return not removal.problems


def _take_out_stray(here: Session, ledger: Path, path: Path, rows: Sequence[Enrolled]) -> None:
    """The hooks and the id of a copy, or of a repository whose row was lost."""
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
    known = any(identity.family(row.id) == family for row in rows)
    say_removed(here, hook_places(here, ledger).take_out(common, "" if known else family))
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
    return located(row) if row else None
