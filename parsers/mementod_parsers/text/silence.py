"""The comment by which a note says of a line, or of what follows it, that it is not to be judged."""

from __future__ import annotations

import re

from mementod_parsers.text.runs import Run

SILENCE = re.compile(r"<!--\s*mementod:\s*ignore\b[^>]*-->")
# In a fenced block it is written as its language writes comments.
_IN_CODE = re.compile(r"(?:<!--|#|//|--|/\*|;|%)\s*mementod:\s*ignore\b[^>]*?(?:-->|\*/|$)")


def silenced_in(run: Run) -> frozenset[int]:
    """The lines of a fenced block, counted in the note, that such a comment silences: its own, or the one below it."""
    found: set[int] = set()
    for i, text in enumerate(run.text.split("\n") if "mementod:" in run.text else ()):
        if (m := _IN_CODE.search(text)) is not None:
            line, _ = run.at(run.starts[i])
            alone = not f"{text[: m.start()]}{text[m.end() :]}".strip()
            found |= {line, line + 1} if alone else {line}
    return frozenset(found)
