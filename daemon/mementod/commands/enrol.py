"""`mementod enrol`: names the repositories that are to be watched."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from mementod.commands.hooks import hook_places
from mementod.commands.session import Session, folder_option, session
from mementod.errors import ExitCode, UserError
from mementod.ipc.daemon_answers import write_through
from mementod.judging import listing
from mementod.judging.note_set import NoteSet
from mementod.judging.resources import Resources
from mementod.judging.snapshot import of_work_tree
from mementod.registry import identity
from mementod.registry.enrolment import Plan, plan
from mementod.registry.repos import Match, Place, Standing, State, look, match, state
from mementod.registry.scanning import Form, scan
from mementod.reports.words import plural
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled
from mementod.vcs.git import GitError


@click.command("enrol")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@folder_option
@click.option("--scan", "scanned", metavar="DIR", help="Every repository with notes below DIR.")
@click.option("--all", "everything", is_flag=True, help="Every repository that was enrolled before, once more.")
@click.option("--no-hooks", is_flag=True, help="Leave the git hooks alone.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, change nothing.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    scanned: str | None,
    everything: bool,
    no_hooks: bool,
    dry_run: bool,
) -> int:
    """Enrol repositories: the one you are in, or those at the given paths.

    An id goes into the git configuration of each, so that it is known again when it moves, and hooks that ask
    before a commit and a merge, beside those that are there. Nothing in the work tree changes.
    """
    here = session(context)
    if bool(paths) + bool(scanned) + everything > 1:
        raise UserError("give paths, --scan or --all, one of them")
    work = Enrolment(here, ledger_path(here), dry_run, not no_hooks)
    if scanned:
        work.below(scanned)
    elif everything:
        work.known()
    else:
        work.each(paths or (".",))
    return ExitCode.USAGE if work.failed else ExitCode.FINE


class Enrolment:
    """One run of the command. What fails is said, and the rest goes on."""

    def __init__(self, here: Session, ledger: Path, dry_run: bool, with_hooks: bool) -> None:
        self._here, self._ledger, self._dry_run, self._with_hooks = here, ledger, dry_run, with_hooks
        self.failed = False

    def each(self, names: tuple[str, ...]) -> None:
        for name in names:
            self._try(name, partial(self._named, name))

    def known(self) -> None:
        """Every repository of the registry."""
        rows = enrolled(self._here, self._ledger)
        if not rows:
            self._here.line("No repository is enrolled yet.")
        for row in rows:
            self._try(str(row.root), partial(self._refresh, row))

    def below(self, name: str) -> None:
        """Repositories below a folder, those without notes and those of other forms left alone."""
        try:
            folder = folder_of(self._here, name)
        except UserError as error:
            raise UserError(f"--scan {name}: {error}") from error
        result = scan(folder)
        without = 0
        for seen in result.found:
            if seen.form is not Form.REPOSITORY:
                self._here.line(f"{seen.form}, not enrolled: {seen.path}; name it to enrol it")
            elif self._notes(seen.path) == 0:
                without += 1
            else:
                self._try(str(seen.path), partial(self._named, str(seen.path)))
        if without:
            self._here.line(f"repositories without notes, not enrolled: {without:,}; name one to enrol it")
        if not result.found:
            self._here.line(f"No repository below {folder}.")
        self._here.warn_all(tuple(result.problems))

    def _try(self, name: str, work: Callable[[], None]) -> None:
        try:
            work()
        except UserError as error:
            self.failed = True
            self._here.warn_all((f"{name}: {error}",))

    def _named(self, name: str) -> None:
        self._enrol(look(folder_of(self._here, name)))

    def _refresh(self, row: Enrolled) -> None:
        where, moved = state(row)
        match where:
            case State.GONE:
                self._here.line(f"gone: {row.root}; `mementod unenrol` with this path forgets it")
            case State.UNREADABLE:
                raise UserError("nobody may look there now; it stays enrolled")
            case State.HERE | State.MOVED:
                place = look(moved or row.root)
                if place.root != (moved or row.root).resolve():
                    raise UserError(f"is now a part of the repository at {place.root}: unenrol it, or enrol that one")
                places = hook_places(self._here, self._ledger)
                self._enrol(place, bool(places.installation.rows(identity.family(row.id))))

    def _enrol(self, place: Place, hooks_wanted: bool = True) -> None:
        if place.root in (Path("/"), self._here.paths.home) and not place.git_dir:
            raise UserError(f"{place.root} is no repository, and too much to be watched: name a folder in it")
        notes = self._notes(place.root)
        if notes == 0 and not place.git_dir:  # most likely a slip
            raise UserError("no git repository, and no notes in it: nothing to enrol")
        rows = enrolled(self._here, self._ledger)
        found = match(place, rows)
        planned = plan(found, rows, datetime.now(UTC).isoformat(timespec="seconds"))
        said = [] if self._dry_run else self._carry_out(planned)
        if not place.git_dir:
            said.append("no git repository: known by its path")
        counted = "notes unknown" if notes is None else plural(notes, "note")
        self._here.line("; ".join([f"{self._verb(found, planned)}: {place.root} ({counted})", *said]))
        if place.git_dir and self._with_hooks and hooks_wanted:
            self._put_hooks_in(planned.row)

    def _put_hooks_in(self, row: Enrolled) -> None:
        """Without them the repository is watched all the same."""
        try:
            places = hook_places(self._here, self._ledger)
            covered = places.put_in(row.root, row.common, identity.family(row.id), self._dry_run)
        except UserError as error:
            self._here.warn_all((f"no hooks: {error}",))
            return
        if covered.how:
            would = "would be " if self._dry_run and covered.edited else ""
            self._here.line(f"  hooks {would}in {covered.how}")
        self._here.warn_all(covered.problems)

    def _carry_out(self, planned: Plan) -> list[str]:
        """What is to be said of it."""
        if planned.changes:
            write_through(self._ledger, planned.changes)
        if planned.write:
            try:
                identity.write(planned.row.common, planned.write)
            except GitError as error:
                return [f"known by its path, because git's configuration cannot be written ({error})"]
        return []

    def _verb(self, found: Match, planned: Plan) -> str:
        would = "would be " if self._dry_run else ""
        old = found.row.root if found.row else None
        match found.standing:
            case Standing.NEW:
                return f"{would}enrolled"
            case Standing.KNOWN:
                return f"{would}enrolled again" if planned.changes else "already enrolled"
            case Standing.MOVED:
                return f"{would}known again, moved from {old}"
            case Standing.COPIED:
                return f"{would}enrolled with an id of its own, a copy of {old}"

    def _notes(self, root: Path) -> int | None:
        """How many notes there are; None, and it is said, where they cannot be listed.

        Raises UserError for a folder without git that is too large to be watched.
        """
        try:
            with Resources(root, self._here.paths) as resources:
                tree = of_work_tree(resources.repository.git, resources.repository.tracked)
                return len(NoteSet(resources, tree, in_work_tree=True).chosen(()))
        except listing.TooLarge:
            limit = f"more than {listing.WALK_CAP_FILES:,} files in it"
            raise UserError(f"no git repository, and {limit}: name a folder in it, or `git init` it first") from None
        except (UserError, GitError) as error:
            self._here.warn_all((f"{root}: its notes cannot be listed: {error}",))
            return None


def enrolled(here: Session, ledger: Path) -> tuple[Enrolled, ...]:
    """The registry; what was wrong with its file is said."""
    with Ledger(ledger) as store:
        rows = store.enrolled()
        here.warn_all((store.problem,) if store.problem else ())
    return rows


def ledger_path(here: Session) -> Path:
    """The ledger of this user; UserError when nothing would be kept."""
    folder = here.paths.state_dir()
    if here.paths.is_temporary:
        raise UserError("nothing can be enrolled: " + "; ".join(here.paths.problems))
    return folder / "ledger.db"


def folder_of(here: Session, name: str) -> Path:
    """A folder as a person names it."""
    path = here.folder / name
    try:
        if path.is_dir():
            return path.resolve()
    except OSError as error:
        raise UserError(f"cannot be looked at: {error.strerror}") from error
    raise UserError("is no folder" if path.exists() else "no such folder")
