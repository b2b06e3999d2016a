"""Which service manager is here for this user; or which of the many reasons there is for none, in one line.

Looks, and starts nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from mementod.errors import UserError

BY_HAND = "`nohup mementod run &` runs it by hand"
READ_CAP_CHARS = 4096


class Kind(Enum):
    """The managers that we know."""

    SYSTEMD = "systemd"
    LAUNCHD = "launchd"


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides. `platform` as in `sys.platform`; `root` is where the file system begins."""

    platform: str
    uid: int
    user: str
    environ: Mapping[str, str]
    root: Path = Path("/")

    def has(self, path: str) -> bool:
        return (self.root / path).exists()

    def text(self, path: str) -> str:
        """The beginning of a file; empty when it cannot be read."""
        try:
            with (self.root / path).open(encoding="utf-8", errors="replace") as file:
                return file.read(READ_CAP_CHARS).strip()
        except OSError:
            return ""


def kind(machine: Machine) -> Kind:
    """The manager of this machine. UserError with the reason, and the line that helps, when it has none for us."""
    if machine.uid == 0:
        raise UserError(_why_not_root(machine))
    if machine.platform == "darwin":
        return Kind.LAUNCHD
    if not machine.has("run/systemd/system"):
        raise UserError(f"{_why_no_systemd(machine)}; {BY_HAND}")
    return Kind.SYSTEMD


def systemd_environ(machine: Machine) -> dict[str, str]:
    """Where `systemctl --user` finds the manager of this user; su and sudo leave the environment of another, or none.

    UserError, saying which, when there is no manager to be found.
    """
    usual = f"/run/user/{machine.uid}"
    for runtime in (usual, machine.environ.get("XDG_RUNTIME_DIR", "")):
        place = machine.root / runtime.lstrip("/")
        if runtime.startswith("/") and _is_ours(place, machine.uid) and (place / "systemd" / "private").exists():
            return {
                **machine.environ,
                "XDG_RUNTIME_DIR": runtime,
                "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus",
            }
    if not _is_ours(machine.root / usual.lstrip("/"), machine.uid):
        why = f"this is no login session of {machine.user} (su, sudo and cron open none)"
        cure = f"log in as {machine.user}, or `sudo loginctl enable-linger {machine.user}`"
    else:
        why = f"the systemd of {machine.user} does not run"
        cure = f"`systemctl status user@{machine.uid}.service` says why"
    raise UserError(f"{why}: {cure}; {BY_HAND}")


def _why_not_root(machine: Machine) -> str:
    person = machine.environ.get("SUDO_USER", "")
    if person and person != "root":
        return f"you are root through sudo, and a service is one user's: do this as {person}, without sudo"
    return f"you are root, and a service is one user's: do this as the user whose repositories they are; {BY_HAND}"


def _why_no_systemd(machine: Machine) -> str:
    kernel = machine.text("proc/version").lower()
    if "microsoft" in kernel and "wsl2" not in kernel:
        return "WSL 1 has no service manager (`wsl --set-version DISTRIBUTION 2` changes that)"
    if "microsoft" in kernel:
        return "this WSL starts no systemd (`systemd=true` below `[boot]` in /etc/wsl.conf changes that)"
    if machine.has(".dockerenv") or machine.has("run/.containerenv") or machine.has("run/host/container-manager"):
        return "this is a container without systemd"
    first = machine.text("proc/1/comm")
    return f"process 1 is {first}, not systemd" if first else "there is no systemd here"


def _is_ours(folder: Path, uid: int) -> bool:
    try:
        about = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and about.st_uid == uid
