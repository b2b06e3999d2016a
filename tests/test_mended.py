"""What is mended while a tree changes is what would be made of the tree anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

import edits
from histories import change, commit, grow
from mementod.brain.hints import Hints
from mementod.judging import snapshot as snapshot_module
from mementod.judging.contents import Contents
from mementod.judging.listing import listed_among
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot, of_work_tree
from mementod.judging.tip_code import TipCode
from mementod.parsing import occurrences, word_index
from mementod.parsing.table import Table
from mementod.paths import Paths
from mementod.vcs.git import Git
from mementod_parsers.resolve import base_name
from repos import Repo

SEEDS = range(3)
STEPS = 12
WORDS = sorted(
    {f"{verb}_{name}_{scope}" for verb in ("open", "load") for name in edits.NAMES for scope in ("src", "lib")}
)
CITED = [*WORDS, "OPEN_store_src", "openstoresrc", "LIMIT_LOG", "build", "nowhere_at_all"]


@pytest.fixture(params=[2, 2000], ids=["small limits", "large limits"])
def limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either every change is beyond them, or none is."""
    for module, name in (
        (snapshot_module, "MENDED_CAP"),
        (occurrences, "MENDED_CAP"),
        (occurrences, "PORTION"),
        (word_index, "LOOSE_CAP"),
    ):
        monkeypatch.setattr(module, name, request.param)


@pytest.fixture
def resources(tmp_path: Path, paths: Paths) -> Iterator[Resources]:
    edits.build(tmp_path / "repo")
    with Resources(tmp_path / "repo", paths, is_lasting=True) as found:
        yield found


def shown(tree: Snapshot) -> object:
    """All that a tree says of its paths."""
    paths = sorted({*tree.files, *tree.dirs})
    bases = sorted({base_name(path) for path in paths})
    return (
        sorted(tree.files.items()),
        sorted(tree.dirs),
        [(path, tree.kind(path), tree.read(path)) for path in paths],
        [(base, tree.named(base), tree.alike(base)) for base in bases],
        tree.matching(re.compile(r".*o.*\Z")),
        tree.modules,
    )


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tree_becomes_what_is_listed_later(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    repo = grow(Repo(tmp_path / "repo"), dice, 4)
    git = Git(repo.root)
    now = of_work_tree(git, True)
    shown(now)  # every index is made
    for number in range(STEPS):
        before = {*now.files, *now.dirs}
        change(repo, dice)
        if number % 3 == 0:
            commit(repo, number)
        came = now.become(of_work_tree(git, True))
        assert shown(now) == shown(of_work_tree(git, True))
        assert before ^ {*now.files, *now.dirs} <= came


@pytest.mark.usefixtures("limits")
def test_a_tree_becomes_what_is_listed_of_some_paths(resources: Resources) -> None:
    repo, dice, git = Repo(resources.root), Random(1), resources.repository.git
    now = of_work_tree(git, True)
    shown(now)
    for number in range(STEPS):
        _, hints = edits.edit(repo, dice, number)
        asked = [path for path in hints.paths if path in now.files or not (repo.root / path).is_dir()]
        found = None if hints != Hints(hints.paths) else listed_among(git, asked, now.files)
        now.become(of_work_tree(git, True, None, found), None if found is None else asked)
        assert shown(now) == shown(of_work_tree(git, True))


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize("seed", SEEDS)
def test_names_that_come_and_go_are_known_as_by_a_new_table(seed: int, resources: Resources) -> None:
    repo, dice = Repo(resources.root), Random(seed)
    now = of_work_tree(resources.repository.git, True, resources.objects)
    contents = Contents(now, resources.root, resources.cache)
    table, kept = Table(now, contents, resources.cache, resources.facts), set[str]()
    for number in range(STEPS):
        edits.edit(repo, dice, number)
        came = now.become(of_work_tree(resources.repository.git, True, resources.objects))
        changed = came | contents.replaced(now.files).keys()
        contents.forget(changed)
        words = table.renew(changed)
        kept = set(dice.sample(CITED, dice.randrange(len(CITED))))
        table.keep(kept)
        near, enough = lambda name: frozenset[str](), lambda name, found: False
        table.prepare(kept, near, enough)
        table.settle(words, near, enough)
        assert all(step is None for step in table.index())

        anew = Table(now, Contents(now, resources.root, resources.cache), resources.cache, resources.facts)
        anew.prepare(kept, near, enough)
        for name in sorted(kept):
            assert [f(name) for f in (table.files, table.defined, table.use, table.in_config, table.alike)] == [
                f(name) for f in (anew.files, anew.defined, anew.use, anew.in_config, anew.alike)
            ], name
        assert table.unread == anew.unread


@pytest.mark.parametrize("seed", SEEDS)
def test_code_of_the_tip_is_followed_through_commits_and_edits(seed: int, resources: Resources) -> None:
    repo, dice = Repo(resources.root), Random(seed)
    with ExitStack() as stack:
        now = of_work_tree(resources.repository.git, True, resources.objects)
        contents = Contents(now, resources.root, resources.cache)
        followed = TipCode(resources.objects, contents)
        for number in range(STEPS):
            edits.edit(repo, dice, number)
            came = now.become(of_work_tree(resources.repository.git, True, resources.objects))
            changed = came | contents.replaced(now.files).keys()
            contents.forget(changed)
            followed.renew(changed)
            if dice.random() < 0.3:
                continue  # nobody asks
            fresh = Contents(now, resources.root, resources.cache)
            stack.callback(fresh.flush)
            assert sorted(followed.places(repo.head)) == sorted(TipCode(resources.objects, fresh).places(repo.head))
            assert followed.is_known
