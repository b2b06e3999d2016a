"""Which file a symbol is put in by the words around it, and which folders a run names.

"`f` in `a.py`", "`a.py`: `f`, `g`", "`f` (`a.py`)": only a short, closed set of joints counts.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.model import Kind
from mementod_parsers.names import is_file_name
from mementod_parsers.text.spans import Span, View

MAX_JOINT_CHARS = 60

Read = list[tuple[Span, Form]]

_TO_FILE = re.compile(
    r"^[\s\"')*]{0,3}(?:(?:is|are|was|lives|live|defined|located|declared|implemented"
    r"|found|sits|exported|class|function|method|helper|type|hook|component|struct|trait"
    r"|interface|constant)\s{1,2}){0,4}"
    r"(?:in|from|of|at|inside|within|under|via|en|em|no|na|dans|aus|im|\u0432"
    r"|\u0438\u0437|de|del|do)\s{1,2}(?:(?:the|file|module|la|el|le|der|die"
    r"|das)\s{1,2}){0,2}[\"'(*]{0,2}$"
    r"|^\s?[\(\uff08]\s?(?:(?:in|see|from|at|file:)\s{1,2})?$|^\s{0,2}(?:@|\u2014"
    r"|\u2013)\s{0,2}$|^\s?(?:\u5728|\u4f4d\u4e8e|\u5b9a\u4e49\u5728"
    r"|\u5b9a\u4e49\u4e8e)\s?$",
    re.I,
)
_FROM_FILE = re.compile(
    r"^[\s\"')*]{0,4}(?:[:\uff1a\u2014\u2013]|-|\u2192|->"
    r"|[\(\uff08])[\s*\"']{0,4}(?:(?:the|class|function|functions|classes|method|contains"
    r"|defines|has|exports|with|see|main|core|new|uses)\s{1,2}){0,3}$"
    r"|^\s{1,3}(?:also\s{1,2})?(?:defines|contains|exports|implements|provides|exposes"
    r"|holds|declares|has|hosts|houses|includes)\s{1,2}(?:(?:the|a|an|class|classes"
    r"|function|functions|method|methods|both|all|type|types|struct|interface|helper"
    r"|helpers|main|core|hook)\s{1,2}){0,4}$"
    r"|^'s\s{1,2}$|^\s?(?:\u306e|\uc758|\u7684|\u4e2d\u7684|\u91cc\u7684|\u5185\u306e"
    r"|\u4e2d\u5b9a\u4e49(?:\u4e86)?)\s?$"
    r"|^\s{1,2}(?:\u0441\u043e\u0434\u0435\u0440\u0436\u0438\u0442|define|contiene"
    r"|cont\u00e9m|enth\u00e4lt|contient)\s{1,2}$",
    re.I,
)
_MATE = re.compile(
    r"^[\s\"'*]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:,|/|\u3001|&|\+|;)?\s{0,2}(?:(?:and|or"
    r"|y|e|et|und|\u0438|\u548c|\u3068)\s{1,2})?[\s\"'*]{0,3}$"
)


def is_file(form: Form) -> bool:
    """Tell whether a form surely names a file."""
    return (
        form.kind in (Kind.PATH, Kind.LINE_REF)
        and form.reason is None
        and not form.loose
        and is_file_name(form.name.rsplit("/", 1)[-1])
    )


def assign_places(view: View, found: Read) -> dict[int, str]:
    """Return, for symbols by their index in `found`, the file that the sentence puts them in."""
    places: dict[int, str] = {}
    for i, (span, form) in enumerate(found):
        if form.kind is not Kind.SYMBOL:
            continue
        place = _forward(view, found, i, span) or _backward(view, found, i, span, places)
        if place is not None:
            places[i] = place
    return places


def owners_of(places: dict[int, str], found: Read) -> dict[str, str]:
    """Return, for each file that a run puts exactly one symbol in, that symbol."""
    named: dict[str, set[str]] = {}
    for i, file in places.items():
        named.setdefault(file, set()).add(found[i][1].name)
    return {file: next(iter(names)) for file, names in named.items() if len(names) == 1}


def _forward(view: View, found: Read, i: int, span: Span) -> str | None:
    """`f`, `g` in `a.py`: follow the list to the joint before a file."""
    end = span.end
    for other, form in found[i + 1 : i + 12]:
        if other.start < end:
            continue
        gap = view.masked[end : other.start]
        if len(gap) > MAX_JOINT_CHARS:
            return None
        if is_file(form):
            return form.name if _TO_FILE.match(gap) else None
        if not _MATE.match(gap):
            return None
        end = other.end
    return None


def _backward(view: View, found: Read, i: int, span: Span, places: dict[int, str]) -> str | None:
    """`a.py`: `f`, `g`: the file before, or the place of the list mate before."""
    for j in range(i - 1, max(-1, i - 4), -1):
        other, form = found[j]
        if other.end > span.start:
            continue
        gap = view.masked[other.end : span.start]
        if len(gap) > MAX_JOINT_CHARS:
            return None
        if is_file(form):
            return form.name if _FROM_FILE.match(gap) else None
        if form.kind is Kind.SYMBOL and _MATE.match(gap):
            return places.get(j)
        return None
    return None


def folders_in(found: Read) -> tuple[str, ...]:
    """Return the folders that a run names, in the order of the text."""
    names: list[str] = []
    for _, form in found:
        if (form.kind is Kind.DIR and form.reason is None and form.name and "*" not in form.name) or (
            form.kind is Kind.PATH
            and form.reason is None
            and not form.loose
            and "/" in form.name
            and not is_file_name(form.name.rsplit("/", 1)[-1])
            and "*" not in form.name
        ):
            names.append(form.name)
    return tuple(dict.fromkeys(names))
