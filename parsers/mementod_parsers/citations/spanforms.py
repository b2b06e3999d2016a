"""From a span of a run to its forms: which reader reads which style of span.

Owns nothing but the choice; the readers are in reading.py, paths.py and symbols_cited.py.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.paths import read_path
from mementod_parsers.citations.reading import read_code
from mementod_parsers.citations.symbols_cited import is_telling
from mementod_parsers.citations.token_forms import read_token, trim
from mementod_parsers.model import Kind, Reason, Style
from mementod_parsers.names import is_file_name
from mementod_parsers.text.spans import Span

CACHED_SPANS = 8_192
MAX_ALTERNATIVES = 6

_KEBAB = re.compile(r"[a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){1,5}")
_ADJECTIVE = re.compile(
    r"-(?:\w+(?:ing|ed)|based|only|open|level|party|in|side|wide|end|time|specific|aware|first|driven|free|ready"
    r"|facing|safe|native"
    r"|source|order|scale|like|friendly|agnostic|oriented|compatible|quality|grade|to|of|purpose|day|line|file"
    r"|service|page)$"
    r"|^(?:pre|post|non|multi|self|cross|third|first|high|low|top|end|built|open|auto|re|de|un|well|full|long|real"
    r"|one|two)-"
)
_PART = re.compile(
    r"\s?(?:\s(?:components?|modules?|services?|packages?|folder|director(?:y|ies)|crates?|plugins?|widgets?"
    r"|stores?|librar(?:y|ies)|komponenten?|modul[eo]?s?|componentes?|composants?|módulos?|компонент\w{0,2}"
    r"|модул\w{1,2})\b|组件|模块|服务|コンポーネント|モジュール|컴포넌트|모듈)",
    re.I,
)
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


def forms_of(span: Span) -> tuple[Form, ...]:
    """Return what a span claims; offsets are from `span.inner`."""
    return _read(span.text, span.style, span.kind)


@lru_cache(maxsize=CACHED_SPANS)
def _read(text: str, style: Style, kind: str) -> tuple[Form, ...]:
    if kind == "url":
        return (Form(Kind.LINK, text, 0, len(text), reason=Reason.URL),)
    if kind == "wiki":
        return (Form(Kind.LINK, text.strip(), 0, len(text)),)
    if kind in ("link", "import"):
        return tuple(_target(text, kind))
    if style is Style.CODE:
        return tuple(read_code(text))
    if kind:  # a path in a script without blanks
        return tuple(f._replace(loose=f.loose or kind == "wide-loose") for f in read_path(text, code=True))
    token, start = trim(text, 0)
    if len(token) < 3:
        return ()
    return tuple(_bare(token, start))


def _target(text: str, kind: str) -> list[Form]:
    """Read the target of a link or an import."""
    if text.startswith("#"):
        return []
    core = _ESCAPED.sub(_unescape, text) if "%" in text else text
    forms = read_path(core, code=True)
    if not forms:
        return [Form(Kind.PATH, core.removeprefix("./"), 0, len(text), loose=True)] if kind == "link" else []
    shift = len(text) - len(core)
    found = [
        f._replace(loose=False if f.reason is None and not f.name.startswith("@") else f.loose, end=f.end + shift)
        for f in forms
    ]
    if kind == "import" and "/" in text and not is_file_name(text.rsplit("/", 1)[-1]) and text.count("/") == 1:
        return [f._replace(loose=True) for f in found]  # `@scope/package` has the form of an import
    return found


def _unescape(m: re.Match[str]) -> str:
    return bytes.fromhex(m.group().replace("%", "")).decode("utf-8", "replace")


def _bare(token: str, start: int) -> list[Form]:
    if ("," in token and "{" not in token) or ";" in token or "|" in token:
        return _split(token, start)
    forms = read_token(token, code=False)
    if not forms and ":" in token[1:-1] and not token[0].isdigit():
        return _split(token, start, ":")
    if "/" in token and len(forms) == 1 and forms[0].loose and forms[0].kind is Kind.PATH:
        forms += _alternatives(token)
    return [f._replace(start=f.start + start, end=f.end + start) for f in forms]


def _alternatives(token: str) -> list[Form]:
    """`OneView/twoView` may be two names."""
    parts = token.split("/")
    if not 1 < len(parts) <= MAX_ALTERNATIVES or not all(p.isidentifier() and is_telling(p) for p in parts):
        return []
    starts = [sum(len(p) + 1 for p in parts[:i]) for i in range(len(parts))]
    return [Form(Kind.SYMBOL, p, at, at + len(p), loose=True) for p, at in zip(parts, starts, strict=True)]


def _split(token: str, start: int, marks: str = ",;|") -> list[Form]:
    forms: list[Form] = []
    at = 0
    for piece in _pieces(token, marks):
        clean, shift = trim(piece, 0)
        if len(clean) > 2:
            forms += [
                f._replace(start=f.start + start + at + shift, end=f.end + start + at + shift)
                for f in read_token(clean, code=False)
            ]
        at += len(piece) + 1
    return forms


def _pieces(token: str, marks: str) -> list[str]:
    pieces, begin = [], 0
    for i, char in enumerate(token):
        if char in marks:
            pieces.append(token[begin:i])
            begin = i + 1
    return [*pieces, token[begin:]]


def hyphenated(span: Span, masked: str) -> tuple[Form, ...]:
    """Read `thread-list` before the word "component" as the name of one."""
    if span.style is not Style.BARE or "-" not in span.text or span.kind:
        return ()
    token, start = trim(span.text, 0)
    if not _KEBAB.fullmatch(token) or _ADJECTIVE.search(token) or not _PART.match(masked, span.end):
        return ()
    return (Form(Kind.SYMBOL, token, start, start + len(token), loose=True),)


def as_config(form: Form) -> Form:
    """Where configuration is spoken of, a dotted or plain lower-case name is a key."""
    if (
        form.kind is Kind.SYMBOL
        and "." in form.name
        and form.name.replace("_", "").replace(".", "").islower()
        and form.place is None
    ):
        return form._replace(kind=Kind.CONFIG)
    return form
