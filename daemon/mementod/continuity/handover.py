"""Fills in a hand-over as far as git, progress, log and record know; the rest are gaps for the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod.continuity.changes import uncommitted
from mementod.continuity.episodes import Episodes, Line
from mementod.continuity.file_ages import Ages
from mementod.continuity.handover_decisions import LINE_TOKENS, PEOPLE, decided, handed_over, in_a_line
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.inside import read_inside
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.recent import recent as recent_commits
from mementod.continuity.task_files import task_files
from mementod.gates import progress_file
from mementod.judging.engine import Engine
from mementod.vcs.git import GitError, text
from mementod_parsers.continuity.budget import cut, whole_sentences
from mementod_parsers.continuity.forbidden import plainly
from mementod_parsers.continuity.handover import GAP, Handover, gaps_in, parse, run_first
from mementod_parsers.continuity.open_items import OpenItem, next_items, work_list
from mementod_parsers.continuity.record import Class, Item, given_goal, is_binding
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.progress.progress_entry import Entry, Status
from mementod_parsers.progress.progress_names import means, written_names
from mementod_parsers.text.whole_names import holds

FILES_CAP = 20  # named in one line; the rest is counted
RUNS_CAP = 5
RECENT_LINES = 400  # of the log that are looked through for what was run
OPEN_CAP = 10
COMMITS_CAP = 5  # named in the first hand-over, which has none to begin from
TASKS_CAP = 3  # under way, of those that a tool keeps
NEAR_RULES_CAP = 8  # of the notes, that name what the state names
PROGRESS_CAP_BYTES = 1 << 18
RULES_CAP = 4  # of the others: agents read the notes by themselves
_NEXT = re.compile(r"^\W*(?:next(?: step)?|下一步)\W{0,3}[:：]\s*(\S.*)", re.IGNORECASE)
_ENDS = re.compile(
    r"(?:(?<!not )\b(?:done|finished|complete) (?:when|once|as soon as|means)\b"
    r"|\b(?:completion|acceptance|success|exit) criteri(?:on|a)\b|\bdefinition of done\b"
    r"|(?:完成|做完|结束|验收)的?(?:标准|条件|定义)|(?:怎样|怎么样?|什么时候|什么情况下?|何时)?才?算(?:是|作)?(?:完成|做完|结束)了?(?=\s{0,2}[:：]))"
    r"\s{0,2}(?:is\b|是|为)?\s{0,2}[:：]?\s*((?:[^.。;；]|\.\w)+)",
    re.IGNORECASE,
)
_WIDE = re.compile("[\u4e00-\u9fff]")
_BOUNDED = re.compile(r"nothing (?:beyond|else)|不做其他|仅此", re.IGNORECASE)
_KEPT = "(mementod: the goal of the last hand-over; nobody has given another one.)"
_NO_BRACKETS = str.maketrans("[]", "()")  # which end a gap
_RUN = re.compile(r"^(?:Bash|shell|exec_command|run_shell_command): (.+)", re.DOTALL)
_TESTS = re.compile(
    r"\b(?:pytest|tox|nox|jest|vitest|mocha|rspec|ctest|phpunit"
    r"|(?:go|cargo|npm|pnpm|yarn|mvn|gradle|make|dotnet|mix|just) (?:run )?(?:test|check)\w*)"
)


def draft(engine: Engine, file: MemoryFile, record: Sequence[Item]) -> Handover:
    """The hand-over as far as it is known."""
    log = Episodes(file)
    recent = log.latest(RECENT_LINES)
    runs, (path, entries) = tuple(_runs(recent)), _entries(engine)
    changed = _uncommitted(engine)
    tasks = _tasks(engine, file, changed or ())
    last = HandoverStore(file).last()
    done = (*_changes(engine, last, changed), *(said for said, _ in runs[-RUNS_CAP:]))
    progress = _text(engine, path)
    state = (*done, *_open(entries, recent, tasks, progress))
    said = [line for line in reversed(recent) if line.actor in PEOPLE]
    given = given_goal(record)  # what an agent handed over is taken from there
    before = parse(last.text) if last else Handover()
    told = (*handed_over(record), *decided(engine, entries, progress, log))
    return Handover(
        (_kept_goal(before) if given is None else ()) or tuple(_goal(given, said)),
        state,
        tuple(dict.fromkeys(told)) or (GAP.format("what was decided, why, and why not the others"),),
        (*_constraints(before, record, runs), *_rules(record, state)),
    )


def _goal(given: Item | None, said: Sequence[Line]) -> Iterator[str]:
    """The goal in the words of who gave it; what we add stands on lines of its own."""
    goal = given.text if given else ""
    yield goal or GAP.format("the goal, and nothing beyond it")
    if goal and not _BOUNDED.search(goal):
        yield "（mementod：不要做除此以外的事。）" if _WIDE.search(goal) else "(mementod: do nothing beyond it.)"
    since = given.log_line if given else 0  # an end that was said before is that of another goal
    ends = [found[1].strip() for line in said if line.id >= since and (found := _ENDS.search(line.text))]
    own = _ENDS.search(goal)
    end = own[1].strip() if own else next(iter(ends), GAP.format("the condition that ends the work"))
    yield f"Done when: {end}"


def _kept_goal(before: Handover) -> tuple[str, ...]:
    """That of the last hand-over, where nobody has given one since; empty where it had none, or a gap."""
    goal = before.goal
    return () if not goal or gaps_in(goal) else (*(line for line in goal if line != _KEPT), _KEPT)


def _uncommitted(engine: Engine) -> list[str] | None:
    try:
        return uncommitted(engine)
    except GitError:
        return None


def _tasks(engine: Engine, file: MemoryFile, changed: Sequence[str]) -> list[OpenItem]:
    """What is open in the tasks that a tool keeps, where the list is not left behind."""
    git = engine.repository.git
    ages = Ages(git, recent_commits(git, engine.repository.head, file), changed)
    found = task_files(engine.root, ages, changed)
    return [item for each in found if each.is_recent(ages) for item in each.about.items]


def _changes(engine: Engine, last: Stored | None, changed: Sequence[str] | None) -> Iterator[str]:
    """What was committed since the last hand-over, and what is not committed."""
    git = engine.repository.git
    try:
        if last and last.head and last.head != engine.repository.head:
            rows = git.fields("diff-tree", "-r", "-z", "--name-only", "--no-renames", last.head, "HEAD", "--")
            yield _named("Committed since the last hand-over", [text(row) for row in rows])
        elif last is None and engine.repository.head:
            rows = git.fields("log", f"-{COMMITS_CAP}", "-z", "--format=%h %s", "HEAD", "--")
            yield f"Committed last: {'; '.join(cut(text(row), LINE_TOKENS) for row in rows)}."
    except GitError:
        changed = None
    if changed is None:
        yield GAP.format("which files are changed, and what is committed")
    else:
        yield _named("Not committed", changed)


def _named(what: str, paths: Sequence[str]) -> str:
    if not paths:
        return f"{what}: nothing."
    more = f" and {len(paths) - FILES_CAP} more" if len(paths) > FILES_CAP else ""
    return f"{what}: {', '.join(f'`{path}`' for path in paths[:FILES_CAP])}{more}."


def _runs(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """What was run and how it ended, with the command."""
    command = ""
    for line in lines:
        if line.actor is Actor.AGENT and (run := _RUN.match(line.text)):
            command = run[1].strip()
        elif line.actor is Actor.TOOL and command:
            if _TESTS.search(command):
                yield f"Was run: `{cut(command, LINE_TOKENS)}` -> {cut(line.text, LINE_TOKENS)}", command
            command = ""


def _open(entries: Sequence[Entry], recent: Sequence[Line], tasks: Sequence[OpenItem], progress: str) -> Iterator[str]:
    """What is open in the progress file, as an entry or with a box, and among the tasks; then the next step."""
    opened = [in_a_line(entry) for entry in entries if entry.status is Status.OPEN][-OPEN_CAP:]
    listed = [item.text for item in work_list(progress).items if not item.is_wish]
    boxes = [text for text in listed if not any(text in one or one in text for one in opened)]
    for said in (*opened, *boxes[: OPEN_CAP - len(opened)]):
        yield f"Not yet done: {cut(said, LINE_TOKENS)}"
    for task in [task for task in tasks if task.is_under_way][:TASKS_CAP]:
        yield f"Not yet done: {cut(task.text, LINE_TOKENS)}"
    heard = (_NEXT.match(line.text) for line in recent if line.actor in PEOPLE)
    following = [entry.next for entry in entries if entry.next] or [found[1] for found in heard if found]
    asked = "the smallest next step, as an order"
    near = [*tasks, *next_items(progress)]
    if near and not following:  # only a hint: what an agent does next in it, no list says
        asked += f", of {cut(near[0].text, LINE_TOKENS).translate(_NO_BRACKETS)}"
    yield f"Next: {following[-1]}" if following else f"Next: {GAP.format(asked)}"


def _constraints(before: Handover, record: Sequence[Item], runs: Sequence[tuple[str, str]]) -> Iterator[str]:
    for item in record:
        if is_binding(item) and not item.note:
            yield item.text
        elif item.kind is Class.GONE and not item.revoked:
            yield f"Do not use `{item.text}`: " + (
                f"it is `{item.successor}` now." if item.successor else "it is gone."
            )
    for item in record:
        if item.kind is Class.IDENTIFIERS and item.successor and not item.revoked and _is_bound(item.text, record):
            yield f"Where that says `{item.text}`, the code says `{item.successor}`."
    kept = run_first(before)
    asked = (kept if not gaps_in([kept]) else "") or f"Run first: {GAP.format('the tests that must pass')}"
    yield f"Run first: `{cut(runs[-1][1], LINE_TOKENS)}`" if runs else asked


def _is_bound(name: str, record: Sequence[Item]) -> bool:
    return any(is_binding(item) and not item.note and holds(item.text, name) for item in record)


def _rules(record: Sequence[Item], state: Sequence[str]) -> list[str]:
    """What the notes ask: of the files that the state names, then what is most important; the rest is counted."""
    rules = [item for item in reversed(record) if item.note and is_binding(item)]
    files = written_names("\n".join(state))[0]
    near = [item for item in rules if any(means(c, file) for c in written_names(item.text)[0] for file in files)]
    chosen = list(dict.fromkeys((*near[:NEAR_RULES_CAP], *rules[:RULES_CAP])))
    left = len(rules) - len(chosen)
    told = [f"{whole_sentences(item.text, LINE_TOKENS)} ({item.place})" for item in map(plainly, chosen)]
    return [*told, *([f"The notes ask {left} more: `mementod engram --all`."] if left else [])]


def _text(engine: Engine, path: str) -> str:
    """That of the progress file; empty where there is none, or none that is plain text."""
    return read_inside(engine.root, path, PROGRESS_CAP_BYTES).decode("utf-8-sig", "replace") if path else ""


def _entries(engine: Engine) -> tuple[str, Sequence[Entry]]:
    """With the path of the progress file, which may be none."""
    return progress_file.entries(engine.repository.git, engine.config) if engine.repository.tracked else ("", ())
