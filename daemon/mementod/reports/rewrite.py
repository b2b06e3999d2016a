"""How a citation has to read for the place where the thing is now: the same words, another name.

Pure. Answers None rather than a text it is not sure of.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from urllib.parse import quote

from mementod.reports.places import Place, ends_of, parse_place
from mementod_parsers.model import Citation, Finding, Kind, Style, Verdict
from mementod_parsers.world import LIKELY

IsSole = Callable[[str], bool]

_PATHS = frozenset({Kind.PATH, Kind.DIR, Kind.LINE_REF, Kind.LINK})


def _never(_: str) -> bool:
    return False


def is_likely(finding: Finding) -> bool:
    """Whether its target is only the most likely one, which a person has to confirm."""
    return finding.evidence.startswith(LIKELY)


def rewrite(finding: Finding, note: str, is_sole: IsSole = _never) -> str | None:
    """The new text of a citation in the note at path `note`; None when it needs a person.

    `is_sole` says whether the end of a path leads to one file alone; only then is it used instead of the whole.
    """
    if not finding.target or is_likely(finding):
        return None
    target = parse_place(finding.target)
    match finding.verdict, finding.citation.kind:
        case Verdict.SHIFTED, _:
            return _lines(finding.citation, target)
        case Verdict.MISSPELT, _:
            return _spelling(finding.citation, target)
        case _, Kind.SYMBOL:
            return _symbol(finding, target)
        case _, kind if kind in _PATHS:
            return _path(finding, target.path, note, is_sole)
        case _, Kind.COMMAND if finding.resolved:
            return _run_file(finding, target.path, note)
        case _:
            return _exchanged(finding.citation.text, finding.citation.name, finding.target)


def _path(finding: Finding, target: str, note: str, is_sole: IsSole) -> str | None:
    citation = finding.citation
    resolved = parse_place(finding.resolved or citation.name).path
    if citation.style is Style.TREE:
        # A node can take a new name where it stands; a move would need the diagram drawn anew.
        if posixpath.dirname(resolved) != posixpath.dirname(target):
            return None
        return _exchanged(citation.text, posixpath.basename(resolved), posixpath.basename(target))
    if citation.style is Style.FENCE and citation.text.startswith(("./", "../")) and citation.name != resolved:
        return _imported(citation, resolved, target, note)
    is_link = citation.style is Style.LINK or citation.kind is Kind.LINK
    new = _as_written(citation.name, resolved, target, note, _never if is_link else is_sole)
    if new is None:
        return None
    if citation.name in citation.text:
        return _exchanged(citation.text, citation.name, new)
    return _exchanged(citation.text, quote(citation.name), quote(new))  # links write blanks as %20


def _imported(citation: Citation, resolved: str, target: str, note: str) -> str | None:
    """What a sample imports from a folder that it does not tell: right again while the file is in its folder."""
    if posixpath.dirname(resolved) != posixpath.dirname(target):
        return None
    name = citation.name.lstrip("./")
    new = _as_written(name, resolved, target, note)
    return _exchanged(citation.text, name, new) if new else None


def _run_file(finding: Finding, target: str, note: str) -> str | None:
    """A command that runs a file: the path in it is the longest end of the old one."""
    resolved = parse_place(finding.resolved or "").path
    written = next((end for end in ends_of(resolved) if re.search(_whole(end), finding.citation.text)), None)
    new = _as_written(written, resolved, target, note) if written else None
    return _exchanged(finding.citation.text, written, new) if written and new else None


def _as_written(name: str, resolved: str, target: str, note: str, is_sole: IsSole = _never) -> str | None:
    """The target in the same terms as `name` was: from the root, from the note's folder, or short."""
    if name.startswith("../"):
        return None if note.startswith("/") else posixpath.relpath(target, posixpath.dirname(note) or ".")
    if name == resolved:
        return target
    if resolved.endswith("/" + name):
        base = resolved[: -len(name)]
        return target[len(base) :] if target.startswith(base) else _short(name, target, is_sole)
    stem, suffix = posixpath.splitext(name)
    real = posixpath.splitext(resolved)[1]
    if suffix != real and f"/{resolved}".endswith(f"/{stem}{real}"):
        # `a.js` in an import is the file a.ts: the written suffix stays.
        new = _as_written(stem + real, resolved, target, note)
        return posixpath.splitext(new)[0] + suffix if new and new.endswith(real) else None
    return None


