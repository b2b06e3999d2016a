"""cache.db may be damaged, old, locked, on a full disk or not writable: the answer is the same, and it is said why."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import unprivileged
from histories import Random, grow
from repos import Repo

from mementod.cache import SCHEMA, Cache
from mementod.engine import Engine, Request
from mementod.git import Git
from mementod.history import History
from mementod.paths import Paths

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


def fresh(seed: int) -> random.Random:
    return random.Random(seed)


def truncate(share: float) -> Callable[[Path], None]:
    return lambda path: os.truncate(path, int(path.stat().st_size * share))


def pages(seed: int) -> Callable[[Path], None]:
    """Overwrite two random pages, the first one spared, with noise."""

    def damage(path: Path) -> None:
        data, dice = bytearray(path.read_bytes()), fresh(seed)
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
    Path(f"{path}-wal").write_bytes(fresh(1).randbytes(50_000))
    Path(f"{path}-shm").write_bytes(fresh(2).randbytes(32_768))


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "noise": (lambda path: path.write_bytes(fresh(3).randbytes(9000)) and None, "rebuilt"),
    "header": (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4080) and None, "rebuilt"),
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
from mementod.engine import Engine, Request
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
def test_a_store_that_cannot_be_written(warm: bool, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    if warm:
        with Paths.of(os.environ) as paths:
            judged(repo.root, paths)
    unprivileged.open_up(tmp_path)

    said = unprivileged.run(READ_ONLY, folder=tmp_path).splitlines()

    assert said[0] == "{'src/a.py': 'ok', 'src/b.py': 'deleted'}"
    assert "keeps nothing" in said[1] or "nothing is kept" in said[1]


FULL = """
import resource, signal
from mementod.cache import Cache
from mementod.git import Git
from mementod.history import History
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
with Cache(Path(sys.argv[1])) as cache:
    history = History(cache, Git(Path(sys.argv[2])), sys.argv[4])
    cache.remember("moments", "q", ("x" * 500_000,))
    cache.flush()
    print(len(history), len(history.every_file()), cache.recall("moments", "q") is not None, bool(cache.problem))
"""


@pytest.mark.parametrize("limit", [0, 4096, 20_000, 70_000, 150_000])
def test_a_disk_that_is_full(limit: int, repo: Repo, tmp_path: Path) -> None:
    path = tmp_path / "store/cache.db"

    for _ in range(2):
        said = unprivileged.run_as_is(FULL, str(path), str(repo.root), str(limit), repo.head, folder=tmp_path)
        assert said.strip() == "2 63 True True"
    with Cache(path) as cache:
        assert cache.problem is None, "with room again, nothing of it is left"
        assert len(History(cache, Git(repo.root), repo.head).every_file()) == 63


FILL = """
from mementod.cache import Cache
from mementod.git import Git
from mementod.history import History
print("ready", flush=True)
sys.stdin.readline()
with Cache(Path(sys.argv[1])) as cache:
    history = History(cache, Git(Path(sys.argv[2])), sys.argv[3])
    rows = [(c.commit, c.status) for p in history.every_file() for c in history.changes(p)]
    print(len(history), len(rows), len(set(rows)) , cache.problem)
"""


def starting(code: str, *args: str) -> subprocess.Popen[str]:
    """A process that waits for a line before it begins."""
    child = subprocess.Popen(
        [sys.executable, "-c", "import sys\nfrom pathlib import Path\n" + code, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


def test_two_runs_at_once(tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(7))
    args = (str(tmp_path / "store/cache.db"), str(repo.root), repo.head)
    for _ in range(3):
        children = [starting(FILL, *args) for _ in range(3)]
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        said = {child.communicate(timeout=25)[0] for child in children}
        assert len(said) == 1
        assert said.pop().endswith("None\n")
        shutil.rmtree(tmp_path / "store")


KILLED = """
import os, signal
from mementod.cache import Cache
from mementod.git import Git
from mementod import history
point = sys.argv[4]
def die(*args):
    os.kill(os.getpid(), signal.SIGKILL)
real = getattr(history.Filling, "_store")
history.ROWS_AT_ONCE = 5
if point == "rows":
    history.Filling._store = lambda self, rows: (real(self, rows), die())
if point == "line":
    history.History._line = die
print("ready", flush=True)
sys.stdin.readline()
with Cache(Path(sys.argv[1])) as cache:
    history.History(cache, Git(Path(sys.argv[2])), sys.argv[3])
    die()
"""


@pytest.mark.parametrize("point", ["rows", "line", "end"])
def test_a_run_that_is_killed(point: str, tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(8), 8)
    path = tmp_path / "store/cache.db"
    child = starting(KILLED, str(path), str(repo.root), repo.head, point)
    child.communicate("go\n", timeout=25)
    assert child.returncode == -9

    with Cache(path) as cache, Cache(tmp_path / "new.db") as new:
        history, fresh_one = History(cache, Git(repo.root), repo.head), History(new, Git(repo.root), repo.head)
        assert cache.problem is None
        assert history.every_file() == fresh_one.every_file()
        assert all(history.changes(p) == fresh_one.changes(p) for p in history.every_file())


@pytest.mark.parametrize("words", ["plain", "na\u00efve", "\udcff", "\ud800", "a\0b", "", "x" * 100_000])
def test_any_words_are_remembered(words: str, tmp_path: Path) -> None:
    with Cache(tmp_path / "cache.db") as cache:
        cache.remember("topic", words, (words, 1, None, (words,)))
    with Cache(tmp_path / "cache.db") as cache:
        assert cache.recall("topic", words) == (words, 1, None, (words,))
        assert cache.recall("topic", words + "!") is None
