"""Names of code in a fenced sample, in any language or none: each once, loose, with the force of the remark above it.

A name is told by its form (humps, underscores, a call); whether anything defines it is for the judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mementod_parsers.citations.forms import Form
from mementod_parsers.force.labels import CROSSES, is_log_line, label_force
from mementod_parsers.model import Force, Kind
from mementod_parsers.names import EXTENSIONS, KEYWORDS
from mementod_parsers.word_lists import words

MAX_FENCE_NAMES = 120
MAX_NAME_CHARS = 80
MAX_LINE_CHARS = 1_000
SHORTEST_CALL = 4

_CHAIN = re.compile(
    r"(?<![\w$@#./\\-])(?P<new>new\s{1,2})?(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*){0,8})"
    r"(?P<call>!?\s?\()?(?![\w$/\\])"
)
_JOINT = re.compile(r"::|->|\?\.|\.")
_STRING = re.compile(r"\"[^\"\n]{0,400}\"|(?<!\w)'[^'\n]{0,400}'|`[^`\n]{0,400}`")
_HUMPS = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}")
_UPPER = re.compile(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
_REMARK = re.compile(
    r"^\s{0,40}(?:#{1,3}|/{2,3}|--|/\*{1,2}|<!--|;{1,2}|%|\*)\s{0,3}(?P<text>.{1,80}?)\s{0,3}(?:\*/|-->)?$"
)
_ASIDE = re.compile(
    r"(?:#|//|--|/\*|<!--)\s{0,2}(?:\W{0,2})(?:bad|wrong|don'?t|never|avoid|incorrect|old|\u9519\u8bef)\b", re.I
)
_DIAGRAM_NAME = re.compile(
    r"^\s*(?:(?:abstract\s+)?(?:class|interface|enum|struct|entity|component|object"
    r"|namespace)\s+(?:\"[^\"]{1,80}\"\s+as\s+)?"
    r"(?P<a>[A-Za-z_]\w*)|(?:create\s+)?(?:participant|actor|boundary|control|database|collections"
    r"|queue)\s+(?P<b>[A-Za-z_]\w*)"
    r"(?:\s+as\s+(?P<c>[A-Za-z_]\w*)\s*$)?)"
)
_RELATION = re.compile(
    r"^\s*(?P<a>[A-Z]\w+)\s.{0,12}(?:<\||\|>|\*--|--\*|o--|--o|-->|<--|\.\.>|<\.\.|--).{0,12}\s(?P<b>[A-Z]\w+)"
)
_COMMON = words(
    """
    JavaScript TypeScript GitHub GitLab PostgreSQL MySQL MongoDB GraphQL OpenAI ChatGPT DevOps NodeJS NextJS WebSocket
    localStorage sessionStorage iPhone iOS macOS README YouTube LinkedIn isinstance print range console printf println
    classDiagram sequenceDiagram stateDiagram erDiagram gitGraph quadrantChart xychart timeline subgraph autonumber
    sizeof typeof require describe expect elif foreach unless until using lambda assert include define
    """
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a line of a block."""

    line: int
    form: Form
    force: Force


def code_names(lines: list[str], taken: frozenset[str] = frozenset(), *, diff: bool = False) -> list[Named]:
    """Return the names in the lines of a sample; those in `taken` are known already."""
    seen, found = set(taken), list[Named]()
    for i, (line, force) in enumerate(zip(lines, line_forces(lines, diff=diff), strict=True)):
        if len(found) >= MAX_FENCE_NAMES:
            break
        if not line.strip() or (is_log_line(line) and not diff):
            continue
        # What a diff takes away may stand again in what it puts there.
        shown = " " + line[1:] if diff else line
        found += [Named(i, form, force) for form in _in_line(shown, seen if force is not Force.PAST else set())]
    return found[:MAX_FENCE_NAMES]


