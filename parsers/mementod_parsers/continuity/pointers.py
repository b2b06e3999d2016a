"""Which files a note sends its reader to for what is to be done: `start with X`, `next steps: see Y`.

Only a line that says so counts, and only for the path that it names; a list of all documents sends nobody anywhere.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from mementod_parsers.continuity.note_sections import HEADING, without_code
from mementod_parsers.continuity.start_roles import SUFFIXES

NAMED_CAP = 100  # paths in one note
_END = "|".join(sorted(SUFFIXES))
_PATH = re.compile(rf"(?:`|\]\()(?:\./)?([^\s`()#]+\.(?:{_END}))(?:#[^`)]*)?[`)]", re.IGNORECASE)
_SENDS = re.compile(
    r"""start(?:s|ing)?\ (?:with|here|from|by|at)\b | begin\ (?:with|by|at)\b | read\b.{0,40}\bfirst\b
    | (?:pick\ up|continue|resume)\b | kick-?off | hand-?(?:off|over)
    | \bnext\ (?:steps?|tasks?|actions?|sessions?|up|work)\b | \bwhat(?:'s|\ is)\ (?:next|left|open)\b
    | \b(?:current|live|latest)\ (?:state|status|work|focus|phase|plan|task|sprint|progress)\b
    | \bwhere\ (?:we|you|it|things|the\ work)\b | \bopen\ (?:work|items|tasks|issues)\b | \bin\ progress\b
    | \b(?:authoritative|active)\ (?:plan|list|state|status|backlog|roadmap)\b
    | \b(?:todo|backlog|progress|roadmap|status)\b
    | 下一步|待办|待辦|当前(?:状态|进度|任务|阶段)|进度|交接
    | 進捗|次の(?:作業|タスク|ステップ)|現在の(?:状態|状況|作業)|引き継ぎ|다음\ (?:작업|단계)
    """,
    re.IGNORECASE | re.VERBOSE,
)

_ELSEWHERE = {
    "GitHub issues": re.compile(r"\bgh issue\b|\bgithub issues?\b|github\.com/\S+/issues\b", re.IGNORECASE),
    "": re.compile(r"\bb[dr] ready\b"),
    "Linear": re.compile(r"\blinear\.app\b|\bLinear (?:issues?|tickets?|projects?)\b"),
    "Jira": re.compile(r"\bJira\b"),
}


def pointed(text: str, folder: str = "") -> Iterator[str]:
    """Paths from the root that a note in `folder` may mean, each once, in their order; they may not exist."""
    named = islice(dict.fromkeys(_named(text)), NAMED_CAP)
    yield from dict.fromkeys(meant for path in named for meant in _meant(path, folder))


def kept_elsewhere(text: str) -> list[str]:
    """What a note names as the place of work that no file holds: a tracker, or the command that tells what is ready."""
    found = ((name, sign.search(text)) for name, sign in _ELSEWHERE.items())
    return [name or f"`{hit[0]}`" for name, hit in found if hit]


def _named(text: str) -> Iterator[str]:
    heading = ""
    for line in without_code(text.splitlines()):
        if title := HEADING.match(line):
            heading = title[2]
        is_listed = line.lstrip(" -*>").startswith(("`", "[")) and _SENDS.search(heading)
        if is_listed or _SENDS.search(_PATH.sub(" ", line)):
            yield from _PATH.findall(line)


def _meant(path: str, folder: str) -> Iterator[str]:
    for base in dict.fromkeys(("", folder)):
        found = posixpath.normpath(posixpath.join(base, path.lstrip("/")))
        if not found.startswith(".."):
            yield found
