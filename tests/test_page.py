"""The page: what is in it, how large it is, and that nothing of a repository becomes markup."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from hooking import Desk
from mementod.errors import UserError
from mementod.page.model import PAYLOAD_CAP_BYTES, Source, Texts, Whole, as_data, payload
from mementod.page.render import render
from mementod.page.timeline import POINTS, timeline
from mementod.paths import Paths
from mementod.reports.report import Status, ids, located
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Level, NoteReport, Report, Verdict
from reports import deleted, finding, moved, note, report
from repos import Repo

NOW = datetime(2026, 3, 1, tzinfo=UTC)
HOSTILE = "</script><script>window.owned=1</script><img src=x onerror=alert(1)>&amp;\u202e\x1b[31m@DATA@'\"\u2028.md"


def told(item: NoteReport, number: int, days: float, before: Verdict | None, after: Verdict | None) -> Transition:
    """A citation of a note became another one, so many days before NOW."""
    found = item.findings[number]
    level = Level.ERROR if after is Verdict.DELETED else Level.NONE
    at = (NOW - timedelta(days=days)).isoformat()
    citation = found.citation
    return Transition(
        ids(item)[number], item.note.path, citation.line, citation.text, before, after, level, None, "", at
    )


def source(found: Report, *rows: Transition) -> Source:
    return Source(found, rows, NOW, "1.0")


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    found: dict[str, Any] = json.loads(text)
    return found


def statuses(found: Report, *rows: Transition) -> list[dict[Status, int]]:
    paths = [item.note.path for item in found.notes]
    return [dict(point.notes or {}) for point in timeline(paths, located(found), rows, NOW)]


def test_the_curve_goes_through_what_was_told_and_ends_with_today() -> None:
    one, two = note("a.md", deleted("x.py"), finding(text="y.py")), note("b.md", finding(text="z.py"))
    found = report(one, two)
    rows = (
        told(two, 0, 9, Verdict.OK, Verdict.DELETED),
        told(two, 0, 6, Verdict.DELETED, Verdict.OK),
        told(one, 0, 3, Verdict.OK, Verdict.DELETED),
    )
    points = statuses(found, *rows)
    stale = [point[Status.STALE] for point in points]
    assert len(points) == POINTS
    assert [number for at, number in enumerate(stale) if at == 0 or number != stale[at - 1]] == [1, 0, 1]
    assert all(sum(point.values()) == 2 for point in points)
    assert points[-1] == {Status.OK: 1, Status.STALE: 1, Status.CHANGED: 0, Status.EMPTY: 0}


def test_before_anybody_looked_nothing_is_known() -> None:
    """The curve goes an hour back at least; a repository that was enrolled a minute ago has no state of then."""
    one = note("a.md", deleted("x.py"))
    rows = (told(one, 0, 1 / 24 / 60, Verdict.OK, Verdict.DELETED),)
    since = NOW - timedelta(minutes=30)
    points = timeline(["a.md"], located(report(one)), rows, NOW, since)
    assert [point.notes is None for point in points] == [point.at < since for point in points]
    assert {point.notes is None for point in points} == {True, False}
    assert points[-1].notes == {Status.OK: 0, Status.STALE: 1, Status.CHANGED: 0, Status.EMPTY: 0}
    data = as_data(Source(report(one), rows, NOW, "1", since), Whole.of(Source(report(one), rows, NOW, "1", since)), ())
    assert [len(row) for row in data["timeline"]] == [1 if point.notes is None else 5 for point in points]


@pytest.mark.parametrize(
    "row",
    [
        told(note("gone.md", deleted("x.py")), 0, 1, Verdict.OK, Verdict.DELETED),
        told(note("a.md", deleted("x.py")), 0, -1, Verdict.OK, Verdict.DELETED),  # the clock was set back
    ],
)
def test_what_says_nothing_of_the_notes_of_today_makes_no_curve(row: Transition) -> None:
    assert statuses(report(note("a.md", finding(text="y.py"))), row) == []


def test_a_time_that_another_hand_wrote_is_left_out() -> None:
    one = note("a.md", deleted("x.py"))
    good = told(one, 0, 1, Verdict.OK, Verdict.DELETED)
    odd = replace(good, at="yesterday")
    assert statuses(report(one), odd) == []
    assert len(statuses(report(one), odd, good)) == POINTS


def test_the_data_names_what_each_note_cites_where_it_points_and_its_history() -> None:
    one = note("a.md", moved("old/x.py", "new/x.py"), finding(text="y.py", line=4))
    found = data_of(render(source(report(one), told(one, 0, 2, Verdict.OK, Verdict.MOVED))))
    texts = found["texts"]
    (first, second) = found["citations"]
    assert [texts[first[2]], found["verdicts"][first[3]], texts[first[5]]] == ["old/x.py", "moved", "new/x.py"]
    assert [texts[second[2]], found["verdicts"][second[3]], second[1]] == ["y.py", "ok", 4]
    (path, status, _, _, cited, wrong) = found["notes"][0]
    assert (texts[path], found["statuses"][status], cited, wrong) == ("a.md", "stale", 2, 1)
    (told_row,) = found["history"]
    assert (told_row[1], texts[told_row[3]], found["verdicts"][told_row[5]]) == (0, "old/x.py", "moved")
    ((title, _, _, size, spread, items),) = found["causes"]
    assert "old" in texts[title]
    assert (size, spread, items) == (1, 1, [0])


def test_nothing_of_a_repository_becomes_markup_or_a_control_character() -> None:
    one = note(HOSTILE, deleted(HOSTILE), finding(text="a\ud800b"))
    page = render(source(report(one, root=f"/home/{HOSTILE}"), told(one, 0, 1, Verdict.OK, Verdict.DELETED)))
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img" not in page
    assert not set(page) & set("\u202e\x1b\u2028\ud800")
    assert "window.owned=1" in data_of(page)["texts"][0]


def test_the_page_may_load_and_run_nothing_but_itself() -> None:
    page = render(source(report(note("a.md", finding()))))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    outside = re.findall(r"(?:src|href|action)=\"(?!#)[^\"]*|url\(|@import|https?://|\bfetch\(|XMLHttpRequest", page)
    assert outside == []


def test_five_thousand_notes_stay_below_two_megabytes_and_lose_nothing() -> None:
    notes = [
        note(f"memory/{n % 40}/note-{n}.md", *(finding(text=f"src/part{(n + k) % 900}/file{k}.py") for k in range(5)))
        for n in range(5_000)
    ]
    page = render(source(report(*notes)))
    assert len(page.encode()) < 2_000_000
    found = data_of(page)
    assert (len(found["notes"]), len(found["citations"]), found["left_out"]["citations"]) == (5_000, 25_000, 0)


def test_what_is_too_much_is_left_out_what_holds_first_and_counted() -> None:
    wrong = [deleted(f"src/very/long/path/number/{n}/that/is/gone.py") for n in range(100)]
    holds = [finding(text=f"src/{'x' * 200}/{n}.py") for n in range(12_000)]
    text = payload(source(report(note("a.md", *wrong, *holds))))
    found = json.loads(text)
    assert len(text.encode()) <= PAYLOAD_CAP_BYTES
    assert {found["verdicts"][row[3]] for row in found["citations"]} == {"deleted"}
    assert (len(found["citations"]), found["left_out"]["citations"]) == (100, 12_000)
    assert found["notes"][0][4:] == [12_100, 100]


def test_a_cause_whose_citations_are_left_out_keeps_its_size() -> None:
    one = note("a.md", *(deleted(f"src/{n}.py") for n in range(20)))
    made = source(report(one))
    whole = Whole.of(made)
    (cause, *_) = as_data(made, whole, whole.items[:3])["causes"]
    assert (cause[3], cause[5]) == (20, [0, 1, 2])


def test_a_text_is_kept_once_and_cut_when_nobody_would_read_it() -> None:
    texts = Texts()
    assert [texts.number(text) for text in ("a", "b", "a", None)] == [0, 1, 0, -1]
    assert len(texts.rows[texts.number("x" * 9_999)]) < 400


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/a.py": "A = 1\n", "CLAUDE.md": "# Map\n\n- `src/a.py` is it.\n"}).commit()
    repo.move("src/a.py", "lib/a.py").commit("Move", "2025-02-01")
    return Desk(repo.root, paths, capsys)


def test_the_command_writes_one_file_and_says_where(desk: Desk, home: Path) -> None:
    (line,) = desk.fine("page", "--no-open")
    path = Path(line.removeprefix("written: "))
    assert path.is_relative_to(home / "state")
    assert path.parent.stat().st_mode & 0o077 == 0
    assert "lib/a.py" in data_of(path.read_text())["texts"]
    assert desk.fine("page", "--no-open") == [line]


def test_it_goes_with_all_that_is_remembered(desk: Desk, home: Path) -> None:
    desk.fine("page", "--no-open")
    desk.fine("uninstall", "--yes", "--purge")
    assert not list(home.rglob("*.html"))


def test_a_file_of_ones_own_and_a_place_where_none_can_be(desk: Desk) -> None:
    assert desk.fine("page", "--no-open", "--output", "notes.html") == [f"written: {desk.folder / 'notes.html'}"]
    assert (desk.folder / "notes.html").read_text().startswith("<!doctype html>")
    with pytest.raises(UserError, match="cannot be written"):
        desk("page", "--no-open", "--output", "no/such/folder/notes.html")


def test_without_a_place_that_lasts_one_has_to_be_given(desk: Desk) -> None:
    with Paths(None, None, None, None) as bare:
        lost = Desk(desk.folder, bare, desk.capture)
        with pytest.raises(UserError, match="give --output"):
            lost("page", "--no-open")
        assert lost("page", "--no-open", "--output", "notes.html")[0] == 0


def test_it_is_opened_on_a_screen_only(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the desktop's own opener; never by a browser that would take over the terminal."""
    place = tmp_path / "opened"
    os.mkfifo(place)
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\necho "$1" > {place}\n')
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{opener.parent}:{os.environ['PATH']}")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    desk.paths = Paths.of(os.environ)
    assert "no browser to open it in was found" in desk.fine("page")
    monkeypatch.setenv("DISPLAY", ":9")
    desk.paths = Paths.of(os.environ)
    (line,) = desk.fine("page")
    assert f"written: {place.read_text().strip()}" == line
