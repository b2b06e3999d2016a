"""Real worker processes and the inputs that make them hang or die."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.parsing import worker, worker_main, workers
from mementod.parsing.worker import Job, Trouble, Why
from mementod.parsing.workers import Workers
from mementod_parsers.code import grammars, tokens
from mementod_parsers.code.symbols import facts
from mementod_parsers.model import FileFacts

# Nothing worse than a half-typed line: the grammars' external scanners never come back from them.
TSX_HANG = Job("tsx", "tsx", b"<a {{b:>c:d(e f)")
KOTLIN_HANG = Job("kotlin", "kotlin", b"class A\n@;")
GOOD = Job("good", "python", b"def found(a):\n    return a\n")
QUICK_KILL_S = 1.0
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def pool() -> Iterator[Workers]:
    with Workers(1) as found:
        yield found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "KILL_AFTER_S", QUICK_KILL_S)


def outcome(pool: Workers, *jobs: Job) -> dict[str, str]:
    """Each job's first symbol or trouble; fails if a job has no answer or two."""
    found: dict[str, str] = {}
    for job, answer in pool.parse(jobs):
        assert job.key not in found
        if isinstance(answer, Trouble):
            found[job.key] = answer.reason.value
        else:
            found[job.key] = answer.symbols[0].name if answer.symbols else ""
    assert found.keys() == {job.key for job in jobs}
    return found


def many(count: int) -> list[Job]:
    return [Job(f"job{i}", "python", f"def name{i}(): pass\n".encode()) for i in range(count)]


