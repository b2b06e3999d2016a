"""Names that stand for a file, a folder or a key instead of a symbol: `config_manager`, `mementod.loop`, `"job-name"`.

Asked when no code of today defines the name: first whether it still is one of these, then whether it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.code.keys import holds_key, is_workflow_word
from mementod_parsers.judging import judge_paths
from mementod_parsers.judging.findings import name_gone, unchecked
from mementod_parsers.model import Citation, Finding, Kind, Note, Reason
from mementod_parsers.resolve import base_name
from mementod_parsers.word_lists import word_list
from mementod_parsers.world import Moment, Use, World

_SOURCES = word_list(
    ".py .ts .tsx .js .jsx .vue .svelte .go .rs .rb .java .kt .swift .php .cs .ex .scala .lua .sh .cpp"
)
_ENDINGS = (*_SOURCES, *word_list(".h .c .hpp .dart .md .json .yml .yaml .toml"))
_SETTINGS = (".yaml", ".yml", ".toml", ".json", ".ini", ".cfg", ".properties", ".conf")
# They list the names that a platform or a framework gives, so that the code may use them.
_LINT = re.compile(
    r"eslint|oxlint|tslint|jshint|standardrc|biome\.json|pylint|ruff\.toml|\.?flake8|rubocop|luacheck|golangci"
    r"|swiftlint|detekt|phpstan|psalm|knip|vulture|cspell|typos\.toml",
    re.I,
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_RANDOM = re.compile(r"(?:^|_)(?=[a-z0-9]{6,}(?:_|$))[a-z]+\d+[a-z]{3,}")  # `template_k9ugryd`: an id, no name
MOMENTS = 2  # at which a name is tried as that of a file


def standing(citation: Citation, world: World) -> str | None:
    """The module, folder or file of today that the name is."""
    owner, _, leaf = citation.name.rpartition(".")
    path = citation.name.replace(".", "/")
    if world.now.kind(path):
        return path
    named = (p for e in ("", *_ENDINGS) for p in world.now.named(leaf + e) if base_name(p).partition(".")[0] == leaf)
    return next((p for p in named if not owner or owner.rpartition(".")[2] in p.split("/")), None)


def has_file(name: str, world: World) -> bool:
    """Whether a file of today is named after it in the other way: `LocalProvider`, `local-provider.ts`."""
    words = _HUMP.sub("-", name).lower()
    stems = {words, words.replace("-", "_")} if "-" in words else set()
    return any(world.now.named(stem + ending) for stem in stems for ending in _SOURCES)


def gone_file(note: Note, citation: Citation, world: World, moments: Sequence[Moment]) -> Finding | None:
    """A name that was a source file's and no longer is."""
    leaf = citation.name.rpartition(".")[2]
    if citation.loose or ("_" not in leaf and not any(c.isupper() for c in leaf[1:])):
        return None
    for moment in moments[:MOMENTS]:
        then = [p for e in _SOURCES for p in moment.tree.named(leaf + e) if moment.tree.kind(p) == "file"]
        if len(then) == 1 and world.use_now(leaf) is not Use.CODE:
            found = judge_paths.judge(note, replace(citation, kind=Kind.PATH, name=then[0], context=()), world)
            return found and replace(found, citation=citation)
    return None


def gone_key(citation: Citation, world: World, moments: Sequence[Moment]) -> Finding | None:
    """A name that lived in strings or configuration (a target, a preference, a workflow) and no longer does."""
    owner, _, name = citation.name.rpartition(".")
    telling = ("_" in name or any(c.isupper() for c in name[1:])) and not _RANDOM.search(name)
    if citation.loose or world.blind or not telling or world.use_now(name) is not Use.NONE:
        return None
    for moment in moments:
        place = world.key_then(name, moment)
        if place and _holds_all(owner, place, moment, world):
            if _LINT.search(base_name(place)) or is_workflow_word(name, place):
                return unchecked(citation, Reason.EXTERNAL)
            return name_gone(citation, world, place, f"{place}:{citation.name}", moment)
    return None


def _holds_all(owner: str, place: str, moment: Moment, world: World) -> bool:
    """Whether a file of settings held the keys that a dotted key stands below: `server.max_rows`."""
    if not owner:
        return True
    text = "\n".join(world.text_then(place, moment) or ()) if place.endswith(_SETTINGS) else ""
    return all(holds_key(part, text) or f"[{part}]" in text for part in owner.split("."))
