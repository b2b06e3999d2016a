"""A hand-over that a tool keeps as data, as a note: short values first, then a section for each that is longer.

Told by its shape: it is one object, and one of its keys says what is next or how things stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from mementod_parsers.continuity.task_data import loaded
from mementod_parsers.continuity.task_states import TaskState, state_of
from mementod_parsers.continuity.title_words import NEXT, NOW, plain, says

SHORT_CHARS = 60  # of a value that needs no section of its own
ITEMS_CAP = 60  # of one list
VALUES_SHOWN = 2  # of one item, beside its state
_TOLD_FIRST = ("summary", "description", "goal", "objective", "context", "context_notes", "current_state", "notes")
_STATES = ("status", "state", "done")
_NAMES = ("title", "name", "task", "summary", "action", "decision", "description")
_MARKS = {TaskState.DONE: "[x] ", TaskState.DROPPED: "[x] ", TaskState.UNDER_WAY: "[~] "}


def as_note(text: str, suffix: str) -> str:
    """Empty where it says nothing of the work, as the settings of such a tool."""
    data = loaded(text, suffix)
    if not isinstance(data, dict) or not any(says(plain(_title(key)), (*NEXT, *NOW)) for key in data):
        return ""
    head = [key for key, value in data.items() if _is_told_first(key, value)]
    short = [f"{_title(key)}: {_line(data[key])}" for key in head]
    long = ((key, value) for key, value in data.items() if value and key not in head)
    parts = [line for key, value in long for line in ("", f"## {_title(key)}", *_lines(value))]
    return "\n".join(("# Hand-over", *short, *parts))


def _title(key: object) -> str:
    return str(key).replace("_", " ").replace("\n", " ")


def _is_told_first(key: object, value: object) -> bool:
    """Short values, and what tells of the whole; what is next has a section of its own."""
    if not isinstance(value, str | int | float) or not str(value).strip() or says(plain(_title(key)), NEXT):
        return False
    return key in _TOLD_FIRST or len(str(value)) <= SHORT_CHARS


def _line(value: object) -> str:
    return " ".join(str(value).split())


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from (f"- {_title(key)}: {_line(each)}" for key, each in islice(value.items(), ITEMS_CAP))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from (f"- {_item(each)}" for each in islice(value, ITEMS_CAP))
    else:
        yield _line(value)


def _item(value: object) -> str:
    if not isinstance(value, Mapping):
        return _line(value)
    state = next((state_of(value[key]) for key in _STATES if key in value), None)
    named = [_line(value[key]) for key in _NAMES if isinstance(value.get(key), str)]
    others = [_line(each) for key, each in value.items() if isinstance(each, str) and key not in (*_NAMES, *_STATES)]
    said = " - ".join(islice(dict.fromkeys((*named, *(each for each in others if " " in each))), VALUES_SHOWN))
    return f"{_MARKS.get(state, '[ ] ')}{said}" if state is not None else said
