"""The files, folders, globs and symbols that a progress entry names, and whether such a name means a given path.

Generous in reading (any form that people write counts), strict in meaning: a name that would cover everything
(`.`, `**`, `*.py`) covers nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from mementod_parsers.word_lists import words

MAX_NAMES = 400  # of one entry
MAX_NAME_CHARS = 400
MAX_BRACES = 24  # alternatives of `src/{a,b}.py`
MAX_STARS = 4  # of a glob; more is no file name
CACHED_GLOBS = 512
CACHED_EDITS = 8  # whose symbols are split; each is asked about with every name that a log or a note holds

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_CODE = re.compile(r"`([^`\n]{1,400})`")
_LINK = re.compile(r"\[([^\[\]\n]{0,200})\]\(<?([^)\s>]{1,400})>?\)")
_RUN = re.compile(rf"[^\s`\"'<>|,;{_WIDE}]{{2,400}}")  # in scripts without blanks a path may touch the prose
_WORDS_OR_PATHS = re.compile(r"[\w./-]{2,400}")
_WIDE_LETTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9_]{0,9}(?![A-Za-z0-9_])|/$", re.ASCII)
# The looks behind keep a match from being tried at every letter of a long run.
_PATHS = re.compile(
    r"(?<![\w@~+.*{}\[\]/-])[\w@~+.*{}\[\]-]*(?:/[\w@~+.*{},\[\]-]*)+|(?<![\w-])[\w-]+\.[A-Za-z]\w{0,9}\b", re.ASCII
)
_BRACED = re.compile(r"(?<![\w./-])[\w./-]{0,300}\{[\w.,/*-]{1,120}\}[\w./*-]{0,300}")
_URL = re.compile(r"^\w+://|^www\.|^mailto:")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9_]{0,9}$")
_PLACE = re.compile(r"(?::\d+(?:[-–:]\d+)?|#L?\d[\dL-]*|(?:::|#)[A-Za-z_]\w*(?:[.:]+\w+)*(?:\(\))?)$")
_EDGES = "*_()[]（）「」【】“”‘’。，、；：！.!?:→"
_SYMBOL = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*){0,6}(?:\(\))?")
_LOOKS_CODE = re.compile(r"[a-z][A-Z]|\w_\w|\(\)$|::|^[A-Z][a-z]+[A-Z]")
_SYMBOL_PARTS = re.compile(r"\.|::|#|->")
_DAY = re.compile(r"(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}日?")
_FILLER = words(
    "a an and are as at be because by can code do edit edits etc file files fix fixed fixes fixing for from has have if"
    " in is it its just make misc minor n na needed none not of on or other out please refactor required requested see"
    " so some stuff tbd that the then there this to todo todos update updated updates various was what when which why"
    " will wip with work change changed changes changing asked necessary should"
    " 修改 修复 更新 需要 改动 待定 优化 的 了"
)
_WORD = re.compile(rf"[{_WIDE}]+|[^\W{_WIDE}]+")


def written_names(text: str, is_list: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(paths, symbols) as written in a text, in order, each once. In a list of files every word may be a path."""
    paths: dict[str, None] = {}
    symbols: dict[str, None] = {}
    for name, sure in _candidates(text):
        bare = _bare(name)
        if _is_path(bare, sure or is_list):
            paths[bare] = None
        elif _SYMBOL.fullmatch(name) and len(name) > 2 and (sure or _LOOKS_CODE.search(name)):
            symbols[name] = None
            if is_list:
                paths[bare] = None
        elif is_list and bare:
            paths[bare] = None
        if len(paths) + len(symbols) > MAX_NAMES:
            break
    return tuple(paths), tuple(symbols)


def means(name: str, path: str) -> bool:
    """Whether a written name is this path, a folder above it, or a glob that matches it. `path` is from the root."""
    name, path = _normal(name), _normal(path)
    return any(_means(each, path) for each in _alternatives(name))


def defines(symbol: str, symbols: Iterable[str]) -> bool:
    """Whether a file that defines `symbols` (names, qualified or not) defines this one."""
    parts = [part for part in symbol_parts(symbol) if part]
    known, ends = _split(tuple(symbols))
    if len(parts) < 2:
        return bool(parts) and parts[-1] in ends
    return parts[-1] in ends and any(parts[-2] in each for each in known)


def symbol_parts(symbol: str) -> list[str]:
    """A name as written, `Store.open()`, by its parts, `Store` and `open`."""
    return _SYMBOL_PARTS.split(symbol.removesuffix("()"))


@lru_cache(maxsize=CACHED_EDITS)
def _split(symbols: tuple[str, ...]) -> tuple[frozenset[tuple[str, ...]], frozenset[str]]:
    """Their parts, and what they end with."""
    known = frozenset(tuple(_SYMBOL_PARTS.split(each)) for each in symbols)
    return known, frozenset(each[-1] for each in known)


def has_extension(name: str) -> bool:
    """Whether a name ends like a file."""
    return bool(_EXTENSION.search(name))


def weight(text: str) -> int:
    """How many letters say something: not names of files, not words such as `update`; a wide character is three."""
    plain = _PATHS.sub(" ", _LINK.sub(r"\1", text))
    return sum(_letters(word) for word in _WORD.findall(plain) if word.lower() not in _FILLER)


