"""What a written path may mean in one tree, best reading first.

Pure: a tree is asked through `Tree`. One candidate or none: a name that fits many places keeps them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Protocol

from mementod_parsers.globs import fixed_folder, glob_pattern, is_glob
from mementod_parsers.model import Citation, Kind, Style
from mementod_parsers.names import ROLES

PLACES_KEPT = 4096  # names whose places are remembered: each is asked of the tree of now and of several of then
STARS_CAP = 3  # in one name, and of `**`: more can make a match take for ever
WORKSPACE_PARTS = 6  # in front of a path, that may name the folder that an editor had open
PLACES_CAP = 24  # a loose name with more places than this means nothing in particular
_SOURCE_ENDINGS = (
    "py", "ts", "tsx", "js", "jsx", "mjs", "vue", "svelte", "go", "rs", "rb", "java", "kt", "php", "cs", "swift",
    "scala", "ex", "lua", "md", "mdc", "mdx", "sh", "json",
)  # fmt: skip
_COMPILED_FROM = {"js": ("ts", "tsx", "jsx"), "jsx": ("tsx",), "mjs": ("mts", "ts"), "cjs": ("cts", "ts")}
_FOLDER_MODULES = ("index.ts", "index.tsx", "index.js", "__init__.py", "mod.rs", "index.vue", "index.md")
_ALIAS_ROOTS = ("src", "app", "resources/js", "frontend/src", "web/src", "client/src", "")


class Tree(Protocol):
    """The paths of one moment: the work tree, an index, a commit."""

    def kind(self, path: str) -> str | None:
        """`file`, `dir` or None ("" is the root)."""
        ...

    def named(self, base: str) -> Sequence[str]:
        """Every path of that base name, file or folder, sorted."""
        ...

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        """Some files that match, sorted; empty when none does."""
        ...


class Rank(IntEnum):
    """How a name was read; lower is surer."""

    PLACED = 0  # below a folder that the surroundings name
    NEAR = 1  # below the note's own folder or one above it
    ROOT = 2  # from the root
    ALIAS = 3  # another ending, an index file, an import alias
    SUFFIX = 4  # the last components of a longer path
    BASE = 5  # the base name alone


@dataclass(frozen=True, slots=True)
class Reading:
    """The places that a name means in one tree; none when it means nothing there."""

    places: tuple[str, ...] = ()
    rank: Rank = Rank.BASE

    def __bool__(self) -> bool:
        return bool(self.places)


NOTHING = Reading()


def read(citation: Citation, note: str, tree: Tree, repository: str = "") -> Reading:
    """The best reading of a path citation of the note at `note`; `repository` is the root folder's name."""
    name = citation.name
    if not name or len(name) > 400:
        return NOTHING
    if is_glob(name) and not _literal(citation, note, tree):
        return _read_glob(citation, note, tree)
    for rank, path in exact(citation, note):
        if _fits(citation, tree.kind(path)):
            return Reading((path,), rank)
    if repository and name.startswith(repository + "/") and _fits(citation, tree.kind(name[len(repository) + 1 :])):
        return Reading((name[len(repository) + 1 :],), Rank.ROOT)
    for path in _aliases(citation, note, tree):
        if tree.kind(path) == "file":
            return Reading((path,), Rank.ALIAS)
    loose = _below_workspace(citation, note, tree) or _read_loose(citation, note, tree)
    return loose or _read_import(citation, tree)


def _below_workspace(citation: Citation, note: str, tree: Tree) -> Reading:
    """`[a.ts](mdc:workspace/src/a.ts)`: a rule's links begin at the folder that the editor had open, of any name."""
    parts = citation.name.split("/")
    if citation.style is not Style.LINK or not note.endswith(".mdc") or tree.kind(parts[0]):
        return NOTHING
    paths = ("/".join(parts[n:]) for n in range(1, min(len(parts) - 1, WORKSPACE_PARTS)))
    path = next((p for p in paths if _fits(citation, tree.kind(p))), None)
    return Reading((path,), Rank.SUFFIX) if path else NOTHING


def exact(citation: Citation, note: str) -> Sequence[tuple[Rank, str]]:
    """The full paths that the name may stand for, best first."""
    rooted = citation.text.lstrip("`'\"").startswith("/")
    return _places(citation.name.strip("/"), rooted, citation.context, _folders(note))


@lru_cache(maxsize=PLACES_KEPT)
def _places(name: str, rooted: bool, context: tuple[str, ...], nearby: tuple[str, ...]) -> tuple[tuple[Rank, str], ...]:
    places = [(Rank.PLACED, join(base, place, name)) for place in context for base in (*nearby, "")]
    if rooted:
        places.append((Rank.ROOT, name))
    places += [(Rank.NEAR, join(base, name)) for base in nearby]
    places.append((Rank.ROOT, join(name)))
    best: dict[str, Rank] = {}
    for rank, path in places:
        best.setdefault(path, rank)
    return tuple((rank, path) for path, rank in best.items() if path)


def join(*parts: str) -> str:
    """A normalised path; empty when it leaves the repository."""
    done: list[str] = []
    for part in "/".join(p for p in parts if p).split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if not done:
                return ""
            done.pop()
        else:
            done.append(part)
    return "/".join(done)


def base_name(path: str) -> str:
    return path.rpartition("/")[2]


def folder(path: str) -> str:
    return path.rpartition("/")[0]


