"""What a written path may mean in a tree, and how little is asked to find out."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.globs import glob_pattern
from mementod_parsers.model import Citation, Kind, Style
from mementod_parsers.resolve import Rank, read


class Paths:
    """A tree of these files that remembers what it was asked."""

    def __init__(self, *files: str) -> None:
        self.files = frozenset(files)
        parts = (path.split("/") for path in files)
        self.folders = {"/".join(names[:n]) for names in parts for n in range(len(names))}
        self.asked: list[str] = []

    def kind(self, path: str) -> str | None:
        self.asked.append(path)
        return "file" if path in self.files else "dir" if path in self.folders else None

    def named(self, base: str) -> Sequence[str]:
        return sorted(p for p in self.files | self.folders if p.rpartition("/")[2] == base)

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        return sorted(filter(pattern.match, self.files))


def cited(name: str, *context: str, kind: Kind = Kind.PATH) -> Citation:
    return Citation(1, 1, 1 + len(name), name, kind, name, Style.CODE, context=context)


@pytest.mark.parametrize(
    ("name", "context", "place", "rank"),
    [
        ("src/app/main.ts", (), "src/app/main.ts", Rank.ROOT),
        ("main.ts", ("src/app",), "src/app/main.ts", Rank.PLACED),
        ("src/app/main", (), "src/app/main.ts", Rank.ALIAS),
        ("src/app/main.js", (), "src/app/main.ts", Rank.ALIAS),
        ("@/app/main", (), "src/app/main.ts", Rank.ALIAS),
        ("@/app/parts", (), "src/app/parts/index.ts", Rank.ALIAS),
        ("app/main.ts", (), "src/app/main.ts", Rank.SUFFIX),
        ("main.ts", (), "src/app/main.ts", Rank.BASE),
        ("src/**/*.ts", (), "src/app/main.ts", Rank.ROOT),
    ],
)
def test_readings(name: str, context: tuple[str, ...], place: str, rank: Rank) -> None:
    tree = Paths("src/app/main.ts", "src/app/parts/index.ts", "notes/a.md")

    found = read(cited(name, *context), "notes/a.md", tree)

    assert found.places[0] == place
    assert found.rank is rank


@pytest.mark.parametrize(
    ("note", "first"),
    [
        ("pkgs/sdk/CLAUDE.md", "pkgs/sdk/src/types.ts"),
        ("pkgs/sdk/docs/a.md", "pkgs/sdk/src/types.ts"),
        ("pkgs/web/CLAUDE.md", "pkgs/app/src/types.ts"),
        ("CLAUDE.md", "a/types.ts"),
        ("/home/ada/notes/a.md", "a/types.ts"),
    ],
)
def test_a_bare_name_first_means_the_file_of_the_notes_own_package(note: str, first: str) -> None:
    files = ("a/types.ts", "pkgs/app/src/types.ts", "pkgs/sdk/src/types.ts", *(f"lib/{n}/types.ts" for n in range(30)))
    found = read(cited("types.ts"), note, Paths(*files, "pkgs/web/a.ts"))
    assert (found.places[0], found.rank, len(found.places)) == (first, Rank.BASE, 24)


def test_below_a_folder_that_is_not_there_no_ending_is_asked_for() -> None:
    tree = Paths("notes/deep/a.md")

    assert not read(cited("src/some/module", "lib/x"), "notes/deep/a.md", tree)
    assert not [path for path in tree.asked if path.endswith((".py", ".ts", "/index.ts"))]


_PARTS = st.lists(st.sampled_from(["a", "b", ".py", "*", "**/", "/", "?", "**", "["]), min_size=1, max_size=8)
_NAMES = st.lists(st.sampled_from(["a", "b", ".py", "ab", "[x"]), min_size=1, max_size=3).map("".join)


def matches(pattern: str, path: str) -> bool:
    """A glob read letter by letter, the slow and plain way."""
    if not pattern:
        return path == "" or path.startswith("/")
    if pattern.startswith("**/"):
        rest, cuts = pattern[3:], [i + 1 for i, c in enumerate(path) if c == "/"]
        return any(matches(rest, path[i:]) for i in (0, *cuts))
    if pattern.startswith("**"):
        return any(matches(pattern[2:], path[i:]) for i in range(len(path) + 1))
    if pattern[0] == "*":
        end = path.find("/") if "/" in path else len(path)
        return any(matches(pattern[1:], path[i:]) for i in range(end + 1))
    if not path or (pattern[0] == "?" and path[0] == "/") or pattern[0] not in ("?", path[0]):
        return False
    return matches(pattern[1:], path[1:])


@given(_PARTS.map("".join), st.lists(_NAMES, min_size=1, max_size=3).map("/".join))
def test_globs(pattern: str, path: str) -> None:
    assert bool(glob_pattern(pattern).match(path)) == matches(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a*a*a*a*a*a*a*b", "a" * 4_000),
        ("**a**a**a**b", "a" * 4_000),
        ("**/x/**/x/**/x/**/y", "x/" * 2_000),
        ("**/*a*a*a*a*a/b", "a/" * 2_000),
        ("a*a*a*a*a**/b", "a" * 4_000),
        ("?*?*?*?*?*b", "a" * 4_000),
    ],
)
def test_no_glob_takes_a_power_of_the_length_of_a_path(pattern: str, path: str) -> None:
    assert not glob_pattern(pattern).match(path)  # else a day
