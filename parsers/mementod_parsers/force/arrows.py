"""`old -> new`: whether an arrow between two names says that the left one became the right one, or leads on.

It does if the two are one thing, or the words around say that something was renamed or moved.
"""

from __future__ import annotations

import re

MAX_GAP_CHARS = 70

_ARROW = re.compile(
    r"^[\s\"')*]{0,3}(?:\([^()]{0,60}\)\s{0,2})?(?:\u2192|->|-->|=>|==>|\u21d2|\u279c"
    r"|\u27f6|\u2794|\u25b6)[\s\"'(*]{0,3}(?:(?:now|the|new)\s)?$"
)
_SIGN = re.compile(r"\u2192|[-=]>|\u21d2|\u279c")
_RENAME = re.compile(
    r"\b(?:renam|moved?\b|migrat|relocat|replac|formerly|previously|umbenan|verschob|renomm|d\u00e9plac|renombr|movid"
    r"|renome|переим|перенес|замен)"
    r"|重命名|改名|迁移|移动|替换|更名|変更|リネーム|移動|移行"
    r"|\uc774\ub984|\ubcc0\uacbd|\uc774\ub3d9|\ub9ac\ub124\uc784",
    re.I,
)
_OLD_AND_NEW = re.compile(
    r"\b(?:old|before|former|previous|original|was|alt|vorher|ancien|avant|antes|viejo|antigo|старо?е?|было|до)\b[^.;]{0,20}"
    r"(?:\u2192|[-=]>|/|\bto\b|\bvs\b|\|)[^.;]{0,20}\b(?:new|after|now|current|neu|nachher|nouveau|après|depois|nuevo|novo"
    r"|ново?е?|стало|после)\b|旧[^。]{0,6}(?:→|->|/)[^。]{0,6}新|变更前[^。]{0,6}变更后|(?:変更|修正|移行)前[^。]{0,8}(?:変更|修正|移行)?後"
    r"|(?:변경|이전|수정) ?전[^.]{0,8}(?:변경|수정)? ?후|구[^.]{0,4}(?:→|->)[^.]{0,4}신",
    re.I,
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PAIR_FILL = re.compile(r"[\s\x00*\"'()→⇒➜>=-]*")


def tells_of_renaming(text: str) -> bool:
    """Whether a heading, a lead or a column title says that names changed: `Old -> New`, `Renamed files`."""
    return bool(_OLD_AND_NEW.search(text) or _RENAME.search(text))


def has_arrow(masked: str) -> bool:
    return not (masked.isascii() and ">" not in masked) and bool(_SIGN.search(masked))


def is_pair(sentence: str, here: str, there: str) -> bool:
    """Whether a sentence is `here`, an arrow and `there`, and nothing else."""
    before, _, rest = sentence.partition(here)
    between, found, after = rest.partition(there)
    is_led = bool(found) and bool(_ARROW.match(between.replace("`", "")))
    return is_led and not any(map(str.isalnum, before + after))


def is_old_side(between: str, sentence: str, here: str, there: str, *, renamed: bool) -> bool:
    """Whether `here`, with `between` behind it and then `there`, is the old name of a renaming.

    `between` and `sentence` are masked; `renamed` says that the words around the sentence speak of a renaming.
    """
    if len(between) > MAX_GAP_CHARS or not _ARROW.match(between) or len(_SIGN.findall(sentence)) != 1:
        return False
    alone = bool(_PAIR_FILL.fullmatch(sentence))
    return renamed or bool(_RENAME.search(sentence)) or _same_file(here, there) or (alone and _alike(here, there))


def _same_file(here: str, there: str) -> bool:
    """Whether two paths have one base name, or one stem."""
    a, b = _base(here), _base(there)
    if ("/" in here or "." in here) and ("/" in there or "." in there):
        return a == b or (a.split(".")[0] == b.split(".")[0] and a.split(".")[0] != "")
    return False


def _alike(here: str, there: str) -> bool:
    """Whether two names of code share all words of the shorter one, and at least two: a name that was shortened."""
    a, b = set(map(str.lower, _WORD.findall(_base(here)))), set(map(str.lower, _WORD.findall(_base(there))))
    return len(a & b) >= 2 and (a <= b or b <= a)


def _base(text: str) -> str:
    base = text.strip("`*/ ()").rsplit("/", 1)[-1]
    return base.lower() if "." in base else base
