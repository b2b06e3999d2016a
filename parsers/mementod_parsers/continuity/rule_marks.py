"""What a rule of a note rests on, as a number: the head of the note, the headings over it, and its section so far.

What is open before that (code, a comment) counts too. A rule whose number a later text holds stands in it as it stood:
nothing that lends or takes its force changed. Costs a thousandth of reading the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple
from zlib import crc32

from mementod_parsers.continuity.note_sections import HEADING, is_fence
from mementod_parsers.continuity.rules import Rule
from mementod_parsers.continuity.withdrawn import withdrawn_in
from mementod_parsers.text.frontmatter import closing

PARAGRAPH_LINES = 40
_NEW = re.compile(r"\s*(?:[-*+]\s|\d{1,3}[.)]\s|#|\||>|$)")  # a line that goes on with nothing


class Mark(NamedTuple):
    """`number` after the paragraph that a rule begins in, `left`: how many lines of it are behind that line."""

    number: int = 0
    left: int = 0


def marked(rules: Iterable[Rule], text: str) -> list[Rule]:
    """The rules of a text, each with its mark."""
    lines = text.split("\n")
    numbers = _numbers(lines)

    def mark(rule: Rule) -> Mark:
        end = _end(lines, rule.line)
        return Mark(numbers[end - 1], end - rule.line)

    return [replace(rule, mark=mark(rule)) for rule in rules]


def standing(rules: Iterable[Rule], text: str) -> Iterator[Rule]:
    """Those of an older text that stand in this one, each with the line where it begins now."""
    lines = text.split("\n")
    at: dict[int, int] = {}
    for line, number in enumerate(_numbers(lines), 1):
        at.setdefault(number, line)
    withdrawn = withdrawn_in(text)
    for rule in rules:
        mark = Mark(*rule.mark)
        line = at.get(mark.number, 0) - mark.left
        if line > 0 and _end(lines, line) == line + mark.left and not withdrawn.holds(line, rule.text):
            yield replace(rule, line=line)


def _numbers(lines: Sequence[str]) -> list[int]:
    """After each line: the number of what counts for it, with the line itself. A blank line changes none."""
    end, number = closing(lines), 0
    body = 0 if end is None else end + 1
    found: list[int] = []
    over: dict[int, str] = {}
    head = fences = comments = 0
    for at, line in enumerate(lines):
        if at == body:
            head = number
        if at >= body and (heading := HEADING.match(line)):
            level = len(heading[1])
            over = {each: title for each, title in over.items() if each < level}
            number = _further(head, "\n".join((*over.values(), f"{fences % 2} {comments}")))
            over[level] = heading[2]
        fences += is_fence(line)
        comments += line.count("<!--") - line.count("-->")
        number = _further(number, line.strip()) if line.strip() else number
        found.append(number)
    return found


def _further(number: int, text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"), number)


def _end(lines: Sequence[str], line: int) -> int:
    """The last line of the paragraph that a line is in, both 1-based."""
    behind = lines[line : line + PARAGRAPH_LINES]
    return line + next((count for count, each in enumerate(behind) if _NEW.match(each)), len(behind))
