"""The service: unit and interpreter as they should be, the kernel's own words, and whether it outlives the login."""

from __future__ import annotations

from collections.abc import Iterator

from mementod.doctor.finding import Finding, bad, good, skipped, warning
from mementod.doctor.patient import Patient
from mementod.errors import UserError

AREA = "service"


def probe(patient: Patient) -> Iterator[Finding]:
    """Starts and wakes nothing."""
    try:
        data = patient.service()
    except UserError as error:
        yield skipped(AREA, str(error))
        return
    state = data["state"]
    if not state["known"]:
        yield warning(
            AREA, f"not installed under {data['manager']}: it ends with this login", "`mementod service install`"
        )
        return
    for problem in data["problems"]:
        said, _, cure = problem.partition(": ")
        yield bad(AREA, said, cure or f"{data['log']} says more")
    if not state["enabled"]:
        yield warning(AREA, "it does not start at login", "`mementod service install`")
    if not data["problems"]:
        yield good(AREA, f"{data['manager']}: {state['detail']}, files and interpreter as they should be")
    if data["linger"] is False:
        yield skipped(AREA, "it ends when you log out (`mementod service install --linger` changes that)")
    proof = data["proof"]
    if state["running"] and proof["seccomp"] is False:
        yield warning(AREA, "the kernel applies no system call filter to it, whatever the unit says", data["log"])
