"""The whole text of an inline code span, read for what it claims: as a command, a declaration, a call, or in pieces.

The order of the readers is the rule.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.commands import read_commands
from mementod_parsers.citations.forms import MAX_FORMS, Form
from mementod_parsers.citations.paths import read_path
from mementod_parsers.citations.runners import KNOWN_TOOLS
from mementod_parsers.citations.symbols_cited import COMPONENT, read_name
from mementod_parsers.citations.token_forms import read_token, trim
from mementod_parsers.model import Kind, Reason
from mementod_parsers.names import is_strong_file_name

SHORTEST_PROSE_WORDS = 6
MAX_CODE_CHARS = 600

_DEFINITION = re.compile(
    r"^(?:(?:export|default|public|private|protected|internal|static|final|abstract|async"
    r"|pub(?:\(\w+\))?|open|override|data|sealed|const|unsafe|virtual|inline|suspend|new"
    r"|partial|readonly|declare)\s+){0,5}"
    r"(?:(?:enum\s+class|class|struct|interface|trait|protocol|enum|record|object|module"
    r"|namespace|type|def|fn|func|fun|function\*?|macro_rules!|impl|sub|let|var|const|val"
    r"|new|extends|implements|throw\s+new|@interface|actor|extension)\s+)"
    r"(?:\([^()]{0,80}\)\s*)?([A-Za-z_$][\w$.:]*[!?]?)"
)
_CALL = re.compile(
    r"^(?:await\s+|return\s+)?([@&*]?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|\?\.)[A-Za-z_$][\w$]*[!?]?){0,8})(?=\()"
)
_KEY_VALUE = re.compile(r"^([A-Za-z_][\w.-]*)\s?(:|=)\s")
_HTTP = re.compile(r"^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WS|ANY)(?:/(?:GET|POST|PUT|PATCH|DELETE))*\s+")
_TOKEN = re.compile(r"[^\s\"'`,;|=]+")
# A name that was wrapped at its hyphen; or at any joint, if the span holds nothing else.
_WRAPPED = re.compile(r"(?<!\S)\S*\w-\n\S+|\A\s*\S*\w[/_.]\n\S+\s*\Z")
_IMPORT = re.compile(r"^(?:from\s+[\w.]+\s+)?import\s|^use\s+[\w\\:]+|^require\(|^#include\s|^import\b")


def read_code(text: str) -> list[Form]:
    """Return what an inline code span claims; offsets are into `text`."""
    if len(text) > MAX_CODE_CHARS:
        text = text[:MAX_CODE_CHARS]
    whole = _WRAPPED.sub(_blanked, text) if "\n" in text else text
    if whole != text:  # the other words of a command that lost one may name anything
        return [f for f in read_code(whole) if f.kind not in (Kind.SYMBOL, Kind.CONFIG)]
    shift = len(text) - len(text.lstrip())
    body = text.strip()
    if not body:
        return []
    if " " in body or "\n" in body or "\t" in body:
        forms = _read_phrase(body)
    else:
        forms = read_commands(body, single=True) or read_token(body, code=True) or _pieces(body)
    if shift:
        forms = [f._replace(start=f.start + shift, end=f.end + shift) for f in forms]
    return forms[:MAX_FORMS]


def _blanked(m: re.Match[str]) -> str:
    """Neither half of a wrapped name is one."""
    return " " * len(m.group())


def _read_phrase(body: str) -> list[Form]:
    if _is_sentence(body):
        return []
    if m := _HTTP.match(body):
        route = body[m.end() :].split()[0] if body[m.end() :].split() else ""
        return [Form(Kind.LINK, route, m.end(), m.end() + len(route), reason=Reason.URL)] if route else []
    if commands := read_commands(body):
        return commands
    whole = read_path(body, code=True) if "/" in body or is_strong_file_name(body) else []
    if whole and not whole[0].loose and "\n" not in body:
        return whole
    if m := COMPONENT.match(body):
        return _with_rest([Form(Kind.SYMBOL, m.group(1), m.start(1), m.end(1))], body, len(body))
    if m := _DEFINITION.match(body):
        names = read_name(m.group(1).strip(".:"), code=True)
        names = [n._replace(start=n.start + m.start(1), end=n.end + m.start(1), loose=n.loose) for n in names]
        return _with_rest(names, body, m.end())
    if m := _CALL.match(body):
        head = read_name(m.group(1), code=True)
        head = [h._replace(start=h.start + m.start(1), end=h.end + m.start(1), loose=False) for h in head]
        return _with_rest(head, body, m.end())
    if (m := _KEY_VALUE.match(body)) and not _IMPORT.match(body):
        return _with_rest(_key(m), body, m.end())
    if body.split(None, 1)[0] in KNOWN_TOOLS:  # its plain words are its own subcommands
        return [f for f in _pieces(body) if f.kind is not Kind.SYMBOL or not (f.name.isalpha() and f.name.islower())]
    prose = len(body.split()) >= SHORTEST_PROSE_WORDS and len(_PROSE.findall(body)) > 1
    return [f for f in _pieces(body) if not (prose and f.kind in (Kind.SYMBOL, Kind.CONFIG))]


def _is_sentence(body: str) -> bool:
    """`Writes the list to your project's README.md file.`: what somebody or something says, in the marks of code."""
    words = body.split()
    plain = sum(word.strip(",.;:'").isalpha() for word in words)
    ends = body[0].isupper() and body[-1] == "." and len(words) >= SHORTEST_PROSE_WORDS
    return ends and plain * 10 >= len(words) * 7


def _key(m: re.Match[str]) -> list[Form]:
    name = m.group(1)
    if name.isupper() and ("_" in name or m.group(2) == "="):
        return [Form(Kind.ENV, name, 0, len(name))]
    loose = not ("_" in name or "." in name or any(c.isupper() for c in name[1:]))
    return [Form(Kind.CONFIG, name, 0, len(name), loose=loose)]


def _with_rest(head: list[Form], body: str, end: int) -> list[Form]:
    return head + [f for f in _pieces(body) if f.start >= end]


def _pieces(body: str) -> list[Form]:
    """Read the tokens inside a phrase; names among them are loose, since the phrase may be a sample."""
    forms: list[Form] = []
    for m in _TOKEN.finditer(body):
        token, start = trim(m.group(), m.start())
        if len(token) < 3:
            continue
        found = read_token(token, code=True)
        if "(" in token[:-1] or not found:
            found = found + [f for f in _inner(token) if not any(g.start < f.end and f.start < g.end for g in found)]
        for form in found:
            loose = form.loose or form.kind not in (Kind.PATH, Kind.DIR, Kind.LINE_REF, Kind.ENV, Kind.LINK)
            forms.append(form._replace(start=form.start + start, end=form.end + start, loose=loose))
        if len(forms) > MAX_FORMS:
            break
    return forms


# What a sentence holds and code hardly does.
_PROSE = re.compile(r"(?<![\w.(])(?:the|of|to|from|an?|should|this|that)(?![\w.(=])")
_INNER = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?:\(\))?|[\w./@-]+/[\w./@-]+")


def _inner(token: str) -> list[Form]:
    forms: list[Form] = []
    for m in _INNER.finditer(token[:200]):
        is_ending = token[max(0, m.start() - 1) : m.start()] in (".", "*")  # of `*.test.ts`
        for form in read_token(m.group(), code=True):
            if not form.loose and not (is_ending and form.kind is Kind.PATH):
                forms.append(form._replace(start=form.start + m.start(), end=form.end + m.start(), loose=True))
    return forms
