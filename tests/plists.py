"""What launchd takes: it ignores a key that it does not know and a value of another type, in silence."""

from __future__ import annotations

import plistlib
import re
from collections.abc import Callable, Iterator
from typing import Any

Check = Callable[[object], bool]


def of(kind: type) -> Check:
    return lambda value: type(value) is kind


def many(check: Check) -> Check:
    return lambda value: isinstance(value, list) and bool(value) and all(map(check, value))


def table(check: Check) -> Check:
    def holds(value: object) -> bool:
        return isinstance(value, dict) and all(isinstance(k, str) and check(v) for k, v in value.items())

    return holds


def keys(checks: dict[str, Check]) -> Check:
    return lambda value: isinstance(value, dict) and all(k in checks and checks[k](v) for k, v in value.items())


def absolute(value: object) -> bool:
    return isinstance(value, str) and value.startswith("/")


def unexpanded(value: object) -> bool:
    """Text in which nothing waits for a shell: launchd has none."""
    return isinstance(value, str) and not re.search(r"(^|[:=])~|\$[{A-Z]", value)


def program(value: object) -> bool:
    return isinstance(value, list) and absolute(value[0]) and all(map(unexpanded, value))


def octal(value: object) -> bool:
    """A plist has decimal numbers: 77 would be 0115."""
    return type(value) is int and 0 <= value <= 0o777 and value & 0o700 == 0


def kinds(value: object) -> bool:
    return value in ("Background", "Standard", "Adaptive", "Interactive")


KEYS: dict[str, Check] = {
    "Label": of(str),
    "ProgramArguments": program,
    "EnvironmentVariables": table(unexpanded),
    "RunAtLoad": of(bool),
    "KeepAlive": keys({"SuccessfulExit": of(bool), "Crashed": of(bool)}),
    "ThrottleInterval": of(int),
    "ExitTimeOut": of(int),
    "ProcessType": kinds,
    "LowPriorityIO": of(bool),
    "Nice": of(int),
    "Umask": octal,
    "WorkingDirectory": absolute,
    "StandardOutPath": absolute,
    "StandardErrorPath": absolute,
    "SoftResourceLimits": keys({"NumberOfFiles": of(int)}),
}
NEEDED = ("Label", "ProgramArguments", "EnvironmentVariables")


def complaints(data: bytes, name: str) -> Iterator[str]:
    """What is wrong with an agent of this file name."""
    found: dict[str, Any] = plistlib.loads(data)
    yield from (f"no {key}" for key in NEEDED if key not in found)
    for key, value in found.items():
        if key not in KEYS:
            yield f"{key} is no key that we know"
        elif not KEYS[key](value):
            yield f"{key} may not be {value!r}"
    if name != f"{found.get('Label')}.plist":
        yield "the file is not named as the label"
    if "PATH" not in found.get("EnvironmentVariables", {}):
        yield "no PATH: there would be no git of Homebrew"