def _literal(citation: Citation, note: str, tree: Tree) -> bool:
    """`[id]` is a real folder name in some frameworks."""
    return "*" not in citation.name and any(tree.kind(path) for _, path in exact(citation, note))


def _read_glob(citation: Citation, note: str, tree: Tree) -> Reading:
    citation = replace(citation, name=re.sub(r"\*{3,}", "**", citation.name).replace("/.../", "/**/"))  # elided folders
    name = citation.name
    if (
        name.strip("*./") == ""
        or name.count("**") > STARS_CAP
        or any(p.count("*") > STARS_CAP for p in name.split("/"))
    ):
        return NOTHING
    for rank, path in exact(citation, note):
        fixed = fixed_folder(path)
        if fixed and tree.kind(fixed) != "dir":
            continue
        found = tree.matching(glob_pattern(path))
        if found:
            return Reading(tuple(found[:PLACES_CAP]), rank)
    found = tree.matching(glob_pattern("**/" + name.strip("/")))
    return Reading(tuple(found[:PLACES_CAP]), Rank.SUFFIX) if found else NOTHING


def _fits(citation: Citation, kind: str | None) -> bool:
    if kind is None:
        return False
    # In a diagram, what stands below a file makes it look like a folder.
    return (
        kind == "dir"
        or citation.kind is not Kind.DIR
        or ("." in base_name(citation.name) and citation.text[-1:] != "/")
    )


def _folders(note: str) -> tuple[str, ...]:
    """The note's folder and those above it, nearest first, without the root."""
    if note.startswith("/"):
        return ()
    parts = note.split("/")[:-1]
    return tuple("/".join(parts[:n]) for n in range(len(parts), 0, -1))


def _aliases(citation: Citation, note: str, tree: Tree) -> Iterator[str]:
    name = citation.name
    if citation.kind is Kind.DIR:  # a folder that became a module is no folder
        return
    if name.startswith(("@/", "~/", "#/")):
        for base in (*_folders(note), ""):
            for root in _ALIAS_ROOTS:
                path = join(base, root, name[2:])
                if path and _is_there(folder(path), tree):
                    yield from (path, *_endings(path))
                    if "." not in base_name(path) and tree.kind(path):
                        yield from (f"{path}/{m}" for m in _FOLDER_MODULES)
        return
    if "/" not in name and citation.style is not Style.LINK and not citation.context:
        return
    for _, path in exact(citation, note):  # nothing is at any of these: no folder either
        if _has_endings(path) and _is_there(folder(path), tree):
            yield from _endings(path)


def _is_there(path: str, tree: Tree) -> bool:
    """Whether a folder is there, asked from the top: where there is none, nothing below it is asked about."""
    at = path.find("/")
    while at >= 0:
        if tree.kind(path[:at]) is None:
            return False
        at = path.find("/", at + 1)
    return not path or tree.kind(path) is not None


def _has_endings(path: str) -> bool:
    name = base_name(path)
    return "." not in name or name.rpartition(".")[2] in _COMPILED_FROM


def _endings(path: str) -> Iterator[str]:
    """The same module under another ending."""
    stem, dot, ending = path.rpartition(".")
    if dot and ending in _COMPILED_FROM:
        yield from (f"{stem}.{e}" for e in _COMPILED_FROM[ending])
    elif "." not in base_name(path):
        yield from (f"{path}.{e}" for e in _SOURCE_ENDINGS)


def _read_loose(citation: Citation, note: str, tree: Tree) -> Reading:
    name = citation.name.strip("/")
    for place in citation.context:
        found = _by_suffix(citation, join(place, name), tree)
        if found:
            return Reading(found, Rank.SUFFIX)
    if "/" in name:
        return Reading(_by_suffix(citation, join(name), tree), Rank.SUFFIX)
    named = [p for p in tree.named(name) if _fits(citation, tree.kind(p))]
    return Reading(_nearest(named, note)[:PLACES_CAP], Rank.BASE)


def _read_import(citation: Citation, tree: Tree) -> Reading:
    """`import './state.js'` in a sample: of a file that is not told, from its folder; the source has another ending."""
    name = citation.name.lstrip("./")
    if citation.style is not Style.FENCE or not citation.text.startswith(("./", "../")):
        return NOTHING
    if name.rpartition(".")[2] not in _COMPILED_FROM:
        return NOTHING
    paths = (path for ending in _endings(name) for path in tree.named(base_name(ending)) if ends_with(path, ending))
    found = tuple(path for path in paths if base_name(path) not in ROLES and tree.kind(path) == "file")
    return Reading(found, Rank.BASE) if len(found) == 1 else NOTHING


def ends_with(path: str, end: str) -> bool:
    """Whether the last names of a path are those of `end`, or all of them."""
    return f"/{path}".endswith(f"/{end}")


def _nearest(paths: Sequence[str], note: str) -> tuple[str, ...]:
    """What is below the note's own folder first, then what is below those above it: the files of its package."""
    folders = _folders(note)

    def distance(path: str) -> int:
        return next((n for n, near in enumerate(folders) if path.startswith(f"{near}/")), len(folders))

    return tuple(sorted(paths, key=distance))


def _by_suffix(citation: Citation, name: str, tree: Tree) -> tuple[str, ...]:
    if not name or "/" not in name:
        return ()
    found = tuple(p for p in tree.named(base_name(name)) if p.endswith("/" + name) and _fits(citation, tree.kind(p)))
    return found if len(found) <= PLACES_CAP else ()
