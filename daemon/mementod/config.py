"""The two configuration files, read as data into one frozen Config.

`.mementod.yaml` belongs to the repository, `config.yaml` to the user. Must never build an object, follow an
alias or read without limit; what is wrong is said with its file, line and key.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.errors import UserError
from mementod.files import NotReadable, read_limited
from mementod.paths import Paths

if TYPE_CHECKING:
    from mementod.yaml_table import Table
from mementod_hooks.gate_model import Mode
from mementod_hooks.plain_patterns import is_sure

REPOSITORY_FILE = ".mementod.yaml"
SIZE_LIMIT_BYTES = 64 * 1024
STARS_LIMIT = 3  # in one name of a pattern, and of `**`: with five, one long file name takes half a minute
DESKTOP_PER_HOUR = 6
PER_HOUR_CAP = 60
HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)-([01]?\d|2[0-3]):([0-5]\d)")  # of a day
AGENTS = ("claude", "codex")


_STARS = re.compile(r"\*+")


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
    problems: tuple[str, ...] = ()  # one line each: unknown keys


def load_config(root: Path, paths: Paths) -> Config:
    """The configuration that holds for the repository at `root`."""
    # A link could name any file of this machine, and our message would quote it: not followed here.
    repository = _read(root / REPOSITORY_FILE, REPOSITORY_FILE, follow=False)
    user = _read(paths.config_file, str(paths.config_file), follow=True) if paths.config_file else None
    return parse_config(repository, user, user_name=str(paths.config_file))


def load_notify(paths: Paths) -> Notify:
    """How the user wants to be told, whatever the repository. Raises UserError."""
    file = paths.config_file
    return parse_config(None, _read(file, str(file), follow=True) if file else None, str(file)).notify


def parse_config(repository: str | None, user: str | None = None, user_name: str = "config.yaml") -> Config:
    """A Config from the texts of both files; None is a file that does not exist."""
    config = Config()
    if repository is None and user is None:
        return config
    from mementod.yaml_table import Table  # a gate where nothing is configured is asked most often, and waited for

    if repository is not None:
        config = _repository(Table.of(repository, REPOSITORY_FILE), config)
    if user is not None:
        config = _user(Table.of(user, user_name), config)
    return config


def _repository(table: Table, config: Config) -> Config:
    gate = table.table("gate")
    config = replace(
        config,
        notes=_patterns(table, "notes"),
        core=_patterns(table, "core") or (),
        progress=table.text("progress"),
        gate=_gates(gate) if gate else config.gate,
        mark=table.choice("mark", Mark) or config.mark,
        ignore=_patterns(table, "ignore") or (),
    )
    problems = table.unknown(("notes", "core", "progress", "gate", "mark", "ignore"))
    problems += gate.unknown(("edit", "commit", "stale", "resume")) if gate else ()
    return replace(config, problems=config.problems + problems)


def _patterns(table: Table, name: str) -> tuple[str, ...] | None:
    """Patterns that can be matched, and in bounded time: a regular expression is made of each."""
    found = table.texts(name)
    for pattern in found or ():
        folders = sum(part == "**" for part in pattern.split("/"))
        if folders > STARS_LIMIT or any(len(_STARS.findall(part)) > STARS_LIMIT for part in pattern.split("/")):
            raise table.wrong(name, f"holds {pattern!r}, which has more than {STARS_LIMIT} stars in one name")
        if not is_sure(pattern) and not _is_pattern(pattern):
            raise table.wrong(name, f"holds {pattern!r}, which is no pattern as in .gitignore")
    return found


def _is_pattern(pattern: str) -> bool:
    from pathspec import GitIgnoreSpec  # a gate waits for this, and most people write what needs no library

    try:
        with warnings.catch_warnings(action="error"):  # such as `[[:space:]]`, which would mean something else
            GitIgnoreSpec.from_lines([pattern])
    except (ValueError, re.error, Warning):
        return False
    return True


def _gates(table: Table) -> Gates:
    default = Gates()
    return Gates(
        edit=table.choice("edit", Mode) or default.edit,
        commit=table.choice("commit", Mode) or default.commit,
        stale=table.choice("stale", Mode) or default.stale,
        resume=table.choice("resume", Mode) or default.resume,
    )


def _user(table: Table, config: Config) -> Config:
    notify, gates = table.table("notify"), table.table("gates")
    imports = table.texts("import") or ()
    for name in imports:
        if name not in AGENTS:
            raise table.wrong("import", f"holds {name!r}; known are {', '.join(AGENTS)}")
    config = replace(
        config,
        on_error=table.choice("on_error", OnError) or config.on_error,
        gates=tuple((path, mode) for path in gates.names() if (mode := gates.choice(path, Mode))) if gates else (),
        notify=_notify(notify) if notify else config.notify,
        imports=imports,
        user_notes=_patterns(table, "notes") or (),
        user_core=_patterns(table, "core") or (),
    )
    problems = table.unknown(("on_error", "gates", "notify", "import", "core", "notes"))
    problems += notify.unknown(("desktop", "per_hour", "quiet", "repositories")) if notify else ()
    return replace(config, problems=config.problems + problems)


def _notify(table: Table) -> Notify:
    default = Notify()
    desktop, per_hour, quiet = table.boolean("desktop"), table.number("per_hour"), table.text("quiet")
    if per_hour is not None and not 1 <= per_hour <= PER_HOUR_CAP:
        raise table.wrong("per_hour", f"must be 1 to {PER_HOUR_CAP}; `desktop: off` is for none at all")
    if quiet is not None and not HOURS.fullmatch(quiet):
        raise table.wrong("quiet", f'must be two times of the day, such as "22:00-07:00", not {quiet!r}')
    return Notify(
        default.desktop if desktop is None else desktop,
        default.per_hour if per_hour is None else per_hour,
        quiet,
        _off(table.table("repositories")),
    )


def _off(repositories: Table | None) -> tuple[str, ...]:
    if repositories is None:
        return ()
    for path in repositories.names():
        if not path.startswith(("/", "~/")):
            raise repositories.wrong(path, "must be a whole path, such as /home/ada/toy: off")
    return tuple(path for path in repositories.names() if repositories.boolean(path) is False)


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
