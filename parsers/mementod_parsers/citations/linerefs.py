"""Line numbers beside a path: `a.py:12`, `:12-40`, `:18,19,20`, `#L12-L20`, `(lines 3-9)`, in words of nine languages.

Reads numbers only; whether the file is one is said in paths.py.
"""

from __future__ import annotations

import re

MAX_LINE_NUMBER = 1_000_000
MAX_RANGES = 40

Ranges = tuple[tuple[int, int], ...]

_DASH = r"[-\u2013\u2014~\u301c\uff5e]"
_ONE = rf"L?\d{{1,6}}(?:\s?(?:{_DASH}|\.\.)\s?L?\d{{1,6}})?"
_COLON = re.compile(rf":(?P<r>{_ONE}(?:[,/;]\s?{_ONE}){{0,40}})(?P<column>:\d{{1,4}}(?:-\d{{1,4}})?)?$")
_HASH = re.compile(r"#L(?P<r>\d{1,6}(?:C\d+)?(?:-L?\d{1,6}(?:C\d+)?)?)$")
_PAREN = re.compile(r"\((?P<r>\d{1,6}(?:,\s?\d{1,4})?(?:-\d{1,6})?)\)$")
_NUMBERS = re.compile(rf"L?(\d{{1,6}})(?:\s?(?:{_DASH}|\.\.)\s?L?(\d{{1,6}}))?")

_DIGIT = re.compile(r"\d")
_WORD = (
    r"(?:lines?|ln\.?|l\.|zeilen?|lignes?|l[i\u00ed]neas?|linhas?"
    r"|\u0441\u0442\u0440\u043e\u043a(?:\u0430|\u0438|\u0435|\u0443)?"
    r"|\u0441\u0442\u0440\.|\u884c|\u7b2c|\uc904|\ub77c\uc778)"
)
_LIST = rf"{_ONE}(?:\s?(?:,|/|&|and|und|et|y|e|\u0438|\u3001|\u548c)\s?{_ONE}){{0,20}}"
_PARTS = "[\u7ae0\u8282\u7bc0\u6b65\u6761\u6b21\u7248\u671f\u90e8\u9636\u56de]"  # of a text, a plan: 第 3 章
AFTER = re.compile(
    r"^[`\"'*_\])]{0,4}\s{0,2}[,:]?\s{0,2}(?:[(\[\uff08]\s?)?(?:(?:at|on|in|around"
    r"|near|an|\u00e0|en|em|\u043d\u0430|\u306e)\s{1,2}|\u306e)?[~\u2248]?"
    rf"(?:{_WORD}\s{{0,2}}[~\u2248#]?(?P<a>{_LIST})(?![\w.]|\s?{_PARTS})\s?(?:\u884c\u76ee?"
    rf"|\ubc88\uc9f8\s?\uc904)?|(?P<b>L\d{{1,6}}(?:{_DASH}L?\d{{1,6}})?)(?!\w)"
    rf"|:(?P<d>{_ONE}(?:,{_ONE}){{0,20}})(?![\w.])"
    # One number with no more than the word for lines behind it says how long the file is.
    rf"|(?P<c>\d{{1,6}}(?:{_DASH}\d{{1,6}}|(?=\s?(?:\u884c\u76ee|\ubc88\uc9f8|\ud589))))\s?(?:\u884c\u76ee?|\ubc88\uc9f8\s?\uc904"
    rf"|\uc904|\ud589)(?!\s?(?:\u4ee5\u4e0b|\u4ee5\u5185|\u4ee5\u4e0a|\u672a\u6e80|\u307e\u3067|\u7a0b\u5ea6"
    rf"|\u5de6\u53f3|\u4ee5\ud558|\uc774\ud558|\uc774\ub0b4|\ubbf8\ub9cc|\uc815\ub3c4)))",
    re.I,
)
BEFORE = re.compile(
    rf"(?:\b{_WORD}\s{{0,2}}[~\u2248#]?(?P<a>{_LIST})|\b(?P<b>L\d{{1,6}}(?:{_DASH}L?\d{{1,6}})?))"
    r"\s{1,2}(?:of|in|from|von|der|in der|de|del|da|do|du|dans|\u0432"
    r"|\u0444\u0430\u0439\u043b\u0430)\s{1,2}(?:(?:the|file|datei|el|la|le|archivo"
    r"|arquivo|fichier)\s{1,2}){0,2}[`\"'*_\[(]{0,4}$",
    re.I,
)

# In front of a name: `line 40 of f`, `Line 40: f`, `L40 f`.
NAMED_BEFORE = re.compile(
    rf"(?P<n>\b{_WORD}\s{{0,2}}[~\u2248#]?(?P<a>{_LIST})|\b(?P<b>L\d{{1,6}}(?:{_DASH}L?\d{{1,6}})?))(?:\s?\u884c)?"
    r"(?:\s{1,2}(?:of|in|from|von|der|in der|de|del|da|do|du|dans|в)\s{1,2}(?:(?:the|function|method|class"
    r"|component"
    r"|hook|la|el|le|die|das)\s{1,2}){0,2}|\s?[:\uff1a\u2014\u2013-]\s{0,2}|\s?\)\s?|\s?\u306e)[`\"'*_]{0,4}$",
    re.I,
)


def split_lines(token: str) -> tuple[int, Ranges]:
    """Return where the line numbers at the end of `token` begin, and their ranges; (len, ()) if there are none."""
    if not token[-1:].isdigit() and token[-1:] != ")":
        return len(token), ()
    for pattern in (_COLON, _HASH, _PAREN):
        if m := pattern.search(token):
            ranges = read_ranges(m.group("r"))
            if ranges:
                return m.start(), ranges
    return len(token), ()


def read_ranges(text: str) -> Ranges:
    """Return the ranges in `12-40, 50`; lines out of order or out of bounds are left out."""
    ranges: list[tuple[int, int]] = []
    for m in _NUMBERS.finditer(text):
        first = int(m.group(1))
        last = int(m.group(2) or first)
        if 0 < first <= last <= MAX_LINE_NUMBER and len(ranges) < MAX_RANGES:
            ranges.append((first, last))
    return tuple(ranges)


def lines_after(text: str, end: int) -> tuple[int, Ranges]:
    """Read line numbers that follow a citation in running text; returns where they end."""
    m = AFTER.match(text[end : end + 120])
    if not m:
        return end, ()
    group = next(g for g in "abcd" if m.group(g))
    return end + m.end(group), read_ranges(m.group(group))


def lines_before(text: str, start: int) -> tuple[int, Ranges]:
    """Read line numbers before a citation (`line 40 of x`); returns where they begin."""
    window = text[max(0, start - 80) : start]
    m = BEFORE.search(window) if _DIGIT.search(window) else None
    if not m:
        return start, ()
    return start - len(window) + m.start(), read_ranges(m.group("a") or m.group("b"))
