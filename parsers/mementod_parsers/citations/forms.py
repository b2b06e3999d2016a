"""The record that the readers of single spans return: what a piece of text claims by its form alone.

Offsets count from the beginning of the text that was read. Where it stands, and with what force, others say.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mementod_parsers.model import Kind, Reason

MAX_FORMS = 60

# A line of code that defines a name, in most languages.
DEFINITION = re.compile(
    r"^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract"
    r"|async|pub(?:\(\w+\))?|open|override|data|sealed|const|unsafe|virtual|suspend"
    r"|partial)\s+){0,5}"
    r"(?:class|struct|interface|trait|protocol|enum(?:\s+class)?|record|module|type|def"
    r"|fn|func|fun|function\*?|impl|extension"
    r"|actor)\s+(?:\([^()\n]{0,80}\)\s*)?([A-Za-z_$][\w$.:]*[!?]?)"
)


class Form(NamedTuple):
    """One claim that a piece of text makes."""

    kind: Kind
    name: str
    start: int
    end: int
    lines: tuple[tuple[int, int], ...] = ()
    loose: bool = False
    reason: Reason | None = None
    place: str | None = None
    context: tuple[str, ...] = ()
