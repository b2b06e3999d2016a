"""How old a file is, in commits: by the commit that touched it last, or by its time where none did yet."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cached_property
from pathlib import Path

from mementod.continuity.recent import TEXTS, Recent
from mementod.vcs.git import Git, GitError, text

_NEAR = ("by the last commit", "1 commit since")


class Ages:
    """The ages of files of one work tree. `changed` are those that differ from the last commit."""

    def __init__(self, git: Git, recent: Recent, changed: Collection[str]) -> None:
        self._git, self._recent, self._changed = git, recent, frozenset(changed)
        self._known: dict[str, tuple[int, str]] = {}

    def since(self, path: str) -> int:
        """The commits that came after it; of one that is newer than all commits -1."""
        return self._age(path)[0]

    def said(self, path: str) -> str:
        """The same for people."""
        return self._age(path)[1]

    def _age(self, path: str) -> tuple[int, str]:
        if path not in self._known:
            self._known[path] = self._looked_at(path)
        return self._known[path]

    def _looked_at(self, path: str) -> tuple[int, str]:
        seen = self._recent.seen
        if not seen:
            return 0, ""
        is_committed = path not in self._changed and (path in self._recent.ages or path in self._tracked)
        if not is_committed and (day := _day(self._git.root / path)):
            return sum(each > day for each in self._recent.days) - 1, f"not committed, changed {day}"
        if path not in self._recent.ages:
            return seen, f"not in the last {seen} commits"
        since, day, _ = self._recent.ages[path]
        return since, f"last committed {day}, {f'{since} commits since' if since > 1 else _NEAR[since]}"

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
