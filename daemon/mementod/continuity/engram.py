"""Keeps the record of one repository up to date: what the user said since, and what became of the names in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.continuity.episodes import Episodes, Line
from mementod.continuity.handover_store import HandoverStore
from mementod.continuity.memory_file import MemoryFile, moment
from mementod.continuity.record_store import RecordStore, Step
from mementod.continuity.tree_state import rests_on, tree_of
from mementod.judging.engine import Engine
from mementod.paths import Paths
from mementod_parsers.continuity.record import HANDED_OVER, NAMES, Class, Item, seconds
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.model import Finding, Kind, Verdict
from mementod_parsers.word_lists import words

if TYPE_CHECKING:
    from mementod_parsers.continuity.rules import Wrong

RESTS_ON = "names"  # the value that names rested on when they were judged last, see tree_state
BEGIN = "1990-01-01T00:00:00Z"  # before all history
SAYS_SO = re.compile(
    r"\b(?:remov|delet|dropp|renam)\w*|\b(?:gone|no longer|used to|bring back)\b|删除|移除|去掉|改名|废弃",
    re.IGNORECASE,
)
_COMMITS = "Committed last: "
# What agents bring along, as their rules name it: nobody needs to be told that code holds such a word, too.
AGENT_TOOLS = words(
    """
    AskUserQuestion Bash BashOutput Edit EditNotebook ExitPlanMode Glob Grep KillShell LS MultiEdit NotebookEdit
    NotebookRead Read StrReplace TodoRead TodoWrite WebFetch WebSearch Write apply_patch
    """
)
UNREAD_COMMITS = 3_000  # of a history that a line which is being kept does not wait for: 2,000 take 2 s
LINES_CAP = 5_000  # of the log in one go; the rest comes with the next


def hear(file: MemoryFile) -> None:
    """Add what the user said since to the record. Judges nothing. Raises UserError when the file cannot be written."""
    store = RecordStore(file)
    if lines := _lines(file, Step.HEARD):
        # what binds in nine languages takes long to load
        from mementod_parsers.continuity.heard import is_news, replaced

        items = store.items()
        known = {(item.kind, item.text): item for item in items}
        new = [item for item in _heard(lines) if is_news(item, known.get((item.kind, item.text)))]
        now = {seconds(item.at) for item in new}  # only of what was said in one second it is asked what came first
        calls = Episodes(file).messages(item.log_line for item in (*items, *new) if seconds(item.at) in now)
        store.hear(new, replaced(items, new, calls), lines[-1].id)


def _heard(lines: Sequence[Line]) -> Iterator[Item]:
    """What binds and what was stressed, then the goals."""
    from mementod_parsers.continuity.heard import said

    now = moment()  # a line of tomorrow was said by a clock that was wrong: it must not outlive what is said after it
    in_time = sorted((replace(line, at=min(line.at or "", now)) for line in lines), key=lambda line: line.at or "")
    for line in in_time:
        yield from said(line.text, _origin(line), line.at or "", line.actor is Actor.NOTE)
    yield from _goals(in_time)


def hear_all(file: MemoryFile, root: Path, agents: Sequence[str], paths: Paths, until: float) -> int:
    """As `hear`, then what these agents keep of their sessions, until a moment (monotonic); how many lines are new."""
    hear(file)  # what is in the log costs least
    if not agents:
        return 0
    from mementod.continuity.importing import import_until

    lines = import_until(until, Episodes(file), root, agents, paths).lines
    hear(file)
    return lines


def update(engine: Engine, file: MemoryFile) -> tuple[Item, ...]:
    """The record with all that the log holds by now, its names as they are today. Raises UserError as `hear`."""
    hear(file)
    store, lines = RecordStore(file), _lines(file, Step.NAMED)
    items, handed = store.items(), list(_handed_over(file))
    tree = tree_of(engine)  # before anything is judged: what changes meanwhile is told by the next look
    state = None if lines else rests_on(engine, tree, [*items, *handed])
    if state is None or state != file.value(RESTS_ON):
        told = [Item(Class.EMPHASIS, line.text, _origin(line), line.at or "") for line in lines]
        told += [item for item in items if item.kind is not Class.GOAL and not item.revoked]
        store.name(list(_names(engine, [*told, *handed])), lines[-1].id if lines else None)
        items = store.items()
        file.set_value(RESTS_ON, rests_on(engine, tree, [*items, *handed]))
    return items


def what_became(engine: Engine, file: MemoryFile, text: str, origin: str) -> str:
    """What to know of the names in a text that is being kept, which the record then holds; empty when all hold.

    Asked as if it had been said before all that happened: who says it may not know. Empty where no note was judged yet
    and the history is long: then it would take long. Raises UserError as `hear`.
    """
    from mementod_parsers.progress.progress_names import written_names

    if not any(written_names(text)):  # most often: then nothing more need be loaded
        return ""
    from mementod.hooks.hook_kept import notes_kept
    from mementod_parsers.continuity.called import today
    from mementod_parsers.continuity.confidential import redact, unmarked

    if not (notes_kept(engine.cache.path, engine.root) or _is_short(engine)):
        return ""
    told = Item(Class.EMPHASIS, " ".join(unmarked(redact(text)).split()), origin, BEGIN)
    names = (item for item in _names(engine, [told]) if item.successor or item.kind is Class.GONE)
    found = [replace(item, at=moment()) for item in names if item.successor or not SAYS_SO.search(told.text)]
    RecordStore(file).name(found, None)
    return today(told.text, found)


def _is_short(engine: Engine) -> bool:
    """Whether its history is read within seconds, though nobody did yet."""
    count = engine.repository.git.one("rev-list", "--count", f"--max-count={UNREAD_COMMITS}", "HEAD", "--")
    return count != str(UNREAD_COMMITS)


def standing_against(engine: Engine, file: MemoryFile, first: int) -> list[str]:
    """The constraints, said or in notes that were read, which forbid what lines of the log let do: a line each.

    `first`: of those that were remembered last. What is no statement by itself is in the record then, beside them.
    """
    from mementod.continuity.contradicted import contradicted
    from mementod.continuity.rule_store import rules_at
    from mementod_parsers.continuity.rules import together

    store = RecordStore(file)
    record = together(store.items(), rules_at(engine.cache.path, engine.root))
    lines = list(Episodes(file).said(Actor.NOTE, first - 1))
    against = {line.id: found for line in lines if (found := contradicted(line.text, record))}
    known = {item.log_line for item in record}
    bare = [line for line in lines if line.id in against and line.id not in known]
    store.add(Item(Class.EMPHASIS, line.text.strip(), _origin(line), line.at or "") for line in bare)
    return list(dict.fromkeys(f"{item.text} [{item.place}]" for found in against.values() for item in found))


def and_rules(engine: Engine, record: Sequence[Item]) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The record with what the notes ask, and the notes that were not read yet: they come with the next call.

    The rules of a note are not stored with what was said: they hold while they stand there.
    """
    from mementod.continuity.rule_reader import read
    from mementod_parsers.continuity.rules import together

    found = read(engine)
    return together(record, found.rules, tuple(_wrong(engine))), found.unread


