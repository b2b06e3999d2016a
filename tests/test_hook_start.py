"""What a session begins with in a repository that has start-up notes, however little time there is."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from daemons import mementod, running
from hooked import alone, call, claude, context, hook, unhurried
from mementod.continuity.session_context import read
from mementod.hooks import hook_budget
from mementod.hooks.hook_budget import Budget, OutOfShare, TooLate
from mementod.hooks.hook_main import run
from mementod.hooks.hook_start import POINTER, START_BYTES
from mementod.paths import Paths
from repos import Repo

RULE = "Never rename `load_rows`."
NOTES = {
    "src/a.py": "def load_rows():\n    return 1\n",
    ".agent/init.d/02-principles.md": f"# Principles\n\n- {RULE}\n",
    ".agent/init.d/03-progress.md": "# Progress\n\n## In progress\n\n- [ ] `src/a.py`: cache rows because slow\n",
    ".agent/.gitignore": "session.ctx\n",
}
TRIES_CAP = 20  # on a machine so busy that it has no answer in time
Begins = Callable[..., str]


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write(NOTES).commit("first")


@pytest.fixture
def begins(repo: Repo, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Begins:
    """A session as the hook program has it without a daemon, but for the time that it may take on a busy machine."""
    unhurried(monkeypatch)

    def begin(source: str, session: str = "s") -> str:
        payload = call(repo.root, "SessionStart", session=session, source=source)
        return alone("agent", "claude", payload=payload, cwd=repo.root, paths=paths).stdout.decode()

    return begin


def test_it_is_the_text_of_boot(repo: Repo, begins: Begins) -> None:
    assert mementod("boot", folder=repo.root).returncode == 0
    for source in ("startup", "clear"):
        text = begins(source)
        assert RULE in text
        assert "cache rows because slow" in text
        assert "What is the smallest next step?" in text
    assert len(text) < START_BYTES + 500
    assert "smallest next step?" not in begins("resume")


def test_after_a_compaction_what_binds_comes_back(repo: Repo, begins: Begins) -> None:
    assert mementod("boot", folder=repo.root).returncode == 0
    text = begins("compact")
    assert "Hard constraints" in text
    assert RULE in text
    assert POINTER in text


@pytest.mark.parametrize("source", ["startup", "compact"])
def test_where_nothing_was_judged_it_is_told_where_to_ask(repo: Repo, begins: Begins, source: str) -> None:
    assert POINTER in begins(source)


def test_nothing_is_said_where_there_are_no_notes(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "plain").write({"src/a.py": "x = 1\n", ".agent/init.d/keep": ""}).commit()
    for source in ("startup", "compact"):
        assert claude(call(repo.root, "SessionStart", source=source)) == {}


def test_a_daemon_tells_it_too(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    assert mementod("enrol", "--no-hooks", folder=repo.root).returncode == 0
    with running(paths, tmp_path) as daemon:
        daemon.follow(repo.root)

        def begins(number: int) -> str:
            return context(claude(call(repo.root, "SessionStart", session=str(number), source="startup")))

        assert any("What is the smallest next step?" in begins(number) for number in range(TRIES_CAP))


@pytest.mark.parametrize("source", ["startup", "compact"])
def test_without_any_time_it_is_told_where_to_ask(
    source: str, repo: Repo, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As on a machine so busy that nothing ends before the hook's time does."""
    monkeypatch.setattr(hook_budget, "BUDGET_S", 0.02)
    for number in range(5):
        payload = call(repo.root, "SessionStart", session=f"{source}{number}", source=source)
        assert run(("agent", "claude"), payload) == 0
        said = capfd.readouterr()
        assert "mementod boot" in said.out
        assert said.err == ""


def test_the_end_of_a_share_is_told_once_however_slowly_it_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The alarm comes again while what was open is being closed."""
    unhurried(monkeypatch)
    budget = Budget()
    try:
        with budget.share():
            for error in (OutOfShare, TooLate, TooLate):
                with pytest.raises(error):
                    signal.raise_signal(signal.SIGALRM)
    finally:
        budget.close()


def test_the_session_before_is_the_one_that_is_told(repo: Repo, begins: Begins) -> None:
    assert mementod("boot", folder=repo.root).returncode == 0
    assert "The one before it" not in begins("startup", "first")
    head = repo.head
    repo.write({"src/b.py": "x = 1\n"}).commit("More")
    begins("startup", "second")
    said = mementod("boot", folder=repo.root).stdout
    assert "The newest session (claude:second) began" in said
    assert "The one before it (claude:first) began" in said
    assert f"on this branch at {head[:9]}: look at what was committed since" in said
    noted = read(repo.root)
    assert noted is not None
    assert noted.before is not None
    assert (noted.session, noted.before.session) == ("claude:second", "claude:first")
    assert hook("agent", "claude", payload=b"{}").returncode == 0


def test_the_note_of_the_session_is_no_work(tmp_path: Path) -> None:
    files = {name: text for name, text in NOTES.items() if name != ".agent/.gitignore"}
    repo = Repo(tmp_path / "repo").write(files).commit("first").write({".agent/session.ctx": "session: s\n"})
    assert "session.ctx" not in mementod("boot", folder=repo.root).stdout
    assert "session.ctx" not in mementod("handoff", folder=repo.root).stdout
