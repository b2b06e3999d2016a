"""Which values that notes state the code of the work tree sets itself."""

from __future__ import annotations

import re
from collections.abc import Set

from mementod.judging.engine import Engine
from mementod.vcs.git import GitError, text
from mementod_parsers.code.languages import language
from mementod_parsers.continuity.values import Stated, assigned

GREP_LIMIT_S = 2.0
_GREP = ("grep", "--no-line-number", "--no-column", "--no-color", "--full-name", "-I", "-z", "-w", "-F")
_LINE = re.compile(rb"([^\0]*)\0([^\n]*)\n")


def held(engine: Engine, wanted: Set[Stated]) -> dict[Stated, str]:
    """Each that a file of code sets so, with the first such file; none of a folder without git."""
    if not wanted or not engine.repository.tracked:
        return {}
    names = [part for name in sorted({each.name for each in wanted}) for part in ("-e", name)]
    try:
        found, is_whole = engine.repository.git.within(GREP_LIMIT_S, *_GREP, *names, "--", ":(top)")
    except GitError:  # a finding less, never a false one
        return {}
    where: dict[Stated, str] = {}
    for path, line in _LINE.findall(found) if is_whole else ():
        if language(text(path)):
            for each in wanted & set(assigned([text(line)])):
                where.setdefault(each, text(path))
    return where
