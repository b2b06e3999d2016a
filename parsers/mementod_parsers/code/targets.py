"""Scripts and targets that build files define: package scripts, make and just targets, crates, console scripts.

Text in, names out; nothing is evaluated. A file that cannot be read defines nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mementod_parsers.code.languages import is_vendored
from mementod_parsers.globs import glob_pattern
from mementod_parsers.resolve import Tree, base_name, folder
from mementod_parsers.toml import read_toml

# runner -> the files that define its names, by base name
FILES: dict[str, tuple[str, ...]] = {
    "npm": ("package.json",),
    "make": ("Makefile", "makefile", "GNUmakefile"),
    "just": ("justfile", "Justfile", ".justfile"),
    "composer": ("composer.json",),
    "task": ("Taskfile.yml", "Taskfile.yaml"),
    "deno": ("deno.json", "deno.jsonc"),
    "python": ("pyproject.toml",),
    "rake": ("Rakefile",),
    "cargo": ("Cargo.toml",),
    "compose": ("docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml"),
}
# runner -> the endings of files that those include
INCLUDED: dict[str, tuple[str, ...]] = {"make": (".mk", ".mak"), "just": (".just",), "rake": (".rake",)}
INCLUDED_CAP = 20  # of one ending; of more a tree may not name all
# commands that read another runner's file
RUNNERS: dict[str, str] = {
    "npm": "npm", "pnpm": "npm", "yarn": "npm", "bun": "npm", "make": "make", "gmake": "make", "just": "just",
    "composer": "composer", "task": "task", "deno": "deno", "poetry": "python", "uv": "python", "pdm": "python",
    "hatch": "python", "rake": "rake", "compose": "compose", "cargo": "cargo",
}  # fmt: skip

_CRATE_FOLDERS = ("bin", "tests", "examples", "benches")
_MAKE = re.compile(r"^([A-Za-z0-9_./%-][\w./% -]*?)\s*::?(?![=:])", re.MULTILINE)
_JUST = re.compile(r"^@?([A-Za-z_][\w-]*)(?:\s[^:=\n]*)?:(?!=)", re.MULTILINE)
_TASK = re.compile(r"^  ([\w:-]+):\s*(?:#.*)?$", re.MULTILINE)
_RAKE = re.compile(r"^\s*(?:task[ (]+:?[\"']?|[\w:]*Task\.new[ (]+:?[\"']?)([\w:]+?):?(?=[\"'\s,)=]|$)", re.MULTILINE)
_SERVICES = re.compile(r"^services:[ \t]*(?:#.*)?\n((?:[ \t#].*\n?|\n)*)", re.MULTILINE)
_SERVICE = re.compile(r"^([ \t]+)[\"']?([\w.-]+)[\"']?:", re.MULTILINE)
_PARTS = re.compile(r"[^\W_]+")
_ALIAS = re.compile(r"^alias\s+([\w-]+)\s*:=", re.MULTILINE)


def targets(path: str, text: str) -> frozenset[str]:
    """The names that one file defines; empty when it is broken."""
    try:
        return frozenset(_names(base_name(path), text))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return frozenset()


def successor(path: str, then: str, now: str, name: str) -> str | None:
    """The one script that came since and does what `name` did, or stands in its place under a name much like it."""
    old, new = _scripts(path, then), _scripts(path, now)
    came = [each for each in new if each not in old]
    same = [each for each in came if new[each] == old.get(name)]
    near = [each for each in came if _is_alike(each, name) and _beside(new, each) & _beside(old, name)]
    found = same or near
    return found[0] if len(found) == 1 else None


def _scripts(path: str, text: str) -> dict[str, Any]:
    """The scripts of a manifest, in its order, each with what it runs; of other files none."""
    try:
        scripts = _run(base_name(path), json.loads(text)) if path.endswith(".json") else {}
        return scripts if isinstance(scripts, dict) else {}
    except (ValueError, AttributeError, RecursionError):
        return {}


def _run(base: str, manifest: Any) -> Any:
    """What a manifest calls its scripts."""
    return manifest.get("tasks" if base.startswith("deno") else "scripts") or {}


def _is_alike(name: str, other: str) -> bool:
    """Whether one of two names of several words has all the words of the other: `demo:agent`, `demo:agent-chat`."""
    words, others = set(_PARTS.findall(name)), set(_PARTS.findall(other))
    return min(len(words), len(others)) > 1 and (words <= others or others <= words)


def _beside(scripts: Mapping[str, Any], name: str) -> set[tuple[int, str]]:
    """The names before and after one, each with its side."""
    names = list(scripts)
    if name not in scripts:
        return set()
    at = names.index(name)
    return {(side, names[at + side]) for side in (-1, 1) if 0 <= at + side < len(names)}


def build_files(runner: str, tree: Tree) -> Sequence[str] | None:
    """The files of a tree that define a runner's names, and those that they may include; None: not all are known."""
    kind = RUNNERS.get(runner)
    if kind is None:
        return None
    files = [path for base in FILES[kind] for path in tree.named(base) if not is_vendored(path)]
    for ending in INCLUDED.get(kind, ()):
        included = tree.matching(glob_pattern(f"**/*{ending}"))
        if len(included) >= INCLUDED_CAP:
            return None
        files += included
    return files


