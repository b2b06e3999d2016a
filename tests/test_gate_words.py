"""What the gates say is what helps: the rule that binds, the newest entry, the repair, the line that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemons import configure, mementod
from gate_repos import CONFIG, ENTRY, FILES, ask_commit, ask_edit, core_repo
from hooked import claude, denied, edit
from mementod.paths import Paths
from mementod_hooks.gate_model import Action, Lack
from repos import Repo

EDIT = {"src/core/a.py": "def parse_it():\n    return 2\n"}
RULE = "Do not touch `src/core/a.py` without asking me."
SECOND = "- src/core/a.py: split y because it is long\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


@pytest.mark.parametrize("is_ignored", [True, False])
def test_an_entry_that_no_commit_would_hold_is_named_unless_git_ignores_its_file(
    is_ignored: bool, tmp_path: Path
) -> None:
    files = {name: text for name, text in FILES.items() if name != "PROGRESS.md"}
    ignore = {".gitignore": "PROGRESS.md\n"} if is_ignored else {}
    repo = Repo(tmp_path / "repo").write({**files, **ignore, ".mementod.yaml": CONFIG}).commit("first")
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).git("add", "src")
    decision = ask_commit(repo)
    assert decision.action is (Action.ALLOW if is_ignored else Action.DENY)
    if not is_ignored:
        assert [each.lack for each in decision.missing] == [Lack.UNSTAGED]
        assert "git add -- PROGRESS.md" in decision.message
        repo.git("add", "PROGRESS.md")
        assert ask_commit(repo).action is Action.ALLOW


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        (ENTRY + SECOND, 2),
        (f"## 2026-02-01\n\n{SECOND}\n## 2026-01-01\n\n{ENTRY}", 3),
    ],
)
def test_of_old_entries_the_newest_is_named(entries: str, line: int, repo: Repo) -> None:
    repo.write({**EDIT, "PROGRESS.md": entries}).commit("work")
    assert f"line {line}, is from before its last commit" in ask_edit(repo).message


def test_an_old_entry_that_got_the_new_name_of_its_file_is_still_old(repo: Repo) -> None:
    """As `fix --write` does it. The same words of another file, beside the old ones, are a new entry."""
    repo.write({**EDIT, "PROGRESS.md": ENTRY}).commit("work")
    repo.git("mv", "src/core/a.py", "src/core/c.py")
    repo.commit("rename")
    renamed = ENTRY.replace("a.py", "c.py")
    repo.write({"PROGRESS.md": renamed})
    assert ask_edit(repo, "src/core/c.py").action is Action.DENY
    repo.write({"PROGRESS.md": ENTRY + renamed})
    assert ask_edit(repo, "src/core/c.py").action is Action.ALLOW
    repo.write({"PROGRESS.md": renamed + SECOND.replace("a.py", "c.py")})
    assert ask_edit(repo, "src/core/c.py").action is Action.ALLOW


CODE = "def parse_it():\n    return 1\n"
REWRITTEN = [
    ("- src/core/a.py:1: rename x because it is short\n", "- src/core/a.py:7: rename x because it is short\n", {}),
    ("- `src/core/表.py`: rename x because it is short\n", "- `src/core/a.py`: rename x because it is short\n", {}),
    ("- 改src/core/表.py的名字; 原因: 太短\n", "- 改src/core/a.py的名字; 原因: 太短\n", {}),
    (
        "- `parse_them` gets a limit because it is slow\n",
        "- `parse_it` gets a limit because it is slow\n",
        {"src/core/a.py": CODE.replace("parse_it", "parse_them")},
    ),
]


@pytest.mark.parametrize(("old", "new", "before"), REWRITTEN)
def test_an_old_entry_with_another_name_in_it_is_still_old(
    old: str, new: str, before: dict[str, str], repo: Repo
) -> None:
    """As `fix --write` puts it in: another line, another script, another symbol."""
    repo.write({"src/core/表.py": "x = 1\n", **before, "PROGRESS.md": old}).commit("before")
    repo.write({"src/core/a.py": f"{CODE}# more\n"}).commit("work")
    repo.write({"PROGRESS.md": new})
    assert [each.lack for each in ask_edit(repo).missing] == [Lack.OLD]
    repo.write(EDIT).git("add", "src")
    assert Lack.UNSTAGED not in [each.lack for each in ask_commit(repo).missing], "to stage it would not help"
    repo.write({"PROGRESS.md": old + new})
    assert ask_edit(repo).action is Action.ALLOW, "beside the old one it is new"


def test_the_same_words_of_another_symbol_that_is_there_are_a_new_entry(repo: Repo) -> None:
    text = "- `parse_it` in src/core/a.py gets a limit because it is slow\n"
    repo.write({"src/core/a.py": f"{CODE}def tell_it(): ...\n", "PROGRESS.md": text}).commit("work")
    repo.write({"PROGRESS.md": text.replace("parse_it", "tell_it")})
    assert ask_edit(repo).action is Action.ALLOW


@pytest.mark.parametrize("title", ["## Known Issues", "## ⚠️ Known bugs (2)", "## 已知问题", "**Known limitations:**"])
def test_a_known_issue_does_not_say_what_will_change(title: str, repo: Repo) -> None:
    text = f"# P\n\n{title}\n\n- src/core/a.py loses rows because its buffer is not flushed\n"
    repo.write({"PROGRESS.md": text})
    assert "PROGRESS.md, line 5, tells of a known issue" in ask_edit(repo).message
    repo.write({"PROGRESS.md": text.replace("loses", "[ ] loses").replace("- src", "- [ ] fix src")})
    assert ask_edit(repo).action is Action.ALLOW


def test_a_denial_says_what_binds_the_file(repo: Repo) -> None:
    assert mementod("remember", RULE, folder=repo.root).returncode == 0
    assert mementod("engram", folder=repo.root).returncode == 0
    reason = denied(claude(edit(repo.root, "src/core/a.py")))
    assert "mementod progress add --file src/core/a.py" in reason
    assert RULE in reason
    again = denied(claude(edit(repo.root, "src/core/a.py")))
    assert RULE not in again, "once a session"
    assert not again.endswith("\n")


@pytest.mark.parametrize("name", ["src/core/a.py", "src/b.py"])
def test_where_nobody_knows_what_is_core_the_users_word_decides(name: str, repo: Repo, paths: Paths) -> None:
    repo.write({".mementod.yaml": f"{CONFIG}gate: {{edit: maybe}}\n"}).commit("a fault")
    assert ask_edit(repo, name).action is Action.ALLOW
    configure(paths, "on_error: block\n")
    decision = ask_edit(repo, name)
    assert decision.action is Action.DENY
    assert "on_error is `block`" in decision.message
    assert any(".mementod.yaml, line 3" in note for note in decision.notes)
    assert ask_edit(repo, "PROGRESS.md", "src/new.py").action is Action.ALLOW
