"""Files without a role that an agent must read to know what is next: told by who names them and by who touches them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

from mementod.continuity.file_ages import Ages
from mementod.continuity.open_work import text_inside
from mementod_parsers.continuity.open_items import is_plan, is_reference, is_task_list, is_work, work_list
from mementod_parsers.continuity.pointers import pointed
from mementod_parsers.continuity.start_roles import STATE, is_called_hand_over, is_translation, role_of
from mementod_parsers.continuity.task_data import one_task
from mementod_parsers.continuity.task_places import folder_of_task
from mementod_parsers.continuity.telling import says_what_is_next, tells_state

SHOWN_FILES = 2
LIVING = 3  # of the last commits touched it: then it is kept up to date
_PAGES = ".mdx"  # of a site for readers: what is next on it is the next page
NAMED_COMMITS, NAMED_DAYS = 20, 7  # a file that is named, and that nobody touched for so long, tells no state
TELLING_COMMITS = 5  # one that only says what is next must be newer
LOOKED_AT = 20
TEXTS_KEPT = 2 * LOOKED_AT  # of files that are looked at more than once
_GUIDES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md", "README.md", "CHANGELOG.md")  # of a part of the repository


def work_files(root: Path, notes: Sequence[tuple[str, str]], ages: Ages, handed_over: int) -> dict[str, str]:
    """Their texts by path, the most telling file first. `notes` are the paths and texts of what is shown.

    `handed_over` is the age of the newest hand-over in commits: it tells of what is as old or older, but for what it
    names.
    """
    read = lru_cache(TEXTS_KEPT)(partial(text_inside, root))
    found: dict[str, str] = {}
    for path in _candidates(root, read, notes, ages, handed_over):
        is_new = path not in found and role_of(path) is None and not path.endswith(_GUIDES) and not is_reference(path)
        is_new = is_new and not is_translation(path, ages.recent.ages)
        if is_new and (text := read(path).strip()) and not (folder_of_task(path) and one_task(text, "md")):
            found[path] = text
        if len(found) == SHOWN_FILES:
            break
    return found


def _candidates(
    root: Path, read: Callable[[str], str], notes: Sequence[tuple[str, str]], ages: Ages, handed_over: int
) -> Iterator[str]:
    """Named, kept up to date, handed over, or added last as work to do; then those that only say what is next."""
    for note, text in notes:
        named = [path for path in pointed(text, note.rpartition("/")[0]) if os.path.lexists(root / path)]
        days = NAMED_DAYS if handed_over > NAMED_COMMITS else -1
        alive = (path for path in named if ages.since(path) <= NAMED_COMMITS or ages.days(path) <= days)
        yield from (path for path in islice(alive, LOOKED_AT) if _tells_of_the_work(path, read))
    touched = sorted(ages.recent.touched.items(), key=lambda each: (-each[1], ages.since(each[0])))
    living = [path for path, count in touched if count >= LIVING and is_work(path)]
    living = [path for path in living if ages.since(path) < handed_over]
    yield from (path for path in living[:LOOKED_AT] if _tells_of_the_work(path, read))
    newer = min(NAMED_COMMITS + 1, handed_over)
    near = [path for path in ages.recent.ages if is_work(path) and ages.since(path) < newer]
    near.sort(key=lambda path: (ages.since(path), not is_task_list(path)))
    yield from filter(is_called_hand_over, near)
    near = [path for path in near if ages.since(path) <= TELLING_COMMITS][:LOOKED_AT]
    yield from (path for path in near if _is_to_do(path, ages) and not work_list(read(path)).items)
    yield from (path for path in near if not path.endswith(_PAGES) and says_what_is_next(read(path)))


def _is_to_do(path: str, ages: Ages) -> bool:
    """Whether it says that it is work, and no code came with it or since."""
    return (is_task_list(path) or is_plan(path)) and ages.since(path) < ages.recent.code_since


def _tells_of_the_work(path: str, read: Callable[[str], str]) -> bool:
    """By its name, or by what is in it: a file that is named, or changed often, may as well say how the code works."""
    if role_of(path.rpartition("/")[2]) in STATE:
        return True
    text = read(path)
    about = work_list(text)
    return says_what_is_next(text) or tells_state(text) or bool(about.items or about.done)
