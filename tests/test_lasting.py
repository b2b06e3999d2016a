"""What a process that stays holds of the cache between two looks: no answer is another one for it."""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mementod.brain.heap import give_back
from mementod.judging.engine import Engine, Request
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.stores.cache import Cache
from repos import Repo

step = st.tuples(st.sampled_from(["remember", "keep", "flush"]), st.sampled_from("ab"), st.integers(0, 3))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(steps=st.lists(step, max_size=12))
def test_it_recalls_what_was_remembered(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int]]
) -> None:
    known: dict[str, int] = {}
    with Cache(tmp_path_factory.mktemp("store") / "cache.db", is_lasting=True) as cache:
        for what, question, answer in steps:
            match what:
                case "remember":
                    cache.remember("topic", question, answer)
                    known[question] = answer
                case "keep":
                    cache.keep("other", question, answer)
                case _:
                    cache.flush()
            assert {q: a for q in "ab" if (a := cache.recall("topic", q)) is not None} == known


@pytest.mark.parametrize("is_lasting", [True, False])
def test_after_a_flush_it_sees_what_another_process_wrote(is_lasting: bool, tmp_path: Path) -> None:
    with ExitStack() as stack:
        ours = stack.enter_context(Cache(tmp_path / "cache.db", is_lasting=is_lasting))
        other = stack.enter_context(Cache(tmp_path / "cache.db"))
        before = ours.recall("topic", "a")
        other.remember("topic", "a", 1)
        other.flush()
        ours.flush()
        assert (before, ours.recall("topic", "a")) == (None, 1 if is_lasting else None)


def test_facts_are_the_same_after_a_rest(tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mementod.parsing.facts.PACKED_HELD", 0)
    repo = Repo(tmp_path / "repo").write({"a.py": "def alpha():\n    return 1\n", "CLAUDE.md": "`alpha()`\n"}).commit()
    with Engine(repo.root, paths) as engine:
        engine.check(Request(repo.root))
    oid = repo.git("rev-parse", "HEAD:a.py")
    with Resources(repo.root, paths, is_lasting=True) as resources:
        before = resources.facts.of("a.py", oid)
        resources.rest()
        assert before is not None
        assert resources.facts.of("a.py", oid) == before


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="another C library")
def test_memory_between_things_that_stay_is_given_back() -> None:
    blocks = [bytearray(64 << 10) for _ in range(500)]
    blocks.append(bytearray(64 << 10))  # stays, behind all others
    full = held()
    del blocks[:-1]
    give_back()
    assert held() < full - (20 << 20)


def held() -> int:
    """Anonymous memory of this process, in bytes."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("Anonymous:"))
