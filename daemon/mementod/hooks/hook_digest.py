"""What an agent hears when a session begins: where the notes, the progress file and the code disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mementod.config import REPOSITORY_FILE, load_config
from mementod.errors import UserError
from mementod.gates.progress_check import Disagreement, wrong
from mementod.gates.progress_file import entries
from mementod.gates.uncovered import enrolled_at, uncovered
from mementod.vcs.git import GitError
from mementod_parsers.text.printable import clean

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked
    from mementod.hooks.hook_cited import Cited

SHOWN = 20  # lines under one heading


def digest(ask: Asked, stale: Sequence[Cited] | None) -> str:
    """What the notes and the progress file say and does not hold; empty when there is nothing new to say.

    `stale` is None where no daemon knows of this repository; then it is left alone unless it is configured for us.
    """
    parts = [*_of_notes(stale or ()), *_of_progress(ask, is_known=stale is not None)]
    new = ask.untold(line for _, lines in parts for line in lines)
    shown = ((head, [line for line in lines if line in new]) for head, lines in parts)
    return "\n\n".join("\n".join((head, *_cut(lines))) for head, lines in shown if lines)


def _of_notes(stale: Sequence[Cited]) -> list[tuple[str, list[str]]]:
    if not stale:
        return []
    from mementod.hooks.hook_cited import digest as lines

    return [
        ("The notes of this repository say what does not hold any more (`mementod explain NOTE:LINE`):", lines(stale))
    ]


def _of_progress(ask: Asked, is_known: bool) -> list[tuple[str, list[str]]]:
    paths = ask.judge.paths
    try:
        place = ask.place
        if place is None or not (is_known or (place.root / REPOSITORY_FILE).is_file()):
            return []
        path, entered = entries(place.git, load_config(place.root, paths))
        found = wrong(place.git, ask.judge.places, path, entered)
        open_ = uncovered(place.root, ask.gates, enrolled_at(place.root, paths))
    except (GitError, UserError, OSError):
        return []  # told by the gates, where it matters
    core = [f"- {clean(each.path)}{f' (in {each.commit[:7]})' if each.commit else ''}" for each in open_]
    path = clean(path)
    others = [_line(path, each) for each in found]
    return [(f"Core files changed without an entry in {path}:", core), (f"{path} and the code disagree:", others)]


def _line(path: str, each: Disagreement) -> str:
    return f"- {path}:{each.line}: {clean(each.path)}: {each.says}"


def _cut(lines: Sequence[str]) -> list[str]:
    more = [f"- and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return [*lines[:SHOWN], *more]
