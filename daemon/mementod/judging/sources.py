"""Which files are notes, of which convention, and which one is the progress file.

Decides from names alone; the only directories it reads are those that the conventions themselves name. Must
never follow a link out of them.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mementod.config import Config
from mementod.judging.disk import Disk
from mementod.judging.note_names import TEXT_SUFFIXES, may_be_known
from mementod_parsers.model import Source

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MEMORY_LIMIT = 2_000  # files looked at in one folder outside the listing
VENDORED = frozenset(
    {"node_modules", "vendor", "third_party", "site-packages", ".venv", "venv", "bower_components", ".git"}
)

_MD = r"[^/]+\.(?:md|mdc|markdown)"
_DEEP = rf"(?:[^/]+/)*{_MD}"
# In this order: the first convention that a path fits is its source, and notes are listed in it.
_CONVENTIONS: tuple[tuple[Source, str], ...] = (
    (Source.AGENT_INIT, rf"\.agent/init\.d/{_MD}"),
    (Source.AGENT_INIT, rf"\.agent/{_DEEP}"),
    (Source.CLAUDE_MEMORY, rf"\.claude/(?:memory|agent-memory)/{_DEEP}"),
    (Source.CLAUDE_MEMORY, rf"memory/{_DEEP}"),  # only beside a MEMORY.md, see find_notes
    (Source.SERENA, rf"\.serena/memories/{_DEEP}"),
    (Source.MEMORY_BANK, rf"\.?memory-bank/{_DEEP}"),
    (Source.RULES, rf"\.cursor/rules/{_DEEP}|\.cursorrules"),
    (Source.RULES, rf"\.claude/rules/{_DEEP}"),
    (Source.RULES, rf"\.kiro/steering/{_DEEP}"),
    (Source.RULES, rf"\.windsurf/rules/{_DEEP}|\.windsurfrules"),
    (Source.RULES, rf"\.clinerules(?:/{_DEEP})?"),
    (Source.INSTRUCTIONS, r"\.github/copilot-instructions\.md"),
    (Source.INSTRUCTIONS, rf"\.github/instructions/{_DEEP}"),
    (Source.INSTRUCTIONS, r"(?:CLAUDE(?:\.local)?|AGENTS(?:\.override)?|GEMINI)\.md"),
)
# One search instead of fourteen for the thousands of paths that are no notes.
_ANY = re.compile("|".join(rf"(?:^|/)(?:{pattern})$" for _, pattern in _CONVENTIONS))
_EACH = tuple((source, re.compile(rf"(?:^|/)(?:{pattern})$")) for source, pattern in _CONVENTIONS)
_BARE_MEMORY = 3  # the rank of `memory/`

# Folders and files that are read from disk whatever git ignores; any depth is left to the listing.
_KNOWN_PLACES = (
    ".agent", ".claude/memory", ".claude/agent-memory", "memory", ".serena/memories", "memory-bank",
    ".memory-bank", ".cursor/rules", ".claude/rules", ".kiro/steering", ".windsurf/rules", ".clinerules",
    ".github/instructions",
)  # fmt: skip
_KNOWN_FILES = (
    ".cursorrules", ".windsurfrules", ".github/copilot-instructions.md", "CLAUDE.md", "CLAUDE.local.md",
    ".claude/CLAUDE.md", "AGENTS.md", "GEMINI.md",
)  # fmt: skip
_PROGRESS = re.compile(r"(?:^|[-_. \d])progress(?:$|[-_. ])", re.IGNORECASE)
_ROOT_PROGRESS = ("PROGRESS.md", "progress.md", "docs/PROGRESS.md", "docs/progress.md")


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A file that is a note. `path` is relative to the repository, absolute for a note outside."""

    path: str
    source: Source


