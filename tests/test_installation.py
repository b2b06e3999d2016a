"""What is put into files of others is noted first: whatever ends a run, the next one knows what to undo."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import deaths
import unprivileged
from hooking import git_says, put_hook, tree
from mementod.errors import UserError
from mementod.installing.apply import Done, Undone
from mementod.installing.hook_places import HookPlaces
from mementod.installing.installation import CLIENTS_CAP, SCRIPT, Installation, LedgerBook, clients
from mementod.ipc import wire_changes
from mementod.registry.repos import Carry
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Installed
from mementod_hooks.install import Edit, Form, plan_run_hook
from repos import Repo

ODD = ("naïve", "\udcff", "two\nlines", 'quo"te')
FAMILY = "0123456789abcdef"
THEIRS = b"#!/bin/sh\ntheirs\n"
OURS = b"#!/bin/sh\n# >>> mementod x\nours\n# <<< mementod\ntheirs\n"


def row(odd: str = "x", whose: str = "claude") -> Installed:
    done = Done(f"/home/{odd}", f"/real/{odd}", Form.SCRIPT, "", "ab" * 32, (f"/home/{odd}", "/b"))
    return Installed(whose, done, "2026-11-30", 3)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    return state / "ledger.db"


@pytest.fixture
def installation(ledger: Path) -> Installation:
    return Installation(ledger.parent, LedgerBook(ledger))


@pytest.mark.parametrize("odd", ODD)
def test_any_path_is_noted_and_travels(odd: str, ledger: Path) -> None:
    change = Carry("claude", (row(odd),))
    assert wire_changes.change(wire_changes.plain_change(change)) == change
    with Ledger(ledger) as store:
        store.install("claude", change.rows)
        store.install("codex", [row(odd, "codex")])
        assert store.installed() == (row(odd), row(odd, "codex"))
        store.install("claude", ())
        assert store.installed() == (row(odd, "codex"),)


@pytest.mark.parametrize("nonsense", [[], ["carry"], ["carry", "x", [["one"]]], ["carry", "x", [[*"abcdefghi"]]]])
def test_what_is_no_change_is_refused(nonsense: list[object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        wire_changes.change(nonsense)


class Unwilling:
    """Nobody keeps what is installed: a ledger that another program holds."""

    def installed(self) -> tuple[Installed, ...]:
        return ()

    def install(self, _whose: str, _rows: Iterable[Installed], /) -> None:
        raise UserError("another program holds it")


def test_what_cannot_be_noted_is_not_done(tmp_path: Path) -> None:
    path = tmp_path / "hook"
    path.write_bytes(THEIRS)
    with pytest.raises(UserError, match="another program holds it"):
        Installation(tmp_path, Unwilling()).put_in("x", [Edit(str(path), Form.SCRIPT, THEIRS, OURS)])
    assert path.read_bytes() == THEIRS


def test_what_fails_is_not_noted(tmp_path: Path, installation: Installation) -> None:
    first, second = tmp_path / "new" / "first", tmp_path / "second"
    second.write_bytes(THEIRS)
    second.chmod(0o444)
    edits = [Edit(str(first), Form.SCRIPT, None, OURS), Edit(str(second), Form.SCRIPT, THEIRS, OURS)]
    with pytest.raises(UserError, match="is read-only"):
        installation.put_in("x", edits)
    assert installation.rows("x") == ()
    assert (first.parent.exists(), second.read_bytes()) == (False, THEIRS)


def test_what_cannot_be_taken_out_stays_noted_and_the_rest_goes(tmp_path: Path, installation: Installation) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for path in (first, second):
        path.write_bytes(THEIRS)
    installation.put_in("x", [Edit(str(path), Form.SCRIPT, THEIRS, OURS) for path in (first, second)])
    first.chmod(0o444)
    removal = installation.take_out("x")
    assert removal.done == {str(second): Undone.RESTORED}
    assert "first was left as it was: it is read-only" in removal.problems[0]
    assert [item.done.path for item in installation.rows("x")] == [str(first)]
    first.chmod(0o644)
    assert installation.take_out("x").problems == []
    assert (first.read_bytes(), installation.rows("x")) == (THEIRS, ())


@pytest.mark.parametrize("version", ["2.39.5", "2.55.0"])
@pytest.mark.timeout(60)
def test_killed_anywhere_the_next_run_undoes_it(
    version: str, tmp_path: Path, installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    git_says(version, tmp_path / "bin", monkeypatch)
    repo = Repo(tmp_path / "r")
    shutil.rmtree(repo.root / ".git/hooks", ignore_errors=True)
    config = repo.root / ".git/config"
    whole = tree(repo.root)
    places = HookPlaces(installation, tmp_path / "data" / "mementod" / "run-hook")

    def put_in() -> None:
        places.put_in(repo.root, config.parent, FAMILY)

    seen = set()
    for step in deaths.at_each_step(put_in):
        removal = places.take_out(config.parent, FAMILY)
        installation.release_script()
        seen.add(bool(removal.changed))
        assert tree(repo.root) == whole, f"killed at {step}"
        assert not (tmp_path / "data").exists(), f"killed at {step}"
    assert seen == {False, True}
    assert installation.rows(FAMILY)


def test_killed_while_it_is_undone(tmp_path: Path, installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    git_says("2.39.5", tmp_path / "bin", monkeypatch)
    repo = Repo(tmp_path / "r")
    put_hook(repo, THEIRS.decode())
    whole = tree(repo.root)
    places = HookPlaces(installation, tmp_path / "data" / "mementod" / "run-hook")
    places.put_in(repo.root, repo.root / ".git", FAMILY)
    for step in deaths.at_each_step(lambda: places.take_out(repo.root / ".git", FAMILY)):
        places.take_out(repo.root / ".git", FAMILY)
        assert tree(repo.root) == whole, f"killed at {step}"
        places.put_in(repo.root, repo.root / ".git", FAMILY)
    assert tree(repo.root) == whole


def test_a_lock_of_git_is_respected_and_a_dead_one_of_ours_is_not(tmp_path: Path, installation: Installation) -> None:
    config = tmp_path / "config"
    config.write_bytes(b"[core]\n")
    edit = Edit(str(config), Form.GIT_CONFIG, b"[core]\n", b"[core]\n# >>> mementod\nx\n# <<< mementod\n")
    lock = tmp_path / "config.lock"
    for held in (b"", b"[core]\n", b"mementod 1"):
        lock.write_bytes(held)
        with pytest.raises(UserError, match="git is writing it"):
            installation.put_in("x", [edit])
        assert lock.read_bytes() == held
    lock.write_bytes(b"mementod 4194999")  # above the largest number that a process may have
    installation.put_in("x", [edit])
    assert not lock.exists()


FULL = """
import resource, signal
from mementod.errors import UserError
from mementod.installing.installation import Installation, LedgerBook
from mementod_hooks.install import Edit, Form
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
theirs = b"#!/bin/sh\\n" + b"# theirs\\n" * 40_000
path = Path("hook").absolute()
path.write_bytes(theirs)
here = Installation(Path("state").absolute(), LedgerBook(Path("state/ledger.db").absolute()))
here.book.install("other", ())
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
ours = theirs + b"# >>> mementod\\nx\\n# <<< mementod\\n"
try:
    here.put_in("x", [Edit(str(path), Form.SCRIPT, theirs, ours)])
