"""Blocks of code in a note, and the lines that lead to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod_parsers.continuity.note_sections import LONELY_CAP_CHARS, is_fence

CODE_CAP_LINES = 5  # of a block of commands that is shown; code of other kinds is not
CODE_MARK = "\0"  # stands for a block; no text holds it
_COMMANDS = re.compile(
    r"\s*(?:`{3,}|~{3,})\s*(?:(bash|sh|shell|zsh|console|powershell|ps1|cmd|bat)|te?xt|plaintext)?\s*", re.I
)


def led_code(lines: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The lines without blocks of code; for a short one of commands a key of the second, where a line leads to it.

    Such a line says nothing without its block, so of a longer one it goes too, where it is no more than a label. The
    first line, a heading, leads to what is called commands.
    """
    found: list[str] = []
    code: dict[str, list[str]] = {}
    block: list[str] | None = None
    for line in lines:
        if not is_fence(line):
            (found if block is None else block).append(line)
        elif block is None:
            block = [line]
        else:
            _put_code(found, code, [*block, line])
            block = None
    return found, code


def _put_code(found: list[str], code: dict[str, list[str]], block: list[str]) -> None:
    last = next((number for number in range(len(found) - 1, -1, -1) if found[number]), 0)
    tag = _COMMANDS.fullmatch(block[0])
    if not found or not (is_lead(found[last]) or (last == 0 and tag and tag[1])):
        return
    if len(block := [line for line in block if line]) <= CODE_CAP_LINES + 2 and tag:
        del found[last + 1 :]
        found.append(key := f"{CODE_MARK}{len(code)}")
        code[key] = block
    elif last and len(found[last]) <= LONELY_CAP_CHARS:
        del found[last]


def is_lead(line: str) -> bool:
    """Whether a line leads to what stands below it."""
    return line.rstrip(" *_").endswith((":", "："))
