"""The history of a path equals git's own, and filling it step by step equals filling it at once."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from histories import Random, change, commit, files, grow
from mementod.stores.cache import Cache
from mementod.vcs import history as module
from mementod.vcs.git import Git, GitError, raw, text
from mementod.vcs.history import Change, History
from repos import Repo

SEEDS = range(3)


def git_says(repo: Repo, tip: str) -> dict[str, list[tuple[str, str, str]]]:
    """Path -> (commit, status, blob), newest first, from `git log` over all paths."""
    out = subprocess.run(
        [
            "git",
            "-C",
            str(repo.root),
            "log",
            "--topo-order",
            "--raw",
            "--no-renames",
            "--no-abbrev",
            "-z",
            "--format=%x00%H",
            tip,
        ],
        check=True,
        capture_output=True,
    ).stdout
    found: dict[str, list[tuple[str, str, str]]] = {}
    fields = iter(out.split(b"\0"))
    oid = ""
    for field in fields:
        head = field.strip(b"\n")
        if head.startswith(b":"):
            _, _, old, new, status = head.split(b" ")
            blob = (old if status == b"D" else new).decode()
            found.setdefault(text(next(fields)), []).append((oid, status.decode(), blob))
        elif head:
            oid = head.decode()
    return found


def git_says_of(repo: Repo, tip: str, path: str) -> list[str]:
    """The commits that changed one path: git's own answer to that very question."""
    args = [
        "git",
        "-C",
        str(repo.root),
        "--literal-pathspecs",
        "log",
        "--topo-order",
        "--full-history",
        "--format=%H",
        tip,
    ]
    out = subprocess.run([*args, "--no-merges", "--", raw(path)], check=True, capture_output=True).stdout
    return out.decode().split()


def check(repo: Repo, cache: Path, tip: str) -> None:
    """What a cache says of a tip, whatever it held before, against git and against a new cache."""
    git, wanted = Git(repo.root), git_says(repo, tip)
    line = repo.git("rev-list", "--topo-order", tip).split()
    with Cache(cache) as kept, Cache(cache.parent / "fresh" / f"{len(line)}-{tip}.db") as empty:
        history, fresh = History(kept, git, tip), History(empty, git, tip)
        assert kept.problem is None
        assert len(history) == len(fresh) == len(line)
        assert [history.position(oid) for oid in line] == list(range(len(line)))
        for path, rows in wanted.items():
            found = history.changes(path)
            assert [(c.commit, c.status, c.blob) for c in reversed(found)] == rows, path
            assert found == fresh.changes(path)
            assert path in history.every_file(), "also one that was first seen as a folder"
            assert path in history.named(path.rpartition("/")[2])
            assert path in history.under(path.rpartition("/")[0], 1000) or "/" not in path
        assert history.changes("never/there") == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_changes_are_those_of_git_log(seed: int, tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(seed))

    check(repo, tmp_path / "cache.db", repo.head)

    with Cache(tmp_path / "cache.db") as cache:
        history = History(cache, Git(repo.root), repo.head)
        for path in [p for p in files(repo) if not history.under(p, 1)][:6]:  # git log of a folder is another question
            assert {c.commit for c in history.changes(path)} == set(git_says_of(repo, repo.head, path))


@pytest.mark.parametrize("seed", SEEDS)
def test_step_by_step_equals_at_once(seed: int, tmp_path: Path) -> None:
    dice, cache = Random(100 + seed), tmp_path / "cache.db"
    repo = grow(Repo(tmp_path / "repo"), dice, 4)
    for number in range(8):
        match dice.randrange(4):
            case 0:  # a tip that is rewritten
                change(repo, dice)
                repo.git("add", "-A")
                repo.git("commit", "-q", "--amend", "--allow-empty", "-m", "again")
            case 1:  # another branch, older or newer
                repo.git("checkout", "-q", "-B", f"other-{number}", dice.choice(repo.git("rev-list", "--all").split()))
                change(repo, dice)
                commit(repo, number)
            case 2:  # --rev
                check(repo, cache, dice.choice(repo.git("rev-list", "--all").split()))
                continue
            case _:
                change(repo, dice)
                commit(repo, number)
        check(repo, cache, repo.head)


