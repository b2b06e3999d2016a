"""What there is to be told of: made from transitions and from other facts, each state once.

Pure. Invariant: what was told is pending again only in another state, or when it had been over for longer than
FORGET_S.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from mementod.notices.notice import Kind
from mementod.stores.ledger_rows import Concern, ConcernKey, LastNotice, Snooze, Transition
from mementod_hooks.gate_model import Uncovered
from mementod_parsers.model import Level

FORGET_S = 86_400.0  # a checkout and back, or a file moved to and fro, is one story within a day

Changes = dict[ConcernKey, Concern | None]  # None: is no more


def of_transitions(held: Mapping[ConcernKey, Concern], repository: str, rows: Iterable[Transition]) -> Changes:
    """What a batch changes. Only errors are worth a notice: lines shift and code changes with every save."""
    found: Changes = {}
    for row in rows:
        key = (repository, Kind.STALE.value, row.citation)
        if row.after and row.level is Level.ERROR:
            fact = Concern(
                *key, row.after, row.target or "", row.note, row.line, row.place or row.text, row.evidence, row.at
            )
            found |= _told_of(held.get(key), fact)
        else:
            found |= _over(held.get(key), row.at)
    return found


def of_uncovered(held: Mapping[ConcernKey, Concern], repository: str, files: Iterable[Uncovered], now: str) -> Changes:
    """`files`: all that there are just now in this repository."""
    facts = [Concern(repository, Kind.UNCOVERED, f.path, "", f.commit or "", "", 0, f.path, "", f.since) for f in files]
    return _all_of(held, repository, Kind.UNCOVERED, facts, now)


def of_troubles(held: Mapping[ConcernKey, Concern], repository: str, troubles: Mapping[str, str], now: str) -> Changes:
    """`troubles`: the name of each that there is just now -> what is said of it."""
    facts = [Concern(repository, Kind.TROUBLE, name, "", "", "", 0, "", words, now) for name, words in troubles.items()]
    return _all_of(held, repository, Kind.TROUBLE, facts, now)


def standing(
    held: Collection[Concern], last: LastNotice | None, snoozes: Iterable[Snooze], now: str
) -> dict[str, object]:
    """For `status`: how many were not shown yet, when and where the last was, and who is put off until when."""
    return {
        "pending": sum(not concern.told for concern in held),
        "last": last.at if last else None,
        "way": last.way if last else None,
        "snoozed": [[snooze.repository, snooze.until] for snooze in snoozes if snooze.until > now],
    }


def forgotten(held: Mapping[ConcernKey, Concern], now: str) -> Changes:
    """What was over so long ago that it would be news again."""
    return {key: None for key, row in held.items() if row.healed and _seconds(row.healed, now) > FORGET_S}


def _all_of(
    held: Mapping[ConcernKey, Concern], repository: str, kind: Kind, facts: Iterable[Concern], now: str
) -> Changes:
    found: Changes = {}
    keys = {fact.key for fact in facts}
    for fact in facts:
        found |= _told_of(held.get(fact.key), fact)
    for key, row in held.items():
        if key[:2] == (repository, kind) and key not in keys:
            found |= _over(row, now)
    return found


def _told_of(old: Concern | None, fact: Concern) -> Changes:
    if old is None or old.state != fact.state or (old.healed and _seconds(old.healed, fact.at) > FORGET_S):
        return {fact.key: fact}
    return {fact.key: replace(old, healed="")} if old.healed else {}


def _over(old: Concern | None, now: str) -> Changes:
    if old is None or old.healed:
        return {}
    return {old.key: replace(old, healed=now) if old.told else None}


def _seconds(before: str, after: str) -> float:
    """From one ISO time to another; what is no time is long ago."""
    try:
        return (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()
    except (TypeError, ValueError):
        return FORGET_S + 1
