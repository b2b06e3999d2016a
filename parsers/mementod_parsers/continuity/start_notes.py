"""The start-up notes of a new `.agent/` folder: short, true on the first day, and with room for what only people know.

Texts only. What is not known is a question in angle brackets; what is only guessed stands below one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

LINES_LIMIT = 50  # of one start-up note: beyond it an agent reads the beginning and forgets the end
NAMED_CAP = 8
GAPS_MIN = 2  # of a form
_FORM = re.compile(r"(?:\btemplate|テンプレート|模板|範本|템플릿)\W*$", re.IGNORECASE)
# A line of dots, a placeholder in brackets that is no box and no link (longer ones are text), a date to be put in.
_GAP = re.compile(
    r"^[-*+\s]*(?:\.{3}|…)$|\[(?:[^\]\sxX~/>-]|[^\]]{2,200})\](?![(\[:])|\bYYYY-MM-DD\b|\{\{|<[a-z][a-z _-]+>"
)


@dataclass(frozen=True, slots=True)
class Project:
    """What is known of a repository. Paths from its root."""

    name: str
    entry_points: Sequence[str] = ()
    modules: Sequence[str] = ()  # most used first
    tests: str | None = None  # the command
    progress: str = "03-progress.md"  # the file that is in use


def files(project: Project) -> Mapping[str, str]:
    """Path from the root -> text; those that end in `.sh` are programs."""
    return {
        ".agent/init.d/01-navigation.md": _navigation(project),
        ".agent/init.d/02-principles.md": _PRINCIPLES.format(progress=project.progress, rule=_RULE),
        ".agent/init.d/03-progress.md": _PROGRESS,
        ".agent/init.d/04-decision-log.md": _DECISIONS,
        ".agent/hooks/pre-edit.sh": _PRE_EDIT,
        ".agent/run-init.sh": _RUN_INIT,
        ".agent/.gitignore": "session.ctx\n",
    }


def filled_in(text: str) -> str:
    """What somebody filled in of such a note; empty when nothing is left.

    No open question, nothing guessed that nobody looked at, and no heading without a line. In one that was never
    touched nothing is said of progress or decisions.
    """
    if text.strip() in (_PROGRESS.strip(), _DECISIONS.strip()):
        return ""
    lines = [line for line in text.splitlines() if line.strip()]
    if not any(line in _OPEN for line in lines):
        return text
    found: list[str] = []  # from the last one up
    for line in reversed([line for line in _without_guesses(lines) if line not in _OPEN]):
        level = _level(line)
        if not level or (found and not 0 < _level(found[-1]) <= level):
            found.append(line)
    return "\n".join(reversed(found))


def is_form(text: str) -> bool:
    """Whether a note of any kind is a form that nobody filled in: it is called so, and it still has its gaps."""
    lines = [line.strip() for line in text.splitlines()]
    title = next((line for line in lines if line.startswith("#")), "")
    return _FORM.search(title) is not None and sum(map(bool, map(_GAP.search, lines))) >= GAPS_MIN


def _without_guesses(lines: Sequence[str]) -> Iterator[str]:
    """Guesses are the bare paths below the question about them."""
    is_guessed = False
    for line in lines:
        is_guessed = line == _GUESSED or (is_guessed and not _level(line))
        if not (is_guessed and _PATH.fullmatch(line)):
            yield line


def _level(line: str) -> int:
    return len(line) - len(line.lstrip("#"))


def _navigation(project: Project) -> str:
    return (
        f"# {project.name}\n\n{_WHAT}\n\n"
        f"## Entry points\n\n{_list(project.entry_points, _START)}\n"
        f"## Core modules\n\n{_list(project.modules, _CORE, _GUESSED)}\n"
        f"## How to test\n\n{f'`{project.tests}`' if project.tests else _COMMAND}\n"
    )


def _list(paths: Sequence[str], question: str, above: str = "") -> str:
    """An item each, below a line where there is one to them; without them the question."""
    items = [f"- `{path}`" for path in paths[:NAMED_CAP]]
    return "".join(f"{line}\n" for line in ([above, *items] if above else items)) if items else f"{question}\n"


_WHAT, _COMMAND = "<What is it, for whom? One sentence.>", "<which command?>"
_START, _CORE, _RULE = "- <where does it start?>", "- <which files matter most?>", "- <the next rule>"
_GUESSED = "- <check these, which only were changed most, and take this line out>"
_OPEN = frozenset({_WHAT, _COMMAND, _START, _CORE, _GUESSED, _RULE})
_PATH = re.compile(r"- `[^`]+`")
_PRINCIPLES = """\
# Principles

Hard rules, one a line, in words that leave no choice ("never", "always", "only").

- Write what will be changed and why into `{progress}` before a core file is edited.
{rule}
"""
_PROGRESS = """\
# Progress

One section a piece of work, the newest last; `mementod progress add` writes one.
"""
_DECISIONS = """\
# Decisions

One section a decision, with what was rejected and why; `mementod decide` writes one.
"""
# Our words on how to write such a note: they ask nothing of the work.
HINTS = frozenset(
    line for text in (_PRINCIPLES, _PROGRESS, _DECISIONS) for line in text.splitlines() if line[:1].isalpha()
)
# Any editor or workflow may call it. Without mementod nothing is stopped.
_PRE_EDIT = """\
#!/bin/sh
# Asks whether files may be edited: pre-edit.sh FILE... ; exit code 1 says no, with what is missing.
command -v mementod >/dev/null 2>&1 || exit 0
exec mementod gate edit "$@"
"""
_RUN_INIT = """\
#!/bin/sh
# What an agent reads first: the start-up notes in their order; with mementod, checked and corrected.
folder=$(dirname "$0")
if command -v mementod >/dev/null 2>&1; then
    exec mementod -C "$folder" boot
fi
for note in "$folder"/init.d/*.md; do
    [ -f "$note" ] || continue
    printf -- '--- %s\\n' "$note"
    cat "$note"
done
"""
