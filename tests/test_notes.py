"""Reading a note: bytes to text, frontmatter, silence, limits; and that nothing a file holds can break it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mementod_parsers import notes
from mementod_parsers.model import Force, Genre, Kind, Note, Reason, Source
from mementod_parsers.notes import parse_note
from mementod_parsers.text.frontmatter import read_head


def parse(text: str | bytes, path: str = "notes/x.md", source: Source = Source.INSTRUCTIONS) -> Note:
    return parse_note(path, source, text if isinstance(text, bytes) else text.encode())


def texts(note: Note) -> list[str]:
    return [c.text for c in note.citations]


def test_an_empty_note_has_no_citations_and_no_problems() -> None:
    assert parse("") == Note("notes/x.md", Source.INSTRUCTIONS, Genre.REFERENCE, (), (), 0)


@pytest.mark.parametrize(
    "data",
    [
        "See `src/a.py`.\n".encode("utf-8-sig"),
        b"\xff\xfe" + "See `src/a.py`.\n".encode("utf-16-le"),
        b"\xfe\xff" + "See `src/a.py`.\n".encode("utf-16-be"),
        b"See `src/a.py`.\r\nmore\r\n",
        b"See `src/a.py`.\rmore\r",
        b"See `src/a.py`. \xff\xfe broken\n",
    ],
    ids=["bom", "utf-16-le", "utf-16-be", "crlf", "cr", "not utf-8"],
)
def test_every_encoding_gives_the_same_citation(data: bytes) -> None:
    found = parse(data).citations
    assert [(c.line, c.column, c.end_column, c.text) for c in found] == [(1, 6, 14, "src/a.py")]


def test_bytes_that_are_no_utf_8_are_said() -> None:
    assert any("UTF-8" in p for p in parse(b"`a/b.py` \xff\n").problems)


def test_a_binary_file_is_a_problem_and_no_finding() -> None:
    note = parse(b"`src/a.py`\x00\x01\x02")
    assert note.citations == ()
    assert "NUL" in note.problems[0]


def test_only_the_beginning_of_a_huge_note_is_judged_and_that_is_said() -> None:
    note = parse(b"`src/a.py`\n" + b"x" * 100 + b"\n" * notes.MAX_TEXT_BYTES)
    assert texts(note) == ["src/a.py"]
    assert "larger than" in note.problems[0]


def test_a_line_that_is_too_long_is_cut_and_said() -> None:
    note = parse("`src/a.py` " + "x " * 20_000 + "`src/b.py`")
    assert "src/b.py" not in texts(note)
    assert any("longer than" in p for p in note.problems)


def test_columns_count_characters_and_text_is_the_slice() -> None:
    (found,) = parse("日本語 → `src/a.py` です").citations
    assert (found.line, found.column, found.end_column) == (1, 8, 16)


def test_citations_in_a_wrapped_paragraph_keep_their_own_line() -> None:
    found = parse("one\n  two `src/a.py`\nthree `src/b.py`").citations
    assert [(c.line, c.column) for c in found] == [(2, 8), (3, 8)]


def test_frontmatter_gives_the_genre() -> None:
    assert parse("---\ntype: snapshot\n---\ntext").genre is Genre.SNAPSHOT
    assert parse("---\nmetadata:\n  type: decision\n---\ntext").genre is Genre.DECISION


def test_globs_of_a_rule_are_citations() -> None:
    note = parse("---\nglobs: src/**/*.ts, tests/*.ts\nalwaysApply: false\n---\n# R\n", "x.mdc", Source.RULES)
    assert texts(note) == ["src/**/*.ts", "tests/*.ts"]
    assert note.problems == ()
    assert note.genre is Genre.RULE


def test_a_bare_name_among_globs_is_one_of_every_file_of_that_name() -> None:
    note = parse("---\nglobs: *.nix, shell.nix, src/a.ts\n---\n# R\n", "x.mdc", Source.RULES)
    assert [(c.text, c.name) for c in note.citations if c.text != "*.nix"] == [
        ("shell.nix", "**/shell.nix"),
        ("src/a.ts", "src/a.ts"),
    ]


@pytest.mark.parametrize(
    "head",
    [
        "a: &x [1]\nb: *x",
        "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]",
        "a: [" * 40,
        "a: !!python/object/apply:os.system [ls]",
        'a: !!int ""',
        "a: !!bool x",
        "key: 'open",
        "? - : - {",
    ],
)
def test_broken_or_hostile_frontmatter_is_a_problem_and_the_text_is_read(head: str) -> None:
    note = parse(f"---\n{head}\n---\nSee `src/a.py`.\n")
    assert texts(note) == ["src/a.py"]
    assert len(note.problems) == 1


def test_frontmatter_that_never_ends_is_text() -> None:
    assert read_head(["---", "type: x", "more"]).end == 0


def test_a_silenced_line_is_listed_with_its_reason() -> None:
    note = parse("`src/a.py` <!-- mementod: ignore -->\n\n`src/b.py`")
    assert [(c.text, c.reason) for c in note.citations] == [("src/a.py", Reason.SILENCED), ("src/b.py", None)]


def test_silence_above_a_heading_reaches_its_section_and_no_further() -> None:
    note = parse(
        "# A\n\n<!-- mementod: ignore -->\n## B\n\n`src/a.py`\n\n### C\n\n- `src/b.py`\n\n## D\n\n`src/c.py`\n"
    )
    assert [(c.text, c.reason) for c in note.citations] == [
        ("src/a.py", Reason.SILENCED),
        ("src/b.py", Reason.SILENCED),
        ("src/c.py", None),
    ]


def test_silence_in_a_table_row_is_for_that_row() -> None:
    note = parse("| F |\n|---|\n| `src/a.py` <!-- mementod: ignore --> |\n| `src/b.py` |\n")
    assert [c.reason for c in note.citations] == [Reason.SILENCED, None]


def test_sections_carry_the_path_of_headings() -> None:
    note = parse("# Top\n\n## Layout\n\n`src/a.py`\n\n## Other\n\n`src/b.py`\n")
    assert [c.section for c in note.citations] == ["Top > Layout", "Top > Other"]


def test_a_section_has_its_own_genre() -> None:
    note = parse(
        "# Top\n\n`src/a.py`\n\n## Changelog\n\n`src/b.py`\n\n### 2025-01-02\n\n`src/c.py`\n\n## Use\n\n`src/d.py`\n"
    )
    assert [c.genre for c in note.citations] == [Genre.REFERENCE, Genre.RECORD, Genre.RECORD, Genre.REFERENCE]


def test_a_fence_without_an_end_does_not_swallow_the_document() -> None:
    prose = "".join(
        f"\n## Part {i}\n\n- run `src/part{i}.py` now\n- then `src/more{i}.py`\n\ntext\n" for i in range(12)
    )
    note = parse("# T\n\n````bash\nmake all\n" + prose)
    assert "src/part3.py" in texts(note)


def test_deep_nesting_ends_quickly() -> None:
    note = parse("\n".join(" " * i + "- `src/a.py`" for i in range(400)) + "\n" + ">" * 5_000 + " `src/b.py`")
    assert "src/b.py" in texts(note)


HOSTILE = [
    "`" * 50_000,
    "[" * 30_000,
    "](" * 30_000,
    "|" * 30_000,
    "| a " * 10_000 + "\n" + "|---" * 10_000 + "\n" + "| `a` " * 10_000,
    "~~" * 20_000,
    "<" * 30_000,
    "{" * 30_000 + "}" * 30_000,
    "`" + "a/" * 15_000 + "`",
    "`" + "a." * 15_000 + "`",
    "`a.{" + "b," * 10_000 + "}`",
    "`x{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}`",
    "**" * 20_000,
    "# " * 10_000,
    "#" + " " * 19_000 + "x",
    "-" * 20_000,
    "- " * 10_000,
    " " * 19_000 + "```",
    "was removed " * 3_000,
    "`a`, " * 8_000 + "were removed",
    "> " * 10_000,
    "│ " * 10_000,
    "├── a/\n" * 6_000,
    "\n".join("│" * 3 + "├── a" for _ in range(3_000)),
    "(" * 20_000 + ")" * 20_000,
    "a:" * 20_000,
    "https://" + "a" * 40_000,
    "@" + "a/" * 10_000,
    "\n".join("`a.py`: `f()` in `b.py`" for _ in range(3_000)),
    "```bash\n" + "cd a && " * 5_000 + "\n```",
    "```bash\n" + "make \\\n" * 5_000 + "\n```",
    "lines 1" + ",1" * 10_000 + " of `a.py`",
    "`a.py:1" + ",1" * 10_000 + "`",
    "設計資料一覧" * 8_000 + "/x.md",
    "設計/" * 8_000 + "x.md",
    "（" * 20_000 + "x.md",
    "(was " * 8_000 + "`a/b.py`",
    "previously contained " * 2_000 + "`a/b.py`",
    "`fooBar()` (line 1" + ", 2" * 10_000 + ")",
    "Line 1: " * 6_000 + "`fooBar()`",
    "`a/b.py` `c/d.py`. These were deleted. " * 2_000,
    "```\n" + "fooBar.bazQux(" * 8_000 + "\n```",
    "```mermaid\n" + "class A" * 8_000 + "\n```",
    "```diff\n" + "-foo_bar\n" * 8_000 + "```",
    "```1:2:" + "a/" * 8_000 + "x.py\ncode\n```",
    "\x1b[31m`src/a.py`\x1b[0m",
    "\u202e`src/a.py`",
    "\ud83d`a`".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.timeout(10)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    check_slices(text)


def check_slices(text: str) -> None:
    note = parse(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for c in note.citations:
        assert lines[c.line - 1][c.column - 1 : c.end_column - 1] == c.text
        assert c.text
        assert "\n" not in c.text
        assert c.kind is not Kind.LINE_REF or c.lines


PIECES = st.sampled_from(
    [
        "`",
        "``",
        "```",
        "~~~",
        "\n",
        "\n\n",
        " ",
        "    ",
        "- ",
        "* ",
        "1. ",
        "- [ ] ",
        "# ",
        "## ",
        "> ",
        "|",
        "|---|",
        "~~",
        "**",
        "[x](",
        ")",
        "[[",
        "]]",
        "<!--",
        "-->",
        "<!-- mementod: ignore -->",
        "---",
        "\t",
        "\r\n",
        "\u3000",
        "\uff08",
        "src/a.py",
        "a.{b,c}",
        "f()",
        "A::b",
        "x.cpp/h",
        ":12-40",
        "(lines 3-9)",
        "line 4 of ",
        "#L3",
        "```1:2:src/a.py\n",
        "| Line |\n|---|\n",
        "| 12 |",
        "docs/設計/（案）.md",
        "(was ",
        "These were deleted. ",
        "__init__.py",
        "mermaid\n",
        "diff\n",
        "npm run x",
        "cd web && ",
        "├── ",
        "│   ",
        "└── ",
        "was removed",
        "removed ",
        "TODO create ",
        "e.g. ",
        "->",
        "→",
        "@docs/x.md",
        "https://a.b/c",
        "~/x",
        "/usr/bin/x",
        "C:\\x\\y",
        "<slug>",
        "{x}",
        "$HOME/x",
        "已删除",
        "の代わりに",
        "삭제됨",
        "удалён",
        "ENV_VAR=1",
        "--flag",
        "bash\n",
        "python\n",
        "from a.b import c",
        "import {X} from './y'",
        "\\",
        "'",
        '"',
        "0",
        "é",
        "\U0001f600",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
@example("[[`<!-- mementod: ignore -->]]")
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_mixture_of_markup_is_read_and_each_text_is_a_slice_of_its_line(text: str) -> None:
    check_slices(text)


@given(st.binary(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read(data: bytes) -> None:
    note = parse(data)
    assert isinstance(note, Note)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str) -> None:
    if "\x00" not in text:
        check_slices(text.encode("utf-8", "replace").decode().lstrip("\ufeff"))


def test_force_is_of_the_closed_set() -> None:
    assert {c.force for c in parse("`a/b.py` was removed").citations} == {Force.PAST}


def test_what_is_cut_is_said() -> None:
    many = parse("`src/a.py` " * 300 + "\n" + ("`src/b.py` " * 300 + "\n") * 8)
    assert many.problems == ("a paragraph holds 2000 spans or more: the rest of it is not judged",)
    long = parse("```sh\n" + "cat src/a.py\n" * 4001 + "```\n")
    assert long.problems == ("a fenced block is longer than 4000 lines: the rest of it is not judged",)
    assert parse("`src/a.py` " * 300 + "\n\n" + "```sh\n" + "cat src/a.py\n" * 3999 + "```\n").problems == ()
