"""Whether a decision holds, as far as its log says, and what took its place."""

from __future__ import annotations

import re
from enum import StrEnum


class State(StrEnum):
    """Whether a decision holds, as far as the log says."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SUPERSEDED = "superseded"
    UNSAID = "unsaid"


_STATES = tuple(
    (state, re.compile(pattern, re.IGNORECASE))
    for state, pattern in (
        (
            State.SUPERSEDED,
            r"supersed|replaced by|deprecat|obsolete|reverted|revoked|取代|替代|废弃|作废|撤销|廃止|대체됨|ersetzt",
        ),
        (State.REJECTED, r"\brejected\b|\bdeclined\b|否决|拒绝|却下"),
        (State.PROPOSED, r"\bpropos|\bdraft|\bpending|\bopen\b|under discussion|提议|草案|待定|讨论中|提案"),
        (
            State.ACCEPTED,
            r"accept|adopt|approv|implement|decided|done|\bactive\b|✅|接受|采纳|通过|已实施|生效|採用|承認",
        ),
    )
)
_SUCCESSOR = re.compile(
    r"(?:superseded|replaced) by\W{0,4}([^\n.;]{2,80})|(?:被|由)\s?([^\n，。；]{2,60}?)\s?(?:取代|替代)", re.IGNORECASE
)
_NONE = re.compile(r"^(?:none|n/?a|nothing|no|无|-|—)?\W*$", re.IGNORECASE)
# What stands in a template where nobody wrote anything yet.
_UNWRITTEN = re.compile(
    r"[^\w`]*|\W*(?:tbd|tba|todo|fixme|to be (?:decided|determined|defined)|待定|未定|待补充|未決定|미정)\W*"
    r"|\[[^\[\]]*\]|\{[^{}]*\}|\{\{[^{}]*\}\}|<[^<>]*>|_?\(?fill in\b[^)]*\)?_?",
    re.IGNORECASE,
)
_REMARK = re.compile(r"[(（\[]([^()（）\[\]]{3,60})[)）\]]\W{0,3}$")


def state_in(text: str) -> State:
    """The state that a status line, or the remark behind a title, says."""
    return next((state for state, pattern in _STATES if pattern.search(text)), State.UNSAID)


def successor_in(text: str) -> str:
    """What `superseded by ...` names, or the empty string."""
    found = _SUCCESSOR.search(text)
    name = (found.group(1) or found.group(2)).strip(" *[]()") if found else ""
    return "" if is_none(name) else name


def is_none(text: str) -> bool:
    """Whether a value says that there is none."""
    return bool(_NONE.match(text))


def is_unwritten(text: str) -> bool:
    """Whether it is a template's placeholder (`*`, `TBD`, `[what was decided]`), or nothing at all."""
    return bool(_UNWRITTEN.fullmatch(text.strip().removeprefix("- ").removeprefix("* ").strip("*_ ")))


def remark_of(heading: str) -> str:
    """What a heading ends with in brackets."""
    found = _REMARK.search(heading)
    return found.group(1) if found else ""
