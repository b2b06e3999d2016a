"""The state of a task, told by a word of a closed set; another word tells of something else."""

from __future__ import annotations

from enum import IntEnum

from mementod_parsers.word_lists import words

_DONE = words("done complete completed closed finished resolved passed passing shipped merged released verified")
_DROPPED = words("cancelled canceled wontfix won't-fix tombstone archived superseded dropped rejected obsolete deleted")
_UNDER_WAY = words("""
    in-progress doing active wip started ongoing in-development partial partially-done review in-review testing in-qa
    ready-for-review ready-for-qa ready-for-test ready-for-testing
    """)
_OPEN = words("pending todo to-do open backlog ready ready-for-dev not-started planned new queued next failing failed")
_LATER = words("deferred blocked on-hold paused waiting later draft")
_WIDE = {
    "已完成": "done",
    "完成": "done",
    "完了": "done",
    "进行中": "doing",
    "進行中": "doing",
    "待办": "todo",
    "待辦": "todo",
    "未开始": "todo",
    "未開始": "todo",
    "未着手": "todo",
    "待处理": "todo",
    "已取消": "dropped",
}


class TaskState(IntEnum):
    """In the order in which tasks are told."""

    UNDER_WAY = 0
    OPEN = 1
    WAITS = 2  # for another task
    LATER = 3
    DROPPED = 4
    DONE = 5


_WORDS = {
    TaskState.DONE: _DONE,
    TaskState.DROPPED: _DROPPED,
    TaskState.UNDER_WAY: _UNDER_WAY,
    TaskState.OPEN: _OPEN,
    TaskState.LATER: _LATER,
}


def state_of(value: object) -> TaskState | None:
    """What a word says, or a flag that says whether it is done; None for what nobody says of a task."""
    if isinstance(value, bool):
        return TaskState.DONE if value else TaskState.OPEN
    if not isinstance(value, str):
        return None
    said = value.strip().lower().replace("_", "-").replace(" ", "-")
    said = _WIDE.get(said, said)
    return next((state for state, named in _WORDS.items() if said in named), None)
