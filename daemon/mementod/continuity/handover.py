"""Fills in a hand-over as far as git, progress, log and record know; the rest are gaps for the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod.continuity.changes import uncommitted
from mementod.continuity.episodes import Episodes, Line
from mementod.continuity.handover_store import HandoverStore
from mementod.continuity.memory_file import MemoryFile
from mementod.gates.decision_log import decisions
from mementod.gates.progress_file import locate, on_disk
from mementod.judging.disk import Disk
from mementod.judging.engine import Engine
from mementod.vcs.git import GitError, text
from mementod_parsers.continuity.budget import cut
from mementod_parsers.continuity.handover import GAP, Handover
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import Decision
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry, Status

FILES_CAP = 20  # named in one line; the rest is counted
RUNS_CAP = 5
RECENT_LINES = 400  # of the log that are looked through for what was run
OPEN_CAP = 10
LINE_TOKENS = 60
_BOUNDED = re.compile(r"nothing (?:beyond|else)|不做其他|仅此", re.IGNORECASE)
_RUN = re.compile(r"^(?:Bash|shell|exec_command|run_shell_command): (.+)", re.DOTALL)
_TESTS = re.compile(
    r"\b(?:pytest|tox|nox|jest|vitest|mocha|rspec|ctest|phpunit"
    r"|(?:go|cargo|npm|pnpm|yarn|mvn|gradle|make|dotnet|mix|just) (?:run )?(?:test|check)\w*)"
)


def draft(engine: Engine, file: MemoryFile, record: Sequence[Item]) -> Handover:
    """The hand-over as far as it is known."""
    runs = tuple(_runs(Episodes(file).latest(RECENT_LINES)))
    entries = _entries(engine)
    return Handover(
        tuple(_goal(record)),
        (*_changes(engine, file), *(f"{said}" for said, _ in runs[-RUNS_CAP:]), *_open(entries)),
        tuple(_decisions(engine, entries)),
        tuple(_constraints(record, runs)),
    )


def _goal(record: Sequence[Item]) -> Iterator[str]:
    goals = [item.text for item in record if item.kind is Class.GOAL and not item.revoked]
    yield _only(goals[-1]) if goals else GAP.format("the goal, and nothing beyond it")
    yield f"Done when: {GAP.format('the condition that ends the work')}"


def _only(goal: str) -> str:
    return goal if _BOUNDED.search(goal) else f"{goal}; nothing beyond it."


def _changes(engine: Engine, file: MemoryFile) -> Iterator[str]:
    """What was committed since the last hand-over, and what is not committed."""
    git, last = engine.repository.git, HandoverStore(file).last()
    try:
        if last and last.head and last.head != engine.repository.head:
            rows = git.fields("diff-tree", "-r", "-z", "--name-only", "--no-renames", last.head, "HEAD", "--")
            yield _named("Committed since the last hand-over", [text(row) for row in rows])
        yield _named("Not committed", uncommitted(engine))
    except GitError:
        yield GAP.format("which files are changed, and what is committed")


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


def _open(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in [entry for entry in entries if entry.status is Status.OPEN][-OPEN_CAP:]:
        yield f"Not yet done: {cut(entry.what or entry.title, LINE_TOKENS)}"
    following = [entry.next for entry in entries if entry.next]
    yield f"Next: {following[-1]}" if following else f"Next: {GAP.format('the smallest next step, as an order')}"


def _decisions(engine: Engine, entries: Sequence[Entry]) -> Iterator[str]:
    """What the log says, with what was rejected; without a log, what the progress file gives reasons for."""
    log = decisions(engine.repository.git, engine.config)[1] if engine.repository.tracked else ()
    found = [_decision(each) for each in log[-OPEN_CAP:] if each.state is not State.SUPERSEDED]
    if not found:
        told = [entry for entry in entries if entry.what and entry.why][-OPEN_CAP:]
        found = [f"{cut(e.what.rstrip(' .:'), LINE_TOKENS)} (why: {cut(e.why, LINE_TOKENS)})" for e in told]
    yield from found or [GAP.format("what was decided, why, and why not the others")]


def _decision(each: Decision) -> str:
    why = f" (why: {cut(each.why, LINE_TOKENS)})" if each.why else ""
    against = "".join(f"; not {r.name}" + (f": {cut(r.why, LINE_TOKENS)}" if r.why else "") for r in each.rejected)
    return f"{cut(each.chosen or each.title, LINE_TOKENS)}{why}{against}"


def _constraints(record: Sequence[Item], runs: Sequence[tuple[str, str]]) -> Iterator[str]:
    for item in record:
        if item.kind is Class.CONSTRAINTS and not item.revoked:
            yield item.text
        if item.kind is Class.GONE:
            yield f"Do not use `{item.text}`: " + (
                f"it is `{item.successor}` now." if item.successor else "it is gone."
            )
    yield (
        f"Run first: `{cut(runs[-1][1], LINE_TOKENS)}`"
        if runs
        else f"Run first: {GAP.format('the tests that must pass')}"
    )


def _entries(engine: Engine) -> Sequence[Entry]:
    if not engine.repository.tracked:
        return ()
    found = on_disk(Disk(engine.root), locate(engine.repository.git, engine.config))
    return parse_progress(found.text or "")
