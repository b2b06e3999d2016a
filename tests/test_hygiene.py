"""Notes that are hard to use, and what is safe to repair in them."""

from __future__ import annotations

import pytest

from mementod_parsers.continuity.flaws import Around, Flaw, Text
from mementod_parsers.continuity.hygiene import FACT_LINES_LIMIT, cited, untidy
from mementod_parsers.continuity.tidying import KEPT_DONE, archive_of, archived, indexes
from mementod_parsers.model import Source
from mementod_parsers.progress.progress import parse_progress


def note(path: str, text: str, source: Source = Source.CLAUDE_MEMORY) -> Text:
    return Text(path, source, text)


AROUND = Around(frozenset(f"file{n}.py" for n in range(20)), frozenset(f"name_{n}()" for n in range(6)))


def flaws(*notes: Text, around: Around = AROUND) -> list[tuple[Flaw, str, int]]:
    return [(each.flaw, each.path, each.line) for each in untidy(notes, around)]


FACT = "# Cache\n\nThe cache keeps rows for an hour, because readers ask for the same rows again and again all day.\n"
OTHER = FACT.replace("rows", "pages").replace("hour", "minute").replace("readers", "bots").replace("day", "night long")
TREE = "```\n" + "".join(f"│   ├── file{n}.py  # text\n" for n in range(20)) + "```\n"
PLANNED = TREE.replace("file1", "new1")
HIERARCHY = "```\nAccess\n" + "├── Full employee directory\n" * 20 + "```\n"
SIGNED = "```python\n" + "".join(f"def name_{n}(a):\n    ...\n" for n in range(6)) + "```\n"
EXAMPLE = SIGNED.replace("name_", "your_own_")
SHELL = "In [[ -n $x ]] or `[[Target]]`:\n\n```sh\nif [[ $a == b ]]; then grep '[[:space:]]' x; fi\n```\n"
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
    "a dead link in a table": (note("memory/a.md", "| a |\n| --- |\n| [[nowhere#x]] |\n"), Flaw.DEAD_LINK, 3),
    "a log by months": (note("memory/a.md", "".join(f"## [2026-0{n}] done\n" for n in range(1, 10))), Flaw.LOG, 1),
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
        note("memory/a.md", PLANNED),
        note("memory/a.md", HIERARCHY),
        note("memory/a.md", EXAMPLE),
        note("memory/a.md", SHELL),
        note("memory/a.md", "see [[file1.py]]\n", Source.SERENA),
        note("memory/MEMORY.md", "# Memory\n\nOn Monday we met. No list.\n"),
    ],
)
def test_a_good_note_has_none(text: Text) -> None:
    assert flaws(text) == []


@pytest.mark.parametrize(
    ("said", "is_flaw"),
    [
        ("Contains the list of ports", True),
        ("Describes the build", True),
        ("Explains the cache: read it before you change rows", False),
        ("Contains no secrets? Read when you deploy", False),
        ("Documents of the customer are never deleted", False),
    ],
)
def test_a_description_says_when_a_note_is_needed(said: str, is_flaw: bool) -> None:
    found = untidy([note("memory/a.md", f"---\ndescription: {said}\n---\n{FACT}")], Around())
    assert (Flaw.DESCRIPTION in [each.flaw for each in found]) is is_flaw


def test_an_index_and_its_notes_agree_in_both_directions() -> None:
    index = note(
        "memory/MEMORY.md", "# Memory\n\n- [Cache](cache.md) - x\n- [Gone](gone.md)\n- [Web](https://x.org/a.md)\n"
    )
    notes = [index, note("memory/cache.md", FACT), note("memory/new.md", OTHER.replace("# Cache", "# Pages"))]
    assert flaws(*notes) == [(Flaw.UNLISTED, index.path, 0), (Flaw.DEAD_ENTRY, index.path, 4)]
    (text,) = indexes(notes, AROUND).values()
    assert text == "# Memory\n\n- [Cache](cache.md) - x\n- [Web](https://x.org/a.md)\n- [Pages](new.md)\n"
    assert flaws(note(index.path, text), *notes[1:]) == []
    assert indexes([note(index.path, text), *notes[1:]], AROUND) == {}


def test_what_is_there_and_is_no_note_is_no_dead_entry() -> None:
    index = note("memory/MEMORY.md", "- [Tools](tools/README.md)\n- [With blanks](with%20blanks.md)\n")
    around = Around(exists=lambda path: path in ("memory/tools/README.md", "memory/with blanks.md"))
    assert flaws(index, around=around) == []
    assert indexes([index], around) == {}


def test_an_item_that_also_lists_what_is_there_stays() -> None:
    notes = [note("memory/MEMORY.md", "- [Gone](gone.md), now [Cache](cache.md)\n"), note("memory/cache.md", FACT)]
    assert indexes(notes, AROUND) == {}


