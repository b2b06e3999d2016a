"""How old a file is, in commits: by the commit that touched it last, or by its time where none did yet."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from functools import cached_property
from pathlib import Path

from mementod.continuity.fresh_lines import fresh_lines
from mementod.continuity.recent import TEXTS, Recent
from mementod.vcs.git import Git, GitError, text

MANY_DAYS = 9_999
_NEAR = ("by the last commit", "1 commit since")


class Ages:
    """The ages of files of one work tree. `changed` are those that differ from the last commit."""

    def __init__(self, git: Git, recent: Recent, changed: Collection[str]) -> None:
        self._git, self.recent, self._changed = git, recent, frozenset(changed)
        self._known: dict[str, tuple[int, str]] = {}

    def since(self, path: str) -> int:
        """The commits that came after it; of one that is newer than all commits -1."""
        return self._age(path)[0]

    def near(self, path: str) -> int:
        """The same, without a look at a file that no recent commit touched: it counts as old."""
        age = self.recent.ages.get(path)
        return age.since if age else self.recent.seen

    def days(self, path: str) -> int:
        """The days from its last commit to the newest one; of one that is older than all that were looked at, many."""
        age, newest = self.recent.ages.get(path), self.recent.days[:1]
        if not age or not newest or path in self._changed:
            return 0 if self.since(path) < self.recent.seen else MANY_DAYS
        return (date.fromisoformat(newest[0]) - date.fromisoformat(age.day)).days

    def said(self, path: str) -> str:
        """The same for people."""
        return self._age(path)[1]

    def fresh(self, path: str, content: str) -> frozenset[str]:
        """The lines that the last commit brought into a file that is as it was committed."""
        age = self.recent.ages.get(path)
        return fresh_lines(self._git, age.commit, path, content) if age and path not in self._changed else frozenset()

    def brief(self, path: str) -> str:
        """What is said of its age, without what a list of files need not say of each."""
        return self.said(path).removeprefix("last committed ")

    def _age(self, path: str) -> tuple[int, str]:
        if path not in self._known:
            self._known[path] = self._looked_at(path)
        return self._known[path]

    def _looked_at(self, path: str) -> tuple[int, str]:
        seen = self.recent.seen
        if not seen:
            return 0, ""
        is_committed = path not in self._changed and (path in self.recent.ages or self._is_tracked(path))
        if not is_committed and (day := _day(self._git.root / path)):
            return sum(each > day for each in self.recent.days) - 1, f"not committed, changed {day}"
        if path not in self.recent.ages:
            return seen, f"not in the last {seen} commits"
        since, day, _ = self.recent.ages[path]
        return since, f"last committed {day}, {f'{since} commits since' if since > 1 else _NEAR[since]}"

    def _is_tracked(self, path: str) -> bool:
        """Texts are asked for together; a task file that no recent commit touched is a rare thing."""
        if path.endswith(TEXTS):
            return path in self._tracked
        try:
            return bool(self._git.fields("ls-files", "-z", "--", f":(top,literal){path}"))
        except GitError:
            return False

    @cached_property
    def _tracked(self) -> frozenset[str]:
        try:
            rows = self._git.fields("ls-files", "-z", "--", *(f":(top)*{suffix}" for suffix in TEXTS))
        except GitError:
            return frozenset()
        return frozenset(map(text, rows))


def _day(path: Path) -> str:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone().date().isoformat()
    except (OSError, ValueError, OverflowError):
        return ""
