"""Which files a patch writes: the form of `apply_patch`, and unified diffs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mementod_hooks.agents.call import Target

TARGETS_CAP = 200
_STEP = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096}?)\s*$", re.MULTILINE)
_HEADER = re.compile(
    r"^(?:(?:---|\+\+\+) (?P<path>[^\t\n]{1,4096})|(?:rename|copy) (?P<kind>from|to) (?P<name>[^\n]{1,4096}))",
    re.MULTILINE,
)
NOWHERE = "/dev/null"


def patch_targets(text: str) -> tuple[Target, ...]:
    """The files that a patch in the form of `apply_patch` adds, changes, deletes, and moves from and to."""
    return targets(match.group(1) for match in _STEP.finditer(text))


def diff_targets(text: str, strip: int = 1) -> tuple[Target, ...]:
    """The files of a unified diff. `strip`: folders to take off the front of a name, as with `patch -p`."""
    return targets(_diff_paths(text, strip))


def _diff_paths(text: str, strip: int) -> Iterator[str]:
    for match in _HEADER.finditer(text):
        if match["name"]:
            yield match["name"].strip()
        elif (path := match["path"].strip()) != NOWHERE:
            yield "/".join(path.split("/")[strip:]) or path


def targets(paths: Iterator[str]) -> tuple[Target, ...]:
    """One target a path, in the order of the text."""
    found: dict[Target, None] = {}
    for path in paths:
        found[Target(path)] = None
        if len(found) == TARGETS_CAP:
            break
    return tuple(found)