def _short(name: str, target: str, is_sole: IsSole) -> str:
    """As many names of the target as were written of the old path, where they lead to it alone; else all of it."""
    end = "/".join(target.split("/")[-len(name.split("/")) :])
    return end if end != name and is_sole(end) else target


def _symbol(finding: Finding, target: Place) -> str | None:
    """Exchange the name, and the file when the citation itself says it: `old.py::name`."""
    citation = finding.citation
    is_path = bool(target.symbol) or finding.verdict is Verdict.MOVED
    qual = target.symbol if is_path else target.path
    text: str | None = citation.text
    old_path = parse_place(finding.resolved or "").path
    if is_path and old_path != target.path and old_path and re.search(_whole(old_path), citation.text):
        text = _exchanged(citation.text, old_path, target.path)
    was = parse_place(finding.resolved or "").symbol or citation.name
    return _qualified(text, citation.name, qual, was) if text and qual else text


def _qualified(text: str, old: str, new: str, was: str) -> str | None:
    """Exchange the parts of a name that changed; None where the name alone would not lead to the new place.

    `was` is the old qualified name: when the scope changed too, a bare new name would name something else.
    """
    same_scope = was.rpartition(".")[0] == new.rpartition(".")[0]
    if not same_scope and len(old.split(".")) < len(new.split(".")):
        return None
    olds, news = old.split("."), new.split(".")
    if len(news) < len(olds) or "/" in new:
        return None
    changed: str | None = text
    for before, after in zip(olds, news[-len(olds) :], strict=True):
        if before != after:
            changed = _exchanged(changed, before, after) if changed else None
    return changed


def _spelling(citation: Citation, target: Place) -> str | None:
    """Exchange the words that differ from the target in nothing but case, `_` and `-`."""
    right = target.symbol or target.path
    separator = "/" if citation.kind in _PATHS else "."
    for end in ends_of(right, separator):
        hits = [word for word in _words(citation.text, end) if _plain(word) == _plain(end)]
        if len(hits) == 1:
            return _exchanged(citation.text, hits[0], end)
    return None


def _words(text: str, like: str) -> list[str]:
    """The words of a text that could be `like`: runs of its kind of characters."""
    extra = "".join(sorted({c for c in like if not c.isalnum() and c not in "_-"}))
    return list(dict.fromkeys(re.findall(rf"[\w\-{re.escape(extra)}]+", text)))


def _plain(word: str) -> str:
    return re.sub(r"[_-]", "", word).casefold()


def _lines(citation: Citation, target: Place) -> str | None:
    if target.first is None or target.last is None or len(citation.lines) != 1:
        return None
    first, last = citation.lines[0]
    new_last = max(target.last, target.first + last - first)
    if first == last:
        # The last number that fits: those in the path come before the line.
        return _last(citation.text, rf"(?<!\d){first}(?!\d)", lambda _: str(target.first))
    pattern = rf"(?<!\d){first}(\D{{1,4}}){last}(?!\d)"
    return _last(citation.text, pattern, lambda hit: f"{target.first}{hit[1]}{new_last}")


def _last(text: str, pattern: str, new: Callable[[re.Match[str]], str]) -> str | None:
    hits = list(re.finditer(pattern, text))
    return text[: hits[-1].start()] + new(hits[-1]) + text[hits[-1].end() :] if hits else None


def _exchanged(text: str, old: str, new: str) -> str | None:
    """`text` with `old` replaced where it stands as a whole; None unless that is exactly one place."""
    hits = list(re.finditer(_whole(old), text)) if old else []
    if len(hits) != 1 or not new or not new.isprintable() or "`" in new:
        return None
    return text[: hits[0].start()] + new + text[hits[0].end() :]


def _whole(word: str) -> str:
    return rf"(?<![\w-]){re.escape(word)}(?![\w-])"
