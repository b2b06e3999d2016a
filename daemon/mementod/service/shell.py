"""The one way in which the programs of a service manager are run: as an argument list, with a limit, in English."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from typing import NamedTuple

RUN_LIMIT_S = 90.0  # a start waits for the daemon's READY, for which the unit has 60 s
NOT_FOUND = 127
TIMED_OUT = 124


class Done(NamedTuple):
    """How a program ended; `code` is NOT_FOUND when there is none, TIMED_OUT when it was given up."""

    code: int
    said: str
    told: str = ""  # on standard error

    @property
    def why(self) -> str:
        """Its complaint in one line."""
        return " ".join((self.told or self.said).split()) or f"exit code {self.code}"


Runner = Callable[[tuple[str, ...]], Done]


def runner(environ: Mapping[str, str]) -> Runner:
    """Runs with this environment, but in the language that we can read, and without a pager."""
    env = {**environ, "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": "", "SYSTEMD_URLIFY": "0"}

    def run(argv: tuple[str, ...]) -> Done:
        try:
            done = subprocess.run(
                argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
                timeout=RUN_LIMIT_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Done(TIMED_OUT, "", f"{argv[0]} has not answered for {RUN_LIMIT_S:.0f} s")
        except OSError as error:
            return Done(NOT_FOUND, "", f"{argv[0]}: {error.strerror}")
        return Done(done.returncode, done.stdout, done.stderr)

    return run
