"""The names of code that somebody tells: what is written as code, or has the form that only names of code have.

An ordinary word counts between backticks alone. Whether anything holds a name is for others to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mementod_parsers.citations.runners import KNOWN_TOOLS
from mementod_parsers.citations.symbols_cited import is_telling
from mementod_parsers.names import HOSTS, KEYWORDS, PRODUCTS, is_file_name
from mementod_parsers.word_lists import words

NAMES_CAP = 40  # of one text
PLAIN_CHARS = 4  # of a word between backticks that looks like any other word
MADE_CHARS = 200  # before a name, in which it stands that it is to be made

_SPAN = re.compile(r"`([^`\n]{1,200})`")
_PIECE = r"[A-Za-z_$][\w$]{0,80}"
_NAME = re.compile(
    rf"(?<![\w$./@\\-])(?:--[a-z][\w-]{{2,60}}|{_PIECE}(?:(?:\.|::|#|->){_PIECE}){{0,6}}(\(\))?)(?![\w$/\\-])", re.ASCII
)
_PRODUCT = re.compile(r"[A-Z][A-Za-z0-9]*|[a-z]{1,2}[A-Z][A-Za-z0-9]*")
_JOINT = re.compile(r"::|#|->")
_NO_NAMES = words(
    """
    main master develop head none true false null undefined iphone ipad ios macos github gitlab javascript typescript
    postgresql mysql sqlite graphql openai chatgpt youtube linkedin websocket websockets oauth webassembly devops
    readme changelog todo fixme foo bar baz
    build chore docs feat perf refactor release revert style test tests
    """
).union(PRODUCTS)
_OWN = re.compile(r"`mementod [^`\n]{1,200}`|\bmementod [a-z]+(?: --[a-z]+)+")
# What stands right before a name that is to be made.
_ADDED = re.compile(
    r"\b(?:create|add|introduce|implement|extract|invent)(?:s|d|ing)?\b(?:[^.;!?\n]|\.(?=\w)){0,60}$"
    r"|(?:新建|新增|新加|创建|添加|增加|加一?个|加上|引入)[^。；！？\n]{0,20}$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:new|called|named|call it|name it)\s(?:\w+\s){0,2}\W?$"
    r"|\b(?:renam|replac|mov)(?:es?|ed|ing)?\b(?:[^.;!?\n]|\.(?=\w)){0,80}\b(?:to|into|as|by|with)\s\W?$"
    r"|(?:叫做?|命名为|改名[为成]|改[为成]|重命名为)[^。；！？\n]{0,20}$",
    re.IGNORECASE,
)
# Before a name of code to which something is added, so that it is there.
_ONTO = re.compile(r"\b(?:to|in|into|onto|of|from)\s(?:the\s)?\W?$|(?:到|至|给)\s?\W?$", re.IGNORECASE)


class Told(NamedTuple):
    """One name, dotted from its outermost part.

    `is_new` when it is to be made, so that nothing holds it yet; `is_loose` when it may as well be a product
    (`PowerShell`), so that only a definition says that it is a name of the code. `is_path` when it is one of a file.
    """

    name: str
    is_new: bool = False
    is_loose: bool = False
    is_path: bool = False


def told_names(text: str) -> tuple[Told, ...]:
    """The names in a text, in order, each once."""
    found: dict[str, Told] = {}
    for at, name, is_loose in _written(text):
        if name not in found:
            found[name] = Told(name, _is_new(text, at), is_loose)
        if len(found) >= NAMES_CAP:
            break
    return tuple(found.values())


def without_own(text: str) -> str:
    """A text without commands of ours, which are in many a hand-over: they name nothing of the code."""
    return _OWN.sub("", text)


def is_made(text: str, at: int) -> bool:
    """Whether what is named there is to be made, or may be: a file to which something is added is made with it."""
    before = text[max(0, at - MADE_CHARS) : at]
    return _NAMED.search(before) is not None or _ADDED.search(before) is not None


def _is_new(text: str, at: int) -> bool:
    """Of a name of code."""
    before = text[max(0, at - MADE_CHARS) : at]
    return _NAMED.search(before) is not None or (_ADDED.search(before) is not None and not _ONTO.search(before))


def pieces_of(name: str) -> list[str]:
    """The identifiers that a name is made of, and what stands between them: `server.cache_ttl`, `--dry-run`."""
    return [piece for piece in re.split(r"([.-]+)", name) if piece]


def parts_of(name: str) -> list[str]:
    """The identifiers alone."""
    return [piece for piece in pieces_of(name) if piece[0] not in ".-"]


def _written(text: str) -> Iterator[tuple[int, str, bool]]:
    """Where a name begins, the name, and whether it is loose."""
    for span in _SPAN.finditer(text):
        whole = _NAME.fullmatch(span[1].strip())
        if whole and (name := _plain(whole, is_code=True)):
            yield span.start(), name, False
        elif not whole:
            yield from ((span.start(), name, False) for m in _NAME.finditer(span[1]) if (name := _plain(m)))
    bare = _SPAN.sub(lambda span: " " * len(span[0]), text)
    for match in _NAME.finditer(bare):
        if name := _plain(match):
            yield match.start(), name, not match[1] and _PRODUCT.fullmatch(name) is not None


def _plain(match: re.Match[str], is_code: bool = False) -> str | None:
    """The name, or None for a word that may be any word, a file, a host, or a product."""
    whole = match[0]
    name = _JOINT.sub(".", whole.removesuffix("()"))
    leaf = name.rpartition(".")[2]
    if name.lower() in _NO_NAMES or (not match[1] and name.lower() in KEYWORDS):
        return None
    if name.startswith("--"):
        return name
    if "." in name and (is_file_name(whole) or leaf.lower() in HOSTS or len(name.partition(".")[0]) < 2):
        return None
    if match[1] or is_telling(leaf) or ("." in name and (is_code or is_telling(name.replace(".", "")))):
        return name
    is_word = len(name) < PLAIN_CHARS or name in KNOWN_TOOLS
    return name if is_code and not is_word and "." not in name else None
