"""The mark on a note: the key `stale` in its frontmatter, put in and taken out as text.

Pure. Every byte outside the mark stays as it is, and taking it out gives back the bytes from before. A note without
frontmatter is never marked, nor one whose frontmatter is no plain block mapping: the answer then says why.

    stale:
      since: 2026-11-30
      because:
        - "src/dates.ts moved to src/utils/dates.ts"
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import yaml

from mementod_parsers.text.frontmatter import MARK_KEY as KEY
from mementod_parsers.text.frontmatter import MAX_HEAD_CHARS, MAX_HEAD_LINES, read_head

CAUSES_CAP = 10  # lines in one mark; the last says how many more there are
CAUSE_CHARS = 300
HEAD_BYTES = 4 * MAX_HEAD_CHARS + 2 * MAX_HEAD_LINES  # nothing of a frontmatter is further down

_END = rb"(?:\r\n|\n|\r)"
_LINE = re.compile(rb"[^\r\n]*" + _END)
_CONTENT = re.compile(rb"(?<=[\r\n])( *)[^ #\r\n]")
# What JSON leaves as it is and YAML does not: controls, line ends of other standards, no characters.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class NoteMark:
    """A mark in a note. `line` is its first line, 1-based; `lines` how many it takes."""

    since: str
    causes: tuple[str, ...]
    line: int
    lines: int

    def on_disk(self, line: int) -> int:
        """The line of the marked note that is `line` in the unmarked one."""
        return line if line < self.line else line + self.lines


@dataclass(frozen=True, slots=True)
class Marking:
    """The new bytes of a note, which may be the old ones; None, and why, where it cannot be marked."""

    data: bytes | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Head:
    """Where the YAML of a frontmatter is in the bytes of a note, its text, and how its lines end."""

    start: int
    end: int
    text: str
    newline: str


_Events = tuple[tuple[object, ...], ...]


def mark(data: bytes, causes: Sequence[str], since: date) -> Marking:
    """Mark a note as stale for these causes, one line each; without causes the mark is taken out.

    A note that is marked already keeps its first date, and its bytes while the causes are the same.
    """
    shown = _shown(causes)
    old = found(data)
    if old and old.causes == shown:
        return Marking(data)
    plain = unmarked(data)
    if not shown:
        return Marking(plain)
    first = old.since if old and _DATE.fullmatch(old.since) else since.isoformat()
    return _put(plain, shown, first)


def unmarked(data: bytes) -> bytes:
    """The note as if it had never been marked: what is judged, hashed and compared."""
    while span := _span(data):  # a merge may have left two
        data = data[: span[0]] + data[span[1] :]
    return data


def found(data: bytes) -> NoteMark | None:
    """The mark of a note."""
    span = _span(data)
    if span is None:
        return None
    said = yaml.safe_load(data[span[0] : span[1]])[KEY]
    first = len(_LINE.findall(data, 0, span[0])) + 1
    return NoteMark(str(said["since"]), tuple(said["because"]), first, len(_LINE.findall(data, *span)))


def _put(plain: bytes, causes: tuple[str, ...], since: str) -> Marking:
    head = _head(plain)
    if isinstance(head, str):
        return Marking(None, head)
    try:
        root = yaml.compose(head.text, Loader=yaml.SafeLoader)
        before = _events(head.text)
    except (yaml.YAMLError, RecursionError, ValueError):
        return Marking(None, "its frontmatter is not valid YAML")
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return Marking(None, "its frontmatter is no block mapping")
    if any(key.value == KEY for key, _ in root.value):
        return Marking(None, f"its frontmatter has a key `{KEY}` of its own")
    block = _block(" " * root.start_mark.column, causes, since, head.newline)
    new = plain[: head.end] + block.encode() + plain[head.end :]
    if not _is_only_more(head.text + block, before, block) or _span(new) != (head.end, head.end + len(block.encode())):
        return Marking(None, "its frontmatter cannot be added to without changing what it says")
    return Marking(new)


def _block(indent: str, causes: tuple[str, ...], since: str, newline: str) -> str:
    lines = [f"{KEY}:", f"  since: {since}", "  because:", *(f"    - {_quoted(cause)}" for cause in causes)]
    return "".join(indent + line + newline for line in lines)


def _quoted(cause: str) -> str:
    """A double-quoted scalar; JSON's escapes are YAML's."""
    return _UNSAFE.sub(lambda hit: f"\\u{ord(hit[0]):04x}", json.dumps(cause, ensure_ascii=False))


def _shown(causes: Sequence[str]) -> tuple[str, ...]:
    kept = [_SURROGATE.sub("\ufffd", cause)[:CAUSE_CHARS] for cause in causes]
    if len(kept) > CAUSES_CAP:
        kept[CAUSES_CAP - 1 :] = [f"and {len(kept) - CAUSES_CAP + 1} more"]
    return tuple(kept)


def _span(data: bytes) -> tuple[int, int] | None:
    """Where the mark is, first and last byte; None for what only looks like one."""
    if data.find(b"stale:", 0, HEAD_BYTES) < 0:
        return None
    head = _head(data)
    if isinstance(head, str) or not (first := _CONTENT.search(data, head.start, head.end)):
        return None
    indent = re.escape(first[1])
    pattern = rb"(?<=[\r\n])" + indent + rb"stale:[ \t]*" + _END + rb"(?:" + indent + rb" +[^\r\n]*" + _END + rb")+"
    for hit in re.compile(pattern).finditer(data, head.start, head.end):
        block = hit[0].decode("utf-8", "replace")
        rest = (data[head.start : hit.start()] + data[hit.end() : head.end]).decode("utf-8", "replace")
        if _is_ours(block) and _is_whole(head.text, rest, block):
            return hit.span()
    return None


def _is_ours(block: str) -> bool:
    """Whether it says what our marks say, whoever wrote it anew."""
    try:
        said = yaml.safe_load(block)[KEY]
        return set(said) == {"since", "because"} and bool(said["because"]) and _is_strings(said["because"])
    except (yaml.YAMLError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return False


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)


def _is_whole(text: str, rest: str, block: str) -> bool:
    """Whether taking the block out takes out one key and nothing else."""
    try:
        return _is_only_more(text, _events(rest), block)
    except (yaml.YAMLError, RecursionError, ValueError):
        return False


def _is_only_more(text: str, before: _Events, block: str) -> bool:
    """Whether YAML reads in `text` what it read before, and the block beside it."""
    try:
        now, added = _events(text), _events(block)[3:-3]
    except (yaml.YAMLError, RecursionError, ValueError):
        return False
    if now[3:-3] == added:  # there is nothing else
        return len(before) == 2
    return any(
        now[at : at + len(added)] == added and now[:at] + now[at + len(added) :] == before
        for at in range(3, len(now) - len(added))
    )


def _events(text: str) -> _Events:
    """What YAML reads, without the places: stream, document, root, its content, and their ends."""
    return tuple(
        (type(event), getattr(event, "value", None), getattr(event, "style", None), getattr(event, "tag", None),
         getattr(event, "anchor", None))
        for event in yaml.parse(text, Loader=yaml.SafeLoader)
    )  # fmt: skip


def _head(data: bytes) -> _Head | str:
    """The frontmatter as the notes' own reader sees it, or why there is none to write to."""
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    lines = _LINE.findall(data[start:HEAD_BYTES] + b"\n")
    end = read_head([line.decode("utf-8", "replace").rstrip("\r\n") for line in lines[: MAX_HEAD_LINES + 1]]).end
    if not end:
        return "it has no frontmatter"
    first = start + len(lines[0])
    last = start + sum(map(len, lines[: end - 1]))
    try:
        text = data[first:last].decode()
    except UnicodeDecodeError:
        return "its frontmatter is not valid UTF-8"
    return _Head(first, last, text, lines[0][len(lines[0].rstrip(b"\r\n")) :].decode())
