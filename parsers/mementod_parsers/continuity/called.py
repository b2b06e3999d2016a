"""What the names in a statement are called today: those that were renamed, moved or misspelt since it was made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import basename
from typing import NamedTuple

from mementod_parsers.continuity.record import NAMES, Class, Item
from mementod_parsers.names import is_file_name
from mementod_parsers.text.whole_names import holds


class Called(NamedTuple):
    """A name as it is written, and today's: of a file its path, of a symbol with the file that holds it (or empty)."""

    written: str
    today: str
    file: str = ""

    @property
    def is_file(self) -> bool:
        return not self.file and ("/" in self.today or is_file_name(self.today))

    @property
    def ways(self) -> tuple[str, ...]:
        """How today's name may be written: with its folder or class, or without."""
        leaf = basename(self.today) if self.is_file else self.today.rpartition(".")[2]
        return tuple(dict.fromkeys((self.today, leaf)))


def is_other(item: Item) -> bool:
    """Whether it is a name that is another one today, or none."""
    return not item.revoked and (item.kind is Class.GONE or (item.kind is Class.IDENTIFIERS and bool(item.successor)))


def renamed(items: Iterable[Item]) -> tuple[Called, ...]:
    """All names of a record that are other ones today."""
    known = (item for item in items if item.kind in NAMES and not item.revoked and item.successor)
    return tuple(_called(item.text, item.successor or "") for item in known)


def today(text: str, items: Iterable[Item]) -> str:
    """What to know of the names in a text; empty when all that is known of holds."""
    names = [_called(item.text, item.successor or "") for item in items if is_other(item) and item.text in text]
    return "; ".join(map(_said, called(text, names)))


def called(text: str, names: Iterable[Called]) -> tuple[Called, ...]:
    """Those that a text holds as they were."""
    return tuple(one for one in names if holds(text, one.written))


def as_called(pairs: Sequence[Called]) -> str:
    """As an addition to a line; empty when there is nothing to say."""
    said = "; ".join(map(_said, pairs))
    return f" ({said})" if said else ""


def _said(one: Called) -> str:
    return f"`{one.written}` is `{one.today}` today" if one.today else f"`{one.written}` is gone"


def _called(written: str, successor: str) -> Called:
    file, _, name = successor.rpartition(":")
    return Called(written, name, file)
