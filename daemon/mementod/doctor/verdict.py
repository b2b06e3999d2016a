"""Verdicts, proved by doing: a note and a file in a scratch repository; the file goes; the verdict has to come.

Once in this process, and once through the daemon that runs: enrolled for it alone, and forgotten again.
"""

from __future__ import annotations

import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mementod.doctor.finding import Finding, bad, good, skipped
from mementod.doctor.patient import Patient
from mementod.errors import UserError
from mementod.installing.scratch import PREFIX, scratch
from mementod.ipc.daemon_answers import told, write_through
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.registry import identity
from mementod.registry.enrolment import plan
from mementod.registry.repos import Drop, look, match
from mementod.vcs.git import GitError
from mementod_parsers.model import Verdict

AREA = "verdicts"
TOLD_LIMIT_S = 4.0  # for the first judgement and the word of it; p95 of an error is below one second
FILE, NAME = "src/probe.py", "probe_of_mementod"
_FILES = {
    FILE: f"def {NAME}():\n    return 1\n",
    "CLAUDE.md": f"# Probe\n\n- `{FILE}` has `{NAME}()`.\n",
}


def probe_here(_patient: Patient) -> Iterator[Finding]:
    """With a state of its own, which goes with it."""
    began = time.monotonic()
    with scratch(_FILES) as root:
        own = root.parent / f"{root.name}-state"
        try:
            before = _judged(root, own)
            (root / FILE).unlink()
            after = _judged(root, own)
        finally:
            shutil.rmtree(own, ignore_errors=True)
    if before == {Verdict.OK} and after == {Verdict.DELETED}:
        yield good(AREA, f"judged in this process: a deleted file and its symbol were found ({_since(began)})")
    else:
        yield bad(
            AREA, f"judged in this process: {_said(before)}, then {_said(after)}", "`mementod check -v` in a repository"
        )


def probe_daemon(patient: Patient) -> Iterator[Finding]:
    """What the daemon tells those who watch."""
    if patient.status is None:
        yield skipped(AREA, "not tried through the daemon: none runs")
    elif patient.status["paused"]:
        yield skipped(AREA, "not tried through the daemon: it is paused")
    else:
        _forget_earlier(patient)
        with scratch(_FILES) as root, _enrolled(patient, root):
            yield _told(patient, root)


def _forget_earlier(patient: Patient) -> None:
    """Scratch repositories of a trial that was killed."""
    dead = [row for row in patient.rows if row.root.name.startswith(PREFIX) and not row.root.exists()]
    with suppress(UserError):
        write_through(patient.ledger, [Drop(row.id) for row in dead])


def _told(patient: Patient, root: Path) -> Finding:
    heard: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def listen() -> None:
        for data in told(patient.paths, root):
            heard.put(data)

    threading.Thread(target=listen, daemon=True).start()  # it ends with the scratch repository, or with us
    cure = "`mementod logs` says what it did; start it again"
    until = time.monotonic() + TOLD_LIMIT_S
    try:
        _await(heard, until, lambda data: data["event"] == "start")
        began = time.monotonic()
        (root / FILE).unlink()
        _await(heard, until, lambda data: any(row["text"] == FILE and row["after"] for row in data.get("rows", ())))
    except queue.Empty:
        return bad(AREA, f"the daemon told nothing within {TOLD_LIMIT_S:.0f} s about a file that went", cure)
    return good(AREA, f"told by the daemon: a deleted file, {_since(began)} after it went")


def _await(heard: queue.SimpleQueue[dict[str, Any]], until: float, is_it: Callable[[dict[str, Any]], bool]) -> None:
    """Raises queue.Empty when it does not come."""
    while not is_it(heard.get(timeout=max(until - time.monotonic(), 0.001))):
        pass


@contextmanager
def _enrolled(patient: Patient, root: Path) -> Iterator[None]:
    """For the time of the trial; its cache goes too."""
    found = match(look(root), patient.rows)
    planned = plan(found, patient.rows, datetime.now(UTC).isoformat(timespec="seconds"))
    write_through(patient.ledger, planned.changes)
    try:
        if planned.write:
            with suppress(GitError):  # then it is known by its path
                identity.write(planned.row.common, planned.write)
        yield
    finally:
        with suppress(UserError):  # a daemon that has just died lets go of it when it starts: the folder is gone
            write_through(patient.ledger, (Drop(planned.row.id),))
        shutil.rmtree(patient.state / "repositories" / found.place.repository.key, ignore_errors=True)


def _judged(root: Path, own: Path) -> set[Verdict]:
    with Paths(None, None, own, None) as paths, Engine(root, paths) as engine:
        report = engine.check(Request(root))
    return {finding.verdict for note in report.notes for finding in note.findings}


def _said(verdicts: set[Verdict]) -> str:
    return ", ".join(sorted(verdicts)) or "nothing"


def _since(began: float) -> str:
    return f"{time.monotonic() - began:.1f} s"
