"""Verdicts on commands, configuration keys, environment variables and commit ids."""

from __future__ import annotations

from dataclasses import replace

from mementod_parsers.code.keys import is_workflow_word
from mementod_parsers.code.languages import is_test
from mementod_parsers.code.targets import successor
from mementod_parsers.judging import judge_paths
from mementod_parsers.judging.findings import name_gone, on_branch, stamp_of, unchecked
from mementod_parsers.model import GONE, Citation, Finding, Kind, Level, Note, Reason, Verdict
from mementod_parsers.world import LIKELY, Moment, World

# "feat:", "chore:": the first word of a commit message, no key of anything.
_COMMIT_TYPES = frozenset(
    ["build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "release", "revert", "style", "test", "wip"]
)


def judge(note: Note, citation: Citation, world: World) -> Finding | None:
    match citation.kind:
        case Kind.COMMAND:
            return _command(note, citation, world)
        case Kind.COMMIT:
            return _commit(citation, world)
        case _:
            return _word(note, citation, world)


def _command(note: Note, citation: Citation, world: World) -> Finding | None:
    runner, _, name = citation.name.partition(" ")
    if runner == "run":  # a command that runs a file holds while the file does
        return _runs_file(note, citation, world, name)
    runner, name = _runner(citation.name)
    if runner == "gradle" and name.startswith(":") and (gone := _project_gone(note, citation, world, name)):
        return gone
    if not name or world.targets_now(runner, name):
        return Finding(citation, Verdict.OK, Level.NONE) if name else None
    for moment in world.moments(note.path, citation):
        place = world.targets_then(runner, name, moment)
        if place:
            return _target_gone(citation, world, name, place, moment)
    if world.gap:
        return unchecked(citation, world.gap)
    twins = world.similar_target(runner, name)
    if len(twins) == 1:
        return Finding(
            citation,
            Verdict.MISSPELT,
            Level.WARNING,
            target=twins[0],
            evidence="differs only in case, _ or -",
        )
    return (
        None
        if citation.loose
        else Finding(citation, Verdict.UNVERIFIED, Level.INFO, evidence="no such script or target")
    )


def _runner(name: str) -> tuple[str, str]:
    words = name.split(" ")
    if words[0] == "cargo":  # `cargo run --bin x`; a bare word is a command of its own, or an alias
        return "cargo" if len(words) > 3 else "", words[-1]
    if len(words) >= 3 and words[1] == "run":
        return words[0], words[2]
    return words[0], words[1] if len(words) > 1 else ""


def _runs_file(note: Note, citation: Citation, world: World, path: str) -> Finding | None:
    found = judge_paths.judge(note, replace(citation, kind=Kind.PATH, name=path), world)
    if found is None:
        return None
    evidence = f"it runs {path}: {found.evidence}" if found.evidence else ""
    return replace(found, citation=citation, evidence=evidence)


def _project_gone(note: Note, citation: Citation, world: World, name: str) -> Finding | None:
    """`:core:data:test` is a task of the project in `core/data/`; the finding if that folder went."""
    folder = name.rpartition(":")[0].strip(":").replace(":", "/")
    if not folder:
        return None
    found = judge_paths.judge(note, replace(citation, kind=Kind.DIR, name=folder, context=()), world)
    if found is None or found.verdict not in GONE:
        return None
    evidence = f"its project {folder}/: {found.evidence}"
    return replace(found, citation=citation, verdict=Verdict.DELETED, evidence=evidence, target=None)


def _target_gone(citation: Citation, world: World, name: str, place: str, moment: Moment) -> Finding:
    stamp = stamp_of(moment, place, name)
    if elsewhere := on_branch(citation, world, [place], stamp, name):
        return elsewhere
    evidence, verdict, target = f"{place} defined it on {moment.at}", Verdict.DELETED, None
    then, now = world.text_then(place, moment), world.text_now(place)
    fate = world.word_fate(name, place, moment)
    if new := successor(place, "\n".join(then or ()), "\n".join(now or ()), name):
        verdict, target = Verdict.RENAMED, citation.name.removesuffix(name) + new
        evidence = f"{LIKELY}renamed: {evidence}, {new} stands there now"
    else:
        evidence += f", {fate.evidence or 'nothing does now'}"
    return Finding(
        citation,
        verdict,
        Level.ERROR,
        citation.name,
        target,
        evidence=evidence,
        evidence_commit=fate.commit,
        stamp=stamp,
    )


def _commit(citation: Citation, world: World) -> Finding | None:
    if world.knows_commit(citation.name):
        return Finding(citation, Verdict.OK, Level.NONE)
    if citation.loose:
        return None
    return Finding(
        citation,
        Verdict.UNVERIFIED,
        Level.INFO,
        reason=world.gap,
        evidence="no such commit in this repository",
    )


def _word(note: Note, citation: Citation, world: World) -> Finding | None:
    """Names that live in strings and configuration: stale when something named them then and nothing does now."""
    if citation.name in _COMMIT_TYPES or _is_versioned(citation):
        return None
    if world.named_now(citation.name) or world.now.named(citation.name):  # a skill goes by its folder's name
        return Finding(citation, Verdict.OK, Level.NONE)
    for moment in world.moments(note.path, citation):
        place = world.named_then(citation.name, moment) or _defined(citation, world, moment)
        if place and is_workflow_word(citation.name, place):
            return unchecked(citation, Reason.EXTERNAL)
        if place:
            return _word_gone(citation, world, place, moment)
    if citation.loose:
        return None
    if world.gap:
        return unchecked(citation, world.gap)
    return Finding(
        citation,
        Verdict.UNVERIFIED,
        Level.INFO,
        evidence="no code or configuration named it when the line was written",
    )


def _is_versioned(citation: Citation) -> bool:
    """`gpt-5-nano`, `node-18`: a word with a version in it is the name of a product, not of a key."""
    return citation.loose and any(part.isdigit() for part in citation.name.split("-"))


def _defined(citation: Citation, world: World, moment: Moment) -> str | None:
    """A constant may look like an environment variable; one of a test is not what a note is about."""
    found = world.defined_then(citation.name, moment) if citation.kind is Kind.ENV else ()
    return next((d.path for d in found if not is_test(d.path)), None)


def _word_gone(citation: Citation, world: World, place: str, moment: Moment) -> Finding:
    if world.blind:
        return unchecked(citation, world.blind)
    return name_gone(citation, world, place, citation.name, moment)
