"""The words of a denial: the file, what is missing, and the exact command or lines that satisfy it.

It is read by an agent in the middle of its work, so it fits into 600 characters, and names of a repository cannot
steer a terminal from within it.
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Sequence

from mementod_hooks.gate_model import Lack, Missing, Stale, Step
from mementod_hooks.policy import ALWAYS_CORE
from mementod_parsers.text.printable import clean

MESSAGE_CHARS = 600
NAME_CHARS = 100  # of a name within a sentence
COMMAND_CHARS = 330  # of the command
NAMES_SHOWN = 3
STALE_SHOWN = 2


def denial(step: Step, missing: Sequence[Missing], progress: str) -> str:
    """What to write down, where and how, so that the step may be repeated."""
    first = missing[0]
    again = "edit again" if step is Step.EDIT else "commit again"
    if all(each.lack is Lack.UNSTAGED for each in missing):
        named = f"Then {again}; name {_short(progress)} too if you name files."
        return _fitted(_subject(missing), _why(first, progress), f"Run:\n  git add -- {_quoted(progress)}", named)
    command = _command(missing)
    if step is Step.COMMIT:
        command += f" && git add -- {_quoted(progress)}"
    how = f"Run, with your own words:\n  {command}\n" if len(command) <= COMMAND_CHARS else ""
    line = f"- {_short(first.path)}: <what will change> because <why>"
    by_hand = f"{'Or add' if how else 'Add'} an entry to {_short(progress)}, such as\n  {line}\nThen {again}."
    return _fitted(_subject(missing), _why(first, progress), how.rstrip("\n"), by_hand)


def stale_line(message: str, stale: Sequence[Stale]) -> str:
    """The message with what the change makes untrue in the notes, and what repairs it."""
    rows = [f"{_short(s.note)}:{s.line} {_short(s.text)}: {clean(s.says)}" for s in stale[:STALE_SHOWN]]
    more = f" and {len(stale) - STALE_SHOWN} more" if len(stale) > STALE_SHOWN else ""
    text = f"This makes notes untrue: {'; '.join(rows)}{more}."
    if message and len(message) + 1 + len(text) > MESSAGE_CHARS:
        text = f"It also makes {len(stale)} lines of notes untrue."
    for part in (text, _repair(stale)):
        if len(message) + 1 + len(part) <= MESSAGE_CHARS:
            message = f"{message}\n{part}".strip()
    return message


def _repair(stale: Sequence[Stale]) -> str:
    """What a person has to correct himself is not what `fix` writes."""
    notes = list(dict.fromkeys(each.note for each in stale if each.is_known))
    if not notes:
        return "Correct these lines in the same commit."
    inside = [note for note in notes if not note.startswith("/")]
    staged = f" && git add -- {' '.join(map(_quoted, inside))}" if inside else ""
    return f"To repair them run:\n  mementod fix --write {' '.join(map(_quoted, notes))}{staged}"


def _subject(missing: Sequence[Missing]) -> str:
    names = ", ".join(_short(each.path) for each in missing[:NAMES_SHOWN])
    more = f" and {len(missing) - NAMES_SHOWN} more" if len(missing) > NAMES_SHOWN else ""
    if len(missing) > 1:
        return f"{names}{more} are core files"
    why = " (what says which files are core guards itself)" if missing[0].path in ALWAYS_CORE else ""
    return f"{names} is a core file{why}"


def _why(first: Missing, progress: str) -> str:
    file = _short(progress)
    place = f"{file}, line {first.line},"
    match first.lack:
        case Lack.NO_FILE:
            return "and there is no progress file yet that says what will change and why."
        case Lack.NO_ENTRY:
            return f"and no new entry of {file} names it with what will change and why."
        case Lack.OLD:
            return f"and the entry in {place} is from before its last commit: a new change needs a new entry."
        case Lack.COPIED:
            return f"and {place} repeats an earlier entry: say what changes this time."
        case Lack.SHORT_WHAT:
            return f"and {place} says too little about what will change."
        case Lack.SHORT_WHY:
            return f"and {place} does not say why it will change."
        case Lack.ISSUE:
            return f"and {place} tells of a known issue, not of what will change."
        case Lack.NOWHERE:
            return f"and the new entry in {place} names {_short(first.name) or 'no file'}, which is not there."
        case Lack.UNSTAGED:
            return f"and its entry in {place} is not part of this commit."


def _command(missing: Sequence[Missing]) -> str:
    """The command for all files; for too many, that for the folder they share."""
    paths = [each.path for each in missing]
    command = _adding(paths)
    if len(command) > COMMAND_CHARS and (folder := posixpath.commonpath(paths) if len(paths) > 1 else ""):
        return _adding([f"{folder}/"])
    return command


def _adding(paths: Sequence[str]) -> str:
    files = " ".join(f"--file {_quoted(path)}" for path in paths)
    return f'mementod progress add {files} --what "..." --why "..."'


def _fitted(subject: str, why: str, *rest: str) -> str:
    """As many of the parts as fit, in order; the first sentence always does."""
    text = f"{subject}, {why}"[:MESSAGE_CHARS]
    for part in rest:
        if part and len(text) + 1 + len(part) <= MESSAGE_CHARS:
            text += f"\n{part}"
    return text


def _short(name: str) -> str:
    shown = clean(name)
    half = NAME_CHARS // 2 - 1
    return shown if len(shown) <= NAME_CHARS else f"{shown[:half]}…{shown[-half:]}"


def _quoted(path: str) -> str:
    return shlex.quote(clean(path))
