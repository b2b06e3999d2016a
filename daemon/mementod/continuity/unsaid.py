"""Said where nothing that a start shows tells what is next: better than a guess from what is open in an old list."""

from __future__ import annotations

from collections.abc import Sequence

from mementod.continuity.open_work import Lists
from mementod.continuity.start_files import OF_THE_WORK, StartFile
from mementod_parsers.continuity.open_items import next_items, work_list
from mementod_parsers.continuity.pointers import kept_elsewhere
from mementod_parsers.continuity.start_roles import Role
from mementod_parsers.continuity.telling import says_what_is_next, tells_work

_SAID = "Nothing that was read says what is next: ask, and do not take it from what is old."
_TOLD_BY_NAME = (Role.HANDOVER, Role.START, Role.PLAN)


def unsaid(files: Sequence[StartFile], lists: Lists) -> str:
    """A line for the reader, with where the notes say that the work is kept; empty where a file tells it."""
    if lists.is_open or any(map(_tells, files)):
        return ""
    guides = [file for file in files if file.role is Role.GUIDE]
    named = [f"{name} ({file.path})" for file in guides for name in kept_elsewhere(file.text)]
    return f"{_SAID} The notes speak of {', '.join(dict.fromkeys(named))}." if named else _SAID


def _tells(file: StartFile) -> bool:
    """Whether it tells what is next, and is not too old for that."""
    if file.is_old or file.role is Role.README:
        return False
    if file.role in _TOLD_BY_NAME:
        return True
    if file.role in OF_THE_WORK:
        work = work_list(file.text)
        if work.done and not work.items:
            return bool(next_items(file.text))
        return (bool(work.items) and not work.is_wished) or tells_work(file.text)
    return file.role is Role.GUIDE and says_what_is_next(file.text)
