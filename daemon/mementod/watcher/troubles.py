"""What cannot be looked at, one line for each place; a permission is missing, something is not mounted."""

from __future__ import annotations

from mementod.vcs.git import text

CAP = 100  # places that are told apart


class Troubles:
    """`news`: another one came, or one went, since it was set to False."""

    def __init__(self) -> None:
        self._lines: dict[bytes, str] = {}
        self.news = False

    def say(self, place: bytes, line: str) -> None:
        if self._lines.get(place) != line and len(self._lines) < CAP:
            self._lines[place] = line
            self.news = True

    def denied(self, place: bytes, error: OSError) -> None:
        self.say(place, f"{text(place)} cannot be looked at: {error.strerror}")

    def unmounted(self, place: bytes) -> None:
        self.say(place, f"{text(place)} is on another file system than before: not mounted?")

    def over(self, place: bytes) -> None:
        self.news |= self._lines.pop(place, None) is not None

    def clear(self) -> None:
        self.news |= bool(self._lines)
        self._lines.clear()

    def lines(self) -> list[str]:
        return list(self._lines.values())
