"""Many files that hang a grammar cost no more than a few of them."""

from __future__ import annotations

import pytest

from mementod.parsing import worker, workers
from mementod.parsing.worker import Job, Trouble, Why
from mementod.parsing.workers import Workers

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
