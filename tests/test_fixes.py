from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mementod.commands.fix import git_busy
from mementod.reports.fixes import Plan, diff, plan
from mementod.vcs.git_states import BUSY
from mementod_parsers.model import Finding, Kind, Level, Style, Verdict
from reports import deleted, finding, note, report
from repos import Repo


def move(line: int, column: int, text: str = "src/a.py", new: str = "lib/b.py", level: Level | None = None) -> Finding:
    return finding(Verdict.MOVED, text, line=line, column=column, target=new, level=level)


def planned(before: bytes, *findings: Finding) -> Plan:
    return plan(report(note("n.md", *findings)), {"n.md": before})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"see `src/a.py` and\n", b"see `lib/b.py` and\n"),
        (b"see `src/a.py`", b"see `lib/b.py`"),
        (b"see `src/a.py`\r\nx\ry\nz", b"see `lib/b.py`\r\nx\ry\nz"),
        (b"\xef\xbb\xbfsee `src/a.py`\n", b"\xef\xbb\xbfsee `lib/b.py`\n"),
        ("\ufeffsee `src/a.py`\r\n".encode("utf-16-le"), "\ufeffsee `lib/b.py`\r\n".encode("utf-16-le")),
        ("\ufeffsee `src/a.py`\n".encode("utf-16-be"), "\ufeffsee `lib/b.py`\n".encode("utf-16-be")),
        ("\ufeffsee `src/a.py`\r\n".encode("utf-32-le"), "\ufeffsee `lib/b.py`\r\n".encode("utf-32-le")),
        ("\ufeffsee `src/a.py`\n".encode("utf-32-be"), "\ufeffsee `lib/b.py`\n".encode("utf-32-be")),
        (b"\xff\xfe"[:1] + b"ee `src/a.py` \xe9\xff\0\n", b"\xff" + b"ee `lib/b.py` \xe9\xff\0\n"),
        ("说明是`src/a.py`吗\n".encode(), "说明是`lib/b.py`吗\n".encode()),
        ("a\u2028 `src/a.py`\x0b\x0c\x85\n".encode(), "a\u2028 `lib/b.py`\x0b\x0c\x85\n".encode()),
    ],
)
def test_nothing_but_the_words_changes(before: bytes, after: bytes) -> None:
    (file,) = planned(before, move(1, 6 if b"\xe8" not in before and not before.startswith(b"a") else 5)).files
    assert (file.before, file.after) == (before, after)


def test_several_edits_in_a_line_and_over_lines() -> None:
    before = b"`src/a.py` `src/a.py`\n\n`src/a.py`\n"
    (file,) = planned(before, move(3, 2), move(1, 2, new="a/much/longer.py"), move(1, 13, new="x")).files
    assert file.after == b"`a/much/longer.py` `x`\n\n`lib/b.py`\n"
    assert len(file.edits) == 3


@pytest.mark.parametrize(
    ("text", "paths", "after"),
    [
        ("a.py", ("lib/x/b.py", "lib/b.md"), "b.py"),
        ("a.py", ("lib/x/b.py", "src/b.py"), "lib/x/b.py"),
        ("src/a.py", ("lib/x/b.py", "src/b.py"), "x/b.py"),
        ("pkg/src/a.py", ("lib/x/b.py",), "lib/x/b.py"),
        ("a.py", (), "lib/x/b.py"),
    ],
)
def test_a_short_name_stays_short_where_it_is_the_only_one(text: str, paths: tuple[str, ...], after: str) -> None:
    moved = finding(Verdict.MOVED, text, column=2, resolved="pkg/src/a.py", target="lib/x/b.py")
    (file,) = plan(report(note("n.md", moved)), {"n.md": f"`{text}`\n".encode()}, paths).files
    assert file.after == f"`{after}`\n".encode()


def test_a_link_is_never_short() -> None:
    moved = finding(Verdict.MOVED, "a.md", column=5, kind=Kind.LINK, resolved="docs/a.md", target="lib/b.md")
    (file,) = plan(report(note("docs/n.md", moved)), {"docs/n.md": b"[a](a.md)\n"}, ["lib/b.md"]).files
    assert file.after == b"[a](lib/b.md)\n"


@pytest.mark.parametrize("place", [(1, 7), (2, 6), (9, 1), (1, 99)])
def test_a_line_that_no_longer_holds_the_words_is_left(place: tuple[int, int]) -> None:
    made = planned(b"see `src/a.py`\nx\n", move(*place))
    assert made.files == ()
    assert [left.why for left in made.skipped] == ["the line no longer holds it at that column"]


@pytest.mark.parametrize("before", [b"`__src/a.py`\n", b"__src/a.pyc\n", b"  src/a.py_\n"])
def test_a_part_of_a_longer_word_is_left(before: bytes) -> None:
    made = planned(before, move(1, before.index(b"src") + 1))
    assert made.files == ()
    assert [left.why for left in made.skipped] == ["it stands inside a longer word"]


def test_overlapping_citations_are_edited_once() -> None:
    (file,) = planned(b"`src/a.py`\n", move(1, 2), move(1, 6, text="a.py", new="b.py")).files
    assert file.after == b"`lib/b.py`\n"


