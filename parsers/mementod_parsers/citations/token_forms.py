"""One token without blanks, read for what it claims: `path::symbol` first, then paths, then names."""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.paths import read_path
from mementod_parsers.citations.symbols_cited import is_telling, read_name
from mementod_parsers.model import Kind
from mementod_parsers.names import (
    DOT_FILES,
    EXTENSIONS,
    PRODUCTS,
    extension_of,
    is_file_name,
    is_strong_file_name,
)

_IN_FILE = re.compile(
    r"^((?:[\w.@~()\[\]$+-]{1,120}/){0,30}[\w.@()\[\]+-]{1,120}\.[A-Za-z]\w{0,9})(::|#|:"
    r"|\.(?=[A-Z]))([A-Za-z_~][\w.:#<>!?-]{0,160})(\(.*)?(\[.*\])?$"
)
_IN_PACKAGE = re.compile(r"^((?:[\w-]{1,80}/){1,12}[\w-]{1,80})\.([A-Z]\w{0,80}(?:\.\w{1,80}){0,3})(\(.*)?$")
_SUFFIX = re.compile(r"^\*?(?:\.[A-Za-z0-9]{1,14}){1,2}$")
_KEY_BRACES = re.compile(r"^([A-Za-z_][\w.]*\.)\{([\w, ]{1,200})\}$")


def read_token(token: str, *, code: bool) -> list[Form]:
    """Return what one token without blanks claims."""
    if "." in token and (m := _IN_FILE.match(token)) and _joins(m):
        found = _path_and_symbol(m, code=code)
        if found:
            return found
    if "/" in token and "." in token and (m := _IN_PACKAGE.match(token)) and not is_file_name(token.rsplit("/", 1)[-1]):
        return _package_symbol(m)
    if token[0] in "*." and _SUFFIX.match(token) and token.rsplit(".", 1)[-1].lower() in EXTENSIONS:
        first = token.split(".", 2)[1]
        if first not in DOT_FILES:
            return _dotted(token, first)
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


def _dotted(token: str, first: str) -> list[Form]:
    """`.ts` and `.test.ts` are kinds of files; `.golangci.yml` may be one, `.eslintrc.json` is."""
    if token[0] == "*" or first in EXTENSIONS or first == "d" or token.count(".") == 1:
        return []
    return [Form(Kind.PATH, token, 0, len(token), loose=not first.endswith("rc"))]


def _joins(m: re.Match[str]) -> bool:
    """Tell whether `x.py::f` is a file with a symbol: after a dot only if the file is one beyond doubt."""
    base = m.group(1).rsplit("/", 1)[-1]
    if m.group(2) == "." and not base.rpartition(".")[2].islower():  # `tests/Acme.UI.Tests`
        return False
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
    """`pkg/store.Open` is a name of a package; `src/Acme.Web` as well the folder of a project."""
    name = m.group(2)
    end = m.end(2) + (2 if (m.group(3) or "").startswith("()") else 0)
    is_project = m.group(3) is None and m.group(1).rpartition("/")[2][:1].isupper()
    whole = [Form(Kind.PATH, m.group(0), 0, m.end(), loose=True)] if is_project else []
    return [
        *whole,
        Form(Kind.PATH, m.group(1), 0, m.end(1), loose=True),
        Form(Kind.SYMBOL, name, m.start(2), end, place=m.group(1), loose=is_project),
    ]


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
