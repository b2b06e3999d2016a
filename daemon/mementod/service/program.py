"""What the service runs: the interpreter that runs us now, by a name that outlives an upgrade, and its environment.

The environment is made of what is needed, not of the shell that happens to install: two shells give one unit.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mementod.errors import UserError

CARRIED = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR")
FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")
MAC_FOLDERS = ("/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin")
_PASSING = re.compile(r"/(?:archive|environments|builds)-v\d+/|/(?:\.cache|Caches)/(?:uv|pipx)/|/pipx/\.cache/")
_CELLAR = re.compile(r"(.*)/Cellar/([^/]+)/[^/]+/(.*)")


@dataclass(frozen=True, slots=True)
class Program:
    """`argv` begins with an absolute path."""

    argv: tuple[str, ...]
    environ: Mapping[str, str]


def program(executable: str, environ: Mapping[str, str], git: str | None, platform: str) -> Program:
    """Isolated from the current folder and from PYTHON* variables. UserError when nothing says where it is.

    `executable` and `git` as they were found, `platform` as in `sys.platform`.
    """
    if not executable.startswith("/"):
        raise UserError("the interpreter that runs mementod has no path: install mementod with pipx or uv")
    carried = {name: environ[name] for name in CARRIED if environ.get(name, "").startswith("/")}
    folders = MAC_FOLDERS if platform == "darwin" else FOLDERS
    first = (str(Path(git).parent),) if git and git.startswith("/") else ()
    return Program(
        (stable(executable), "-I", "-m", "mementod", "run"),
        {"PATH": ":".join(dict.fromkeys((*first, *folders)))} | carried,
    )


def refuse_passing(program: Program) -> None:
    """UserError when it would not be there tomorrow."""
    if _PASSING.search(program.argv[0]):
        raise UserError(
            f"{program.argv[0]} is a passing environment (uvx, pipx run): `uv tool install mementod`, or"
            " `pipx install mementod`, and do this again"
        )


def stable(executable: str) -> str:
    """Homebrew's link to whatever version is installed, instead of the folder of this version."""
    if found := _CELLAR.fullmatch(executable):
        prefix, name, rest = found.groups()
        linked = f"{prefix}/opt/{name}/{rest}"
        if os.path.exists(linked):  # noqa: PTH110
            return linked
    return executable
