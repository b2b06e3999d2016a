"""The two configuration files, read as data into one frozen Config.

`.mementod.yaml` belongs to the repository, `config.yaml` to the user. Must never build an object, follow an
alias or read without limit; what is wrong is said with its file, line and key. A fault of the repository's file stops
its repository, for half of a policy is none; one of the user's file stops nothing: only that key counts as not set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mementod.config_patterns import patterns
from mementod.errors import UserError
from mementod.files import NotReadable, read_limited
from mementod.paths import Paths

if TYPE_CHECKING:
    from mementod.yaml_table import Table
from mementod_hooks.gate_model import Mode

REPOSITORY_FILE = ".mementod.yaml"
SIZE_LIMIT_BYTES = 64 * 1024
DESKTOP_PER_HOUR = 6
PER_HOUR_CAP = 60
HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)-([01]?\d|2[0-3]):([0-5]\d)")  # of a day
AGENTS = ("claude", "codex", "gemini")
UNSET = "it counts as not set"

Value = TypeVar("Value")


class Mark(StrEnum):
    """Whether a verdict is written into the note."""

    NONE = "none"
    FRONTMATTER = "frontmatter"


class OnError(StrEnum):
    """What a gate answers when we ourselves fail."""

    ALLOW = "allow"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Gates:
    """The mode of each gate."""

    edit: Mode = Mode.BLOCK
    commit: Mode = Mode.BLOCK
    stale: Mode = Mode.WARN
    resume: Mode = Mode.OFF


@dataclass(frozen=True, slots=True)
class Notify:
    """How the user wants to be told."""

    desktop: bool = True
    per_hour: int = DESKTOP_PER_HOUR
    quiet: str | None = None  # "22:00-07:00", local time
    off: tuple[str, ...] = ()  # repositories that no notice is about: paths, `~` for the user's home


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a person may set, with its default. `notes` None means: every known convention.

    `core` and `notes` of the user's own file come after those of the repository.
    """

    notes: tuple[str, ...] | None = None
    core: tuple[str, ...] = ()
    progress: str | None = None
    gate: Gates = field(default_factory=Gates)
    mark: Mark = Mark.NONE
    ignore: tuple[str, ...] = ()
    on_error: OnError = OnError.ALLOW
    gates: tuple[tuple[str, Mode], ...] = ()  # of the user: (repository path, mode)
    notify: Notify = field(default_factory=Notify)
    imports: tuple[str, ...] = ()
    user_notes: tuple[str, ...] = ()
    user_core: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()  # one line each: the faults, and unknown keys
    faults: tuple[str, ...] = ()  # one line each: what could not be read of the user's file


def load_config(root: Path, paths: Paths) -> Config:
    """The configuration that holds for the repository at `root`. UserError for a fault of the repository's file."""
    # A link could name any file of this machine, and our message would quote it: not followed here.
    return with_user(parse_config(_read(root / REPOSITORY_FILE, REPOSITORY_FILE, follow=False)), paths)


def with_user(config: Config, paths: Paths) -> Config:
    """The configuration, and what the user's own file says beside it; nobody's with the default one."""
    name = str(paths.config_file)
    try:
        text = _read(paths.config_file, name, follow=True) if paths.config_file else None
    except UserError as error:
        return _faulty(config, (f"{error}; nothing of it counts",))
    return parse_user(text, config, name)


def parse_config(repository: str | None) -> Config:
    """A Config from the text of the repository's file; None is a file that does not exist."""
    if repository is None:
        return Config()
    from mementod.yaml_table import Table  # a gate where nothing is configured is asked most often, and waited for

    table = Table.of(repository, REPOSITORY_FILE)
    gate = table.table("gate")
    config = Config(
        notes=patterns(table, "notes"),
        core=patterns(table, "core") or (),
        progress=table.text("progress"),
        gate=_gates(gate) if gate else Gates(),
        mark=table.choice("mark", Mark) or Mark.NONE,
        ignore=patterns(table, "ignore") or (),
    )
    problems = table.unknown(("notes", "core", "progress", "gate", "mark", "ignore"))
    problems += gate.unknown(("edit", "commit", "stale", "resume")) if gate else ()
    return replace(config, problems=problems)


