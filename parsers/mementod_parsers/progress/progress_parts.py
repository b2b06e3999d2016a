"""Lines -> sections and their chunks, and the labelled parts in them: the layout of a progress file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mementod_parsers.progress.progress_entry import Status, date_in, status_in
from mementod_parsers.progress.progress_labels import LABELS, Label
from mementod_parsers.progress.progress_lines import Line, LineKind

MAX_TITLE_CHARS = 120
DOCUMENT_LEVEL = 1  # a title below the document's own is a section, not a part of an entry

_MARK = re.compile(r"[✅✔☑⏳🔄🚧⬜☐]|[(\[（【]([^()\[\]（）【】]{2,20})[)\]）】]")
# Titles of what is wrong: nobody said yet that anything of it will change.
_ISSUES = re.compile(
    r"(?:known|current|outstanding|existing|unresolved)\s(?:issues?|bugs?|problems?|limitations?|defects?|errors?)"
    r"(?:\s(?:and|&)\s(?:issues|bugs|problems|limitations|workarounds))?"
    r"|(?:bekannte|offene)\s(?:probleme|fehler|bugs|einschränkungen)|(?:problèmes|bugs|limitations|limites)\sconnue?s"
    r"|(?:problemas|errores|bugs|limitaciones|erros|limitações)\scon(?:oc|hec)id[oa]s"
    r"|известные\s(?:проблемы|ошибки|баги|ограничения)|(?:已知|遗留|遺留|现存|現存|未解决)的?(?:问题|問題|缺陷|限制|错误|錯誤|bug)"
    r"|既知の(?:問題|不具合|課題|バグ|制限)|알려진\s?(?:문제|이슈|버그)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:fix(?:e[ds]|ing)?|resolv|solv|workaround|mitigat|will|plan|todo|next|done)|[✅✔☑⏳🔄🚧]"
    r"|修复|修復|解决|解決|计划|計劃|将|改为|規避|规避|対応|수정|해결|beh[eo]b|corrig|исправ|реш",
    re.IGNORECASE,
)
_TITLE_EDGE = " \t*_#>:：—–-"
_DATE_TEXT = re.compile(
    r"[(\[（]?\s?(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?(?:[ T]\d\d?:\d\d(?::\d\d)?)?\s?[)\]）]?"
)


@dataclass(slots=True)
class Chunk:
    """A paragraph, a list item with what is nested in it, a row, or a part under a labelled title."""

    kind: LineKind
    lines: list[Line]
    label: Label | None = None


@dataclass(slots=True)
class Section:
    """A heading with the chunks under it; status and date come from it or from a heading above."""

    heading: Line | None = None
    title: str = ""
    status: Status = Status.UNSAID
    date: str = ""
    is_issues: bool = False
    chunks: list[Chunk] = field(default_factory=list)


@dataclass(slots=True)
class Parts:
    """The labelled parts of an entry, and the lines without a label."""

    fields: dict[Label, list[str]]
    body: list[str]
    lines: list[Line] = field(default_factory=list)

    def text(self, label: Label) -> str:
        return "\n".join(filter(None, self.fields.get(label, ()))).strip()


def read_sections(lines: Sequence[Line]) -> Iterator[Section]:
    """The sections in order; a title that is a label (`### Why`) is a part of the section above it."""
    stack: list[Line] = []
    section, chunks = Section(), _Chunks()
    for line in lines:
        if line.kind is not LineKind.HEADING:
            chunks.take(line)
            continue
        label = LABELS.name(line.text)
        if label and section.heading and DOCUMENT_LEVEL < section.heading.level < line.level:
            chunks.open(line, label)
            continue
        section.chunks = chunks.whole()
        yield section
        stack = [above for above in stack if above.level < line.level] + [line]
        section, chunks = _opened(line, stack), _Chunks()
    section.chunks = chunks.whole()
    yield section


def gather(lines: Sequence[Line]) -> Parts:
    """Sort the lines of one entry to their labels; a label without a value holds what follows it."""
    parts = Parts({}, [], [line for line in lines if line.kind not in (LineKind.BLANK, LineKind.RULE)])
    label: Label | None = None
    indent, is_open = 0, False
    for line in parts.lines:
        if line.kind is LineKind.HEADING:
            label, indent, is_open = LABELS.name(line.text), -1, True
            continue
        if hit := LABELS.first(line.text):
            label, indent, is_open = hit.label, line.indent, not hit.value
            _put(parts, label, hit.value)
        elif label and (is_open or line.indent > indent):
            _put(parts, label, line.text)
        else:
            label = None
            _put(parts, None, line.text)
    return parts


def is_labelled(chunk: Chunk, labels: Sequence[Label]) -> bool:
    """Whether a chunk begins with one of these labels."""
    return chunk.label in labels


def title_of(text: str) -> str:
    """A heading or a first line as a title: without date, marks and markup, and not long."""
    bare = _MARK.sub(lambda m: m.group() if m.group(1) else "", _DATE_TEXT.sub("", text)).replace("**", "")
    whole = bare.strip(_TITLE_EDGE)
    return whole if len(whole) <= MAX_TITLE_CHARS else f"{whole[: MAX_TITLE_CHARS - 1].rstrip()}…"


def is_of_issues(title: str) -> bool:
    """Whether a title says that what is under it is wrong, and no more."""
    return _ISSUES.fullmatch(re.sub(r"^[\W\d_]+|[\W_]+$|\s?[(（][^()（）]*[)）]\W*$", "", title)) is not None


def says_a_change(text: str) -> bool:
    """Whether what is told of an issue may say what was or will be done about it."""
    return _CHANGE.search(text) is not None


def mark_in(text: str) -> Status:
    """The status that a sign or a word in brackets gives a line; its prose says nothing of it."""
    found = (status_in(match.group()) for match in _MARK.finditer(text))
    return next((status for status in found if status is not Status.UNSAID), Status.UNSAID)


def _put(parts: Parts, label: Label | None, text: str) -> None:
    before, inner = LABELS.inner(text)
    if before or not inner:
        (parts.body if label is None else parts.fields.setdefault(label, [])).append(before)
    for each in inner:
        parts.fields.setdefault(each.label, []).append(each.value)


def _opened(line: Line, stack: Sequence[Line]) -> Section:
    titles = [above.text for above in reversed(stack)]
    status = next((s for s in map(status_in, titles) if s is not Status.UNSAID), Status.UNSAID)
    date = next(filter(None, map(date_in, titles)), "")
    return Section(line, title_of(line.text), status, date, any(map(is_of_issues, titles)))


class _Chunks:
    """Cuts the lines of one section into chunks."""

    def __init__(self) -> None:
        self.found: list[Chunk] = []
        self._parted = True  # a blank line or a rule stands before the next line
        self._is_open = False  # under a labelled title

    def whole(self) -> list[Chunk]:
        return [chunk for chunk in self.found if chunk.lines]

    def open(self, line: Line, label: Label) -> None:
        self.found.append(Chunk(LineKind.TEXT, [line], label))
        self._is_open = True

    def take(self, line: Line) -> None:
        match line.kind:
            case LineKind.BLANK:
                self._parted = True
            case LineKind.RULE:
                self._parted, self._is_open = True, False
                self.found.append(Chunk(LineKind.RULE, []))
            case _ if self._belongs(line):
                self.found[-1].lines.append(line)
                self._parted = False
            case _:
                hit = LABELS.first(line.text) if line.kind is not LineKind.ROW else None
                self.found.append(Chunk(line.kind, [line], hit.label if hit else None))
                self._parted = False

    def _belongs(self, line: Line) -> bool:
        if not self.found or not self.found[-1].lines:
            return False
        last = self.found[-1]
        first = last.lines[0]
        if self._is_open:
            return True
        match line.kind:
            case LineKind.ROW:
                return False
            case LineKind.ITEM:
                return self._holds_item(last, line)
            case _ if first.kind is LineKind.ITEM:
                return line.indent > first.indent or not self._parted
            case _:
                return not self._parted and LABELS.first(line.text) is None and first.kind is LineKind.TEXT

    def _holds_item(self, last: Chunk, line: Line) -> bool:
        """Nested below an item, or in the list that a label without a value introduces."""
        first = last.lines[0]
        if first.kind is LineKind.ITEM:
            return line.indent > first.indent
        introduces = last.label is not None and len(last.lines) >= 1 and not _value(first)
        return introduces and LABELS.first(line.text) is None


def _value(line: Line) -> str:
    hit = LABELS.first(line.text)
    return hit.value if hit else line.text
