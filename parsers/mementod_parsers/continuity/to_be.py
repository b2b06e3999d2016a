"""Whether a line means a file as one that is to be: made, written, filled; or as one that is there: read, edited, run.

Broader than what `told.is_made` knows of names of the code: who says what is done next names files that are not there
yet, in whatever words. Owns no file: whether one is there is for others to say.
"""

from __future__ import annotations

import re

from mementod_parsers.continuity.told import MADE_CHARS, is_made

_WRITES = re.compile(
    r"\b(?:writ|generat|mak|sav|produc|split|draft|put|export|scaffold|build|extract|mov|cover)(?:s|es?|ten|t?ing"
    r"|ted)?\b|写|生成|保存|拆|导出"
    r"|补|实现|放[到进在]|抽[到取出成]|挪到",
    re.IGNORECASE,
)
# Right before the name, whatever became of a file that was called so.
_MAKES = re.compile(
    r"\b(?:create|add|write|introduce|generate|scaffold|draft|restore|recreate|re-create)\s(?:(?:the|an?|new|file"
    r"|again|back)\s)*\W?$"
    r"|(?:新建|创建|新增|新加|添加|重写|写|生成|恢复|实现|补)(?:一个|新的|出|上|文件)*\s?\W?$",
    re.IGNORECASE,
)
_PRESUMES = re.compile(
    r"\b(?:edit|re-?read|open|view|look (?:at|into|through)|fix|chang|modif|alter|touch|refactor|renam|delet|remov"
    r"|drop|updat|run|execut"
    r"|rewrit|inspect|review|debug|call|import|extend|adapt|adjust|see|check|compar|commit|as in|like|based on"
    r"|according to)"
    r"(?:e?s|e|ed|ing|ning|y|ies)?\s(?:[\w`]+\s){0,3}\W?$"
    r"|(?:修改|改动|改|编辑|阅读|读取?|查看|看|打开|删除?掉?|移除|修复?|运行|跑|执行|重构|重命名|更新|调用|参考"
    r"|参照|检查|对比|按照?)\s?\W?$",
    re.IGNORECASE,
)


def is_to_be(line: str, at: int) -> bool:
    """Whether the file that is named there is one that the line makes, or may make."""
    return is_made(line, at) or _WRITES.search(line[max(0, at - MADE_CHARS) : at]) is not None


def is_made_anew(line: str, at: int) -> bool:
    """Whether the line makes it, though it may have been there once and be gone."""
    return _MAKES.search(line[max(0, at - MADE_CHARS) : at]) is not None


def is_presumed(line: str, at: int) -> bool:
    """Whether what is done with it needs it to be there."""
    return _PRESUMES.search(line[max(0, at - MADE_CHARS) : at]) is not None
