"""Earlier texts of a progress file that git does not hold, as the gates saw them.

One small file of ours a work tree and progress file: the last texts, each with HEAD of when it was first seen. Whoever
decides about a core file adds what he sees, so the hook before a commit keeps what that commit was covered by. What
cannot be written or read is a past that nobody knows: then an entry is new.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path

from mementod.files import NotReadable, read_limited, replace
from mementod.vcs.git import Git
from mementod.vcs.repository_key import key_of

TEXTS_CAP = 20
TEXT_CHARS = 200_000  # a longer one is not kept
FILE_BYTES = 16 << 20
FOLDER = "progress"


@dataclass(frozen=True, slots=True)
class Seen:
    """A text, when it was first seen (seconds since 1970), and HEAD of then; empty before the first commit."""

    at: int
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class ProgressPast:
    """Of one progress file. `state` is our own directory."""

    state: Path
    git: Git

    def see(self, progress: str, head: str, text: str, late_s: float = 0.0) -> None:
        """Keep a text that is another one than the last. `late_s`: how long it may have been there, unseen."""
        seen = self._read(progress)
        if len(text) > TEXT_CHARS or (seen and seen[-1].text == text):
            return
        rows = [list(astuple(each)) for each in (*seen, Seen(int(time.time() - late_s), head, text))][-TEXTS_CAP:]
        file = self._file(progress)
        with suppress(OSError):
            file.parent.mkdir(mode=0o700, exist_ok=True)
            replace(file, json.dumps(rows).encode())

    def before(self, progress: str, commit: str) -> str | None:
        """The last text that was surely there before a commit; None when nobody saw one.

        Seen with a HEAD that the commit came from, not after it was first written, and before anybody saw a HEAD that
        came from it: what was written later, on another branch or before a rebase, would make new entries old. What was
        seen in the very second of the commit counts as later: to let one pass hurts less than to stop one wrongly.
        """
        found, known = None, dict[str, str | None]()
        written = self.git.one("log", "-1", "--format=%at", commit) or "0"
        for each in self._read(progress):
            if each.head and each.head not in known:
                known[each.head] = self.git.one("merge-base", each.head, commit)
            if each.head and known[each.head] == commit:
                break
            if each.at < int(written) and (not each.head or known[each.head] == each.head):
                found = each.text
        return found

    def _read(self, progress: str) -> tuple[Seen, ...]:
        with suppress(FileNotFoundError, NotReadable, ValueError, TypeError):
            rows = json.loads(read_limited(self._file(progress), FILE_BYTES))
            return tuple(Seen(int(at), str(head), str(text)) for at, head, text in rows)
        return ()

    def _file(self, progress: str) -> Path:
        return self.state / FOLDER / key_of(Path(os.path.realpath(self.git.root)) / progress)