def test_more_tips_than_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LINES_KEPT", 2)
    repo, cache = Repo(tmp_path / "repo").write({"a": "0"}).commit(), tmp_path / "cache.db"
    start, tips = repo.head, []
    for number in range(4):
        repo.git("checkout", "-q", "--detach", start)
        tips.append(repo.write({"a": f"{number}\n", f"b{number}": "b"}).commit(f"{number}").head)
        check(repo, cache, tips[-1])

    for tip in (*tips, tips[0]):
        check(repo, cache, tip)


def test_tips_that_are_gone(tmp_path: Path) -> None:
    repo, cache = Repo(tmp_path / "repo").write({"a": "0"}).commit(), tmp_path / "cache.db"
    repo.write({"a": "1", "gone": "x"}).commit()
    check(repo, cache, repo.head)
    repo.git("reset", "-q", "--hard", "HEAD^")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    repo.write({"a": "2"}).commit()

    check(repo, cache, repo.head)


def test_deepening_a_shallow_clone(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    for number in range(5):
        repo.write({"a": f"{number}", f"f{number}": ""}).commit(f"{number}")
    clone = Repo(tmp_path / "clone")
    clone.git("fetch", "-q", "--depth=2", repo.root.as_uri(), "main")
    clone.git("checkout", "-q", "FETCH_HEAD")
    check(clone, tmp_path / "cache.db", clone.head)
    with Cache(tmp_path / "cache.db") as cache:
        cache.remember("moments", "q", ("weak",))

    for depth in ("--depth=3", "--unshallow"):
        clone.git("fetch", "-q", depth, repo.root.as_uri(), "main")
        check(clone, tmp_path / "cache.db", clone.head)
        with Cache(tmp_path / "cache.db") as cache:
            assert cache.recall("moments", "q") is None, "an answer that knew less is asked for again"


@pytest.mark.parametrize("date", ["0 +0000", "@99999999999 +0000", "@253402300800 +0000", "2025-01-01T00:00:00"])
def test_any_date_is_one_that_can_be_shown(date: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a"}).commit()
    raw_commit = repo.git("cat-file", "commit", "HEAD").replace(
        repo.git("cat-file", "commit", "HEAD").split("committer ")[1].split("\n")[0],
        f"Ada <ada@example.org> {date.removeprefix('@')}",
    )
    (tmp_path / "commit").write_text(raw_commit + "\n")
    odd = repo.git("hash-object", "-t", "commit", "-w", "--literally", str(tmp_path / "commit"))

    with Cache(tmp_path / "cache.db") as cache:
        found = History(cache, Git(repo.root), odd).date(odd)
    assert found is not None
    assert 0 <= found <= 253402300799


def test_a_path_of_a_thousand_folders(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a"}).commit()
    blob, path = repo.git("rev-parse", "HEAD:a"), "d/" * 1500 + "f"
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    repo.git("commit", "-q", "-m", "deep")

    with Cache(tmp_path / "cache.db") as cache:
        assert [c.status for c in History(cache, Git(repo.root), repo.head).changes(path)] == ["A"]


def test_what_git_replaces_or_grafts_changes_no_evidence(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "1"}).commit()
    repo.write({"a": "2"}).commit()
    repo.write({"b": "3"}).commit()
    check(repo, tmp_path / "cache.db", repo.head)
    before = repo.git("rev-list", "HEAD").split()
    repo.git("replace", "--graft", "HEAD")

    with Cache(tmp_path / "other.db") as cache:
        history = History(cache, Git(repo.root), repo.head)
        assert [history.position(oid) for oid in before] == [0, 1, 2]
        assert len(history.changes("a")) == 2


def test_without_a_tip_there_is_nothing(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    with Cache(tmp_path / "cache.db") as cache:
        history = History(cache, Git(repo.root), None)
        assert (len(history), history.changes("a"), history.every_file(), history.at(10**10)) == (0, (), (), None)
        with pytest.raises(GitError, match="0000000"):
            History(cache, Git(repo.root), "0" * 40)


def test_a_change_says_what_it_did(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "1"}).commit(date="2025-03-01")
    first = repo.head
    repo.remove("a").commit(date="2025-03-02")
    with Cache(tmp_path / "cache.db") as cache:
        history = History(cache, Git(repo.root), repo.head)
        blob = repo.git("rev-parse", f"{first}:a")
        assert history.changes("a") == (Change(first, 1, "A", blob), Change(repo.head, 0, "D", blob))
        assert history.at((history.date(first) or 0) + 5) == first
