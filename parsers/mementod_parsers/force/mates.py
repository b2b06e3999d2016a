"""The list that a citation is a member of: `a.py`, `b.py` and `c.py`; what is said of it is said of each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from mementod_parsers.model import Style
from mementod_parsers.text.spans import Span

MAX_MATES = 30
MAX_GAP_CHARS = 70

# Between two members of a list there is a comma, a conjunction or a sign; a blank alone joins nothing.
_GAP = re.compile(
    r"^[\s\"'\u201d\u300d]{0,3}(?:[(\uff08][^()\uff08\uff09]{0,60}[)\uff09]\s{0,2})?"
    r"(?:ファイル|フォルダ|ディレクトリ|クラス|関数|メソッド|コンポーネント|命名|文件夹?|目录|函数|方法|组件|模块|脚本)?"
    r"(?:(?:,|/|\u3001|\uff0c|;|&|\+|\u30fb|\|)\s{0,3}(?:(?:and|or|und|oder|et|ou|y|e|o"
    r"|\u0438|\u0438\u043b\u0438|plus)\s{1,3})?"
    r"|(?:and|or|as well as|und|oder|sowie|et|ou|y|e|o|\u0438|\u0438\u043b\u0438|plus)\s{1,3}"
    r"|(?:\u548c|\u6216|\u4ee5\u53ca|\u53ca|\u4e0e|\u3068|\u3084|\u304a\u3088\u3073"
    r"|\u53ca\u3073|\ubc0f|\uacfc|\uc640)\s{0,3})"
    r"(?:(?:the|its|also|class|function|method|file|module)\s{1,2}){0,2}[\s\"'\u201c\u300c]{0,3}$"
)


def list_around(
    text: str, spans: Sequence[Span], starts: Sequence[int], start: int, end: int, low: int, high: int
) -> tuple[int, int]:
    """Where the list around the citation at `start:end` begins and ends, within the sentence `low:high`."""
    at = index_of(starts, start)
    first = start
    for span in reversed(spans[max(0, at - MAX_MATES) : at]):
        if span.end > first:
            continue
        if span.start < low or span.end == first or not _joins(text, _end(span), first):
            break
        first = span.start
    last = end
    here = spans[at] if spans else None
    gap = _end(here) if here is not None and here.end == end else end
    for span in spans[at + 1 : at + 1 + MAX_MATES]:
        if span.start < last:
            continue
        if span.end > high or span.start == last or not _joins(text, gap, span.start):
            break
        last, gap = span.end, _end(span)
    return first, last


def index_of(starts: Sequence[int], start: int) -> int:
    """The first of the spans that begin where the citation at `start` does, or before it."""
    at = bisect_right(starts, start) - 1
    while at > 0 and starts[at - 1] == starts[at]:
        at -= 1
    return max(at, 0)


def _end(span: Span) -> int:
    """Where a member ends: the comma that a bare word carries along is no part of it."""
    bare = span.text.rstrip(",;\u3001\uff0c") if span.style is Style.BARE else span.text
    return span.end if bare.endswith((")", "]")) else span.end - len(span.text) + len(bare)


def _joins(text: str, low: int, high: int) -> bool:
    return high - low <= MAX_GAP_CHARS and bool(_GAP.match(text[low:high]))
