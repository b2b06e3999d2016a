"""Many files that hang a grammar cost no more than a few of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod.parsing import worker, workers
from mementod.parsing.facts import Facts, Wanted
from mementod.parsing.worker import Job, Trouble, Why
from mementod.parsing.workers import Workers
from mementod.stores.cache import Cache

PATH = "src/a.tsx"
HANG = b"<a {{b:>c:d(e f)"


def test_after_some_files_the_others_of_their_language_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "KILL_AFTER_S", 1.0)
    jobs = [Job(f"hang{n}", "tsx", HANG + b" " * n) for n in range(20)]
    jobs.append(Job("good", "python", b"def found(a):\n    return a\n"))
    with Workers(1) as pool:
        found = {job.key: answer for job, answer in pool.parse(jobs)}
    reasons = [a.reason for a in found.values() if isinstance(a, Trouble)]
    assert reasons.count(Why.OTHERS_HUNG) == len(reasons) - reasons.count(Why.TIMEOUT)
    # Some are in the pipes already when the last one that counts hangs.
    assert workers.HANGS_CAP <= reasons.count(Why.TIMEOUT) <= workers.HANGS_CAP + workers.PIPELINE_JOBS
    assert not Trouble(Why.OTHERS_HUNG).quarantine
    assert not isinstance(found["good"], Trouble)


def looked(cache: Cache) -> tuple[list[str], bool]:
    """What a new look says is in quarantine, and whether it had to be parsed for that."""
    read: list[bytes] = []

    def content() -> bytes:
        read.append(HANG)
        return HANG

    with Workers(1) as pool:
        facts = Facts(cache, pool)
        facts.prepare([Wanted(PATH, "1" * 40, content)])
        return facts.quarantined, bool(read)


def test_quarantine_ends_when_the_program_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "KILL_AFTER_S", 1.0)
    said = [f"{PATH}: timeout"]
    with Cache(tmp_path / "cache.db") as cache:
        assert looked(cache) == (said, True)
        assert looked(cache) == (said, False)
        cache.write("UPDATE quarantine SET version = version || ?", [("x",)])  # as another program kept it
        assert looked(cache) == (said, True)
        assert looked(cache) == (said, False)
