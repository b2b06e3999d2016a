"""What became of the files that a progress file names: touched after it was committed last, removed, renamed.

A thin edge over git. Raises GitError.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from mementod.gates.freshness import last_commits
from mementod.vcs.git import Git, GitError, text
from mementod_parsers.progress.progress_names import means

HOPS_CAP = 5  # renamings of one file that are followed
RENAME_LIMIT = 1500  # files of one commit that git compares by content
_DIFF = ("diff-tree", "-r", "-z", "--no-commit-id", "--name-status", "--no-ext-diff", "--no-textconv")


@dataclass(frozen=True, slots=True)
class Since:
    """`touched`: path -> whether it is still there, of what was changed after `commit`, made on `day`, an ISO date."""

    commit: str = ""
    day: str = ""
    touched: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gone:
    """The commit that took a path away, and where the file is now; `target` is "" where nothing tells."""

    commit: str
    target: str

    @property
    def says(self) -> str:
        return f"{f'renamed to {self.target}' if self.target else 'removed'} in {self.commit[:7]}"


def meant(names: Collection[str], everywhere: Collection[str]) -> frozenset[str]:
    """Those names, as written, that mean a file, a folder or a glob of what is there (paths from the root)."""
    there, joined = frozenset(everywhere), "\n".join(everywhere)

    def is_there(name: str) -> bool:
        return name in there or (_may_be(name, joined) and any(means(name, path) for path in everywhere))

    return frozenset(filter(is_there, names))


def listed(git: Git) -> tuple[list[str], list[str]]:
    """The files that git tracks, and those that it neither tracks nor ignores."""
    options = ("-z", "--full-name")
    tracked = git.fields("ls-files", *options, "--", ":/")
    others = git.fields("ls-files", "--others", "--exclude-standard", *options, "--", ":/")
    return list(map(text, tracked)), list(map(text, others))


def _may_be(name: str, joined: str) -> bool:
    """Whether some path of all may be meant: to hold every name against every file would take seconds."""
    plain = name.isascii() and not name.startswith("/") and not any(c in name for c in "*?{")
    return not plain or name.strip("/") in joined


def since_last_commit(git: Git, path: str) -> Since:
    """What was committed after a file was; nothing for a file that is in no commit."""
    commit = last_commits(git, "HEAD", (path,)).get(path)
    if commit is None:
        return Since()
    day = git.one("show", "-s", "--format=%cs", commit, "--") or ""
    return Since(commit, day, changes(git, commit, "HEAD"))


def changes(git: Git, *commits: str) -> dict[str, bool]:
    """Path -> whether it is there afterwards, of what came between two commits.

    Of one: of what it changed; nothing for a merge, or the first.
    """
    fields = [text(each) for each in git.fields(*_DIFF, "--no-renames", *commits, "--")]
    return {name: status != "D" for status, name in zip(fields[::2], fields[1::2], strict=True)}


def gone(git: Git, names: Collection[str], there: Collection[str]) -> dict[str, Gone]:
    """Of names that are not `there`, those that a commit took away."""
    first = last_commits(git, "HEAD", names) if names else {}
    ends = {name: name for name in first}
    commits = dict(first)
    for _ in range(HOPS_CAP):
        open_ = {name: end for name, end in ends.items() if end in commits and end not in there}
        renamed = {commit: _renames(git, commit) for commit in {commits[end] for end in open_.values()}}
        moved = {name: renamed[commits[end]].get(end, "") for name, end in open_.items()}
        ends |= {name: end for name, end in moved.items() if end}
        new = {end for end in moved.values() if end and end not in there and end not in commits}
        if not new:
            break
        commits |= last_commits(git, "HEAD", new)
    return {name: Gone(first[name], end if end in there else "") for name, end in ends.items()}


def _renames(git: Git, commit: str) -> dict[str, str]:
    """Old to new path of every renaming in a commit; where a blob is missing, of those without an edit."""
    for alike in ("-M45%", "-M100%"):
        try:
            fields = git.fields(*_DIFF, alike, f"-l{RENAME_LIMIT}", "--diff-filter=R", commit)
        except GitError:
            continue
        return {text(old): text(new) for old, new in zip(fields[1::3], fields[2::3], strict=True)}
    return {}
