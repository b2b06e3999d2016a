"""Notices on macOS: terminal-notifier where it is installed, else AppleScript, which has no buttons.

Must never have a shell read a word of ours, nor let a word end the string of AppleScript that it stands in.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence

from mementod.notices.notice import Kind, Notice, Outcome, Report

CALL_LIMIT_S = 5.0
NOTIFIER, SCRIPT = "terminal-notifier", "/usr/bin/osascript"
SCRIPT_WORDS = (
    'on run argv\ndisplay notification (item 2 of argv) with title "mementod" subtitle (item 1 of argv)\nend run'
)

Run = Callable[[Sequence[str]], str]  # the empty string, or why it did not work


class Mac:
    """A desk's screen. `notifier`: where terminal-notifier is, None where it is not."""

    server = ""

    def __init__(self, notifier: str | None, run: Run) -> None:
        self._notifier, self._run = notifier, run

    def fileno(self) -> None:
        return None

    def end(self) -> None:
        pass

    def number(self, _kind: Kind) -> int:
        return 0

    def heard(self) -> list[Report]:
        return []  # neither tells what became of a notice

    def show(self, notice: Notice) -> Report:
        """What macOS drops because notices are not allowed looks the same as what it shows."""
        whys = []
        for command in self._commands(notice):
            if not (why := self._run(command)):
                return Report(Outcome.SHOWN, notice.kind)
            whys.append(why)
        return Report(Outcome.NOWHERE, notice.kind, "; ".join(whys))

    def close(self, kind: Kind) -> None:
        if self._notifier:
            self._run([self._notifier, "-remove", _group(kind)])

    def _commands(self, notice: Notice) -> list[list[str]]:
        """Those to try, the best one first."""
        words = ["-title", "mementod", "-subtitle", _plain(notice.summary), "-message", _plain(notice.text)]
        first = [[self._notifier, *words, "-group", _group(notice.kind)]] if self._notifier else []
        return [*first, [SCRIPT, "-e", SCRIPT_WORDS, "--", notice.summary, notice.text]]


def run(command: Sequence[str]) -> str:
    """Run a program of ours with these arguments; the empty string, or why it did not work."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=CALL_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}"
    if done.returncode:
        return (
            f"{command[0]} ended with {done.returncode}: {' '.join(done.stderr.decode(errors='replace').split()):.200}"
        )
    return ""


def _group(kind: Kind) -> str:
    return f"mementod-{kind}"


def _plain(text: str) -> str:
    """terminal-notifier reads a leading bracket or quote as the start of a property list, a dash as an option."""
    return f" {text}" if text[:1] in "[{(<\"'-" else text
