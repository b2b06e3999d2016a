"""Paths in a single token: cleaned, expanded (brace lists, `x.cpp/h`), and with the reason when they are not ours.

Invariant: says what a token looks like; never whether a file exists.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.linerefs import split_lines
from mementod_parsers.model import Kind, Reason
from mementod_parsers.names import (
    ABSOLUTE_ROOTS,
    FILES,
    GENERATED_FOLDERS,
    HOME_VARIABLES,
    HOSTS,
    MIME_HEADS,
    MIME_TAILS,
    PRODUCTS,
    ROOT_VARIABLES,
    TOP_FOLDERS,
    UPPER_FILES,
    extension_of,
    is_file_name,
    is_strong_file_name,
)
from mementod_parsers.text.wide import MARKS

MAX_EXPANSIONS = 24
MAX_PATH_CHARS = 300

# `data/<group>/x`, `a-<name>.md`: what the reader fills in is a part of the path, not the sign of a redirection.
FILLED_IN = r"(?<=[/_.-])<\w[\w .-]{0,40}>|<\w[\w .-]{0,40}>(?=[/_.-])"

_URL = re.compile(r"^(?:[a-z][a-z0-9+.-]{1,14}://|mailto:|git@|www\.|data:|tel:|ssh:)", re.I)
_HOST = re.compile(r"^[\w-]+(?:\.[\w-]+){0,4}\.([a-z]{2,5})(?::\d{2,5})?/", re.I)
_SCHEME = re.compile(r"^(?:mdc:|file:(?:///?)?|path:|vscode:|@@?/{2})", re.I)
_WINDOWS = re.compile(r"^[A-Za-z]:[\\/]")
_VARIABLE = re.compile(r"^\$(?:\{(?:env:|\{\s*)?)?(?:github\.)?(\w+)(?:\s*\}\}|\})?(?=/)|^%(\w+)%(?=[\\/])")
_PLACEHOLDER = re.compile(
    r"<|\{\{|\{[^{},]{0,60}\}|\$[\w{(]|%[sd]|#\{|(?:^|/)path/to(?:/|$)|YYYY|MM-DD"
    r"|(?<![A-Za-z])(?:X{2,}|N{2,}|x{3,})(?![A-Za-z])"
    r"|(?:^|/)(?:[Yy]our|YOUR)[-_]\w|\[[A-Z]\w*\]|\[(?:your|name|module|feature|project|file)[^\]]{0,40}\]"
)
_BRACES = re.compile(r"\{([^{}]{1,200})\}")
_NAME = re.compile(rf"^[/\w.\-+@~()\[\]*?&$%=!'# ,:;{{}}<>\u2026^|{MARKS}]+$")
_ALTERNATIVE = re.compile(r"^[A-Za-z][A-Za-z0-9+.'-]*$")
_EXTENSION_LIST = re.compile(r"^(?P<stem>(?:.*/)?[^/]+)\.(?P<a>\w{1,6})(?P<rest>(?:[/|]\.?\w{1,5}){1,3})$")
_LETTER = re.compile(r"[^\W\d_]")
_DATE_OR_NUMBER = re.compile(r"^[\d./,:%x+-]+$")
_FILE_SUFFIX_ONLY = re.compile(r"^\.[a-z0-9]{1,6}$", re.I)


def read_path(token: str, *, code: bool) -> list[Form]:
    """Return what `token` claims as a path; empty if it does not look like one."""
    if len(token) > MAX_PATH_CHARS or len(token) < 2 or not _LETTER.search(token):
        return []
    if (foreign := _foreign(token)) is not None:
        return foreign
    start = m.end() if (":" in token or token[0] == "@") and (m := _SCHEME.match(token)) else 0
    body = token[start:]
    end, lines = split_lines(body)
    core = body[:end]
    if not lines and "#" in core and (anchor := core.find("#")) > 0 and is_file_name(core[:anchor].rsplit("/", 1)[-1]):
        core = core[:anchor]
    length = len(core)
    for dots in ("/...", "/\u2026"):  # all below a folder
        core = core.removesuffix(dots) + "/" if core.endswith(dots) and " " not in core else core
    name, reason, rooted = _clean(core)
    shape = _shape(name, core, reason, code=code, lines=bool(lines))
    if shape is None:
        return []
    loose = shape or rooted
    if reason is None:
        reason = _reason(name)
    kind = Kind.LINE_REF if lines else Kind.DIR if core.rstrip().endswith(("/", "\\")) else Kind.PATH
    return [Form(kind, n, start, len(token) if lines else start + length, lines, loose, reason) for n in _expand(name)]


def _foreign(token: str) -> list[Form] | None:
    """Recognise what can be no path of a work tree: URLs, hosts, package specifiers."""
    whole = (0, len(token))
    if (":" in token or "@" in token or token[:4] == "www.") and _URL.match(token) and not token.startswith("file:"):
        return [Form(Kind.LINK, token, *whole, reason=Reason.URL)]
    if (
        "/" in token
        and "." in token
        and (m := _HOST.match(token))
        and m.group(1).lower() in HOSTS
        and not token.startswith(".")
    ):
        return [Form(Kind.LINK, token, *whole, reason=Reason.URL)]
    head, slash, tail = token.partition("/")
    if slash and head in MIME_HEADS and tail.lower() in MIME_TAILS:
        return []
    if token[0].isdigit() and _DATE_OR_NUMBER.match(token):
        return []
    return None


def _clean(core: str) -> tuple[str, Reason | None, bool]:
    """Return the POSIX name, a reason if the place is outside, and whether it began with a slash."""
    if core[1:2] == ":" and _WINDOWS.match(core):
        return core.replace("\\", "/"), Reason.ABSOLUTE, False
    if "\\" in core:
        core = core.replace("\\", "/")
    if core.startswith("~"):
        return core, Reason.HOME, False
    if core[:1] in ("$", "%") and (m := _VARIABLE.match(core)):
        variable = m.group(1) or m.group(2)
        if variable in HOME_VARIABLES:
            return core, Reason.HOME, False
        if variable in ROOT_VARIABLES:
            return core[m.end() :].strip("/"), None, False
        return core, Reason.PLACEHOLDER, False
    rooted = False
    core = core.removeprefix("!")
    if core.startswith("/"):
        first = core[1:].split("/", 1)[0]
        if first.lower() in ABSOLUTE_ROOTS and "/" in core[1:]:
            return core, Reason.ABSOLUTE, False
        core, rooted = core.lstrip("/"), True
    while core.startswith("./"):
        core = core[2:].lstrip("/")
    for dots in (".../", "\u2026/") if core[:1] in (".", "\u2026") else ():
        if core.startswith(dots):
            core, rooted = core[len(dots) :], True
    name = core.replace("/.../", "/**/").replace("/\u2026/", "/**/").rstrip("/")
    while "//" in name:
        name = name.replace("//", "/")
    return name, None, rooted


def _shape(name: str, core: str, reason: Reason | None, *, code: bool, lines: bool) -> bool | None:
    """Tell whether the name is loose (True), sure (False) or no path at all (None)."""
    if reason in (Reason.ABSOLUTE, Reason.HOME):
        return False
    parts = name.split("/")
    base = parts[-1]
    if not name or not all(parts) or not _NAME.match(name):
        return None
    if len(parts) == 1 and not core.startswith("/"):
        return _shape_single(base, core, code=code, lines=lines)
    if " " in name and not is_strong_file_name(base):
        return None
    if is_file_name(base) and not (base.lower() in FILES and not code and len(parts) == 2 and base[0].isupper()):
        return base.lower() in PRODUCTS  # `CI/Makefile` may be two words; `Tauri/React/Node.js` is products
    if core.endswith(("/", "\\")) or "*" in base:
        return not code and len(parts) == 1
    if len(parts) == 1:
        return True
    return not _folders(parts, code=code)


def _folders(parts: list[str], *, code: bool) -> bool:
    """Tell whether parts without a file name at their end read as folders rather than as alternatives."""
    if parts[0].lower() in TOP_FOLDERS and parts[0].islower():
        return code or len(parts) > 2
    if parts[0] in (".", "..") or parts[0].startswith("."):
        return True
    if not code:
        return False
    if len(parts) >= 3:
        return not all(_ALTERNATIVE.match(p) and (p[0].isupper() or len(p) < 3) for p in parts)
    return any("_" in p or "." in p for p in parts)


def _shape_single(base: str, core: str, *, code: bool, lines: bool) -> bool | None:
    if core.startswith(("./", "../")) and base not in (".", ".."):
        return not code and not is_file_name(base)
    if core.endswith(("/", "\\")):
        return not (code or not _ALTERNATIVE.match(base) or base.islower())
    if " " in base and not (code and is_strong_file_name(base) and base.count(" ") < 4):
        return None
    if not is_file_name(base):
        return True if "*" in base and "." in base and code else None
    if (base.lower() in FILES or base in UPPER_FILES) and not extension_of(base):
        return not code and not base[0].isupper()
    if _FILE_SUFFIX_ONLY.match(base):
        return None if base[1:] in ("com", "org", "net", "io", "dev") else True
    if is_strong_file_name(base):
        return False
    return True if code or lines else None


def _reason(name: str) -> Reason | None:
    without_lists = _BRACES.sub(lambda m: "" if "," in m.group(1) else m.group(), name) if "{" in name else name
    if _PLACEHOLDER.search(without_lists):
        return Reason.PLACEHOLDER
    return Reason.GENERATED if name.split("/", 1)[0] in GENERATED_FOLDERS else None


def _expand(name: str) -> list[str]:
    """Expand `a.{b,c}` and `x.cpp/h` into the names they stand for."""
    if (
        ("/" in name or "|" in name)
        and (m := _EXTENSION_LIST.match(name))
        and "." + m.group("a") != m.group("stem")
        and _extension_list(m)
    ):
        rest = [r.lstrip("./|") for r in re.split(r"[/|]", m.group("rest")) if r]
        return [f"{m.group('stem')}.{e}" for e in [m.group("a"), *rest]]
    if "{" not in name:
        return [name]
    names = [name]
    for _ in range(4):
        m = _BRACES.search(names[0])
        if m is None or "," not in m.group(1):
            break
        options = [o.strip() for o in m.group(1).split(",")]
        names = [
            n[: m.start()] + o + n[m.end() :] for n in names for o in options if n[m.start() :].startswith(m.group())
        ]
        if not names or len(names) > MAX_EXPANSIONS:
            return [name]
    return [n.replace("//", "/") for n in names]


def _extension_list(m: re.Match[str]) -> bool:
    endings = [m.group("a"), *(r.lstrip("./|") for r in re.split(r"[/|]", m.group("rest")) if r)]
    return all(is_file_name("x." + e) for e in endings) and all(len(e) <= 5 for e in endings)
