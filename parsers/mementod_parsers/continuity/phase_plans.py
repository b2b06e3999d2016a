"""Plans of phases, one file each, of which a summary beside it tells that it is carried out: `02-01-PLAN.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mementod_parsers.continuity.open_items import OpenItem, WorkList

PHASES = ".planning/phases"  # where a tool keeps them, a folder each
_PLAN, _SUMMARY = "PLAN.md", "SUMMARY.md"
_PHASE = re.compile(r"(\d+(?:\.\d+)*)(?:-[^/]*)?/(?:[\w.-]*-)?(?:PLAN|SUMMARY)\.md")


def phase_plans(paths: Iterable[str]) -> WorkList:
    """`paths` from the folder of all phases. Open is what has no summary, from the last phase on that has one.

    An earlier phase was left with what it had.
    """
    known = {path for path in paths if _PHASE.fullmatch(path)}
    done = {path for path in known if path.endswith(_SUMMARY)}
    last = max(map(_number, done), default=())
    plans = sorted((path for path in known if path.endswith(_PLAN)), key=lambda path: (_number(path), path))
    left = [path for path in plans if _number(path) >= last and path.removesuffix(_PLAN) + _SUMMARY not in done]
    items = [OpenItem(folder, name) for folder, _, name in (path.partition("/") for path in left)]
    return WorkList(tuple(items), len(done))


def _number(path: str) -> tuple[int, ...]:
    found = _PHASE.fullmatch(path)
    return tuple(map(int, found[1].split("."))) if found else ()