def test_what_is_no_alert_or_has_no_new_place_is_left_alone() -> None:
    before = b"`src/a.py`\n"
    assert planned(before, move(1, 2, level=Level.INFO)).files == ()
    gone = planned(before, deleted("src/a.py"))
    assert gone.files == ()
    assert [(s.finding.citation.text, s.why) for s in gone.skipped] == [("src/a.py", "")]
    assert [s.why for s in planned(before, finding(Verdict.SHIFTED, "src/a.py", column=2)).skipped] == [
        "what it meant is gone"
    ]
    assert plan(report(note("other.md", move(1, 2))), {"n.md": before}) == Plan((), ())


def test_a_symbol_is_done_when_its_file_is() -> None:
    edited = b"`open` is in `src/a.py`\n"
    symbol = finding(Verdict.MOVED, "open", column=2, kind=Kind.SYMBOL, resolved="src/a.py", target="lib/b.py")
    made = planned(edited, symbol, move(1, 15))
    assert made.files[0].after == b"`open` is in `lib/b.py`\n"
    assert made.skipped == ()
    (left,) = planned(edited, symbol).skipped
    assert left.why == "cannot be exchanged word for word"


def test_a_symbol_that_keeps_its_name_is_done_when_its_file_is() -> None:
    edited = b"`open` is in `src/a.py`\n"
    symbol = finding(Verdict.MOVED, "open", column=2, kind=Kind.SYMBOL, resolved="src/a.py", target="lib/b.py:open")
    assert planned(edited, symbol, move(1, 15)).skipped == ()
    assert [left.finding for left in planned(edited, symbol).skipped] == [symbol]


@pytest.mark.parametrize(
    ("text", "target", "after"),
    [
        ("./app-state.js", "src/state.ts", b"from './state.js'\n"),
        ("../src/app-state.js", "src/state.ts", b"from '../src/state.js'\n"),
        ("./app-state.js", "lib/state.ts", None),
    ],
)
def test_an_import_in_a_sample_stays_relative(text: str, target: str, after: bytes | None) -> None:
    name = text.removeprefix("./")
    moved = finding(
        Verdict.RENAMED, text, column=7, name=name, style=Style.FENCE, resolved="src/app-state.ts", target=target
    )
    assert [file.after for file in planned(f"from '{text}'\n".encode(), moved).files] == ([after] if after else [])


def test_what_is_only_likely_is_left() -> None:
    likely = finding(Verdict.RENAMED, column=2, target="src/b.py", evidence="probably renamed in 3f2a91c (2026-03-04)")
    made = planned(b"`src/a.py`\n", likely)
    assert (made.files, [left.why for left in made.skipped]) == ((), ["only likely"])


def test_half_a_character_is_nothing_to_edit() -> None:
    assert planned(b"\xff\xfe`\0x", move(1, 2)).files == ()


@pytest.mark.parametrize(
    "before",
    [
        b"one\n`src/a.py`\nthree\n",
        b"`src/a.py`",
        b"a\r\n`src/a.py`\r\n",
        b"\xff\n`src/a.py`\n",
        b"\xef\xbb\xbfa\n`src/a.py`\n",
        b"\xef\xbb\xbf`src/a.py`",
        b"one\r`src/a.py`\rthree\r",
        "a\u2028b\x0c\n`src/a.py`\x85\n".encode(),
    ],
)
def test_git_applies_the_diff(before: bytes, tmp_path: Path) -> None:
    line = 1 if before.removeprefix(b"\xef\xbb\xbf").startswith(b"`") else 2
    (file,) = planned(before, move(line, 2)).files
    Repo(tmp_path)
    (tmp_path / "n.md").write_bytes(before)
    text = diff(file).encode("utf-8", "surrogateescape")
    subprocess.run(["git", "-C", str(tmp_path), "apply", "-"], input=text, check=True)
    assert (tmp_path / "n.md").read_bytes() == file.after


@pytest.mark.parametrize("name", ["two words.md", "a\nb.md", 'q"\\.md', "\udcff.md", "说明.md", "\x1b[31m.md", "-x.md"])
def test_git_applies_the_diff_of_any_name(name: str, tmp_path: Path) -> None:
    before = b"`src/a.py`\n"
    (file,) = plan(report(note(name, move(1, 2))), {name: before}).files
    Repo(tmp_path)
    (tmp_path / name).write_bytes(before)
    text = diff(file).encode("utf-8", "surrogateescape")
    subprocess.run(["git", "-C", str(tmp_path), "apply", "-"], input=text, check=True)
    assert (tmp_path / name).read_bytes() == file.after


@pytest.mark.parametrize("name", sorted(BUSY))
def test_git_at_work_is_seen(name: str, tmp_path: Path) -> None:
    Repo(tmp_path)
    assert git_busy(tmp_path) is None
    (tmp_path / ".git" / name).write_text("")
    assert git_busy(tmp_path) == BUSY[name]


def test_git_at_work_is_seen_in_a_linked_worktree(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "main").commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    assert git_busy(tmp_path / "other") is None
    (tmp_path / "main" / ".git" / "worktrees" / "other" / "MERGE_HEAD").write_text("")
    assert git_busy(tmp_path / "other") == "a merge is under way"
    assert git_busy(tmp_path / "main") is None


def test_a_folder_without_git_is_never_busy(tmp_path: Path) -> None:
    assert git_busy(tmp_path) is None
