"""Deeds that people want to be asked about, in orders and in steps: commit, push, merge, deploy, publish.

A step does what stands where an order to oneself stands: at the beginning of a clause. A commit message, a push
notification or a deploy script is no deed.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from mementod_parsers.binding.sides import TEXT_CAP
from mementod_parsers.word_lists import words


class Deed(StrEnum):
    """What can hardly be taken back."""

    COMMIT = "commit"
    PUSH = "push"
    MERGE = "merge"
    REBASE = "rebase"
    DEPLOY = "deploy"
    RELEASE = "release"


_VERBS = {
    Deed.COMMIT: ("commit", "commit(?:s|ted|ting)?", "提交"),
    Deed.PUSH: ("(?:force[- ])?push", "push(?:es|ed|ing)?", "推送|强推"),
    Deed.MERGE: ("merge", "merg(?:e|es|ed|ing)", "合并|合入"),
    Deed.REBASE: ("rebase", "rebas(?:e|es|ed|ing)", "变基"),
    Deed.DEPLOY: ("deploy", "deploy(?:s|ed|ing|ments?)?", "部署|上线"),
    Deed.RELEASE: ("(?:release|publish)", "(?:releas|publish)(?:e|es|ed|ing)?", "发布|发版"),
}
_NOUN = (
    r"(?![-_./(]\w|\s(?:messages?|hooks?|logs?|histor\w+|notifications?|notes?|scripts?|buttons?|apis?|endpoints?"
    r"|functions?"
    r"|handlers?|jobs?|pipelines?|targets?|requests?|queue|services?|support|tests?|conflicts?|docs?|page|command"
    r"|workflow|button)\b)"
)
_ZH_NOUNS = r"(?:记录|信息|历史|钩子|按钮|表单|接口|脚本|功能|流程|逻辑|通知|服务|冲突|文档|命令|页面)"
_BEGINS = r"(?:^|[,;.:!?，。；、`]\s?|\b(?:and|then|to|please|now|finally|first|next|just)\s)\W{0,2}(?:git\s)?"
_ZH_THEN = r"(?:再|然后|并且?|后|先|就|去|来|可以|直接|和|最后|马上|立即|一起)"
_ZH_BEGINS = rf"(?:^|[，。；、,;:：\s`]|{_ZH_THEN})"
_ASKS = re.compile(
    r"\b(?:ask(?:s|ing)?|(?:be|been|if|when|unless|until|have|has) asked|check with|confirm(?:s|ed|ing)? (?:with|by"
    r"|it with)|confirmation|permission|approv\w+|consent"
    r"|let (?:me|us|the user) know|tell (?:me|us|the user)|my (?:ok|okay|say|word)"
    r"|wait for (?:me|my|the user|an? (?:ok|okay|answer|reply)))\b"
    r"|(?<!访)问(?!题|候)|询问|咨询|征询|征得|征求|同意|过目|(?:我|用户|他|未经|没有|不经|征得|得到"
    r"|经)[^，。；]{0,6}(?:允许|许可|批准)|(?:告诉|通知|告知)(?:我|用户|他|她)"
    r"|(?:我|用户|他|她|人|请|让|等|经|得到?|向|跟|和|与)[^，。；]{0,6}确认",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:without|before|until|unless|first|always|must|needs?|requires?|only|never|not)\b|n['’]t\b|先|前|必须"
    r"|务必|需|要|没有|未经|不",
    re.IGNORECASE,
)
_BAN = r"(?:never|not|n['’]t|avoid|no|stop|cannot|without asking)"
_BETWEEN = (
    r"(?:(?:ever|directly|yet|just|automatically|auto|blindly|manually|run|use|do|try to|force|yourself"
    r"|[\w-]+,? (?:or|and|nor))\s){0,3}"
)
_ZH_BAN = (
    r"(?:不要|不得|不能|不可以?|不准|不许|禁止|严禁|切勿|请勿|勿|别|绝不|不)(?:再|直接|自动|擅自|自行|随意|私自|主动)?"
)
_CONDITION = re.compile(
    r"\b(?:unless|until|without|before|except|if|when|while|after)\b|之前|除非|如果|没有|未经|前|的情况下", re.I
)
_FORCE = re.compile(r"\bforce\b|\bforced\b|强推|强制", re.IGNORECASE)
_OBJECT = re.compile(r"[\w./-]+")
_GENERIC = words(
    """
    anything code changes change it them this that yet directly ever again the a an any my your our to up on by yourself
    automatically files work need needs require requires must should is are have has be me first and
    """
)
_ZH_GENERIC = re.compile(r"^(?:任何|所有)?(?:代码|更改|改动|修改|东西|内容|变更)?$")


def wants_to_be_asked(order: str) -> bool:
    """Whether an order asks for somebody's word first."""
    return _ASKS.search(order) is not None


