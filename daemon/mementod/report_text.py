"""A Report for a person: worst first, by cause, each with the command that repairs it; then what was checked.

Pure. Must never be silent about having found nothing, cut a place that somebody may want to copy, or show a
character that came from a repository uncleaned.
"""

from __future__ import annotations

import shlex
import unicodedata
from dataclasses import dataclass

from mementod.causes import Cause, causes, old_place
from mementod.report import Located, clean, counts, levels, located, plural, unchecked
from mementod_parsers.model import Level, Report, Verdict

LINES_A_CAUSE = 8
NOTES_A_COMMAND = 4
MIN_SENTENCE = 24  # columns; less is put on a line of its own
INDENT = "    "
KNOWN = ".agent/, .claude/memory/, .serena/memories/, memory-bank/, editors' rules, CLAUDE.md and AGENTS.md"
_COLOURS = {Level.ERROR: "1;31", Level.WARNING: "1;33", Level.INFO: "36"}


@dataclass(frozen=True, slots=True)
class Look:
    """How it is shown. `program` is how the reader has to call us (with his -C)."""

    width: int = 100
    colour: bool = False
    verbose: bool = False
    program: str = "mementod"


def render_text(report: Report, look: Look) -> str:
    shown = [Level.ERROR, Level.WARNING] + ([Level.INFO] if look.verbose else [])
    found = causes(item for item in located(report) if item.finding.level in shown)
    lines = [line for cause in found for line in [*_cause(cause, look), ""]]
    lines += _problems(report)
    lines += _summary(report, look)
    return "".join(line + "\n" for line in lines)


def _cause(cause: Cause, look: Look) -> list[str]:
    size = f"{plural(len(cause.items), 'citation')} in {plural(len(cause.notes), 'note')}"
    head = f"{_coloured(cause.level.value, _COLOURS[cause.level], look)}  {clean(cause.title)}: {size}"
    limit = len(cause.items) if look.verbose else LINES_A_CAUSE
    lines = [head]
    last = ""
    for item in cause.items[:limit]:
        lines += _item(item, cause.is_one_thing, look)[: 1 if item.place == last else None]
        last = item.place  # a sentence with several citations is shown once
    if len(cause.items) > limit:
        lines.append(f"{INDENT}... and {plural(len(cause.items) - limit, 'more citation')} (-v shows all)")
    return [*lines, *(INDENT + hint for hint in _hints(cause, look))]


def _item(item: Located, is_one_thing: bool, look: Look) -> list[str]:
    finding = item.finding
    head = INDENT + clean(item.place)
    if not is_one_thing or finding.verdict in (Verdict.SHIFTED, Verdict.CHANGED):
        change = f"{old_place(finding)} -> {finding.target}" if finding.target else old_place(finding)
        head += "  " + clean(change)
    sentence = clean(finding.citation.sentence or finding.citation.text).strip()
    room = look.width - _columns(head) - 2
    if is_one_thing and room >= MIN_SENTENCE:
        return [f"{head}  {_window(sentence, finding.citation.text, room)}"]
    return [head, INDENT * 2 + _window(sentence, finding.citation.text, look.width - 2 * len(INDENT))]


def _hints(cause: Cause, look: Look) -> list[str]:
    """The command that repairs a cause, or the one that says more."""
    if cause.fixable:
        notes = cause.fixable if len(cause.fixable) <= NOTES_A_COMMAND else ()
        return ["repair: " + _command(look, "fix --write", *notes)]
    if cause.level is Level.INFO:
        return []
    if cause.verdict is Verdict.CHANGED:
        return ["if it still holds: " + _command(look, "verify", *cause.notes[:NOTES_A_COMMAND])]
    return ["more: " + _command(look, "explain", cause.items[0].place)]


def _problems(report: Report) -> list[str]:
    found = [clean(problem) for problem in report.problems]
    found += [f"{clean(n.note.path)}: {clean(problem)}" for n in report.notes for problem in n.note.problems]
    return [f"note: {problem}" for problem in dict.fromkeys(found)]


def _summary(report: Report, look: Look) -> list[str]:
    total = counts(report)
    if not report.notes:
        return [
            f"No notes found in {clean(report.root)}: nothing was checked.",
            f"Looked for {KNOWN}. `notes:` in .mementod.yaml names other files.",
        ]
    reasons = unchecked(report)
    judged = total["citations"] - total["unchecked"]
    line = f"Checked {plural(total['notes'], 'note')} against {_tree(report)}: "
    line += f"{plural(total['citations'], 'citation')} found, {judged:,} judged, {total['unchecked']:,} unchecked"
    line += f" ({', '.join(f'{number:,} {reason}' for reason, number in reasons.items())})." if reasons else "."
    if not judged:
        line += " Nothing was judged, so this says nothing about the notes."
    return [line, _verdict_line(report, look)]


def _verdict_line(report: Report, look: Look) -> str:
    found = levels(report)
    parts = [plural(found[Level.ERROR], "error"), plural(found[Level.WARNING], "warning")]
    infos = plural(found[Level.INFO], "info")
    line = ", ".join([*parts, infos]) + ("." if look.verbose or not found[Level.INFO] else " (-v shows infos).")
    if found[Level.ERROR]:
        return _coloured(line, _COLOURS[Level.ERROR], look)
    return _coloured(line, _COLOURS[Level.WARNING], look) if found[Level.WARNING] else line


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
