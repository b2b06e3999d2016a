"""Import lines of any language to what they name: modules, files, and the names that they bring in."""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.model import Kind

_PY_FROM = re.compile(r"^\s*from\s+(\.{0,3}[\w.]*)\s+import\s+(\(?[\w\s,*]{1,300})")
_PY_IMPORT = re.compile(r"^\s*import\s+([\w.]+(?:\s*,\s*[\w.]+)*)\s*(?:as\s+\w+)?\s*$")
_JS_FROM = re.compile(
    r"(?:^|\s)(?:import"
    r"|export)\s+(?:type\s+)?([\w$*{},\s]{0,300}?)\s*from\s+[\"']([^\"'\n]{1,200})[\"']"
    r"|(?:require|import)\(\s*[\"']([^\"'\n]{1,200})[\"']"
    r"|^\s*import\s+[\"']([^\"'\n]{1,200})[\"']"
)
_DOTTED_IMPORT = re.compile(
    r"^\s*(?:import\s+(?:static\s+)?|using\s+(?:static\s+)?|use\s+|pub\s+use\s+|open\s+"
    r"|package\s+|namespace\s+|alias\s+)([A-Za-z_][\w]*(?:(?:\.|::"
    r"|\\)[A-Za-z_*{][\w*]*){1,12})"
)
_INCLUDE = re.compile(r"^\s*#\s*(?:include|import)\s+\"([^\"\n]{1,200})\"")


def read_imports(line: str) -> list[Form]:
    """Read one import line of any language."""
    if m := _PY_FROM.match(line):
        return _python_from(m)
    if ("import" in line or "require" in line or "export" in line) and (m := _JS_FROM.search(line)):
        return _script_from(m)
    if m := _INCLUDE.match(line):
        return [Form(Kind.PATH, m.group(1).removeprefix("./"), m.start(1), m.end(1), loose="/" not in m.group(1))]
    if m := _DOTTED_IMPORT.match(line):
        name = (
            re.sub(r"::|\\", ".", m.group(1))
            .removeprefix("crate.")
            .removeprefix("self.")
            .removeprefix("super.")
            .rstrip(".{*")
        )
        return [Form(Kind.SYMBOL, name, m.start(1), m.end(1), loose=True)] if len(name) > 2 else []
    if m := _PY_IMPORT.match(line):
        return [
            Form(
                Kind.SYMBOL,
                p.group(),
                m.start(1) + p.start(),
                m.start(1) + p.end(),
                loose=True,
            )
            for p in re.finditer(r"[\w.]+", m.group(1))
        ]
    return []


def _python_from(m: re.Match[str]) -> list[Form]:
    module = m.group(1)
    forms: list[Form] = []
    if module.strip("."):
        forms.append(Form(Kind.SYMBOL, module.strip("."), m.start(1), m.end(1), loose=True))
    for p in re.finditer(r"[A-Za-z_]\w*", m.group(2).split(" as ")[0]):
        at = m.start(2) + p.start()
        if p.group() not in ("as", "import"):
            forms.append(
                Form(
                    Kind.SYMBOL,
                    p.group(),
                    at,
                    at + len(p.group()),
                    loose=True,
                    place=module.strip(".") or None,
                )
            )
    return forms


def _script_from(m: re.Match[str]) -> list[Form]:
    group = 2 if m.group(2) else 3 if m.group(3) else 4
    target = m.group(group)
    local = target.startswith((".", "@/", "~/", "#", "$lib", "src/"))
    path = Form(Kind.PATH, target.removeprefix("./"), m.start(group), m.end(group), loose=not local)
    if not local:
        return [path] if "/" in target else []
    names = m.group(1) or ""
    forms = [path]
    for p in re.finditer(r"[A-Za-z_$][\w$]*", names):
        if p.group() not in ("as", "type", "default"):
            at = m.start(1) + p.start()
            forms.append(Form(Kind.SYMBOL, p.group(), at, at + len(p.group()), loose=True, place=path.name))
    return forms
