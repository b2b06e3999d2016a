"""All probes, at the same time, within one limit. What a probe raises is a finding too."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from mementod.doctor import daemon, hooks, machine, notices, service, verdict
from mementod.doctor.finding import Finding, bad
from mementod.doctor.patient import Patient
from mementod.errors import UserError

LIMIT_S = 5.0  # for all of them, and what is asked before them
Probe = Callable[[Patient], Iterator[Finding]]
# The order in which they are shown. The one that must tidy up after itself runs in the thread that waits.
PROBES: Mapping[str, Probe] = {
    "verdict here": verdict.probe_here,
    "verdict daemon": verdict.probe_daemon,
    "daemon": daemon.probe,
    "service": service.probe,
    "git": hooks.probe_git,
    "agents": hooks.probe_agents,
    "notices": notices.probe,
    "machine": machine.probe,
}
_WAITED_FOR = "verdict daemon"

T = TypeVar("T")


def examine(patient: Patient, probes: Mapping[str, Probe] = PROBES, limit_s: float = LIMIT_S) -> list[Finding]:
    """What all of them found, in their order; one that has not ended in time is a finding itself."""
    found: dict[str, list[Finding]] = {}
    until = time.monotonic() + limit_s

    def run(name: str) -> None:
        found[name] = _run(name, probes[name], patient)

    others = [threading.Thread(target=run, args=(name,), daemon=True) for name in probes if name != _WAITED_FOR]
    for thread in others:
        thread.start()
    if _WAITED_FOR in probes:
        run(_WAITED_FOR)
    for thread in others:
        thread.join(max(until - time.monotonic(), 0.0))
    late = "run `mementod doctor` again when the machine has less to do"
    hung = {name: [bad(name, f"no end within {LIMIT_S:.0f} s", late)] for name in probes}
    return [finding for rows in (hung | found).values() for finding in rows]


def _run(name: str, probe: Probe, patient: Patient) -> list[Finding]:
    found = []
    try:
        for finding in probe(patient):
            found.append(finding)
    except UserError as error:
        found.append(bad(name, str(error), "see the line itself"))
    except Exception as error:  # a probe must not be the reason that nothing is said
        found.append(bad(name, f"a fault of mementod ({type(error).__name__}: {error})", "please report it"))
    return found
