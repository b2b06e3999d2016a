"""What is open in the data in which tools keep tasks: JSON, JSON lines, YAML, TOML, or a task a note.

Told by shape: objects that each have a name and a state out of a closed set of words. An object with another state is
no task that can be told of, and where most have one the data is about something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from mementod_parsers.continuity.open_items import OpenItem, WorkList
from mementod_parsers.continuity.task_states import TaskState, state_of
from mementod_parsers.toml import read_toml

TEXT_CAP_CHARS = 1 << 17  # of YAML and TOML, which are slow to read
NUMBER_CAP = 1 << 64  # of one that stands for a task; YAML may write it without an end
TASKS_CAP = 10_000
NODES_CAP = 20_000  # objects and lists that are looked at in one file
HEAD_CAP_LINES = 60  # of the frontmatter of a task
WAITS_SHOWN = 3

_NAMES = ("title", "name", "task", "summary", "description", "story", "feature", "content", "text")
_STATES = ("status", "state", "passes", "done", "completed")
_IDS = ("id", "key", "number")
_NEEDS = ("dependencies", "depends_on", "dependsOn", "blocked_by", "blockedBy", "needs")
_PARTS = ("subtasks", "children", "stories", "tasks", "steps")
_RANKS = {"critical": 0, "urgent": 0, "highest": 0, "high": 1, "medium": 2, "low": 3, "lowest": 4}
_PLAIN_RANK = 2
_WHOLE_EPIC = re.compile(r"epic[-_ ]?\d+")  # in a table of states: it is told by its parts
_CLOSED_LINE = re.compile(r'"status":\s*"(?:closed|tombstone)"')  # in a JSON text a quote in a value has a `\`
_ANCHOR = re.compile(r"(?:^|[\s\[{,:-])&[\w-]", re.MULTILINE)  # of which a short text can make a large value
_ID_IN_LINE = re.compile(r'"id":\s*"([^"\\]+)"')

Fields = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Task:
    """`rank` is lower for what is more urgent, `part` the first open one of its parts."""

    id: str
    name: str
    state: TaskState
    rank: float
    needs: tuple[str, ...]
    part: str

    @property
    def is_left(self) -> bool:
        return self.state < TaskState.DROPPED


def task_list(text: str, suffix: str) -> WorkList:
    """Of a file with this suffix, without the dot; empty where it holds no tasks or cannot be read."""
    if suffix == "jsonl":
        return _of_lines(text)
    return _joined([(title, _tasks(group)) for title, group in _groups(loaded(text, suffix))])


def of_tasks(tasks: Sequence[Fields]) -> WorkList:
    """Of tasks that lie in a file each."""
    return _joined([("", _tasks(tasks))])


def one_task(text: str, suffix: str) -> Fields:
    """What one file says of one task, a note in its frontmatter; empty where it says nothing of it."""
    if suffix == "md":
        lines = text.lstrip("\ufeff").splitlines()[:HEAD_CAP_LINES]
        if not lines or lines[0].rstrip() != "---" or "---" not in lines[1:]:
            return {}
        text, suffix = "\n".join(lines[1 : lines.index("---", 1)]), "yaml"
    found = loaded(text, suffix)
    return found if isinstance(found, dict) else {}


def loaded(text: str, suffix: str) -> object:
    """What a file with this suffix holds; None where it cannot be read, or may only be read slowly."""
    try:
        match suffix:
            case "json":
                return json.loads(text)
            case "toml" if len(text) <= TEXT_CAP_CHARS:
                return read_toml(text)
            case "yaml" | "yml" if len(text) <= TEXT_CAP_CHARS and not _ANCHOR.search(text):
                return _of_yaml(text)
    except (ValueError, RecursionError):
        return None
    return None


def _of_yaml(text: str) -> object:
    """Raises ValueError for what is no YAML."""
    import yaml  # takes long to load, and most repositories have no such tasks

    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, LookupError, AttributeError, TypeError) as error:  # of a value that its tag does not fit
        raise ValueError(str(error)) from error


def _of_lines(text: str) -> WorkList:
    """A task a line. What is closed is most of a long file, and need not be read."""
    lines = text.splitlines()
    closed = [line for line in lines if _CLOSED_LINE.search(line)]
    left = islice((line for line in lines if not _CLOSED_LINE.search(line)), TASKS_CAP)
    found = of_tasks([task for line in left if (task := one_task(line, "json"))])
    ids = (each[1] for line in closed if (each := _ID_IN_LINE.search(line)))
    return WorkList(found.items, found.done + len(closed), found.closed.union(ids))


def _groups(data: object) -> Iterator[tuple[str, Sequence[Fields]]]:
    """Lists of tasks, each with the key that it stands under, in the order of the file."""
    waiting: list[tuple[str, object]] = [("", data)]
    for _ in range(NODES_CAP):
        if not waiting:
            return
        title, node = waiting.pop()
        tasks: Sequence[Fields]
        if isinstance(node, dict):
            tasks = _table(node) or _keyed(node)
            inner = [
                (_word(key) if isinstance(each, dict) else title or _word(key), each) for key, each in node.items()
            ]
        elif isinstance(node, list):
            objects = [each for each in node[:TASKS_CAP] if isinstance(each, dict)]
            tasks = objects if any(_state(each) is not None for each in objects) else []
            inner = [(_name(each) or title, each) for each in objects]
        else:
            continue
        if tasks:
            yield title, tasks
        else:
            waiting += reversed(inner)


def _keyed(data: Fields) -> list[Fields]:
    """Tasks that stand under their ids."""
    objects = ((key, each) for key, each in islice(data.items(), TASKS_CAP) if isinstance(each, dict))
    return [{"id": key, **each} for key, each in objects if _state(each) is not None]


def _table(data: Fields) -> list[Fields]:
    """Tasks that are keys of a table of states."""
    if any(key in data for key in _STATES) or len(data) < 2:
        return []
    told = {key: value for key, value in data.items() if isinstance(value, str) and state_of(value) is not None}
    if 2 * len(told) < len(data):
        return []
    return [{"id": key, "status": value} for key, value in told.items() if not _WHOLE_EPIC.fullmatch(_word(key))]


def _tasks(objects: Sequence[Fields]) -> list[_Task]:
    """None where most of the objects have no state that is known."""
    found = [task for each in objects[:TASKS_CAP] if (task := _task(each))]
    return found if 2 * len(found) >= min(len(objects), TASKS_CAP) else []


def _task(each: Fields) -> _Task | None:
    state, name = _state(each), _name(each)
    ident = next((word for key in _IDS if (word := _word(each.get(key)))), "")
    if state is None or not (name or ident):
        return None
    needs = next((value for key in _NEEDS if isinstance(value := each.get(key), list)), [])
    parts = next((value for key in _PARTS if isinstance(value := each.get(key), list)), [])
    part = next(_open_parts(parts), "") if state is TaskState.UNDER_WAY else ""
    return _Task(ident, name, state, _rank(each), tuple(filter(None, map(_needed, needs))), part)


def _open_parts(parts: Sequence[object]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, dict) and _state(part) in (TaskState.UNDER_WAY, TaskState.OPEN):
            yield _name(part)


def _needed(each: object) -> str:
    """The id of a task that must be done before; what is only related to it blocks nothing."""
    if not isinstance(each, dict):
        return _word(each)
    if _word(each.get("type", "blocks")) not in ("blocks", "blocked-by"):
        return ""
    return next((word for key in ("depends_on_id", "taskId", "id") if (word := _word(each.get(key)))), "")


def _word(value: object) -> str:
    """Of what stands for a task; empty where it can stand for none."""
    if isinstance(value, int):
        return str(value) if abs(value) < NUMBER_CAP else ""
    return value if isinstance(value, str) else ""


def _name(each: Fields) -> str:
    found = (value for key in _NAMES if isinstance(value := each.get(key), str) and value.strip())
    return next(found, "").strip().split("\n", 1)[0]


def _state(each: Fields) -> TaskState | None:
    """The first state that is told of it in a known word."""
    found = (state_of(each[key]) for key in _STATES if key in each)
    return next((state for state in found if state is not None), None)


def _rank(each: Fields) -> float:
    """By its priority; what only holds other tasks comes behind those of the same one."""
    said = _word(each.get("priority")).strip().lower()
    number = said.removeprefix("p")
    rank = int(number) if number.isdecimal() and len(number) < 4 else _RANKS.get(said, _PLAIN_RANK)
    return rank + 0.5 * (each.get("issue_type", each.get("type")) == "epic")


def _joined(groups: Sequence[tuple[str, Sequence[_Task]]]) -> WorkList:
    """All of them as one list: what is under way first, then what nothing stands before, the most urgent first."""
    several = sum(bool(tasks) for _, tasks in groups) > 1
    found: list[tuple[TaskState, float, OpenItem]] = []
    for title, tasks in groups:
        left = {task.id for task in tasks if task.is_left}
        for task in filter(lambda task: task.is_left, tasks):
            waits = [need for need in task.needs if need in left and need != task.id]
            state = TaskState.WAITS if waits and task.state is TaskState.OPEN else task.state
            heading = " ".join(title.split()) if several else ""
            item = OpenItem(heading, _said(task, waits, state), state is TaskState.UNDER_WAY)
            found.append((state, task.rank, item))
    found.sort(key=lambda each: each[:2])
    over = [task for _, tasks in groups for task in tasks if task.state is TaskState.DONE]
    return WorkList(tuple(item for *_, item in found), len(over), frozenset(task.id for task in over))


def _said(task: _Task, waits: Sequence[str], state: TaskState) -> str:
    name = task.name if task.name != task.id else ""
    text = " ".join(filter(None, (task.id, name)))
    if task.part:
        text += f": {task.part}"
    if state is TaskState.WAITS:
        text += f" (waits for {', '.join(waits[:WAITS_SHOWN])})"
    if state is TaskState.LATER:
        text += " (put off or blocked)"
    return " ".join(text.split())  # on one line
