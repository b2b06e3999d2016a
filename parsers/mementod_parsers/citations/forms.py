"""The record that the readers of single spans return: what a piece of text claims by its form alone.

Offsets count from the beginning of the text that was read. Where it stands, and with what force, others say.
"""

from __future__ import annotations

from typing import NamedTuple

from mementod_parsers.model import Kind, Reason

MAX_FORMS = 60


class Form(NamedTuple):
    """One claim that a piece of text makes."""

    kind: Kind
    name: str
    start: int
    end: int
    lines: tuple[tuple[int, int], ...] = ()
    loose: bool = False
    reason: Reason | None = None
    place: str | None = None
    context: tuple[str, ...] = ()
