"""Links of every kind, and things that are no files, in the three trees."""

from __future__ import annotations

import os
from pathlib import Path

from mementod.judging.contents import Contents, blob_id
from mementod.judging.engine import Engine, Request
from mementod.judging.snapshot import Snapshot, of_commit, of_index, of_work_tree, read_regular
from mementod.paths import Paths
from mementod.stores.cache import Cache
from mementod.vcs.objects import Objects
from mementod.vcs.repository import find
from mementod_parsers.model import Verdict
from repos import Repo


def tree(repo: Repo) -> Snapshot:
    return of_work_tree(find(repo.root).git, True)


LINKS: dict[str, tuple[str, str | None, bytes | None]] = {
    # link -> what it says, kind, content
    "to-file": ("src/a.py", "file", b"a\n"),
    "to-dir": ("src", "dir", None),
    "dangling": ("none", "file", None),
    "loop": ("loop", "file", None),
    "out": ("../outside", "file", None),
    "out-dir": ("..", "file", None),
    "absolute": ("/etc/passwd", "file", None),
    "sub/up": ("../src/a.py", "file", b"a\n"),
    "via": ("to-dir/a.py", "file", b"a\n"),
    "back": ("src/../../repo/src/a.py", "file", None),  # leaves on its way: not followed
}
BELOW = {
    "to-dir/a.py": "file",
    "to-dir/none": None,
    "dangling/x": None,
    "out-dir/outside": "file",
    "absolute/x": "file",
}


def test_links_are_followed_while_they_stay_inside(tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("secret\n")
    repo = Repo(tmp_path / "repo").write({"src/a.py": "a\n", "sub/b": "b"})
    for name, (target, _, _) in LINKS.items():
        (repo.root / name).symlink_to(target)
    (repo.root / "inside").symlink_to(repo.root / "src/a.py")
    repo.commit()
    git = find(repo.root).git

    with Objects(git) as objects:
        now, index, commit = (
            of_work_tree(git, True, objects),
            of_index(git, objects),
            of_commit(git, objects, repo.head),
        )
        for name, (_, kind, content) in LINKS.items():
            assert [s.kind(name) for s in (now, index, commit)] == [kind] * 3, name
            assert now.read(name) == content, name
        for path, kind in BELOW.items():
            assert [s.kind(path) for s in (now, index, commit)] == [kind] * 3, path
        assert now.read("to-dir/a.py") == b"a\n"
        assert now.read("out-dir/outside") is None
        assert now.read("inside") == b"a\n"


LINKED = """\
---
type: snapshot
---
`src/link.py` begins with `src/link.py:1`.
"""


def test_a_cited_link_means_what_it_leads_to_then_and_now(tmp_path: Path, paths: Paths) -> None:
    """Who reads a link reads what it leads to: in the work tree, in the index and in every commit."""
    repo = Repo(tmp_path / "repo").write({"src/real.py": "def one():\n    return 1\n", "CLAUDE.md": LINKED})
    (repo.root / "src/link.py").symlink_to("real.py")
    repo.commit()
    assert verdicts(repo, paths) == dict.fromkeys(("worktree", "index", "HEAD"), [Verdict.OK] * 2)

    repo.write({"src/real.py": "def two():\n    return 2\n"}).commit("Another")
    changed = [Verdict.CHANGED, Verdict.SHIFTED]
    assert verdicts(repo, paths) == dict.fromkeys(("worktree", "index", "HEAD"), changed)

    (repo.root / "CLAUDE.md").write_text(LINKED.replace("begins with `src/link.py:1`", "begins"))
    with Engine(repo.root, paths) as engine:
        engine.verify(("CLAUDE.md",))
    assert verdicts(repo, paths)["worktree"] == [Verdict.OK]


def verdicts(repo: Repo, paths: Paths) -> dict[str, list[Verdict]]:
    """Of the citations, in their order, in each tree."""
    asked = {
        "worktree": Request(repo.root),
        "index": Request(repo.root, staged=True),
        "HEAD": Request(repo.root, rev="HEAD"),
    }
    found = {}
    for tree, request in asked.items():
        with Engine(repo.root, paths) as engine:
            (note,) = engine.check(request).notes
            found[tree] = [finding.verdict for finding in note.findings]
    return found


def test_a_link_is_known_by_what_it_leads_to_now(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "a"}).commit()
    (repo.root / "link.py").symlink_to("a.py")
    for path in ("a.py", "link.py"):
        os.utime(repo.root / path, (1, 1), follow_symlinks=False)

    for content in (b"a", b"b"):
        (repo.root / "a.py").write_bytes(content)
        with Cache(tmp_path / "cache.db") as cache:
            contents = Contents(tree(repo), repo.root, cache)
            assert contents.oid("link.py") == blob_id(content)
            contents.flush()


def test_pipes_and_sockets_never_block(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "a", "CLAUDE.md": "x"}).commit()
    for name in ("a.py", "CLAUDE.md"):
        (repo.root / name).unlink()
        os.mkfifo(repo.root / name)
    os.mkfifo(repo.root / "loose.md")

    snapshot = tree(repo)

    for name in ("a.py", "CLAUDE.md", "loose.md"):
        assert (snapshot.kind(name), snapshot.read(name), read_regular(repo.root, name)) == ("file", None, None)
    with Cache(tmp_path / "cache.db") as cache:
        assert Contents(snapshot, repo.root, cache).oid("a.py") is None
