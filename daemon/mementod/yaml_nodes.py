"""What a YAML file is made of, as far as configuration needs it: texts, lists and tables, each with its line."""

from __future__ import annotations

from dataclasses import dataclass

_NULL = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value; `plain` when it stands there without quotation marks."""

    text: str
    plain: bool
    line: int

    @property
    def is_null(self) -> bool:
        return self.plain and self.text in _NULL


@dataclass(frozen=True, slots=True)
class List:
    """Values in order."""

    items: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Map:
    """Keys with values; a key may be there twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int


KINDS = {Scalar: "a single value", List: "a list", Map: "a table"}
Node = Scalar | List | Map
