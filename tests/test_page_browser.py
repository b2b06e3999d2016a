"""The page in a real browser: what it draws, that it complains of nothing, and that it asks nobody."""

from __future__ import annotations

import html
import itertools
import json
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mementod.page.model import Source
from mementod.page.render import render
from mementod.reports.report import ids
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Level, Report, Verdict
from reports import deleted, finding, moved, note, report
from test_page import HOSTILE, NOW, told

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LIMIT_S = 60.0
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="NOT TESTED IN A BROWSER: there is no chromium (apt install chromium)"),
    pytest.mark.timeout(120),
]


def drawn(
    found: Report, folder: Path, place: str = "", *rows: Transition, hand: str = "", since: datetime | None = None
) -> tuple[str, str]:
    """What the browser made of the page, and what it complained of. `hand`: what somebody does there, as a script."""
    path = folder / "page.html"
    page = render(Source(found, rows, NOW, "1.0", since))
    if hand:  # the page itself runs no other script than its own
        page = re.sub(r"<meta http-equiv[^>]*>", "", page).replace("</body>", f"<script>{hand}</script></body>")
    path.write_text(page, encoding="utf-8")
    assert BROWSER
    done = subprocess.run(
        [
            BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--lang=en",
            f"--user-data-dir={folder / 'profile'}", "--dump-dom", "--virtual-time-budget=2000",
            f"{path.as_uri()}{place}",
        ],
        capture_output=True, encoding="utf-8", timeout=LIMIT_S, check=False,
    )  # fmt: skip
    said = "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)
    assert 'data-ready="true"' in done.stdout, done.stderr[-2000:]
    return done.stdout, said


