"""What an order forbids to be done, and what a step does to one name: change it, remove it, use it.

Only the word that stands right before the name counts for a step. "Call `f` in a test that changes `g`" changes `g`.
"""

from __future__ import annotations

import re
from collections.abc import Set
from enum import StrEnum

from mementod_parsers.binding.sides import demanded

WORDS_BETWEEN = 2  # of an act and its name: "rename the function `f`"


class Act(StrEnum):
    """One kind of act."""

    CHANGE = "change"
    REMOVE = "remove"
    USE = "use"


_WORDS = {
    Act.CHANGE: (
        r"edit|chang|modif|touch|alter|renam|rewrit|refactor|mov|updat|replac|rework|extend|adjust|tweak|upgrad|downgrad|bump",
        r"修改|改动|编辑|更改|改写|重写|重构|重命名|改名|移动|更新|调整|升级|降级|碰|动|改",
    ),
    Act.REMOVE: (r"remov|delet|drop", r"删除|移除|删掉|去掉|删"),
    Act.USE: (r"us|call|import|invok|depend on|rely on|instantiat|introduc", r"使用|调用|引入|导入|依赖|采用|用"),
}
_ENDING = r"(?:e?s|e|ed|ing|y|ying|ies|ied|pp?ing|ped)?"
_UNDONE = r"(?<!\bnot )(?<!n't )(?<!\bnever )(?<!\bwithout )(?<![不没别勿])"


def forbidden_acts(order: str, name: str) -> Set[Act]:
    """What an order that forbids something speaks of doing to a name; who may not change it may not remove it either.

    Of "never change the signature of `f`" it is nothing. What stands against something else is not to be used.
    """
    found = {act for act in Act if re.search(_before(act, name), order, re.IGNORECASE)}
    found |= {Act.REMOVE} if Act.CHANGE in found else set()
    return found | {Act.USE} if demanded(order) else found


def acts_on(step: str, name: str) -> Set[Act]:
    """What a step does to a name."""
    return {act for act in Act if re.search(_UNDONE + _before(act, name), step, re.IGNORECASE)}


def _before(act: Act, name: str) -> str:
    english, wide = _WORDS[act]
    english = rf"\b(?:{english}){_ENDING}\s(?:(?!of\b)[\w`]+\s){{0,{WORDS_BETWEEN}}}"
    return rf"(?:{english}|(?:{wide})\s?[^，。,.;；]{{0,4}}?)[`'\"“「]?{re.escape(name)}(?![\w/-])"
