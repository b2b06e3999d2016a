"""The words of the languages compiled to patterns, and the telling words by which a pattern may be passed over.

A blank in a phrase is any white space; see tongues/words.py. Each is compiled once, when it is first asked: most notes
are in one language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mementod_parsers.force.tongues.words import Words
from mementod_parsers.model import Force
from mementod_parsers.text.spans import MARK
from mementod_parsers.word_lists import words

STEM_CHARS = 4
# Fillers between a cue and a citation, and between a citation and a cue.
MAX_FILLERS = 4
MAX_BETWEEN_CHARS = 60
MAX_ASIDE_CHARS = 40  # of a remark in brackets between a citation and a cue
# What ends the reach of "formerly": the text turns to today.
_TURN = (
    r"\b(?:now|today|but|instead|currently|jetzt|heute|aber|agora|hoje|mas|ahora|hoy|pero|maintenant|mais|теперь"
    r"|сейчас|но)\b|\u2192|->|现|今|但|だが|現在|지금|현재|이제"
)
# Words that tell nothing about which group a sentence needs.
_COMMON = words(
    """
    the a an in on at of to for by with from is are was were be been has have had do does did it its this that and or
    as into all can any o os as um uma de do da em na para por com que se e el la los las un una en con y der die das
    den dem des ein eine einen von zu zum zur auf ist sind mit und le les une du des dans est sont et il sur à в на с
    из и или по для как от это при va vai ser tem foi foram sido ha han está están fue fueron être
    now already since all both later then recently fully completely entirely also subsequently just finally itself got
    here there own each other only still até já también ya se était ont été déjà wurde wurden bereits schon jetzt auch
    был была было были уже теперь также
    """
)
_PARTICLES = words(
    "了 的 在 被 为 到 成 至 入 有 要 会 の は が を に で と も た し な だ 은 는 이 가 을 를 도 의 로 에 와 과"
)
# The beginnings of words for things: only what is said of a thing makes a phrase a report or a label.
THINGS = words(
    """
    file code modu clas func docu comp feat dire fold scri path apis api endp test depe item pack fiel colu tabl
    opti flag meth serv arti asse help hook rout page view type note plan guid repo work comm syst proj conf vari util
    impl trac prom rule agen skil temp snap widg scre cont mode stuf thin arqu módu claß klas date datei
    ordn verz komp doku rout dien seit feld fich doss clas foncti scri élém serv path core main sour back doc docs
    """
)
_COUNTS = words("two thre four five six seve seco last many some befo belo abov unde insi with s v from into onto")
WORD = re.compile(r"[^\W\d_]+")
_LOOK = re.compile(r"\(\?<?[=!]")
_EITHER = re.compile(r"\[([^\W\d_a-z])([^\W\d_a-z])\]")  # one character in two scripts
_CLASS = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\(\?[^)]*\)|\\.")


@dataclass(frozen=True)
class Pattern:
    """A regular expression that is compiled when it is first asked."""

    source: str
    flags: int = re.I

    def search(self, text: str) -> re.Match[str] | None:
        return self._compiled.search(text)

    def match(self, text: str) -> re.Match[str] | None:
        return self._compiled.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._compiled.fullmatch(text)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.source, self.flags)


@dataclass(frozen=True, slots=True)
class Cue:
    """One group of phrases of one language. `stems` are what a sentence must hold one of."""

    role: str  # "before", "once", "after", "moved", "origin", "created", "removed"; apart: "lead", "those", "that-one"
    force: Force
    pattern: Pattern
    stems: frozenset[str]
    spaced: bool
    sound: Pattern | None  # of a language without blanks: any of its stems
    excuse: Pattern | None  # before a citation for what stands behind it, and the other way round


def _expand(phrase: str) -> str:
    phrase = phrase.replace("\\W", f"[^\\w{MARK}]").replace(" ?", r"\s{0,3}")
    return phrase.replace(" ", r"\s{1,3}")


def either(phrases: tuple[str, ...]) -> str:
    return "|".join(_expand(p) for p in phrases)


def _before(words: Words, phrases: tuple[str, ...]) -> Pattern | None:
    if not phrases:
        return None
    edge = r"(?<![\w-])" if words.spaced else ""
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{either(words.fillers)}){gap}){{0,{MAX_FILLERS}}}" if words.fillers else ""
    return Pattern(
        rf"{edge}(?:{either(phrases)})[\s:\uff1a]{{0,3}}{fillers}[\s\"'(\[\u201c\u300c\u300e\uff08:\uff1a]{{0,3}}$",
    )


def _after(words: Words, phrases: tuple[str, ...]) -> Pattern | None:
    if not phrases:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{either(words.after_fillers)}){gap}){{0,{MAX_FILLERS}}}" if words.after_fillers else ""
    aside = rf"(?:\s?[(\uff08][^()\uff08\uff09{MARK}]{{1,{MAX_ASIDE_CHARS}}}[)\uff09])?"
    return Pattern(rf"[\"')\]\u201d\u300d\u300f\uff09]?{aside}\s{{0,3}}{fillers}(?:{either(phrases)})")


def _once(words: Words, phrases: tuple[str, ...]) -> Pattern | None:
    """Compile phrases that a few words may part from the citation, if these name no other and turn to no other time."""
    if not phrases:
        return None
    edge = r"(?<![\w-])" if words.spaced else ""
    between = rf"(?:(?!{_TURN})[^.;!?\u3002\uff1b\uff01\uff1f{MARK}]){{0,{MAX_BETWEEN_CHARS}}}"
    return Pattern(rf"{edge}(?:{either(phrases)}){between}$")


def _aftermath(words: Words, phrases: tuple[str, ...]) -> Pattern | None:
    """Compile heads of a sentence that speaks of the sentence before it: `these were deleted`."""
    if not phrases:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{either(words.after_fillers)}){gap}){{0,2}}" if words.after_fillers else ""
    told = either((*words.past_after, *words.moved_after))
    return Pattern(rf"\W{{0,6}}(?:{either(phrases)}){gap}{fillers}(?:{told})")


def _first(words: Words, phrases: tuple[str, ...]) -> Pattern | None:
    if not phrases:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{either(words.fillers)}){gap}){{0,{MAX_FILLERS}}}" if words.fillers else ""
    return Pattern(
        rf"^\W{{0,6}}(?:\d{{1,2}}[.)]\s)?(?:{either(phrases)})[\s:\uff1a]{{0,3}}{fillers}[\s\"'(]{{0,3}}$",
    )


_BEFORE = (
    (Force.PAST, "past_before"),
    (Force.PLANNED, "planned_before"),
    (Force.NEGATED, "negated_before"),
    (Force.NEGATED, "uncalled_before"),
    (Force.EXAMPLE, "example_before"),
    (Force.ELSEWHERE, "elsewhere_before"),
)


_AFTER = (
    (Force.PLANNED, "planned_after"),
    (Force.PAST, "past_after"),
    (Force.NEGATED, "negated_after"),
    (Force.EXAMPLE, "example_after"),
    (Force.ELSEWHERE, "elsewhere_after"),
)


def cues_of(words: Words) -> list[Cue]:
    """Compile one language, in the order in which its groups are asked."""
    edge = r"(?<![\w-])" if words.spaced else ""
    conditional = Pattern(rf"{edge}(?:{either(words.conditional)})\s{{0,3}}$") if words.conditional else None
    excuses = {
        "negated_before": _after(words, words.kept_after),
        "uncalled_before": _after(words, words.bounded_after),
    }
    found: list[Cue] = []

    def add(role: str, force: Force, phrases: tuple[str, ...], pattern: Pattern | None, group: str = "") -> None:
        excuse = conditional if role in ("after", "moved") else excuses.get(group)
        if pattern is not None:
            stems = stems_in(phrases, spaced=words.spaced)
            if force is Force.PAST and words.spaced:
                stems = (stems - THINGS - _COUNTS) or stems
            sound = None if words.spaced else Pattern("|".join(map(re.escape, sorted(stems))), 0)
            found.append(Cue(role, force, pattern, stems, words.spaced, sound, excuse))

    for force, name in _AFTER:
        phrases = getattr(words, name)
        add("after", force, phrases, _after(words, phrases))
    add("moved", Force.PAST, words.moved_after, _after(words, words.moved_after))
    for force, name in _BEFORE:
        phrases = getattr(words, name)
        add("before", force, phrases, _before(words, phrases), name)
    add("once", Force.PAST, words.once_before, _once(words, words.once_before))
    add("origin", Force.PAST, words.from_cues, _origin(words))
    add("removed", Force.PAST, words.removed_first, _first(words, words.removed_first))
    add("created", Force.PLANNED, words.created_first, _first(words, words.created_first))
    add("lead", Force.PAST, words.past_after, _lead(words, words.past_after))
    if not words.spaced:  # the verb stands at the end: `the following are not used:`
        add("lead", Force.NEGATED, words.negated_after, _lead(words, words.negated_after))
    told = (*words.past_after, *words.moved_after)
    add("those", Force.PAST, told, _aftermath(words, words.those))
    add("that-one", Force.PAST, told, _aftermath(words, words.that_one))
    return found


def _lead(words: Words, phrases: tuple[str, ...]) -> Pattern | None:
    """Compile phrases with which a line ends that introduces a list."""
    if not phrases:
        return None
    edge = r"(?<![\w-])" if words.spaced else ""
    return Pattern(rf"{edge}(?:{either(phrases)})[\s:\uff1a*]{{0,4}}$")


def _origin(words: Words) -> Pattern | None:
    if not words.from_cues:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{either(words.fillers)}){gap}){{0,3}}" if words.fillers else ""
    edge = r"\b" if words.spaced else ""
    if not words.spaced:
        return Pattern(rf"(?:{either(words.from_words)})\s{{0,3}}{fillers}$", 0)
    return Pattern(
        rf"{edge}(?:{either(words.from_cues)})\w{{0,6}}\s[^.;]{{0,70}}{edge}(?:{either(words.from_words)})\s{{1,3}}{fillers}$",
    )


def _without_looks(phrase: str) -> str:
    """Drop what a phrase only looks at: the words in `(?!...)` are none of its own."""
    while (m := _LOOK.search(phrase)) is not None:
        depth, end = 0, m.start()
        for end in range(m.start(), len(phrase)):
            depth += (phrase[end] == "(") - (phrase[end] == ")")
            if depth == 0:
                break
        phrase = phrase[: m.start()] + " " + phrase[end + 1 :]
    return phrase


def stems_in(phrases: tuple[str, ...], *, spaced: bool) -> frozenset[str]:
    found: set[str] = set()
    for phrase in (_EITHER.sub(which, p) for p in phrases for which in (r"\1", r"\2")):
        plain = WORD.findall(_CLASS.sub(" ", _without_looks(phrase)).lower())
        telling = [w for w in plain if w not in (_COMMON if spaced else _PARTICLES)]
        found.update(w[: STEM_CHARS if spaced else 2] for w in telling or plain)
    return frozenset(found)
