"""Where the progress file and the code disagree, in lines for an agent that begins."""

from __future__ import annotations

from mementod.gates.progress_check import disagreements
from mementod.gates.progress_file import locate, on_disk, staged
from mementod.judging.disk import Disk
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod_parsers.progress.progress import parse_progress


def lines(resources: Resources, paths: Paths) -> list[str]:
    """One line a finding; none where git gives no answer: a start never fails for it."""
    git = resources.repository.git
    try:
        path = locate(git, resources.config)
        entries = parse_progress(on_disk(Disk(git.root), path).text or "")
        found = disagreements(git, paths, entries, parse_progress(staged(git, path).text or ""))
    except GitError:
        return []
    return [f"{f'{path}:{each.line} ' if each.line else ''}{each.path}: {each.says}" for each in found]
