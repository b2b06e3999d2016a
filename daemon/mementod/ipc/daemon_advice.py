"""Why there is no answer of the daemon, and what to do about it."""

from __future__ import annotations

from mementod.ipc.client import WhyNot
from mementod.paths import Paths, base_folder

WHY_NOT = {
    WhyNot.ABSENT: "no daemon runs: start it with `mementod run`",
    WhyNot.HUNG: "the daemon does not answer: see `mementod logs`, and start it again",
    WhyNot.REFUSED: "the daemon cannot be asked: see `mementod logs`",
    WhyNot.FOREIGN: "what listens there is not yours",
    WhyNot.OLDER: "the daemon is older than this program: start it again",
    WhyNot.NEWER: "the daemon is newer than this program: update it",
}


def advice(why: WhyNot, paths: Paths) -> str:
    """One line. Looks for the files of a service, and asks no manager: that would take longer than `status` may."""
    if why is WhyNot.ABSENT and _has_service(paths):
        return "the daemon does not run: start it with `mementod service start`"
    return WHY_NOT[why]


def _has_service(paths: Paths) -> bool:
    if paths.home is None:
        return False
    units = base_folder(paths.environ.get("XDG_CONFIG_HOME"), paths.home / ".config")
    agents = paths.home / "Library" / "LaunchAgents"
    return (units / "systemd/user/mementod.service").exists() or (agents / "dev.mementod.agent.plist").exists()
