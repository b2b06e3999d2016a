"""Where a folder went, told by what became of its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mementod_parsers.code.tokens import norm
from mementod_parsers.resolve import base_name, folder
from mementod_parsers.world import Fate

TOGETHER = 0.7  # of the files that went somewhere, in one folder, to say that the whole went there
OF_ONE_NAME = 0.25  # of all files, in a folder that differs only in case: the others were sorted out before


def elected(path: str, fates: Sequence[tuple[str, Fate]]) -> str | None:
    """The new place of the folder `path`, if most of its files went there, each at its old place below it.

    Where the folders between changed as well, the deepest one that most of them went to.
    """
    moved = [(old, fate.target) for old, fate in fates if fate.target]
    if not moved:
        return None
    votes = Counter(root for old, new in moved if (root := _root(path, old, new)) is not None)
    best, count = min(votes.items(), key=lambda v: (-v[1], v[0]), default=("", 0))
    if best and best != path and count >= len(fates) * (OF_ONE_NAME if norm(best) == norm(path) else 0.5):
        # Flattened into the folder above: the one file that is left of it says more than that folder.
        return moved[0][1] if len(moved) == 1 and path.startswith(best + "/") else best
    return _common(path, [new for _, new in moved]) if 2 * len(moved) >= len(fates) else None


def _root(path: str, old: str, new: str) -> str | None:
    """Where the folder is now if this file kept its place in it, whatever its own name; None if it did not."""
    inner, there = folder(old[len(path) + 1 :]), folder(new)
    if not inner:
        return there
    return there[: -len(inner)].rstrip("/") if f"/{there}".endswith(f"/{inner}") else None


def _common(path: str, places: Sequence[str]) -> str | None:
    """The deepest folder, below a top one, that holds most of the places; none of those that `path` is in.

    One that bears its name, or its parent's, goes before those below it: `home/domain` is `domain/src/com/home` now.
    """
    holders: Counter[str] = Counter()
    for place in places:
        above = folder(place)
        while above:
            holders[above] += 1
            above = folder(above)
    most = [home for home, count in holders.items() if "/" in home and count >= TOGETHER * len(places)]
    named = [home for home in most if base_name(home) in path.split("/")[-2:]]
    deepest = max(named or most, key=lambda home: (home.count("/"), home), default="")
    return deepest if deepest and not f"{path}/".startswith(f"{deepest}/") else None
