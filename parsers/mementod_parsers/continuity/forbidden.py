"""Rules that are forbidden only by the line over them: told alone, they would read as asked for."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mementod_parsers.continuity.record import Item

_FORBIDDEN = "prohibition"  # a kind of constraint
# A sentence that forbids or demands by its own words, as far as these languages tell; of others nothing is said.
_FORBIDS = re.compile(
    r"\b(?:no|not|non|never|none|nor|cannot|without|avoid\w*|forbid\w*|forbidden|prohibit\w*|disallow\w*|refuse|only|must"
    r"|stop|skip|ban|banned|instead|rather|against|unless|until|leave|refrain|exclude\w*"
    r"|always|every|ensure|required?|jamais|pas|sans|aucune?|nie|niemals|nicht|kein\w*|nunca|mai|senza)\b|n['’]t\b|\bdont\b|[❌🚫⛔✗✘]"
    r"|[不禁勿别別莫非无無未避]|(?-i:[\u00c0-\u024f\u0400-\u04ff\u3040-\u30ff\uac00-\ud7af])",
    re.IGNORECASE,
)


def plainly(rule: Item) -> Item:
    """The same rule, with a word before it where it needs one."""
    is_led = rule.force == _FORBIDDEN and not _FORBIDS.search(rule.text)
    return replace(rule, text=f"Not allowed: {rule.text}") if is_led else rule