def words(dom: str) -> str:
    """The text that a person reads or hears."""
    body = re.sub(r"<script.*?</script>|<style.*?</style>", " ", dom, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_a_note_its_citations_and_its_history(tmp_path: Path) -> None:
    one = note("memory/map.md", moved("old/x.py", "new/x.py", line=3), finding(text="src/y.py", line=4))
    two = note("memory/fresh.md", finding(text="src/z.py"))
    row = Transition(
        ids(one)[0], "memory/map.md", 3, "old/x.py", Verdict.OK, Verdict.MOVED, Level.ERROR, "new/x.py",
        "moved in 3f2a91c", datetime(2026, 2, 20, tzinfo=UTC).isoformat(),
    )  # fmt: skip
    dom, said = drawn(report(two, one), tmp_path, "#n1", row)
    text = words(dom)
    assert said == ""
    assert "Cites 2, of which 1 wrong" in text
    assert "old/x.py → now new/x.py" in text
    assert "old/x.py in line 3: ok → moved new/x.py" in text
    assert "1 stale 0 changed 1 fresh 0 citing nothing" in text
    assert text.index("memory/map.md") < text.index("memory/fresh.md")  # the worst first
    assert 'aria-current="true"' in dom


def test_hostile_names_are_text_and_run_nothing(tmp_path: Path) -> None:
    dom, said = drawn(report(note(HOSTILE, deleted(HOSTILE)), root=f"/home/{HOSTILE}"), tmp_path, "#n0")
    assert said == ""
    assert "<script>window.owned=1</script><img src=x" in words(dom)
    assert "<img" not in dom
    assert len(re.findall(r"<script", dom)) == 2


def test_thousands_of_notes_are_drawn_a_page_at_a_time(tmp_path: Path) -> None:
    notes = [note(f"memory/n-{number:04}.md", deleted("gone.py")) for number in range(2_000)]
    dom, said = drawn(report(*notes), tmp_path)
    assert said == ""
    assert "Page 1 of 40" in words(dom)
    assert dom.count("<tr data-note") == 50
    assert "2,000 citations in 2,000 notes" in words(dom)


@pytest.mark.parametrize("found", [report(), report(note("a.md"))], ids=["no notes", "nothing cited"])
def test_a_page_about_nothing_says_so(found: Report, tmp_path: Path) -> None:
    dom, said = drawn(found, tmp_path)
    assert said == ""
    assert "No change of a verdict is remembered yet." in words(dom)
    assert "Nothing: every note says what is so" in words(dom)


def test_the_time_before_the_first_look_is_no_state(tmp_path: Path) -> None:
    one = note("a.md", deleted("x.py"))
    row = told(one, 0, 1 / 24 / 60, Verdict.OK, Verdict.DELETED)
    dom, said = drawn(report(one), tmp_path, "", row, since=NOW - timedelta(minutes=30))
    assert said == ""
    assert 0 < dom.count('class="bar unseen"') < 30
    assert words(dom).count("not looked at yet") == 2  # in the legend, and once in the table


def test_everything_has_a_name_and_a_place(tmp_path: Path) -> None:
    """Landmarks, headings, table headers and labels: what a screen reader goes by."""
    dom, _ = drawn(report(note("a.md", deleted("x.py"))), tmp_path)
    for landmark in ("<header>", "<main>", "<footer>", '<nav id="pages" aria-label=', "<html lang="):
        assert landmark in dom
    levels = [int(level) for level in re.findall(r"<h(\d)", dom)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert all(re.search(r"scope=\"col\"", head) for head in re.findall(r"<th\b[^>]*>", dom))
    identities = set(re.findall(r'\bid="([^"]*)"', dom))
    assert {name for name in re.findall(r'(?:aria-labelledby|for)="([^"]*)"', dom) if name} <= identities
    fields = re.findall(r"<input[^>]*\bid=\"([^\"]*)\"", dom)
    assert set(fields) <= set(re.findall(r'<label[^>]*for="([^"]*)"', dom))


HAND = """
const seen = [], note = (what) => seen.push(what);
const all = (choice) => [...document.querySelectorAll(choice)], by = (choice) => all(choice)[0];
const words = (choice) => by(choice).textContent;
const type = (choice, value) => { by(choice).value = value; by(choice).dispatchEvent(new Event("input")); };
note(words("#found"));
type("#search", "N-1999"); note(words("#found")); note(words("#table tbody a"));
type("#search", "");
all("#pages button")[1].click();
note(words("#pages span")); note(document.activeElement.textContent); note(words("#table tbody a"));
by(".tile.ok").click(); note(by(".tile.ok").getAttribute("aria-pressed")); note(words("#found"));
by(".tile.ok").click(); note(words("#found"));
type("#moment", "0"); note(by("#moment").getAttribute("aria-valuetext").includes("1 stale"));
by(".cause").open = true;
window.addEventListener("hashchange", () => setTimeout(() => {
  note(document.activeElement.id); note(words("#note-title"));
  note(all("tr[aria-current=true]").length); note(all(".cause table tbody tr").length);
  document.body.dataset.seen = JSON.stringify(seen);
}));
setTimeout(() => by("#table tbody a").click());
"""


def test_somebody_searches_turns_pages_filters_and_chooses(tmp_path: Path) -> None:
    notes = [note(f"memory/n-{number:04}.md", deleted("gone.py")) for number in range(2_000)]
    last = note("memory/well.md", finding(text="src/z.py"))
    row = told(notes[0], 0, 5, Verdict.OK, Verdict.DELETED)
    dom, said = drawn(report(*notes, last), tmp_path, "", row, hand=HAND)
    assert said == ""
    (seen,) = re.findall(r'data-seen="([^"]*)"', dom)
    assert json.loads(html.unescape(seen)) == [
        "2,001 notes",
        "1 of 2,001 notes",
        "memory/n-1999.md",
        "Page 2 of 41",
        "Next",  # the focus stays where it was
        "memory/n-0050.md",
        "true",
        "1 of 2,001 notes",
        "2,001 notes",
        False,
        "note",  # the focus goes to what was chosen
        "memory/n-0000.md",
        1,
        500,
    ]
