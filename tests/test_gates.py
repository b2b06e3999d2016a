"""The gates in real repositories."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gate_repos import CONFIG, ENTRY, FILES, ask_commit, ask_edit, core_repo
from mementod.gates.gates import Gates
from mementod.paths import Paths
from mementod_hooks.gate_model import Action, Lack, Stale
from repos import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def lacks(repo: Repo, *names: str) -> dict[str, Lack]:
    return {missing.path: missing.lack for missing in ask_edit(repo, *names).missing}


def test_the_same_entry_covers_all_edits_until_the_commit(repo: Repo) -> None:
    assert lacks(repo) == {"src/core/a.py": Lack.NO_ENTRY}
    repo.write({"PROGRESS.md": ENTRY})
    assert ask_edit(repo).action is Action.ALLOW
    repo.write({"src/core/a.py": "x = 2\n"})
    assert ask_edit(repo).action is Action.ALLOW
    repo.commit("done")
    assert lacks(repo) == {"src/core/a.py": Lack.OLD}


def test_new_files_other_files_and_notes_are_free(repo: Repo) -> None:
    assert ask_edit(repo, "src/core/new.py", "src/b.py", "PROGRESS.md", "CLAUDE.md").action is Action.ALLOW


def test_notes_are_free_though_a_pattern_says_that_they_are_core(tmp_path: Path) -> None:
    repo = core_repo(tmp_path / "repo", 'core: ["**"]\nnotes: ["docs/memo.md"]\n')
    repo.write({"docs/memo.md": "x", "CLAUDE.md": "x", "docs/other.md": "x"}).commit("notes")
    asked = ask_edit(repo, "docs/memo.md", "CLAUDE.md", "PROGRESS.md", "docs/other.md")
    assert [missing.path for missing in asked.missing] == ["docs/other.md"]


def test_a_symbol_of_the_file_is_a_name_for_it(repo: Repo) -> None:
    repo.write({"PROGRESS.md": "- rename `parse_it` because its name says nothing\n"})
    assert ask_edit(repo).action is Action.ALLOW
    repo.write({"PROGRESS.md": "- rename `parse_them` because its name says nothing\n"})
    assert lacks(repo) == {"src/core/a.py": Lack.NO_ENTRY}


def test_a_misspelt_name_is_told(repo: Repo) -> None:
    repo.write({"PROGRESS.md": "- src/cor/a.py: rename x because it is short\n"})
    decision = ask_edit(repo)
    assert [(missing.lack, missing.name) for missing in decision.missing] == [(Lack.NOWHERE, "src/cor/a.py")]
    assert "src/cor/a.py, which is not there" in decision.message


def test_an_entry_for_a_file_to_come_is_no_misspelling(repo: Repo) -> None:
    repo.write({"PROGRESS.md": "- src/new.py: split the reader off because it is long\n", "src/new.py": ""})
    assert lacks(repo) == {"src/core/a.py": Lack.NO_ENTRY}


def test_links_and_dots_lead_to_the_file(repo: Repo, tmp_path: Path) -> None:
    (repo.root / "alias.py").symlink_to("src/core/a.py")
    (tmp_path / "link").symlink_to(repo.root)
    for name in ("alias.py", "src/../src/core/a.py", "src/core/./a.py"):
        assert lacks(repo, name) == {"src/core/a.py": Lack.NO_ENTRY}
    asked = Gates(Paths.of(os.environ)).edit([tmp_path / "link" / "src" / "core" / "a.py"])
    assert [missing.path for missing in asked.missing] == ["src/core/a.py"]


def test_a_linked_work_tree_is_gated_by_its_own_progress_file(repo: Repo, tmp_path: Path) -> None:
    repo.write({"PROGRESS.md": ENTRY})
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    there = Gates(Paths.of(os.environ)).edit([tmp_path / "other" / "src" / "core" / "a.py"])
    assert there.action is Action.DENY
    assert ask_edit(repo).action is Action.ALLOW


def test_files_in_no_repository_are_nobodys_business(tmp_path: Path) -> None:
    (tmp_path / ".mementod.yaml").write_text("core: ['**']\n", encoding="utf-8")
    assert Gates(Paths.of(os.environ)).edit([tmp_path / "a.py", tmp_path / "no" / "such" / "b.py"]).allowed


def test_what_is_not_committed_weakens_nothing(repo: Repo) -> None:
    assert lacks(repo, ".mementod.yaml") == {".mementod.yaml": Lack.NO_ENTRY}
    repo.write({".mementod.yaml": "core: []\ngate: {edit: off}\nprogress: PROGRESS.md\n"})
    assert lacks(repo) == {"src/core/a.py": Lack.NO_ENTRY}
    repo.commit("weaker")
    assert ask_edit(repo).action is Action.ALLOW


def test_what_is_not_committed_strengthens_at_once(repo: Repo) -> None:
    repo.write({".mementod.yaml": CONFIG.replace("src/core/**", "src/**")})
    assert lacks(repo, "src/b.py") == {"src/b.py": Lack.NO_ENTRY}


def test_files_that_carry_our_hooks_are_core(repo: Repo) -> None:
    repo.write({".claude/settings.json": '{"hooks": "mementod"}', ".cursor/hooks.json": "{}"})
    assert ask_edit(repo, ".claude/settings.json").action is Action.ALLOW
    repo.commit("hooks")
    asked = ask_edit(repo, ".claude/settings.json", ".cursor/hooks.json")
    assert [missing.path for missing in asked.missing] == [".claude/settings.json"]


@pytest.mark.parametrize(("mode", "action"), [("warn", Action.WARN), ("off", Action.ALLOW)])
def test_a_repository_chooses_its_mode(tmp_path: Path, mode: str, action: Action) -> None:
    repo = core_repo(tmp_path / "repo", f"{CONFIG}gate: {{edit: {mode}}}\n")
    assert ask_edit(repo).action is action


def test_the_user_alone_switches_a_repository_off(repo: Repo, home: Path) -> None:
    config = home / "config" / "mementod" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f'gates: {{"{repo.root}": off}}\n', encoding="utf-8")
    assert ask_edit(repo).action is Action.ALLOW
    config.write_text(f'gates: {{"{repo.root.parent}": off}}\n', encoding="utf-8")
    assert ask_edit(repo).action is Action.DENY


def test_a_conflicted_file_may_be_settled(repo: Repo) -> None:
    repo.git("checkout", "-qb", "topic")
    repo.write({"src/core/a.py": "x = 2\n"}).commit("topic")
    repo.git("checkout", "-q", "main")
    repo.write({"src/core/a.py": "x = 3\n", "src/core/b.py": "z = 1\n"}).commit("main")
    subprocess.run(["git", "-C", str(repo.root), "merge", "-q", "topic"], capture_output=True, check=False)
    assert ask_edit(repo).action is Action.ALLOW
    assert lacks(repo, "src/core/b.py") == {"src/core/b.py": Lack.NO_ENTRY}
    repo.write({"src/core/a.py": "x = 5\n"}).git("add", "src/core/a.py")
    assert ask_commit(repo).action is Action.ALLOW


def test_a_broken_configuration_is_said_and_that_of_head_holds(repo: Repo) -> None:
    repo.write({".mementod.yaml": "core: [\n"})
    decision = ask_edit(repo)
    assert decision.action is Action.DENY
    assert ".mementod.yaml" in decision.notes[0]


def test_a_fault_of_the_users_configuration_is_said_and_the_rest_of_it_holds(repo: Repo, home: Path) -> None:
    config = home / "config" / "mementod" / "config.yaml"
    config.parent.mkdir(parents=True)
    off = f'gates: {{"{repo.root}": off}}\n'
    for text, action in ((off, Action.ALLOW), ("", Action.DENY)):
        config.write_text(f"notify: {{per_hour: many}}\n{text}", encoding="utf-8")
        decision = ask_edit(repo)
        assert decision.action is action
        assert [f"{config}, line 1: notify.per_hour must be" in note for note in decision.notes] == [True]
    config.write_text(off, encoding="utf-8")
    repo.write({".mementod.yaml": "core: [\n"})  # a fault of the repository takes nothing from the user
    assert ask_edit(repo).action is Action.ALLOW


def test_nothing_of_our_own_stops_anybody(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text(ENTRY, encoding="utf-8")
    progress = repo.root / "PROGRESS.md"
    for broken in (b"\x00\x01", b"- x\n" * 600_000, None):
        progress.unlink()
        if broken is None:
            progress.symlink_to(tmp_path / "elsewhere.md")
        else:
            progress.write_bytes(broken)
        decision = ask_edit(repo)
        assert decision.action is Action.ALLOW
        assert "PROGRESS.md" in decision.notes[0]


def test_a_failure_denies_where_the_user_asked_for_it(repo: Repo, home: Path) -> None:
    config = home / "config" / "mementod" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text("on_error: block\n", encoding="utf-8")
    repo.write({"PROGRESS.md": b"\x00"})
    assert ask_edit(repo).action is Action.DENY


def test_without_git_there_is_one_line(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    decision = ask_edit(repo)
    assert decision.action is Action.ALLOW
    assert "there is no git" in decision.notes[0]


def test_there_is_no_progress_file_yet(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "1", ".mementod.yaml": "core: [src/]\n"}).commit("first")
    decision = ask_edit(repo, "src/a.py")
    assert [missing.lack for missing in decision.missing] == [Lack.NO_FILE]
    assert "PROGRESS.md" in decision.message
    repo.write({"memory-bank/brief.md": "# Brief"})
    assert "memory-bank/progress.md" in ask_edit(repo, "src/a.py").message


@pytest.mark.parametrize(
    "text", ["\ufeff" + ENTRY, ENTRY.replace("\n", "\r\n"), f"<<<<<<< a\n{ENTRY}=======\n>>>>>>> b\n"]
)
def test_odd_progress_files_count(repo: Repo, text: str) -> None:
    repo.write({"PROGRESS.md": text})
    assert ask_edit(repo).action is Action.ALLOW


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    repo = core_repo(tmp_path / "two\nlines\n")
    assert lacks(repo) == {"src/core/a.py": Lack.NO_ENTRY}


def test_sha256_repositories(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo", "--object-format=sha256").write({**FILES, ".mementod.yaml": CONFIG}).commit("first")
    assert ask_edit(repo).action is Action.DENY
    repo.write({"PROGRESS.md": ENTRY})
    assert ask_edit(repo).action is Action.ALLOW


def test_before_the_first_commit_all_is_free(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({**FILES, ".mementod.yaml": CONFIG})
    repo.git("add", "-A")
    assert ask_edit(repo).action is Action.ALLOW
    assert ask_commit(repo).action is Action.ALLOW


def test_what_a_daemon_knows_is_asked_for(repo: Repo) -> None:
    stale = (Stale("CLAUDE.md", 3, "src/core/a.py", "changed"),)
    repo.write({"PROGRESS.md": ENTRY})
    gates = Gates(Paths.of(os.environ), stale_of=lambda root, names: stale)
    decision = gates.edit([repo.root / "src" / "core" / "a.py"])
    assert decision.action is Action.WARN
    assert "CLAUDE.md:3" in decision.message


def test_an_edit_loads_nothing_heavy(repo: Repo) -> None:
    repo.write({"PROGRESS.md": ENTRY})
    code = (
        "import os, sys; from pathlib import Path\n"
        "from mementod.gates.gates import Gates; from mementod.paths import Paths\n"
        "d = Gates(Paths.of(os.environ)).edit([Path(sys.argv[1])])\n"
        "print(d.action, sorted(set(sys.argv[2:]) & set(sys.modules)))"
    )
    heavy = ("click", "rich", "tree_sitter", "structlog", "sqlite3", "msgpack", "asyncio")
    argv = [sys.executable, "-c", code, str(repo.root / "src" / "core" / "a.py"), *heavy]
    done = subprocess.run(argv, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split("\n")[0] == "allow []"
