"""The texts of the systemd units, by version: an older one would ignore a key that it does not know, in silence."""

from __future__ import annotations

from importlib import resources

from mementod import __version__
from mementod.errors import UserError
from mementod.process.lifecycle import SERVICE_VARIABLE
from mementod.service.program import Program
from mementod.service.written import sealed

SERVICE = "mementod.service"
SOCKET = "mementod.socket"
OLDEST = 245  # of Ubuntu 20.04; nothing older was looked at
NOTIFY_RELOAD = 253  # Type=notify-reload
BACKOFF = 254  # RestartSteps=
ADVICE = "Leave it as it is: `systemctl --user edit mementod` keeps your changes in a file of their own."


def units(program: Program, version: int) -> dict[str, bytes]:
    """Name -> text. UserError for a program that no unit can name, or a systemd that is too old."""
    if version < OLDEST:
        raise UserError(f"systemd {version} is too old for this service (it needs {OLDEST}): run `mementod run`")
    filled = {
        "@TYPE@": _kind(version),
        "@BACKOFF@": _back_off(version),
        "@PROGRAM@": " ".join(_quoted(word).replace("$", "$$") for word in program.argv),
        "@ENVIRONMENT@": _environment(program),
    }
    texts = {name: _template(name) for name in (SERVICE, SOCKET)}
    for place, text in filled.items():
        texts[SERVICE] = texts[SERVICE].replace(place, text)
    return {name: sealed(text, __version__, ADVICE, ("# ", "")) for name, text in texts.items()}


def template(kind: str, name: str) -> str:
    """A file of the package `mementod_units`."""
    return (resources.files("mementod_units") / kind / name).read_text(encoding="utf-8")


def _template(name: str) -> str:
    return template("systemd", name)


def _kind(version: int) -> str:
    if version >= NOTIFY_RELOAD:
        return "Type=notify-reload"
    return "Type=notify\nExecReload=kill -HUP $MAINPID"


def _back_off(version: int) -> str:
    """5 s at first, ten minutes in the end, where the delay can grow."""
    steps = "\nRestartSteps=6\nRestartMaxDelaySec=10min" if version >= BACKOFF else ""
    return f"RestartSec=5s{steps}"


def _environment(program: Program) -> str:
    values = {SERVICE_VARIABLE: "systemd", **program.environ}
    return "\n".join(f"Environment={_quoted(f'{name}={value}')}" for name, value in values.items())


def _quoted(word: str) -> str:
    """A word of a unit: `%` would begin a specifier there."""
    try:
        word.encode()
    except UnicodeEncodeError:
        raise UserError(f"{word!r} is no UTF-8: a unit cannot hold it") from None
    if not word.isprintable():
        raise UserError(f"{word!r} holds a control character: a unit cannot hold it")
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'
