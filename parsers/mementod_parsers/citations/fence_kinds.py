"""What kind of thing a fenced block is, by its language and its lines."""

from __future__ import annotations

import re

from mementod_parsers.citations.runners import FILE_RUNNERS, KNOWN_TOOLS, TASK_RUNNERS
from mementod_parsers.citations.trees import is_indented_tree, is_tree
from mementod_parsers.word_lists import words

_SHELL = words(
    """
        bash sh shell zsh console terminal powershell ps1 pwsh ps cmd bat batch fish shell-session
        shellsession sh-session bashsession nushell
        """
)
_DATA = words(
    """
        json jsonc json5 yaml yml toml ini env dotenv properties xml cfg conf hcl tf nginx csv
        editorconfig gitignore
        """
)
_OUTPUT = words("log logs output stacktrace traceback")
_DIFF = words("diff patch udiff")
_DIAGRAM = words("mermaid plantuml puml dot graphviz d2")
_PROSE = words("markdown md mdx prompt")
_PLAIN = frozenset(("", "text", "txt", "plaintext", "plain", "tree", "ascii", "none", "structure"))

PROMPT = re.compile(r"^\s*(?:\$|%|>|PS[^>]{0,60}>|\u276f)\s+\S")


def kind_of(language: str, lines: list[str]) -> str:
    """Return "tree", "indented", "shell", "code", "data", "output", "diff", "diagram", "prose" or "text"."""
    if language in _DIAGRAM:
        return "diagram"
    if is_tree(lines):
        return "tree"
    if language in _SHELL:
        return "shell"
    if language in _DIFF:
        return "diff"
    if language in _OUTPUT:
        return "output"
    if language in _DATA:
        return "data"
    if language in _PROSE:
        return "prose"
    if language not in _PLAIN:
        return "code"
    if is_indented_tree(lines):
        return "indented"
    full = [line for line in lines[:200] if line.strip()]
    said = [line for line in full if not line.lstrip().startswith("#")]
    if full and sum(1 for line in said if is_command(line)) * 2 >= len(said):
        return "shell"
    return "text"


def is_command(line: str) -> bool:
    """Tell whether a line of a block looks like one that is typed into a shell."""
    if PROMPT.match(line):
        return True
    head, *more = line.split(None, 2)
    if head.startswith("#"):
        return True
    is_program = head in TASK_RUNNERS or head in KNOWN_TOOLS or head in FILE_RUNNERS or head.startswith("./")
    return is_program and bool(more)
