"""Command lines as words: prompt, comment, quotes, `&&`; prefixes taken off; where `cd` leads.

Reads text only: nothing here runs, expands or looks up anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.paths import FILLED_IN, read_path
from mementod_parsers.citations.runners import VALUE_OPTIONS
from mementod_parsers.model import Kind
from mementod_parsers.word_lists import words as word_set

MAX_WORDS = 120
_WORD = re.compile(
    rf"(?:[^\s\"'&|;()<>]|\"[^\"\n]{{0,400}}\"|'[^'\n]{{0,400}}'|\\.|[\"']|{FILLED_IN})+"
    r"|&&|\|\||[;|&()]|\d?>{1,2}|<{1,3}"
)
_PROMPT = re.compile(r"^\s*(?:\$|%|PS[^>\n]{0,80}>|[\w.-]+@[\w.-]+:[^$#\n]{0,80}[$#]|>>?|\u276f|\u279c)\s+")
_COMMENT = re.compile(r"(?:^|\s)#\s")
_SEPARATORS = word_set("&& || ; | & ( )")
_PREFIXES = word_set(
    """
        sudo time env nohup exec command nice xvfb-run dotenvx doppler op caffeinate
        """
)
_RUN_PREFIXES = {
    ("poetry", "run"),
    ("uv", "run"),
    ("pipenv", "run"),
    ("pdm", "run"),
    ("hatch", "run"),
    ("rye", "run"),
    ("bundle", "exec"),
    ("mise", "exec"),
    ("mise", "x"),
    ("docker", "compose"),
    ("pixi", "run"),
}
ASSIGN = re.compile(r"^[A-Za-z_]\w*=\S*$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command line with its place, quotes taken off."""

    text: str
    start: int
    end: int


def split_commands(text: str) -> list[list[Word]]:
    """Cut a command line, without its prompt and its comment, at `&&`, `;` and the like."""
    start = m.end() if (m := _PROMPT.match(text)) else 0
    end = c.start() if (c := _COMMENT.search(text, start)) else len(text)
    commands: list[list[Word]] = [[]]
    for n, m in enumerate(_WORD.finditer(text, start, end)):
        if n > MAX_WORDS:
            break
        raw = m.group()
        if raw in _SEPARATORS:
            commands.append([])
            continue
        quote = raw[0] if len(raw) > 1 and raw[0] in "\"'" and raw[-1] == raw[0] else ""
        shift = len(quote)
        commands[-1].append(Word(raw[shift : len(raw) - shift], m.start() + shift, m.end() - shift))
    return [c for c in commands if c]


def without_prefix(words: list[Word]) -> list[Word]:
    """Take `sudo`, `FOO=1`, `poetry run` and the like off the beginning of a command."""
    i = 0
    while i < len(words):
        text = words[i].text
        if text in _PREFIXES or (ASSIGN.match(text) and i + 1 < len(words)):
            i += 1
        elif (
            i + 2 < len(words)
            and (text, words[i + 1].text) in _RUN_PREFIXES
            and (text, words[i + 1].text) != ("docker", "compose")
        ):
            i += 2
            while i < len(words) and words[i].text.startswith("-"):
                i += 2 if words[i].text in VALUE_OPTIONS else 1
        else:
            break
    return words[i:]


def change_folder(words: list[Word], folders: list[str]) -> list[Form]:
    """Follow `cd`; the folder it names is a citation."""
    if len(words) < 2 or words[1].text in ("-", "~"):
        folders.clear()
        return []
    target = words[1]
    paths = read_path(target.text, code=True)
    reason = paths[0].reason if paths else None
    before = tuple(f for f in ("/".join(folders),) if f)
    if reason is not None or target.text.startswith(("/", "~", "$")):
        folders.clear()
    else:
        for part in target.text.strip("\"'").split("/"):
            if part == ".." and folders:
                folders.pop()
            elif part not in ("", ".", ".."):
                folders.append(part)
    if target.text.strip("./") == "":
        return []
    name = target.text.rstrip("/").removeprefix("./")
    return [Form(Kind.DIR, name, target.start, target.end, reason=reason, context=before)]
