"""Notices: one is sent, by the daemon where one runs, and what became of it is told."""

from __future__ import annotations

from collections.abc import Iterator

from mementod.doctor.finding import Finding, good, skipped, warning
from mementod.doctor.patient import Patient
from mementod.ipc.client import WhyNot

AREA = "notices"


def probe(patient: Patient) -> Iterator[Finding]:
    if patient.why not in (None, WhyNot.ABSENT):
        yield skipped(AREA, "none was sent: the daemon does not answer")
        return
    data = patient.notice()
    way = f"{data['way']}, {data['server']}" if data["server"] else data["way"]
    match data["outcome"]:
        case "shown":
            yield good(AREA, f"one was shown by {data['by']} ({way}): did you see it?")
        case "held":
            yield warning(AREA, f"none is shown now: {data['why']}", "turn do not disturb off; what is due waits")
        case _:
            yield skipped(AREA, f"no screen to show one on ({data['why']}); `mementod status` shows what waits")
