"""The daemon's part in the rules of notes: it has them read when a note changed, by a process of its own.

Asks nothing of git and reads no note: which notes there are is known from what was judged of them.
"""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

from mementod.continuity.rule_store import noted
from mementod.files import Look, look_at
from mementod.hooks.hook_kept import notes_kept
from mementod.process.errand import command

LIMIT_S = 60  # of the process, which ends by itself before that

_Files = tuple[Look | None, ...]
_Unread = frozenset[tuple[str, Look]]


class RuleKeeper:
    """One for all repositories, on one thread."""

    def __init__(self) -> None:
        self._seen: dict[Path, _Files] = {}
        self._tried: dict[Path, _Unread] = {}

    def look(self, cache: Path, root: Path) -> bool:
        """Have the rules of a work tree read where one of its notes was not; whether that was so.

        What could not be read is not tried again before it changes. Where nothing was written into the cache since the
        last look, nothing was judged: then no note is asked about.
        """
        files = tuple(look_at(cache.parent, name) for name in (cache.name, f"{cache.name}-wal"))
        if files[0] is None or self._seen.get(root) == files:
            return False
        self._seen[root] = files
        unread = _unread(cache, root)
        if not unread or self._tried.get(root) == unread:
            return False
        start = command("mementod.continuity.rules_main", root)
        with contextlib.suppress(subprocess.TimeoutExpired):  # a busy machine: again when something was judged
            subprocess.run(start, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=LIMIT_S)
            self._tried[root] = unread
        return True


def _unread(cache: Path, root: Path) -> _Unread:
    known = {each.note: each.look for each in noted(cache, root)}
    looks = ((note, look_at(root, note)) for note in notes_kept(cache, root))
    return frozenset((note, look) for note, look in looks if look and known.get(note) != look)
