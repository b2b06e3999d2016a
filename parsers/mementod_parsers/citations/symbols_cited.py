"""Names in a single token: `f()`, `A.b`, `A::b`, `a->b`, `@decorator`, `<Foo />`, flags, keys, variables, commits.

Invariant: a name is cleaned to dots (`A::b` is `A.b`); whether anything defines it is for the judge.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.model import Kind, Reason
from mementod_parsers.names import KEYWORDS
from mementod_parsers.word_lists import words

MAX_NAME_CHARS = 160

_FLAG = re.compile(r"^(--[A-Za-z][\w-]+)(?:[= ].*)?$")
_ENV = re.compile(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
_ENV_USE = re.compile(r"^\$\{?(?:env:)?([A-Z][A-Z0-9_]+)(?::-[^}]*)?\}?$|^%([A-Z][A-Z0-9_]+)%$")
_ENV_READ = re.compile(
    r"(?:process\.env|import\.meta\.env|os\.environ|ENV|env|os\.getenv|os\.Getenv|getenv"
    r"|std::env::var|env::var|Deno\.env\.get)"
    r"[.\[(]+[\"']?([A-Z][A-Z0-9_]+)"
)
_VARIABLE_WORDS = words("VAR VARIABLE NAME KEY VALUE FOO BAR XXX ENV ENV_VAR SOME_VAR MY_VAR")
_NAMING_WORDS = words(
    """
    snake_case camelcase pascalcase kebab-case upper_case lower_case screaming_snake_case
    screaming_case upper_snake_case upper_snake lower_snake_case lowercamelcase uppercamelcase capwords foo bar baz
    xxx foo_bar foobar my_module
    my_function myfunction myclass mycomponent my_class
    """
)
_KEY = re.compile(r"^([A-Za-z_][\w.-]*)\s?=(?![=>])\s?\S*")
_COMMIT = re.compile(r"^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$")
COMPONENT = re.compile(r"^</?([A-Z][\w.]*)(?:\s[^<>]*)?/?>$")
_ATTRIBUTE = re.compile(r"^(?:#!?\[|\[|@)([A-Za-z_][\w.:]*)(?:\(.*\))?\]?$")
_PIECE = r"[A-Za-z_\u00c0-\u024f\u0400-\u04ff$][\w$]*[!?]?"
_NAME = re.compile(
    rf"^(?P<lead>[.:&*#@!~^-]{{0,2}}|\.\.\.)(?P<name>{_PIECE}(?:(?:\.|::|#|->|\?\.|\\"
    rf"|:)~?{_PIECE}){{0,12}})(?P<rest>.*)$",
    re.S,
)
_SEPARATOR = re.compile(r"::|->|\?\.|[#\\:]")
_GENERIC = re.compile(r"^<[\w\s,.<>\[\]?&|:*'\"=-]{1,120}>")
_CAMEL = re.compile(r"[a-z0-9][A-Z]|[A-Z][a-z0-9]+[A-Z]|[A-Z]{2,}[a-z]{2,}")
_KEBAB = re.compile(r"^[a-z][a-z0-9]*(?:-[a-z0-9]+){1,6}$")
_CMDLET = re.compile(r"^[A-Z][a-z]{2,12}-[A-Z][A-Za-z]{2,50}$")
_QUOTED = re.compile(r"^([\"'])([\w./@:-]{2,120})\1$")
_PATTERN_NAME = re.compile(
    r"(?:^|[^A-Z])X{2,}|X\.Y|Xxx|(?:^|\.)(?:Your|your|My|my)(?:[A-Z]|_)\w*(?:Name|Here|Thing)"
    r"|(?:Pascal|Camel|Snake|Kebab)Case"
)
_REST = re.compile(r"^\s*(?:\(.*|\[.*|[!?;,]*|(?:[:=]|=>|->).*)$", re.S)


def read_name(token: str, *, code: bool) -> list[Form]:
    """Return what `token` claims as a name of code, configuration or history."""
    if not 2 <= len(token) <= MAX_NAME_CHARS:
        return []
    for reader in (_special, _assignment):
        if (forms := reader(token, code)) is not None:
            return forms
    if token[0] == "<" and (m := COMPONENT.match(token)):
        return [_symbol(m.group(1), m.start(1), m.end(1), loose=not code)]
    if token[0] in "#[@" and (m := _ATTRIBUTE.match(token)) and (token[0] != "[" or token.endswith("]")):
        scoped = token.startswith("@")
        return [_symbol(m.group(1), m.start(1), m.end(1), loose=not code or (scoped and not is_telling(m.group(1))))]
    return _plain(token, code)


def _special(token: str, code: bool) -> list[Form] | None:
    end = len(token)
    if token[0] == "-" and (m := _FLAG.match(token)):
        return [Form(Kind.CONFIG, m.group(1), 0, m.end(1), loose=True)]
    if token.startswith("-"):
        return []
    if token[0] in "$%" and (m := _ENV_USE.match(token)):
        name = m.group(1) or m.group(2)
        reason = Reason.PLACEHOLDER if name in _VARIABLE_WORDS else None
        at = token.find(name)
        return [Form(Kind.ENV, name, at, at + len(name), loose=not code, reason=reason)]
    if ("env" in token or "ENV" in token) and (m := _ENV_READ.search(token)):
        return [Form(Kind.ENV, m.group(1), m.start(1), m.end(1), loose=not code)]
    if token.lower() in _NAMING_WORDS:
        return [Form(Kind.SYMBOL, token, 0, end, loose=True, reason=Reason.PLACEHOLDER)]
    if _ENV.match(token):
        return [Form(Kind.ENV, token, 0, end, loose=not code)]
    if code and _COMMIT.match(token):
        return [Form(Kind.COMMIT, token, 0, end)]
    return None


def _assignment(token: str, code: bool) -> list[Form] | None:
    m = _KEY.match(token) if code and "=" in token else None
    if not m:
        return None
    name = m.group(1)
    if _ENV.match(name) or (name.isupper() and len(name) > 2):
        return [Form(Kind.ENV, name, 0, len(name))]
    return [Form(Kind.CONFIG, name, 0, len(name), loose=not ("_" in name or "." in name))]


def _plain(token: str, code: bool) -> list[Form]:
    if code and token[0] in "\"'" and (m := _QUOTED.match(token)) and not m.group(2).isdigit():
        return [Form(Kind.CONFIG, m.group(2), m.start(2), m.end(2), loose=True)]
    if "-" in token and _CMDLET.match(token):
        return [_symbol(token, 0, len(token), loose=not code)]
    if code and "-" in token and _KEBAB.match(token):
        return [Form(Kind.CONFIG, token, 0, len(token), loose=True)]
    m = _NAME.match(token)
    if not m:
        return []
    raw = m.group("name")
    rest = m.group("rest")
    if rest[:1] == "<" and (g := _GENERIC.match(rest)):
        rest = rest[g.end() :]
    if not _REST.match(rest):
        return []
    call = rest.startswith("(")
    name = _SEPARATOR.sub(".", raw).strip(".").rstrip("!?")
    if m.group("lead").startswith("*") and not call:
        return [Form(Kind.SYMBOL, name, 0, m.end("name"), loose=True, reason=Reason.PLACEHOLDER)]
    if code and rest.startswith(":") and not call and name == raw and len(rest) == 1:
        return [Form(Kind.CONFIG, name, m.start("name"), m.end("name"), loose=True)]
    if name.lower() in ("todo", "fixme") or (not call and "." not in name and name.lower() in KEYWORDS):
        return []
    end = m.end("name") + (2 if rest.startswith("()") else 0)
    if call and not rest.startswith("()"):
        end = _closing(token, m.end("name"))
    loose = _is_loose(name, raw, call=call, code=code)
    if not code and loose and not call and not is_telling(name):
        return []
    return [_symbol(name, m.start("name"), end, loose=loose)]


def _closing(token: str, at: int) -> int:
    depth = 0
    for i in range(at, len(token)):
        depth += (token[i] == "(") - (token[i] == ")")
        if depth == 0:
            return i + 1
    return at


def _is_loose(name: str, raw: str, *, call: bool, code: bool) -> bool:
    if not code:
        return not call or not (is_telling(name) or len(name) > 4)
    if call or "::" in raw or "->" in raw:
        return False
    if "." in name:
        return all(p.islower() and "_" not in p for p in name.split("."))
    return not is_telling(name)


def is_telling(name: str) -> bool:
    """Tell whether the form of a word shows that it is a name of code: humps or underscores."""
    return "_" in name.strip("_") or (name.startswith("_") and len(name) > 3) or bool(_CAMEL.search(name))


def _symbol(name: str, start: int, end: int, *, loose: bool) -> Form:
    name = _SEPARATOR.sub(".", name).removesuffix(".new")  # a call of the constructor means its class
    pattern = name.lower() in _NAMING_WORDS or _PATTERN_NAME.search(name)
    reason = Reason.PLACEHOLDER if pattern else None
    return Form(Kind.SYMBOL, name, start, end, loose=loose, reason=reason)