def test_a_folder_with_an_index_of_its_own_is_listed_by_its_index() -> None:
    notes = [
        note("memory/MEMORY.md", "- [Sub](sub/index.md)\n"),
        note("memory/sub/index.md", "- [Cache](cache.md)\n"),
        note("memory/sub/cache.md", FACT),
    ]
    assert flaws(*notes) == []
    assert flaws(note(notes[0].path, "# Memory\n"), *notes[1:]) == [(Flaw.UNLISTED, "memory/MEMORY.md", 0)]


def test_notes_of_the_same_title_are_listed_by_their_names() -> None:
    index = note("memory/MEMORY.md", "# Memory\n")
    days = [note(f"memory/2026-05-1{n}.md", "# Memory\n\nx\n") for n in range(2)]
    (text,) = indexes([index, *days], AROUND).values()
    assert text == "# Memory\n- [2026-05-10](2026-05-10.md)\n- [2026-05-11](2026-05-11.md)\n"


def test_a_line_that_is_announced_is_the_line_that_is_written() -> None:
    """Also where a note of another folder has the same title."""
    index, notes = note("memory/MEMORY.md", "# Memory\n"), [note("memory/c.md", FACT), note("other/d.md", FACT)]
    (says,) = [each.says for each in untidy([index, *notes], AROUND) if each.flaw is Flaw.UNLISTED]
    (text,) = indexes([index, *notes], AROUND).values()
    assert f"`{text.splitlines()[-1]}`" in says


def test_a_comment_in_a_block_of_code_is_no_heading() -> None:
    text = note("memory/a.md", "# A\n```bash\n" + "# step\nx\n" * 6 + "```\n")
    assert flaws(text) == []


def test_line_ends_of_an_index_stay() -> None:
    index = note("memory/MEMORY.md", "# Memory\r\n\r\n- [Cache](cache.md)")
    (text,) = indexes([index, note("memory/cache.md", FACT), note("memory/b.md", "# B\n")], AROUND).values()
    assert text == "# Memory\r\n\r\n- [Cache](cache.md)\r\n- [B](b.md)\r\n"


def test_prose_that_links_to_what_is_gone_is_left_to_a_person() -> None:
    index = note("memory/MEMORY.md", "We had [Gone](gone.md) once.\n")
    assert indexes([index], AROUND) == {}


def test_notes_that_say_the_same() -> None:
    twin = note("memory/b.md", FACT + "\nAnd that is all.\n")
    long = FACT + " ".join(f"word{n}" for n in range(40))
    assert (Flaw.DUPLICATE, "memory/b.md", 0) in flaws(note("memory/a.md", long), note(twin.path, long + " more"))
    assert flaws(note("memory/a.md", FACT), note("memory/b.md", OTHER)) == []


def test_each_copy_is_said_once() -> None:
    notes = [
        note(f"{name}/CLAUDE.md", FACT + " ".join(f"word{n}" for n in range(40)), Source.INSTRUCTIONS) for name in "abc"
    ]
    assert [(each.path, each.says.split(" (")[0]) for each in untidy(notes, AROUND)] == [
        ("b/CLAUDE.md", "says the same as a/CLAUDE.md"),
        ("c/CLAUDE.md", "says the same as a/CLAUDE.md"),
    ]


def test_short_notes_that_only_lead_to_the_note_beside_them_are_no_duplicates() -> None:
    said = (
        "# Compatibility\n\nThe guide for all who work on this part of the code is now in [AGENTS.md](AGENTS.md).\n\n"
    )
    said += "This file only stays as the entry for those tools that still read `CLAUDE.md` instead of the other one.\n"
    notes = [note(f"{folder}/CLAUDE.md", said, Source.INSTRUCTIONS) for folder in ("web", "api")]
    assert untidy(notes, AROUND) == ()


MADE = [
    "<!-- Generated by tools/render.py; edit surfaces/* instead. -->",
    "<!-- AUTO-GENERATED from AGENTS.md, do not edit directly.\nRun `sync.sh`. -->",
    "<!-- Source: .ruler/AGENTS.md -->",
    "> **Generated from `AGENTS.md`**, the source of truth.",
    "# Rules\n\nThis file is auto-generated by a tool.",
    "---\nalwaysApply: true\n---\n\n<!-- 自动生成，请勿手动修改 -->",
]
WRITTEN = [
    "- `public/` is auto-generated, do not edit it.",
    "<!-- This section is auto-generated by a plugin. -->",
    "> generating or refactoring code.",
    "Do not edit `src/gen.py`, it is generated by a tool.",
    "This file tells how types are used that a tool generated in June.",
]


@pytest.mark.parametrize(("head", "is_said"), [*((head, False) for head in MADE), *((head, True) for head in WRITTEN)])
def test_what_a_tool_wrote_is_nobodys_copy(head: str, is_said: bool) -> None:
    body = FACT + " ".join(f"word{n}" for n in range(80))
    pair = [note("AGENTS.md", body, Source.INSTRUCTIONS), note("CLAUDE.md", f"{head}\n{body}", Source.INSTRUCTIONS)]
    for notes in (pair, pair[::-1]):
        assert (Flaw.DUPLICATE in [each.flaw for each in untidy(notes, AROUND)]) == is_said


