"""A Report for a person: worst first, by cause, each with the command that repairs it; then what was checked.

Pure. Must never be silent about having found nothing, cut a place that somebody may want to copy, or show a
character that came from a repository uncleaned.
"""

from __future__ import annotations

import shlex
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mementod.reports.causes import Cause, causes
from mementod.reports.places import old_lines, old_place
from mementod.reports.repeats import told_once
from mementod.reports.report import Located, counts, located, problems, unchecked, worst_first
from mementod.reports.titles import when
from mementod.reports.words import plural
from mementod_parsers.model import Finding, Level, Report, Verdict
from mementod_parsers.text.printable import clean

LINES_A_CAUSE = 8
CROWD = 60  # errors and warnings: from here on a cause shows a few examples, a line each
LINES_IN_A_CROWD = 3
LINES_APART = 6  # in a crowd, of findings that have only their verdict in common
NOTES_A_COMMAND = 4
MIN_SENTENCE = 24  # columns; less is put on a line of its own
INDENT = "    "
KNOWN = ".agent/, .claude/memory/, .serena/memories/, memory-bank/, editors' rules, CLAUDE.md and AGENTS.md"
_SAID_BY_TARGET = frozenset({Verdict.MISSPELT, Verdict.SHIFTED})
_COLOURS = {Level.ERROR: "1;31", Level.WARNING: "1;33", Level.INFO: "36"}


@dataclass(frozen=True, slots=True)
class Look:
    """How it is shown. `program` is how the reader has to call us (with his -C)."""

    width: int = 100
    colour: bool = False
    verbose: bool = False
    program: str = "mementod"


def render_text(report: Report, look: Look) -> str:
    levels = [Level.ERROR, Level.WARNING] + ([Level.INFO] if look.verbose else [])
    items = told_once(located(report))
    loud = [item for item in items if item.finding.level in levels[:2]]
    crowded = len(loud) > CROWD and not look.verbose
    lines = [line for cause in causes(items, levels) for line in [*_cause(cause, look, crowded), ""]]
    lines += [f"note: {clean(problem)}" for problem in problems(report)]
    lines += _summary(report, look)
    lines += [_verdicts(items, look)] if report.notes else []
    return "".join(line + "\n" for line in lines)


def _cause(cause: Cause, look: Look, crowded: bool) -> list[str]:
    size = f"{plural(len(cause.items), 'citation')} in {plural(len(cause.notes), 'note')}"
    lines = [f"{_coloured(cause.level.value, _COLOURS[cause.level], look)}  {clean(cause.title)}: {size}"]
    shown = _shown(cause, look, crowded)
    last = ""
    for item in shown:
        one_line = crowded or item.place == last  # a sentence with several citations is shown once
        lines += _item(item, cause, look)[: 1 if one_line else None]
        last = item.place
    if left := len(cause.items) - len(shown):
        lines.append(f"{INDENT}... and {plural(left, 'more citation')} (-v shows all)")
    return [*lines, *(INDENT + hint for hint in _hints(cause, look))]


def _shown(cause: Cause, look: Look, crowded: bool) -> Sequence[Located]:
    """The findings of a cause that are listed: in a crowd, of different things as far as there are."""
    limit = LINES_APART if cause.is_apart else LINES_IN_A_CROWD if crowded else LINES_A_CAUSE
    is_whole = look.verbose or (cause.is_apart and not crowded)
    if is_whole or len(cause.items) <= limit + 1:  # a line that says "one more" is no shorter than the one
        return cause.items
    if not crowded:
        return cause.items[:limit]
    things: dict[str, Located] = {}
    for item in cause.items:
        things.setdefault(old_place(item.finding), item)
    chosen = list(dict.fromkeys(item.id for item in [*things.values(), *cause.items]))[:limit]
    return [item for item in cause.items if item.id in chosen]


