"""A repository is known by its id: after a move, beside its copy, in each of its work trees."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import unprivileged
from canaries import Canaries
from mementod.errors import UserError
from mementod.ipc.daemon_answers import write_through
from mementod.registry import identity
from mementod.registry.enrolment import Trust, forget, plan, trust
from mementod.registry.repos import Drop, Standing, State, find, look, match, state
from mementod.registry.scanning import Form, scan
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled
from repos import Repo

NOW = "2026-11-30T12:00:00+00:00"
ODD_NAMES = ("plain", "two\nlines", "-dash", "weiß 中文", "q'u\"o$te", os.fsdecode(b"\xff bytes"))


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "state/ledger.db"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "r").write({"CLAUDE.md": "x"}).commit()


def rows(ledger: Path) -> tuple[Enrolled, ...]:
    with Ledger(ledger) as store:
        return store.enrolled()


def enrol(root: Path, ledger: Path) -> Enrolled:
    """As the command does."""
    planned = plan(match(look(root), rows(ledger)), rows(ledger), NOW)
    write_through(ledger, planned.changes)
    if planned.write:
        identity.write(planned.row.common, planned.write)
    return planned.row


def leave(row: Enrolled, ledger: Path) -> None:
    forget(row, [other for other in rows(ledger) if other.id != row.id])
    write_through(ledger, (Drop(row.id),))


def known(root: Path, ledger: Path) -> Enrolled | None:
    with Ledger(ledger) as store:
        return find(root, store)


def standing(root: Path, ledger: Path) -> Standing:
    return match(look(root), rows(ledger)).standing


@pytest.mark.parametrize("name", ODD_NAMES)
def test_enrolled_and_found_again(name: str, tmp_path: Path, ledger: Path) -> None:
    repo = Repo(tmp_path / name).write({"sub/a.py": ""})

    row = enrol(repo.root, ledger)

    assert (row.root, row.common, row.trust) == (repo.root, repo.root / ".git", Trust.OWNER)
    assert repo.git("config", "mementod.id") == row.id
    assert known(repo.root / "sub", ledger) == row
    assert state(row) == (State.HERE, None)
    assert enrol(repo.root, ledger) == row, "once more changes nothing"
    assert repo.git("status", "--porcelain", "--untracked-files=no") == ""


def test_a_moved_one_is_known_again(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    row = enrol(repo.root, ledger)
    old_key, new = look(repo.root).repository.key, tmp_path / "new"
    with Ledger(ledger) as store:
        store.vouch(old_key, [("a.md", "x", "c")], NOW)
    repo.root.rename(new)

    assert state(row) == (State.MOVED, new)
    found = known(new, ledger)
    assert found is not None
    assert (found.id, found.root, found.common) == (row.id, new, new / ".git")

    assert enrol(new, ledger) == found
    assert rows(ledger) == (found,)
    with Ledger(ledger) as store:
        assert list(store.vouched(look(new).repository.key)) == [("a.md", "x")], "what was verified moves with it"


def test_far_away_it_is_gone_until_somebody_is_there(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    row = enrol(repo.root, ledger)
    (tmp_path / "far").mkdir()
    repo.root.rename(tmp_path / "far/r")
    assert state(row) == (State.GONE, None)
    assert standing(tmp_path / "far/r", ledger) is Standing.MOVED


def test_another_repository_in_its_place_is_not_it(repo: Repo, ledger: Path) -> None:
    row = enrol(repo.root, ledger)
    shutil.rmtree(repo.root)
    other = Repo(repo.root)
    identity.write(other.root / ".git", "f" * 16)
    assert state(row) == (State.GONE, None)
    assert known(repo.root, ledger) is None


def test_a_copy_gets_an_id_of_its_own(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    before = (repo.root / ".git/config").read_bytes()
    row = enrol(repo.root, ledger)
    copy = tmp_path / "copy"
    shutil.copytree(repo.root, copy)

    assert known(copy, ledger) is None, "nobody enrolled the copy"
    assert standing(copy, ledger) is Standing.COPIED
    other = enrol(copy, ledger)

    assert other.id != row.id
    assert (known(copy, ledger), known(repo.root, ledger)) == (other, row)
    leave(other, ledger)
    assert (copy / ".git/config").read_bytes() == before


def test_linked_work_trees_are_rows_of_one_repository(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    before = (repo.root / ".git/config").read_bytes()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))

    linked, main = enrol(tmp_path / "linked", ledger), enrol(repo.root, ledger)

    assert linked.common == main.common == repo.root / ".git"
    assert identity.family(linked.id) == identity.family(main.id) == main.id
    repo.git("worktree", "move", str(tmp_path / "linked"), str(tmp_path / "else"))
    assert standing(tmp_path / "else", ledger) is Standing.MOVED
    assert enrol(tmp_path / "else", ledger).id == linked.id

    leave(main, ledger)
    assert known(tmp_path / "else", ledger) is not None, "the other one keeps the id"
    leave(rows(ledger)[0], ledger)
    assert (repo.root / ".git/config").read_bytes() == before


def test_work_trees_of_a_moved_repository(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked, main = enrol(tmp_path / "linked", ledger), enrol(repo.root, ledger)
    repo.root.rename(tmp_path / "new")
    subprocess.run(["git", "-C", str(tmp_path / "new"), "worktree", "repair", str(tmp_path / "linked")], check=True)
    assert enrol(tmp_path / "new", ledger).id == main.id
    assert enrol(tmp_path / "linked", ledger).common == tmp_path / "new/.git"
    assert len(rows(ledger)) == 2
    assert state(rows(ledger)[0])[0] is State.HERE
    assert linked.id in {row.id for row in rows(ledger)}


def test_a_copied_work_tree_does_not_rename_its_repository(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    row = enrol(tmp_path / "linked", ledger)
    shutil.copytree(tmp_path / "linked", tmp_path / "copy")
    with pytest.raises(UserError, match="same git directory"):
        enrol(tmp_path / "copy", ledger)
    assert known(tmp_path / "linked", ledger) == row


def test_a_submodule_is_a_repository_of_its_own(repo: Repo, tmp_path: Path, ledger: Path) -> None:
    Repo(tmp_path / "lib").write({"CLAUDE.md": "x"}).commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "lib"), "lib")
    inner, outer = enrol(repo.root / "lib", ledger), enrol(repo.root, ledger)
    assert inner.common == repo.root / ".git/modules/lib"
    assert inner.id != outer.id
    assert known(repo.root / "lib", ledger) == inner


def test_a_folder_without_git_is_known_by_its_path(tmp_path: Path, ledger: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    row = enrol(folder, ledger)
    assert (row.id, row.common, row.config) == (identity.of_path(folder), folder, "")
    assert known(folder, ledger) == row
    Repo(folder)
    again = enrol(folder, ledger)
    assert again.id == row.id, "it became a repository"
    assert identity.read(folder / ".git") == row.id


def test_a_lost_id_is_written_again(repo: Repo, ledger: Path) -> None:
    row = enrol(repo.root, ledger)
    repo.git("config", "--unset", "mementod.id")
    assert known(repo.root, ledger) == row
    assert enrol(repo.root, ledger) == row
    assert repo.git("config", "mementod.id") == row.id


def test_a_lost_ledger_takes_the_id_that_is_there(repo: Repo, ledger: Path, tmp_path: Path) -> None:
    before = (repo.root / ".git/config").read_bytes()
    row = enrol(repo.root, ledger)
    other = tmp_path / "other/ledger.db"
    again = enrol(repo.root, other)
    assert again.id == row.id
    leave(again, other)
    assert (repo.root / ".git/config").read_bytes() == before


@pytest.mark.parametrize("nonsense", ["", "x", "0123456789abcdeg", "0123456789abcdef0", "0123456789ABCDEF"])
def test_nonsense_is_no_id(nonsense: str, repo: Repo, ledger: Path) -> None:
    repo.git("config", "mementod.id", nonsense)
    assert look(repo.root).id is None
    assert identity.read(repo.root / ".git") is None
    row = enrol(repo.root, ledger)
    assert repo.git("config", "mementod.id") == row.id


CONFIGS: dict[str, bytes] = {
    "plain": b"[core]\n\tbare = false\n",
    "no end": b"[core]\n\tbare = false",
    "crlf": b"[core]\r\n\tbare = false\r\n",
    "comment last": b"[core]\n\tbare = false\n# the end",
    "own section": b"[core]\n\tbare = false\n[mementod]\n\tother = 1\n",
    "own section, no end": b"[mementod]\n\tother = 1\n[core]\n\tbare = false",
    "empty section": b"[mementod]\n[core]\n\tbare = false\n",
    "other case": b"[Mementod]\n",
    "empty": b"",
    "bytes": b'[core]\n\tbare = false\n[user]\n\tname = "\xff\xfe"\n',
}  # fmt: skip


@pytest.mark.parametrize("name", CONFIGS)
def test_leaving_gives_back_the_configuration(name: str, repo: Repo, ledger: Path) -> None:
    config = repo.root / ".git/config"
    config.write_bytes(CONFIGS[name])
    config.chmod(0o640)

    row = enrol(repo.root, ledger)
    assert look(repo.root).id == row.id
    leave(row, ledger)

    assert config.read_bytes() == CONFIGS[name]
    assert config.stat().st_mode & 0o777 == 0o640
    assert not config.with_name("config.lock").exists()


def test_leaving_keeps_what_was_edited_since(repo: Repo, ledger: Path) -> None:
    row = enrol(repo.root, ledger)
    repo.git("config", "user.name", "Eve")
    leave(row, ledger)
    assert repo.git("config", "user.name") == "Eve"
    assert b"mementod" not in (repo.root / ".git/config").read_bytes()


def test_leaving_follows_a_link_to_the_configuration(repo: Repo, ledger: Path, tmp_path: Path) -> None:
    config, real = repo.root / ".git/config", tmp_path / "real"
    config.rename(real)
    config.symlink_to(real)
    before = real.read_bytes()
    leave(enrol(repo.root, ledger), ledger)
    assert config.is_symlink()
    assert real.read_bytes() == before


def test_no_id_from_an_included_file(repo: Repo, ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").write_text("[mementod]\n\tid = 0123456789abcdef\n")
    repo.git("config", "include.path", str(tmp_path / "shared"))
    assert look(repo.root).id is None


def test_nothing_of_a_repository_runs(ledger: Path, tmp_path: Path) -> None:
    canaries = Canaries(tmp_path)
    config = canaries.repo.root / ".git/config"
    before = config.read_bytes()
    row = enrol(canaries.repo.root, ledger)
    assert state(row)[0] is State.HERE
    leave(row, ledger)
    assert canaries.ran == set()
    assert config.read_bytes() == before


def test_bare(tmp_path: Path) -> None:
    Repo(tmp_path / "b", "--bare")
    with pytest.raises(UserError, match="bare repository"):
        look(tmp_path / "b")


FOREIGN = """
from mementod.ipc.daemon_answers import write_through
from mementod.registry.enrolment import trust
from mementod.errors import UserError
from mementod.registry.repos import look, state
from mementod.stores.ledger_rows import Enrolled
for name in ("r", "plain"):
    try:
        trust(look(Path(name).resolve()))
    except UserError as error:
        print(error)