def line_forces(lines: list[str], *, diff: bool = False) -> list[Force]:
    """Return the force of each line: `// Before` and `# Bad` hold until the next remark that says something else."""
    forces: list[Force] = []
    said, after_blank = Force.ASSERTS, True
    for line in lines:
        said = _heard(line, said, after_blank=after_blank)
        after_blank = not line.strip()
        taken = diff and line.startswith("-")
        forces.append(Force.PAST if taken else Force.NEGATED if _is_aside(line) else said)
    return forces


def diagram_names(lines: list[str], taken: frozenset[str] = frozenset()) -> list[Named]:
    """Return the classes and participants of a diagram, with a single hump too, and the other names in it."""
    seen = set(taken)
    found: list[Named] = []
    for i, line in enumerate(lines):
        for m in (_DIAGRAM_NAME.match(line), _RELATION.match(line)):
            for group, name in m.groupdict().items() if m else ():
                if name and len(name) > 2 and name not in seen and name.lower() not in KEYWORDS:
                    seen.add(name)
                    form = Form(Kind.SYMBOL, name, m.start(group), m.end(group), loose=True) if m else None
                    found += [Named(i, form, Force.ASSERTS)] if form else []
    return (found + code_names(lines, frozenset(seen)))[:MAX_FENCE_NAMES]


def _heard(line: str, said: Force, *, after_blank: bool) -> Force:
    """The force from a line on, where `said` held before it."""
    m = _REMARK.match(line)
    if m is None:
        return said
    text = m.group("text")
    label = label_force(text)
    if text[:1] in CROSSES:
        return Force.NEGATED
    if label in (Force.NEGATED, Force.PAST):
        return label
    return Force.ASSERTS if after_blank or _is_turn(text) else said


def _is_turn(text: str) -> bool:
    head = text.lstrip("*- ").lower()
    return head[:1] in "\u2705\u2714\u2713" or head.startswith(
        (
            "good",
            "right",
            "correct",
            "after",
            "new",
            "do:",
            "better",
            "\u6b63\u786e",
            "\u826f\u3044",
            "\u65b0",
            "\u63a8\u8350",
        )
    )


def _is_aside(line: str) -> bool:
    return any(c in line for c in CROSSES) or bool(_ASIDE.search(line))


def _in_line(line: str, seen: set[str]) -> Iterator[Form]:
    plain = _STRING.sub(lambda m: " " * len(m.group()), line[:MAX_LINE_CHARS])
    for m in _CHAIN.finditer(plain):
        start = m.start("name")
        for name, low, high in _claims(m.group("name"), called=bool(m.group("call")), made=bool(m.group("new"))):
            if name not in seen and len(name) <= MAX_NAME_CHARS:
                seen.add(name)
                yield Form(Kind.SYMBOL, name, start + low, start + high, loose=True)


def _claims(text: str, *, called: bool, made: bool) -> Iterator[tuple[str, int, int]]:
    """Return what a chain of names claims: `Store.open(` as a whole, `this.items.openAll` by its telling members."""
    joints = [(m.start(), m.end()) for m in _JOINT.finditer(text)]
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(text)]
    parts = [text[a:b] for a, b in zip(starts, ends, strict=True)]
    if len(parts) == 1:
        if _telling(text) or (made and text[:1].isupper()) or (called and _callable(text)):
            yield text, 0, len(text)
        return
    if parts[-1].lower() in EXTENSIONS and not called and len(parts) == 2:
        return  # a file
    if parts[0][:1].isupper() and not parts[0].isupper() and (called or _telling(parts[-1]) or parts[-1][:1].isupper()):
        yield ".".join(parts), 0, len(text)
    for part, start, end in zip(parts, starts, ends, strict=True):
        if _telling(part):
            yield part, start, end


def _telling(name: str) -> bool:
    if name in _COMMON or len(name) < 3:
        return False
    if _UPPER.match(name):
        return True
    return "_" in name.strip("_") or bool(_HUMPS.search(name))


def _callable(name: str) -> bool:
    return len(name) >= SHORTEST_CALL and name.lower() not in KEYWORDS and name not in _COMMON and not name.isupper()