def test_where_a_tool_writes_the_files_of_all_agents_they_are_no_copies() -> None:
    body = FACT + " ".join(f"word{n}" for n in range(80))
    notes = [note(name, body, Source.INSTRUCTIONS) for name in ("AGENTS.md", "CLAUDE.md")]
    memory = [note(f"memory/{name}.md", body) for name in "ab"]
    around = Around(exists=lambda path: path == ".rulesync")
    assert [each.path for each in untidy([*notes, *memory], around)] == ["memory/b.md"]


def test_two_agents_need_a_file_each() -> None:
    body = FACT + " ".join(f"word{n}" for n in range(40))
    paths = (".cursor/rules/a.mdc", ".claude/rules/a.md", ".claude/rules/b.md")
    for one, other, how in ((paths[0], paths[1], "keep one text, and link to it"), (paths[1], paths[2], "keep one")):
        (found,) = untidy([note(path, body, Source.RULES) for path in (one, other)], AROUND)
        assert found.says.endswith(f": {how}")


def test_long_notes_that_begin_alike_are_no_copies() -> None:
    begin = " ".join(f"word{n}" for n in range(2_500))
    one, other = (begin + "".join(f"\n{name}{n}" for n in range(2_500)) for name in ("a", "b"))
    assert Flaw.DUPLICATE not in [each.flaw for each in untidy([note("a.md", one), note("b.md", other)], AROUND)]


def test_the_names_that_a_note_may_repeat_are_asked_for() -> None:
    assert cited([note("a.md", SIGNED), note("b.md", "def alone(): ...")]) == AROUND.defined


ITEMS = [f"- [x] src/{n}.py: did {n} because of {n}\n" for n in range(KEPT_DONE + 3)]


def test_finished_work_is_archived_word_for_word() -> None:
    text = "# Progress\n\n" + "".join(ITEMS) + "- [ ] src/open.py: do it because we must\n"
    parted = archived(text)
    assert parted is not None
    kept, gone = parted
    assert gone == "".join(ITEMS[:3])
    assert len(parse_progress(kept)) == KEPT_DONE + 1
    assert archived(kept) is None


def test_what_is_archived_stands_under_its_heading() -> None:
    text = f"# Progress\n\n## Login\n\n{''.join(ITEMS[:2])}\n## Cache\n\n{''.join(ITEMS[2:])}"
    parted = archived(text)
    assert parted is not None
    assert parted[0] == f"# Progress\n\n## Cache\n\n{''.join(ITEMS[3:])}"
    assert parted[1] == f"## Login\n{''.join(ITEMS[:2])}\n## Cache\n{ITEMS[2]}"


def test_the_newest_entries_stay_where_they_stand_first() -> None:
    parts = [f"## 2026-01-{30 - n} part {n} ✅\n\nWhat: did {n} in `a.py`\n\nWhy: {n} was asked\n" for n in range(13)]
    parted = archived("# P\n\n" + "\n".join(parts))
    assert parted is not None
    assert [("part 0" in text, "part 12" in text) for text in parted] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    "text",
    [
        "## Works ✅\n" + "".join(f"- ✅ `src/{n}.py` handles {n}\n" for n in range(30)),
        "## Done\n" + "".join(f"- **Milestone {n}:** `src/{n}.py` handles {n}\n" for n in range(30)),
        "".join(f"- [x] src/{n}.py: did {n} because {n}\n  - [ ] the test of {n}\n" for n in range(30)),
        "- [ ] src/all.py: do all because we must\n"
        + "".join(f"  - [x] src/{n}.py: did {n} because {n}\n" for n in range(30)),
        "".join(f"## Part {n} done\n\nWhat: did `a{n}.py`\nWhy: asked\n\n" for n in range(30)),
        "".join(
            f"## 2026-01-{n:02} part done\n\nWhat: did `a{n}.py`\nWhy: asked\n\n### Rest\n\nMore\n"
            for n in range(1, 30)
        ),
    ],
)
def test_what_does_not_stand_for_itself_stays(text: str) -> None:
    assert archived(text) is None


@pytest.mark.parametrize("sign", ["\x0c", "\u2028", "\x85"])
def test_lines_are_counted_as_everywhere(sign: str) -> None:
    text = f"# Progress\n\nnot {sign} a line\n" + "".join(ITEMS)
    parted = archived(text)
    assert parted is not None
    assert parted[1] == "".join(ITEMS[:3])


@pytest.mark.parametrize(
    ("path", "archive"),
    [
        ("PROGRESS.md", "PROGRESS-archive.md"),
        (".agent/init.d/03-progress.md", ".agent/03-progress-archive.md"),
        ("docs/progress", "docs/progress-archive"),
    ],
)
def test_an_archive_is_never_among_the_notes_of_a_start(path: str, archive: str) -> None:
    assert archive_of(path) == archive
