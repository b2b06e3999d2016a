"""A decision log with one decision more: in the form that the log uses, where its newest decisions stand.

Invariants: every other character stays as it is, and the new decision is read back, with what was rejected, before
the text is returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod_parsers.decisions.decision_forms import Draft, like, number_of, plain
from mementod_parsers.decisions.decisions import Decision, Form, parse_decisions
from mementod_parsers.kept_text import KeptText, spaced
from mementod_parsers.progress.progress_names import normal

NEW_LOG = "# Decisions\n"
_WORD = re.compile(r"\w+")
_ROW_NUMBER = re.compile(r"^\s*\|\s*\D{0,10}?(\d{1,4})\s*\|")


def is_there(text: str, draft: Draft) -> bool:
    """Whether a log holds this decision already."""
    return any(_says(each, draft) for each in parse_decisions(text))


def with_decision(text: str, draft: Draft) -> str | None:
    """The log with the decision; None when it says too little to be read back in any form, or is there already."""
    before = parse_decisions(text)
    if any(_says(each, draft) for each in before):
        return None
    kept = KeptText.of(text)
    bare = kept.bare
    for at, made in _tries(bare, before, draft):
        whole = kept.with_lines(at, made)
        if _counts(whole, before, draft):
            return whole
    return None


def _tries(bare: Sequence[str], decisions: Sequence[Decision], draft: Draft) -> Iterator[tuple[int, list[str]]]:
    """Places (how many lines stand before) and lines, best first; the last one fits any log."""
    if decisions:
        form = decisions[-1].form
        pool = [each for each in decisions if each.form is form]
        dates = [each.date for each in pool if each.date]
        newest_first = len(dates) > 1 and dates[0] > dates[-1]
        decision = pool[0] if newest_first else pool[-1]
        made = like(decision, bare, draft, _number(pool, bare))
        if made:
            at = decision.first - 1 if newest_first else decision.last
            yield at, spaced(made, bare, at) if form is Form.SECTION else made
    yield len(bare), spaced(plain(draft), bare, len(bare))


def _number(pool: Sequence[Decision], bare: Sequence[str]) -> int:
    """The next running number; 0 when the log has none."""
    used = []
    for each in pool:
        raw = bare[each.first - 1]
        row = _ROW_NUMBER.match(raw) if each.form is Form.ROW else None
        used.append(int(row.group(1)) if row else number_of(raw))
    return max(used, default=0) + 1 if any(used) else 0


def _counts(whole: str, before: Sequence[Decision], draft: Draft) -> bool:
    """Whether the decision is read back, and took nothing from the others."""
    after = parse_decisions(whole)
    return any(_says(each, draft) for each in after) and {each.key for each in before} <= {each.key for each in after}


def _says(decision: Decision, draft: Draft) -> bool:
    """Whether a decision holds all that the draft says."""
    if _words(decision.chosen) != _words(draft.chosen) or not _words(draft.chosen):
        return False
    names = {_words(each.name) for each in decision.rejected}
    reasons = _words(" ".join(each.why for each in decision.rejected))
    return (
        _words(draft.why) in _words(decision.why)
        and bool(_words(draft.why))
        and all(_words(each.name) in names and _words(each.why) in reasons for each in draft.rejected)
    )


def _words(text: str) -> str:
    """A text by its words; one that is nothing but a path or a date by those of the path."""
    return normal(text) or " ".join(_WORD.findall(text.casefold()))