def find_notes(listing: Iterable[str], config: Config) -> tuple[FoundNote, ...]:
    """The notes among the files of a repository, in the order of the conventions, then by path."""
    paths = [path for path in listing if may_be_note(path, config)]
    known = _known(paths)
    chosen = known if config.notes is None else _chosen(paths, known, config.notes)
    chosen |= _matched(paths, chosen, config.user_notes)
    if config.ignore:
        ignored = _patterns(config.ignore)
        chosen = {path: ranked for path, ranked in chosen.items() if not ignored.match_file(path)}
    ordered = sorted(chosen.items(), key=lambda item: (item[1][0], item[0]))
    return tuple(FoundNote(path, source) for path, (_, source) in ordered)


def unmatched(listing: Iterable[str], notes: Iterable[FoundNote], config: Config) -> tuple[str, ...]:
    """The patterns by which the repository names notes and that fit no file: a slip, or what has gone since."""
    entries = (entry for entry in config.notes or () if entry not in tuple(Source) and not entry.startswith("!"))
    found, paths = [note.path for note in notes], list(listing)
    return tuple(entry for entry in entries if not (_fit(found, entry) or _fit(paths, entry)))


def _fit(paths: list[str], pattern: str) -> bool:
    return bool(_matched(paths, {}, (pattern,)))


def behind_links(root: Path, links: Iterable[str], known: Iterable[str], config: Config) -> tuple[FoundNote, ...]:
    """What links with names of notes lead to in the work tree and is no note by its own name, each file once.

    `known` are notes. With the convention of the link: `CLAUDE.md` may lead to `.agents/rules/base.md`.
    """
    disk, taken = Disk(root), set(known)
    found: list[FoundNote] = []
    ignored = _patterns(config.ignore) if config.ignore else None
    for link in find_notes(sorted(links), config):
        real = disk.real(link.path)
        if real is None or real in taken or not real.endswith(TEXT_SUFFIXES) or disk.kind(real) != "file":
            continue
        taken.add(real)
        if not (ignored and ignored.match_file(real)):
            found.append(FoundNote(real, link.source))
    return tuple(found)


def may_be_note(path: str, config: Config) -> bool:
    """A quick no for most of a repository's files."""
    return may_be_known(path) or bool(config.notes)


def source_of(path: str) -> Source | None:
    """The convention that a path fits by its name; None when none does."""
    ranked = _rank(path)
    return ranked[1] if ranked else None


def wants_auto_memory(config: Config) -> bool:
    """Whether Claude's folder for this repository is to be read."""
    return config.notes is None or Source.CLAUDE_MEMORY in config.notes or Source.CLAUDE_MEMORY in config.user_notes


def auto_memory_notes(roots: Iterable[Path], claude: Path | None) -> tuple[FoundNote, ...]:
    """The notes that Claude Code keeps outside the tree for any of `roots` (a worktree and its main one)."""
    found: dict[str, FoundNote] = {}
    for root in roots:
        for folder in auto_memory_folders(root, claude):
            for path in _leaves(folder, deep=False):
                if path.endswith(".md") and _is_regular(Path(path)):
                    found[path] = FoundNote(path, Source.CLAUDE_MEMORY)
    return tuple(found[path] for path in sorted(found))


def auto_memory_folders(root: Path, claude: Path | None) -> tuple[Path, ...]:
    """Where that memory may be: Claude Code's versions differ in which characters they replace."""
    if claude is None:
        return ()
    names = dict.fromkeys((re.sub(r"[/.]", "-", str(root)), re.sub(r"[^A-Za-z0-9]", "-", str(root))))
    return tuple(claude / "projects" / name / "memory" for name in names)


def notes_on_disk(root: Path) -> tuple[str, ...]:
    """Files of the known places below `root`, whether git lists them or not, relative to it."""
    return tuple(path for path in _known_on_disk(root) if _is_regular(root / path))


def no_notes_on_disk(root: Path) -> tuple[str, ...]:
    """What has the name of a note in the known places and is no regular file."""
    return tuple(path for path in _known_on_disk(root) if not _is_regular(root / path))


