"""From a span of a run to its forms: which reader reads which style of span.

Owns nothing but the choice; the readers are in reading.py, paths.py and symbols_cited.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from mementod_parsers.forms import Form
from mementod_parsers.model import Kind, Reason, Style
from mementod_parsers.names import is_file_name
from mementod_parsers.paths import read_path
from mementod_parsers.reading import read_code, read_token, trim
from mementod_parsers.spans import Span

CACHED_SPANS = 8_192


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
    token, start = trim(text, 0)
    if len(token) < 3:
        return ()
    return tuple(_bare(token, start))


def _target(text: str, kind: str) -> list[Form]:
    """Read the target of a link or an import."""
    if text.startswith("#"):
        return []
    core = text.replace("%20", " ")
    forms = read_path(core, code=True)
    if not forms:
        return [Form(Kind.PATH, core.removeprefix("./"), 0, len(text), loose=True)] if kind == "link" else []
    shift = len(text) - len(core)
    found = [
        replace(f, loose=False if f.reason is None and not f.name.startswith("@") else f.loose, end=f.end + shift)
        for f in forms
    ]
    if kind == "import" and "/" in text and not is_file_name(text.rsplit("/", 1)[-1]) and text.count("/") == 1:
        return [replace(f, loose=True) for f in found]  # `@scope/package` has the form of an import
    return found


def _bare(token: str, start: int) -> list[Form]:
    if ("," in token and "{" not in token) or ";" in token or "|" in token:
        return _split(token, start)
    forms = read_token(token, code=False)
    if not forms and ":" in token[1:-1] and not token[0].isdigit():
        return _split(token, start, ":")
    return [replace(f, start=f.start + start, end=f.end + start) for f in forms]


def _split(token: str, start: int, marks: str = ",;|") -> list[Form]:
    forms: list[Form] = []
    at = 0
    for piece in _pieces(token, marks):
        clean, shift = trim(piece, 0)
        if len(clean) > 2:
            forms += [
                replace(f, start=f.start + start + at + shift, end=f.end + start + at + shift)
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


def as_config(form: Form) -> Form:
    """Where configuration is spoken of, a dotted or plain lower-case name is a key."""
    if (
        form.kind is Kind.SYMBOL
        and "." in form.name
        and form.name.replace("_", "").replace(".", "").islower()
        and form.place is None
    ):
        return replace(form, kind=Kind.CONFIG)
    return form
