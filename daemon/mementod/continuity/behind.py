"""Where the progress file and the code disagree, in lines for an agent that begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mementod.gates.gates import Gates
from mementod.gates.progress_check import Disagreement, disagreements
from mementod.gates.progress_file import entries
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.vcs.git import GitError


def behind(resources: Resources, paths: Paths) -> tuple[str, list[str]]:
    """The path of the progress file, and what `mementod progress check` finds in it, a line each.

    Nothing where git gives no answer: a start never fails for it.
    """
    git = resources.repository.git
    try:
        path, found = entries(git, resources.config)
        return path, list(_said(path, disagreements(git, Gates(paths), path, found)))
    except GitError:
        return "", []


def _said(path: str, found: Sequence[Disagreement]) -> Iterator[str]:
    """One line a file and problem, with the lines of the entries."""
    places: dict[tuple[str, str], list[int]] = {}
    for each in found:
        places.setdefault((each.path, each.says), []).append(each.line)
    for (name, says), at in places.items():
        where = f"{path}:{', '.join(map(str, at))} " if all(at) else ""
        yield f"{where}{name}: {says}"
