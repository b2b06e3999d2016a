from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from mementod.commands.session import Session
from mementod.commands.watch import follow, signature, transitions
from mementod.errors import UserError
from mementod.paths import Paths
from mementod_parsers.model import Report, Verdict
from reports import deleted, finding, moved, note, report
from repos import Repo

OK = report(note("a.md", finding(text="src/a.py", line=3)))
GONE = report(note("a.md", deleted("src/a.py", line=3)))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (OK, OK, []),
        (OK, GONE, [(Verdict.OK, Verdict.DELETED)]),
        (GONE, OK, [(Verdict.DELETED, Verdict.OK)]),
        (OK, report(note("a.md", finding(text="src/a.py", line=99))), []),
        (report(), GONE, [(None, Verdict.DELETED)]),
        (report(), OK, []),
        (GONE, report(), [(Verdict.DELETED, None)]),
        (OK, report(), []),
        (
            report(note("a.md", moved("a", "b"))),
            report(note("a.md", moved("a", "c"))),
            [(Verdict.MOVED, Verdict.MOVED)],
        ),
    ],
)
def test_only_what_became_another_verdict(before: Report, after: Report, expected: list[object]) -> None:
    assert [(t.before, t.after) for t in transitions(before, after)] == expected


class Stopped(Exception):
    """The test has seen enough."""


def watched(paths: Paths, looks: list[int], reports: list[Report | UserError], as_json: bool = False) -> None:
    """Run the loop over prepared looks and judgements until the looks are used up."""
    asked = iter(reports)
    left = iter(looks)

    def look() -> int:
        for number in left:
            return number
        raise Stopped

    def judge() -> Report:
        answer = next(asked)
        if isinstance(answer, UserError):
            raise answer
        return answer

    here = Session(
        folder=Path("/"),
        paths=paths,
        clock=lambda: 0.0,
        sleep=lambda seconds: None,
        time_of_day=lambda: "12:00:00",
        width=80,
        colour=False,
        interactive=False,
        progress_bar=False,
    )
    with pytest.raises(Stopped):
        follow(here, judge, look, as_json)
    assert next(asked, None) is None, "fewer judgements than expected"


def test_a_transition_is_one_line(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    watched(paths, [1, 1, 2, 2, 2, 3, 3], [OK, GONE, OK])
    assert capsys.readouterr().out.splitlines() == [
        "watching 1 note in /repo (0 errors, 0 warnings); Ctrl-C ends",
        "12:00:00  a.md:3  src/a.py: ok -> deleted",
        "12:00:00  a.md:3  src/a.py: deleted -> ok",
    ]


def test_a_citation_that_comes_or_goes_is_said_in_words(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    watched(paths, [1, 1, 2, 2, 2, 3, 3], [report(), GONE, report()])
    assert capsys.readouterr().out.splitlines()[1:] == [
        "12:00:00  a.md:3  src/a.py: new -> deleted",
        "12:00:00  a.md:3  src/a.py: deleted -> no longer cited",
    ]


def test_what_limits_the_judgement_is_said(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    watched(paths, [1, 1], [replace(OK, problems=("/repo is no git repository",))])
    assert capsys.readouterr().err == "mementod: /repo is no git repository\n"


def test_files_that_still_change_are_not_judged(paths: Paths) -> None:
    watched(paths, [1, 2, 3, 4, 5, 5, 5], [OK, GONE])


def test_json_is_one_object_a_line(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    watched(paths, [1, 2, 2], [OK, report(note("a.md", moved("src/a.py", "src/b.py", line=3)))], as_json=True)
    start, event = map(json.loads, capsys.readouterr().out.splitlines())
    assert start == {
        "schema": "mementod.watch/1",
        "event": "start",
        "root": "/repo",
        "levels": {"error": 0, "warning": 0, "info": 0, "none": 1},
    }
    assert len(event.pop("id")) == 16
    assert datetime.fromisoformat(event.pop("at")).tzinfo
    assert event == {
        "schema": "mementod.watch/1",
        "event": "transition",
        "note": "a.md",
        "line": 3,
        "text": "src/a.py",
        "before": "ok",
        "after": "moved",
        "level": "error",
        "target": "src/b.py",
    }


def test_a_broken_configuration_is_said_and_watching_goes_on(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    watched(paths, [1, 2, 2, 3, 3], [OK, UserError(".mementod.yaml, line 1: bad"), GONE])
    shown = capsys.readouterr()
    assert "not judged: .mementod.yaml, line 1: bad" in shown.err
    assert "ok -> deleted" in shown.out


def test_the_signature_changes_with_files_commits_and_nothing_else(tmp_path: Path) -> None:
    repo = Repo(tmp_path).write({"a.py": "x", "node_modules/p/i.js": "x"}).commit()
    seen = {signature([tmp_path])}

    def changed() -> bool:
        before = len(seen)
        seen.add(signature([tmp_path]))
        return len(seen) > before

    assert not changed()
    (tmp_path / "node_modules" / "p" / "new.js").write_text("x")
    assert not changed()
    repo.write({"a.py": "longer"})
    assert changed()
    repo.write({"deep/er/b.md": "x"})
    assert changed()
    repo.commit()
    assert changed()
    repo.git("checkout", "-q", "-b", "other")
    assert changed()
    (tmp_path / "a.py").unlink()
    assert changed()
    (tmp_path / "link").symlink_to("nowhere")
    assert changed()
    assert not changed()


def test_a_folder_that_is_not_there_is_no_change(tmp_path: Path) -> None:
    assert signature([tmp_path / "none"]) == signature([tmp_path / "none"])