except UserError as error:
    print(error)
print(path.read_bytes() == theirs, here.rows("x"), sorted(p.name for p in Path(".").iterdir() if p.name != "tmpdir"))
"""


def test_a_full_disk_leaves_the_hook_as_it_was(tmp_path: Path) -> None:
    said, left = unprivileged.run_as_is(FULL, folder=tmp_path).splitlines()
    assert said.startswith(f"{tmp_path}/hook was left as it was: ")
    assert left == "True () ['hook', 'state']"


def test_the_script_is_ours_alone_and_stays_for_whoever_still_calls_it(
    tmp_path: Path, installation: Installation
) -> None:
    path = tmp_path / "data" / "mementod" / "run-hook"
    installation.script(path)
    assert path.stat().st_mode & 0o777 == 0o755
    path.chmod(0o644)
    installation.script(path)
    assert path.stat().st_mode & 0o777 == 0o755
    hook = tmp_path / "hook"
    installation.put_in("x", [Edit(str(hook), Form.SCRIPT, None, OURS)])
    assert installation.release_script().done == {}
    installation.take_out("x")
    installation.book.install(SCRIPT, ())  # as if the ledger had been lost
    installation.script(path)
    assert installation.release_script().done == {str(path): Undone.RESTORED}
    assert not path.exists()


def test_other_installations_on_this_machine_are_kept_while_they_are_there(tmp_path: Path) -> None:
    (tmp_path / "it's here").touch()
    here = (str(tmp_path / "it's here"), str(tmp_path / "it's here"))
    gone = ("/nowhere/python", "/nowhere/client.py")
    (edit,) = plan_run_hook("/x/mementod/run-hook", None, [here, gone]).edits
    own, *others = clients(edit.after)
    assert (own[0], Path(own[1]).name, others) == (sys.executable, "client.py", [here])
    (edit,) = plan_run_hook(
        "/x/mementod/run-hook", None, [own, *[(f"/usr/bin/env{'/.' * n}", here[1]) for n in range(9)]]
    ).edits
    assert len(clients(edit.after)) <= CLIENTS_CAP
    assert clients(b"\xff no script of ours") == (own,)
