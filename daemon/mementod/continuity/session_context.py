"""`.agent/session.ctx`: whose state the notes hold. Written only where the folder was asked for.

One `name: value` a line: session, start (ISO 8601), head, branch, compactions. What cannot be written costs nothing.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.files import NotReadable, read_limited, replace

if TYPE_CHECKING:
    from mementod.vcs.git import Git

NAME = ".agent/session.ctx"
OURSELVES = "mementod init"  # stands for the session until an agent's own begins
SIZE_CAP_BYTES = 4_096
COMPACTIONS_ADVISED = 2  # after these it is better to commit and to start afresh


@dataclass(frozen=True, slots=True)
class SessionContext:
    """The session that wrote last."""

    session: str
    start: str
    head: str = ""
    branch: str = ""
    compactions: int = 0


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
    count = fields.get("compactions", "0")
    return SessionContext(
        fields.get("session", ""),
        fields.get("start", ""),
        fields.get("head", ""),
        fields.get("branch", ""),
        int(count) if count.isdecimal() else 0,
    )


def write(root: Path, context: SessionContext) -> None:
    """Only into an `.agent` folder that is there and is no link."""
    folder = root / ".agent"
    if folder.is_symlink() or not folder.is_dir():
        return
    with contextlib.suppress(OSError):
        replace(root / NAME, as_text(context).encode("utf-8", "replace"))


def as_text(context: SessionContext) -> str:
    """The lines of the file."""
    fields = ((name, " ".join(str(value).split())) for name, value in asdict(context).items())
    return "".join(f"{name}: {value}\n" for name, value in fields if value)


def advice(compactions: int) -> str | None:
    """What to say to an agent whose context was compacted so often."""
    if compactions < COMPACTIONS_ADVISED:
        return None
    return f"This session was compacted {compactions} times: commit what is done, hand over, and start afresh."
