"""A start always has its text: whatever dates commits claim, whatever bytes notes hold and whatever they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemons import mementod
from mementod_parsers.code.targets import targets
from mementod_parsers.continuity.pointers import NAMED_CAP, pointed
from mementod_parsers.continuity.renamed import FRESH_CAP, renamed_to
from mementod_parsers.continuity.told import Told, told_names
from mementod_parsers.text.runs import sentence_bounds
from mementod_parsers.text.scan import read_blocks
from repos import Repo

GUIDE = "# Map\n\nNever edit `src/a.py`.\n"
CODE = {"src/a.py": "def first_of_all():\n    return 1\n", "src/b.py": "def gone_for_good():\n    return 2\n"}
STATE = "# State\n\n## Next\n\nwrite the lexer\n"
LONG = 100_000  # characters; work that grows with their square takes longer than a test may


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write(CODE | {"AGENTS.md": GUIDE, "PROGRESS.md": STATE})


def said(repo: Repo, *args: str) -> str:
    done = mementod(*args, folder=repo.root)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("date", ["@327000000000 +0000", "@99999999999999 +0000"])
def test_a_commit_may_claim_a_date_that_no_calendar_has(repo: Repo, date: str) -> None:
    repo.write({"docs/todo.md": "- [x] a\n- [ ] b\n"}).commit("Begin", date)
    repo.remove("src/b.py").commit("Remove")
    assert "write the lexer" in said(repo, "boot")
    said(repo, "remember", "You must call `gone_for_good()`.")
    assert "- Never edit `src/a.py`. [AGENTS.md:3]" in said(repo, "engram")
    assert "gone_for_good" in said(repo, "handoff")


def test_a_subject_may_hold_any_sign(repo: Repo) -> None:
    repo.commit("Be\x01gin\x02 it\x01\x02")
    text = said(repo, "boot")
    assert "gin" in text.partition("The last commits:")[2]
    assert "PROGRESS.md (3 lines of text, last committed 2025-01-01, by the last commit" in text


def test_a_note_may_send_to_what_no_disk_can_hold(repo: Repo) -> None:
    named = (f"{'a' * 300}.md", "b/\x01.md", f"{'c/' * 3_000}d.md", "docs/next.md")
    repo.write({"AGENTS.md": "".join(f"Start with `{name}`.\n" for name in named)})
    repo.write({"docs/next.md": STATE.replace("lexer", "reader")}).commit("Notes")
    assert "write the reader" in said(repo, "boot")


def test_a_note_is_shown_as_it_is_encoded_and_what_is_no_text_is_not(repo: Repo) -> None:
    files = {"AGENTS.md": f"\ufeff{GUIDE}".encode("utf-16-le"), "todo/tasks.md": "- [ ] write it".encode("utf-16")}
    repo.write(files | {"HANDOFF.md": b"Next: \x00\x01\x02 noise\n"}).commit("Notes")
    text = said(repo, "boot")
    assert "Never edit `src/a.py`." in text
    assert "  - [ ] write it\n" in text
    assert "noise" not in text


def test_each_file_that_a_note_sends_to_counts_once_and_no_more_than_anybody_reads() -> None:
    assert list(pointed("The next step: `a.md`\n" * 1_000)) == ["a.md"]
    many = "".join(f"The next step: `{number}.md`\n" for number in range(2 * NAMED_CAP))
    assert list(pointed(many)) == [f"{number}.md" for number in range(NAMED_CAP)]


@pytest.mark.parametrize("word", ["a_b ", "create `a_b` ", "rename a_b to ", "foo_bar\n"])
def test_names_of_a_long_text_are_found_without_reading_it_again_for_each(word: str) -> None:
    names = {told.name for told in told_names(word * (LONG // len(word)))}
    assert names <= {"a_b", "foo_bar"}
    assert names


def test_whether_a_name_is_to_be_made_is_told_from_what_stands_before_it() -> None:
    assert told_names("Add it. " * 1_000 + "Create `new_one`. Use `old_one`.") == (
        Told("new_one", is_new=True),
        Told("old_one"),
    )


def test_a_file_that_was_written_anew_tells_no_name() -> None:
    before = "".join(f"a_b({number})\n" for number in range(300))
    after = "".join(f"c{number}(\n" for number in range(100 * FRESH_CAP))
    assert renamed_to("a_b", before, after) is None
    assert renamed_to("a_b", before, before.replace("a_b", "c_d")) == "c_d"


def test_a_row_of_dots_is_looked_at_once() -> None:
    dots = "." * LONG
    assert sentence_bounds(f"Contents {dots} 12") == [(0, LONG + 9), (LONG + 9, LONG + 12)]
    assert sentence_bounds(f"{dots}x") == [(0, LONG + 1)]
    assert sentence_bounds(f"A.{' ' * LONG}b? Yes...! No") == [
        (0, LONG + 4),
        (LONG + 4, LONG + 12),
        (LONG + 12, LONG + 15),
    ]


@pytest.mark.parametrize("name", ["Cargo.toml", "pyproject.toml"])
def test_a_key_of_many_parts_is_no_target(name: str) -> None:
    known = '[package]\nname = "one"\n[project.scripts]\none = "a:b"\n'
    assert targets(name, known) == {"one"}
    assert targets(name, f"{known}x{'.x' * LONG} = 1\n") == frozenset()


def test_comments_that_nobody_ends_are_looked_at_once() -> None:
    assert len(read_blocks(["<!-- a"] * LONG)) == LONG
