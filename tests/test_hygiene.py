"""Notes that are hard to use, and what is safe to repair in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode
from mementod.paths import Paths
from mementod_parsers.continuity.hygiene import FACT_LINES_LIMIT, Flaw, Text, untidy
from mementod_parsers.continuity.tidying import KEPT_DONE, archived, indexes
from mementod_parsers.model import Source
from mementod_parsers.progress.progress import parse_progress
from repos import Repo


def note(path: str, text: str, source: Source = Source.CLAUDE_MEMORY) -> Text:
    return Text(path, source, text)


def flaws(*notes: Text) -> list[tuple[Flaw, str, int]]:
    return [(each.flaw, each.path, each.line) for each in untidy(notes)]


FACT = "# Cache\n\nThe cache keeps rows for an hour, because readers ask for the same rows again and again all day.\n"
OTHER = FACT.replace("rows", "pages").replace("hour", "minute").replace("readers", "bots").replace("day", "night long")
TREE = "```\n" + "├── a\n" * 20 + "```\n"
SIGNED = "```python\n" + "def one(a):\n    ...\n" * 6 + "```\n"
DESCRIBED = f"---\ndescription: This note describes x\n---\n{FACT}"
LONG = "# A\n" + "x\n" * 60
CASES = {
    "a long start-up note": (
        note(".agent/init.d/01-a.md", LONG, Source.AGENT_INIT),
        Flaw.LONG_START,
        0,
    ),
    "many facts": (note("memory/a.md", "# A\n" + "x\n" * FACT_LINES_LIMIT), Flaw.MANY_FACTS, 0),
    "many sections": (note("memory/a.md", "# A\nx\n" * 6), Flaw.MANY_FACTS, 0),
    "a description of itself": (
        note("memory/a.md", f"---\ndescription: This note describes x\n---\n{FACT}"),
        Flaw.DESCRIPTION,
        2,
    ),
    "the same in Chinese": (note("memory/a.md", f"---\ndescription: 本文档说明缓存\n---\n{FACT}"), Flaw.DESCRIPTION, 2),
    "a log": (note("memory/a.md", "".join(f"- 2026-01-0{n}: done\n" for n in range(1, 10))), Flaw.LOG, 1),
    "a drawing of the tree": (note("memory/a.md", TREE), Flaw.COPY, 1),
    "a drawing without an end": (note("memory/a.md", TREE.removesuffix("```\n")), Flaw.COPY, 1),
    "signatures": (note("memory/a.md", SIGNED), Flaw.COPY, 1),
    "a dead link": (note("memory/a.md", "see [[nowhere]]\n"), Flaw.DEAD_LINK, 1),
}


@pytest.mark.parametrize("name", CASES)
def test_a_flaw_is_found_where_it_is(name: str) -> None:
    text, flaw, line = CASES[name]
    assert (flaw, text.path, line) in flaws(text)


@pytest.mark.parametrize(
    "text",
    [
        note("memory/a.md", FACT),
        note("memory/a.md", f"---\ndescription: Read before changing the cache\n---\n{FACT}"),
        note("PROGRESS.md", "".join(f"- 2026-01-0{n}: done\n" for n in range(1, 10)), Source.INSTRUCTIONS),
        note("CLAUDE.md", "# A\n" + "x\n" * 300, Source.INSTRUCTIONS),
        note("memory/a.md", ""),
    ],
)
def test_a_good_note_has_none(text: Text) -> None:
    assert flaws(text) == []


def test_an_index_and_its_notes_agree_in_both_directions() -> None:
    index = note(
        "memory/MEMORY.md", "# Memory\n\n- [Cache](cache.md) - x\n- [Gone](gone.md)\n- [Web](https://x.org/a.md)\n"
    )
    notes = [index, note("memory/cache.md", FACT), note("memory/new.md", OTHER.replace("# Cache", "# Pages"))]
    assert flaws(*notes) == [(Flaw.UNLISTED, index.path, 0), (Flaw.DEAD_ENTRY, index.path, 4)]
    (text,) = indexes(notes).values()
    assert text == "# Memory\n\n- [Cache](cache.md) - x\n- [Web](https://x.org/a.md)\n- [Pages](new.md)\n"
    assert flaws(note(index.path, text), *notes[1:]) == []
    assert indexes([note(index.path, text), *notes[1:]]) == {}


def test_line_ends_of_an_index_stay() -> None:
    index = note("memory/MEMORY.md", "# Memory\r\n\r\n- [Cache](cache.md)")
    (text,) = indexes([index, note("memory/cache.md", FACT), note("memory/b.md", "# B\n")]).values()
    assert text == "# Memory\r\n\r\n- [Cache](cache.md)\r\n- [B](b.md)\r\n"


def test_prose_that_links_to_what_is_gone_is_left_to_a_person() -> None:
    index = note("memory/MEMORY.md", "We had [Gone](gone.md) once.\n")
    assert indexes([index]) == {}


def test_notes_that_say_the_same() -> None:
    twin = note("memory/b.md", FACT + "\nAnd that is all.\n")
    long = FACT + " ".join(f"word{n}" for n in range(40))
    assert (Flaw.DUPLICATE, "memory/b.md", 0) in flaws(note("memory/a.md", long), note(twin.path, long + " more"))
    assert flaws(note("memory/a.md", FACT), note("memory/b.md", OTHER)) == []


def test_finished_work_is_archived_word_for_word() -> None:
    items = [f"- [x] src/{n}.py: did {n} because of {n}\n" for n in range(KEPT_DONE + 3)]
    text = "# Progress\n\n" + "".join(items) + "- [ ] src/open.py: do it because we must\n"
    parted = archived(text)
    assert parted is not None
    kept, gone = parted
    assert gone == "".join(items[:3])
    assert len(parse_progress(kept)) == KEPT_DONE + 1
    assert archived(kept) is None


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    done = "".join(f"- [x] a.py: did {n} because of {n}\n" for n in range(KEPT_DONE + 2))
    repo.write(
        {"memory/MEMORY.md": "# M\n\n- [Gone](gone.md)\n", "memory/cache.md": FACT, "PROGRESS.md": f"# P\n\n{done}"}
    )
    return repo.commit("Begin", "2025-02-01")


def test_nothing_is_written_without_being_asked(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["-C", str(repo.root), "tidy"], paths) == ExitCode.FINDINGS
    text = capsys.readouterr().out
    assert "+- [Cache](cache.md)" in text
    assert "-- [Gone](gone.md)" in text
    assert repo.git("status", "--porcelain") == ""


def test_the_safe_repairs_are_written_and_then_there_are_none(
    repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (repo.root / "PROGRESS.md").read_text()
    cli.run(["-C", str(repo.root), "tidy", "--write"], paths)
    assert (repo.root / "memory/MEMORY.md").read_text() == "# M\n\n- [Cache](cache.md)\n"
    kept, gone = ((repo.root / name).read_text() for name in ("PROGRESS.md", "PROGRESS-archive.md"))
    assert sorted((kept + gone).splitlines()) == sorted(before.splitlines())
    capsys.readouterr()
    assert cli.run(["-C", str(repo.root), "tidy"], paths) == ExitCode.FINE
    assert "0 findings" in capsys.readouterr().out
