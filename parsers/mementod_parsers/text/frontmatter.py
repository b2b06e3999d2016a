"""The YAML head of a note: its type and the paths it applies to, read with limits.

Invariant: no aliases, no tags, no anchors: a hostile head costs no more than its length. Broken: a problem line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mementod_parsers.text.globs import is_all, split_globs

MAX_HEAD_CHARS = 20_000
MAX_HEAD_LINES = 400
MAX_DEPTH = 12
_ALWAYS = {"alwaysApply": ("true",), "trigger": ("always_on",), "inclusion": ("always",)}
MARK_KEY = "stale"  # holds our own words about the note, which cite nothing


@dataclass(frozen=True, slots=True)
class Head:
    """What the head says. `end` is the index of the first line after it.

    `scope` are the globs that limit a file of rules: none where one of them means every file, or the head says that
    the rules always apply (Cursor's `alwaysApply`, Windsurf's `trigger`, Kiro's `inclusion`).
    """

    end: int = 0
    type: str = ""
    paths: tuple[str, ...] = ()  # globs, applyTo, paths: what a rule applies to
    problem: str = ""
    scope: tuple[str, ...] = ()


def closing(lines: Sequence[str]) -> int | None:
    """The index of the line that ends the frontmatter; None without one."""
    if not lines or lines[0].rstrip() != "---":
        return None
    return next((i for i in range(1, min(len(lines), MAX_HEAD_LINES)) if lines[i].rstrip() in ("---", "...")), None)


def read_head(lines: list[str]) -> Head:
    """Read the frontmatter at the top of a note, if there is one."""
    if (end := closing(lines)) is None:
        return Head()
    text = "\n".join(lines[1:end])
    if len(text) > MAX_HEAD_CHARS:
        return Head(0, problem="frontmatter is too large: read as text")
    values, problem = _load(text)
    if problem:
        # Globs begin with `*`, which is YAML's alias: rules files hold them unquoted, so read those lines by hand.
        values = _by_hand(lines[1:end])
    if not isinstance(values, dict):
        return Head(end + 1, problem="" if values is None else "frontmatter is not a mapping")
    if problem and _is_rule(values):
        problem = ""
    metadata = values.get("metadata")
    kind = values.get("type") or (metadata.get("type") if isinstance(metadata, dict) else None)
    paths = [p for key in ("globs", "applyTo", "paths", "fileMatchPattern") for p in _strings(values.get(key))]
    return Head(
        end + 1, kind.strip().lower() if isinstance(kind, str) else "", tuple(paths), problem, _scope(values, paths)
    )


def _scope(values: dict[str, object], paths: list[str]) -> tuple[str, ...]:
    told = {key: value for key in _ALWAYS if isinstance(value := values.get(key), str | bool)}
    if any(str(value).strip().lower() in _ALWAYS[key] for key, value in told.items()) or any(map(is_all, paths)):
        return ()
    return tuple(path for path in paths if not path.startswith("!"))


def _is_rule(values: dict[str, object]) -> bool:
    return any(key in values for key in ("globs", "applyTo", "paths", "alwaysApply"))


def _load(text: str) -> tuple[object, str]:
    import yaml  # takes long to load, and most notes have no frontmatter

    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                return None, "frontmatter uses YAML aliases: read as text"
            depth += isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent))
            depth -= isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent))
            if depth > MAX_DEPTH:
                return None, "frontmatter is nested too deeply: read as text"
        return yaml.safe_load(text), ""
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError, AttributeError, LookupError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 2}" if mark is not None else ""
        return None, f"frontmatter is not valid YAML{where}"


def _by_hand(lines: list[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    items: list[str] = []  # of the key that was read last
    for line in lines:
        key, colon, value = line.partition(":")
        if colon and key.strip().isidentifier() and not key.startswith(" "):
            items = []
            values[key.strip()] = value.strip().strip("\"'") or items
        elif line.lstrip().startswith("- "):
            items.append(line.lstrip()[2:].strip().strip("\"'"))
    return values


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return split_globs(value[1:-1] if value[:1] == "[" and value[-1:] == "]" else value)
    if isinstance(value, list):
        return [v for v in value if isinstance(v, str) and v]
    return []
