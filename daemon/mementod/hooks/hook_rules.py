"""Which rules of notes an edit may go against: those that name the file, its folder, or a name in the edited text.

Stricter than for what a person said, since notes say much: a rule is about the folder that its note lies in, or the
files that the globs in its head mean, a name is the path that is there before any other of that name, and a name that
much of the code holds counts where it is defined.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from posixpath import basename, join

from mementod.judging.note_names import TEXT_SUFFIXES
from mementod_parsers.continuity.rules import Rule, is_of_code, scope_of
from mementod_parsers.decisions.conflicts import is_file
from mementod_parsers.progress.progress_names import means, symbol_parts

_GLOB = re.compile(r"[*?{]")
_DEFINES = (
    r"\b(?:class|const|def|enum|fn|fun|func|function|impl|interface|let|module|protocol|record|struct|trait|type|val|var)"
    r"\s+(?:\([^()]{0,80}\)\s*)?"
)


@dataclass(frozen=True, slots=True)
class Span:
    """What is about to be changed: a path from the root, the edited text, and the words in it."""

    root: Path
    file: str
    text: str
    words: Collection[str]


def names_in(rule: Rule, span: Span) -> Iterator[str]:
    """The names in a rule that make it matter to an edit."""
    scope = scope_of(rule.note)
    if rule.note == span.file or (scope and not span.file.startswith(f"{scope}/")):
        return
    for cite in rule.cites:
        is_near = _is_touched(rule, cite, scope, span) if is_file(cite) else _is_used(rule, cite, span)
        if is_near and rule.is_for(span.file):
            yield cite


def _is_used(rule: Rule, cite: str, span: Span) -> bool:
    """Whether the edited text holds a name as the rule writes it: `json.Unmarshal` is no other `Unmarshal`."""
    *owners, leaf = symbol_parts(cite)
    if leaf not in span.words or not is_of_code(cite, rule.text):
        return False
    if cite in rule.common:
        return re.search(rf"{_DEFINES}{re.escape(leaf)}\b", span.text) is not None
    return not owners or re.search(rf"\b{re.escape(owners[-1])}\W{{1,2}}{re.escape(leaf)}\b", span.text) is not None


def _is_touched(rule: Rule, cite: str, scope: str, span: Span) -> bool:
    """Whether a path in a rule is the file or a folder that it is in, and less than all that its note is about."""
    is_all = f"{scope}/".startswith(f"{cite.strip('/')}/")
    return not is_all and means(cite, span.file) and _is_it(cite, scope, span) and not _is_read(rule, span.file)


def _is_it(cite: str, scope: str, span: Span) -> bool:
    """Whether it is not another one of the same name: what is there at the written path is meant by it."""
    if _GLOB.search(cite):
        return True
    for base in dict.fromkeys((scope, "")):
        path = join(base, cite.strip("/"))
        if os.path.lexists(span.root / path):
            return f"{span.file}/".startswith(f"{path}/")
    return True


def _is_read(rule: Rule, file: str) -> bool:
    """Whether a rule names a text for people to read it: most do that do not forbid anything."""
    return rule.force == "obligation" and basename(file).endswith(TEXT_SUFFIXES)
