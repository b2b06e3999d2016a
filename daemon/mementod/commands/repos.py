"""`mementod repos`: the enrolled repositories and where they are now."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import click

from mementod.commands.enrol import enrolled, ledger_path
from mementod.commands.hooks import hook_places
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.installing.hook_places import Standing as Hooks
from mementod.registry.repos import Standing, State, look, match, state
from mementod.stores.ledger_rows import Enrolled

SCHEMA = "mementod.repos/1"


@dataclass(frozen=True, slots=True)
class Located:
    """A row and where it is now; `moved_to` is known only where it was found again."""

    row: Enrolled
    state: State
    moved_to: Path | None
    hooks: Hooks


@click.command("repos")
@folder_option
@format_option
@click.pass_context
def command(context: click.Context, form: str) -> int:
    """List the enrolled repositories: path, whether it is still there, its id, and its git hooks."""
    here = session(context)
    ledger = ledger_path(here)
    places = hook_places(here, ledger)
    found = [Located(row, *state(row), places.standing(row)) for row in enrolled(here, ledger)]
    found = [_found_here(item, here.folder) for item in found]
    if form == "json":
        here.write(render(found))
    else:
        _list(here, found)
    return ExitCode.FINE


def render(found: list[Located]) -> str:
    """The list as JSON; fields may be added, never renamed."""
    rows = [
        {
            "id": item.row.id,
            "root": str(item.row.root),
            "state": item.state.value,
            "moved_to": str(item.moved_to) if item.moved_to else None,
            "trust": item.row.trust,
            "enrolled_at": item.row.enrolled_at,
            "hooks": item.hooks.value,
        }
        for item in found
    ]
    return json.dumps({"schema": SCHEMA, "repositories": rows}, indent=1) + "\n"


def _list(here: Session, found: list[Located]) -> None:
    """Two lines each, so that a long path is never cut and a narrow terminal shows the rest."""
    if not found:
        here.line("No repository is enrolled; `mementod enrol` enrols the one you are in.")
    for item in found:
        here.line(str(item.row.root))
        here.line(f"  {item.state}, id {item.row.id}, {_HOOKS[item.hooks]}")
        if item.moved_to:
            here.line(f"  now {item.moved_to}")
            here.line("  `mementod enrol` there keeps it")


_HOOKS = {
    Hooks.IN: "hooks in",
    Hooks.FRAMEWORK: "asked by .pre-commit-config.yaml",
    Hooks.TAKEN_OUT: "hooks taken out by somebody (`mementod enrol` puts them in again)",
    Hooks.NONE: "no hooks",
    Hooks.UNKNOWN: "hooks unknown",
}


def _found_here(item: Located, folder: Path) -> Located:
    """One that is gone from its place may be the repository we are in."""
    if item.state is not State.GONE:
        return item
    try:
        found = match(look(folder), (item.row,))
    except (UserError, OSError):
        return item
    return replace(item, state=State.MOVED, moved_to=found.place.root) if found.standing is Standing.MOVED else item