row = Enrolled("0" * 16, Path("closed/x").resolve(), Path("closed/x/.git").resolve(), "owner", "", "now")
print(state(row)[0])
"""


def test_what_belongs_to_another_user(repo: Repo, tmp_path: Path) -> None:
    if os.getuid():
        pytest.skip("only root can make files of another user")
    unprivileged.open_up(tmp_path)
    closed = tmp_path / "closed"
    for path in (tmp_path / "plain", closed):
        path.mkdir()
    closed.chmod(0o700)
    for path in (repo.root, *repo.root.rglob("*")):
        os.chown(path, 0, 0, follow_symlinks=False)
    git, plain, where = unprivileged.run(FOREIGN, folder=tmp_path).splitlines()
    assert "git does not trust" in git
    assert "belongs to another user" in plain
    assert where == State.UNREADABLE, "where nobody may look nothing is gone"


def test_git_may_vouch_for_a_repository_of_another(repo: Repo) -> None:
    if os.getuid():
        pytest.skip("only root can make files of another user")
    os.chown(repo.root, unprivileged.NOBODY, unprivileged.NOBODY)
    with pytest.raises(UserError, match=r"safe\.directory"):
        look(repo.root)
    repo.git("config", "--global", "--add", "safe.directory", str(repo.root))
    assert trust(look(repo.root)) is Trust.GRANTED


def forms(folder: Path) -> dict[str, Form]:
    return {str(seen.path.relative_to(folder)): seen.form for seen in scan(folder).found}


def test_a_scan_finds_work_trees(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", str(tmp_path / "w/linked"))
    Repo(tmp_path / "lib").write({"a": ""}).commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "lib"), "sub/lib")
    for name in ("r/node_modules/dep", "r/.venv/src", "r/vendor/x", ".cache/x", "a/b/c/d/e/f/g/deep", "modules/own"):
        Repo(tmp_path / name)
    Repo(tmp_path / "apart", "--separate-git-dir", str(tmp_path / "modules/apart.git"))
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "broken/.git").mkdir(parents=True)
    (tmp_path / "word").mkdir()
    (tmp_path / "word/.git").write_text("words")
    os.mkfifo(tmp_path / "broken/.git/x")

    assert forms(tmp_path) == {
        "apart": Form.REPOSITORY,
        "lib": Form.REPOSITORY,
        "modules/own": Form.REPOSITORY,
        "r": Form.REPOSITORY,
        "r/sub/lib": Form.SUBMODULE,
        "w/linked": Form.LINKED,
    }


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_scan_of_odd_names(name: str, tmp_path: Path) -> None:
    Repo(tmp_path / "in" / name)
    assert [seen.path for seen in scan(tmp_path / "in").found] == [tmp_path / "in" / name]


def test_a_scan_says_what_it_left_out(tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"in/{number:03}/.git").mkdir(parents=True)
        (tmp_path / f"in/{number:03}/.git/HEAD").touch()
    result = scan(tmp_path / "in")
    assert len(result.found) == 500
    assert "too much" in result.problems[0]