def parse_user(user: str | None, config: Config, name: str = "config.yaml") -> Config:
    """The Config, and what the text of the user's file says; None is a file that does not exist."""
    if user is None:
        return config
    from mementod.yaml_table import Table

    try:
        table = Table.of(user, name)
    except UserError as error:
        return _faulty(config, (f"{error}; nothing of the file counts",))
    ask = _Asked()
    notify = ask(lambda: table.table("notify"), None)
    gates = ask(lambda: table.table("gates"), None)
    config = replace(
        config,
        on_error=ask(lambda: table.choice("on_error", OnError), config.on_error),
        gates=_modes(gates, ask) if gates else (),
        notify=_notify(notify, ask) if notify else config.notify,
        imports=ask(lambda: _agents(table), ()),
        user_notes=ask(lambda: patterns(table, "notes"), ()),
        user_core=ask(lambda: patterns(table, "core"), ()),
    )
    unknown = table.unknown(("on_error", "gates", "notify", "import", "core", "notes"))
    unknown += notify.unknown(("desktop", "per_hour", "quiet", "repositories")) if notify else ()
    return _faulty(replace(config, problems=config.problems + unknown), tuple(ask.faults))


def _faulty(config: Config, faults: tuple[str, ...]) -> Config:
    return replace(config, problems=config.problems + faults, faults=faults)


class _Asked:
    """What keys say, each by itself; a key that cannot be read is a fault, and counts as not set."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def __call__(self, read: Callable[[], Value | None], default: Value) -> Value:
        try:
            found = read()
        except UserError as error:
            self.faults.append(f"{error}; {UNSET}")
            return default
        return default if found is None else found


def _gates(table: Table) -> Gates:
    default = Gates()
    return Gates(
        edit=table.choice("edit", Mode) or default.edit,
        commit=table.choice("commit", Mode) or default.commit,
        stale=table.choice("stale", Mode) or default.stale,
        resume=table.choice("resume", Mode) or default.resume,
    )


def _modes(table: Table, ask: _Asked) -> tuple[tuple[str, Mode], ...]:
    found = ((path, ask(partial(table.choice, path, Mode), None)) for path in table.names())
    return tuple((path, mode) for path, mode in found if mode)


def _agents(table: Table) -> tuple[str, ...] | None:
    found = table.texts("import")
    for name in found or ():
        if name not in AGENTS:
            raise table.wrong("import", f"holds {name!r}; known are {', '.join(AGENTS)}")
    return found


def _notify(table: Table, ask: _Asked) -> Notify:
    default = Notify()
    off = ask(lambda: table.table("repositories"), None)
    return Notify(
        ask(lambda: table.boolean("desktop"), default.desktop),
        ask(lambda: _per_hour(table), default.per_hour),
        ask(lambda: _quiet(table), None),
        tuple(path for path in off.names() if ask(partial(_is_on, off, path), True) is False) if off else (),
    )


def _per_hour(table: Table) -> int | None:
    found = table.number("per_hour")
    if found is not None and not 1 <= found <= PER_HOUR_CAP:
        raise table.wrong("per_hour", f"must be 1 to {PER_HOUR_CAP}; `desktop: off` is for none at all")
    return found


def _quiet(table: Table) -> str | None:
    found = table.text("quiet")
    if found is not None and not HOURS.fullmatch(found):
        raise table.wrong("quiet", f'must be two times of the day, such as "22:00-07:00", not {found!r}')
    return found


def _is_on(repositories: Table, path: str) -> bool | None:
    if not path.startswith(("/", "~/")):
        raise repositories.wrong(path, "must be a whole path, such as /home/ada/toy: off")
    return repositories.boolean(path)


def _read(path: Path, name: str, follow: bool) -> str | None:
    if not follow and path.is_symlink():
        raise UserError(f"{name} is a link, which is not followed: put the file itself there")
    try:
        return read_limited(path, SIZE_LIMIT_BYTES, follow).decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except NotReadable as error:
        raise UserError(f"{name} {error}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UserError(f"{name}, line {line}: not UTF-8; save it as UTF-8") from error
