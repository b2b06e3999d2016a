"""What a qualified name can mean: `Store.open`, `userStore.load`, a name that the note puts in a file or a class."""

from __future__ import annotations

from collections.abc import Sequence

from mementod_parsers.code.tokens import norm
from mementod_parsers.judging.successors import is_distinctive
from mementod_parsers.resolve import ends_with
from mementod_parsers.world import Definition


def leaf_of(name: str) -> str:
    return name.rpartition(".")[2]


def owner_of(name: str) -> str:
    return name.rpartition(".")[0]


def matching(found: Sequence[Definition], owner: str, surely: bool = False) -> list[Definition]:
    """Definitions that the qualified name can mean.

    Its owner is a scope, or the module or folder, of the symbol; or an instance (`userStore.load`), which is named
    after its class or says nothing of it (`surely`: then it does not count).
    """
    if not owner:
        return list(found)
    last = leaf_of(owner)
    named = [d for d in found if last in d.symbol.qual.split(".")[:-1] or last in _module_words(d.path)]
    if named or not is_instance(last):
        return named
    wanted = norm(last)
    alike = [d for d in found if any(norm(scope).endswith(wanted) for scope in d.symbol.qual.split(".")[:-1])]
    return alike or ([] if surely else [d for d in found if is_distinctive(d.symbol.name)])


def is_instance(owner: str) -> bool:
    return owner[:1].islower() or owner[:1] == "_" or owner in ("self", "this")


def _module_words(path: str) -> set[str]:
    *folders, base = path.split("/")
    return {*folders, base.partition(".")[0]}


def fits_place(definition: Definition, place: str) -> bool:
    """Whether the definition is in the file, folder or class that the note names."""
    if "/" not in place and "." not in place:
        return place in definition.symbol.qual.split(".") or place in _module_words(definition.path)
    wanted = place.strip("/")
    return ends_with(definition.path, wanted) or f"/{wanted}/" in f"/{definition.path}"
