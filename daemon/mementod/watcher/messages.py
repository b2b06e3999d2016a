"""What the brain and the watcher process say to each other: two closed sets, one frame a message (`codec`).

Paths are `str` with surrogate escapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BATCH_LIMIT_PATHS = 20_000  # more: the batch is `full` and names none
LISTING_ROWS = 20_000  # of one message; a longer table comes in several
Kind = Literal["file", "dir", "link", "other"]
Now = Literal["file", "dir", "link", "other", "gone"]
Mode = Literal["inotify", "poll", "mixed", "gone"]


class BadMessage(Exception):
    """A value that is none of the messages."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch a work tree or plain folder, and `folders` of notes elsewhere, which need not exist.

    Places are absolute, else BadMessage is raised. `git_dir` and `common_dir` are None without git; `cited` are paths
    below the root that count although git ignores them.
    """

    repo: str
    root: str
    git_dir: str | None
    common_dir: str | None
    folders: tuple[str, ...]
    cited: tuple[str, ...]

    def __post_init__(self) -> None:
        places = (self.root, self.git_dir, self.common_dir, *self.folders)
        if any(place is not None and not place.startswith("/") for place in places):
            raise BadMessage("a place to watch is not absolute")


@dataclass(frozen=True, slots=True)
class Forget:
    """Stop watching it."""

    repo: str


@dataclass(frozen=True, slots=True)
class Cited:
    """These ignored paths count from now on, in place of those named before."""

    repo: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sync:
    """Say when all that happened until now is told."""

    token: int


@dataclass(frozen=True, slots=True)
class Audit:
    """Compare the whole table with the disk now."""

    repo: str


@dataclass(frozen=True, slots=True)
class List:
    """Tell the whole table."""

    repo: str
    token: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Watches are set and the first scan is done: whoever lists from now on misses nothing."""

    repo: str


@dataclass(frozen=True, slots=True)
class Changed:
    """One path: relative to the root, absolute in an outside folder. `existed`: there was something before."""

    path: str
    now: Now
    existed: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """What changed since the batch before.

    `full`: too much to name, look at everything. `head`: HEAD or the branch it names moved. `index`: git's index was
    written. `refs`: other references. `ignores`: an ignore file changed. `busy`: git is in the middle of something.
    """

    repo: str
    generation: int
    changed: tuple[Changed, ...]
    full: bool
    head: bool
    index: bool
    refs: bool
    ignores: bool
    busy: bool


@dataclass(frozen=True, slots=True)
class Synced:
    """All that happened before that Sync is in batches up to these generations."""

    token: int
    generations: dict[str, int]


@dataclass(frozen=True, slots=True)
class State:
    """How a repository is watched, said when it changes; `repo` is empty when it is about the process.

    `watched` and `polled` count directories. `lost_changes` counts paths that only an audit found.
    """

    repo: str
    mode: Mode
    watched: int
    polled: int
    files: int
    lost_changes: int
    problem: str


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the table; stamps as `lstat` gives them, all 0 for a directory but `inode`."""

    path: str
    kind: Kind
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A part of the table; `more` says that others follow."""

    repo: str
    token: int
    rows: tuple[Row, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Alive:
    """Nothing else to say."""


Command = Watch | Forget | Cited | Sync | Audit | List
Report = Ready | Batch | Synced | State | Listing | Alive
