"""The statements of a line that somebody said: those of a note, and some that only bind because a person says them.

Who tells a tool to remember "No new dependencies." means a rule; in a note it may be a heading or a result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.binding.constraints import Constraint, statements_in
from mementod_parsers.binding.spoken import language_of
from mementod_parsers.binding.subjects import subject_of
from mementod_parsers.progress.progress_names import written_names
from mementod_parsers.text.runs import sentence_bounds

STATEMENTS_KEPT = 600
SENTENCE_CHARS = 300  # a longer one is no rule that somebody dictates

_BULLET = re.compile(r"^(?:[-*+•·]|\d{1,3}[.)])\s")
_QUESTION = re.compile(r"[?？]\W{0,3}$|[吗呢]\W{0,3}$")
_FROM_NOW = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|please)[,\s]+)?(?:from now on|from here on|going forward|henceforth)\b"
    r"(?:\W+[\w`'./-]+){2}"
    r"|^\W*(?:从现在起|从现在开始|从今以后|从今往后|以后|今后)[^。？?]{4,}"
    r"|^\W*(?:(?:please|ok|okay|so|and|always|only|just|we|you|let['’]?s|do not|don['’]t|never)[,:]?\s){0,2}"
    r"(?:use|run|write|put|keep|call|make|commit|push|ask|prefer|take|name|add|store|indent|format|work|follow|target"
    r"|install|send|return|read|test|build|deploy|document|log|start|stop|edit|change)\s(?!of\b)[^?]{2,200}"
    r"\s(?:from now on|from here on|going forward|henceforth)\W*$",
    re.IGNORECASE,
)
# Told on purpose. What must be by all appearances ("there must be a bug") is no order.
_MUST = re.compile(
    r"^(?!\W*(?:there|something|someone|somebody|i|he|she)\b)[^,;]*\bmust\b(?! (?:have (?:been|had)|admit|say)\b)",
    re.IGNORECASE,
)
_NO_MORE = (
    r"one\b|idea|need\b|problem|doubt|way\b|longer|matter|luck|worr|rush|thank|reason|wonder|question|comment\b|such\b"
    r"|clue|chance|point\b|sense|hurry|answer|response|news\b|progress\b|changes? (?:since|yet|so)|errors?\b|issues?\b"
    r"|tests? f"
)
_REPORTS = (
    r"is|are|was|were|has|have|had|did|does|do|will|would|can|could|found|left|seems?|failed|fails?|needed|works?|worked"
    r"|yet|exists?|happened|came|shows?|since|today|yesterday|so"
)
_NONE = re.compile(
    rf"^\W*no (?!{_NO_MORE})[\w`'./-]+(?:,? (?!(?:{_REPORTS})\b)[\w`'./()-]+){{0,9}}[.!]?\s*$", re.IGNORECASE
)
_ALLOWED = re.compile(
    r"\b(?:is|are) (?:now |again )?(?:allowed|permitted)\b|^\W*(?:现在)?允许[^。？?]+了", re.IGNORECASE
)
_MAY_NOW = re.compile(r"^\W*现在(?:又|已经)?可以[^。？?]+了[。!！]?\s*$")
_TURN = re.compile(r"^\W*[^。？?]{0,30}(?:改用|改为|改成|换成|换用)[^。？?]{1,40}[。!！]?\s*$")
_BANS = re.compile(r"\b(?:never|not|no)\b|n['’]t\b|不[要得能准许]|禁止|别|勿", re.IGNORECASE)
_ASIDE = re.compile(r",\s(?:not|never)\s[^,]*$", re.IGNORECASE)  # "use B, not A" asks for B


@lru_cache(maxsize=STATEMENTS_KEPT)
def orders_in(line: str, is_told: bool = False) -> tuple[Constraint, ...]:
    """Of a line; `is_told`: somebody had it remembered.

    Read once: a line is asked what it adds and what it replaces.
    """
    found = statements_in(line)
    more = tuple(_more(line, found, is_told))
    return (*found, *more) if more else found


def is_question(sentence: str) -> bool:
    """Whether it ends as one."""
    return _QUESTION.search(sentence) is not None


def _more(line: str, found: tuple[Constraint, ...], is_told: bool) -> Iterator[Constraint]:
    for start, end in sentence_bounds(line):
        text = _BULLET.sub("", " ".join(line[start:end].split()))
        is_known = any(text in each.text or each.text in text for each in found)
        if not is_known and (kind := _kind(text, is_told)):
            cites = tuple(name for names in written_names(text) for name in names)
            yield Constraint(text, 1, kind, language_of(text), cites, subject_of(text, cites))


def _kind(text: str, is_told: bool) -> ConstraintKind | None:
    if len(text) > SENTENCE_CHARS or is_question(text):
        return None
    if is_told and _NONE.match(text):
        return ConstraintKind.PROHIBITION
    if _FROM_NOW.match(text) or (is_told and (_MUST.match(text) or _TURN.match(text))):
        is_ban = _BANS.search(_ASIDE.sub("", text)) is not None
        return ConstraintKind.PROHIBITION if is_ban else ConstraintKind.OBLIGATION
    if (_ALLOWED.search(text) and not _BANS.search(text)) or (is_told and _MAY_NOW.match(text)):
        return ConstraintKind.PERMISSION
    return None
