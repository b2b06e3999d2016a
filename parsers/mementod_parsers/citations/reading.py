"""One span read for what it claims: a token, or the whole text of an inline code span.

The order of the readers is the rule: commands, then `path::symbol`, then paths, then names.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.commands import read_commands
from mementod_parsers.citations.forms import MAX_FORMS, Form
from mementod_parsers.citations.paths import read_path
from mementod_parsers.citations.runners import KNOWN_TOOLS
from mementod_parsers.citations.symbols_cited import COMPONENT, is_telling, read_name
from mementod_parsers.model import Kind, Reason
from mementod_parsers.names import (
    DOT_FILES,
    EXTENSIONS,
    PRODUCTS,
    extension_of,
    is_file_name,
    is_strong_file_name,
)

SHORTEST_PROSE_WORDS = 6
MAX_CODE_CHARS = 600

_IN_FILE = re.compile(
    r"^((?:[\w.@~()\[\]$+-]{1,120}/){0,30}[\w.@()\[\]+-]{1,120}\.[A-Za-z]\w{0,9})(::|#|:"
    r"|\.(?=[A-Z]))([A-Za-z_~][\w.:#<>!?-]{0,160})(\(.*)?(\[.*\])?$"
)
_IN_PACKAGE = re.compile(r"^((?:[\w-]{1,80}/){1,12}[\w-]{1,80})\.([A-Z]\w{0,80}(?:\.\w{1,80}){0,3})(\(.*)?$")
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
_SUFFIX = re.compile(r"^\*?(?:\.[A-Za-z0-9]{1,14}){1,2}$")
_KEY_BRACES = re.compile(r"^([A-Za-z_][\w.]*\.)\{([\w, ]{1,200})\}$")
_HTTP = re.compile(r"^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WS|ANY)(?:/(?:GET|POST|PUT|PATCH|DELETE))*\s+")
_TOKEN = re.compile(r"[^\s\"'`,;|=]+")
# A name that was wrapped at its hyphen; or at any joint, if the span holds nothing else.
_WRAPPED = re.compile(r"(?<!\S)\S*\w-\n\S+|\A\s*\S*\w[/_.]\n\S+\s*\Z")
_IMPORT = re.compile(r"^(?:from\s+[\w.]+\s+)?import\s|^use\s+[\w\\:]+|^require\(|^#include\s|^import\b")


def read_token(token: str, *, code: bool) -> list[Form]:
    """Return what one token without blanks claims."""
    if "." in token and (m := _IN_FILE.match(token)) and _joins(m):
        found = _path_and_symbol(m, code=code)
        if found:
            return found
    if "/" in token and "." in token and (m := _IN_PACKAGE.match(token)) and not is_file_name(token.rsplit("/", 1)[-1]):
        return _package_symbol(m)
    if (
        token[0] in "*."
        and _SUFFIX.match(token)
        and token.rsplit(".", 1)[-1].lower() in EXTENSIONS
        and token.split(".", 2)[1] not in DOT_FILES
    ):
        return []
    if token.lower() in PRODUCTS:
        return [Form(Kind.PATH, token, 0, len(token), loose=True)]
    if (
        code
        and "{" in token
        and (m := _KEY_BRACES.match(token))
        and not is_file_name("x." + m.group(2).split(",")[0].strip())
    ):
        keys = [k.strip() for k in m.group(2).split(",")]
        return [Form(Kind.CONFIG, m.group(1) + k, 0, len(token)) for k in keys if k]
    path = read_path(token, code=code)
    if path and not (_reads_as_name(token, path[0])):
        return path
    return read_name(token, code=code) or path


def _joins(m: re.Match[str]) -> bool:
    """Tell whether `x.py::f` is a file with a symbol: after a dot only if the file is one beyond doubt."""
    base = m.group(1).rsplit("/", 1)[-1]
    return is_file_name(base) and (m.group(2) != "." or "/" in m.group(1) or is_strong_file_name(base))


def _reads_as_name(token: str, form: Form) -> bool:
    """Tell whether a path is better read as a name: `settings.config` may be a file or a key."""
    return form.loose and form.kind is Kind.PATH and "/" not in token and extension_of(token) != "" and "*" not in token


def _path_and_symbol(m: re.Match[str], *, code: bool) -> list[Form]:
    paths = read_path(m.group(1), code=code)
    if not paths or paths[0].kind is Kind.LINK:
        return []
    symbol = m.group(3)
    if symbol[:1].isdigit() or (symbol.startswith("L") and symbol[1:2].isdigit()):
        return []
    if m.group(2) == "#" and not (symbol.isidentifier() and not symbol.islower()) and "_" not in symbol:
        return paths  # an anchor of a document
    names = read_name(symbol.rstrip(":"), code=True)
    offset = m.start(3)
    base = paths[0].name
    return paths + [
        n._replace(start=n.start + offset, end=n.end + offset, place=base, loose=False)
        for n in names
        if n.kind in (Kind.SYMBOL, Kind.ENV, Kind.CONFIG)
    ]


def _package_symbol(m: re.Match[str]) -> list[Form]:
    name = m.group(2)
    end = m.end(2) + (2 if (m.group(3) or "").startswith("()") else 0)
    return [
        Form(Kind.PATH, m.group(1), 0, m.end(1), loose=True),
        Form(Kind.SYMBOL, name, m.start(2), end, place=m.group(1)),
    ]


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
        for form in read_token(m.group(), code=True):
            if not form.loose:
                forms.append(form._replace(start=form.start + m.start(), end=form.end + m.start(), loose=True))
    return forms


_OPEN = "([{\"'*<~\u201c\u2018\u300c\uff08"
_CLOSE = ".,;:!?)]}\"'*>~\u201d\u2019\u300d\uff09\u2026"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}


def trim(token: str, start: int) -> tuple[str, int]:
    """Strip the punctuation around a token, but not brackets that close something inside it."""
    begin, end = 0, len(token)
    if token.startswith("**") and token.endswith("**") and end > 4:
        begin, end = 2, end - 2
    while begin < end and token[begin] in _OPEN and not (token[begin] in "[(<{" and _closes(token, begin, end)):
        if token[begin] == "~" and token[begin : begin + 2] != "~~" and (begin == 0 or token[begin - 1] != "~"):
            break
        begin += 1
    while end > begin and token[end - 1] in _CLOSE:
        char = token[end - 1]
        if char in _PAIRS and token.count(_PAIRS[char], begin, end) >= token.count(char, begin, end):
            break
        if char == "*" and token[end - 2 : end - 1] == "/":
            break
        end -= 1
    marks = _emphasis(token[begin:end])
    return token[begin + marks : end - marks], start + begin + marks


def _emphasis(token: str) -> int:
    """Return how many underscores on each side are marks of emphasis: those of `__init__.py` and `__init__` are not."""
    if token[:1] != "_" or token[-1:] != "_":
        return 0
    inner = token.strip("_")
    marks = len(token) - len(token.lstrip("_"))
    if marks > 2 or len(token) - len(token.rstrip("_")) != marks:
        return 0
    return marks if is_file_name(inner.rsplit("/", 1)[-1]) or (inner.isalnum() and is_telling(inner)) else 0


def _closes(token: str, begin: int, end: int) -> bool:
    """`[id]/page.tsx` and `<Foo />` keep their first bracket."""
    closing = {"[": "]", "(": ")", "<": ">", "{": "}"}[token[begin]]
    at = token.find(closing, begin, end)
    return (0 <= at < end - 1 and token[at + 1 : at + 2] in ("/", ".", "-", "_")) or (closing == ">" and at == end - 1)