def implied(runner: str, name: str, tree: Tree) -> str | None:
    """The file whose place alone makes it a target: `src/bin/x.rs`, `tests/x/main.rs`."""
    if runner != "cargo":
        return None
    alone = (path for path in tree.named(f"{name}.rs") if base_name(folder(path)) in _CRATE_FOLDERS)
    mains = (f"{path}/main.rs" for path in tree.named(name) if base_name(folder(path)) in _CRATE_FOLDERS)
    return next(alone, None) or next((path for path in mains if tree.kind(path)), None)


def _names(base: str, text: str) -> Iterator[str]:
    if base in ("package.json", "composer.json", "deno.json", "deno.jsonc"):
        data = json.loads(text)
        yield from _run(base, data)
        binary = data.get("bin")
        yield from binary if isinstance(binary, dict) else ()
    elif base == "pyproject.toml":
        yield from _pyproject(text)
    elif base == "Cargo.toml":
        yield from _crate(read_toml(text))
    elif base.lower() in ("makefile", "gnumakefile") or base.endswith(INCLUDED["make"]):
        for match in _MAKE.finditer(text):
            yield from match[1].split()
    elif base.lower().endswith("justfile") or base.endswith(INCLUDED["just"]):
        yield from (m[1] for m in _JUST.finditer(text))
        yield from (m[1] for m in _ALIAS.finditer(text))
    elif base.startswith("Taskfile"):
        yield from (m[1] for m in _TASK.finditer(text))
    elif base in FILES["compose"]:
        yield from _services(text)
    elif base == "Rakefile" or base.endswith(INCLUDED["rake"]):
        yield from (m[1] for m in _RAKE.finditer(text))


def _services(text: str) -> Iterator[str]:
    """`services`, and the keys below it."""
    block = _SERVICES.search(text)
    if block is not None:
        yield "services"
        found = [(len(m[1]), m[2]) for m in _SERVICE.finditer(block[1])]
        outer = min((indent for indent, _ in found), default=0)
        yield from (name for indent, name in found if indent == outer)


def _crate(data: Mapping[str, Any]) -> Iterator[str]:
    yield from filter(None, [data.get("package", {}).get("name")])
    for kind in ("bin", "test", "example", "bench"):
        yield from (one["name"] for one in data.get(kind, ()) if "name" in one)


def _pyproject(text: str) -> Iterator[str]:
    data = read_toml(text)
    tool = data.get("tool", {})
    yield from data.get("project", {}).get("scripts", {})
    yield from tool.get("poetry", {}).get("scripts", {})
    yield from tool.get("pdm", {}).get("scripts", {})
    yield from tool.get("poe", {}).get("tasks", {})
    yield from tool.get("taskipy", {}).get("tasks", {})
