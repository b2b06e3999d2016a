"""Tree diagrams: each node with the path that its place in the drawing gives it.

A node that stands under one root is named from below the root, and the root is its context: it may be a folder
or the repository itself. Draws no conclusion about what exists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mementod_parsers.citations.paths import read_path
from mementod_parsers.model import Reason
from mementod_parsers.names import TOP_FOLDERS, is_file_name
from mementod_parsers.text.wide import MARKS

MAX_NODES = 3_000
MAX_DEPTH = 40

_PREFIX = re.compile(r"^[\s\u2500-\u257f|+`\\*>-]*(?:\u2500|--|-)?\s*")
_BRANCH = re.compile(r"[\u251c\u2514\u2570\u256d\u252c\u250c]|(?:^|\s)[|+`\\]\s?-{1,3}|^\s*[|\u2502]")
_BOX_BRANCH = re.compile(r"[\u251c\u2514\u2570]\s?[\u2500-]|(?:^|\s)[|+`\\]--")
_COMMENT = re.compile(
    r"\s+(?:#|//|--|\u2014|\u2013|-\s|\u2190|<-|\u2192|->|=>|\*\s|;|\(|\[(?=[A-Z\s]"
    r"|\w+\])|<!--|:\s|\u2026|\uff08(?![^\uff08\uff09]{0,60}\uff09\.[A-Za-z])|\u2605|\u2b50|\u2705|\u274c"
    r"|\U0001f195)|\t+|\s{2,}"
    r"|\s*\u2190|\s*\uff08(?![^\uff08\uff09]{0,60}\uff09\.[A-Za-z])|\s*\uff1a|:\s"
)
_FILEISH = re.compile(rf"^[\w.@\[\](){{}}<>*$+,~#&!%=/\\{MARKS}-]+$")
_INDENTED_NODE = re.compile(
    r"^(\s*)(?:[-*]\s+)?([\w.@\[\]{}<>*$+-]+(?:/[\w.@\[\]{}<>*$+-]+)*/?)(?=\s*$|\s+(?:#"
    r"|//|--|\u2014|-|\u2190|<-|\()|\s{2,}|\s*:\s)"
)
_REPOSITORY = re.compile(r"root|repo|project|workspace", re.I)  # `<project-root>/` stands for what the note lies in
_SKIP = frozenset(("...", "\u2026", "etc", "etc.", "..", "-", "\u22ee"))


@dataclass(frozen=True, slots=True)
class Node:
    """One name in a drawing. `path` is relative to `root`; `comment` is the text behind it."""

    line: int  # index of the line in the block
    start: int
    end: int
    path: str
    root: str
    folder: bool
    loose: bool
    comment: str
    reason: Reason | None = None


@dataclass(slots=True)
class _Raw:
    line: int
    column: int
    start: int
    text: str
    comment: str
    folder: bool
    parent: int = -1
    children: bool = False


def is_tree(lines: list[str]) -> bool:
    """Tell whether a block is a drawing of folders."""
    return sum(1 for line in lines[:400] if _BOX_BRANCH.search(line)) >= 1


def is_indented_tree(lines: list[str]) -> bool:
    """Tell whether a block without branches is a tree by its indentation alone."""
    full = [line for line in lines[:400] if line.strip()]
    if len(full) < 2:
        return False
    nodes = [m for line in full if (m := _INDENTED_NODE.match(line))]
    pathlike = [m for m in nodes if m.group(2).endswith("/") or is_file_name(m.group(2).rsplit("/", 1)[-1])]
    folders = sum(1 for m in nodes if m.group(2).endswith("/"))
    return len(pathlike) * 10 >= len(full) * 7 and (
        folders >= 1 and (len({m.group(1) for m in nodes}) > 1 or folders > 1)
    )


def read_tree(lines: list[str], *, drawn: bool = True) -> list[Node]:
    """Return the nodes of a drawing with their rebuilt paths."""
    raws = _raws(lines, drawn=drawn)
    _link(raws)
    root = _root(raws)
    unknown = root >= 0 and "{" in raws[root].text.replace("<", "{") and not _REPOSITORY.search(raws[root].text)
    nodes: list[Node] = []
    paths: list[str] = []
    for i, raw in enumerate(raws):
        above = paths[raw.parent] if raw.parent >= 0 else ""
        if i == root:
            paths.append("" if _anonymous(raw.text) or not _real_root(raw.text) else raw.text.strip("/") + "/")
        else:
            paths.append(above + raw.text.strip("/").removeprefix("./") + "/" if raw.children or raw.folder else above)
        label = "" if root < 0 or paths[root] or _anonymous(raws[root].text) else raws[root].text.strip("/")
        nodes += _nodes(raw, above if i != root else "", label if i != root else "", is_root=i == root)
        if len(nodes) > MAX_NODES:
            break
    return [replace(n, reason=n.reason or Reason.PLACEHOLDER) for n in nodes] if unknown else nodes


def _raws(lines: list[str], *, drawn: bool) -> list[_Raw]:
    raws: list[_Raw] = []
    for i, line in enumerate(lines):
        m = _PREFIX.match(line)
        start = m.end() if m else 0
        prefix = line[:start]
        if prefix.rstrip().endswith("*") and start < len(line) and line[start] in "./":
            start = line.rfind("*", 0, start)  # `*.py` is a name
        rest = line[start:]
        if not rest.strip() or (
            drawn
            and not prefix.strip()
            and raws
            and raws[-1].column == 0
            and not _BRANCH.search(line)
            and not _nodeish(rest)
        ):
            continue
        cut = _COMMENT.search(rest)
        name = rest[: cut.start()] if cut else rest
        comment = rest[cut.start() :] if cut else ""
        name = name.rstrip()
        if " " in name:
            name, comment = _with_blanks(name, comment)
        stripped = name.lstrip("*`")
        start += len(name) - len(stripped)
        name = stripped.rstrip("*`:,")
        if not name or name in _SKIP or not _FILEISH.match(name.replace(" ", "")) or not any(c.isalnum() for c in name):
            continue
        raws.append(_Raw(i, start, start, name, comment, name.endswith("/")))
    return raws


def _nodeish(rest: str) -> bool:
    m = _INDENTED_NODE.match(rest)
    return bool(m) and (m is not None and (m.group(2).endswith("/") or is_file_name(m.group(2).rsplit("/", 1)[-1])))


def _with_blanks(name: str, comment: str) -> tuple[str, str]:
    """`src/ the sources` is a name with a remark; `My App/` is a name."""
    first, _, rest = name.partition(" ")
    if first.endswith("/") or is_file_name(first.rstrip(",")) or "," in name:
        if first.endswith(",") or (rest and rest[0] in "/,&+"):
            return name, comment
        return first, rest + comment
    if name.endswith("/") or is_file_name(name):
        return name, comment
    return first, rest + comment


def _link(raws: list[_Raw]) -> None:
    stack: list[int] = []
    for i, raw in enumerate(raws):
        while stack and raws[stack[-1]].column >= raw.column:
            stack.pop()
        raw.parent = stack[-1] if stack else -1
        if stack:
            raws[stack[-1]].children = True
        if len(stack) < MAX_DEPTH:
            stack.append(i)


def _root(raws: list[_Raw]) -> int:
    """Return the one node that all others stand under, or -1."""
    tops = [i for i, raw in enumerate(raws) if raw.parent < 0]
    if len(tops) == 1 and raws[tops[0]].children:
        return tops[0]
    return -1


def _anonymous(text: str) -> bool:
    return text.strip("/") in ("", ".", "~") or text.startswith(("~", "/", "$")) or text[1:3] in (":\\", ":/")


def _real_root(text: str) -> bool:
    """A root of several parts, or a usual folder, is a place in the repository; a single word may be its name."""
    name = text.strip("/").removeprefix("./")
    return "/" in name or name in TOP_FOLDERS or name.startswith(".")


def _nodes(raw: _Raw, above: str, root: str, *, is_root: bool) -> list[Node]:
    nodes: list[Node] = []
    base_above = above.rstrip("/").rsplit("/", 1)[-1]
    # Below a file: a drawing of parts, not of folders.
    parts = is_root or ("." in base_above[1:] and is_file_name(base_above))
    for piece in _pieces(raw.text):
        start = raw.start + raw.text.find(piece)
        clean = piece.strip()
        folder = clean.endswith("/") or raw.children
        forms = read_path(clean + "/" if folder and not clean.endswith("/") else clean, code=True)
        names = [f.name for f in forms if f.name] or [clean.strip("/")]
        unknown = "<" in above + clean or "{" in above
        reason = Reason.PLACEHOLDER if unknown else next((f.reason for f in forms), None)
        for name in names:
            loose = parts or not (folder or _is_file(name))
            end = start + len(piece.rstrip())
            nodes.append(Node(raw.line, start, end, above + name, root, folder, loose, raw.comment, reason))
    return nodes


def _is_file(name: str) -> bool:
    base = name.rsplit("/", 1)[-1]
    return is_file_name(base) or ("*" in base and "." in base)


def _pieces(text: str) -> list[str]:
    if ", " in text or ("," in text and "{" not in text):
        return [p for p in re.split(r",\s*", text) if p.strip()]
    if " / " in text or " + " in text or " & " in text:
        return [p for p in re.split(r"\s[/+&]\s", text) if p.strip()]
    return [text]
