"""With what force a sentence says one citation: asserted, past, negated, planned, example, quoted, elsewhere.

The cue must stand beside the citation, before or after it, with nothing between but fillers and the other members
of its list. A cue elsewhere in the line decides nothing: silence that is wrong hides a finding, and a wrong finding
costs the reader's trust, so both directions are errors.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from mementod_parsers.force.arrows import has_arrow, is_old_side
from mementod_parsers.force.beside import Around, force_beside
from mementod_parsers.force.cue_patterns import Cue
from mementod_parsers.force.cues import ASIDE, NEGATED_HEAD, PRONOUN, TOLD_HEAD, cues_for, told_cues_for
from mementod_parsers.force.labels import CROSSES, MAX_LABEL_CHARS, bare, label_force
from mementod_parsers.force.mates import MAX_MATES, index_of, list_around
from mementod_parsers.model import Force
from mementod_parsers.text.runs import sentence_bounds
from mementod_parsers.text.spans import View

WINDOW_CHARS = 90
ASIDE_CHARS = 40
MAX_SENTENCE_CHARS = 600

# An arrow, a cross, a bin, a bracket that may open an aside.
_SIGN = re.compile(r"[\u2192>\u21d2\u279c\u274c\u2717\u2718\U0001f6ab\u26d4\U0001f5d1(\[\uff08\u3010]")
_ARTICLE = re.compile(r"\b(?:the|an?|our|class|file|module|der|die|das|le|la|el|los|o|os|as)\b")
_BESIDE = " \n\"'(-"
_BINS = frozenset("\U0001f5d1")
_AROUND_CROSS = " *:-\u2013\ufe0f\n"
_CROSS_OUT = re.compile(
    r"^[\s*:\-\u2013(]{0,4}[\u274c\u2717\u2718]\ufe0f?\s{0,2}(?:removed|deleted|gone|\u5220|\u524a|\uc0ad)",
    re.I,
)
# `a.py` with a cross behind it, and nothing else, is not there.
_CROSS_BEHIND = re.compile(r"^[\s\w*:,\-\u2013]{0,24}[\u274c\u2717\u2718\U0001f6ab\u26d4]\ufe0f?\s*$")
_LABEL = re.compile(
    r"^[^\w\u0000]{0,6}(?:\d{1,2}[.)]\s)?([^:\uff1a\u0000]{2,60}?)\s{0,2}(?:[:\uff1a]|\s[\u2014\u2013-]\s)"
)


class Voice:
    """The sentences of one run, read lazily: most runs hold no cue at all."""

    __slots__ = ("_bounds", "_cues", "_labels", "_quiet", "_starts", "_told", "_words", "spans", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.spans = view.spans
        self._starts = [s.start for s in view.spans]
        self._bounds = sentence_bounds(view.masked)
        self._cues: dict[int, tuple[Cue, ...]] = {}
        self._quiet: dict[int, bool] = {}
        self._words: dict[int, str] = {}
        self._labels: dict[int, tuple[Force, int] | None] = {}
        self._told: dict[int, frozenset[tuple[int, int]]] = {}

    def sentence(self, start: int) -> tuple[int, int]:
        """Return the bounds of the sentence that holds `start`."""
        if not self._bounds:
            return 0, len(self.view.masked)
        at = bisect_right(self._bounds, (start, len(self.view.masked) + 1)) - 1
        return self._bounds[max(at, 0)]

    def words(self, start: int) -> str:
        """Return the sentence that holds `start`, unwrapped."""
        low, high = self.sentence(start)
        if low not in self._words:
            self._words[low] = " ".join(self.view.run.text[low:high].split())[:MAX_SENTENCE_CHARS]
        return self._words[low]

    def list_start(self, start: int, end: int) -> int:
        """Return where the list that a citation is a member of begins."""
        low, high = self.sentence(start)
        return self._list(start, end, low, high)[0]

    def of(self, start: int, end: int, *, makes: bool, path: bool, renamed: bool = False) -> Force:
        """Return the force of the citation at `start:end`.

        `makes`: an order to create may speak of it; `renamed`: the words around the block tell of renamings.
        """
        if self.view.struck and any(low <= start and end <= high for low, high in self.view.struck):
            return Force.PAST
        low, high = self.sentence(start)
        if self._is_quiet(low, high):
            return Force.ASSERTS
        first, last = self._list(start, end, low, high)
        masked = self.view.masked
        before = masked[max(low, first - WINDOW_CHARS) : first]
        after = masked[last : min(high, last + WINDOW_CHARS)]
        near = masked[end : min(high, end + WINDOW_CHARS)] if last != end else after
        if self._is_old(start, end, low, high, renamed=renamed):
            return Force.PAST
        if _CROSS_OUT.match(near):
            return Force.PAST
        if _CROSS_BEHIND.match(masked[last:high]):
            return Force.NEGATED
        sign = before.rstrip(_AROUND_CROSS)[-1:]
        if sign in CROSSES or sign in _BINS:
            return Force.NEGATED if sign in CROSSES else Force.PAST
        if _opens(before) and ASIDE.search(before, max(0, len(before) - ASIDE_CHARS)):
            return Force.PAST
        if cues := self._heard(low, high):
            around = Around(
                before, after, near, masked[low:first] if first - low <= WINDOW_CHARS else None, makes, path
            )
            force = force_beside(cues, around)
            if force is not Force.ASSERTS:
                return force
        return self._label(low, first) or self._aftermath(first, last, low, high) or Force.ASSERTS

    def _is_quiet(self, low: int, high: int) -> bool:
        """Tell whether a sentence holds nothing that could give force to any of its citations; most do not."""
        if low not in self._quiet:
            text = self.view.masked[low:high]
            self._quiet[low] = not (
                _SIGN.search(text)
                or self._heard(low, high)
                or _LABEL.match(text[:MAX_LABEL_CHARS])
                or (high < len(self.view.masked) and TOLD_HEAD.match(self.view.masked, high))
            )
        return self._quiet[low]

    def _heard(self, low: int, high: int) -> tuple[Cue, ...]:
        if low not in self._cues:
            self._cues[low] = cues_for(self.view.masked[low:high])
        return self._cues[low]

    def _aftermath(self, first: int, last: int, low: int, high: int) -> Force | None:
        """Read the sentence behind: in "It held `A`, `B`. These were deleted." the two are gone."""
        if high not in self._told:
            self._told[high] = self._tell(low, high)
        return Force.PAST if (first, last) in self._told[high] else None

    def _tell(self, low: int, high: int) -> frozenset[tuple[int, int]]:
        """Return the lists of a sentence that the one behind it says are gone."""
        masked = self.view.masked
        if high >= len(masked) or not TOLD_HEAD.match(masked, high):
            return frozenset()
        behind = self.sentence(high)
        told = masked[behind[0] : min(behind[1], high + WINDOW_CHARS)]
        roles = {cue.role for cue in told_cues_for(told) if cue.pattern.match(told)}
        if not roles:
            return frozenset()
        own = [s for s in self.spans if low <= s.start < high][:MAX_MATES]
        lists = list(dict.fromkeys(self._list(s.start, s.end, low, high) for s in own))
        if "those" in roles:
            several = [x for x in lists if sum(x[0] <= s.start < x[1] for s in own) > 1]
            return frozenset(several or lists)
        if len(lists) > 1 and not PRONOUN.match(told):
            return frozenset(lists[-1:])  # "this file" is the nearest, "it" what the sentence is about
        if len(lists) > 1 and _ARTICLE.sub("", masked[low : lists[0][0]].lower()).strip(_BESIDE):
            return frozenset()
        return frozenset(lists[:1])

    def _list(self, start: int, end: int, low: int, high: int) -> tuple[int, int]:
        """Widen a citation to the list that it is a member of."""
        return list_around(self.view.masked, self.spans, self._starts, start, end, low, high)

    def _is_old(self, start: int, end: int, low: int, high: int, *, renamed: bool) -> bool:
        """Tell whether a citation is the left side of `old -> new`."""
        sentence = self.view.masked[low:high]
        if not has_arrow(sentence):
            return False
        at = index_of(self._starts, start)
        following = next((s for s in self.spans[at + 1 :] if s.start >= end), None)
        if following is None:
            return False
        between, here = self.view.masked[end : following.start], self.view.run.text[start:end]
        return is_old_side(between, sentence, here, following.text, renamed=renamed)

    def _label(self, low: int, first: int) -> Force | None:
        """Read a label at the head of a sentence: `Before: ...`, `Bad: ...`."""
        if low not in self._labels:
            m = _LABEL.match(self.view.masked[low : low + MAX_LABEL_CHARS])
            force = (label_force(m.group(1)) or _head_force(m)) if m else None
            self._labels[low] = (force, low + m.end()) if m and force is not None else None
        found = self._labels[low]
        if found is None:
            return None
        force, end = found
        # `Before:` and `Example:` govern the whole sentence, `Bad:` only the list that it stands before.
        if force in (Force.PAST, Force.EXAMPLE) or not self.view.masked[end:first].strip(" \n\"'(*"):
            return force
        return None


def _opens(before: str) -> bool:
    return "(" in before or "[" in before or "\uff08" in before or "\u3010" in before


def tells_past(view: View) -> bool:
    """Tell whether a paragraph begins by saying that what stands above it is gone: `These files were deleted`."""
    if not TOLD_HEAD.match(view.masked):
        return False
    head = view.masked[:WINDOW_CHARS]
    return any(cue.role == "those" and cue.pattern.match(head) for cue in told_cues_for(head))


def _head_force(label: re.Match[str]) -> Force | None:
    """A label that begins with a prohibition, or with a cross, forbids the list behind its colon."""
    if label.group()[0] in "\u274c\u2717\u2718\U0001f6ab\u26d4":
        return Force.NEGATED
    return Force.NEGATED if NEGATED_HEAD.match(bare(label.group(1)).lower()) else None
