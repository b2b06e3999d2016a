"""Trees and blobs of commits equal what git itself says, and what is missing or damaged is None."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from histories import Random, grow
from mementod.judging.then import Then
from mementod.stores.cache import Cache
from mementod.vcs import cat_file
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from repos import Repo

SEEDS = range(3)


def listed(repo: Repo, commit: str) -> dict[str, str]:
    """Every path of a commit, folders too, as git lists it."""
    out = subprocess.run(
        ["git", "-C", str(repo.root), "ls-tree", "-r", "-t", "-z", commit], check=True, capture_output=True
    ).stdout
    rows = (field.partition(b"\t") for field in out.split(b"\0") if field)
    return {text(path): "file" if b" blob " in meta else "dir" for meta, _, path in rows}


@pytest.mark.parametrize("seed", SEEDS)
def test_then_is_what_git_lists(seed: int, tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(seed))
    git, commits = Git(repo.root), repo.git("rev-list", "--all").split()
    trees = {commit: listed(repo, commit) for commit in commits}
    ever = {path for tree in trees.values() for path in tree} | {"", "none", "none/deeper"}

    with Objects(git) as objects, Cache(tmp_path / "cache.db") as cache:
        history = History(cache, git, repo.head)
        for commit in commits:
            then = Then(commit, objects, history)
            assert {p: k for p in ever if p and (k := then.kind(p))} == trees[commit]
            assert then.kind("") == "dir"
            bases = {path.rpartition("/")[2] for path in ever if path}
            reachable = history.position(commit) is not None
            if reachable:
                assert all(
                    then.named(b) == sorted(p for p in trees[commit] if p.rpartition("/")[2] == b) for b in bases
                )
                found = then.matching(re.compile(r".*\.py\Z"))
                wanted = {p for p, k in trees[commit].items() if k == "file" and p.endswith(".py") and "\n" not in p}
                assert set(found) == wanted or len(found) == 20


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_contents(algorithm: str, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo", f"--object-format={algorithm}")
    repo.write({"a/b.py": "x = 1\n", "empty": "", "bytes": b"\0\xff\n" * 9}).commit()

    with Objects(Git(repo.root), 32 if algorithm == "sha256" else 20) as objects:
        assert objects.file(repo.head, "a/b.py") == b"x = 1\n"
        assert objects.file(repo.head, "empty") == b""
        assert objects.file(repo.head, "bytes") == b"\0\xff\n" * 9
        assert objects.file(repo.head, "a") is None
        assert objects.parents(repo.head) == ()
        assert objects.root(repo.head) == repo.git("rev-parse", "HEAD^{tree}")
        assert objects.missing == 0


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("HEAD", True),
        ("0" * 40, False),
        ("", False),
        ("x y", False),
        ("a\nHEAD", False),
        ("a\0b", False),
        ("\udcff", False),
    ],
)
def test_which_names_are_known(name: str, known: bool, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a"}).commit()

    with Objects(Git(repo.root)) as objects:
        assert objects.exists(name) is known
        assert objects.exists(repo.head[:8]), "and the next question still gets its own answer"
        assert objects.missing == 0


def test_what_is_too_large_is_skipped_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cat_file, "BLOB_CAP_BYTES", 1000)
    repo = Repo(tmp_path / "repo").write({"big": "y" * 5_000_000, "small": "z"}).commit()

    with Objects(Git(repo.root)) as objects:
        assert objects.file(repo.head, "big") is None
        assert objects.file(repo.head, "small") == b"z"


def test_a_damaged_object_is_missing_and_the_others_are_not(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a\n", "b": "b\n", "sub/c": "c\n"}).commit()
    with Objects(Git(repo.root)) as objects:
        blob, tree = objects.lookup(repo.head, "a"), objects.lookup(repo.head, "sub")
    assert blob is not None
    assert tree is not None
    for oid in (blob.oid, tree.oid):
        loose = repo.root / ".git/objects" / oid[:2] / oid[2:]
        loose.chmod(0o644)
        loose.write_bytes(b"no object at all")

    with Objects(Git(repo.root)) as objects:
        assert objects.file(repo.head, "a") is None
        assert objects.file(repo.head, "b") == b"b\n"
        assert objects.lookup(repo.head, "sub/c") is None
        assert objects.missing == 2
        assert objects.lookup(repo.head, "sub/c") is None
        assert objects.missing == 3, "each look at a gap counts"


def test_damage_without_end_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cat_file, "DEATHS_CAP", 3)
    repo = Repo(tmp_path / "repo").write({"a": "a\n"}).commit()
    (repo.root / ".git/HEAD").write_text("nothing\n")  # cat-file cannot even start

    with Objects(Git(repo.root)) as objects:
        assert [objects.exists("1234567") for _ in range(3)] == [False] * 3
        with pytest.raises(GitError, match="again and again"):
            objects.exists("1234567")


def test_many_blobs_are_what_each_is_alone(tmp_path: Path) -> None:
    files = {f"f{n}": f"text {n}\n" * n for n in range(3 * cat_file.AHEAD)}
    repo = Repo(tmp_path / "repo").write(files).commit()
    damaged, gone = repo.git("rev-parse", "HEAD:f5"), "1" * 40
    loose = repo.root / ".git/objects" / damaged[:2] / damaged[2:]
    loose.chmod(0o644)
    loose.write_bytes(b"no object at all")

    with Objects(Git(repo.root)) as objects:
        oids = [gone, *(entry.oid for name in files if (entry := objects.lookup(repo.head, name)))]
        alone = [objects.blob(oid) for oid in oids]
        assert objects.missing == 2

        assert list(objects.blobs(oids)) == alone
        assert objects.missing == 4
        assert alone.count(None) == 2
        assert alone[-1] == files[f"f{3 * cat_file.AHEAD - 1}"].encode()


def test_other_questions_between_many_blobs(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a", "b": "b", "c": "c"}).commit()

    with Objects(Git(repo.root)) as objects:
        oids = [repo.git("rev-parse", f"HEAD:{name}") for name in "abc"]
        seen = [(data, objects.file(repo.head, "a")) for data in objects.blobs(oids)]

    assert seen == [(b"a", b"a"), (b"b", b"a"), (b"c", b"a")]


@pytest.mark.parametrize("seed", SEEDS)
def test_differing_is_what_git_tells_apart(seed: int, tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(seed))
    commits = repo.git("rev-list", "--all").split()

    def files(commit: str) -> set[tuple[str, str, str]]:
        out = subprocess.run(
            ["git", "-C", str(repo.root), "ls-tree", "-r", "-z", commit], check=True, capture_output=True
        ).stdout
        rows = (field.partition(b"\t") for field in out.split(b"\0") if field)
        split = ((text(path), *meta.decode().split()) for meta, _, path in rows)
        return {(path, mode, oid) for path, mode, _, oid in split}

    with Objects(Git(repo.root), tree_entries=3) as objects:  # trees of one question push each other out
        other = objects.root(commits[0])
        trees = [root for commit in commits if (root := objects.root(commit))]
        found = {(path, f"{entry.mode:o}", entry.oid) for path, entry in objects.differing(trees, other)}

    wanted = set[tuple[str, str, str]]().union(*map(files, commits)) - files(commits[0])
    assert found == wanted


def test_a_tree_of_many_names(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"x": ""}).commit()
    blob = repo.git("rev-parse", "HEAD:x")
    rows = "".join(f"100644 blob {blob}\tname-that-is-rather-long-{n:07}\n" for n in range(30_000))
    done = subprocess.run(
        ["git", "-C", str(repo.root), "mktree"], input=rows, check=True, capture_output=True, encoding="utf-8"
    )
    with Objects(Git(repo.root)) as objects:
        assert len(objects.tree(done.stdout.strip())) == 30_000


def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "a\n"}).commit()
    git = Git(repo.root)
    started: list[subprocess.Popen[bytes]] = []

    class Watched(Git):
        def open(self, *args: str, errors: object = None) -> subprocess.Popen[bytes]:
            started.append(git.open(*args))
            return started[-1]

    with Objects(Watched(repo.root)) as objects:
        assert objects.file(repo.head, "a") == b"a\n"
        started[0].kill()
        started[0].wait()
        assert objects.file(repo.head, "a") == b"a\n"
