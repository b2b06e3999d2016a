"""What the ignore files of a tree say of a path. Git is asked about today; this answers for a day that is past."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pathspec import GitIgnoreSpec

from mementod_parsers.resolve import folder, join

MAX_FILES = 40  # ignore files above one path
_FILE = ".gitignore"


def ignores(path: str, read: Callable[[str], Sequence[str] | None]) -> bool:
    """Whether the `.gitignore` files of a tree, read by `read`, cover a file or a folder at this path."""
    decided = False
    homes = [""]
    for part in folder(path).split("/")[:MAX_FILES] if "/" in path else ():
        homes.append(join(homes[-1], part))
    for home in homes:
        lines = read(join(home, _FILE))
        within = path[len(home) :].lstrip("/")
        for asked in (within, f"{within}/x") if lines else ():
            said = GitIgnoreSpec.from_lines(lines or ()).check_file(asked).include
            decided = decided if said is None else said
    return decided
