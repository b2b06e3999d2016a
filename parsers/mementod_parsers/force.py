"""With what force a sentence says one citation: asserted, past, negated, planned, example, quoted, elsewhere.

The cue must stand beside the citation, before or after it, with nothing between but fillers and the other members
of its list. A cue elsewhere in the line decides nothing: silence that is wrong hides a finding, and a wrong finding
costs the reader's trust, so both directions are errors.
"""

from __future__ import annotations

import re

from mementod_parsers.cues import LABELS, Tongue, tongues_for
from mementod_parsers.model import Force
from mementod_parsers.runs import sentence_bounds
from mementod_parsers.spans import MARK, Span, View

WINDOW_CHARS = 100
MAX_LIST_MATES = 30
MAX_LABEL_CHARS = 80

_MATE_GAP = re.compile(
    r"^[\s\"'\u201d\u300d]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:(?:,|/|\u3001|\uff0c|;|&|\+|\u30fb)\s{0,3})?(?:(?:and|or|as well as|und|oder|et|ou|y|e|o|\u0438|\u0438\u043b\u0438|\u548c|\u6216|\u4ee5\u53ca|\u53ca|\u4e0e|\u3068|\u3084|\u304a\u3088\u3073|\ubc0f|\uacfc|\uc640)\b\s{0,3})?"
    r"(?:(?:the|its|also|class|function|method|file|module)\s{1,2}){0,2}[\s\"'\u201c\u300c]{0,3}$"
)
_ARROW = re.compile(r"^[\s\"')*]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:\u2192|->|-->|=>|==>|\u21d2|\u279c|\u27f6|\u2794|\u25b6)[\s\"'(*]{0,3}(?:(?:now|the|new)\s)?$")
_RENAME = re.compile(
    r"\b(?:renam|mov(?:e|ed|ing)\b|migrat|refactor|replac|relocat|was\b|old\b|previously|formerly|now\b|convert|consolidat|merge|split|supersed|umbenan|verschob|renomm|d\u00e9plac|renombr|movid|renome|\u043f\u0435\u0440\u0435\u0438\u043c|\u043f\u0435\u0440\u0435\u043d|\u0437\u0430\u043c\u0435\u043d)"
    r"|\u91cd\u547d\u540d|\u6539\u540d|\u8fc1\u79fb|\u79fb\u52a8|\u66ff\u6362|\u66f4\u540d|\u5909\u66f4|\u30ea\u30cd\u30fc\u30e0|\u79fb\u52d5|\u79fb\u884c|\uc774\ub984|\ubcc0\uacbd|\uc774\ub3d9|\ub9ac\ub124\uc784",
    re.I,
)
_CROSS = re.compile(r"[\u274c\u2717\u2718\U0001f6ab\u26d4]\ufe0f?[\s*:\-\u2013]{0,4}$")
_CROSS_OUT = re.compile(r"^[\s*:\-\u2013(]{0,4}[\u274c\u2717\u2718]\ufe0f?\s{0,2}(?:removed|deleted|gone|\u5220|\u524a|\uc0ad)", re.I)
_LOG_LINE = re.compile(
    r"^\s{0,8}(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL)\]?[:\s]|Traceback \(|File \"[^\"]{1,300}\", line \d"
    r"|\s*at [\w.$<>\[\] ]{1,120}\(|(?:[\w.]{1,60}Error|[\w.]{1,60}Exception)\b:|(?:FAILED|PASSED|PASS|FAIL) |error(?:\[\w+\])?: |warning: |fatal: |npm ERR!|\+\+\+ |--- [ab]/|@@ -\d|diff --git )"
)
_SAYS = re.compile(r"(?:said|says|wrote|writes|states|stated|quote|quoted|output|prints|printed|returns|error|message|logs?|reads|reported|answered|asked)\W{0,3}$", re.I)
_NORMAL = re.compile(r"^[\W\d_]*|[\W_]*$")
_LABEL = re.compile(r"^[^\w\u0000]{0,6}(?:\d{1,2}[.)]\s)?([^:\uff1a\u0000]{2,60}?)\s{0,2}(?:[:\uff1a]|\s[\u2014\u2013-]\s)")
_OWN_FORCE = (Force.PAST, Force.NEGATED, Force.PLANNED, Force.EXAMPLE, Force.ELSEWHERE)


