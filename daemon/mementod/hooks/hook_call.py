"""What a hook hands on: the words of its call, what was on its standard input, and where it runs.

The client makes the JSON of it by hand; every text in it is bytes read as Latin-1. Pure.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mementod_hooks.agents.call import Output


@dataclass(frozen=True, slots=True)
class Hook:
    """One call of the hook program. `words` are `agent NAME [EVENT]` or `git EVENT ARGS...`, `pid` is its process.

    `environ` holds what git tells its hooks: GIT_INDEX_FILE and GIT_DIR.
    """

    words: tuple[str, ...]
    payload: bytes = b""
    cwd: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=dict)
    pid: int = 0

    def inside(self, name: str) -> Path | None:
        """The path in a variable, which git gives from the folder of the hook."""
        given = self.environ.get(name)
        return self.cwd / given if given else None


def decode(args: Mapping[str, Any]) -> Hook:
    """Of the arguments of a question. Raises KeyError, TypeError, ValueError, AttributeError for any other."""
    environ = {_name(name): _name(value) for name, value in args["environ"].items()}
    words = tuple(_name(word) for word in args["words"])
    return Hook(words, args["payload"].encode("latin-1"), Path(_name(args["cwd"]) or "/"), environ, int(args["pid"]))


def encode(output: Output) -> str:
    """What the hook prints and how it ends, so that nothing of it has to be read as JSON."""
    return f"{output.code}.{output.stdout.hex()}.{output.stderr.hex()}"


def _name(text: str) -> str:
    return os.fsdecode(text.encode("latin-1"))
