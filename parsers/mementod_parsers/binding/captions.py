"""Headings, introducing lines and captions: how they look, what they lend, and when one is a rule by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod_parsers.binding.binding import Caption, Tongue, kind_of, plain

MAX_CAPTION_CHARS = 100
MAX_CAPTION_WORDS = 5
MAX_CAPTION_SIGNS = 14  # of a script without blanks
MIN_WIDE = 2  # wide signs from which a caption is measured by them, not by its words

_TITLE = re.compile(r"\W{0,4}\*\*[^*\n]{2,60}\*\*\W{0,4}")
_STOPPED = re.compile(r"\w[.!]\W{0,4}$")  # a whole sentence, also where it is short and in bold
_COLON = re.compile(r"[:：]\W{0,4}$")
_FOLLOWING = re.compile(r"\b(?:following|below|as follows)\b|\b(?:these|this)\b.{0,12}$|以下|如下|下列", re.I)
# A caption of an example, whatever it says of it: "Wrong (never do this):".
_SAMPLE = re.compile(
    r"(?:bad|good|correct|incorrect|wrong|right|better|worse|examples?|示例|反例|正例|错误"
    r"|正确)\b[^:：]{0,80}[:：]\W{0,4}$",
    re.I,
)
# A sentence that is not whole without its list: "You must:", "Ensure that they:".
_OPEN = re.compile(
    r"(?:\b(?:(?:must|shall|should|always)(?: first| then)?|may|can|will|never|not|only(?: (?:when|if|for|to|in))?"
    r"|ensure|avoid|sure|forget|that|they|you|be)"
    r"|必须|务必|禁止|严禁|不得|不要|不能|避免|确保|应当?|检查|以下|下列|先做|遵循|遵守|做到|满足"
    r"|(?:遵守|遵循|满足)[^，。：:]{0,10}(?:原则|规则|规范|要求|步骤|条件)"
    r"|的(?:任务|场景|情况|时候)|(?:禁止|严禁|不得|不要|避免)[^，。：:]{0,4}(?:以下|如下"
    r"|下列)[^，。：:]{0,8})[^\w\x00]{0,4}$",
    re.I,
)
# A rule that only says that there are rules: "Always follow these steps:".
_GENERIC = re.compile(
    r"\b(?:do|follow|meet|satisfy|pass|perform|observe|obey|check|verify|ensure|complete|run|apply|execute|consider|use"
    r"|respect|remember|answer)\b(?: all| any| one)?(?: of)? (?:the following|these|this|those)\b[^,.;]{0,60}\W{0,2}$"
    r"|^(?:the )?following\b|(?:以下|如下|下列)[^，。]{0,12}\W{0,4}$",
    re.I,
)
# A label that says what must be: "提交前必须通过 ESLint:".
_WHOLE = re.compile(
    r"(?:必须|务必|禁止|严禁|不得)(?!的|严格|执行|遵|满足|包[含括]|做到|[^，。：:]{0,10}(?:[以如]下"
    r"|下列))(?![^：:]*的[^的：:]{2,8}[：:])"
    r"[^，。：:）)]{4,}[：:]\W{0,4}$|必须(?:单向|唯一|一致|幂等|独立|显式)[：:]\W{0,4}$"
)
# Binds by its moment and its own verb, whatever it introduces: "Before changing anything, read:".
_TIED = re.compile(
    r"^(?:before|after|prior to|whenever|(?:every|each) time)\b[^,:]{3,60}, (?:(?:please|first|always|you|also) ){0,2}"
    r"(?:re-?)?(?:read|load|consult|run|update|review|study|inspect|open|execute)(?: first)?:\W{0,4}$|"
    r"[，,]\s?(?:请|必须|需要?|并)?严格(?:遵[循守]|按照?|执行)[^，。：:]{0,14}[：:]\W{0,4}$",
    re.I,
)
_MOMENT = re.compile(r"\b(?:before|after|when|whenever|every|each|prior to|once)\b|[前后每]|(?<![同及])时(?!间)", re.I)
_MARKED = re.compile(r"\((?:mandatory|required|enforced|strict)\b[^()]*\)\W{0,4}$", re.I)
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def caption_of(masked: str, tongue: Tongue) -> Caption | None:
    """What a heading or an introducing line makes of what stands under it; None for most."""
    text = plain(masked).translate(tongue.spelling)
    if len(text) > MAX_CAPTION_CHARS:
        return None
    return next((caption for caption, pattern in tongue.captions if pattern.search(text)), None)


def introduces(masked: str) -> bool:
    """Whether a paragraph or an item ends with a colon, and so introduces what follows."""
    return bool(_COLON.search(masked[-40:].rstrip()))


def is_caption(masked: str, tongues: Sequence[Tongue]) -> bool:
    """Whether a sentence only introduces what stands under it, and is no rule by itself."""
    if not introduces(masked):
        return False
    text = plain(masked)
    if _TIED.search(text) and any(kind_of(masked, tongue) for tongue in tongues):
        return False
    if _SAMPLE.match(text) or _OPEN.search(text):
        return True
    if any(kind_of(masked, tongue) for tongue in tongues):
        captions = (caption_of(masked, tongue) for tongue in tongues)
        short = is_label(text) and "，" not in text and not _WHOLE.search(text)
        named = short and any(each not in (None, Caption.RULES) for each in captions)
        return named or bool(_GENERIC.search(text) and not _MOMENT.search(text) and not _WHOLE.search(text))
    return is_label(text) or bool(_FOLLOWING.search(text))


def is_title(text: str) -> bool:
    """Whether a text is a short line in bold and nothing else."""
    return bool(_TITLE.fullmatch(text)) and is_label(text) and not _STOPPED.search(text)


def is_marked(text: str) -> bool:
    """Whether a heading says in brackets that all that stands under it must be done: "Commits (mandatory)"."""
    return bool(_MARKED.search(text))


def is_label(text: str) -> bool:
    """Whether a text is short enough to be the name of what stands under it."""
    wide = len(_WIDE.findall(text))
    return wide <= MAX_CAPTION_SIGNS if wide > MIN_WIDE else len(text.split()) <= MAX_CAPTION_WORDS
