"""What a press on a notice does: show more, keep quiet for a day, or vouch for its notes.

Runs beside the brain and asks it as any other client does.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mementod.files import replace
from mementod.ipc.client import WhyNot
from mementod.ipc.protocol import Answer, Op, Request
from mementod.notices.notice import Notice, Press
from mementod.notices.sheet import sheet
from mementod.notices.wording import verified

SNOOZE = timedelta(days=1)
VERIFY_LIMIT_MS = 10_000
SNOOZE_LIMIT_MS = 5_000
LAUNCH_LIMIT_S = 5.0
NOTES_CAP = 1_000  # of one repository that one press vouches for

Ask = Callable[[Request], Answer | WhyNot]


class Presses:
    """`folder`: where a page may be written. `launch`: opens a file with the person's own program."""

    def __init__(self, folder: Path, ask: Ask, launch: Callable[[Path], None]) -> None:
        self._folder, self._ask, self._launch = folder, ask, launch

    def __call__(self, notice: Notice, press: Press) -> Notice | None:
        """Do it; the notice to show in the place of this one."""
        match press:
            case Press.OPEN:
                self._open(notice)
            case Press.SNOOZE:
                self._snooze(notice)
            case Press.VERIFIED:
                return self._verify(notice)
        return None

    def _open(self, notice: Notice) -> None:
        page = self._folder / f"notice-{notice.kind}.html"
        replace(page, sheet(notice).encode("utf-8", "replace"))
        page.chmod(0o600)
        self._launch(page)

    def _snooze(self, notice: Notice) -> None:
        until = (datetime.now(UTC) + SNOOZE).isoformat(timespec="seconds")
        for repository, _ in notice.roots:
            self._ask(Request(Op.SNOOZE, None, {"repository": repository, "until": until}, SNOOZE_LIMIT_MS))

    def _verify(self, notice: Notice) -> Notice:
        citations, refused = 0, []
        for repository, root in notice.roots:
            notes = list(dict.fromkeys(c.note for c in notice.about if c.repository == repository))[:NOTES_CAP]
            answer = self._ask(Request(Op.VERIFY, root, {"notes": notes}, VERIFY_LIMIT_MS))
            if isinstance(answer, WhyNot) or not answer.ok:
                refused.append(f"{root}: {answer if isinstance(answer, WhyNot) else answer.message}")
            else:
                citations += int(answer.data["verified"])
        return verified(notice, citations, refused)


def launcher(environ: Mapping[str, str]) -> Callable[[Path], None]:
    """Opens a file with the person's own program, outside of our own limits and end where systemd can do that."""
    path = environ.get("PATH")
    opener, runner = shutil.which("xdg-open", path=path), shutil.which("systemd-run", path=path)

    def launch(page: Path) -> None:
        if opener and not (runner and _runs([runner, "--user", "--quiet", "--collect", "--", opener, str(page)])):
            _runs([opener, str(page)])

    return launch


def _runs(command: list[str]) -> bool:
    """Whether it ended well, or went on longer than we wait."""
    quiet = subprocess.DEVNULL
    started = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True, cwd="/")
    try:
        return started.wait(LAUNCH_LIMIT_S) == 0
    except subprocess.TimeoutExpired:
        return True