def normal(text: str) -> str:
    """A text by its words alone, for comparing: markup, dates, names of files, case and layout do not count."""
    bare = _PATHS.sub(" ", _DAY.sub(" ", unicodedata.normalize("NFKC", text)))
    return " ".join(_WORD.findall(bare.casefold()))


def nameless(text: str) -> str:
    """As `normal`, and without symbols, lines of files and names in any script: equal where only names differ."""
    plain = _CODE.sub(lambda code: " " if _is_name(code[1].strip(), sure=True) else code[0], _LINK.sub(r" \1 ", text))
    if _WIDE_LETTER.search(plain):
        plain = _WORDS_OR_PATHS.sub(lambda run: " " if _ENDING.search(run[0]) else run[0], plain)
    plain = _RUN.sub(lambda run: " " if _is_name(_unmarked(run[0]), sure=False) else run[0], _BRACED.sub(" ", plain))
    return normal(plain)


def _is_name(name: str, sure: bool) -> bool:
    is_symbol = len(name) > 2 and _SYMBOL.fullmatch(name) and (sure or _LOOKS_CODE.search(name))
    return bool(is_symbol) or _is_path(_bare(name), sure)


def _letters(word: str) -> int:
    return sum(3 if "\u2e80" <= c <= "\uffef" else 1 for c in word if c.isalnum())


def _candidates(text: str) -> Iterator[tuple[str, bool]]:
    """Words that may be names; the second value says that they are written as code or as a link."""
    for match in _LINK.finditer(text):
        yield match.group(2), True
    for match in _CODE.finditer(text):
        yield match.group(1).strip(), True
    plain = _CODE.sub(" ", _LINK.sub(r" \1 ", text))
    for match in _BRACED.finditer(plain):
        yield match.group(), False
    plain = _BRACED.sub(" ", plain)
    for match in _RUN.finditer(plain):
        yield _unmarked(match.group()), False
    for match in _WORDS_OR_PATHS.finditer(plain) if _WIDE_LETTER.search(plain) else ():
        end = _ENDING.search(match.group())
        name = match.group()[: end.end()] if end else ""
        if _WIDE_LETTER.search(name) and not any("/" in inner.group()[1:] for inner in _PATHS.finditer(name)):
            yield name, False


def _unmarked(run: str) -> str:
    """A word without marks around it; the dot of a hidden name (`.husky/pre-commit`) is none."""
    name = run.strip(_EDGES)
    front = run[: run.find(name)]
    return f".{name}" if name[:1].islower() and front.endswith(".") and not front.endswith("..") else name


def _bare(name: str) -> str:
    """A name without marks around it, and without the line or the symbol behind a path."""
    name = name.strip().replace("\\", "/").strip("\"'“”‘’，。；：、").rstrip(",;:!?").removeprefix("./")
    name = _PLACE.sub("", name)
    return name.rstrip(".") if not name.endswith("..") else name


def _is_path(name: str, sure: bool) -> bool:
    if not name or len(name) > MAX_NAME_CHARS or _URL.match(name):
        return False
    if "/" in name:
        return sure or " " not in name
    return bool(_EXTENSION.search(name)) and not name[0].isdigit() if not sure else bool(_EXTENSION.search(name))


def _normal(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def _alternatives(name: str) -> list[str]:
    """The names that `src/{a,b}.py` stands for."""
    found = [name]
    for _ in range(3):
        if not any("{" in each for each in found):
            break
        found = [made for each in found for made in _opened(each)][:MAX_BRACES]
    return found


def _opened(name: str) -> list[str]:
    start = name.find("{")
    end = name.find("}", start)
    if start < 0 or end < 0:
        return [name]
    return [name[:start] + part.strip() + name[end + 1 :] for part in name[start + 1 : end].split(",")]


def _means(name: str, path: str) -> bool:
    if any(c in name for c in "*?"):
        pattern = _glob(name)
        return pattern is not None and pattern.search(path) is not None
    is_folder = name.endswith("/")
    bare = name.strip("/")
    if not any(c.isalnum() for c in bare):
        return False
    if path == bare or path.endswith(f"/{bare}") or (name.startswith("/") and name.endswith(f"/{path}")):
        return True
    return (is_folder or "/" in bare) and f"/{bare}/" in f"/{path}"


@lru_cache(maxsize=CACHED_GLOBS)
def _glob(name: str) -> re.Pattern[str] | None:
    """A glob as an expression over whole paths; None for one that says nothing, or that is none."""
    stem = _EXTENSION.sub("", name)
    if name.count("*") > MAX_STARS or not any(c.isalnum() for c in stem):
        return None
    made = "".join(_glob_part(part) for part in re.findall(r"\*\*/|\*\*|\*|\?|[^*?]+", name.lstrip("/")))
    start = "^" if name.startswith("/") else "(?:^|/)"
    return re.compile(f"{start}{made}$" if not name.endswith("/") else f"{start}{made}")


def _glob_part(part: str) -> str:
    return {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(part) or re.escape(part)
