"""What a run of prose cites: every span read, with its force, its folders and its place. Offsets are into the run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mementod_parsers.citations.fenced import Placed
from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.linerefs import lines_after, lines_before
from mementod_parsers.citations.places import Read, assign_places, folders_in, owners_of
from mementod_parsers.citations.routes import is_route
from mementod_parsers.citations.spanforms import as_config, forms_of, hyphenated
from mementod_parsers.citations.surroundings import MAX_CONTEXT, Where, is_leading, is_made, mentions_config
from mementod_parsers.citations.symbol_lines import after_symbol
from mementod_parsers.force.force import WINDOW_CHARS, Voice
from mementod_parsers.force.labels import SUCCESSOR, is_log_line
from mementod_parsers.force.provenance import provenance
from mementod_parsers.model import Force, Kind, Reason
from mementod_parsers.text.spans import Span, View

_MADE = (Kind.PATH, Kind.DIR)
# "`name` → `Entry`" under a file: what the arrow leads to may stand anywhere.
_LED_TO = re.compile(r"(?:→|⇒|➜|[-=]>)[\s\"'(]{0,3}$")
# `rows.load is not a function`: what a program said when it failed, of names as it saw them.
_FAILURE = re.compile(
    r"\b(?:is not (?:a function|a constructor|defined|iterable)|cannot (?:find|read|resolve|import) |no module named "
    r"|has no attribute |[A-Z]\w*(?:Error|Exception): )",
    re.IGNORECASE,
)
# Inside the span itself: `list of files (e.g. "a.js,b.md")`.
_EXAMPLES = re.compile(r"\b(?:e\.g\.|for example|such as)[^)]{0,120}$")


def read_prose(view: View, where: Where, *, quoted: bool) -> list[Placed]:
    """Return what the spans of a run cite, in their order. `quoted`: the run says what somebody else said."""
    found: Read = [(s, f) for s in view.spans for f in forms_of(s) or hyphenated(s, view.masked)]
    if not found:
        return []
    prose = _Prose(view, _with_config(found, view, where), where, quoted=quoted or is_log_line(view.run.text))
    return [one for i in range(len(found)) for one in prose.placed(i)]


class _Prose:
    """One run whose spans are read: what each of them makes of the others."""

    def __init__(self, view: View, found: Read, where: Where, *, quoted: bool) -> None:
        self._view, self._found, self._where, self._quoted = view, found, where, quoted
        self._voice = Voice(view)
        self._folders = (*folders_in(found)[:MAX_CONTEXT], *where.folders)
        self._places = assign_places(view, found) if any(f.kind is Kind.SYMBOL for _, f in found) else {}
        self._owners = owners_of(self._places, found)
        self._sources = provenance(view.run.text)
        self._taken = 0  # where the words of the last line reference of a file end

    def placed(self, i: int) -> Iterator[Placed]:
        """What one form cites, and the lines that stand beside it where it is a name. Ask in their order."""
        span, form = self._found[i]
        own = self._own(i, _with_lines(self._view, form, span))
        sourced = any(low <= span.start < high for low, high in self._sources)
        one = Placed(own, span.style, self._force(span, form, own), self._voice.words(span.start), sourced=sourced)
        yield one
        if own.kind is Kind.LINE_REF:
            self._taken = max(self._taken, own.end)
        if self._is_first_name(i):
            lines = after_symbol(self._view.run.text, span, form, self._taken)
            if lines is not None:
                lines = lines._replace(place=own.place, context=own.context, reason=own.reason)
                yield one._replace(form=lines, symbolic=True)

    def _own(self, i: int, lined: Form) -> Form:
        """The form with its place, folders and reason; offsets in the run."""
        span, form = self._found[i]
        inherits = form.kind is Kind.SYMBOL and not _LED_TO.search(self._view.masked, 0, span.start)
        place = form.place or self._places.get(i) or (self._where.place if inherits else None)
        if lined.kind is Kind.LINE_REF:
            place = self._owners.get(form.name, place)
        reason = form.reason or (Reason.URL if is_route(self._view, span, form, header=self._where.routes) else None)
        return lined._replace(
            start=lined.start + span.inner,
            end=lined.end + span.inner,
            reason=reason,
            place=place,
            context=self._context(form),
        )

    def _context(self, form: Form) -> tuple[str, ...]:
        if not form.context and form.name not in self._folders:
            return self._folders[:MAX_CONTEXT]
        return tuple(f for f in (*form.context, *self._folders) if f != form.name)[:MAX_CONTEXT]

    def _is_first_name(self, i: int) -> bool:
        """Tell whether it is the first name of its span."""
        span, form = self._found[i]
        before, other = self._found[i - 1]
        return form.kind is Kind.SYMBOL and (i == 0 or before is not span or other.kind is not Kind.SYMBOL)

    def _force(self, span: Span, form: Form, lined: Form) -> Force:
        if self._quoted or _FAILURE.search(span.text):
            return Force.QUOTED
        force = self._said(span, lined)
        if force is Force.ASSERTS and _EXAMPLES.search(span.text, 0, form.start):
            return Force.EXAMPLE
        return force

    def _said(self, span: Span, form: Form) -> Force:
        where, voice, view = self._where, self._voice, self._view
        makes = form.kind in _MADE or where.task == " "
        path = form.kind is not Kind.SYMBOL
        force = voice.of(span.start, span.end, makes=makes, path=path, renamed=where.renamed)
        if force is not Force.ASSERTS:
            return force
        if where.force is not None:
            low = max(0, span.start - WINDOW_CHARS)
            turned = where.force is Force.PAST and SUCCESSOR.search(view.masked, low, span.start)
            return Force.ASSERTS if turned else where.force
        first = where.first_force
        if first is None or first is Force.EXAMPLE:
            return first or force
        start = voice.list_start(span.start, span.end)
        return first if is_leading(view, start) or (first is Force.NEGATED and is_made(view, start)) else force


def _with_config(found: Read, view: View, where: Where) -> Read:
    """Where configuration is spoken of, dotted lower-case names are keys."""
    if not any(f.kind is Kind.SYMBOL and "." in f.name for _, f in found):
        return found
    if not (where.config or mentions_config(view.run.text)):
        return found
    return [(s, as_config(f)) for s, f in found]


def _with_lines(view: View, form: Form, span: Span) -> Form:
    """Add line numbers that stand beside a path in the text: `a.py` (lines 3-9), line 4 of `a.py`."""
    if form.lines or form.kind is not Kind.PATH or form.reason is not None:
        return form
    text = view.run.text
    after, lines = lines_after(text, span.end)
    if lines:
        same_line = "\n" not in text[span.inner : after]
        return form._replace(kind=Kind.LINE_REF, lines=lines, end=after - span.inner if same_line else form.end)
    _, lines = lines_before(text, span.start)
    return form._replace(kind=Kind.LINE_REF, lines=lines) if lines else form
