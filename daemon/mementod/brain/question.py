"""The questions that a judgement may ask of today's tree, and to which of them a change may be an answer.

Kept coarse, by base name and by normalised word: one too many costs a judgement, one too few would leave a verdict that
a judgement from scratch would not give.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mementod.judging.manifests import is_manifest
from mementod_parsers.code.languages import is_code
from mementod_parsers.code.tokens import norm
from mementod_parsers.resolve import base_name, folder

# A letter for the kind of a question, then what it asks about.
NAMED, WORD, TEXT, GLOB, FOLDER, CONTENT = "n", "w", "t", "g", "d", "o"
LISTING, UNTRACKED, CODE, MANIFESTS, HISTORY, IGNORES = "*s", "*u", "*c", "*m", "*h", "*i"


@dataclass(frozen=True, slots=True)
class Change:
    """What is different between two looks at one tree.

    `came`: paths, folders too, that are there or not there unlike before, or that git holds otherwise; `written`:
    files whose content differs; `contents`: ids of what those of them that git does not know hold, and held; `words`:
    normalised, of all.
    `history`: the tip or another branch is another commit; `ignores`: git may ignore other paths.
    """

    came: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    contents: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    history: bool = False
    ignores: bool = False


def questions_of(change: Change) -> Iterator[str]:
    """The questions to which the change may be an answer."""
    for path in change.came:
        yield NAMED + norm(base_name(path))
        yield TEXT + base_name(path)
    for path in change.written:
        yield TEXT + base_name(path)
        yield FOLDER + folder(path)
        if is_code(path):
            yield CODE
        if is_manifest(path):
            yield MANIFESTS
    for word in change.words:
        yield WORD + word
    if change.came:
        yield from (LISTING, CODE, MANIFESTS)
    for oid in change.contents:
        yield CONTENT + oid
    if change.contents:
        yield UNTRACKED
    if change.history:
        yield HISTORY
    if change.ignores:
        yield IGNORES
