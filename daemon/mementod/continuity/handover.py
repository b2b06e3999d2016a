"""Fills in a hand-over as far as git, progress, log and record know; the rest are gaps for the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod.continuity.changes import uncommitted
from mementod.continuity.episodes import Episodes, Line
from mementod.continuity.file_ages import Ages
from mementod.continuity.handover_store import HandoverStore
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.recent import recent as recent_commits
from mementod.continuity.task_files import task_files
from mementod.gates import progress_file
from mementod.gates.decision_log import decisions
from mementod.judging.engine import Engine
from mementod.vcs.git import GitError, text
from mementod_parsers.continuity.budget import cut, whole_sentences
from mementod_parsers.continuity.handover import GAP, Handover
from mementod_parsers.continuity.open_items import OpenItem
from mementod_parsers.continuity.record import Class, Item, is_binding
from mementod_parsers.continuity.rejections import REJECTED
from mementod_parsers.continuity.rejections import WORDS as REJECTING
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import Decision
from mementod_parsers.progress.progress_entry import Entry, Status
from mementod_parsers.progress.progress_names import means, written_names
from mementod_parsers.text.whole_names import holds

FILES_CAP = 20  # named in one line; the rest is counted
RUNS_CAP = 5
RECENT_LINES = 400  # of the log that are looked through for what was run
OPEN_CAP = 10
COMMITS_CAP = 5  # named in the first hand-over, which has none to begin from
TASKS_CAP = 3  # under way, of those that a tool keeps
HEARD_CAP = 5  # decisions that were only said
LINE_TOKENS = 60
NEAR_RULES_CAP = 8  # of the notes, that name what the state names
RULES_CAP = 4  # of the others: agents read the notes by themselves
_NEXT = re.compile(r"^\W*(?:next(?: step)?|下一步)\W{0,3}[:：]\s*(\S.*)", re.IGNORECASE)
_DECIDED = re.compile(
    rf"\b(?:we|I)(?:'ve| have)? (?:decided|chose|rejected)\b|决定|选择了|{REJECTED.pattern}", re.IGNORECASE
)
# What the log is searched for, for that.
_DECIDING = ("decided", "chose", *REJECTING, "决定", "选择")
_ENDS = re.compile(
    r"(?:(?<!not )\bdone (?:when|once|as soon as)\b|\b(?:completion|acceptance) criteri(?:on|a)\b"
    r"|完成标准|完成条件|验收标准|验收条件)\s{0,2}[:：]?\s*((?:[^.。;；]|\.\w)+)",
    re.IGNORECASE,
)
_WIDE = re.compile("[\u4e00-\u9fff]")
_BOUNDED = re.compile(r"nothing (?:beyond|else)|不做其他|仅此", re.IGNORECASE)
_NO_BRACKETS = str.maketrans("[]", "()")  # which end a gap
_PEOPLE = (Actor.USER, Actor.NOTE)
_RUN = re.compile(r"^(?:Bash|shell|exec_command|run_shell_command): (.+)", re.DOTALL)
_TESTS = re.compile(
    r"\b(?:pytest|tox|nox|jest|vitest|mocha|rspec|ctest|phpunit"
    r"|(?:go|cargo|npm|pnpm|yarn|mvn|gradle|make|dotnet|mix|just) (?:run )?(?:test|check)\w*)"
)


def draft(engine: Engine, file: MemoryFile, record: Sequence[Item]) -> Handover:
    """The hand-over as far as it is known."""
    log = Episodes(file)
    recent = log.latest(RECENT_LINES)
    runs, entries = tuple(_runs(recent)), _entries(engine)
    changed = _uncommitted(engine)
    tasks = _tasks(engine, file, changed or ())
    done = (*_changes(engine, file, changed), *(said for said, _ in runs[-RUNS_CAP:]))
    state = (*done, *_open(entries, recent, tasks))
    return Handover(
        tuple(_goal(record, [line.text for line in reversed(recent) if line.actor in _PEOPLE])),
        state,
        tuple(_decisions(engine, entries, log)),
        (*_constraints(record, runs), *_rules(record, state)),
    )


def _goal(record: Sequence[Item], said: Sequence[str]) -> Iterator[str]:
    """The goal in the words of who gave it; what we add stands on lines of its own."""
    goals = [item.text for item in record if item.kind is Class.GOAL and not item.revoked]
    goal = goals[-1] if goals else ""
    yield goal or GAP.format("the goal, and nothing beyond it")
    if goal and not _BOUNDED.search(goal):
        yield "（mementod：不做其他。）" if _WIDE.search(goal) else "(mementod: nothing beyond it.)"
    ends = [found[1].strip() for line in (goal, *said) if (found := _ENDS.search(line))]
    yield f"Done when: {ends[0] if ends else GAP.format('the condition that ends the work')}"


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


def _changes(engine: Engine, file: MemoryFile, changed: Sequence[str] | None) -> Iterator[str]:
    """What was committed since the last hand-over, and what is not committed."""
    git, last = engine.repository.git, HandoverStore(file).last()
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


def _open(entries: Sequence[Entry], recent: Sequence[Line], tasks: Sequence[OpenItem]) -> Iterator[str]:
    for entry in [entry for entry in entries if entry.status is Status.OPEN][-OPEN_CAP:]:
        yield f"Not yet done: {cut(entry.what or entry.title, LINE_TOKENS)}"
    for task in [task for task in tasks if task.is_under_way][:TASKS_CAP]:
        yield f"Not yet done: {cut(task.text, LINE_TOKENS)}"
    said = (_NEXT.match(line.text) for line in recent if line.actor in _PEOPLE)
    following = [entry.next for entry in entries if entry.next] or [found[1] for found in said if found]
    asked = "the smallest next step, as an order"
    if tasks and not following:  # only a hint: what an agent does next in it, no list says
        asked += f", of {cut(tasks[0].text, LINE_TOKENS).translate(_NO_BRACKETS)}"
    yield f"Next: {following[-1]}" if following else f"Next: {GAP.format(asked)}"


def _decisions(engine: Engine, entries: Sequence[Entry], log: Episodes) -> Iterator[str]:
    """What the decision log says, with what was rejected, else what progress gives reasons for; and what was said."""
    written = decisions(engine.repository.git, engine.config)[1] if engine.repository.tracked else ()
    found = [_decision(each) for each in written[-OPEN_CAP:] if each.state is not State.SUPERSEDED]
    if not found:
        made = (entry for entry in entries if entry.what and entry.why and entry.status is not Status.OPEN)
        told = list(made)[-OPEN_CAP:]
        found = [f"{cut(e.what.rstrip(' .:'), LINE_TOKENS)} (why: {cut(e.why, LINE_TOKENS)})" for e in told]
    found += [f'The user said: "{cut(line.text.strip(), LINE_TOKENS)}"' for line in _decided(log)]
    yield from found or [GAP.format("what was decided, why, and why not the others")]


def _decided(log: Episodes) -> list[Line]:
    """What the user said of decisions, in his own words, oldest first."""
    found = {line.id: line for word in _DECIDING for line in log.search(word, HEARD_CAP)}
    said = [line for line in found.values() if line.actor in _PEOPLE and _DECIDED.search(line.text)]
    return sorted(said, key=lambda line: line.id)[-HEARD_CAP:]


def _decision(each: Decision) -> str:
    why = f" (why: {cut(each.why, LINE_TOKENS)})" if each.why else ""
    against = "".join(f"; not {r.name}" + (f": {cut(r.why, LINE_TOKENS)}" if r.why else "") for r in each.rejected)
    return f"{cut(each.chosen or each.title, LINE_TOKENS)}{why}{against}"


def _constraints(record: Sequence[Item], runs: Sequence[tuple[str, str]]) -> Iterator[str]:
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
    yield (
        f"Run first: `{cut(runs[-1][1], LINE_TOKENS)}`"
        if runs
        else f"Run first: {GAP.format('the tests that must pass')}"
    )


def _is_bound(name: str, record: Sequence[Item]) -> bool:
    return any(is_binding(item) and not item.note and holds(item.text, name) for item in record)


def _rules(record: Sequence[Item], state: Sequence[str]) -> list[str]:
    """What the notes ask: of the files that the state names, then what is most important; the rest is counted."""
    rules = [item for item in reversed(record) if item.note and is_binding(item)]
    files = written_names("\n".join(state))[0]
    near = [item for item in rules if any(means(c, file) for c in written_names(item.text)[0] for file in files)]
    chosen = list(dict.fromkeys((*near[:NEAR_RULES_CAP], *rules[:RULES_CAP])))
    left = len(rules) - len(chosen)
    told = [f"{whole_sentences(item.text, LINE_TOKENS)} ({item.place})" for item in chosen]
    return [*told, *([f"The notes ask {left} more: `mementod engram --all`."] if left else [])]


def _entries(engine: Engine) -> Sequence[Entry]:
    return progress_file.entries(engine.repository.git, engine.config)[1] if engine.repository.tracked else ()
