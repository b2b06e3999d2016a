"""TOML, read in a time that grows with its length alone."""

from __future__ import annotations

from typing import Any

LINE_DOTS = 200  # a key of many parts takes the square of their number


def read_toml(text: str) -> dict[str, Any]:
    """Raises ValueError for what is broken, or has a line of more dots than anybody writes; RecursionError."""
    import tomllib  # most repositories have none that is read

    if any(line.count(".") > LINE_DOTS for line in text.split("\n")):
        raise ValueError("a line has too many parts")
    return tomllib.loads(text)
