"""What the commands that put hooks in and take them out share."""

from __future__ import annotations

from pathlib import Path

from mementod.commands.session import Session
from mementod.errors import UserError
from mementod.installing.hook_places import HookPlaces
from mementod.installing.installation import Installation, LedgerBook, Removal


def installation(ledger: Path) -> Installation:
    return Installation(ledger.parent, LedgerBook(ledger))


def hook_places(here: Session, ledger: Path) -> HookPlaces:
    return HookPlaces(installation(ledger), run_hook(here))


def run_hook(here: Session) -> Path:
    """Where the script is that all hooks call. Raises UserError when there is no home."""
    if here.paths.run_hook is None:
        raise UserError("there is no home directory for the script that hooks call; set HOME")
    return here.paths.run_hook


def say_removed(here: Session, removal: Removal) -> None:
    """What of a removal is not as it was before us: edited since, or not to be taken out."""
    for path in removal.cleaned:
        here.line(f"  {path}: others changed it since, so only our lines are taken out")
    here.warn_all(tuple(removal.problems))
