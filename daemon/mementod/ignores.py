"""What git ignores, asked of one long-lived `git check-ignore`."""

from __future__ import annotations

import subprocess

from mementod.git import Git, close, raw


class Ignores:
    """`covers(path)`; nothing is ignored where git does not answer."""

    def __init__(self, git: Git, enabled: bool) -> None:
        self._git, self._enabled = git, enabled
        self._child: subprocess.Popen[bytes] | None = None
        self._known: dict[str, bool] = {}

    def covers(self, path: str) -> bool:
        """Whether a file at this path, or below it when it is a folder, would be ignored."""
        if not self._enabled or not path or "\0" in path or path.startswith("/") or ".." in path.split("/"):
            return False
        if path not in self._known:
            # A folder is asked about through a name below it: "dir/" itself matches patterns of blank lines.
            self._known[path] = self._ask(path) or self._ask(f"{path}/__probe__")
        return self._known[path]

    def close(self) -> None:
        if self._child:
            close(self._child)
            self._child = None

    def _ask(self, path: str) -> bool:
        if self._child is None:
            self._child = self._git.open("check-ignore", "-z", "--stdin", "-v", "-n", "--no-index")
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(raw(path) + b"\0")
            child.stdin.flush()
            fields = [self._field() for _ in range(4)]
        except OSError:
            fields = []
        if len(fields) < 4 or None in fields:
            self._enabled = False
            return False
        pattern = fields[2] or b""
        return bool(pattern.strip()) and not pattern.startswith(b"!")

    def _field(self) -> bytes | None:
        """One NUL-terminated field; None at the end of the stream."""
        assert self._child is not None
        assert self._child.stdout is not None
        out = bytearray()
        while (byte := self._child.stdout.read(1)) != b"\0":
            if not byte:
                return None
            out += byte
        return bytes(out)
