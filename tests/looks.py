"""Asks everything that our modules ask of a repository, for tests that watch what happens meanwhile."""

from __future__ import annotations

from pathlib import Path

from mementod.judging.contents import Contents
from mementod.judging.engine import Engine, Request
from mementod.judging.snapshot import of_commit, of_index, of_work_tree
from mementod.paths import Paths
from mementod.stores.cache import Cache
from mementod.vcs.branches import Branches
from mementod.vcs.history import History
from mementod.vcs.ignores import Ignores
from mementod.vcs.objects import Objects
from mementod.vcs.repository import commit_id, find


def look_at_everything(root: Path, store: Path, missing: str) -> None:
    """Every public question of the modules that talk to git."""
    repository = find(root)
    git, head = repository.git, repository.head or ""
    with Objects(git) as objects, Cache(store) as cache:
        history = History(cache, git, commit_id(repository, "HEAD"))
        for snapshot in (of_work_tree(git, True, objects), of_index(git, objects), of_commit(git, objects, head)):
            contents = Contents(snapshot, root, cache)
            for path in snapshot.files:
                snapshot.read(path), snapshot.kind(path), contents.oid(path), history.changes(path)
        assert objects.blob(missing) is None
        assert not objects.exists("1234567")
        assert Branches(git, objects, history).having("side") == "other"
        ignores = Ignores(git, True)
        assert ignores.covers("build/x")
        assert not ignores.covers("link/x")
        ignores.close()


def check_everything(root: Path, paths: Paths) -> dict[str, str]:
    """Every kind of judgement; cited text -> verdict in the work tree."""
    with Engine(root, paths) as engine:
        for request in (Request(root, staged=True), Request(root, rev="HEAD~1"), Request(root, range="HEAD~2..HEAD")):
            engine.check(request)
        assert engine.explain("CLAUDE.md", 1)
        engine.symbols("alpha")
        report = engine.check(Request(root))
        return {f.citation.text: f.verdict.value for n in report.notes for f in n.findings}
