"""Where agents keep the sessions of a repository. Looks into the agents' own folders only, and follows no link."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path

from mementod.paths import Paths
from mementod_parsers.continuity.transcripts import claude, codex, gemini
from mementod_parsers.continuity.transcripts.episode import Episode, Place

FILES_CAP = 20_000  # of one agent; the newest first

Read = Callable[[bytes, Place], tuple[Place, tuple[Episode, ...]]]
READERS: Mapping[str, Read] = {"claude": claude.read, "codex": codex.read, "gemini": gemini.read}


@dataclass(frozen=True, slots=True)
class Homes:
    """The agents' own folders of this user; None where there is none."""

    claude: Path | None
    codex: Path | None
    gemini: Path | None

    @classmethod
    def of(cls, paths: Paths) -> Homes:
        """Where they are, by the agents' own variables (CODEX_HOME, GEMINI_CLI_HOME)."""
        codex_home = paths.environ.get("CODEX_HOME", "")
        gemini_home = paths.environ.get("GEMINI_CLI_HOME", "")
        return cls(
            paths.claude,
            Path(codex_home) if codex_home.startswith("/") else _below(paths.home, ".codex"),
            _below(Path(gemini_home) if gemini_home.startswith("/") else paths.home, ".gemini"),
        )


def find(agent: str, root: Path, homes: Homes) -> tuple[Path, ...]:
    """Session files of an agent that may be about a repository, the newest first."""
    return tuple(islice(sorted(_found(agent, root, homes), key=_changed, reverse=True), FILES_CAP))


def _found(agent: str, root: Path, homes: Homes) -> Iterator[Path]:
    match agent:
        case "claude" if homes.claude:
            # A session in a folder below has a longer name; whose it is, its lines say.
            slugs = (re.sub(r"[/.]", "-", str(root)), re.sub(r"[^A-Za-z0-9]", "-", str(root)))
            for folder in _folders(homes.claude / "projects"):
                if folder.name.startswith(slugs):
                    yield from _files(folder, (".jsonl",))
        case "codex" if homes.codex:
            for year in _folders(homes.codex / "sessions"):
                for day in (day for month in _folders(year) for day in _folders(month)):
                    yield from _files(day, (".jsonl",))
        case "gemini" if homes.gemini:
            name = sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()
            yield from _files(homes.gemini / "tmp" / name / "chats", (".json", ".jsonl"))


def _folders(folder: Path) -> list[Path]:
    return [Path(entry.path) for entry in _entries(folder) if entry.is_dir(follow_symlinks=False)]


def _files(folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
    return [
        Path(entry.path)
        for entry in _entries(folder)
        if entry.name.endswith(suffixes) and entry.is_file(follow_symlinks=False)
    ]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _below(home: Path | None, name: str) -> Path | None:
    return home / name if home else None
