"""`recall`: evidence for a question, from the log and from the notes, with what became of the names in it.

Returns lines, not pages. Owns no store; asks the log, the record, the kept hand-over and one report.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mementod.continuity.episodes import Episodes, Line
from mementod.continuity.evidence import HANDOVER, HITS, Hit, in_texts, said
from mementod.continuity.handover_store import Stored
from mementod.continuity.named import Names, is_other
from mementod.continuity.names import Said
from mementod.continuity.record_store import taken_back
from mementod.judging.resources import Resources
from mementod_parsers.continuity.budget import cut, tokens
from mementod_parsers.continuity.decision_answers import DECIDING
from mementod_parsers.continuity.record import HANDED_OVER, Class, Item, is_binding, was_decided
from mementod_parsers.continuity.search_terms import Group, groups, held, most
from mementod_parsers.continuity.taken_back import revoked_in
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.model import Level, Report

AGAIN = 4  # times as many lines are looked for where some of them read the same
FEW = 3  # hits that hold fewer words than the best do
HIT_TOKENS = 250  # of one hit, its neighbours included
STALE_CAP = 5  # names of one hit that are others by now
BUDGET_TOKENS = 1_500
_BY_USER = "user, "  # begins the origin of what the user said to an agent


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found; `left_out` counts hits beyond the budget, `needed` is the one that shows all."""

    hits: tuple[Hit, ...]
    left_out: int
    needed: int


@dataclass(frozen=True, slots=True)
class Sources:
    """Where evidence is looked for: the log, the notes of a report, other files (from the root), record, hand-over."""

    log: Episodes
    report: Report
    files: Sequence[str] = ()
    record: Sequence[Item] = ()
    handover: Stored | None = None
    names: Names | None = None  # to ask what became of those in what was said


def recall(query: str, sources: Sources, budget: int = BUDGET_TOKENS) -> Recalled:
    """Evidence for a query within a budget of tokens: what holds all its words, then a few that hold most.

    Of as many words: what binds, then by turns what was said and what notes say. What was said comes newest first. A
    statement that a later one replaced comes right behind it, and says so.
    """
    wanted, gone = groups(query), _gone(sources.report)
    binding = _in_record(wanted, sources, gone)
    places = {(hit.source, hit.place) for hit in binding}
    spoken = [hit for hit in _beside(_in_log(query, sources, gone)) if (hit.source, hit.place) not in places]
    newer = [hit.superseded for hit in spoken if hit.superseded]
    lifted = [hit for hit in spoken if hit.superseded or any(text in hit.text for text in newer)]
    rest = [hit for hit in spoken if hit not in lifted]
    noted = in_texts(wanted, sources.report, sources.files, sources.handover)
    turns = [hit for turn in itertools.zip_longest(rest, noted) for hit in turn if hit]
    best = _marked(_best(wanted, binding, lifted, turns), sources.record)
    return _within(_as_of_now(best, sources.names) if sources.names else best, budget)


def logbooks(resources: Resources) -> tuple[str, ...]:
    """The progress file and the decision log, which need not be notes."""
    from mementod.gates import decision_log, progress_file

    if not resources.repository.tracked:
        return ()
    git, config = resources.repository.git, resources.config
    found = (progress_file.locate(git, config), decision_log.locate(git, config))
    return tuple(path for path in found if progress_file.is_inside(path))


def _best(wanted: Sequence[Group], binding: Sequence[Hit], lifted: Sequence[Hit], others: Sequence[Hit]) -> list[Hit]:
    """Those that hold the most words, in their order, and a few of the rest; a few alone where the most is half.

    What contradicts stays together.
    """
    together = max((_count(hit, wanted) for hit in lifted), default=0)
    counted = [(_count(hit, wanted), hit) for hit in binding]
    counted += [(together, hit) for hit in lifted]
    counted += [(_count(hit, wanted), hit) for hit in others]
    counted.sort(key=lambda pair: -pair[0])
    full = sum(count == counted[0][0] and 2 * count > len(wanted) for count, _ in counted)
    return [hit for _, hit in counted[: full + FEW]]


def _marked(hits: Sequence[Hit], record: Sequence[Item]) -> list[Hit]:
    """With what was revoked of what they show."""
    revoked, holding = taken_back(record)

    def taken(hit: Hit) -> str | None:
        lines = filter(None, (hit.text, hit.before, hit.after))
        return next((told for line in lines if (told := revoked_in(line, revoked, holding))), None)

    return [replace(hit, revoked=taken(hit)) for hit in hits] if revoked else list(hits)


