"""The `.mementod.yaml` that `init` proposes, from a first report. Pure."""

from __future__ import annotations

import json
from collections import Counter

from mementod.config import Config
from mementod.judging.sources import find_progress
from mementod.reports.report import findings
from mementod_parsers.code.languages import is_code
from mementod_parsers.model import Kind, Report, Verdict

CORE_PROPOSED = 5
DEFAULT_PROGRESS = "PROGRESS.md"
CORE_CITED = 2  # a file that only one line mentions is no centre of anything


def proposal(report: Report, guarded: bool = False, located: str = "", is_there: bool = False) -> str:
    """The text of a `.mementod.yaml`; what only states a default is a comment. `guarded`: with core files.

    `located`: where the progress file is, or would be; one that is no note by its place is known by that alone.
    """
    sources = dict.fromkeys(note.note.source.value for note in report.notes)
    paths = [note.note.path for note in report.notes if not note.note.path.startswith("/")]
    core = most_cited(report) or ["src/core/**"]
    progress = find_progress([path for path in paths if path.isprintable()], Config())
    if is_there and not progress and located.isprintable():
        progress = located
    lines = [
        "# What mementod judges here. Every key is optional; unknown keys are warned about.",
        "# Notes of every known convention are judged; uncomment to judge only these:",
        f"# notes: [{', '.join(sources)}]",
        f"progress: {_quoted(progress)}" if progress else f"# progress: {_quoted(located or DEFAULT_PROGRESS)}",
        "# Files that may not change before the progress file says so (patterns as in .gitignore):",
        f"{'' if guarded else '# '}core: [{', '.join(_quoted(path) for path in core)}]",
        '# ignore: ["docs/archive/**"]',
    ]
    return "\n".join(lines) + "\n"


def most_cited(report: Report) -> list[str]:
    """The files that the notes speak of most."""
    notes = {note.note.path for note in report.notes}
    cited = Counter(
        finding.resolved
        for finding in findings(report)
        if finding.verdict is Verdict.OK and finding.citation.kind is Kind.PATH and finding.resolved
    )
    code = {path: count for path, count in cited.items() if is_code(path) and path not in notes}
    good = [(path, count) for path, count in code.items() if count >= CORE_CITED and path.isprintable()]
    return [path for path, _ in sorted(good, key=lambda pair: (-pair[1], pair[0]))[:CORE_PROPOSED]]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
