"""What a fenced block holds, of each kind: commands, code, data, a diff, pasted output. Each line's claims by its form.

Returns forms with their place in the block; force and context are added by fenced.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mementod_parsers.citations.commands import read_commands
from mementod_parsers.citations.fence_kinds import PROMPT, is_command
from mementod_parsers.citations.fence_names import code_names, diagram_names, line_forces
from mementod_parsers.citations.forms import DEFINITION, MAX_FORMS, Form
from mementod_parsers.citations.imports_cited import read_imports
from mementod_parsers.citations.paths import FILLED_IN, read_path
from mementod_parsers.citations.symbols_cited import read_name
from mementod_parsers.citations.token_forms import read_token, trim
from mementod_parsers.force.labels import is_log_line
from mementod_parsers.model import Force, Kind
from mementod_parsers.names import is_strong_file_name
from mementod_parsers.text.wide import wide_paths

MAX_FENCE_LINES = 4_000

_HASH_COMMENT = re.compile(r"(?:^|\s)(#+|//+|--|/\*+|<!--|\*)\s")
_TOKEN = re.compile(
    r"(?:[^\s\"'`,;|=<>\u3000-\u303f\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af\uff00-\uffef]"
    rf"|{FILLED_IN})+"
)
_STRING = re.compile(r"[\"'`]([^\"'`\n]{3,200})[\"'`]")
_ENV_LINE = re.compile(r"^\s*(?:export\s+|-\s+|set\s+|\$env:|ENV\s+)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\s*[=:]")
_KEY_LINE = re.compile(r"^\s*(?:-\s+)?[\"']?([A-Za-z_][\w.-]{1,60})[\"']?\s*[:=](?=\s|$|[\"'\[{\d])")
_COMMON_KEY = re.compile(r"[a-z]+")  # `spec`, `retention`: settings of all kinds have one


@dataclass(frozen=True, slots=True)
class Found:
    """A form in a line of a block."""

    line: int
    form: Form
    force: Force = Force.ASSERTS


def read_shell(lines: list[str]) -> list[Found]:
    """Read commands line by line; `cd` holds for the rest of the block, a trailing backslash joins lines."""
    found: list[Found] = []
    folders: list[str] = []
    prompts = any(PROMPT.match(line) for line in lines)
    here_document = ""
    continued = False
    for i, line in enumerate(lines[:MAX_FENCE_LINES]):
        if here_document:
            here_document = "" if line.strip() == here_document else here_document
            continue
        if m := re.search(r"<<-?\s?[\"']?(\w{2,20})[\"']?", line):
            here_document = m.group(1)
        comment = _HASH_COMMENT.search(line) if "#" in line else None
        if prompts and not PROMPT.match(line) and not line.lstrip().startswith("#") and not continued:
            found += [Found(i, f, Force.QUOTED) for f in read_words(line)]
            continue
        if continued:
            found += [Found(i, f._replace(context=tuple(folders))) for f in read_words(line)]
        elif not line.lstrip().startswith("#"):
            found += [Found(i, f) for f in read_commands(line, shell=True, folders=folders)]
        continued = line.rstrip().endswith("\\")
        if comment is not None and comment.group(1).startswith("#"):
            found += [Found(i, f) for f in read_words(line, comment.end())]
        if len(found) > MAX_FENCE_LINES:
            break
    return found


def read_words(line: str, start: int = 0) -> list[Form]:
    """Read the path-like words and line references of a line of text."""
    forms: list[Form] = []
    wide = [w for w in wide_paths(line) if w.start >= start]
    for low, high, sure in wide:
        found = read_path(line[low:high], code=True)
        forms += [f._replace(start=f.start + low, end=f.end + low, loose=f.loose or not sure) for f in found]
    for m in _TOKEN.finditer(line, start):
        raw = m.group()
        if wide and any(w.start < m.end() and m.start() < w.end for w in wide):
            continue
        if "/" not in raw and "." not in raw and "(" not in raw and "_" not in raw:
            continue
        token, at = trim(raw, m.start())
        if len(token) < 3:
            continue
        for form in read_token(token, code=False):
            form = form._replace(start=form.start + at, end=form.end + at)
            if form.kind is Kind.SYMBOL and not form.loose:
                form = form._replace(loose=True)
            forms.append(form)
        if len(forms) > MAX_FORMS:
            break
    return forms


def read_code_lines(lines: list[str], language: str) -> list[Found]:
    """Read imports, definitions, file names in comments and path-like strings of a code sample."""
    found: list[Found] = []
    for i, line in enumerate(lines[:MAX_FENCE_LINES]):
        if not line.strip():
            continue
        taken = read_imports(line)
        if not taken and (m := DEFINITION.match(line)):
            taken = [
                f._replace(start=f.start + m.start(1), end=f.end + m.start(1), loose=True)
                for f in read_name(m.group(1).strip(".:"), code=True)
            ]
        found += [Found(i, f) for f in taken]
        if not taken:
            found += [Found(i, f) for f in _strings(line)]
        if (m := _HASH_COMMENT.search(line)) is not None and not taken:
            inside = {f.start for f in _strings(line)}
            found += [Found(i, f) for f in read_words(line, m.end()) if f.start not in inside]
        elif language in ("", "text") and not taken:
            found += [Found(i, f) for f in read_words(line)]
    return _with_names(found, lines)


def _with_names(found: list[Found], lines: list[str], *, diff: bool = False) -> list[Found]:
    """Add the names of a sample to what else it claims, each name once."""
    shown = lines[:MAX_FENCE_LINES]
    taken = frozenset(one.form.name for one in found)
    named = code_names(shown, taken, diff=diff)
    forces = line_forces(shown, diff=diff)
    said = [Found(one.line, one.form, forces[one.line]) for one in found]
    return said + [Found(one.line, one.form, one.force) for one in named]


def read_diagram(lines: list[str]) -> list[Found]:
    """Read the paths and the classes of a diagram that is written as text."""
    found = read_text(lines, quoted=False, named=False)
    named = diagram_names(lines[:MAX_FENCE_LINES], frozenset(one.form.name for one in found))
    return found + [Found(one.line, one.form, one.force) for one in named]


def read_diff(lines: list[str]) -> list[Found]:
    """Read a diff: its paths are quoted, the names on its minus lines are past."""
    read = [(i, f) for i, line in enumerate(lines[:MAX_FENCE_LINES]) for f in read_words(line)]
    found = [Found(i, f, Force.QUOTED) for i, f in read if f.kind is not Kind.SYMBOL]
    body = ["" if line.startswith(("---", "+++", "@@", "diff ", "index ")) else line for line in lines]
    return found + _with_names([], body, diff=True)


def _strings(line: str) -> list[Form]:
    forms: list[Form] = []
    for m in _STRING.finditer(line):
        text = m.group(1)
        if " " in text or ("/" not in text and not is_strong_file_name(text)):
            continue
        for form in read_token(text, code=True):
            if form.kind in (Kind.PATH, Kind.DIR, Kind.LINE_REF, Kind.LINK):
                forms.append(
                    form._replace(
                        start=form.start + m.start(1),
                        end=form.end + m.start(1),
                        loose=form.loose or "." not in text,
                    )
                )
    return forms


def read_data(lines: list[str]) -> list[Found]:
    """Read keys, variables and path-like values of configuration."""
    found: list[Found] = []
    for i, line in enumerate(lines[:MAX_FENCE_LINES]):
        at = 0
        if m := _ENV_LINE.match(line):
            found.append(Found(i, Form(Kind.ENV, m.group(1), m.start(1), m.end(1), loose=True)))
            at = m.end()
        elif (m := _KEY_LINE.match(line)) and not _COMMON_KEY.fullmatch(m.group(1)):
            found.append(Found(i, Form(Kind.CONFIG, m.group(1), m.start(1), m.end(1), loose=True)))
            at = m.end()
        found += [Found(i, f) for f in read_words(line, at) if f.kind is not Kind.SYMBOL]
    return found


def read_text(lines: list[str], *, quoted: bool, named: bool = True) -> list[Found]:
    """Read plain text, output and diagrams: paths and line references only count, names are loose."""
    found: list[Found] = []
    stack = sum(1 for line in lines[:200] if is_log_line(line)) * 3 >= max(1, len(lines[:200]))
    for i, line in enumerate(lines[:MAX_FENCE_LINES]):
        force = Force.QUOTED if quoted or stack or is_log_line(line) else Force.ASSERTS
        if line.strip() and is_command(line):
            found += [Found(i, f, force) for f in read_commands(line)] or [Found(i, f, force) for f in read_words(line)]
            continue
        found += [Found(i, f, force) for f in read_words(line)]
    return _with_names(found, lines) if named and not (quoted or stack) else found


def read_globs(lines: list[str]) -> list[Found]:
    """Read the patterns that a rule applies to; a bare name is one of every file of that name."""
    return [
        Found(i, f._replace(name=f"**/{f.name}") if "/" not in f.name and "*" not in f.name else f)
        for i, line in enumerate(lines)
        for f in read_token(line, code=True)
        if f.kind in (Kind.PATH, Kind.DIR)
    ]
