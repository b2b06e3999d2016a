"""`.agent/session.ctx`: whose state the notes hold. Kept only where `init --agent-dir` laid it out.

One `name: value` a line: session, start (ISO 8601), head, branch, compactions; with `before-` in front, those of the
session before it. What cannot be written costs nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.files import NotReadable, read_limited
from mementod.files import replace as replace_file

if TYPE_CHECKING:
    from mementod.vcs.git import Git

NAME = ".agent/session.ctx"
_LAID_OUT = ".agent/.gitignore"  # names the file where the folder is ours, also in a clone
OURSELVES = "mementod init"  # stands for the session until an agent's own begins
SIZE_CAP_BYTES = 4_096
_BEFORE = "before-"
_NAMES = ("session", "start", "head", "branch", "compactions")
COMPACTIONS_ADVISED = 2  # after these it is better to commit and to start afresh


@dataclass(frozen=True, slots=True)
class SessionContext:
    """The session that began last, and the one before it."""

    session: str
    start: str
    head: str = ""
    branch: str = ""
    compactions: int = 0
    before: SessionContext | None = None


def of_now(git: Git, session: str, began: float, compactions: int = 0) -> SessionContext:
    """Of this branch and commit. `began`: seconds since 1970. Raises GitError."""
    head = git.one("rev-parse", "--verify", "-q", "HEAD^{commit}") or ""
    branch = git.one("symbolic-ref", "-q", "--short", "HEAD") or ""
    start = datetime.fromtimestamp(began, UTC).isoformat(timespec="seconds")
    return SessionContext(session, start, head, branch, compactions)


def read(root: Path) -> SessionContext | None:
    """None where there is none, or none that can be read."""
    try:
        text = read_limited(root / NAME, SIZE_CAP_BYTES, follow=False).decode("utf-8")
    except (OSError, NotReadable, UnicodeDecodeError):
        return None
    fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    before = _context(fields, _BEFORE) if f"{_BEFORE}session" in fields else None
    return replace(_context(fields, ""), before=before)


def is_kept(root: Path) -> bool:
    """Whether it is there, or is left out of git in the folder that we laid out."""
    try:
        ignored = read_limited(root / _LAID_OUT, SIZE_CAP_BYTES, follow=False).splitlines()
    except (OSError, NotReadable):
        ignored = []
    return Path(NAME).name.encode() in ignored or _is_ours(root)


def write(root: Path, context: SessionContext) -> None:
    """Only into an `.agent` folder that is there and is no link. Who stands there becomes the session before."""
    folder = root / ".agent"
    if folder.is_symlink() or not folder.is_dir():
        return
    if (last := read(root)) is not None and context.before is None:
        same = last.session == context.session
        before = last.before if same else None if last.session == OURSELVES else replace(last, before=None)
        context = replace(context, before=before)
    with contextlib.suppress(OSError):
        replace_file(root / NAME, as_text(context).encode("utf-8", "replace"))


def remove(root: Path) -> None:
    """Take out what hooks wrote."""
    if not (root / ".agent").is_symlink() and _is_ours(root):
        with contextlib.suppress(OSError):
            (root / NAME).unlink()


def _is_ours(root: Path) -> bool:
    """Another tool may have a file of this name."""
    return bool((found := read(root)) and found.session)


def as_text(context: SessionContext) -> str:
    """The lines of the file."""
    rows = [*_rows(context), *((f"{_BEFORE}{name}", value) for name, value in _rows(context.before))]
    fields = ((name, " ".join(str(value).split())) for name, value in rows)
    return "".join(f"{name}: {value}\n" for name, value in fields if value)


def _rows(context: SessionContext | None) -> Iterator[tuple[str, object]]:
    return ((name, getattr(context, name)) for name in _NAMES) if context else iter(())


def _context(fields: Mapping[str, str], prefix: str) -> SessionContext:
    session, start, head, branch, count = (fields.get(prefix + name, "") for name in _NAMES)
    return SessionContext(session, start, head, branch, int(count) if count.isdecimal() else 0)


def advice(compactions: int) -> str | None:
    """What to say to an agent whose context was compacted so often."""
    if compactions < COMPACTIONS_ADVISED:
        return None
    return f"This session was compacted {compactions} times: commit what is done, hand over, and start afresh."
