"""Rules of notes before an edit: which of them an edit is about, said once and in their own words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hooked import call, claude, context
from mementod import cli
from mementod.hooks.hook_rules import Span, names_in
from mementod.paths import Paths
from mementod_parsers.continuity.rules import Rule
from mementod_parsers.continuity.rules_read import rules_in
from mementod_parsers.model import Source
from repos import Repo

NEVER = "Never edit `src/gen.py` by hand."
CALLS = "Never call `open_store()` in views."
NOTE = f"# Rules\n\n- {NEVER}\n- {CALLS}\n- All of `src/` must be typed.\n- Never push to main.\n"
TREE = (
    "src/gen.py",
    "src/a.py",
    "src/deep/gen.py",
    "packages/a/index.ts",
    "packages/b/index.ts",
    "index.ts",
    "docs/guide.md",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    Repo(tmp_path / "repo").write(dict.fromkeys(TREE, "x = 1\n"))
    return tmp_path / "repo"


def rule(text: str, note: str = "AGENTS.md") -> Rule:
    (found,) = rules_in(note, Source.INSTRUCTIONS, f"- {text}\n".encode())
    return found


def named(rule: Rule, tree: Path, file: str, text: str = "") -> bool:
    words = frozenset("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
    return bool([*names_in(rule, Span(tree, file, text, words))])


@pytest.mark.parametrize(
    ("text", "file", "edited", "is_named"),
    [
        (NEVER, "src/gen.py", "", True),
        (NEVER, "src/deep/gen.py", "", False),
        ("Never edit `gen.py`.", "src/gen.py", "", True),
        ("Never edit `index.ts`.", "index.ts", "", True),
        ("Never edit `index.ts`.", "packages/b/index.ts", "", False),  # another one is there at that path
        ("Never edit `src/deep/`.", "src/deep/gen.py", "", True),
        ("Never edit `src/deep/`.", "src/gen.py", "", False),
        ("Never edit `src/**/*.py`.", "src/deep/gen.py", "", True),
        ("Never change `package.json`.", "src/a.py", "json of a package", False),
        ("Never commit `.env` files.", "src/a.py", "env = 1", False),
        (CALLS, "src/a.py", "store = open_store()", True),
        (CALLS, "src/a.py", "store = 1", False),
        ("Never use `Thread.sleep` in tests.", "src/a.py", "Thread.sleep(1)", True),
        ("Never use `Thread.sleep` in tests.", "src/a.py", "Thread(); time.sleep(1)", False),
        ("Never use `shell=True` in `shell` calls.", "src/a.py", "shell", False),  # an everyday word
        ("Never trust RabbitMQ messages.", "src/a.py", "RabbitMQ", False),  # not written as code
        ("You must read `docs/guide.md` first.", "docs/guide.md", "", False),  # it is there to be read
        ("Never edit `docs/guide.md`.", "docs/guide.md", "", True),
    ],
)
def test_what_a_rule_is_about(tree: Path, text: str, file: str, edited: str, is_named: bool) -> None:
    assert named(rule(text), tree, file, edited) == is_named


def test_a_note_in_a_part_of_the_tree_is_about_that_part(tree: Path) -> None:
    nested = rule("Never edit `index.ts`.", "packages/a/AGENTS.md")
    assert [named(nested, tree, file) for file in ("packages/a/index.ts", "packages/b/index.ts", "index.ts")] == [
        True, False, False,
    ]  # fmt: skip
    whole = rule("`packages/a/` must stay small.", "packages/a/AGENTS.md")
    assert not named(whole, tree, "packages/a/index.ts")


def test_a_name_that_much_of_the_code_holds_counts_where_it_is_defined(tree: Path) -> None:
    common = replace(rule("Never use `Session` in views."), common=("Session",))
    assert not named(common, tree, "src/a.py", "with Session() as s:")
    assert named(common, tree, "src/a.py", "class Session(Base):")


def test_a_note_says_nothing_before_its_own_edit(tree: Path) -> None:
    assert not named(rule("Never edit `AGENTS.md`."), tree, "AGENTS.md")


class Session:
    """One session of an agent in a repository whose notes were read."""

    def __init__(self, repo: Repo, paths: Paths) -> None:
        self.repo, self.paths = repo, paths

    def run(self, *argv: str) -> None:
        cli.run(["-C", str(self.repo.root), *argv], self.paths)

    def edits(self, file: str, old: str = "x", session: str = "s") -> str:
        fields = {"file_path": str(self.repo.root / file), "old_string": old, "new_string": ""}
        return context(claude(call(self.repo.root, session=session, tool_name="Edit", tool_input=fields)))


@pytest.fixture
def agent(tree: Path, paths: Paths) -> Session:
    repo = Repo(tree).write({"AGENTS.md": NOTE}).commit("Begin")
    found = Session(repo, paths)
    found.run("engram")
    return found


def test_the_rule_is_said_in_its_own_words_with_its_line_and_once(agent: Session) -> None:
    text = agent.edits("src/gen.py")
    assert text.splitlines()[1:] == [
        f"- {NEVER} (AGENTS.md:3)",
        "- All of `src/` must be typed. (AGENTS.md:5)",
    ]
    assert agent.edits("src/gen.py") == ""
    assert agent.edits("src/a.py") == ""  # the folder was told of
    assert f"- {CALLS} (AGENTS.md:4)" in agent.edits("src/a.py", "open_store()")
    assert agent.edits("index.ts") == ""


def test_a_statement_is_told_once_for_each_file_that_it_names(agent: Session) -> None:
    agent.run("remember", "Never change `src/gen.py` or `src/a.py` alone; `helper` goes with `src/deep/`.")
    agent.run("engram")
    told = [("src/gen.py", True), ("src/a.py", True), ("src/gen.py", False), ("src/deep/gen.py", False)]
    assert [(file, "Never change" in agent.edits(file)) for file, _ in told] == told


def test_what_binds_is_not_said_a_second_time_as_a_line_of_the_notes(agent: Session) -> None:
    agent.run("check")
    assert agent.edits("src/gen.py").count(NEVER) == 1


def test_what_a_person_said_comes_before_it_and_may_take_its_place(agent: Session) -> None:
    agent.run("remember", "Always test `src/gen.py`.")
    agent.run("remember", "You may edit `src/gen.py` by hand now.")
    agent.run("engram")
    lines = agent.edits("src/gen.py").splitlines()
    assert lines[1].startswith("- Always test `src/gen.py`.")
    assert lines[-1] == f"- superseded: {NEVER} (AGENTS.md:3)"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"\n{NOTE}", 4),
        (f"{NOTE}\n- Always lint.\n", 3),
        (f"# Rules\n\nText.\n\n## More\n\n{NOTE.removeprefix('# Rules')}", 0),  # under another heading
        (NOTE.replace("# Rules", "# Rules (superseded)"), 0),
        (NOTE.replace(NEVER, f"~~{NEVER}~~"), 0),
        (NOTE.replace("\n- Never edit", "\nNothing of this holds:\n\n- Never edit"), 0),
        (NOTE.replace(NEVER, f"{NEVER}\n  But do so in June."), 0),
        (NOTE.replace(f"- {NEVER}\n", ""), 0),
        (f"# Old\n\n<!--\n\n{NOTE}\n-->\n", 0),
        (f"```\n\n{NOTE}\n```\n", 0),
        (f"---\ntype: plan\n---\n{NOTE}", 0),
        (f'{NOTE}\n# Later\n\nThis section supersedes "Rules".\n', 0),
    ],
)
def test_of_a_note_that_was_edited_what_stands_as_it_stood_is_said_until_it_is_read(
    agent: Session, text: str, line: int
) -> None:
    agent.repo.write({"AGENTS.md": text})
    told = agent.edits("src/gen.py")
    assert (f"- {NEVER} (AGENTS.md:{line})" in told) == bool(line)
    assert (NEVER in told) == bool(line)


def test_after_a_compaction_the_rules_come_back_beside_what_was_said(agent: Session) -> None:
    def begins(session: str) -> str:
        return context(claude(call(agent.repo.root, "SessionStart", session=session, source="compact")))

    assert f"{NEVER} [AGENTS.md:3]" in begins("one")  # also where nobody said anything
    agent.run("remember", "Never push on Friday.")
    agent.run("engram")
    text = begins("two")
    assert text.index("Never push on Friday.") < text.index(f"{NEVER} [AGENTS.md:3]")


def test_what_is_new_in_an_edited_note_is_said_when_it_is_read(agent: Session) -> None:
    agent.repo.write({"AGENTS.md": f"{NOTE}- Never delete `src/a.py`.\n"})
    assert "Never delete" not in agent.edits("src/a.py")
    agent.run("engram")
    assert "- Never delete `src/a.py`. (AGENTS.md:7)" in agent.edits("src/a.py")


def test_a_rule_of_two_notes_is_said_once_with_both_places(agent: Session) -> None:
    agent.repo.write(
        {"CLAUDE.md": "# Claude\n\n- **NEVER** edit `src/gen.py` by hand!\n- Never edit `src/a.py` by hand.\n"}
    )
    agent.run("check")
    agent.run("engram")
    lines = agent.edits("src/gen.py").splitlines()
    assert [line for line in lines if "hand" in line] == [f"- {NEVER} (AGENTS.md:3, CLAUDE.md:3)"]
    assert "- Never edit `src/a.py` by hand. (CLAUDE.md:4)" in agent.edits("src/a.py")


def test_the_same_words_in_two_parts_of_the_tree_are_said_in_each(agent: Session) -> None:
    words = "Never edit `index.ts` by hand."
    agent.repo.write({f"packages/{part}/AGENTS.md": f"# Part\n\n- {words}\n" for part in "ab"}).commit()
    agent.run("engram")
    assert f"- {words} (packages/b/AGENTS.md:3)" in agent.edits("packages/b/index.ts")


@pytest.mark.parametrize(
    ("note", "head", "told"),
    [
        (".cursor/rules/a.mdc", "description: x\nglobs: **/*.ts,docs/**\nalwaysApply: false", "packages/a/index.ts"),
        (".cursor/rules/a.mdc", "globs: *.ts\nalwaysApply: true", "packages/a/index.ts src/a.py"),
        (".cursor/rules/a.mdc", "alwaysApply: false", "packages/a/index.ts src/a.py"),
        (".github/instructions/a.instructions.md", 'applyTo: "src/**/*.{py,pyi}"', "src/a.py"),
        (".github/instructions/a.instructions.md", 'applyTo: "**"', "packages/a/index.ts src/a.py"),
        (".claude/rules/a.md", 'paths:\n  - "packages/a/**"\n  - "src/*.ts"', "packages/a/index.ts"),
        (".kiro/steering/a.md", 'inclusion: fileMatch\nfileMatchPattern: "src/*"', "src/a.py"),
    ],
)
def test_a_rule_of_a_file_with_globs_is_said_before_the_edit_of_what_they_mean(
    agent: Session, note: str, head: str, told: str
) -> None:
    text = f"---\n{head}\n---\n# Part\n\n- Never call `make_it()` here.\n"
    agent.repo.write({note: text})
    agent.run("engram")
    files = ("packages/a/index.ts", "src/a.py")
    assert [file for file in files if "make_it" in agent.edits(file, "make_it()", session=file)] == told.split()
