"""The daemon: does it answer, is it this program, does it see what it watches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mementod import __version__
from mementod.doctor.finding import Finding, bad, good, skipped, warning
from mementod.doctor.patient import Patient
from mementod.ipc.client import WhyNot
from mementod.ipc.daemon_advice import advice
from mementod.reports.status_page import span

AREA = "daemon"
SLOW_S = 0.5  # an answer to a mere question; hooks give up after 0.8 s
_BLIND = {"gone": "is gone", "failing": "is not judged", "unwatched": "is not watched yet"}


def probe(patient: Patient) -> Iterator[Finding]:
    status = patient.status
    if status is None:
        yield _absent(patient.why or WhyNot.REFUSED, patient)
        return
    yield _version(status)
    if patient.answer_s > SLOW_S:
        yield warning(AREA, f"it took {patient.answer_s:.1f} s to answer", "`mementod logs` says what keeps it busy")
    if status["paused"]:
        yield warning(AREA, "it is paused: nothing is judged", "`mementod resume`")
    if status["watcher_restarts"]:
        yield warning(AREA, "the watcher ended, and was started again", "`mementod logs`")
    for problem in status.get("problems", ()):
        yield bad(AREA, problem, "`mementod logs` says more")
    yield from _homes(status["repositories"])


def _absent(why: WhyNot, patient: Patient) -> Finding:
    said, _, cure = advice(why, patient.paths).partition(": ")
    if why is WhyNot.ABSENT:
        return warning(AREA, said, cure)
    return bad(AREA, said, cure or "`mementod logs` says more")


def _version(status: dict[str, Any]) -> Finding:
    if status["version"] != __version__:
        return bad(AREA, f"it is {status['version']}, this program is {__version__}", "start it again")
    return good(AREA, f"{__version__} as this program, pid {status['pid']}, up {span(status['uptime_s'])}")


def _homes(homes: list[dict[str, Any]]) -> Iterator[Finding]:
    bad_ones = 0
    for home in homes:
        if home["state"] in _BLIND or home["problem"]:
            bad_ones += 1
            why = home["problem"] or _BLIND[home["state"]]
            yield bad(AREA, f"{home['root']}: {why}", _cure(home))
        if home["lost_changes"]:
            yield warning(AREA, f"{home['root']}: {home['lost_changes']:,} changes came without an event", "")
    if homes and not bad_ones:
        yield good(AREA, f"it reads and watches {len(homes)} of {len(homes)} repositories")
    if not homes:
        yield skipped(AREA, "no repository is enrolled; `mementod init` in one begins")


def _cure(home: dict[str, Any]) -> str:
    if home["state"] == "gone":
        return f"`mementod enrol` at its new place, or `mementod unenrol {home['root']}`"
    return "`mementod logs` says more"
