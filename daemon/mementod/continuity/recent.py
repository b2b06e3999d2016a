"""What was committed last, and how many commits ago each file was: from one look at git, kept until HEAD moves."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from mementod.continuity.memory_file import MemoryFile
from mementod.errors import UserError
from mementod.vcs.git import Git, GitError, text
from mementod_parsers.continuity.start_roles import is_data
from mementod_parsers.continuity.task_places import is_task_data

COMMITS_CAP = 300  # looked at; what was not touched in them is older
SHOWN_COMMITS = 7
LIVING_COMMITS = 12  # the last ones, by which a text that is kept up to date is known
LAST_DAY = "9999-12-31"  # of the calendar; a commit may claim any date
RECENT, FORM = "recent", 3  # the value that holds it, and what is looked for: of another form it is asked again
TEXTS = (".md", ".mdc", ".markdown", ".mdx", ".txt")  # of other files but tasks nobody asks


class Age(NamedTuple):
    """The last commit that touched a file."""

    since: int  # commits that came after it
    day: str
    commit: str


@dataclass(frozen=True, slots=True)
class Recent:
    """`commits` as `id day subject`, the newest first, without merges; `ages` of texts and of tasks by path."""

    commits: tuple[str, ...] = ()
    ages: dict[str, Age] = field(default_factory=dict)
    days: tuple[str, ...] = ()  # of all that were looked at, the newest first
    touched: dict[str, int] = field(default_factory=dict)  # how many of the last ones touched a text
    code_since: int = 0  # commits that came after the last one that touched anything else

    @property
    def seen(self) -> int:
        """The commits that were looked at."""
        return len(self.days)


class _Commit(NamedTuple):
    id: str
    day: str
    is_merge: bool
    subject: str
    paths: list[str]


def recent(git: Git, head: str | None, file: MemoryFile) -> Recent:
    """Nothing where git gives no answer: a start never fails for it."""
    if head is None:
        return Recent()
    kept = json.loads(str(file.value(RECENT) or "{}"))
    if kept.pop("head", None) == [FORM, head] and kept.keys() == set(Recent.__slots__):
        ages = {path: Age(*age) for path, age in kept["ages"].items()}
        return Recent(tuple(kept["commits"]), ages, tuple(kept["days"]), kept["touched"], kept["code_since"])
    found = _looked_at(git, head)
    with contextlib.suppress(UserError):  # then it is asked again
        file.set_value(RECENT, json.dumps({"head": [FORM, head]} | asdict(found)))
    return found


def _looked_at(git: Git, head: str) -> Recent:
    commits = list(_commits(git, head))
    plain = [each for each in commits if not each.is_merge]
    ages: dict[str, Age] = {}
    for number, each in enumerate(commits):
        for path in filter(_is_told, each.paths):
            ages.setdefault(path, Age(number, each.day, each.id))
    touched = Counter(path for each in plain[:LIVING_COMMITS] for path in filter(is_text, each.paths))
    code = (number for number, each in enumerate(commits) if not all(map(_is_told, each.paths)))
    shown = tuple(f"{each.id} {each.day} {each.subject}" for each in plain[:SHOWN_COMMITS])
    return Recent(shown, ages, tuple(each.day for each in commits), dict(touched), next(code, len(commits)))


def _commits(git: Git, head: str) -> Iterator[_Commit]:
    """Of a merge only what is in none of its parents: what it brought has the age of its own commit."""
    form = "--format=%x00%h%x00%cs%x00%p%x00%s"
    names = ("--name-only", "--no-renames", "--diff-merges=combined", "--no-color")
    try:
        out = text(git.run("log", f"-n{COMMITS_CAP}", form, *names, head, "--"))
    except GitError:
        return
    fields = iter(out.split("\0")[1:])
    for commit, day, parents, rest in zip(fields, fields, fields, fields, strict=False):
        subject, *paths = rest.split("\n")
        known = day if len(day) == len(LAST_DAY) else LAST_DAY
        yield _Commit(commit, known, " " in parents, subject, [path for path in paths if path])


def is_text(path: str) -> bool:
    return path.endswith(TEXTS)


def _is_told(path: str) -> bool:
    return is_text(path) or is_task_data(path) or is_data(path)
