"""Which side of a contrast a name stands on: what an order demands, and what it forbids in its place.

"Use A instead of B" forbids B alone. Where a sentence shows no contrast in one of the forms below, all that it names
counts as forbidden, as before; where it does, what is demanded is never counted against whoever does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mementod_parsers.text.whole_names import places

TEXT_CAP = 1_000  # characters of one order

_IN = r"(?:[^.;!?。；！？]|\.(?=\w))"  # within one sentence
_CLAUSE = r"(?:[^.;!?,，。；！？]|\.(?=\w))"
_NOT = r"(?<!\bnot )(?<!\bnever )(?<!n't )(?<!n’t )(?<!\bavoid )"
_TAKE = r"(?:use|using|prefer|call|calling|import|choose|pick|keep|take|write|put|store|go (?:through|with|via))"
_BAN = r"(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|avoid|no)"
_FOR = r"(?:instead of|rather than|in place of|in preference to|as opposed to)"
_SO = r"(?:but|and|then|so|please|always|only|you (?:must|should)|must|should|instead|rather)"
_ZH_TAKE = r"(?:使用|采用|改用|换用|选用|调用|用|走|以)"
_ZH_BAN = r"(?:不要|不得|不能|不可以?|不准|不许|不应该?|禁止|严禁|切勿|请勿|勿|别|避免|不)"
_ZH_FOR = r"(?:代替|替代|取代)"
_IF = r"\b(?:after|when|if|once|unless|until|with|before)\b|之后|以后|前提|如果|除非|才能|才可"

# In each form `want` is what is demanded.
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # use A instead of B; prefer A over B
        rf"{_NOT}\b{_TAKE}\b(?P<want>{_IN}{{1,200}}?),?\s{_FOR}\b",
        rf"{_NOT}\b(?:use|prefer|choose|pick|favou?r)\b(?P<want>{_IN}{{1,200}}?)\sover\s",
        # never use B instead of A
        rf"\b{_BAN}\s{_TAKE}\b{_IN}{{1,200}}?\s{_FOR}\b(?P<want>{_CLAUSE}{{1,200}})",
        # instead of B, use A
        rf"(?:^|[^\w\s]\s*|\band\s){_FOR}\b{_CLAUSE}{{1,200}}?,?\s(?:{_SO}\s)*{_TAKE}\b(?P<want>{_CLAUSE}{{1,200}})",
        # never use B; use A (instead)   B is forbidden: use A
        rf"(?:\b{_BAN}\b|\b(?:forbidden|banned|deprecated|off[ -]limits|not allowed)\b){_IN}{{0,200}}?"
        rf"\s?[,;:.(—–-]+\s?(?:{_SO},?\s)*{_TAKE}\b(?P<want>{_CLAUSE}{{1,200}})",
        # do not edit B, edit A instead
        rf"\b{_BAN}\b{_IN}{{1,200}}?[,;:.—–-]\s*(?:{_SO},?\s)*(?P<want>{_CLAUSE}{{1,200}}?)\sinstead\b(?!\sof)",
        # not B but A
        rf"\bnot\b{_IN}{{1,200}}?,?\sbut\s(?!not\b|never\b|only\b)(?P<want>{_CLAUSE}{{1,200}})",
        # use only A; only edit A
        rf"{_NOT}\b(?:(?:use|call|import|edit|change|touch|modify|write to)\sonly|only\s(?:ever\s)?(?:use|call|import"
        rf"|edit|change|touch|modify|write to))\b(?P<want>(?:(?!{_IF}){_CLAUSE}){{1,200}})(?:$|[;!?,，。；]|\.(?!\w))",
        # 用 A 代替 B
        rf"(?<![不别勿要止准许使采改换选调])(?<!不能)(?<!不得)(?<!不可){_ZH_TAKE}(?P<want>{_IN}{{1,200}}?)(?:来|去)?{_ZH_FOR}",
        # 不要用 B，用 A；不要用 B 用 A；不用 B 而用 A
        rf"{_ZH_BAN}{_IN}{{1,200}}?(?:[，,；;。：:（(]\s*|\s)(?:而|请|应该?|要|必须|一律|统一|直接|都|全部|可以|只能?)*"
        rf"(?:使用|采用|改用|换用|选用|调用|用|走|换成|改成)(?P<want>{_CLAUSE}{{1,200}})",
        rf"{_ZH_BAN}{_IN}{{1,200}}?，?而(?:是(?:用|走)?|要用?|应用?|(?:使用|改用|用|走))(?P<want>{_CLAUSE}{{1,200}})",
        # 禁止用 B 代替 A
        rf"(?:不要|不得|不能|不可|不准|禁止|严禁|勿|别){_ZH_TAKE}{_IN}{{1,200}}?{_ZH_FOR}(?P<want>{_CLAUSE}{{1,200}})",
        # 只用 A；只能改 A
        rf"(?<!不)(?:只|仅)(?:能|准|可以?|许|允许)?(?:使用|采用|调用|修改|编辑|改动|用|改|动)"
        rf"(?P<want>(?:(?!{_IF}){_CLAUSE}){{1,200}})(?:$|[;!?,，。；]|\.(?!\w))",
    )
)
# A, not B; A 而不是 B: what stands before is demanded, unless it forbids by itself.
_AFTER = re.compile(
    r"(?:,|\(|\s[—–-]+)\s?(?:and |but )?(?:not\s|never\s(?=`|[\w/]+[._/]\w))"
    r"(?!to\b|be\b|been\b|even\b|only\b|just\b|until\b|yet\b|without\b)"
    r"|，?\s?(?:而不是|而非|而不用|而不要用?|而别用)"
    r"|[，,；;（(]\s?(?:不是|不要用|不用|别用|禁止用|勿用|不得使用|不要使用|不使用)",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    rf"(?:\b{_FOR}|\sover)\s(?:(?:in|with|via|from|on|by|using|the|an?|any|our|your)\s)*|{_ZH_FOR}|而不是|而非|而不用",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"\s(?:for|in|inside|within|when|where|if|to|as|so|because|since|from|on|at|by|with)\s|[,;!?](?=\s)|\.(?!\w)"
    r"|[，。；！？（(]|来|时|以便|进行",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    rf"\b(?:{_BAN}|not)\b|n['’]t\b|(?:不要|不得|不能|不可|不准|不许|禁止|严禁|勿|别|避免)", re.IGNORECASE
)
_LIMITS = re.compile(
    r"\b(?:only|forbidden|prohibited|deprecated|off[ -]limits|read[- ]only)\b|只|仅|不用|不是|不使用", re.IGNORECASE
)
_WIDE = re.compile("[\u4e00-\u9fff]")
_NAME = re.compile(r"`[^`]+`|[a-zA-Z][\w./-]{2,}", re.ASCII)
# A preference, a question, or a report of what was done.
_NO_ORDER = re.compile(
    "优先|尽量|推荐|建议|最好|可以|原因|因为|由于|为什么|为何|是否|吗|呢|[?？]|[替取换]了|代替过|已经?|曾|之前|我们"
)
_FROM = re.compile(r"[.;!?](?=\s)|[。；！？]")


def demanded(text: str) -> tuple[tuple[int, int], ...]:
    """The stretches of an order, in characters, that say what is to be done in place of what it forbids."""
    text = text[:TEXT_CAP]
    found = [match.span("want") for form in _FORMS for match in form.finditer(text)]
    return tuple(sorted({*found, *_before(text)}))


def is_choice(text: str) -> bool:
    """Whether a Chinese sentence orders one name in place of another, which has no other word of force: 用 A 代替 B."""
    if not _WIDE.search(text) or _NO_ORDER.search(text):
        return False
    return all(any(_NAME.search(text[a:b]) for a, b in side) for side in (demanded(text), _behind(text)))


def is_forbidden(text: str, name: str) -> bool:
    """Whether an order names this anywhere but among what it demands, and among what it forbids.

    Where nothing but "instead of" or the like forbids, only what comes right behind that is meant: "use A instead of B
    in C" says nothing against C.
    """
    wanted, against = demanded(text), None if _says_no(text) else _behind(text)
    if not (found := places(text, name)):  # named by another way of writing it, nobody knows where
        return not wanted
    return any(against is None or _is_within(at, against) for at in found if not _is_within(at, wanted))


def _says_no(text: str) -> bool:
    return _FORBIDS.search(text) is not None or _LIMITS.search(text) is not None


def _behind(text: str) -> list[tuple[int, int]]:
    """The stretches behind "instead of"."""
    ends = ((found.end(), _STOP.search(text, found.end())) for found in _INSTEAD.finditer(text))
    return [(start, stop.start() if stop else len(text)) for start, stop in ends]


def _is_within(at: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def _before(text: str) -> Iterator[tuple[int, int]]:
    for match in _AFTER.finditer(text):
        start = max((each.end() for each in _FROM.finditer(text, 0, match.start())), default=0)
        if not _FORBIDS.search(text, start, match.start()):
            yield start, match.start()
