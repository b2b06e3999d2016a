"""What an order is against, or about, where it says so in words: technologies, options, commands that no code holds.

`sides.py` and `acts.py` know names of the code, which are found as they are spelled. A word is found in either case,
in the plural and as the beginning of a longer name: who may not use Redis may not add a `redis_client`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from mementod_parsers.binding.sides import TEXT_CAP, demanded
from mementod_parsers.word_lists import words

ORDERS_KEPT = 2_000
PHRASE_WORDS = 3  # of something that has no name of its own: "the event bus"
WIDE_CHARS = 12  # the same in a script without blanks
BEGIN_CHARS = 4  # of a word, which both have in common
PLURAL_CHARS = 4  # from which a word that ends in s may be a plural

_BAN = (
    r"(?:never|do not|don['’]t|dont|must(?: not|n['’]t)|should(?: not|n['’]t)|may not|cannot|can['’]t|avoid|stop"
    r"|refrain from|forbidden to|not allowed to|no longer|under no circumstances|ask(?:\s\w+){0,4}? before)"
)
_USE = (
    r"(?:us(?:e|ing)|adopt(?:ing)?|add(?:ing)?|install(?:ing)?|introduc(?:e|ing)|bring(?:ing)? (?:in|back)"
    r"|depend(?:ing)? (?:up)?on|rely(?:ing)? on|(?:switch|mov|migrat|go)(?:e|ing)?(?: back)? to|go(?:ing)? with"
    r"|run(?:ning)?|call(?:ing)?|import(?:ing)?|invok(?:e|ing)|start(?:ing)?|choos(?:e|ing)|pick(?:ing)?"
    r"|propos(?:e|ing)|suggest(?:ing)?)"
)
_OBJECT = r"(?P<what>(?:[^;!?,，。；！？\n]|(?<=\d),(?=\d))+)"
_NAME = r"`[^`\n]{1,80}`|[A-Za-z][\w+#-]*(?:[./][\w+#-]+)*\+*"
_GONE = (
    r"(?:forbidden|banned|prohibited|off[ -]limits|not allowed|rejected|ruled out|abandoned|discarded|off the table"
    r"|out of the question|(?:not|never) (?:to )?be used)"
)
_ZH_BAN = r"(?:不要|不得|不能|不可以?|不准|不许|不应该?|禁止|严禁|切勿|请勿|勿|别|避免|绝不|永不|不再|不)"
_ZH_USE = (
    r"(?:使用|引入|采用|安装|依赖|改用|换用|换成|换回|改回|迁移到|切换?到|调用|运行|执行|启动|添加|加入|选用|用|跑"
    r"|上|加(?![快速载密班]))"
)
_ZH_OBJECT = r"(?P<what>[^，。,;；！!（(：:\n]{1,40})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b{_BAN}\b(?:\s(?!forget|hesitate|skip|stop|remov|avoid|until|unless|without)[\w'’-]+){{0,3}}?"
        rf"\s{_USE}\s{_OBJECT}",
        rf"\b(?:avoid(?:ing)?|stay away from|keep away from|steer clear of|forbids?|bans?|prohibits?|disallows?|vetoed)"
        rf"\s(?!{_USE}\b){_OBJECT}",
        r"[,;(—-]\s?(?:and |but )?(?:not|never)"
        rf"\s(?!only|just|even|to|in|on|be|until|yet|because|as|if|when|by|from|for|the other){_OBJECT}",
        rf"\bno (?:new|more|further|other|extra)\s{_OBJECT}",
        r"\b(?:instead of|rather than|in place of|decided against|gave up on)"
        rf"\s(?:{_USE}\s)?(?!\w+(?:ing|ly)\b){_OBJECT}",
        rf"(?:(?:^|[.;:!(—]\s?|\*\*)(?:no|not)|\b(?:rejected|ruled out))(?: more)?:?\s(?=(?-i:[A-Z`])){_OBJECT}",
        rf"{_ZH_BAN}(?:再|继续|直接|擅自|随意|随便)?{_ZH_USE}{_ZH_OBJECT}",
        rf"(?:禁止|严禁)[\s:：]{{0,2}}(?P<what>(?:{_NAME})(?:\s?[/、和或与及]\s?(?:{_NAME})){{0,9}})(?=\s*(?:[。；;，,)）]|$))",
        rf"(?:禁用|弃用|停用|否决了?|放弃了?|排除了?|代替|替代|取代|而不是|而非){_ZH_OBJECT}",
    )
)
# The same about what has a name of its own.
_OWN_FORMS = tuple(
    re.compile(form)
    for form in (
        r"\b(?:[Nn]ie(?:mals)?|[Kk]ein\w*|[Jj]amais|[Pp]as de|[Nn]unca|[Nn]ão)"
        rf"\s(?:[a-zà-ÿ]+\s){{0,2}}?(?P<what>{_NAME})",
        rf"(?P<what>{_NAME})\s(?:is|are|was|were|has been|have been|must|may|should|can|shall)"
        rf"(?:\s\w+){{0,2}}?\s{_GONE}",
        rf"(?P<what>{_NAME})\s?(?:已?经?被?(?:否决|弃用|禁止|禁用|排除|放弃)"
        r"|不(?:准|许|能|得|可以?|要|应该?)(?:再|被)?(?:用|使用))",
        r"(?:^|[，。；、\s])(?P<what>[\u4e00-\u9fff]{2,8}?)(?:的?方案|这个方案)?(?:已经?|被)+(?:否决|弃用|放弃|排除)",
    )
)
_STOP = re.compile(
    r"\s(?:for|in|inside|within|on|at|when|where|while|if|unless|until|without|before|after|because|since|as|so|to"
    r"|from|with|by|instead|rather|anywhere|again|any ?more|ever|here|there|please|yet|directly|but|then|use"
    r"|is|are|was|were)\b|[:—–(]|\.(?!\w)|\s-\s",
    re.IGNORECASE,
)
_ZH_STOP = re.compile(
    r"来|去|做|进行|存|写|处理|的时候|时(?!间|区)|在|直接|以免|因为|除非|而|，|用于|于|了$|。"
    r"|\s(?=[\u4e00-\u9fff])(?![或和与及])"
)
_PARTS = re.compile(r"\s*(?:,|/(?=\s)|\bor\b|\band\b|\bnor\b|、|或者?|和|与|及)\s*")
_LEADS = re.compile(
    r"^(?:(?:the|an?|any|our|your|this|that|these|those|some|more|new|such|other)\s"
    r"|任何|所有|这个|那个|该|其他|新的?|这些)+",
    re.I,
)
_TOKEN = re.compile(_NAME)
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RUNS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}")
_PIECE = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]{2,}|[^\W\d_a-zA-Z\u3040-\u9fff\uac00-\ud7af]{3,}")
_OWN = re.compile(r"^`|[A-Z]|\d|[._+#/]\w")
_PLURAL = re.compile(r"(?:ies|(?<!s)s|(?<=[^aeiou])y)$")
_SENTENCE = re.compile(r"(?:^|[.!?:;。！？；：]\s|\n)\W*$")
_CONDITION = re.compile(
    r"^[^.;。；]{0,80}?(?:\b(?:unless|until|without|before|except|if|when|while)\b"
    r"|之前|除非|如果|没有|未经|不然|的情况下)",
    re.IGNORECASE,
)
_SCOPE = re.compile(r"^\W{0,2}(?:s|es)?\W?\s?(?:for|in|inside|within|as|on)\s((?:[\w'-]+\s?){1,5})", re.IGNORECASE)
_KIND = re.compile(r"(?:\s[a-z]{3,}){1,2}(?=\W*$)")  # "Redux reducers" is less than Redux
_IDLE = words(
    """
    what why who how use used using with from into then it them this that these those they he she anything something
    everything nothing one ones thing things way ways code words the an for of and or to all any our your my its here
    project repo repository codebase app application now more yet anymore ever again system
    """
)
# In capitals, and in sentences about anything.
_COMMON = words(
    """
    i ok cli gui api apis json yaml html css http https url urls ui ux pr prs ci cd id ids todo fixme readme changelog
    english chinese monday tuesday wednesday thursday friday never always do don not no must only use
    """
)


class Banned(NamedTuple):
    """One word or phrase that an order is against, and for what it is: empty for everything.

    `is_conditional` where the order says when.
    """

    name: str
    scope: frozenset[str] = frozenset()
    is_conditional: bool = False


@lru_cache(maxsize=ORDERS_KEPT)
def banned(order: str) -> tuple[Banned, ...]:
    """What an order is against using, in its words; nothing of what it demands in its place."""
    text = order[:TEXT_CAP]
    wanted = demanded(text)
    found: dict[str, Banned] = {}
    for match, is_own in [
        *((m, False) for f in _FORMS for m in f.finditer(text)),
        *((m, True) for f in _OWN_FORMS for m in f.finditer(text)),
    ]:
        for at, name in _names(match["what"], match.start("what"), is_own):
            if name.lower() not in found and not any(start <= at < end for start, end in wanted):
                after = text[at + len(name) if match.end() == match.end("what") else match.end() :]
                found[name.lower()] = Banned(name.strip("`"), scope_of(after), _CONDITION.match(after) is not None)
    return tuple(found.values())


@lru_cache(maxsize=ORDERS_KEPT)
def own_words(text: str) -> tuple[str, ...]:
    """The proper names of a text: what has capitals, figures or joints, and any Latin word among Chinese ones."""
    is_wide = _WIDE.search(text) is not None
    found: dict[str, None] = {}
    for match in _TOKEN.finditer(text[:TEXT_CAP]):
        name = match[0].strip("`")
        opens = _SENTENCE.search(text[: match.start()]) is not None and match[0][1:].islower() and match[0][0] != "`"
        if len(name) > 1 and name.lower() not in _COMMON and (is_wide or (_OWN.search(match[0]) and not opens)):
            found[name] = None
    return tuple(found)


def spans(text: str, name: str) -> list[tuple[int, int]]:
    """Where a text says a word, in either case, in the plural or as the beginning of a longer name."""
    text = text[:TEXT_CAP]
    if _WIDE.search(name):
        return [(m.start(), m.end()) for m in re.finditer(re.escape(name), text)]
    bare = _PLURAL.sub("", name) if name.rpartition(" ")[2].islower() and len(name) > PLURAL_CHARS else name
    said = r"\s+".join(map(re.escape, bare.split()))
    inside = "a-z" if _OWN.search(name) else "a-zA-Z"  # `RedisClient` is of Redis, `TypeScript` is of no type
    pattern = rf"(?<![\w/.-])(?i:{said})(?:s|es|y|ies)?(?![{inside}0-9/])(?!\.\w)"
    return [(m.start(), m.end()) for m in re.finditer(pattern, text, re.ASCII)]


def may_share(order: str, step: str) -> bool:
    """Whether an order may say any word of a step; quick, for the many that do not."""
    text = order.lower()
    return any(begin in text for begin in _begins(step))


@lru_cache
def _begins(step: str) -> tuple[str, ...]:
    latin = (word[:BEGIN_CHARS].lower() for word in _PIECE.findall(step) if word.lower() not in _IDLE)
    wide = (pair for run in _RUNS.findall(step) for pair in map("".join, pairwise(run)))
    return tuple(dict.fromkeys((*latin, *wide)))


def scope_of(after: str) -> frozenset[str]:
    """For what something is, as the words right behind it say; empty where they do not or it is for all."""
    if not (found := _SCOPE.match(after)):
        return frozenset()
    return frozenset(word.removesuffix("s") for word in re.findall(r"[a-z]{3,}", found[1].lower()) if word not in _IDLE)


def _names(phrase: str, at: int, is_own: bool) -> Iterator[tuple[int, str]]:
    """The names in the object of a ban, and where they stand; where it has none, the thing in its own words."""
    if is_own:
        if (_OWN.search(phrase) or _WIDE.search(phrase)) and phrase.lower() not in _COMMON:
            yield at, phrase
        return
    stop = (_ZH_STOP if _WIDE.search(phrase) else _STOP).search(phrase, 1)
    for start, part in _parts(phrase[: stop.start()] if stop else phrase):
        own = [m for m in _TOKEN.finditer(part) if _OWN.search(m[0]) or _WIDE.search(phrase)]
        for first, last in _runs(own):
            kind, name = _KIND.match(part, last), part[first:last]
            if name.lower() not in _COMMON:
                yield at + start + first, f"{name}{kind[0] if kind else ''}"
        if not own and _is_thing(part):
            yield at + start, part


def _runs(own: Iterable[re.Match[str]]) -> list[tuple[int, int]]:
    """Where names begin and end: those with a blank between them are one."""
    found: list[tuple[int, int]] = []
    for match in own:
        is_next = bool(found) and match.start() == found[-1][1] + 1
        start = found.pop()[0] if is_next else match.start()
        found.append((start, match.end()))
    return found


def _parts(phrase: str) -> Iterator[tuple[int, str]]:
    """What an enumeration lists, without articles."""
    ends = [(0, 0), *((m.start(), m.end()) for m in _PARTS.finditer(phrase)), (len(phrase), len(phrase))]
    for (_, start), (end, _) in pairwise(ends):
        part = phrase[start:end]
        lead = _LEADS.match(part.lstrip())
        skipped = len(part) - len(part.lstrip()) + (lead.end() if lead else 0)
        if bare := part[skipped:].strip(" *\"'“”「」"):
            yield start + part.find(bare, skipped), bare


def _is_thing(part: str) -> bool:
    if _WIDE.search(part):
        return 2 <= len(part) <= WIDE_CHARS
    said = part.lower().split()
    return (
        1 <= len(said) <= PHRASE_WORDS
        and not set(said) <= _IDLE
        and all(word.replace("-", "").isalpha() for word in said)
        and len(part) > 2
    )
