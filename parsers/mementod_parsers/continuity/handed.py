"""What a hand-over adds to the record: its goal, what it says must hold, and what was decided.

An agent copies into it what a draft told him; only what he added is new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod_parsers.continuity.handover import Handover, run_first
from mementod_parsers.continuity.record import HANDED_OVER, NAMES, Class, Item
from mementod_parsers.continuity.taken_back import holds, said_again, says_something

LINE_CHARS = 1_000  # of one statement; more of a line is in the hand-over itself

_OURS = re.compile(r"^[(（]mementod[:：]|^Done when:|^The user said: \"|^\d+ older decisions: `", re.IGNORECASE)
# Of names, which the record keeps by themselves.
_OF_NAMES = re.compile(
    r"^Do not use `[^`]+`: it is (?:gone\.|`[^`]+` now\.)$|^Where that says `|^The notes ask \d+ more: `"
    r"|^\W*`[^`]+` (?:is gone|no longer exists|was (?:removed|deleted|renamed)|(?:已删除|不再存在|已改名))",
    re.IGNORECASE,
)


def handed(
    handover: Handover, drafted: Sequence[str], known: Sequence[Item], at: str, head: str | None
) -> Iterator[Item]:
    """The statements of a hand-over that neither the draft nor the record had, in their own words."""
    told = [*drafted, *(item.text for item in known if item.kind not in NAMES)]
    again = said_again(handover.lines, told)
    goals = [item.text for item in known if item.kind is Class.GOAL and not item.revoked]
    goal = next((line for line in handover.goal if not _OURS.match(line)), "")
    if goal and goal not in again and not any(holds(goal, each) for each in goals):
        yield Item(Class.GOAL, goal[:LINE_CHARS], HANDED_OVER, at, head)
    run = run_first(handover)  # of that day: the next draft has it from there
    for line in handover.constraints:
        if line not in again and line != run and not _OF_NAMES.match(line):
            yield from _binding(line[:LINE_CHARS], at, head)
    for line in handover.decisions:
        if line not in again and not _OURS.match(line) and says_something(line):
            yield Item(Class.EMPHASIS, line[:LINE_CHARS], HANDED_OVER, at, head)


def _binding(line: str, at: str, head: str | None) -> Iterator[Item]:
    from mementod_parsers.continuity.asked import orders_in  # its nine languages take long to load, and most is known

    first = next(iter(orders_in(line, True)), None)
    if first is not None:
        yield Item(Class.CONSTRAINTS, line, HANDED_OVER, at, head, force=first.kind.value, subject=first.subject)
    elif says_something(line):
        yield Item(Class.CONSTRAINTS, line, HANDED_OVER, at, head)
