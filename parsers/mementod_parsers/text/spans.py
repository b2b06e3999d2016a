"""Where the citations of a run may stand: inline code, links, imports, URLs, bare tokens; and the masked text.

The masked text has the length of the run's; code, links and tokens that were taken as spans are hidden behind
`MARK`, emphasis behind blanks, so that the words around a citation can be read without it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mementod_parsers.model import Style
from mementod_parsers.text.runs import Run, code_spans
from mementod_parsers.text.wide import wide_paths

MARK = "\x00"
MAX_SPANS = 2_000
MAX_LABEL_CHARS = 300

_LINK = re.compile(
    r"(?<!\\)\]\(\s?<?([^()\s<>]{1,500}(?:\([^()\s]{0,80}\)[^()\s<>]{0,200})?)>?(?:\s{1,3}(?:\"[^\"\n]{0,200}\""
    r"|'[^'\n]{0,200}'))?\s?\)"
)
_REFERENCE = re.compile(r"^\[([^\]\n]{1,120})\]:[ \t]{0,8}<?([^\s<>]{1,500})>?", re.M)
# Two blanks stand where a comment was taken out (scan.py), and in no name of a note.
_WIKI = re.compile(
    r"!?\[\[(?![^\[\]\n|#]{0,200}  )([^\[\]\n|#]{1,200})(?:#[^\[\]\n|]{0,200})?(?:\|[^\[\]\n]{0,200})?\]\]"
)
_URL = re.compile(
    r"(?:https?|ssh|ftp|wss?|file|git)://[^\s<>\"'`\u3000-\u9fff\uff00-\uffef]{1,500}"
    r"|\b(?:www\.)[^\s<>\"'`]{1,300}"
)
_IMPORT = re.compile(r"(?<![\w@/.`])@((?:~/|\.{1,2}/)?[\w.-]{1,120}(?:/[\w.@\[\]()-]{1,120}){0,20}/?)")
_STRIKE = re.compile(r"~~([^~\n]{1,400})~~|<(?:del|s|strike)>([^<\n]{1,400})</")
_CHAR = r"[!-~\u00c0-\u024f\u0400-\u04ff]"
# Most tokens are plain words, which are passed over here: this is the hottest place of the parser.
_TOKEN = re.compile(
    rf"(?<!{_CHAR})(?![(\"']?[A-Za-z\u00c0-\u024f\u0400-\u04ff]?[a-z\u00df-\u024f\u0430-\u04ff]*[.,;:!?)\"']*(?!{_CHAR})){_CHAR}{{3,}}"
)
_WRAPPED = re.compile(rf"(?<!{_CHAR}){_CHAR}*\w-\n{_CHAR}+")  # a name at whose hyphen the line was broken
_ABBREVIATION = re.compile(r"^[(\"'\[]?(?:[A-Za-z]\.){1,3}[A-Za-z]?[,:)]?$|^(?:etc|vs|approx|resp|incl)\.", re.I)
# What a span without a sign of its own (a tick, a slash, a bracket) holds; a run without either is only words.
_ANY = re.compile(  # each branch begins with the rarer character, so that the engine looks for that
    r"[.:](?<=\w[.:])\w|[A-Z](?<=[a-z0-9][A-Z])|\.[a-z]|::|-(?:-[a-z]|>|(?<=[a-z]-)[a-z][a-z-]*(?:\s(?:[Cc]ompo|[Mm]od"
    r"|[Ss]ervic|[Pp]ack|[Ff]old|[Dd]irec|[Cc]rate|[Pp]lug|[Ww]idg|[Ll]ibr|[Ss]tore)"
    r"|\s?[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]))"
    r"|\.(?<=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]\.)[A-Za-z]"
)
_TELLING = re.compile(r"[A-Za-z\u00c0-\u04ff][^A-Za-z\u00c0-\u04ff]|[a-z][A-Z]|[./_:~-][A-Za-z]")
_EMPHASIS = str.maketrans({"*": " ", "~": " ", "\n": " "})
_LABEL = re.compile(r"\[([^\[\]\n]{1,300})$")


class Span(NamedTuple):
    """A place of the run: `start:end` with its marks, `text` from `inner` on without them."""

    start: int
    end: int
    inner: int
    text: str
    style: Style
    kind: str = ""  # "wiki", "import", "url", "link", "wide", "wide-loose"


class View(NamedTuple):
    """A run with its spans in order, its masked text and what is struck through."""

    run: Run
    spans: tuple[Span, ...]
    masked: str
    struck: tuple[tuple[int, int], ...]


def view_run(run: Run) -> View:
    """Find the spans of a run."""
    text = run.text
    if not may_cite(text):
        return View(run, (), text.translate(_EMPHASIS), ())
    spans: list[Span] = []
    masked = text
    for start, end, ticks in code_spans(text):
        inner = text[start + ticks : end - ticks]
        spans.append(Span(start, end, start + ticks, inner, Style.CODE))
    if spans:
        masked = _hide(masked, spans)
    struck = tuple((m.start(), m.end()) for m in _STRIKE.finditer(masked)) if "~~" in text or "<" in text else ()
    marked = _marked_spans(masked, text)
    targets = [s if _is_site(s, text) else s._replace(start=max(s.start, s.inner - 2)) for s in marked]
    open_text = _hide(masked, targets) if marked else masked
    wide = _wide_spans(open_text)
    bare = wide + _bare_spans(_hide(open_text, wide) if wide else open_text)
    if marked:
        masked = _hide(masked, marked)
        spans += marked
    spans = sorted(spans + bare, key=lambda s: (s.start, -s.end))[:MAX_SPANS]
    # The stop behind a bare name ends the sentence and stays to be seen.
    weighty = [s._replace(end=s.start + len(s.text.rstrip(".!?"))) for s in bare if s.kind or _weighty(s.text)]
    masked = _hide(masked, weighty) if weighty else masked
    return View(run, tuple(spans), masked.translate(_EMPHASIS), struck)


def is_cut(run: Run) -> bool:
    """Tell whether a run may hold more spans than are read."""
    return len(run.text) > MAX_SPANS and len(view_run(run).spans) >= MAX_SPANS


def may_cite(text: str) -> bool:
    """Tell cheaply whether a text can hold a span at all."""
    if (
        "`" in text
        or "/" in text
        or "_" in text
        or "(" in text
        or "[" in text
        or "@" in text
        or "<" in text
        or "\\" in text
    ):
        return True
    return bool(_ANY.search(text))


def _weighty(token: str) -> bool:
    return "/" in token or "." in token[1:-1] or "(" in token or "_" in token


def _hide(text: str, spans: list[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for span in sorted(spans, key=lambda s: s.start):
        if span.start < at:
            continue
        pieces += [text[at : span.start], MARK * (span.end - span.start)]
        at = span.end
    return "".join([*pieces, text[at:]])


def _marked_spans(masked: str, text: str) -> list[Span]:
    spans: list[Span] = []

    def add(start: int, end: int, m: re.Match[str], group: int, kind: str) -> None:
        spans.append(Span(start, end, m.start(group), text[m.start(group) : m.end(group)], Style.LINK, kind))

    for m in _WIKI.finditer(masked) if "[[" in masked else ():
        add(m.start(), m.end(), m, 1, "wiki")
    for m in _LINK.finditer(masked) if "](" in masked else ():
        add(_label_start(masked, m.start()), m.end(), m, 1, "link")
    for m in _REFERENCE.finditer(masked) if "]:" in masked else ():
        add(m.start(2), m.end(2), m, 2, "link")
    if "://" in masked or "www." in masked:
        for m in _URL.finditer(masked):
            url = m.group().rstrip(".,;:!?)]}*_'\"")
            spans.append(Span(m.start(), m.start() + len(url), m.start(), url, Style.BARE, "url"))
    for m in _IMPORT.finditer(masked) if "@" in masked else ():
        target = m.group(1).rstrip(".")
        if "/" in target or "." in target:
            spans.append(Span(m.start(), m.start(1) + len(target), m.start(1), target, Style.LINK, "import"))
    return _disjoint(spans)


def _wide_spans(masked: str) -> list[Span]:
    found = wide_paths(masked)
    return [Span(a, b, a, masked[a:b], Style.BARE, "wide" if sure else "wide-loose") for a, b, sure in found]


def _label_start(masked: str, end: int) -> int:
    """Return where the label of a link begins, so that the words before the whole link count, not those in it."""
    start = masked.rfind("[", max(0, end - MAX_LABEL_CHARS), end)
    return start if start >= 0 and "]" not in masked[start:end] else end


def _is_site(span: Span, text: str) -> bool:
    """`[agents.md](https://agents.md/)`: the label of the link is the address that it leads to."""
    _, found, site = span.text.partition("://")
    label = text[span.start : span.inner].strip("[]( ")
    return bool(found) and label in (site.strip("/"), site.partition("/")[0])


def _disjoint(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _bare_spans(masked: str) -> list[Span]:
    spans: list[Span] = []
    if "-\n" in masked:
        masked = _WRAPPED.sub(lambda m: MARK * len(m.group()), masked)
    for m in _TOKEN.finditer(masked):
        token = m.group()
        if token.isalpha() and (token.islower() or token[1:].islower() or token.isupper()):
            continue
        if _worth(token) and not _ABBREVIATION.match(token):
            spans.append(Span(m.start(), m.end(), m.start(), token, Style.BARE))
    return spans


def _worth(token: str) -> bool:
    core = token.strip(".,;:!?*'\"()[]<>~")
    if len(core) < 3 or core.isdigit():
        return False
    if core.isalpha():
        return not (core.islower() or core[1:].islower() or core.isupper())
    return bool(_TELLING.search(core))
