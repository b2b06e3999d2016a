"""Whether a name, as it is written, still leads to the thing that it meant, though that is not where it was."""

from __future__ import annotations

from collections.abc import Sequence

from mementod_parsers.model import Citation, Kind, Style
from mementod_parsers.names import OF_WORKSPACES, ROLES
from mementod_parsers.resolve import Rank, Reading, base_name, folder, join
from mementod_parsers.world import Fate, Moment, World


def still_true(
    citation: Citation, note: str, now: Reading, then: Reading, fates: Sequence[Fate], moment: Moment
) -> bool:
    """Whether the name, as the note at `note` has it, still leads to the thing it meant, wherever that went."""
    if not now or is_recompiled(citation, now, then):
        return False
    if _is_deeper(citation, now, then) or _came_home(note, now, then) or _is_where_told(citation, now, then, moment):
        return True
    if any(f.target in now.places for f in fates if f.target):
        # A path that was complete and now is only the end of one says the wrong place; a diagram's node too.
        drawn = citation.style is Style.TREE and citation.kind is Kind.DIR
        rooted = then.rank is Rank.ROOT and (drawn or "/" in citation.name.strip("/"))
        if now.rank <= Rank.ALIAS or not (rooted or then.rank is Rank.PLACED):
            return True
    if "/" in citation.name.strip("/") or citation.kind is Kind.DIR:
        return False
    if citation.name in OF_WORKSPACES and citation.style not in (Style.LINK, Style.TREE) and "/" not in now.places[0]:
        return True  # a member's own may be gone: the root's is the workspace's
    # A bare file name claims no place: one that came since then may be what is meant, an older namesake is not.
    loose = then.rank in (Rank.BASE, Rank.ROOT) or (then.rank is Rank.NEAR and citation.style is not Style.LINK)
    return loose and any(moment.tree.kind(p) is None for p in now.places)


def _is_where_told(citation: Citation, now: Reading, then: Reading, moment: Moment) -> bool:
    """Whether it stands today in the folder that the words around it name: one nearer than then, or come since."""
    if citation.style is Style.LINK:
        return False
    here, there = _told_by(citation, now), _told_by(citation, then)
    if here != there or (then.rank is Rank.PLACED and now.rank is not Rank.PLACED):
        return here < there
    return here < len(citation.context) and any(moment.tree.kind(p) is None for p in now.places)


def _told_by(citation: Citation, reading: Reading) -> int:
    """Which of the folders around a name, nearest first, it was read below; their number when it was none."""
    ends = (f"/{join(place, citation.name)}" for place in citation.context)
    found = (i for i, end in enumerate(ends) if any(f"/{p}".endswith(end) for p in reading.places))
    return next(found, len(citation.context))


def _came_home(note: str, now: Reading, then: Reading) -> bool:
    """Whether a bare name that stood elsewhere only is today's name of something below the note's own folder."""
    home = f"{folder(note)}/"
    if home == "/" or not then.rank is now.rank is Rank.BASE or any(p.startswith(home) for p in then.places):
        return False
    return any(p.startswith(home) for p in now.places)


def may_be_recompiled(citation: Citation, now: Reading) -> bool:
    """Whether today's file has another ending than the name in the sentence; an import writes the old one still."""
    if citation.style is Style.FENCE or citation.text.lstrip("`'\"").startswith((".", "@", "~", "#")):
        return False
    ending = base_name(citation.name).rpartition(".")[1:]
    return ending[0] != "" and now.rank is Rank.ALIAS and not now.places[0].endswith("".join(ending))


def is_recompiled(citation: Citation, now: Reading, then: Reading) -> bool:
    """`page.js` was a file of that name when the line was written, and is `page.tsx` now."""
    return then.rank is not Rank.ALIAS and may_be_recompiled(citation, now)


def role(citation: Citation, then: Reading, world: World) -> str | None:
    """`domain/`, `index.ts` in running text: a name that many bear stands for their role; one that bears it today.

    So does the name of a folder that others like it bear below a folder of the same name: each module has its own.
    """
    name, loose = citation.name.strip("/"), then.rank in (Rank.BASE, Rank.SUFFIX)
    if citation.style in (Style.TREE, Style.LINK):
        return None
    end = f"/{name}"
    if not ((loose and len(then.places) > 1) or name in ROLES):
        if not loose or citation.kind is not Kind.DIR:
            return None
        end = f"/{base_name(then.places[0].removesuffix(end))}{end}"
    return next((p for p in world.now.named(base_name(name)) if f"/{p}".endswith(end)), None)


def _is_deeper(citation: Citation, now: Reading, then: Reading) -> bool:
    """A bare name whose folder the heading named, and that is now deeper in that folder."""
    if citation.style in (Style.TREE, Style.LINK) or "/" in citation.name.strip("/") or then.rank is not Rank.PLACED:
        return False
    return any(p.startswith(folder(then.places[0]) + "/") for p in now.places)
