"""How the room of a start is shared among its files: by what each is for, and what one leaves goes to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mementod.continuity.start_files import NOTE_CAP_BYTES, OF_THE_WORK, StartFile
from mementod_parsers.continuity.open_items import WorkList, next_items, work_list
from mementod_parsers.continuity.start_roles import WEIGHT, Role
from mementod_parsers.continuity.telling import Asked, size, telling, tells_state, text_lines

SHARE_MIN_BYTES = 300  # of a note that is shown; with less room the first ones alone are
GUIDE_CAP_BYTES = 900  # of instructions and of a README while others need the room
OLD_CAP_BYTES = 1_200  # of a state that the commits left behind
_ASKED = {
    Role.BRIEF: Asked.GOAL,
    Role.GUIDE: Asked.RULES,
    Role.README: Asked.GOAL_ALONE,
}  # what a file is read for; others for the state


def shares(files: Sequence[StartFile], room: int, rules: Sequence[str] = ()) -> Iterator[tuple[StartFile, list[str]]]:
    """Each file that is shown, with its title and what of it is shown: whole where it is short, else by its weight.

    Of what does not tell the state the sentences that bind, `rules`, come before the others.
    """
    files = files[: max(room // SHARE_MIN_BYTES, 1)]
    titles = {file.path: _title(file) for file in files}
    weight = {file.path: _weight(file) for file in files}
    caps = {file.path: _cap(file, weight[file.path]) for file in files}
    needs = {file.path: min(_whole(file, titles[file.path]), caps[file.path]) for file in files}
    given: dict[str, int] = {}
    left, weights = room, sum(weight[file.path] for file in files)
    for path in sorted(needs, key=lambda path: needs[path] / weight[path]):
        given[path] = min(needs[path], left * weight[path] // weights)
        left, weights = left - given[path], weights - weight[path]
    told: dict[str, list[str]] = {}
    for file in sorted(files, key=lambda file: file.role is Role.GUIDE):  # instructions have what the others leave
        title, share = titles[file.path], given[file.path] + left
        share = share if file.role is Role.GUIDE else min(share, caps[file.path])
        binding = () if file.role in OF_THE_WORK else rules
        lines = telling(file.text, share - size([title]) - 1, _asked(file), file.fresh, binding)
        left += given[file.path]
        if lines:
            left -= size([title, *lines]) + 1
            told[file.path] = [title, *lines]
    yield from ((file, told[file.path]) for file in files if file.path in told)


def _asked(file: StartFile) -> Asked:
    """The state that an old brief tells is that of then."""
    if file.role is Role.BRIEF and file.is_old:
        return Asked.GOAL_OF_OLD
    return _ASKED.get(file.role, Asked.STATE)


def _whole(file: StartFile, title: str) -> int:
    return size([title, *filter(str.strip, file.text.splitlines())]) + 1


def _weight(file: StartFile) -> int:
    if file.is_past:
        return 1
    is_state = file.role is Role.GUIDE and tells_state(file.text)
    return WEIGHT[Role.PROGRESS] if is_state else WEIGHT.get(file.role, 1)


def _cap(file: StartFile, weight: int) -> int:
    if file.is_past:
        return OLD_CAP_BYTES
    return GUIDE_CAP_BYTES * weight if file.role in (Role.GUIDE, Role.README) else NOTE_CAP_BYTES


def _title(file: StartFile) -> str:
    work = work_list(file.text) if file.role in OF_THE_WORK else WorkList()
    boxes = f"no box open, {work.done} ticked" if work.done and not (work.items or next_items(file.text)) else ""
    about = (boxes, file.age, "" if file.is_judged else "not judged")
    count = text_lines(file.text)
    lines = f"{count} line{'s' * (count != 1)} of text"
    is_left_behind = file.is_old and file.role is not Role.BRIEF
    title = f"--- {file.path} ({', '.join(filter(None, (lines, *about)))})"
    return (
        f"{title} The work went on since: where it says what is next, trust the commits." if is_left_behind else title
    )
