"""What git ignores, asked of one long-lived `git check-ignore`."""

from __future__ import annotations

import subprocess

from mementod.vcs.git import Git, close, raw

DEEP_FOLDERS = 20  # `check-ignore -v` of git 2.39 crashes some folders further down
RESTARTS_CAP = 200  # in one run; git ends at a path that it refuses to look at


class Ignores:
    """`covers(path)`; nothing is ignored where git does not answer."""

    def __init__(self, git: Git, enabled: bool) -> None:
        self._git, self._enabled = git, enabled
        self._child: subprocess.Popen[bytes] | None = None
        self.asked: dict[str, bool] = {}
        self._restarts = 0

    def covers(self, path: str) -> bool:
        """Whether a file at this path, or below it when it is a folder, would be ignored."""
        if not self._enabled or not path or "\0" in path or path.startswith("/") or ".." in path.split("/"):
            return False
        if path not in self.asked:
            # A folder is asked about through a name below it: "dir/" itself matches patterns of blank lines.
            self.asked[path] = self._ask(path) or self._ask(f"{path}/__probe__")
        return self.asked[path]

    def forget(self) -> None:
        """The rules may have changed: git has to read them again."""
        self.close()
        self.asked.clear()

    def close(self) -> None:
        if self._child:
            close(self._child)
            self._child = None

    def _ask(self, path: str) -> bool:
        if path.count("/") >= DEEP_FOLDERS:
            return self._git.one("check-ignore", "--no-index", "--", f"./{path}") is not None
        if self._child is None:
            self._child = self._git.open("check-ignore", "-z", "--stdin", "-v", "-n", "--no-index")
        # A note may cite `:(top)x`, which git would take for an order.
        fields = self._exchange(self._child, raw("./" + path if path.startswith(":") else path))
        if fields is None:
            self._restart()
            return False
        pattern = fields[2]
        return bool(pattern.strip()) and not pattern.startswith(b"!")

    def _restart(self) -> None:
        """A path below a link or inside a submodule ends git; the others must still get their answer."""
        self.close()
        self._restarts += 1
        self._enabled = self._restarts < RESTARTS_CAP

    def _exchange(self, child: subprocess.Popen[bytes], path: bytes) -> list[bytes] | None:
        assert child.stdin is not None
        try:
            child.stdin.write(path + b"\0")
            child.stdin.flush()
        except OSError:
            return None
        fields = [_field(child) for _ in range(4)]
        return [f for f in fields if f is not None] if None not in fields else None


def _field(child: subprocess.Popen[bytes]) -> bytes | None:
    """One NUL-terminated field; None at the end of the stream."""
    assert child.stdout is not None
    out = bytearray()
    while (byte := child.stdout.read(1)) != b"\0":
        if not byte:
            return None
        out += byte
    return bytes(out)
