"""What was committed last, and how many commits ago each file was: from one look at git, kept until HEAD moves."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import NamedTuple

from mementod.continuity.memory_file import MemoryFile
from mementod.errors import UserError
from mementod.vcs.git import Git, GitError, text

COMMITS_CAP = 300  # looked at; what was not touched in them is older
SHOWN_COMMITS = 5
RECENT = "recent"  # the value that holds it
TEXTS = (".md", ".mdc", ".markdown", ".mdx", ".txt")  # of other files nobody asks


class Age(NamedTuple):
    """The last commit that touched a file."""

    since: int  # commits that came after it
    day: str
    commit: str


@dataclass(frozen=True, slots=True)
class Recent:
    """`commits` as `id day subject`, the newest first, without merges; `ages` of texts by path."""

    commits: tuple[str, ...] = ()
    ages: dict[str, Age] = field(default_factory=dict)
    days: tuple[str, ...] = ()  # of all that were looked at, the newest first

    @property
    def seen(self) -> int:
        """The commits that were looked at."""
        return len(self.days)


def recent(git: Git, head: str | None, file: MemoryFile) -> Recent:
    """Nothing where git gives no answer: a start never fails for it."""
    if head is None:
        return Recent()
    kept = json.loads(str(file.value(RECENT) or "{}"))
    if kept.get("head") != head or "days" not in kept:
        found = _looked_at(git, head)
        kept = {"head": head, "commits": found.commits, "ages": found.ages, "days": found.days}
        try:
            file.set_value(RECENT, json.dumps(kept))
        except UserError:  # then it is asked again
            return found
    ages = {path: Age(*age) for path, age in kept["ages"].items()}
    return Recent(tuple(kept["commits"]), ages, tuple(kept["days"]))


def _looked_at(git: Git, head: str) -> Recent:
    form = "--format=%x01%h%x02%cs%x02%p%x02%s"
    names = ("--name-only", "--no-renames", "--diff-merges=first-parent", "--no-color")  # a merge brings files too
    try:
        out = text(git.run("log", f"-n{COMMITS_CAP}", form, *names, head, "--"))
    except GitError:
        return Recent()
    commits: list[str] = []
    ages: dict[str, Age] = {}
    days: list[str] = []
    parts = out.split("\x01")[1:]
    for number, part in enumerate(parts):
        first, *paths = part.split("\n")
        commit, day, parents, subject = first.split("\x02", 3)
        days.append(day)
        if len(commits) < SHOWN_COMMITS and " " not in parents:
            commits.append(f"{commit} {day} {subject}")
        for path in paths:
            if path.endswith(TEXTS):
                ages.setdefault(path, Age(number, day, commit))
    return Recent(tuple(commits), ages, tuple(days))
