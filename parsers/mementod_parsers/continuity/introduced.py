"""Rules that end with a colon: said with the first of what they introduce, or not at all where all of it is a rule.

"Always ensure you have:" asks for nothing without its list. Pure, and in the note's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mementod_parsers.binding.captions import introduces
from mementod_parsers.binding.constraints import Constraint
from mementod_parsers.continuity.budget import tokens
from mementod_parsers.continuity.note_sections import is_fence
from mementod_parsers.continuity.record import RULE_TOKENS

LOOKED_AT = 60  # lines behind a rule; of a longer list the first items are shown anyway
MORE = "; …"
_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]?\]\s+)?(\S.*)")
_SHELL = re.compile(r"\s*(?:`{3,}|~{3,})\s*(?:bash|sh|shell|zsh|console)\s*$")
_STOP = "…;,.；，。 "
# When it binds, which its items do not say again.
_MOMENT = re.compile(r"\b(?:before|after|when|whenever|while|if|every|each|for|once|until)\b|[前后每时]", re.IGNORECASE)
_TAIL = 8  # characters by which the last line of a rule is known

Item = tuple[int, str]  # the line, 1-based, and what it says


def with_lists(found: Iterable[Constraint], text: str) -> Iterator[Constraint]:
    """The same rules in their order; an item that only has the force of its line is not there twice."""
    rules, lines = list(found), text.split("\n")
    told: set[tuple[str, int]] = set()  # items by the text that lent them their force
    for each in rules:
        items = _introduced(each, lines) if introduces(each.text) else []
        if not items:
            if (each.under, each.line) not in told:
                yield each
            continue
        apart = {rule.line for rule in rules if rule.under != each.text}
        rest = [item for item in items if item[0] not in apart]
        if rest or each.cites or _MOMENT.search(each.text):
            shown = _fitting(each.text, rest or items)
            told.update((each.text, line) for line, _ in shown)
            yield _whole(each, shown, len(shown) < len(rest or items), rules)


def _whole(rule: Constraint, shown: Sequence[Item], has_more: bool, rules: Sequence[Constraint]) -> Constraint:
    """A rule with items, and with the names in them."""
    if not shown:
        return rule
    lines = {line for line, _ in shown}
    cites = [cite for each in (rule, *rules) if each is rule or each.line in lines for cite in each.cites]
    text = f"{rule.text} {'; '.join(said.rstrip(_STOP) for _, said in shown)}{MORE if has_more else ''}"
    return replace(rule, text=text, cites=tuple(dict.fromkeys(cites)))


def _fitting(text: str, items: Sequence[Item]) -> list[Item]:
    """As many of the first as a rule has room for."""
    shown: list[Item] = []
    room = RULE_TOKENS - tokens(text + MORE)
    for item in items:
        room -= tokens(f"; {item[1]}")
        if room < 0:
            break
        shown.append(item)
    return shown


def _introduced(rule: Constraint, lines: Sequence[str]) -> list[Item]:
    """The items, or the commands, that stand under a rule; nothing where something else does."""
    window = lines[rule.line - 1 : rule.line - 1 + LOOKED_AT]
    tail = rule.text[-_TAIL:].strip()
    last = next((n for n, line in enumerate(window) if line.rstrip().endswith(tail)), None)
    if last is None:
        return []
    begin = last + 1 + (window[last + 1 : last + 2] == [""])
    own = _ITEM.match(window[0])
    below = -1 if own is None else len(own[1])
    numbered = [(rule.line + n, window[n]) for n in range(begin, len(window))]
    if numbered and is_fence(numbered[0][1]):
        return _commands(numbered[1:]) if _SHELL.match(numbered[0][1]) else []
    return _items(numbered, below)


def _commands(numbered: Sequence[Item]) -> list[Item]:
    """The lines of a fence, as code. Of other code none: what it shows may be what is forbidden."""
    found: list[Item] = []
    for number, line in numbered:
        if is_fence(line):
            break
        code = line.partition(" #")[0].strip()
        if code and not code.startswith("#") and "`" not in code:
            found.append((number, f"`{code}`"))
    return found


def _items(numbered: Sequence[Item], below: int) -> list[Item]:
    """The items of a list that stands further in than `below`, without what stands under them."""
    found: list[Item] = []
    depth, last = None, 0
    for number, line in numbered:
        item = _ITEM.match(line)
        indent = len(line) - len(line.lstrip())
        depth = indent if depth is None and item else depth
        if depth is None or depth <= below or (line.strip() and indent < depth):
            break
        if item and indent == depth:
            found.append((number, item[2].strip()))
            last = number
        elif not item and line.strip() and last == number - 1:  # an item of several lines
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
            last = number
        elif not item and line.strip() and indent == depth:
            break  # a paragraph
    return found
