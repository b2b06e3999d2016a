"""Brings what agents keep of their sessions into the log of one repository, as far as the user asked for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from mementod.continuity.episodes import Episodes, Imported
from mementod.continuity.transcript_files import READERS, Homes, find
from mementod.continuity.transcript_parts import parts
from mementod.paths import Paths


def import_until(moment: float, log: Episodes, root: Path, agents: Sequence[str], paths: Paths) -> Imported:
    """As `import_new`, of a user's own agents, until a moment (monotonic)."""
    return import_new(log, root, agents, Homes.of(paths), lambda: time.monotonic() < moment)


def import_new(
    log: Episodes, root: Path, agents: Sequence[str], homes: Homes, more: Callable[[], bool] = lambda: True
) -> Imported:
    """Read on in every session file of these agents while `more()`. Raises UserError when the log cannot be written."""
    lines, problems = 0, list[str]()
    for agent, path in ((name, path) for name in agents for path in find(name, root, homes)):
        if not more():
            return Imported(lines, False, tuple(problems))
        try:
            for episodes, read in parts(READERS[agent], path, root, log.file(str(path))):
                lines += log.add(agent, episodes, read)
                if not more():
                    return Imported(lines, False, tuple(problems))
        except OSError as error:
            problems.append(f"{path} cannot be read ({error.strerror})")
    return Imported(lines, True, tuple(problems))
