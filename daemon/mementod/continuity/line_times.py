"""When the lines of notes were written: by the commit that brought each, else by the file itself.

For telling which of two statements is the later one. One walk over the history tells it of all notes that are asked
about, the newest commits first. Lines are known by their text, so that a work tree that differs from its commit needs
no look of git's at it, and a line that only moved stays as old as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from mementod.vcs.git import Git, GitError, text
from mementod.vcs.raw_log import LAST_SECOND

_LOG = (
    "log", "-w", "-U0", "-p", "--no-textconv", "--no-ext-diff", "--no-color", "--no-renames", "--diff-filter=AM",
    "--src-prefix=a/", "--dst-prefix=b/", "--format=%x00%at", "HEAD", "--",
)  # fmt: skip
_NEW, _OLD, _FILE, _COMMIT = b"+", b"-", b"+++ b/", b"\0"


class LineTimes:
    """Of some notes of one work tree."""

    def __init__(self, git: Git | None, notes: Mapping[str, float], limit_s: float) -> None:
        """`notes`: paths from the root, or absolute, and when each file was changed, seconds since 1970.

        `git`: None without commits. After `limit_s` what was not found is as old as the last commit that was seen.
        """
        self._changed, self._last = notes, 0
        self._found: dict[tuple[str, str], int] = {}
        inside = [path for path in notes if not path.startswith("/")]
        if git and inside:
            self._read(_logged(git, inside, limit_s))

    def of(self, note: str, line: str) -> str:
        """ISO 8601 in UTC."""
        at = self._found.get((note, line.strip()))
        return _said(self._last or self._changed[note] if at is None else at)

    def _read(self, told: tuple[bytes, bool]) -> None:
        out, is_whole = told
        at = 0
        for commit in out.split(_COMMIT)[1:]:
            head, _, patch = commit.partition(b"\n")
            at = int(head) if head.isdigit() else at
            for path, lines in _brought(patch):
                for line in lines:
                    self._found.setdefault((path, line), at)
        self._last = 0 if is_whole else at


def _logged(git: Git, paths: Sequence[str], limit_s: float) -> tuple[bytes, bool]:
    """What git tells within that time, and whether it is all."""
    try:
        return git.within(limit_s, *_LOG, *(f":(top,literal){path}" for path in paths))
    except GitError:
        return b"", True


def _brought(patch: bytes) -> Iterator[tuple[str, set[str]]]:
    """The lines that a commit brought into each file, without those that it only moved."""
    path, new, old = "", set[str](), set[str]()
    for line in (*patch.split(b"\n"), _FILE):
        if line.startswith(_FILE):
            yield path, new - old
            path, new, old = text(line[len(_FILE) :].rstrip(b"\t")), set(), set()
        elif line.startswith(_NEW):
            new.add(text(line[1:]).strip())
        elif line.startswith(_OLD):
            old.add(text(line[1:]).strip())


def _said(at: float) -> str:
    return datetime.fromtimestamp(min(at, LAST_SECOND), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
