"""cache.db may be damaged, old, locked, on a full disk or not writable: the answer is the same, and it is said why."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import unprivileged
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.stores.cache import SCHEMA, Cache
from repos import Repo

NOTE = "`src/a.py` holds `alpha`, `src/b.py` holds `beta`.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Two files that are cited, one of them gone."""
    files = {"src/a.py": "def alpha():\n    return 1\n", "src/b.py": "def beta():\n    return 2\n", "CLAUDE.md": NOTE}
    files |= {f"src/more/{n}.py": f"def filler_{n}():\n    return {n}\n" for n in range(60)}
    return Repo(tmp_path / "repo").write(files).commit().remove("src/b.py").commit()


def judged(root: Path, paths: Paths) -> tuple[dict[str, str], tuple[str, ...]]:
    with Engine(root, paths) as engine:
        report = engine.check(Request(root))
        return {f.citation.text: f.verdict.value for n in report.notes for f in n.findings}, report.problems


def store(paths: Paths) -> Path:
    return next((paths.state_dir() / "repositories").glob("*/cache.db"))


def put(data: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        path.write_bytes(data)

    return damage


def truncate(share: float) -> Callable[[Path], None]:
    return lambda path: os.truncate(path, int(path.stat().st_size * share))


def pages(seed: int) -> Callable[[Path], None]:
    """Overwrite two random pages, the first one spared, with noise."""

    def damage(path: Path) -> None:
        data, dice = bytearray(path.read_bytes()), random.Random(seed)
        for _ in range(2):
            at = 4096 * dice.randrange(1, len(data) // 4096)
            data[at : at + 4096] = dice.randbytes(4096)
        path.write_bytes(data)

    return damage


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def sql(text: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with sqlite3.connect(path) as db:
            db.executescript(text)
        db.close()

    return run


def wal(path: Path) -> None:
    """A write-ahead log that belongs to another file."""
    Path(f"{path}-wal").write_bytes(random.Random(1).randbytes(50_000))
    Path(f"{path}-shm").write_bytes(random.Random(2).randbytes(32_768))


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "noise": (put(random.Random(3).randbytes(9000)), "rebuilt"),
    "header": (put(b"SQLite format 3\0" + b"\xff" * 4080), "rebuilt"),
    "empty": (truncate(0), ""),
    "half": (truncate(0.5), "rebuilt"),
    "most": (truncate(0.97), "rebuilt"),
    **{f"pages {seed}": (pages(seed), "rebuilt") for seed in range(6)},
    "folder": (folder, "keeps nothing"),
    "pipe": (pipe, "keeps nothing"),
    "older": (sql("PRAGMA user_version = 1"), "another version (1)"),
    "newer": (sql(f"PRAGMA user_version = {SCHEMA + 1}"), "another version"),
    "table gone": (sql("DROP TABLE memo"), "rebuilt"),
    "line cut": (sql("UPDATE lines SET ids = x'789c00'"), "rebuilt"),
    "memo cut": (sql("UPDATE memo SET answer = substr(answer, 1, 3)"), ""),
    "other log": (wal, ""),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_store_is_made_anew(name: str, repo: Repo, paths: Paths) -> None:
    damage, words = DAMAGE[name]
    wanted, _ = judged(repo.root, paths)
    assert wanted["src/b.py"] == wanted["beta"] == "deleted"
    damage(store(paths))

    found, problems = judged(repo.root, paths)

    assert found == wanted
    assert words in " ".join(problems)
    assert len(problems) <= 1
    again, problems = judged(repo.root, paths)
    assert again == wanted
    assert not problems or words == "keeps nothing", "said once, and healed"


def test_files_are_for_this_user_alone(repo: Repo, paths: Paths) -> None:
    judged(repo.root, paths)
    path = store(paths)
    path.chmod(0o644)

    with Cache(path) as cache:
        cache.write("DELETE FROM memo", [()])
        found = [path, *path.parent.glob("cache.db-*")]
        assert len(found) == 3
        assert {p.stat().st_mode & 0o777 for p in found} == {0o600}
    assert {p.stat().st_mode & 0o777 for p in (path.parent, path.parent.parent, paths.state_dir())} == {0o700}


READ_ONLY = """
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
for path in [*Path("state").rglob("*"), Path("state")]:
    path.chmod(0o500 if path.is_dir() else 0o400)
with Paths.of(os.environ) as paths, Engine(Path("repo").absolute(), paths) as engine:
    for note in engine.check(Request(engine.root)).notes:
        print({f.citation.text: f.verdict.value for f in note.findings if f.citation.kind.value == "path"})
    print(engine.cache.problem, paths.problems)
for path in [Path("state"), *Path("state").rglob("*")]:
    path.chmod(0o700)
"""


@pytest.mark.parametrize("warm", [True, False])
def test_a_store_that_cannot_be_written(
    warm: bool, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    if warm:
        with Paths.of(os.environ) as paths:
            judged(repo.root, paths)
    unprivileged.open_up(tmp_path)

    said = unprivileged.run(READ_ONLY, folder=tmp_path).splitlines()

    assert said[0] == "{'src/a.py': 'ok', 'src/b.py': 'deleted'}"
    assert "keeps nothing" in said[1] or "nothing is kept" in said[1]


WORDS = ("plain", "naïve", "\udcff", "\ud800", "a\0b", "", "x" * 100_000)


@pytest.mark.parametrize("words", WORDS)
def test_any_words_are_remembered(words: str, tmp_path: Path) -> None:
    with Cache(tmp_path / "cache.db") as cache:
        cache.remember("topic", words, (words, 1, None, (words,)))
    with Cache(tmp_path / "cache.db") as cache:
        assert cache.recall("topic", words) == (words, 1, None, (words,))
        assert cache.recall("topic", words + "!") is None
