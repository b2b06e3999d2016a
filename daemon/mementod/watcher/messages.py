"""What the brain and the watcher process say to each other: two closed sets, one frame a message.

Paths are `str` with surrogate escapes. Shapes are checked when a message is decoded; the other side may be older.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast, get_args, get_origin, get_type_hints

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


def encode(message: Command | Report) -> tuple[object, ...]:
    """The value that a frame carries."""
    return (type(message).__name__, *_plain(message))


def command(value: object) -> Command:
    """The command in a frame; raises BadMessage."""
    return cast(Command, _decode(value, Command))


def report(value: object) -> Report:
    """The report in a frame; raises BadMessage."""
    return cast(Report, _decode(value, Report))


def _plain(message: object) -> tuple[object, ...]:
    values = [getattr(message, field.name) for field in dataclasses.fields(cast(type, message))]
    return tuple(
        tuple(_plain(v) if dataclasses.is_dataclass(v) else v for v in value) if isinstance(value, tuple) else value
        for value in values
    )


def _decode(value: object, messages: types.UnionType) -> object:
    kinds = {kind.__name__: kind for kind in get_args(messages)}
    if not isinstance(value, tuple) or not value or not isinstance(value[0], str) or value[0] not in kinds:
        raise BadMessage(f"no such message: {str(value)[:80]}")
    return _reader(kinds[value[0]])(value[1:])


@cache
def _reader(hint: object) -> Callable[[object], object]:
    """Reads a value of this type; raises BadMessage for any other."""
    match get_origin(hint) or hint:
        case kind if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            return _fields(kind)
        case kind if kind is tuple:
            return _many(_reader(get_args(hint)[0]))
        case kind if kind is Literal:
            return _plainly(lambda value: isinstance(value, str) and value in get_args(hint), hint)
        case kind if kind is types.UnionType:
            return _plainly(lambda value: value is None or _is_text(value), hint)
        case kind if kind is dict:
            return _plainly(_counts, hint)
        case kind if kind is str:
            return _plainly(_is_text, hint)
        case kind:
            return _plainly(lambda value: type(value) is kind, hint)


def _fields(kind: type) -> Callable[[object], object]:
    hints = get_type_hints(kind)
    readers = [_reader(hints[field.name]) for field in dataclasses.fields(kind)]

    def read(value: object) -> object:
        if not isinstance(value, tuple) or len(value) != len(readers):
            raise BadMessage(f"{kind.__name__} has {len(readers)} fields")
        return kind(*(reader(item) for reader, item in zip(readers, value, strict=True)))

    return read


def _many(reader: Callable[[object], object]) -> Callable[[object], object]:
    def read(value: object) -> object:
        if not isinstance(value, tuple):
            raise BadMessage("a list is missing")
        return tuple(map(reader, value))

    return read


def _plainly(fits: Callable[[object], bool], hint: object) -> Callable[[object], object]:
    def read(value: object) -> object:
        if not fits(value):
            raise BadMessage(f"{str(value)[:80]!r} is no {getattr(hint, '__name__', hint)}")
        return value

    return read


def _is_text(value: object) -> bool:
    """A NUL ends a path for the kernel, and so would hide its rest."""
    return type(value) is str and "\0" not in value


def _counts(value: object) -> bool:
    return isinstance(value, dict) and all(type(k) is str and type(v) is int for k, v in value.items())
