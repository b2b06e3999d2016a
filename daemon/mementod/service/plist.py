"""The text of the launchd agent."""

from __future__ import annotations

import plistlib
from pathlib import Path

from mementod import __version__
from mementod.errors import UserError
from mementod.process.lifecycle import SERVICE_VARIABLE
from mementod.service.program import Program
from mementod.service.units import template
from mementod.service.written import sealed

LABEL = "dev.mementod.agent"
FILE = f"{LABEL}.plist"
ADVICE = "Leave it as it is: it is replaced by the next version."


def agent(program: Program, log: Path) -> bytes:
    """`log` takes what no handler of ours caught. UserError for what XML cannot hold."""
    data = plistlib.loads(template("launchd", FILE).encode())
    data["ProgramArguments"] = list(program.argv)
    data["EnvironmentVariables"] = {SERVICE_VARIABLE: "launchd", **program.environ}
    data["StandardOutPath"] = data["StandardErrorPath"] = str(log)
    try:
        text = plistlib.dumps(data, sort_keys=False).decode()
        plistlib.loads(text.encode())
    except (ValueError, TypeError, plistlib.InvalidFileException) as error:
        raise UserError(f"a path of this program cannot be written into a plist: {error}") from error
    return sealed(text, __version__, ADVICE, ("<!-- ", " -->"), line=1)
