"""What git is in the middle of: a merge, a rebase, a commit that amends the last one.

Read from the files in the git directory and from the arguments of the git process above us. What cannot be read is
None, for the caller to be lenient about.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ANCESTORS_CAP = 12  # a commit through an editor or a script has a few shells in between
PS_TIMEOUT_S = 1.0
READ_CAP_BYTES = 1 << 16

_STATES = (
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
)
# A merge without conflict asks the hooks before it leaves a trace in the git directory.
_COMMANDS = frozenset(("commit", "merge", "pull", "rebase", "cherry-pick", "revert", "am"))
_TAKE_A_VALUE = frozenset(("-m", "-F", "-C", "-c", "-t", "--message", "--file", "--author", "--date", "--template"))
_AMEND = re.compile(r"--am(?:e(?:n(?:d)?)?)?$")  # git takes every beginning that only one option has


def replaying(git_dir: Path) -> str | None:
    """What git stopped in, so that the next commit is not all the committer's own; None in plain work."""
    for name, what in _STATES:
        try:
            (git_dir / name).lstat()
        except OSError:
            continue
        return what
    return None


@dataclass(frozen=True, slots=True)
class Caller:
    """The git command that runs our hook. `amends` is None when nobody may look."""

    replays: str | None = None
    amends: bool | None = False


def caller(pid: int) -> Caller:
    """What the git process above `pid` was told to do; the default when there is none above it."""
    try:
        for argv in _above(pid):
            command = next((word for word in argv if word in _COMMANDS), None)
            if command and Path(argv[0]).name in ("git", "git.exe"):
                return Caller(amends=is_amend(argv)) if command == "commit" else Caller(replays=command)
    except (OSError, ValueError, subprocess.SubprocessError):
        return Caller(amends=None)
    return Caller()


def is_amend(argv: Sequence[str]) -> bool:
    """Whether the arguments of a `git commit` ask to amend."""
    words = list(argv[argv.index("commit") + 1 :])
    if "--" in words:
        words = words[: words.index("--")]
    behind = ["", *words[:-1]]
    return any(
        _AMEND.fullmatch(word) and before not in _TAKE_A_VALUE for before, word in zip(behind, words, strict=True)
    )


def _above(pid: int) -> Iterator[list[str]]:
    """The arguments of a process and of those above it, nearest first."""
    read = _from_proc if sys.platform == "linux" else _from_ps
    for _ in range(ANCESTORS_CAP):
        if pid <= 1:
            return
        pid, argv = read(pid)
        if argv:
            yield argv


def _from_proc(pid: int) -> tuple[int, list[str]]:
    with Path(f"/proc/{pid}/stat").open("rb") as file:
        parent = int(file.read(READ_CAP_BYTES).rpartition(b")")[2].split()[1])
    with Path(f"/proc/{pid}/cmdline").open("rb") as file:
        words = file.read(READ_CAP_BYTES).split(b"\0")
    return parent, [word.decode("utf-8", "surrogateescape") for word in words if word]


def _from_ps(pid: int) -> tuple[int, list[str]]:
    done = subprocess.run(
        ["/bin/ps", "-o", "ppid=,args=", "-p", str(pid)], capture_output=True, timeout=PS_TIMEOUT_S, check=True
    )
    parent, *argv = done.stdout.decode("utf-8", "surrogateescape").split()
    return int(parent), argv
