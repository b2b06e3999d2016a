"""What a desktop knows of us: the entry that our notices name, so that its settings can list them under our name.

It is in no menu. Sealed like the units; one that somebody keeps of his own stays, and serves as well.
"""

from __future__ import annotations

import re
from pathlib import Path

from mementod import __version__
from mementod.errors import UserError
from mementod.paths import base_folder
from mementod.service import written
from mementod.service.environment import Machine
from mementod.service.program import Program
from mementod.service.written import Standing, sealed

NAME = "mementod"  # as notices say it
ADVICE = "It is in no menu: desktops read it to know whose notices these are."
SESSIONS = ("usr/share/xsessions", "usr/share/wayland-sessions")  # one of them comes with every desktop
_TEXT = """\
[Desktop Entry]
Type=Application
Name=mementod
Comment=Keeps the memory of AI coding agents true to the code it cites
Icon=dialog-information
Exec={program}
Terminal=true
NoDisplay=true
X-GNOME-UsesNotifications=true
"""


def place(machine: Machine, home: Path) -> Path | None:
    """Where the entry belongs; None where there is no desktop, and none was when it was written."""
    data = base_folder(machine.environ.get("XDG_DATA_HOME"), home / ".local" / "share")
    path = data / "applications" / f"{NAME}.desktop"
    return path if path.exists() or any(map(machine.has, SESSIONS)) else None


def files(path: Path | None, program: Program) -> dict[Path, bytes]:
    """What has to be where; nothing where it is not wanted, or another hand has written it."""
    if path is None:
        return {}
    wanted = sealed(_TEXT.format(program=_command(program)), __version__, ADVICE, ("# ", ""))
    return {} if _is_theirs(path, wanted) else {path: wanted}


def _is_theirs(path: Path, wanted: bytes) -> bool:
    try:
        return written.standing(path, wanted) is Standing.FOREIGN
    except UserError:  # a link, or nothing that can be read
        return True


def _command(program: Program) -> str:
    """It shows how all stands; a desktop does not take an entry that starts nothing."""
    return " ".join(map(_quoted, (*program.argv[:-1], "status")))


def _quoted(word: str) -> str:
    """As the specification of these files has it: quoted for a command, then escaped as a value."""
    if re.fullmatch(r"[\w./+@:=-]+", word, re.ASCII):
        return word
    inside = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return '"' + inside.replace("\\", "\\\\") + '"'
