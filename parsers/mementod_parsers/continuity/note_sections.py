"""The sections of a note, by its headings alone, and what is open or done in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mementod_parsers.continuity.title_words import GOAL, NEXT, NOW, plain, says

LONELY_CAP_CHARS = 60  # of a line that is a heading without being marked as one
LONELY_LEVEL = 7
SECTIONS_CAP = 400  # of one note; what follows counts as one

_BETWEEN = re.compile(r"(-{3,}|={3,}|\*{3,}) (\S.*\S) \1")  # a title of a plain text: `--- Session 3: the parser ---`
HEADING = re.compile(r"(#{1,6})\s+(\S.*)")
_LISTED = re.compile(r"\s*(?:[-*+>|#]|\d+[.)])")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?:(\[[ ~/>-]\])|(\[[xX]\]|✅|~~))")  # open, or done
SIGNS_UNDER_WAY = ("🟡", "🔄", "🚧", "⏳")
_OPEN_WORDS = (
    *SIGNS_UNDER_WAY,
    "⬜",
    "🔜",
    "in progress",
    "in-progress",
    "pending",
    "not started",
    "进行中",
    "待完成",
    "未完成",
    "未开始",
)
_ITEM_SIGNS = ("-", "*", "+", "|", "#", *"123456789", *_OPEN_WORDS)  # prose may speak of anything
_PART_OF_NAME = re.compile(r"(?<=[\w-])(?:pending|in-progress)|(?:pending|in-progress)(?=[\w-])")  # `0.3-pending`
_SAID_DONE = re.compile(
    r"\s*(?:[-*+]|\d+[.)])\s+\W{0,4}(?:已(?:完成|新增|实现|接入|修复|补齐|上线|支持)|(?:done|completed)\b\W{0,3}[:：])",
    re.I,
)
_DONE_CELLS = ("done", "complete", "completed", "✅", "已完成", "完了")
_TAGS = ("img", "p", "div", "a ", "br", "h1")
_NOISE = ("This file provides guidance to", "![", "<!--", *(f"<{end}{tag}" for end in ("", "/") for tag in _TAGS))
_RULES = frozenset("-=|:#*_ ")  # of such signs alone a rule, or the rule of a table, is made
_SENTENCE = re.compile(r"[。！？]|[.!?](?:\s|$)")  # ends in it: then it is no heading
# A part of a note between marks of its own, as agents write for agents: `<next_action>`.
_TAG = r"([a-z]+(?:_[a-z]+)+|blockers|context|decisions|goal|objective|status)>"
_TAGGED, _TAG_END = re.compile(f"<{_TAG}"), re.compile(f"</{_TAG}")
_LINKS = re.compile(r"(?:\[[^\]]*\]\([^)]*\)[\s|·•-]*)+\Z")


@dataclass(slots=False)
class Section:
    """A heading and the lines down to the next one; the first has no heading above it."""

    start: int
    level: int
    title: str
    lines: list[str] = field(default_factory=list)
    worth: float = 0.0

    @cached_property
    def is_open(self) -> bool:
        """Whether something in it is marked as not done yet."""
        return any(is_open(line) for line in self.lines[1:])

    @property
    def has_box(self) -> bool:
        """Whether a box in it is not ticked."""
        return any(item[1] for line in self.lines if (item := _ITEM.match(line)))

    @cached_property
    def words(self) -> str:
        return plain(self.title)

    @property
    def count(self) -> int:
        """The lines with text."""
        return sum(map(bool, self.lines))


def sections(lines: Sequence[str]) -> list[Section]:
    """At least one; what is no text (badges, rules, markup) is left out. Lines lose the blanks at their ends."""
    found = [Section(0, 1, "")]
    is_code = False
    around = ("", *map(str.rstrip, lines), "")
    for number, line in enumerate(around[1:-1]):
        is_code ^= is_fence(line)
        is_text = is_code or len(found) >= SECTIONS_CAP
        heading = None if is_text else _heading(line, around[number], around[number + 2])
        if heading and any(found[-1].lines):
            found.append(Section(number, *heading))
        elif heading:
            found[-1].level, found[-1].title = heading
        if is_code or not _is_noise(line):
            found[-1].lines.append(line)
    return found


def _heading(line: str, before: str, after: str) -> tuple[int, str] | None:
    """Level and title; a bold or lonely line is a heading where it says what we look for."""
    if _RULES.issuperset(line):
        return None
    if found := HEADING.match(line):
        return len(found[1]), found[2].strip("# *:：")
    if found := _BETWEEN.fullmatch(line):
        return 2, found[2]
    if found := _TAGGED.fullmatch(line):
        return 2, found[1].replace("_", " ")
    if not line[:1].strip() or len(line) > LONELY_CAP_CHARS or line[0] in "-+>|`[<0123456789":
        return None
    if len(after) > 2 and after[0] in "=-" and len(set(after)) == 1:
        return (1 if after[0] == "=" else 2), line
    is_bold = line.startswith("**") and line.rstrip(" :：").endswith("**") and line.count("**") == 2
    is_apart = not before and (not after or after.lstrip()[0] in "-*+1")
    is_lonely = is_apart and not line.startswith("**") and not _SENTENCE.search(line)
    title = line.strip("* :：")
    is_heading = (is_bold or is_lonely) and says(plain(title), (*NEXT, *NOW, *GOAL))
    return (LONELY_LEVEL, title) if is_heading else None


def _is_noise(line: str) -> bool:
    bare = line.lstrip()
    if bare.startswith("["):
        return _LINKS.match(bare) is not None or bare.startswith("[![")
    return (
        bare.startswith(_NOISE) or _TAG_END.fullmatch(bare) is not None or (len(bare) > 2 and _RULES.issuperset(bare))
    )


def is_fence(line: str) -> bool:
    """Whether a block of code begins or ends here."""
    return line.lstrip().startswith(("```", "~~~"))


def without_comments(lines: Sequence[str]) -> list[str]:
    """The lines that are in no comment of several lines: nobody who reads the note sees them."""
    found: list[str] = []
    hidden: list[str] = []  # of a comment that began; of one that nobody ends they are shown
    is_code = False
    for line in lines:
        is_code ^= is_fence(line) and not hidden
        if hidden:
            hidden.append(line)
            if "-->" in line:
                hidden = []
        elif not is_code and line.lstrip().startswith("<!--") and "-->" not in line:
            hidden = [line]
        else:
            found.append(line)
    return [*found, *hidden]


def without_code(lines: Sequence[str]) -> list[str]:
    """The lines that are in no block of code, nor begin or end one."""
    found, is_code = [], False
    for line in lines:
        is_edge = is_fence(line)
        if not is_code and not is_edge:
            found.append(line)
        is_code ^= is_edge
    return found


def pieces(lines: Sequence[str]) -> list[list[str]]:
    """Items and paragraphs, each with all its lines; an empty line ends a paragraph, an indented one goes on."""
    found: list[list[str]] = []
    is_apart = True
    for line in lines:
        is_inner = bool(found) and line[:1].isspace() and bool(_LISTED.match(found[-1][0]))
        if line and found and not _LISTED.match(line) and (is_inner or not is_apart):
            found[-1].append(line)
        elif line:
            found.append([line])
        is_apart = not line
    return found


def said_in(lines: Sequence[str], sentences: Sequence[str]) -> list[str]:
    """Which of these sentences the lines hold, however they are broken."""
    text = " ".join(" ".join(lines).split()) if sentences else ""
    return [sentence for sentence in sentences if sentence in text]


def is_item(line: str) -> bool:
    """Whether a line begins an item of a list or a row of a table."""
    return _LISTED.match(line) is not None and not line.startswith(("#", "**", "__"))


def is_open(line: str) -> bool:
    """Whether an item is marked as not done yet."""
    item = _ITEM.match(line)
    if item and item[1]:
        return True
    low = _PART_OF_NAME.sub("", line.lower())
    return low.lstrip().startswith(_ITEM_SIGNS) and any(word in low for word in _OPEN_WORDS)


def is_said_done(line: str) -> bool:
    """Whether an item begins with the word that it is done: where others are open, that counts as a mark."""
    return _SAID_DONE.match(line) is not None


def is_done(line: str) -> bool:
    """Whether an item or a row of a table is marked as done."""
    item = _ITEM.match(line)
    if item:
        return item[2] is not None
    cells = line.rstrip().removesuffix("|").rpartition("|")
    return bool(cells[1]) and line.lstrip().startswith("|") and cells[2].strip().lower().startswith(_DONE_CELLS)
