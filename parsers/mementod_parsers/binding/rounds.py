"""Sections that tell of one round of work: plans, records, steps that were ticked off. What stands there binds nobody.

Rules stay rules under a date: a section of rules in such a note is none of these.
"""

from __future__ import annotations

import re

from mementod_parsers.model import Genre

PASSING = (Genre.PLAN, Genre.RECORD, Genre.PROGRESS)

_STANDING = re.compile(
    r"\b(?:practices|rules?|guidelines?|standards?|principles|conventions?|constraints|policy|policies|check-?lists?)\b"
    r"|规范|规则|约束|原则|准则|清单",
    re.IGNORECASE,
)
# What one round of work was, is or will be: the title of such a note, in Chinese.
_ROUND = re.compile(
    r"^(?=[^\n]{0,200}[一-鿿])(?:\W{0,3}TASK ?-?\d|问题 ?\d|[^\n]{0,200}?(?:[ —–-](?:Plan|Spec|PRD)\W{0,3}$"
    r"|规划\W{0,3}(?:[（(—–]|$)"
    r"|(?:实施|开发|测试|迭代|重构|迁移|优化|演进|工作|升级|改造|集成|上线|学习)(?:计划|方案|日志"
    r"|摘要)\W{0,3}(?:[（(—–-]|$)"
    r"|(?:终版|技术|设计|解决|红队|蓝队)方案\W{0,3}(?:[（(—–-]|$)|进度(?:追踪|跟踪|记录)\W{0,3}$"
    r"|需求文档\W{0,8}$|详细需求|需求拆解|(?:精华|最终|迭代)总结|研究综述|对比(?:分析|调研)"
    r"|(?:完成|测试|调研|分析|修复|排查|问题)(?:总结|报告|记录)\W{0,3}$|里程碑|迭代(?:目标|总结|背景)"
    r"|准备清单\W{0,3}$))",
    re.IGNORECASE,
)
# The same in English.
_TASK = re.compile(
    r"^\W{0,4}(?:reflection|creative phase|implementation plan|chat session summary|van (?:analysis|mode summary))\b"
    r"|^\W{0,4}task [A-Z]{2,5}-?\d{1,4}\b"
    r"|\b(?:(?:implementation|completion) summary|progress report|(?:migration|refactoring) complete|complete success"
    r"|(?:upgrade|refactor|migration|implementation) plan|fix(?: documentation)?)\W{0,3}(?:[-–—:(][^>]{0,60})?$",
    re.IGNORECASE,
)
# A step of a plan, ticked off.
_STEP = re.compile(r"(?:^|> )\W{0,4}(?:step|phase|stage|sprint|milestone|week|day) \d[^>]*[✅✔☑]\W{0,3}(?:>|$)", re.I)


def is_passing(path: str, genre: Genre) -> bool:
    """Whether a section with these titles (joined by " > ", the note's first) and of that genre tells of one round."""
    title, _, below = path.partition(" > ")
    if _STEP.search(path):
        return True
    if _ROUND.search(title) or _TASK.search(title):
        return not _STANDING.search(below)
    return genre in PASSING and not _STANDING.search(path)
