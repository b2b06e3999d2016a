"""What stays a rule under a caption of troubles, advice or reasons: bans and plain duties, no mending of failures."""

from __future__ import annotations

import re

from mementod_parsers.binding.binding import Caption, ConstraintKind

# What is looked after by whoever has that trouble; in a table of them each cell is.
_REMEDY = re.compile(
    r"(?:^|[:：|]|\*\* ?[-–—])\W{0,6}(?:ensure|make sure|be sure|check|restart|retry|(?:re-?)?run|execute"
    r"|set)\b|[\u3400-\u9fff]"
    r"|^\W{0,6}[\"“'][^\"”']+[\"”']\W{0,4}$|^\s*\||\bneeds? to\b",
    re.IGNORECASE,
)
_LOUD = re.compile(r"\b(?:MUST|NEVER|ALWAYS|DO NOT|MUST NOT)\b")  # also where the rest gives reasons
_DUTY = re.compile(r"\b(?:always|before (?:each|every|any|\w+ing))\b|始终|务必", re.IGNORECASE)
# A size that is advised: its name and its number, without a word of force.
_SIZE = re.compile(r"^\W{0,4}[^：:，。；]{1,16}[：:]\W{0,4}[^，。；：:必禁只仅]{0,4}\d[^，。；：:必禁只仅]{0,12}$")


def holds_under(kind: ConstraintKind, masked: str, caption: Caption | None) -> bool:
    """Whether a masked sentence that binds by its own words does so under a caption, too."""
    if caption is Caption.TELLS:
        return bool(_LOUD.search(masked))
    if caption is Caption.ADVISES and kind is ConstraintKind.BOUNDARY:
        return not _SIZE.search(masked)
    if caption is not Caption.REMEDIES or kind is ConstraintKind.PROHIBITION:
        return True
    return bool(_DUTY.search(masked)) or not _REMEDY.search(masked)
