"""Where our own files live: the XDG directories of this user, private; a temporary store when there are none.

Nothing is created before it is asked for. With cli.py the only reader of the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

APP = "mementod"
PRIVATE = 0o700


class Paths:
    """Hands out directories that exist, are ours and have mode 0700. Closing removes a temporary store."""

    def __init__(
        self,
        home: Path | None,
        config: Path | None,
        state: Path | None,
        claude: Path | None,
        data: Path | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.home = home
        self.environ = environ or {}  # says where agents keep their settings
        self.run_hook = data / "run-hook" if data else None  # the script that all hooks call; it need not exist
        self.claude = claude  # Claude Code's own folder, where its automatic memory is
        self.known_state = state  # to look for what is kept there: it need not be there, nor be ours to write
        self._config, self._state = config, state
        self._made: Path | None = None
        self._temporary: Path | None = None
        self._problems: list[str] = []

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Paths:
        """The directories of the user who runs this."""
        home = _absolute(str(Path(os.path.expanduser("~"))))  # noqa: PTH111 (Path.home raises where this does not)
        claude = _absolute(environ.get("CLAUDE_CONFIG_DIR", "")) or (home / ".claude" if home else None)
        return cls(
            home,
            _ours(environ.get("XDG_CONFIG_HOME"), home, ".config"),
            _ours(environ.get("XDG_STATE_HOME"), home, ".local/state"),
            claude,
            _ours(environ.get("XDG_DATA_HOME"), home, ".local/share"),
            environ,
        )

    def __enter__(self) -> Paths:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def config_file(self) -> Path | None:
        """The user's own configuration; it need not exist."""
        return self._config / "config.yaml" if self._config else None

    @property
    def problems(self) -> tuple[str, ...]:
        """What went wrong so far, one line each."""
        return tuple(self._problems)

    @property
    def is_temporary(self) -> bool:
        """Whether anything handed out will be gone after this run."""
        return self._temporary is not None

    def state_dir(self) -> Path:
        """Where all is kept: stores, log, failure reports. Made once: one that is removed later stays removed."""
        if self._made is None:
            why = "there is no home directory" if self._state is None else _why_not(self._state)
            self._made = self._temporary_store(why) if self._state is None or why else self._state
        return self._made

    def of_repository(self, key: str) -> Path:
        """Where the stores of one repository are; it is there once anybody asked about it. `key` is its `key_of`."""
        return self.state_dir() / "repositories" / key

    def close(self) -> None:
        """Remove the temporary store, if there is one."""
        if self._temporary:
            import shutil

            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    def _temporary_store(self, why: str) -> Path:
        import tempfile  # rarely needed, and hooks wait for it

        self._temporary = Path(tempfile.mkdtemp(prefix=f"{APP}-"))
        self._problems.append(f"nothing is kept after this run, {why}: set XDG_STATE_HOME to a folder you can write")
        return self._temporary


def _absolute(path: str) -> Path | None:
    """None for what an empty variable or an unknown home leaves behind (`""`, `~/.config/...`)."""
    return Path(path) if path.startswith("/") else None


def base_folder(named: str | None, usual: Path) -> Path:
    """The folder that an XDG variable names, if it is absolute, else the usual one: what the specification asks for."""
    return _absolute(named or "") or usual


def _ours(base: str | None, home: Path | None, usual: str) -> Path | None:
    """Below the folder that the environment names, if it is absolute, else below the usual one; None without a home.

    macOS too: people who live in a shell look below ~/.config there, and the documents name one place.
    """
    folder = base_folder(base, home / usual) if home else _absolute(base or "")
    return folder / APP if folder else None


def _why_not(directory: Path) -> str:
    """Create a private directory; the empty string, or why it cannot be used."""
    try:
        _make_private(directory)
    except OSError as error:
        return f"{directory} cannot be created ({error.strerror})"
    if not os.access(directory, os.W_OK | os.X_OK):
        return f"{directory} cannot be written"
    return ""


def _make_private(directory: Path) -> None:
    missing = []
    at = directory
    while not at.exists():
        missing.append(at)
        at = at.parent
    for path in reversed(missing):
        path.mkdir(mode=PRIVATE, exist_ok=True)  # exist_ok: two runs may start at once
    found = directory.stat()
    if found.st_uid == os.getuid() and found.st_mode & 0o077:
        directory.chmod(PRIVATE)
