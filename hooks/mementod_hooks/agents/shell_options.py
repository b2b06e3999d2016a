"""A command's arguments, taken apart into options and operands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument after expansion. `known` is False when only running the command would tell it whole."""

    text: str
    known: bool = True
    glob: bool = False


@dataclass(slots=True)
class Options:
    """Arguments taken apart. `values` has the option's name without dashes."""

    values: dict[str, str] = field(default_factory=dict)
    operands: list[Arg] = field(default_factory=list)

    def has(self, *names: str) -> bool:
        return any(name in self.values for name in names)


def options(args: Sequence[Arg], valued: str = "", long_valued: str = "", rest: str = "") -> Options:
    """Take arguments apart.

    `valued`: letters with a value, attached or next; `long_valued`: long names whose value is the next argument;
    `rest`: letters that take what is attached and nothing else.
    """
    found = Options()
    queue = list(reversed(args))
    while queue:
        arg = queue.pop()
        if arg.text == "--":
            found.operands += reversed(queue)
            break
        if arg.text.startswith("--"):
            name, has_value, value = arg.text[2:].partition("=")
            found.values[name] = value if has_value or name not in long_valued.split() else _next(queue)
        elif arg.text.startswith("-") and len(arg.text) > 1:
            _letters(arg.text[1:], valued, rest, queue, found)
        else:
            found.operands.append(arg)
    return found


def _letters(letters: str, valued: str, rest: str, queue: list[Arg], found: Options) -> None:
    for i, letter in enumerate(letters):
        if letter in rest:
            found.values[letter] = letters[i + 1 :]
            return
        if letter in valued:
            found.values[letter] = letters[i + 1 :] or _next(queue)
            return
        found.values[letter] = ""


def _next(queue: list[Arg]) -> str:
    return queue.pop().text if queue else ""
