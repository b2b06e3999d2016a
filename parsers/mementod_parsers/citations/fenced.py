"""Fenced blocks and drawings to placed forms: the reader for the kind of block, and the force its lead gives.

Offsets are into the run of the block.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from mementod_parsers.citations.fence_kinds import kind_of
from mementod_parsers.citations.fences import (
    Found,
    read_code_lines,
    read_data,
    read_diagram,
    read_diff,
    read_globs,
    read_shell,
    read_text,
)
from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.paths import read_path
from mementod_parsers.citations.samples import classes_of, is_introduced, lists_files, own_lines, reads_as_prose
from mementod_parsers.citations.surroundings import MAX_CONTEXT, Surroundings, Where
from mementod_parsers.citations.trees import read_tree
from mementod_parsers.force.labels import CROSSES, label_force
from mementod_parsers.model import Force, Kind, Reason, Style
from mementod_parsers.text.blocks import CITED_CODE, CITED_HEAD, Block, BlockKind
from mementod_parsers.text.runs import Run, make_run

MAX_SENTENCE_CHARS = 600

_LEADS = (BlockKind.TEXT, BlockKind.ITEM, BlockKind.HEADING)
_NODE_PAST = re.compile(
    r"\b(?:removed|deleted|gone|obsolete|no longer|moved to|renamed|replaced)\b"
    r"|\u5df2\u5220\u9664|\u5df2\u79fb\u9664"
    r"|\u5df2\u5e9f\u5f03|\u524a\u9664|\u5ec3\u6b62|\uc0ad\uc81c|\uc81c\uac70"
    r"|\u0443\u0434\u0430\u043b|eliminad|removid"
    r"|gel\u00f6scht|entfernt|supprim",
    re.I,
)
_NODE_PLANNED = re.compile(
    r"\b(?:todo|planned|to be (?:created|added)|future|proposed|not yet|coming soon|to"
    r" create)\b|\u5f85\u521b\u5efa"
    r"|\u8ba1\u5212\u4e2d|\u5f85\u5b9e\u73b0|\u4e88\u5b9a|\uc608\uc815"
    r"|\u043f\u043b\u0430\u043d\u0438\u0440|planejad"
    r"|planificad|geplant|pr\u00e9vu",
    re.I,
)

_NODE_IGNORED = re.compile(r"\bgit-?ignored?\b|\bnot (?:committed|tracked|versioned|in git)\b|\.gitignore\b", re.I)
# A word in two cases or with `_`, or a file's name.
_TELLING = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]|\w_\w|\w\.[a-z]{1,5}\b")
# A drawing of a store of files elsewhere.
_STORE = re.compile(r"\b(?:firebase|cloud|supabase|azure|blob|object|s3|gcs|r2) storage\b|\bbuckets?\b|\bS3\b", re.I)
# A call that takes a place in a store of files elsewhere.
_REMOTE = re.compile(r"(?:upload|download|storage|bucket|blob|s3)\w{0,30}\([^()]{0,80}$", re.I)


class Placed(NamedTuple):
    """A form with its offsets in a run, its style, force and sentence."""

    form: Form
    style: Style
    force: Force
    sentence: str
    symbolic: bool = False  # the line reference of a name, whose file may still be found
    sourced: bool = False  # stands where the text says what a statement came from


def read_fence(block: Block, where: Where, surroundings: Surroundings) -> list[Placed]:
    """Return what a fenced block or a drawing cites."""
    if block.language == CITED_HEAD:
        return _cited_head(block, where)
    lines = block.run.text.split("\n")
    kind = "globs" if block.language == "globs" else kind_of(block.language, lines)
    force = where.force or _lead_force(block, surroundings) or _heading_force(block)
    if block.language == CITED_CODE or (kind == "text" and _is_sample(block, lines)):
        force = Force.QUOTED
    if kind in ("tree", "indented"):
        return _tree(block, lines, where, force, drawn=kind == "tree")
    if kind == "prose":
        force = force or Force.EXAMPLE  # a template of a document
    found = sorted(_found(kind, block.language, lines), key=lambda one: (one.line, one.form.start))
    if kind == "code":
        found = _of_classes(found, lines)
    own = own_lines(lines, _leads(block)) if kind == "code" else frozenset()
    return [_place(block, lines, one, where, force, sample=kind == "code", own=one.line in own) for one in found]


def _cited_head(block: Block, where: Where) -> list[Placed]:
    """Read `22:37:src/a.swift`, by which an editor says what a fence shows."""
    text = block.run.text
    first, last, path = text.split(":", 2)
    forms = read_path(path, code=True)
    if not forms or not 0 < int(first) <= int(last):
        return []
    form = Form(Kind.LINE_REF, forms[0].name, 0, len(text), ((int(first), int(last)),), reason=forms[0].reason)
    form = form._replace(context=where.folders[:MAX_CONTEXT])
    return [Placed(form, Style.FENCE, where.force or Force.ASSERTS, text)]


def _found(kind: str, language: str, lines: list[str]) -> list[Found]:
    match kind:
        case "globs":
            return read_globs(lines)
        case "shell":
            return read_shell(lines)
        case "code":
            return read_code_lines(lines, language)
        case "data":
            return read_data(lines)
        case "diff":
            return read_diff(lines)
        case "diagram":
            return read_diagram(lines)
        case _:
            return read_text(lines, quoted=kind == "output")


def _of_classes(found: list[Found], lines: list[str]) -> list[Found]:
    """A private name that a sample's class uses is that class's."""
    if not any(_is_private(one.form) for one in found):
        return found
    classes = classes_of(lines)
    return [
        replace(one, form=one.form._replace(place=classes[one.line])) if _is_private(one.form) else one for one in found
    ]


def _is_private(form: Form) -> bool:
    return form.kind is Kind.SYMBOL and form.place is None and form.name[:1] == "_" and form.name[:2] != "__"


def _lead_force(block: Block, surroundings: Surroundings) -> Force | None:
    lead = block.lead
    if lead is None or lead.kind in (BlockKind.FENCE, BlockKind.ROW):
        return None
    if lead.kind is BlockKind.HEADING:
        return label_force(lead.run.text)
    return surroundings.head(lead).force


def _heading_force(block: Block) -> Force | None:
    """Under a heading `Avoid`, or one that begins with a cross, a sample shows what is not done."""
    heading = block.section.heading
    if heading is None:
        return None
    label = Force.NEGATED if heading.text.lstrip()[:1] in CROSSES else label_force(heading.text)
    return label if label in (Force.NEGATED, Force.PAST) else None


def _is_sample(block: Block, lines: list[str]) -> bool:
    """Tell whether a fence without a language shows what is said, not what is there."""
    if lists_files(lines):
        return False
    return any(map(is_introduced, _leads(block))) or reads_as_prose(lines)


def _leads(block: Block) -> list[str]:
    """The texts that lead to a block: its heading, and the line before it."""
    heading, lead = block.section.heading, block.lead
    texts = [heading.text] if heading is not None else []
    return [*texts, lead.run.text] if lead is not None and lead.kind in _LEADS else texts


def _place(
    block: Block, lines: list[str], one: Found, where: Where, force: Force | None, *, sample: bool, own: bool
) -> Placed:
    offset = block.run.starts[one.line]
    form = one.form._replace(
        start=one.form.start + offset,
        end=one.form.end + offset,
        context=(*one.form.context, *where.folders)[:MAX_CONTEXT],
    )
    said = force if force is not None and one.force is Force.ASSERTS else one.force
    if sample and said is Force.ASSERTS and (own or _is_datum(one.form, lines[one.line])):
        said = Force.EXAMPLE
    return Placed(form, Style.FENCE, said, lines[one.line].strip()[:MAX_SENTENCE_CHARS])


def _is_datum(form: Form, line: str) -> bool:
    """Tell whether a file name is a string that a sample works on: a bare one, or a place in a store elsewhere."""
    written = line[form.start : form.end]
    if form.kind is not Kind.PATH or line[: form.start][-1:] not in ("'", '"'):
        return False
    return "/" not in written or bool(_REMOTE.search(line, 0, form.start))


def _tree(block: Block, lines: list[str], where: Where, force: Force | None, *, drawn: bool) -> list[Placed]:
    placed: list[Placed] = []
    force = force or (Force.ELSEWHERE if _STORE.search(where.section) else None)
    for node in read_tree(lines, drawn=drawn):
        offset = block.run.starts[node.line]
        form = Form(
            Kind.DIR if node.folder else Kind.PATH,
            node.path,
            offset + node.start,
            offset + node.end,
            loose=node.loose,
            reason=node.reason or (Reason.IGNORED if _NODE_IGNORED.search(node.comment) else None),
            context=(((node.root,) if node.root else ()) + where.folders)[:MAX_CONTEXT],
        )
        own = force or _node_force(node.comment) or Force.ASSERTS
        placed.append(Placed(form, Style.TREE, own, lines[node.line].strip()[:MAX_SENTENCE_CHARS]))
    return placed


Remark = tuple[Run, tuple[str, ...], Force | None]


def remarks(block: Block) -> list[Remark]:
    """Return the remarks behind the nodes of a drawing that may name something, with the node's folders and force."""
    lines = block.run.text.split("\n")
    kind = kind_of(block.language, lines)
    if kind not in ("tree", "indented"):
        return []
    last = {node.line: node for node in read_tree(lines, drawn=kind == "tree") if _TELLING.search(node.comment)}
    found: list[Remark] = []
    for node in last.values():
        at = lines[node.line].rfind(node.comment)
        if at < 0:
            continue  # put together from two parts of the line
        line, column = block.run.at(block.run.starts[node.line] + at)
        folders = (node.path,) if node.folder else (node.path.rpartition("/")[0],)
        found.append((make_run([(line, column - 1, node.comment)]), folders, _node_force(node.comment)))
    return found


def _node_force(comment: str) -> Force | None:
    if not comment:
        return None
    if _NODE_PLANNED.search(comment):
        return Force.PLANNED
    return Force.PAST if _NODE_PAST.search(comment) else None
