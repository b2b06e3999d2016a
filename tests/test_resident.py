"""The law of the live repository: after every change its verdicts are those of a judgement from scratch."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import edits
from mementod.brain import resident as resident_module
from mementod.brain.hints import Hints
from mementod.brain.resident import Resident
from mementod.judging.disk import READ_CAP_BYTES
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.reports.report_json import render_json
from mementod_parsers.model import Verdict
from repos import Repo

STEPS = 24


@pytest.fixture
def resident(tmp_path: Path, paths: Paths) -> Iterator[Resident]:
    edits.build(tmp_path / "repo")
    found = Resident(tmp_path / "repo", paths)
    yield found
    found.close()


def run(work: Iterator[None]) -> int:
    return sum(1 for _ in work)


def from_scratch(root: Path, paths: Paths) -> str:
    with Engine(root, paths) as engine:
        return render_json(engine.check(Request(root)))


def differences(live: str, scratch: str) -> list[str]:
    """What one report says and the other does not; the citations that they share left out."""
    if live == scratch:
        return []
    rows = [
        [f"{note['path']} {row}" for note in json.loads(said)["notes"] for row in note["citations"]]
        for said in (live, scratch)
    ]
    only = [f"live {r}" for r in rows[0] if r not in rows[1]], [f"scratch {r}" for r in rows[1] if r not in rows[0]]
    return [*only[0], *only[1]] or ["not the citations"]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", range(4))
def test_every_look_gives_what_a_judgement_from_scratch_gives(resident: Resident, paths: Paths, seed: int) -> None:
    root, dice = resident.resources.root, random.Random(seed)
    repo = Repo(root)
    run(resident.open())
    assert render_json(resident.report()) == from_scratch(root, paths)
    done = []
    for number in range(STEPS):
        name, hints = edits.edit(repo, dice, number)
        if dice.random() < 0.3:  # two edits that come in one batch
            second, more = edits.edit(repo, dice, number + STEPS)
            name, hints = f"{name}+{second}", hints | more
        done.append(name)
        run(resident.look(hints))
        assert differences(render_json(resident.report()), from_scratch(root, paths)) == [], done


def test_what_is_ignored_and_cited_stays_watched_when_other_files_come(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"CLAUDE.md": "See `out/made.py`.\n", ".gitignore": "out/\n"}).commit()
    repo.write({"out/made.py": "x = 1\n"})
    with closing(Resident(repo.root, paths)) as resident:
        run(resident.open())
        assert "out/made.py" in resident.outside()
        repo.write({"b.py": "b = 1\n"})
        run(resident.look(Hints(frozenset(["b.py"]))))
        assert "out/made.py" in resident.outside()
        repo.write({"CLAUDE.md": "See `b.py`.\n"})
        run(resident.look(Hints(frozenset(["CLAUDE.md"]))))
        assert "out/made.py" not in resident.outside(), "nobody asks for it any more"


def test_a_change_of_what_a_cited_link_leads_to_is_seen(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write(
        {"src/real.py": "def one():\n    return 1\n", "CLAUDE.md": "See `src/link.py:1`.\n"}
    )
    (repo.root / "src/link.py").symlink_to("real.py")
    repo.commit()
    with closing(Resident(repo.root, paths)) as resident:
        run(resident.open())
        repo.write({"src/real.py": "def two():\n    return 2\n"})
        run(resident.look(Hints(frozenset(["src/real.py"]))))
        assert [f.verdict for n in resident.report().notes for f in n.findings] == [Verdict.SHIFTED]
        assert differences(render_json(resident.report()), from_scratch(repo.root, paths)) == []


def test_a_note_that_is_one_by_a_link_alone_is_followed(tmp_path: Path, paths: Paths) -> None:
    texts = {"docs/one.md": "See `a.py`.\n", "docs/two.md": "See `a.py` and `b.py`.\n", "a.py": "", "b.py": ""}
    repo = Repo(tmp_path / "repo").write({**texts, "CLAUDE.md": "See `b.py`.\n"}).commit()
    link = repo.root / "CLAUDE.md"
    with closing(Resident(repo.root, paths)) as resident:
        run(resident.open())

        def expect_as_from_scratch(name: str) -> None:
            run(resident.look(Hints(frozenset([name]))))
            assert differences(render_json(resident.report()), from_scratch(repo.root, paths)) == []

        for target in ("docs/one.md", "docs/two.md"):
            link.unlink()
            link.symlink_to(target)
            expect_as_from_scratch("CLAUDE.md")
            assert [note.note.path for note in resident.report().notes] == [target]
        repo.write({"docs/two.md": "See `a.py` twice: `a.py`.\n"})
        expect_as_from_scratch("docs/two.md")
        (repo.root / "a.py").unlink()
        expect_as_from_scratch("a.py")
        (repo.root / "docs/two.md").unlink()
        expect_as_from_scratch("docs/two.md")
        repo.write({"docs/two.md": "See `b.py`, `a.py`.\n"})
        expect_as_from_scratch("docs/two.md")
        link.unlink()
        repo.write({"CLAUDE.md": "See `a.py`.\n"})
        expect_as_from_scratch("CLAUDE.md")


def test_a_change_of_what_a_file_became_that_was_renamed_twice_is_seen(tmp_path: Path, paths: Paths) -> None:
    keys = "def alpha():\n    return 'a'\n\n\ndef beta():\n    return 'b'\n"
    repo = Repo(tmp_path / "repo").write(
        {"src/bot/state.py": keys, "src/bot/a.py": "A = 1\n", "CLAUDE.md": "`state.py`\n"}
    )
    repo.commit().move("src/bot", "src/app").commit()
    with closing(Resident(repo.root, paths)) as live:
        run(live.open())
        (repo.root / "src/app/state.py").rename(repo.root / "src/app/names.py")
        run(live.look(Hints(frozenset(["src/app/state.py", "src/app/names.py"]))))
        before = live.report().notes[0].findings[0].target
        repo.write({"src/app/names.py": "nothing = 'of what it was'\n"})
        run(live.look(Hints(frozenset(["src/app/names.py"]))))
        assert differences(render_json(live.report()), from_scratch(repo.root, paths)) == []
    assert (before, live.report().notes[0].findings[0].target) == ("src/app/names.py", None)


def test_an_ignore_file_that_is_named_alone_changes_what_is_listed(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "def moving():\n    return 'x'\n", "CLAUDE.md": "`src/a.py`\n"})
    repo.commit()
    (repo.root / "src/a.py").rename(repo.root / "src/b.py")
    with closing(Resident(repo.root, paths)) as live:
        run(live.open())
        before = live.report().notes[0].findings[0].target
        repo.write({"src/.gitignore": "b.py\n"})
        run(live.look(Hints(frozenset(["src/.gitignore"]))))
        assert differences(render_json(live.report()), from_scratch(repo.root, paths)) == []
    assert (before, live.report().notes[0].findings[0].target) == ("src/b.py", None)


@pytest.mark.parametrize("kind", ["one file", "a large change", "a commit"])
def test_names_are_judged_again_when_the_code_that_hid_them_is_gone(
    kind: str, tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "def lost_name():\n    pass\n", "CLAUDE.md": "Call `lost_name()`.\n"})
    repo.commit().write({"a.py": "\n", "unread.py": b"#" * (READ_CAP_BYTES + 1)}).commit()
    with closing(Resident(repo.root, paths)) as live:
        run(live.open())
        before = live.report().notes[0].findings[0].verdict
        (repo.root / "unread.py").unlink()
        if kind == "a commit":
            repo.commit()
        monkeypatch.setattr(resident_module, "MANY_PATHS", 0 if kind == "a large change" else 10)
        run(live.look(Hints(frozenset(["unread.py"]), history=kind == "a commit")))
        if live.is_behind:
            run(live.catch_up())
        assert differences(render_json(live.report()), from_scratch(repo.root, paths)) == []
    assert (before, live.report().notes[0].findings[0].verdict) == (Verdict.UNCHECKED, Verdict.DELETED)


def test_a_look_judges_only_what_the_change_can_touch(resident: Resident) -> None:
    Repo(resident.resources.root).write({"README.rst": "nobody cites this\n"}).commit("readme")
    run(resident.open())
    resident.take_changed()
    (resident.resources.root / "README.rst").write_text("nor this\n")
    run(resident.look(Hints(frozenset(["README.rst"]))))
    unrelated = resident.take_changed()
    (resident.resources.root / "tools" / "parse.py").unlink()
    run(resident.look(Hints(frozenset(["tools/parse.py"]))))
    assert unrelated == {}
    assert set(resident.take_changed()) == {"CLAUDE.md", ".serena/memories/layout.md", "memory-bank/systemPatterns.md"}


def test_a_node_that_its_folder_carries_along_is_as_quiet_as_from_scratch(tmp_path: Path, paths: Paths) -> None:
    drawing = "```\napp/\n├── views/\n│   ├── home.py\n│   └── user.py\n└── main.py\n```\n"
    files = {"app/views/home.py": "h = 1\n", "app/views/user.py": "u = 2\n", "app/main.py": "m = 3\n"}
    repo = Repo(tmp_path / "repo").write({**files, "CLAUDE.md": drawing}).commit()
    with closing(Resident(repo.root, paths)) as resident:
        run(resident.open())
        repo.move("app/views", "app/pages")
        repo.commit("move")
        run(resident.look(Hints(everything=True)))
        assert differences(render_json(resident.report()), from_scratch(repo.root, paths)) == []
        assert [(f.citation.text, f.level.value) for n in resident.report().notes for f in n.findings if f.target] == [
            ("views/", "error"),
            ("home.py", "info"),
            ("user.py", "info"),
        ]
