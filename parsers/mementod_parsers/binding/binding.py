"""With what force one sentence binds its reader: it forbids, limits, obliges, stresses an order, or none of these.

A language fills in one `Tongue`; the procedure is the same for all of them. Code, links and emphasis are hidden from
the patterns (spans.py), so that a word in them is no cue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

MAX_SENTENCE_CHARS = 800  # longer ones are lists or pasted text; the rest is not searched
MAX_CAPTION_CHARS = 100
MAX_CAPTION_WORDS = 5
MAX_CAPTION_SIGNS = 14  # of a script without blanks
MIN_WIDE = 2  # wide signs from which a caption is measured by them, not by its words


class ConstraintKind(StrEnum):
    """What a constraint does; where a sentence does several things, the first of these counts."""

    PROHIBITION = "prohibition"
    BOUNDARY = "boundary"  # a limit, a scope, read-only
    OBLIGATION = "obligation"
    EMPHASIS = "emphasis"  # an order that is marked as important, or to be remembered
    PERMISSION = "permission"  # binds nobody, but lifts what was said before


class Caption(StrEnum):
    """What a heading, or a line that introduces a list, makes of the orders under it."""

    FORBIDS = "forbids"
    BINDS = "binds"  # hard rules: each item is one, also a statement
    OBLIGES = "obliges"
    STRESSES = "stresses"
    RULES = "rules"  # of what stands under it, only denials ("no emojis") are rules by that
    TELLS = "tells"  # merits, features, results: nothing under it binds
    REMEDIES = "remedies"  # what to do about failures: only what it forbids is a rule
    ADVISES = "advises"  # recommendations: what stands under it has only the force of its own words
    CHECKS = "checks"  # a checklist for every commit, every task: each item is an order, however it is worded


NOTHING = re.compile(r"(?!)")
ANYTHING = re.compile("")


@dataclass(frozen=True, slots=True)
class Tongue:
    """The cues of one language, each searched in the sentence after `void` was blanked out of it."""

    void: re.Pattern[str]  # phrases that look like cues and bind nobody: "do not worry", "to avoid"
    mute: re.Pattern[str]  # a sentence with one of these binds nobody at all
    forbids: re.Pattern[str]
    limits: re.Pattern[str]
    obliges: re.Pattern[str]
    stresses: re.Pattern[str]
    order: re.Pattern[str]  # matches at the head of an order
    denies: re.Pattern[str]  # matches at the head of a denial, a rule only where rules are expected
    permits: re.Pattern[str]  # lifts a rule
    captions: tuple[tuple[Caption, re.Pattern[str]], ...]
    softens: re.Pattern[str] = NOTHING  # advises: such a sentence borrows no force
    hint: re.Pattern[str] = ANYTHING  # in every sentence with force: a quick test before the four searches
    spelling: Mapping[int, int] = field(default_factory=dict)  # characters read as others: a second script


def cue(*phrases: str) -> re.Pattern[str]:
    """One pattern of several phrases, in any case of letters."""
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases), re.IGNORECASE)


def any_of(words: Iterable[str]) -> str:
    """A pattern of plain words that writes common beginnings once, so that most texts fail at the first letter."""
    tails: dict[str, list[str]] = {}
    for word in words:
        tails.setdefault(word[:1], []).append(word[1:])
    ends = tails.pop("", None) is not None
    if not tails:
        return ""
    body = "|".join(re.escape(head) + any_of(rest) for head, rest in sorted(tails.items()))
    return f"(?:{body})?" if ends else f"(?:{body})"


_BULLET = re.compile(r"^[^\w\x00(\"'“「]+|^\d{1,3}[.)、，]\s{0,3}")
_CROSS = re.compile(r"^\W{0,4}[❌✗✘🚫⛔]")
_TICK = re.compile(r"^\W{0,4}[✅✔☑]")
_QUESTION = re.compile(r"[?？][^\w\"”」』]{0,4}$")  # what is asked in quotes is no question
_TITLE = re.compile(r"\W{0,4}\*\*[^*\n]{2,60}\*\*\W{0,4}")
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
    r"(?:\b(?:must|shall|should|may|can|will|always|never|not|only|ensure|avoid|sure|forget|that|they|you|be)"
    r"|必须|务必|禁止|严禁|不得|不要|不能|避免|确保|应当?|检查|以下|下列|先做|遵循|遵守|做到|满足"
    r"|(?:遵守|遵循|满足)[^，。：:]{0,10}(?:原则|规则|规范|要求|步骤|条件)"
    r"|的(?:任务|场景|情况|时候)|(?:禁止|严禁|不得|不要|避免)[^，。：:]{0,4}(?:以下|如下|下列)[^，。：:]{0,8})[^\w\x00]{0,4}$",
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
    r"(?:必须|务必|禁止|严禁|不得)(?!的|严格|执行|遵|满足|包[含括]|做到|[^，。：:]{0,10}(?:[以如]下|下列))(?![^：:]*的[^的：:]{2,8}[：:])"
    r"[^，。：:）)]{4,}[：:]\W{0,4}$|必须(?:单向|唯一|一致|幂等|独立|显式)[：:]\W{0,4}$"
)
_MOMENT = re.compile(r"\b(?:before|after|when|whenever|every|each|prior to|once)\b|[前后每]|(?<![同及])时(?!间)", re.I)
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
# In a checklist: what is allowed, and what happens by itself.
_TOLD = re.compile(
    r"(?:you (?:can|may)|they|it|this|these|there|that|note|example|e\.g)\b|\w+ (?:handles|runs)\b", re.I
)
# A thing, perhaps with its title and with what it is.
_NAME = re.compile(r"(?:[^：:\x00]{0,12}[一-鿿][：:] ?)?\x00(?: \x00|[, ])*(?:$| [–—-] |[:（(])")
_SIGNS = {0x2010: "-", 0x2011: "-", 0x2019: "'"}  # look like the plain ones
_SPACES = re.compile(r"\s+")
_MARKS = re.compile("\x00+")
_GAPS = re.compile("(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])")  # where an emphasis was


def plain(masked: str) -> str:
    """A masked sentence on one line, each hidden span one sign, without bullets and pictures in front."""
    text = _SPACES.sub(" ", _MARKS.sub("\x00", masked[:MAX_SENTENCE_CHARS])).strip().translate(_SIGNS)
    return _BULLET.sub("", _BULLET.sub("", text if text.isascii() else _GAPS.sub("", text)))


def kind_of(masked: str, tongue: Tongue) -> ConstraintKind | None:
    """The kind of constraint that a masked sentence is by its own words."""
    text = plain(masked).translate(tongue.spelling)
    if not text or _QUESTION.search(text) or tongue.mute.search(text):
        return None
    if tongue.hint.search(text):
        said = tongue.void.sub(" ~ ", text)
        for kind, pattern in (
            (ConstraintKind.PROHIBITION, tongue.forbids),
            (ConstraintKind.BOUNDARY, tongue.limits),
            (ConstraintKind.OBLIGATION, tongue.obliges),
            (ConstraintKind.EMPHASIS, tongue.stresses),
        ):
            if pattern.search(said):
                return kind
    return ConstraintKind.PROHIBITION if _CROSS.match(masked) and tongue.order.match(text) else None


def lent_kind(masked: str, tongue: Tongue, under: Caption) -> ConstraintKind | None:
    """The kind of a masked sentence without force of its own that stands under a caption."""
    text = plain(masked).translate(tongue.spelling)
    if not text or _QUESTION.search(text) or tongue.mute.search(text):
        return None
    if under in (Caption.CHECKS, Caption.FORBIDS) and _TICK.match(masked):
        return None  # reports what was checked, or shows how it is right
    if under is Caption.CHECKS and _TOLD.match(text):
        return None
    if under is Caption.BINDS and (_TOLD.match(text) or _NAME.match(text)):
        return ConstraintKind.OBLIGATION if tongue.order.match(text) else None
    return _by_caption(under, is_order=bool(tongue.order.match(text)), is_denial=bool(tongue.denies.match(text)))


def softened(masked: str, tongue: Tongue, under: Caption) -> bool:
    """Whether a sentence only asks or advises, so that it borrows no force; under a ban it names what is banned."""
    text = plain(masked).translate(tongue.spelling)
    return bool(tongue.mute.search(text)) or (under is not Caption.FORBIDS and bool(tongue.softens.search(text)))


def permits(masked: str, tongue: Tongue) -> bool:
    """Whether a sentence allows what may have been forbidden before."""
    text = plain(masked).translate(tongue.spelling)
    return not _QUESTION.search(text) and bool(tongue.permits.search(text))


def _by_caption(under: Caption, *, is_order: bool, is_denial: bool) -> ConstraintKind | None:
    match under:
        case Caption.FORBIDS:
            return ConstraintKind.PROHIBITION
        case Caption.RULES | Caption.BINDS | Caption.OBLIGES | Caption.STRESSES if is_denial:
            return ConstraintKind.PROHIBITION
        case Caption.CHECKS | Caption.BINDS:
            return ConstraintKind.OBLIGATION
        case Caption.OBLIGES if is_order:
            return ConstraintKind.OBLIGATION
        case Caption.STRESSES if is_order:
            return ConstraintKind.EMPHASIS
        case _:
            return None


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
    return bool(_TITLE.fullmatch(text)) and is_label(text)


def is_label(text: str) -> bool:
    """Whether a text is short enough to be the name of what stands under it."""
    wide = len(_WIDE.findall(text))
    return wide <= MAX_CAPTION_SIGNS if wide > MIN_WIDE else len(text.split()) <= MAX_CAPTION_WORDS
