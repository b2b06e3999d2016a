"""Whether a tool writes a note from another text: as its head says, or as the tool is there that does it.

What is said about a folder, or about a part of the note, says nothing of the note itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from mementod_parsers.model import Source

HEAD_LINES = 14  # in which a tool says that it wrote the rest
# Where these tools keep what they write the files of all agents from.
TOOLS = (".ruler", ".rulesync", "rulesync.jsonc", ".ai-rulez", "ai-rulez.yaml", "ai-rulez.yml")
_OF_AGENTS = (Source.INSTRUCTIONS, Source.RULES)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_OPENING = re.compile(
    r"(?:>|[#*_\s]*(?:this (?:file|document)\b|(?:auto(?:matically)?[- ]?)?generated (?:by|from)\b))", re.I
)
_GENERATED = re.compile(
    r"\bauto(?:matically)?[- ]?generated\b|\bgenerated (?:by|from|with|using)\b|自动生成|自動生成", re.I
)
_KEPT_OFF = re.compile(
    r"\b(?:do not|don['’]t) (?:hand-?)?(?:edit|modify)\b|^<!--\s*source: \S+\.md\s*-->|勿.{0,4}(?:编辑|修改)", re.I
)
_PART = re.compile(r"\b(?:section|block|part|table)\b", re.I)


def is_made(lines: Sequence[str]) -> bool:
    """Whether the head of a note says that it was generated."""
    return any(not _PART.search(said) for said in _said(lines[:HEAD_LINES]))


def makes(source: Source, exists: Callable[[str], bool]) -> bool:
    """Whether a tool is there that writes the notes of this source; `exists` is asked for paths from the root."""
    return source in _OF_AGENTS and any(map(exists, TOOLS))


def _said(head: Sequence[str]) -> Iterator[str]:
    """The comments and lines that speak of how the note came to be."""
    comments = _COMMENT.findall("\n".join(head))
    yield from (comment for comment in comments if _GENERATED.search(comment) or _KEPT_OFF.search(comment))
    yield from (line for line in head if _OPENING.match(line) and _GENERATED.search(line))