def _item(item: Located, cause: Cause, look: Look) -> list[str]:
    finding = item.finding
    head = INDENT + clean(item.place)
    is_said = cause.is_one_thing and finding.verdict not in (Verdict.SHIFTED, Verdict.CHANGED)
    if not is_said:
        head += "  " + clean(_change(finding))
    if not cause.is_one_change and finding.verdict not in _SAID_BY_TARGET:
        head += clean(when([finding]))
    sentence = clean(finding.citation.sentence or finding.citation.text).strip()
    room = look.width - _columns(head) - 2
    if is_said and room >= MIN_SENTENCE:
        return [f"{head}  {_window(sentence, finding.citation.text, room)}"]
    return [head, INDENT * 2 + _window(sentence, finding.citation.text, look.width - 2 * len(INDENT))]


def _change(finding: Finding) -> str:
    old = old_lines(finding) if finding.verdict is Verdict.SHIFTED else old_place(finding)
    if finding.target:
        return f"{old} -> {finding.target}"
    return f"{old} -> more than one place" if finding.verdict in (Verdict.MOVED, Verdict.RENAMED) else old


def _hints(cause: Cause, look: Look) -> list[str]:
    """The command that repairs a cause, or that says that it is none."""
    if cause.fixable:
        notes = cause.fixable if len(cause.fixable) <= NOTES_A_COMMAND else ()
        return ["repair: " + _command(look, "fix --write", *notes)]
    if cause.verdict is Verdict.CHANGED and cause.level is not Level.INFO:
        return ["if it still holds: " + _command(look, "verify", *cause.notes[:NOTES_A_COMMAND])]
    return []


def _summary(report: Report, look: Look) -> list[str]:
    total = counts(report)
    if not report.notes:
        return [
            f"No notes found in {clean(report.root)}: nothing was checked.",
            f"Known by their names are {KNOWN}; `notes:` in .mementod.yaml names others in place of them.",
        ]
    reasons = unchecked(report)
    judged = total["citations"] - total["unchecked"]
    line = f"Checked {plural(total['notes'], 'note')} against {_tree(report)}: "
    line += f"{plural(total['citations'], 'citation')} found, {judged:,} judged, {total['unchecked']:,} unchecked"
    line += f" ({', '.join(f'{number:,} {reason}' for reason, number in reasons.items())})." if reasons else "."
    if not judged:
        line += " Nothing was judged, so this says nothing about the notes."
    return [line]


def _verdicts(items: Sequence[Located], look: Look) -> str:
    """How many findings there are, and how to hear more."""
    found = Counter(item.finding.level for item in items)
    loud = worst_first(item for item in items if item.finding.level in (Level.ERROR, Level.WARNING))
    hints = ["-v shows infos"] if found[Level.INFO] and not look.verbose else []
    hints += [f"{_command(look, 'explain', loud[0].place)} says why"] if loud else []
    line = ", ".join(plural(found[level], level.value) for level in _COLOURS)
    line += f" ({'; '.join(hints)})." if hints else "."
    return _coloured(line, _COLOURS[loud[0].finding.level], look) if loud else line


def _tree(report: Report) -> str:
    named = {"worktree": "the work tree", "index": "what is staged"}
    return named.get(report.tree) or f"commit {clean(report.tree)[:12]}"


def _command(look: Look, command: str, *arguments: str) -> str:
    return " ".join([look.program, command, *(shlex.quote(clean(argument)) for argument in arguments)])


def _coloured(text: str, code: str, look: Look) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if look.colour else text


def _window(sentence: str, text: str, width: int) -> str:
    """As much of a sentence as fits, with the citation in sight."""
    if _columns(sentence) <= width:
        return sentence
    at = sentence.find(clean(text))
    if at > width // 2:
        sentence = "…" + sentence[max(0, at - width // 3) :]
    return _cut(sentence, width)


def _cut(text: str, width: int) -> str:
    used = 0
    for index, character in enumerate(text):
        used += _columns(character)
        if used > width or (used == width and index + 1 < len(text)):
            return text[:index].rstrip() + "…"
    return text


def _columns(text: str) -> int:
    """Columns on a terminal: Chinese, Japanese and Korean take two each, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
