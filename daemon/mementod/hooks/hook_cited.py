"""What hooks say of the notes: citations as plain rows, and the words for them.

Pure. Who judged makes the rows (`hook_notes`), whoever answers a hook makes the text; in between they are plain JSON.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from mementod_hooks.agents.output import CONTEXT_CHARACTERS
from mementod_hooks.gate_model import Stale
from mementod_parsers.text.printable import clean

SENTENCE_CHARS = 200
NAMES_SHOWN = 3  # of lines with the same trouble
LOUD = frozenset({"error", "warning"})  # as in mementod_parsers.model, which takes longer to load than all this
BINDING = frozenset({"rule", "decision"})
LINES_SHOWN = 8  # before an edit: beyond it nobody reads
ORDERS = re.compile(
    r"\b(?:never|always|must|do not|don't|rejected)\b|^\W*only\b|必须|不要|禁止|绝不|不得|只能|严禁", re.IGNORECASE
)
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of what is, or was, at `path`.

    `says`: what became of it, empty while it holds; `new`: and that is not committed yet. `target`: the file where it
    is now.
    """

    id: str
    note: str
    line: int
    text: str
    sentence: str
    genre: str
    level: str
    says: str
    new: bool
    path: str
    target: str = ""

    @property
    def is_stale(self) -> bool:
        return self.level in LOUD

    @property
    def key(self) -> str:
        """What has been told once need not be told again."""
        return f"{self.id} {self.says}"

    @property
    def rank(self) -> tuple[bool, bool, bool, str, int]:
        """Rules and decisions first, then what does not hold, then what names the file itself."""
        binds = self.genre in BINDING or bool(ORDERS.search(self.sentence))
        return (not binds, not self.is_stale, not self.path.endswith(self.text.strip("`")), self.note, self.line)


def plain(rows: Iterable[Cited]) -> list[list[Any]]:
    return [list(astuple(row)) for row in rows]


def of_plain(rows: Iterable[Sequence[Any]]) -> list[Cited]:
    return [Cited(*row) for row in rows]


def about(rows: Iterable[Cited], paths: Collection[str]) -> list[Cited]:
    """Those of kept rows that cite these files or folders, or what is in them."""
    wanted = frozenset(paths)
    return [row for row in rows if row.target in wanted or not wanted.isdisjoint(with_folders(row.path))]


def with_folders(path: str) -> Iterator[str]:
    """A file, then the folders that it is in."""
    while path:
        yield path
        path = path.rpartition("/")[0]


# words


def before_edit(rows: Sequence[Cited], told: Collection[tuple[str, int]] = ()) -> str:
    """What an agent should know before it writes; empty when no note speaks of it. Of lines it was `told` the fault."""
    once: dict[str, list[Cited]] = {}
    for row in sorted(rows, key=lambda row: row.rank):
        text = row.sentence or row.text
        once.setdefault(" ".join(_WORDS.findall(text.lower())) or text, []).append(row)
    lines = dict.fromkeys(_line(same, told) for same in once.values())
    return _fitted("Notes on what you are about to change:", lines, rows, LINES_SHOWN)


def after_edit(rows: Sequence[Cited]) -> str:
    """Which lines an edit left behind."""
    return _fitted(
        "These lines of the notes do not hold now; correct them when the work is done:", _grouped(rows), rows
    )


def digest(rows: Sequence[Cited]) -> list[str]:
    """One line for each thing that is not as the notes say."""
    return list(_grouped(rows))


def gate_lines(rows: Sequence[Cited]) -> tuple[Stale, ...]:
    """Those that a change that is not committed made untrue."""
    loud = (row for row in rows if row.new and row.level == "error")
    return tuple(Stale(row.note, row.line, row.text, row.says, bool(row.target)) for row in loud)


def _line(same: Sequence[Cited], told: Collection[tuple[str, int]]) -> str:
    """The rows of one sentence: all that does not hold in it, or else what it is."""
    stale = [row for row in same if row.is_stale]
    first = (stale or same)[0]
    faults = dict.fromkeys(f"{_short(row.text)} {row.says}" for row in stale)
    what = f"stale, {'; '.join(faults)}" if faults else first.genre
    text = "" if (first.note, first.line) in told else f": {clean(first.sentence or first.text)}"
    return f"- {clean(first.note)}:{first.line} ({clean(what)}){text}"


def _grouped(rows: Iterable[Cited]) -> dict[str, None]:
    groups: dict[str, list[Cited]] = {}
    for row in rows:
        groups.setdefault(f"{_short(row.text)} {clean(row.says)}", []).append(row)
    return dict.fromkeys(f"- {what}: {_places(group)}" for what, group in groups.items())


def _places(group: Sequence[Cited]) -> str:
    places = list(dict.fromkeys(f"{clean(row.note)}:{row.line}" for row in group))
    more = f" and {len(places) - NAMES_SHOWN} more" if len(places) > NAMES_SHOWN else ""
    return ", ".join(places[:NAMES_SHOWN]) + more


def _short(text: str) -> str:
    return clean(text.strip("`")[:SENTENCE_CHARS])


def _fitted(head: str, lines: Iterable[str], rows: Sequence[Cited], cap: int | None = None) -> str:
    """As many whole lines as an agent is given with a call, at most `cap`."""
    lines = list(lines)
    text = head
    paths = dict.fromkeys(shlex.quote(clean(row.path)) for row in rows)
    shows = ", ".join(f"`mementod refs {path}`" for path in list(paths)[:NAMES_SHOWN])
    for number, line in enumerate(lines):
        rest = f"\n(and {len(lines) - number} more: {shows})"
        if number == cap or len(text) + 1 + len(line) + len(rest) > CONTEXT_CHARACTERS:
            return text + rest
        text += f"\n{line}"
    return text if lines else ""