class Voice:
    """The sentences of one run, read lazily: most runs hold no cue at all."""

    __slots__ = ("_bounds", "_labels", "_tongues", "spans", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.spans = view.spans
        self._bounds = sentence_bounds(view.masked)
        self._tongues: dict[int, tuple[Tongue, ...]] = {}
        self._labels: dict[int, tuple[Force, int] | None] = {}

    def sentence(self, start: int) -> tuple[int, int]:
        """Return the bounds of the sentence that holds `start`."""
        for low, high in self._bounds:
            if start < high:
                return low, high
        return (self._bounds[-1]) if self._bounds else (0, len(self.view.masked))

    def of(self, start: int, end: int) -> Force:
        """Return the force of the citation at `start:end`."""
        if any(low <= start and end <= high for low, high in self.view.struck):
            return Force.PAST
        low, high = self.sentence(start)
        first, last = self._list(start, end, low, high)
        masked = self.view.masked
        before = masked[max(low, first - WINDOW_CHARS) : first]
        after = masked[last : min(high, last + WINDOW_CHARS)]
        near = masked[end : min(high, end + WINDOW_CHARS)] if last != end else after
        if (arrow := self._arrow(start, end, low, high)) is not None:
            return arrow
        if _CROSS_OUT.match(near):
            return Force.PAST
        if _CROSS.search(before):
            return Force.NEGATED
        if low not in self._tongues:
            self._tongues[low] = tongues_for(masked[low:high])
        for tongue in self._tongues[low]:
            force = _by_words(tongue, before, after, near, at_head=first - low <= WINDOW_CHARS, head=masked[low:first])
            if force is not Force.ASSERTS:
                return force
        return self._label(low, first) or Force.ASSERTS

    def _list(self, start: int, end: int, low: int, high: int) -> tuple[int, int]:
        """Widen a citation to the list that it is a member of."""
        first, last = start, end
        at = self._index(start)
        text = self.view.masked
        for i in range(at - 1, max(-1, at - 1 - MAX_LIST_MATES), -1):
            span = self.spans[i]
            if span.end > first:
                continue
            if span.start < low or first - span.end > 70 or not _MATE_GAP.match(text[span.end : first]) or span.end == first:
                break
            first = span.start
        for i in range(at + 1, min(len(self.spans), at + 1 + MAX_LIST_MATES)):
            span = self.spans[i]
            if span.start < last:
                continue
            if span.end > high or span.start - last > 70 or not _MATE_GAP.match(text[last : span.start]) or span.start == last:
                break
            last = span.end
        return first, last

    def _index(self, start: int) -> int:
        for i, span in enumerate(self.spans):
            if span.start <= start < span.end:
                return i
        return 0

    def _arrow(self, start: int, end: int, low: int, high: int) -> Force | None:
        """Read `old -> new`: the left side is past, if the two are one thing or the words say that it moved."""
        at = self._index(start)
        sentence = self.view.masked[low:high]
        if not ("\u2192" in sentence or "->" in sentence or "=>" in sentence or "\u21d2" in sentence or "\u279c" in sentence):
            return None
        following = next((s for s in self.spans[at + 1 :] if s.start >= end), None)
        if following is None or following.start - end > 70:
            return None
        if not _ARROW.match(self.view.masked[end : following.start]):
            return None
        if len(re.findall(r"\u2192|[-=]>|\u21d2|\u279c", sentence)) != 1:
            return None
        here, there = self.view.run.text[start:end], following.text
        if _same_thing(here, there) or _RENAME.search(sentence):
            return Force.PAST
        return None

    def _label(self, low: int, first: int) -> Force | None:
        """Read a label at the head of a sentence: `Before: ...`, `Bad: ...`."""
        if low not in self._labels:
            m = _LABEL.match(self.view.masked[low : low + MAX_LABEL_CHARS])
            force = label_force(m.group(1)) if m else None
            self._labels[low] = (force, low + m.end()) if m and force is not None else None
        found = self._labels[low]
        if found is None:
            return None
        force, end = found
        # `Before:` governs the whole sentence, `Bad:` only the list that it stands before.
        if force is Force.PAST or not self.view.masked[end:first].strip(" \n\"'(*"):
            return force
        return None


def _by_words(tongue: Tongue, before: str, after: str, near: str, *, at_head: bool, head: str) -> Force:
    for force, pattern in tongue.after:
        if (pattern.match(near) or (near is not after and pattern.match(after))) and not _conditional(tongue, before):
            return force
    if before:
        for force, pattern in tongue.before:
            if pattern.search(before):
                return force
        if tongue.origin is not None and tongue.origin.search(before) and (tongue.spaced or _moves(tongue, after)):
            return Force.PAST
    if at_head and tongue.removed is not None and tongue.removed.match(head) and not _conditional_after(after):
        return Force.PAST
    return Force.ASSERTS


_CASE = re.compile(r"^\W{0,3}(?:when|if|before|after|once|to |first|and (?:restart|re-?run|run|retry|rebuild|re-?generate))", re.I)
_MOVE_AFTER = re.compile(r"^\W{0,3}.{0,30}?(?:\u91cd\u547d\u540d|\u6539\u540d|\u66f4\u540d|\u8fc1\u79fb|\u79fb\u52a8|\u79fb|\u6539\u4e3a|\u66ff\u6362|\u6539\u6210|\u5347\u7ea7|\u5207\u6362|\u91cd\u6784|\u53d8\u4e3a)")


def _moves(tongue: Tongue, after: str) -> bool:
    return bool(_MOVE_AFTER.match(after))


def _conditional(tongue: Tongue, before: str) -> bool:
    return tongue.conditional is not None and bool(tongue.conditional.search(before))


def _conditional_after(after: str) -> bool:
    return bool(_CASE.match(after))


def _same_thing(here: str, there: str) -> bool:
    """Tell whether two names around an arrow are one thing before and after: same base name or same stem."""
    a, b = here.strip("`*/ ").rsplit("/", 1)[-1].lower(), there.strip("`*/ ").rsplit("/", 1)[-1].lower()
    if ("/" in here or "." in here) and ("/" in there or "." in there):
        return a == b or (a.split(".")[0] == b.split(".")[0] and a.split(".")[0] != "")
    return False


def create_force(head: str, sentence: str) -> Force:
    """Return PLANNED if `head`, the text of a sentence up to a path, orders that the path be made."""
    for tongue in tongues_for(sentence):
        if tongue.created is not None and tongue.created.match(head):
            return Force.PLANNED
    return Force.ASSERTS


def label_force(text: str) -> Force | None:
    """Return the force that a whole label, heading, column title or cell gives to what stands under it."""
    plain = _NORMAL.sub("", text.replace("*", "").replace("`", "")).strip().lower()
    if not 1 < len(plain) <= MAX_LABEL_CHARS:
        return None
    for force, pattern in LABELS:
        if pattern.fullmatch(plain):
            return force
    return None


def lead_force(view: View) -> Force | None:
    """Return the force that an introducing line (`Deleted the following files:`) gives to the list under it."""
    text = view.masked.rstrip()
    if not text.endswith((":", "\uff1a")):
        return None
    body = text[:-1].rstrip()
    tail = body[-WINDOW_CHARS:]
    if (force := label_force(tail)) is not None:
        return force
    tail = _FOLLOWING.sub("", tail)
    for tongue in tongues_for(tail):
        for force, pattern in tongue.before:
            if force in _OWN_FORCE and pattern.search(tail + " "):
                return force
        if tongue.lead_after is not None and tongue.lead_after.search(tail):
            return Force.PAST
    return None


_FOLLOWING = re.compile(r"\s(?:the |these |this |all )?(?:following|these)(?:\s\w{1,14}){0,2}$|\s(?:files|modules|things|items)$", re.I)


def is_log_line(line: str) -> bool:
    """Tell whether a line is pasted output: a log entry, a stack frame, a diff header."""
    return bool(_LOG_LINE.match(line))


def is_quotation(view: View, introduction: str) -> bool:
    """Tell whether a block quote quotes somebody or something; most are call-outs, which assert."""
    text = view.run.text.lstrip()
    if text[:1] in "\"\u201c\u201e\u300c\u00ab" or is_log_line(text):
        return True
    return bool(introduction) and introduction.rstrip().endswith(":") and bool(_SAYS.search(introduction.rstrip()[:-1]))


def mark_of(span: Span) -> str:
    """Return the text that hides a span in the masked text."""
    return MARK * (span.end - span.start)
