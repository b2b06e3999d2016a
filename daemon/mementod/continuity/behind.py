"""Where the progress file and the code disagree, in lines for an agent that begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mementod.continuity.recent import Age, Recent
from mementod.gates.progress_check import Disagreement, Problem, disagreements
from mementod.gates.progress_file import locate, on_disk, staged
from mementod.judging.disk import Disk
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.vcs.git import Git, GitError, text
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry

NAMED_CAP = 5  # files in one line


def lines(resources: Resources, paths: Paths, recent: Recent) -> list[str]:
    """One line a finding; none where git gives no answer: a start never fails for it."""
    git = resources.repository.git
    try:
        path = locate(git, resources.config)
        entries = parse_progress(on_disk(Disk(git.root), path).text or "")
        found = disagreements(git, paths, entries, parse_progress(staged(git, path).text or ""))
        since = _since(git, recent.ages.get(path))
    except GitError:
        return []
    return [*_since_then(path, entries, since, recent.ages.get(path)), *_said(path, found, since)]


def _since(git: Git, age: Age | None) -> dict[str, bool]:
    """What the commits since the progress file was committed touched, and whether it is still there."""
    if age is None:
        return {}
    options = ("-r", "-z", "--name-status", "--no-renames")
    fields = [text(field) for field in git.fields("diff-tree", *options, age.commit, "HEAD", "--")]
    return {name: status != "D" for status, name in zip(fields[::2], fields[1::2], strict=True)}


def _since_then(path: str, entries: Sequence[Entry], since: Mapping[str, bool], age: Age | None) -> Iterator[str]:
    """One line for the files it names that were changed since it was written, one for those that were removed."""
    files = (name for entry in entries for name in entry.files if name in since and name != path)
    named = [name for name in dict.fromkeys(files) if not name.rpartition("/")[2].startswith(".")]  # no `.gitignore`
    for there, what in ((False, "removed"), (True, "changed")):
        found = [name for name in named if since[name] is there]
        if age and found:
            more = f" and {len(found) - NAMED_CAP} more" if len(found) > NAMED_CAP else ""
            yield f"{path}: of the files it names, {what} since {age.day}: {', '.join(found[:NAMED_CAP])}{more}"


def _said(path: str, found: Sequence[Disagreement], since: Mapping[str, bool]) -> Iterator[str]:
    """One line a file and problem. What is marked open and was not touched since is work to be done, not done work."""
    places: dict[tuple[str, str], list[int]] = {}
    for each in found:
        if each.problem is not Problem.BEHIND or each.path in since:
            places.setdefault((each.path, each.says), []).append(each.line)
    for (name, says), at in places.items():
        where = f"{path}:{', '.join(map(str, at))} " if all(at) else ""
        yield f"{where}{name}: {says}"