def _wrong(engine: Engine) -> Iterator[Wrong]:
    """What did not hold in the notes when they were judged last; nothing of a note that was edited since."""
    from mementod.hooks.hook_kept import kept
    from mementod_parsers.continuity.rules import Wrong

    for note in kept(engine.cache.path, engine.root, ()) or ():
        for row in note.rows:
            if row.level == "error" and row.says:
                text = row.text.strip("`")
                yield Wrong(row.note, row.line, text, f"`{text}` {row.says}", row.says == "is gone")


def _handed_over(file: MemoryFile) -> Iterator[Item]:
    """The lines of the last hand-over: its names are what the next step is about."""
    if (last := HandoverStore(file).last()) is not None:
        for line in filter(str.strip, last.text.splitlines()):
            if _COMMITS in line:  # in words of another day, which name what they like
                continue
            yield Item(Class.EMPHASIS, line, HANDED_OVER, last.at, last.head)


def _lines(file: MemoryFile, step: Step) -> list[Line]:
    """What the user said, to his agent or to us, that a step has not seen yet."""
    log, last = Episodes(file), RecordStore(file).read(step)
    found = (line for actor in (Actor.USER, Actor.NOTE) for line in log.said(actor, last, LINES_CAP))
    return sorted(found, key=lambda line: line.id)[:LINES_CAP]


def _goals(lines: Sequence[Line]) -> Iterator[Item]:
    """Each session's goal; a labelled one counts wherever it stands."""
    from mementod_parsers.continuity.goals import goal_in

    begun: set[str] = set()
    for line in lines:
        opens = line.actor is Actor.USER and line.session not in begun
        if goal := goal_in(line.text, _origin(line), line.at or "", opens):
            begun.add(line.session)
            yield goal


def _names(engine: Engine, told: Sequence[Item]) -> Iterator[Item]:
    """Every name in what was told, as it is today; also those that held yesterday."""
    from mementod.continuity.named import Names
    from mementod.continuity.names import Said

    names, head = Names(engine), engine.repository.head
    lines = [Said(_code(item), item.at, item.head) for item in told]
    for item, findings in zip(told, names.judged(lines), strict=True):
        for finding in findings:
            if found := name_of(finding, item, head):
                is_symbol = finding.citation.kind is Kind.SYMBOL and found.kind is Class.IDENTIFIERS
                yield replace(found, file=names.home(found.successor or found.text) or "") if is_symbol else found


def _code(item: Item) -> str:
    return f"`{item.text}`" if item.kind in NAMES else item.text


def name_of(finding: Finding, item: Item, head: str | None) -> Item | None:
    """The name as the record keeps it; None for one of which nothing is known."""
    text, at = finding.citation.name, item.at
    match finding.verdict:
        case Verdict.MOVED if finding.citation.kind is Kind.SYMBOL:  # the name itself holds, in another file
            return Item(Class.IDENTIFIERS, text, item.origin, at, item.head)
        case Verdict.DELETED | Verdict.MOVED | Verdict.RENAMED:
            return Item(Class.GONE, text, item.origin, at, item.head, finding.target)
        case Verdict.MISSPELT:
            return Item(Class.IDENTIFIERS, text, item.origin, at, item.head, finding.target)
        case Verdict.OK | Verdict.CHANGED if text not in AGENT_TOOLS:
            return Item(Class.IDENTIFIERS, text, item.origin, at, item.head or head)
        case _:
            return None


def _origin(line: Line) -> str:
    return f"{line.source} {line.id}" if line.actor is Actor.NOTE else f"user, {line.source} {line.id}"