def gone(pid: int) -> bool:
    """Wait, within reason, for a process that is not our child to end."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watch], [], [], 10)[0])
    finally:
        os.close(watch)


@pytest.mark.parametrize("language", ["python", "go", "rust", "java"])
def test_a_worker_answers_what_the_core_answers(pool: Workers, language: str) -> None:
    data = (Path(__file__).parent / "cases" / "symbols" / f"{language}.src").read_bytes()

    assert list(pool.parse([Job("a", language, data)])) == [(Job("a", language, data), facts(language, data))]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("hang", [TSX_HANG, KOTLIN_HANG], ids=lambda job: job.language)
def test_a_hang_is_killed_and_the_next_answer_comes(pool: Workers, hang: Job) -> None:
    assert outcome(pool, GOOD, hang) == {"good": "found", hang.key: "timeout"}
    assert outcome(pool, GOOD) == {"good": "found"}


def test_an_annotation_being_typed_is_no_hang(pool: Workers) -> None:
    assert outcome(pool, Job("typing", "kotlin", b"class Order\n\n@\n")) == {"typing": "Order"}


@pytest.mark.usefixtures("quick")
def test_a_hang_in_the_middle_costs_nobody_else_an_answer(pool: Workers) -> None:
    jobs = many(12)
    found = outcome(pool, *jobs[:5], TSX_HANG, *jobs[5:])

    assert found.pop("tsx") == "timeout"
    assert found == {f"job{i}": f"name{i}" for i in range(12)}


@pytest.mark.usefixtures("quick")
def test_two_workers_go_on_while_one_hangs() -> None:
    with Workers(2) as pool:
        found = outcome(pool, TSX_HANG, *many(40))

    assert found.pop("tsx") == "timeout"
    assert set(found.values()) == {f"name{i}" for i in range(40)}


@LINUX
def test_too_little_memory_is_trouble_and_the_next_answer_comes() -> None:
    hungry = Job("hungry", "cpp", b"int a[] = {\n" + b"1, 2, 3,\n" * 100_000 + b"};\n")
    with Workers(1, memory_bytes=110 << 20) as pool:
        found = outcome(pool, hungry, GOOD)

    assert found["hungry"] in ("memory", "crash")
    assert found["good"] == "found"


def test_a_worker_that_was_killed_while_idle_blames_nobody(pool: Workers) -> None:
    outcome(pool, GOOD)
    os.kill(pool.pids()[0], signal.SIGKILL)

    assert outcome(pool, *many(6)) == {f"job{i}": f"name{i}" for i in range(6)}


@pytest.mark.usefixtures("quick")
def test_a_job_at_which_workers_keep_dying_is_blamed_once(pool: Workers) -> None:
    """The killer strikes whenever the job that follows is asked for, so the first job never gets its answer."""

    def jobs() -> Iterator[Job]:
        yield TSX_HANG
        for job in many(3):
            os.kill(pool.pids()[0], signal.SIGKILL)
            yield job

    answers = {job.key: answer for job, answer in pool.parse(jobs())}

    assert answers.keys() == {"tsx", "job0", "job1", "job2"}
    assert isinstance(answers["tsx"], Trouble)
    assert all(isinstance(answers[f"job{i}"], FileFacts) for i in range(3))


def test_workers_start_when_there_is_work_and_as_many_as_it_needs() -> None:
    with Workers(2) as pool:
        assert list(pool.parse([])) == []
        assert len(pool.pids()) == 0
        outcome(pool, GOOD)
        assert len(pool.pids()) == 1
        outcome(pool, *many(100))
        assert len(pool.pids()) == 2


def test_a_worker_is_kept_for_the_next_question(pool: Workers) -> None:
    outcome(pool, GOOD)
    first = pool.pids()
    outcome(pool, *many(3))

    assert pool.pids() == first


def test_close_ends_the_processes_and_the_next_question_starts_others(pool: Workers) -> None:
    outcome(pool, GOOD)
    (pid,) = pool.pids()
    pool.close()

    assert pool.pids() == ()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert outcome(pool, GOOD) == {"good": "found"}


def test_jobs_are_read_no_faster_than_they_are_done(pool: Workers) -> None:
    read: list[str] = []

    def jobs() -> Iterator[Job]:
        for job in many(50):
            read.append(job.key)
            yield job

    ahead = [len(read) - done for done, _ in enumerate(pool.parse(jobs()))]

    assert max(ahead) <= workers.PIPELINE_JOBS + 1


def test_a_caller_who_leaves_early_leaves_nothing_behind(pool: Workers) -> None:
    for _ in pool.parse([GOOD, *many(20)]):
        break

    assert outcome(pool, *many(3)) == {f"job{i}": f"name{i}" for i in range(3)}


def test_frames_larger_than_a_pipe_do_not_block(pool: Workers) -> None:
    jobs = [
        Job(f"big{i}", "python", b"\n".join(b"def name_%d_%d(): pass" % (i, n) for n in range(9000))) for i in range(6)
    ]

    assert outcome(pool, *jobs) == {f"big{i}": f"name_{i}_0" for i in range(6)}


def test_too_large_a_file_reaches_no_worker(pool: Workers) -> None:
    job = Job("huge", "python", b"x" * (tokens.TOKENS_MAX_BYTES + 1))

    assert outcome(pool, job) == {"huge": "too-large"}
    assert pool.pids() == ()


@pytest.mark.parametrize("program", ["/bin/false", "/no/such/program"])
def test_no_worker_is_the_machines_fault(pool: Workers, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(sys, "executable", program)

    assert outcome(pool, *many(8)) == {f"job{i}": "no-worker" for i in range(8)}


def test_only_what_would_happen_again_is_quarantined() -> None:
    assert {why for why in Why if Trouble(why).quarantine} == {Why.TIMEOUT, Why.CRASH, Why.MEMORY}


def test_a_missing_wheel_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "load", lambda language: None)

    assert worker_main._answer("go", b"package p\n") == (False, "no-grammar")


@LINUX
def test_a_worker_has_only_its_own_pipes_and_yields_to_others(pool: Workers) -> None:
    reader, writer = os.pipe()
    try:
        os.set_inheritable(writer, True)
        secret = Path(f"/proc/self/fd/{writer}").readlink()
        outcome(pool, GOOD)
        (pid,) = pool.pids()
        opened = {entry.readlink() for entry in Path(f"/proc/{pid}/fd").iterdir()}
    finally:
        os.close(reader)
        os.close(writer)

    assert secret not in opened
    assert len(opened) == 3
    assert os.getpriority(os.PRIO_PROCESS, pid) >= worker_main.NICE


PARENT = """
import sys
from mementod.parsing.worker import Job
from mementod.parsing.workers import Workers
pool = Workers(1)
list(pool.parse([Job("a", "python", b"x = 1")]))
print(pool.pids()[0], flush=True)
list(pool.parse([Job("hang", "tsx", b"<a {{b:>c:d(e f)")]))
"""


@LINUX
def test_a_hanging_worker_does_not_outlive_its_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()

    assert gone(worker)


def test_an_idle_worker_ends_with_its_input() -> None:
    command = [sys.executable, "-I", "-m", "mementod.parsing.worker_main", str(os.getpid()), str(1 << 30)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=20)

    assert done.returncode == 0
    assert done.stderr == b""


def test_a_worker_whose_parent_is_gone_already_does_nothing() -> None:
    command = [sys.executable, "-I", "-m", "mementod.parsing.worker_main", "1", str(1 << 30)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=20)

    assert (done.returncode, done.stdout) == (0, b"")