def _as_of_now(hits: Sequence[Hit], names: Names) -> list[Hit]:
    """With what became of the names in what was said; those in notes are judged already."""
    spoken = [(hit, Said(cut(hit.text.strip(), HIT_TOKENS), hit.at)) for hit in hits if hit.at]
    found = zip(spoken, names.judged([line for _, line in spoken]), strict=True)
    stale = {id(hit): [said(f) for f in findings if is_other(f)][:STALE_CAP] for (hit, _), findings in found}
    return [replace(hit, stale=tuple(dict.fromkeys((*hit.stale, *stale.get(id(hit), ()))))) for hit in hits]


def _count(hit: Hit, wanted: Sequence[Group]) -> int:
    """How many words it holds with the line before, which may be its heading."""
    return len(held(f"{hit.before or ''}\n{hit.text}\n{DECIDING if hit.is_decision else ''}", wanted))


def _in_record(wanted: Sequence[Group], sources: Sources, gone: Mapping[str, str]) -> list[Hit]:
    """What binds or was decided against, the newest first, however much was said since.

    What the last hand-over says is found there.
    """
    last = sources.handover.text if sources.handover else ""
    told = (item for item in reversed(sources.record) if is_binding(item) or was_decided(item))
    counted = [
        (len(held(item.text, wanted)), item) for item in told if not (item.origin == HANDED_OVER and item.text in last)
    ]
    found = [(count, item) for count, item in counted if count >= most(len(wanted))]
    found.sort(key=lambda pair: -pair[0])
    return [_of_item(item, gone) for _, item in found[:HITS]]


def _of_item(item: Item, gone: Mapping[str, str]) -> Hit:
    if item.origin == HANDED_OVER:
        return Hit(HANDOVER, item.at[:10], item.text, at=item.at, stale=_stale(item.text, gone))
    source, _, line = item.origin.removeprefix(_BY_USER).rpartition(" ")
    who = Actor.USER if item.origin.startswith(_BY_USER) else Actor.NOTE
    return Hit(source, line, item.text, at=item.at, who=who.value, stale=_stale(item.text, gone))


def _in_log(query: str, sources: Sources, gone: Mapping[str, str]) -> list[Hit]:
    replaced = {item.text: item.successor for item in sources.record if item.kind is Class.CONSTRAINTS}
    found = sources.log.search(query, HITS)
    if len(_once(found)) < len(found):
        found = sources.log.search(query, AGAIN * HITS)
    return [_of_line(line, gone, replaced) for line in _once(found)[:HITS]]


def _once(lines: Sequence[Line]) -> list[Line]:
    """Of lines that read the same the newest, which a search gives first."""
    found: dict[str, Line] = {}
    for line in lines:
        found.setdefault(line.text.strip(), line)
    return list(found.values())


def _of_line(line: Line, gone: Mapping[str, str], replaced: Mapping[str, str | None]) -> Hit:
    newer = next((new for old, new in replaced.items() if new and old in line.text), None)
    where, stale = (line.source, str(line.id)), _stale(line.text, gone)
    return Hit(*where, line.text, line.before, line.after, line.at, line.actor.value, stale, newer)


def _beside(hits: Sequence[Hit]) -> list[Hit]:
    """What contradicts side by side: each hit, and behind it those whose place it took."""
    found: dict[str, Hit] = {}
    for hit in hits:
        found.setdefault(hit.place, hit)
        found |= {old.place: old for old in hits if old.superseded and old.superseded in hit.text}
    return list(found.values())


def _gone(report: Report) -> dict[str, str]:
    """What the notes cite and is not there any more, by its text."""
    found = (finding for note in report.notes for finding in note.findings if finding.level is Level.ERROR)
    return {finding.citation.text: said(finding) for finding in found}


def _stale(text: str, gone: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(told for name, told in gone.items() if name in text)


def _within(hits: Sequence[Hit], budget: int) -> Recalled:
    short = [_shortened(hit) for hit in hits]
    sums = list(itertools.accumulate(map(_tokens, short)))
    count = max(bisect.bisect_right(sums, budget), min(len(short), 1))
    return Recalled(tuple(short[:count]), len(short) - count, sums[-1] if sums else 0)


def _tokens(hit: Hit) -> int:
    return tokens(
        " ".join((hit.text, hit.before or "", hit.after or "", *hit.stale, hit.superseded or "", hit.revoked or ""))
    )


def _shortened(hit: Hit) -> Hit:
    """The line itself counts most; its neighbours get what it leaves."""
    text = cut(hit.text.strip(), HIT_TOKENS)
    each = max((HIT_TOKENS - tokens(text)) // 2, 0)
    before = cut(hit.before.strip(), each) if hit.before and each else None
    after = cut(hit.after.strip(), each) if hit.after and each else None
    return replace(hit, text=text, before=before, after=after)
