"""Where tools keep their tasks as data: told by the path from the root. Narrow, for much data has such names."""

from __future__ import annotations

import re

# A file that holds all tasks.
_LIST = re.compile(
    r"""(?:[^/]+/){0,2}\.taskmaster/tasks/tasks\.json
    | (?:[^/]+/){0,2}\.beads/(?:issues|beads)\.jsonl
    | (?:[^/]+/){0,4}sprint-status\.ya?ml
    | (?:(?:docs?|tasks|planning|plans|specs?|agents?|ai|ralph|scripts/ralph|harness|\.[a-z][a-z-]*)/(?:[^/]+/)?)?
      (?:feature_?list(?:[-_]\w+)?|features|prd|tasks|backlog|roadmap)\.(?:json|ya?ml|toml)
    """,
    re.VERBOSE,
)
# Folders in which each task has its own file; the first group is the folder.
_EACH = re.compile(r"((?:\.?backlog/tasks)|\.tickets)/[^/]+\.md|(\.trellis/tasks)/[^/]+/task\.json")
LOOKED_FOR = (  # though git may ignore them
    ".taskmaster/tasks/tasks.json",
    ".beads/issues.jsonl",
    "_bmad-output/implementation-artifacts/sprint-status.yaml",
    "feature_list.json",
    "prd.json",
)


def is_task_data(path: str) -> bool:
    """Whether this file may hold tasks as data; what is in it decides."""
    return _LIST.fullmatch(path) is not None or folder_of_task(path) != ""


def folder_of_task(path: str) -> str:
    """The folder of tasks of one file each that this file lies in; empty where it is no such file."""
    found = _EACH.fullmatch(path)
    return (found[1] or found[2]) if found else ""
