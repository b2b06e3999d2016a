"""The start-up notes of a new `.agent/` folder: short, true on the first day, and with room for what only people know.

Texts only. What is not known is a question in angle brackets, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LINES_LIMIT = 50  # of one start-up note: beyond it an agent reads the beginning and forgets the end
NAMED_CAP = 8


@dataclass(frozen=True, slots=True)
class Project:
    """What is known of a repository. Paths from its root."""

    name: str
    entry_points: Sequence[str] = ()
    modules: Sequence[str] = ()  # most used first
    tests: str | None = None  # the command


def files(project: Project) -> Mapping[str, str]:
    """Path from the root -> text; those that end in `.sh` are programs."""
    return {
        ".agent/init.d/01-navigation.md": _navigation(project),
        ".agent/init.d/02-principles.md": _PRINCIPLES,
        ".agent/init.d/03-progress.md": _PROGRESS,
        ".agent/init.d/04-decision-log.md": _DECISIONS,
        ".agent/hooks/pre-edit.sh": _PRE_EDIT,
        ".agent/run-init.sh": _RUN_INIT,
        ".agent/.gitignore": "session.ctx\n",
    }


def _navigation(project: Project) -> str:
    return (
        f"# {project.name}\n\n<What is it, for whom? One sentence.>\n\n"
        f"## Entry points\n\n{_list(project.entry_points, '<where does it start?>')}\n"
        f"## Core modules\n\n{_list(project.modules, '<which files matter most?>')}\n"
        f"## How to test\n\n{f'`{project.tests}`' if project.tests else '<which command?>'}\n"
    )


def _list(paths: Sequence[str], question: str) -> str:
    return "".join(f"- `{path}`\n" for path in paths[:NAMED_CAP]) or f"- {question}\n"


_PRINCIPLES = """\
# Principles

Hard rules, one a line, in words that leave no choice ("never", "always", "only").

- Write what will be changed and why into `03-progress.md` before a core file is edited.
- <the next rule>
"""
_PROGRESS = """\
# Progress

One section a piece of work, the newest last; `mementod progress add` writes one.
"""
_DECISIONS = """\
# Decisions

One section a decision, with what was rejected and why; `mementod decide` writes one.
"""
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
