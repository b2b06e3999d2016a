"""What a symbol that is gone became, where its history does not tell: one like it elsewhere in the code of today."""

from __future__ import annotations

from mementod_parsers.code.languages import is_test, language
from mementod_parsers.judging.judge_spelling import ported
from mementod_parsers.model import Verdict
from mementod_parsers.world import Definition, Fate, World

_FAMILIES = {
    **dict.fromkeys(("javascript", "typescript", "tsx", "vue", "svelte", "astro"), "javascript"),
    **dict.fromkeys(("c", "cpp"), "c"),
    **dict.fromkeys(("java", "kotlin", "scala"), "java"),
}
DISTINCTIVE_CHARS = 8


def elsewhere_today(then: Definition, fate: Fate, world: World) -> Fate | None:
    """The one definition of its name in another module, or of its name in another spelling."""
    name, kind = then.symbol.name, then.symbol.kind
    found = world.defined_now(name) if is_distinctive(name) else ()
    same = [d for d in found if d.symbol.kind is kind and are_related(d.path, then.path)]
    if len(same) == 1:
        evidence = f"{fate.evidence}, now in {same[0].path}"
        return Fate(Verdict.MOVED, f"{same[0].path}:{same[0].symbol.qual}", evidence, fate.commit)
    if (spelt := ported(name, world)) is None:
        return None
    return Fate(Verdict.RENAMED, spelt, f"{fate.evidence}, now spelt differently", fate.commit)


def is_distinctive(name: str) -> bool:
    """A name that hardly anything else would have."""
    return len(name) >= DISTINCTIVE_CHARS and ("_" in name.strip("_") or any(c.isupper() for c in name[1:]))


def are_related(path: str, other: str) -> bool:
    """Whether two files are in one language, or in one of those that import each other, and both tests or neither."""
    return _family(path) == _family(other) and is_test(path) == is_test(other)


def _family(path: str) -> str | None:
    """The language of a file; one for those that import each other."""
    found = language(path)
    return _FAMILIES.get(found, found) if found else None