def why_no_note(path: Path, root: Path) -> str | None:
    """Why what is at a path can be no note and no folder of notes."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return "is a link that leads nowhere"
    except OSError as error:
        return "is a link that leads in circles" if error.errno == errno.ELOOP else None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return "is no regular file"
    if path.is_symlink() and path.is_relative_to(root) and not path.resolve().is_relative_to(root):
        return "is a link out of the repository: name the file that it leads to"
    return None


def find_progress(listing: Iterable[str], config: Config) -> str | None:
    """The progress file: the configured one, else the first known one that exists."""
    if config.progress:
        return config.progress
    paths = list(listing)
    for note in find_notes(paths, Config(ignore=config.ignore)):
        if _PROGRESS.search(PurePosixPath(note.path).stem):
            return note.path
    present = set(paths)
    return next((path for path in _ROOT_PROGRESS if path in present), None)


_Ranked = tuple[int, Source]


def _known(paths: list[str]) -> dict[str, _Ranked]:
    found = {path: ranked for path in paths if (ranked := _rank(path))}
    # A folder called `memory` is a memory only with its index; otherwise it is somebody's code about memory.
    indexed = {path[: -len("MEMORY.md")] for path in found if path.endswith("/MEMORY.md") or path == "MEMORY.md"}
    return {
        path: ranked
        for path, ranked in found.items()
        if ranked[0] != _BARE_MEMORY or any(path.startswith(folder) for folder in indexed)
    }


def _rank(path: str) -> _Ranked | None:
    if not _ANY.search(path) or not VENDORED.isdisjoint(path.split("/")):
        return None
    return next((rank, source) for rank, (source, pattern) in enumerate(_EACH) if pattern.search(path))


def _chosen(paths: list[str], known: dict[str, _Ranked], notes: tuple[str, ...]) -> dict[str, _Ranked]:
    """Notes by an explicit list: names of conventions, and patterns that add to them or (`!`) take away."""
    sources = {entry for entry in notes if entry in tuple(Source)}
    chosen = {path: ranked for path, ranked in known.items() if ranked[1] in sources}
    patterns = tuple(entry for entry in notes if entry not in sources)
    if patterns:
        spec = _patterns(patterns)
        chosen = {path: ranked for path, ranked in chosen.items() if spec.check_file(path).include is not False}
    return chosen | _matched(paths, known, patterns)


def _matched(paths: list[str], known: dict[str, _Ranked], patterns: tuple[str, ...]) -> dict[str, _Ranked]:
    patterns = tuple(entry for entry in patterns if entry not in tuple(Source))
    if not patterns:
        return {}
    spec = _patterns(patterns)
    exact = {pattern.strip("/") for pattern in patterns}
    fallback = (len(_CONVENTIONS), Source.INSTRUCTIONS)
    return {
        path: known.get(path) or _rank(path) or fallback
        for path in paths
        if (path.endswith(TEXT_SUFFIXES) or path in exact) and spec.match_file(path)
    }


def _patterns(lines: Iterable[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # takes longer to load than all this, and most do without

    return GitIgnoreSpec.from_lines(lines)


def _known_on_disk(root: Path) -> Iterator[str]:
    """What is there under the names of the known files, and in the known folders under names of notes."""
    yield from (name for name in _KNOWN_FILES if os.path.lexists(root / name))
    for place in _KNOWN_PLACES:
        folder = root / place
        if source_of(place) and os.path.lexists(folder) and not folder.is_dir():  # .clinerules may be a file
            yield place
        for path in _leaves(folder, deep=True):
            name = PurePosixPath(path).relative_to(root).as_posix()
            if source_of(name):
                yield name


def _leaves(folder: Path, deep: bool) -> Iterator[str]:
    """What is no folder below a folder, sorted, at most MEMORY_LIMIT; links are not followed."""
    left = MEMORY_LIMIT
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(folders) if deep else []
        for name in sorted(names):
            if left == 0:
                return
            left -= 1
            yield os.path.join(base, name)  # noqa: PTH118 (a `str` is wanted, thousands of times)


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False
