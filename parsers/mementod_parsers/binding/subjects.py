"""What a constraint is about, and which of several on one subject holds: the latest one.

Careful on purpose: two statements share a subject only if they name the same things and the same kind of act; where
that is not certain each stands for itself. A wrong match would hide a rule, a missed one only shows two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.word_lists import words

SAME_WORDS = 0.6  # share of words in common from which two orders of one kind say the same

_ACTS = (
    (
        "edit",
        r"\b(?:edit|modif|chang|touch|updat|rewrit|refactor|renam|read[- ]only|leave\b.*\balone|frozen)\w*"
        r"|修改|改动|编辑|更改|重构|改|动|只读",
    ),
    ("delete", r"\b(?:delet|remov|drop)\w*|删除|移除"),
    ("create", r"\b(?:creat|introduc|add)(?:e|es|ed|ing)?\b|创建|新建|新增|添加"),
    ("run", r"\b(?:run|execut|start|restart)\w*|运行|执行|启动|重启"),
    ("commit", r"\b(?:commit|push|merg)\w*|提交|推送|合并"),
    ("use", r"\b(?:use|using|uses|call|import|depend)\w*|使用|调用|引入|依赖|(?<!作)用"),
)
_BY_ACT = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _ACTS)
_WORD = re.compile(r"[\u4e00-\u9fff]|[^\W\d_\u4e00-\u9fff]{2,}")
_SPAN = re.compile(r"`[^`]*`|[^\s`]+")
_CODE = re.compile(r"^`.|[/\\._]\w")
_IDLE = words(
    """
    the an of in on for with and or but is are be it its this that you we may can must should shall will do not don
    never always only please now again from to no longer any all ok okay fine allowed important remember note ever at
    不 要 必 须 禁 止 得 能 可 以 了 请 的 在 现 记 住 只 勿 务 允 许 是 也 都 再 绝 对 别 这 个 文 件
    """
)
_AGAINST = (ConstraintKind.PROHIBITION,)
_FOR = (ConstraintKind.OBLIGATION, ConstraintKind.PERMISSION)


class Statement(Protocol):
    """What is asked of a constraint here."""

    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> ConstraintKind: ...
    @property
    def subject(self) -> str: ...


class Said(NamedTuple):
    """A statement, and when it was made: anything that sorts, the same for all that do not replace each other.

    `noted`: it stands in a note. All that stands in notes holds; only what a person says and a note replace each other.
    """

    statement: Statement
    moment: float
    noted: bool = False


def subject_of(text: str, cites: Sequence[str]) -> str:
    """The act and the names that a constraint is about; empty unless it names something and exactly one act."""
    bare = _without_code(text)
    acts = [name for name, pattern in _BY_ACT if pattern.search(bare)]
    return f"{acts[0]} {' '.join(sorted(cites))}" if cites and len(acts) == 1 else ""


def _without_code(text: str) -> str:
    """Code spans, paths and dotted names are names, not acts."""
    return _SPAN.sub(lambda span: " " if _CODE.search(span.group()) else span.group(), text)


def superseded(said: Sequence[Said]) -> tuple[int | None, ...]:
    """For each statement the position of the latest one that took its place; None for what holds.

    Only a later moment replaces, so that a note never contradicts itself here.
    """
    by_subject: dict[str, list[int]] = {}
    for at, each in enumerate(said):
        if each.statement.subject:
            by_subject.setdefault(each.statement.subject, []).append(at)
    return tuple(_successor(at, said, by_subject.get(said[at].statement.subject, ())) for at in range(len(said)))


def _successor(at: int, said: Sequence[Said], others: Sequence[int]) -> int | None:
    older = said[at]
    apart = (n for n in others if said[n].moment > older.moment and not (said[n].noted and older.noted))
    later = [n for n in apart if replaces(said[n].statement, older.statement)]
    return max(later, key=lambda n: (said[n].moment, n)) if later else None


def replaces(newer: Statement, older: Statement) -> bool:
    """Whether the newer one of two on one subject says the same, or the opposite of it."""
    new, old = _words(newer.text), _words(older.text)
    if newer.kind is older.kind:
        return len(new & old) >= SAME_WORDS * len(new | old)
    opposite = {newer.kind in _AGAINST, older.kind in _AGAINST} == {True, False}
    return opposite and (newer.kind in _FOR or older.kind in _FOR) and old <= new


def _words(text: str) -> frozenset[str]:
    """The words that narrow a statement down: neither force nor names nor the act itself."""
    bare = _without_code(text.lower())
    for _, pattern in _BY_ACT:
        bare = pattern.sub(" ", bare)
    return frozenset(_WORD.findall(bare)) - _IDLE
