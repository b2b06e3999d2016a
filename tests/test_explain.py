"""`explain`: sentences that a person can check, and one clear line where there is nothing to explain."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mementod import cli
from mementod.errors import ExitCode, UserError
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.reports.explanation import explanation, explanations
from mementod.reports.report_json import finding_data
from mementod_parsers.model import Finding, Force, How, Kind, Reason, Stamp, Verdict
from reports import COMMIT, finding
from repos import Repo

NOTE = "# Map\n\nThe store is `src/core/store.py`.\nOld code is in `src/old.py` and `src/main.py`.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/core/store.py": "A = 1\n", "src/old.py": "B = 1\n", "src/main.py": ""})
    repo.write({"CLAUDE.md": NOTE, ".serena/memories/a.md": NOTE, "GEMINI.md": "", "binary.md": b"\0"})
    repo.commit("Begin", "2025-02-01")
    return repo.move("src/core/store.py", "src/kernel/store.py").remove("src/old.py").commit("Tidy", "2025-03-01")


@pytest.fixture
def ask(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> object:
    def run(*argv: str) -> str:
        assert cli.run(["-C", str(repo.root), "explain", *argv], paths) == ExitCode.FINE
        return capsys.readouterr().out

    return run


def test_stamp_evidence_commits_and_candidates_in_sentences(repo: Repo, ask: object) -> None:
    wrote, removed = repo.git("rev-list", "--reverse", "HEAD").split()
    text = ask("CLAUDE.md:4", "old")  # type: ignore[operator]
    assert text.splitlines() == [
        "CLAUDE.md:4:17  src/old.py",
        '    The note says: "Old code is in `src/old.py` and `src/main.py`." (section Map).'
        " It is read as a path, stated as a fact, in a reference section.",
        f"    It meant src/old.py at {wrote[:9]} (2025-02-01), the commit that wrote the line.",
        f"    Verdict deleted (error): deleted in {removed[:7]} (2025-03-01).",
        "    No other place than src/old.py was considered.",
        f"    To check: git show {wrote}:src/old.py and git show --stat {removed}",
    ]
    assert "it is src/kernel/store.py now" in ask("CLAUDE.md:3")  # type: ignore[operator]


def test_the_commands_to_check_with_are_ones_that_git_takes(repo: Repo, ask: object) -> None:
    (line,) = [x for x in ask("CLAUDE.md:4", "old").splitlines() if "To check" in x]  # type: ignore[operator]
    for command in line.partition(": ")[2].split(" and "):
        repo.git(*command.split()[1:])


def test_data_for_programs(ask: object) -> None:
    data = json.loads(ask("CLAUDE.md:4", "old", "--format", "json"))  # type: ignore[operator]
    assert (data["schema"], data["note"], data["line"]) == ("mementod.explain/1", "CLAUDE.md", 4)
    (found,) = data["citations"]
    assert (found["verdict"], found["candidates"]) == ("deleted", ["src/old.py"])
    assert json.loads(ask("CLAUDE.md:1", "--format", "json"))["citations"] == []  # type: ignore[operator]


def test_what_was_vouched_for_is_told_of_what_holds(repo: Repo, paths: Paths, ask: object) -> None:
    files = {"src/f.py": "def parse_all(rows):\n    return rows\n", "GEMINI.md": "Call `parse_all()` first.\n"}
    head = repo.write(files).commit("Parse", "2025-04-01").git("rev-parse", "HEAD")
    assert "history was not asked" in ask("GEMINI.md:1")  # type: ignore[operator]
    assert cli.run(["-C", str(repo.root), "verify", "GEMINI.md"], paths) == ExitCode.FINE
    said = ask("GEMINI.md:1").splitlines()  # type: ignore[operator]
    assert said[-3:] == [
        f"    It meant src/f.py:parse_all at {head[:9]} (2025-04-01), when somebody vouched for it.",
        "    Verdict ok: it is src/f.py:parse_all today.",
        f"    To check: git show {head}",
    ]
    (found,) = json.loads(ask("GEMINI.md:1", "--format", "json"))["citations"]  # type: ignore[operator]
    assert (found["stamp"]["how"], found["stamp"]["commit"]) == ("verified", head)


def test_the_id_is_that_of_check(repo: Repo, paths: Paths, ask: object, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["-C", str(repo.root), "check", "CLAUDE.md", "--format", "json"], paths)
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    told = json.loads(ask("CLAUDE.md:4", "--format", "json"))["citations"]  # type: ignore[operator]
    assert [each["id"] for each in told] == [each["id"] for each in note["citations"] if each["line"] == 4]


def test_no_place_is_missed_where_one_is_named() -> None:
    named = finding(Verdict.MOVED, "a.py", target="b.py", evidence="moved")
    assert "No place of that name" not in explanation("CLAUDE.md", named)


def test_what_it_meant_is_said_as_it_was_called_then(tmp_path: Path, paths: Paths) -> None:
    state = "USER = 'user'\nPLACE = 'place'\n"
    repo = Repo(tmp_path / "two").write({"src/bot/keys/state.py": state, "CLAUDE.md": "Keys: `keys/state.py`.\n"})
    repo.commit().move("src/bot", "src/app").commit()
    before = _explained(repo, paths)
    repo.move("src/app/keys/state.py", "src/app/keys/names.py")
    after = _explained(repo, paths)
    assert before["stamp"]["path"] == after["stamp"]["path"] == "src/bot/keys/state.py"
    assert (before["verdict"], before["resolved"]) == ("ok", "src/app/keys/state.py")
    assert (after["resolved"], after["target"]) == ("src/app/keys/state.py", "src/app/keys/names.py")
    assert (after["verdict"], after["evidence"]) == ("renamed", "renamed, not committed yet")


@pytest.mark.parametrize(
    ("now", "evidence"),
    [
        ("def wire_events():\n    return [1, 2, 3]\n", "renamed, not committed yet"),
        ("", "wire was removed from src/wires.py, not committed yet"),
    ],
)
def test_a_symbol_of_a_file_that_is_being_edited(tmp_path: Path, paths: Paths, now: str, evidence: str) -> None:
    before = {"src/wires.py": "def wire():\n    return [1, 2, 3]\n", "CLAUDE.md": "All is begun by `wire()`.\n"}
    repo = Repo(tmp_path / "two").write(before).commit().write({"src/wires.py": now})
    assert _explained(repo, paths)["evidence"] == evidence


def _explained(repo: Repo, paths: Paths) -> Any:
    with Engine(repo.root, paths) as engine:
        (found,) = engine.check(Request(repo.root)).notes[0].findings
    return finding_data(found, "")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["CLAUDE.md:1"], "CLAUDE.md:1: the line cites nothing that could be judged\n"),
        (["CLAUDE.md:2"], "CLAUDE.md:2: the line cites nothing that could be judged\n"),
        (["CLAUDE.md:4", "new"], "CLAUDE.md:4: none of its 2 citations contains 'new'\n"),
    ],
)
def test_a_line_without_citations_is_said(argv: list[str], said: str, ask: object) -> None:
    assert ask(*argv) == said  # type: ignore[operator]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("CLAUDE.md:5", "CLAUDE.md has no line 5: it ends with line 4"),
        ("CLAUDE.md:99999", "CLAUDE.md has no line 99999: it ends with line 4"),
        ("GEMINI.md:1", "GEMINI.md is empty"),
        (".serena:2", ".serena is a folder: give a note in it and a line"),
        (".serena:3", ".serena is a folder: give a note in it and a line"),
        ("nothing.md:1", "nothing.md: no such note or folder"),
        ("binary.md:1", "binary.md: not text"),
        ("CLAUDE.md", "give a note and a line"),
        ("CLAUDE.md:0", "give a note and a line"),
    ],
)
def test_a_place_that_is_not_there_is_a_mistake(place: str, said: str, repo: Repo, paths: Paths) -> None:
    with pytest.raises(UserError, match=said) as caught:
        cli.run(["-C", str(repo.root), "explain", place], paths)
    assert caught.value.code == ExitCode.USAGE


STAMP = Stamp(How.BLAME, COMMIT, "2025-11-02", "src/a.py", "open")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (finding(Verdict.OK), "Verdict ok: it is src/a.py today."),
        (finding(Verdict.OK), "history was not asked"),
        (finding(Verdict.UNVERIFIED, evidence="not found"), "Nothing is known that it meant"),
        (finding(Verdict.UNVERIFIED, evidence="not found"), "No place of that name was found to consider."),
        (finding(Verdict.MISSPELT, "getuser", target="get_user"), "the code spells it get_user."),
        (finding(Verdict.UNCHECKED, reason=Reason.STILL_USED), "still-used, code still uses the name."),
        (replace(finding(), stamp=STAMP), "It meant src/a.py:open at 3f2a91c4d (2025-11-02), the commit"),
        (replace(finding(), stamp=replace(STAMP, commit=None)), "at 2025-11-02, the commit"),
        (replace(finding(), candidates=("a", "b")), "Places considered: a, b."),
    ],
)
def test_what_is_said(given: Finding, said: str) -> None:
    assert said in explanation("a.md", given)


def of(member: object) -> Finding:
    """A finding that has this member of a closed set."""
    cited = finding(Verdict.UNCHECKED, reason=Reason.URL)
    match member:
        case Force():
            return replace(cited, citation=replace(cited.citation, force=member))
        case How():
            return replace(cited, stamp=replace(STAMP, how=member))
        case Kind():
            return replace(cited, citation=replace(cited.citation, kind=member))
        case Reason():
            return replace(cited, reason=member)
        case _:
            assert isinstance(member, Verdict)
            return finding(member)


@pytest.mark.parametrize("member", [*Force, *How, *Kind, *Reason, *Verdict])
def test_every_member_of_a_closed_set_has_words(member: object) -> None:
    lines = explanation("a.md", of(member)).splitlines()
    assert len(lines) >= 3
    assert all(line.endswith((".", "src/a.py", COMMIT)) for line in lines)


def of_line(*findings: Finding) -> list[str]:
    return [text.splitlines()[0] for text in explanations("a.md", 3, findings).split("\n\n")]


def test_what_does_not_hold_comes_first_and_what_holds_is_counted() -> None:
    good = [finding(text=f"src/{number}.py", line=3, column=20 * number + 1) for number in range(12)]
    away = finding(Verdict.UNCHECKED, "https://x.org", line=3, column=300, reason=Reason.URL)
    gone = finding(Verdict.DELETED, "src/gone.py", line=3, column=400)
    rest = "src/0.py, src/1.py, src/2.py, src/3.py, src/4.py, src/5.py, src/6.py, src/7.py and 4 others"
    assert of_line(*good, away, gone) == [
        "a.md:3:400  src/gone.py",
        "a.md:3:300  https://x.org",
        f"a.md:3  12 more citations of this line hold: {rest}",
    ]
    assert "To see why: mementod explain a.md:3 src/0.py" in explanations("a.md", 3, good)
    assert of_line(*good[:3]) == ["a.md:3  3 citations of this line hold: src/0.py, src/1.py, src/2.py"]
    assert of_line(gone, *good[:2]) == ["a.md:3:400  src/gone.py", "a.md:3:1  src/0.py", "a.md:3:21  src/1.py"]


def test_a_named_citation_is_explained_whatever_else_holds(repo: Repo, ask: object) -> None:
    repo.write({"CLAUDE.md": f"Known: {', '.join('`src/main.py`' for _ in range(4))}.\n"})
    assert "4 citations of this line hold: src/main.py\n" in ask("CLAUDE.md:1")  # type: ignore[operator]
    assert ask("CLAUDE.md:1", "main").count("Verdict ok") == 4  # type: ignore[operator]


def test_nothing_steers_the_terminal() -> None:
    evil = "\x1b[2J\u202e\n"
    text = explanation(evil, finding(Verdict.MOVED, evil, target=evil, evidence=evil, commit=evil, sentence=evil))
    assert not set(text) & set("\x1b\u202e\r")
    assert len(text.splitlines()) == 5
