"""How people say that something was tried or weighed and not taken: doing it again would be the dearest loss."""

from __future__ import annotations

import re

from mementod_parsers.continuity.record import Class, Item

# At least one of these is in each such sentence: what a log is searched for.
WORDS: tuple[str, ...] = (
    "rejected",
    "abandoned",
    "discarded",
    "dropped",
    "reverted",
    "ruled",
    "gave",
    "against",
)
WORDS += ("否决", "放弃", "弃用", "排除", "试过", "尝试过", "考虑过")
REJECTED = re.compile(
    r"\brejected:|\b(?:we|I)(?:'ve| have)? (?:rejected|abandoned|discarded|ruled out|gave up on|decided against)\b"
    r"|\b(?:tried|tested|considered|evaluated)\b(?:[^.;。；]|\.\w){2,120}\b(?:and|but|then)\s+(?:we |I |then |have )*"
    r"(?:rejected|abandoned|discarded|dropped|reverted|ruled|gave up|given up)\b"
    r"|\b(?:was|were|been) (?:ruled out|abandoned|discarded|rejected (?:because|as|for|in favou?r))\b"
    r"|否决|放弃|弃用了|已?排除了|(?:试过|尝试过|考虑过)[^。；]{2,60}(?:不行|不可行|行不通|不采用|没有采用|不用了|撤回)",
    re.IGNORECASE,
)


def turned_down(item: Item) -> tuple[str, ...]:
    """The options that a statement of the record says were not taken; none of what was taken back, or of an order."""
    if item.kind is not Class.EMPHASIS or item.revoked:
        return ()
    from mementod_parsers.decisions.spoken import rejected_in  # its forms take long to load, and a draft does without

    return rejected_in(item.text)