@lru_cache
def deeds_in(step: str) -> frozenset[Deed]:
    """What a step does."""
    return frozenset(deed for deed in Deed if _does(deed).search(step[:TEXT_CAP]))


def speaks_of(order: str, deed: Deed) -> bool:
    """Whether an order is about it."""
    return _said(deed).search(order) is not None


def stops(order: str, deed: Deed, step: str) -> bool:
    """Whether an order that speaks of a deed forbids a step that does it: it wants to be asked, or forbids it."""
    if _ASKS.search(order) and _FIRST.search(order):
        return not _ASKS.search(step) and _is_meant(order, deed, step)
    found = _forbids(deed).search(order)
    return found is not None and not _CONDITION.search(order, found.end()) and _is_meant(order, deed, step)


def _is_meant(order: str, deed: Deed, step: str) -> bool:
    """Whether what the order says is not to be committed, or whereto not to be pushed, is what the step names."""
    if _FORCE.search(order) and not _FORCE.search(step):
        return False
    found = _said(deed).search(order)
    rest = re.split(r"[,;!?，。；！？]|\.(?!\w)", order[found.end() :] if found else "", maxsplit=1)[0]
    condition = _CONDITION.search(rest)
    rest = (rest[: condition.start()] if condition else rest).strip()
    if re.search("[\u4e00-\u9fff]", order):
        wide = _ASKS.split(rest)[0].strip(" 之")
        return (
            _ZH_GENERIC.match(wide) is not None
            or wide in step
            or bool(re.match("必须|要|都|务必|需|先|应|得|请|时", wide))
        )
    told = [word.lower().strip(".") for word in _OBJECT.findall(_ASKS.split(rest)[0])]
    named = [word for word in told if word not in _GENERIC]
    said = [word for word in named if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", step, re.IGNORECASE)]
    return 2 * len(said) >= len(named)


@lru_cache
def _does(deed: Deed) -> re.Pattern[str]:
    base, _, wide = _VERBS[deed]
    english = rf"{_BEGINS}{base}\b{_NOUN}|\bgit {base}\b"
    mixed = rf"(?!和){_ZH_THEN}\s?{base}\b(?!\s?(?:[\u4e00-\u9fff]{{0,2}}{_ZH_NOUNS}|之?前|的)){_NOUN}"
    chinese = rf"{_ZH_BEGINS}(?:{wide})(?!{_ZH_NOUNS}|之?前|的)"
    return re.compile(rf"{english}|{mixed}|{chinese}", re.IGNORECASE)


@lru_cache
def _said(deed: Deed) -> re.Pattern[str]:
    _, forms, wide = _VERBS[deed]
    return re.compile(rf"\b{forms}\b{_NOUN}|(?:{wide})(?!{_ZH_NOUNS})", re.IGNORECASE)


@lru_cache
def _forbids(deed: Deed) -> re.Pattern[str]:
    _, forms, wide = _VERBS[deed]
    return re.compile(
        rf"{_BAN}\s{_BETWEEN}(?:git\s|`git\s)?{forms}\b{_NOUN}|{_ZH_BAN}(?:{wide})",
        re.IGNORECASE,
    )
