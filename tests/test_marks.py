"""A mark changes nothing but itself: what YAML reads, every other byte, and the bytes from before it."""

from __future__ import annotations

from datetime import date

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from mementod.brain.marks import CAUSE_CHARS, CAUSES_CAP, found, mark, unmarked
from mementod_parsers.model import Source
from mementod_parsers.notes import parse_note

DAY = date(2026, 11, 30)
LATER = date(2026, 12, 24)
BODY = b"# Title\n\n`src/a.py` holds it.\n"
CAUSES = ("src/a.py: gone", 'says "no" # and \\ more', "中文: 文件已删除")

HEADS = {
    "plain": b"---\nname: x\n---\n",
    "crlf": b"---\r\nname: x\r\nb: [1,\r\n  2]\r\n---\r\n",
    "cr": b"---\rname: x\r---\r",
    "bom": b"\xef\xbb\xbf---\nname: x\n---\n",
    "dots": b"---\nname: x\n...\n",
    "blanks behind": b"--- \nname: x\n---\t\n",
    "comments": b"---\n# first\nname: x # second\n  # third\n---\n",
    "indented": b"---\n   name: x\n   list:\n   - a\n---\n",
    "literal last": b"---\ntext: |\n  one\n\n  --- two\n---\n",
    "literal kept": b"---\ntext: |+\n  one\n\n\n---\n",
    "folded, odd indent": b"---\na:\n      b: >-\n         one\n         two\n---\n",
    "list at the key": b"---\nlist:\n- a\n- b\n---\n",
    "no value": b"---\nname:\n---\n",
    "explicit key": b"---\n? name\n---\n",
    "many lines": b"---\nname: one\n  two\n---\n",
    "quoted lines": b'---\nname: "one\n\n  two"\n---\n',
    "flow value": b"---\nglobs: {a: [1, 2], b: {c: d}}\n---\n",
    "nested key": b"---\nmetadata:\n  stale:\n    since: 2020-01-01\n    because: [x]\n---\n",
    "looks like one": b"---\ntext: |\n  stale:\n    since: 2020-01-01\n    because:\n      - x\n---\n",
    "anchors": b"---\na: &x 1\nb: *x\n---\n",
    "odd keys": "---\n'q k': 1\n描述: 说明\n1: 2\n---\n".encode(),
}  # fmt: skip


@pytest.mark.parametrize("body", [BODY, b"", b"no end", b"---\nname: y\n---\n", b"\xff\x00\r\n"])
@pytest.mark.parametrize("name", HEADS)
def test_a_mark_is_put_in_and_taken_out(name: str, body: bytes) -> None:
    note = HEADS[name] + body

    marked = mark(note, CAUSES, DAY).data

    assert marked is not None
    assert marked.endswith(body)
    assert said(marked) == said(note) | {"stale": {"since": DAY, "because": list(CAUSES)}}
    assert list(said(marked))[:-1] == list(said(note)), "the keys keep their order"
    assert unmarked(marked) == note
    assert mark(marked, (), DAY).data == note


@pytest.mark.parametrize("name", HEADS)
def test_a_state_is_marked_once(name: str) -> None:
    marked = mark(HEADS[name] + BODY, CAUSES, DAY).data
    assert marked is not None

    assert mark(marked, CAUSES, LATER).data == marked
    other = mark(marked, ("another",), LATER).data
    assert other == mark(HEADS[name] + BODY, ("another",), DAY).data, "it is stale since the first day"


REFUSED = {
    "no frontmatter": (BODY, "no frontmatter"),
    "empty note": (b"", "no frontmatter"),
    "not closed": (b"---\nname: x\n", "no frontmatter"),
    "not first": (b"\n---\nname: x\n---\n", "no frontmatter"),
    "empty": (b"---\n---\n", "no block mapping"),
    "only a comment": (b"---\n# x\n---\n", "no block mapping"),
    "list": (b"---\n- a\n---\n", "no block mapping"),
    "words": (b"---\nwords\n---\n", "no block mapping"),
    "flow mapping": (b"---\n{name: x}\n---\n", "no block mapping"),
    "broken": (b"---\nname: [x\n---\n", "not valid YAML"),
    "glob as alias": (b"---\nglobs: *.ts\n---\n", "not valid YAML"),
    "bad bytes": (b"---\nname: \xff\n---\n", "not valid UTF-8"),
    "own key": (b"---\nstale: true\n---\n", "of its own"),
    "own mapping": (b"---\nstale:\n  since: 2020-01-01\n---\n", "of its own"),
    "too large": (b"---\nname: x" + b"x" * 20_000 + b"\n---\n", "no frontmatter"),
    "no room": (b"---\nname: " + b"x" * 19_900 + b"\n---\n", "without changing"),
    "two documents": (b"---\na: 1\n--- x\n---\n", "not valid YAML"),
    "utf-16": ("---\nname: x\n---\n".encode("utf-16"), "no frontmatter"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_marked_is_left_alone(name: str) -> None:
    note, why = REFUSED[name]

    answer = mark(note, CAUSES, DAY)

    assert answer.data is None
    assert why in answer.reason
    assert mark(note, (), DAY).data == unmarked(note) == note


REWRITTEN = {
    "dumped": "---\nname: x\nstale:\n  because:\n  - 'src/a.py: gone'\n  since: 2026-11-30\n---\n",
    "folded": "---\nstale:\n  since: 2026-11-30\n  because:\n  - src/a.py was\n    moved\nname: x\n---\n",
    "text as date": "---\nstale:\n    since: 'a day: long ago'\n    because: [x, y]\nname: x\n---\n",
}


@pytest.mark.parametrize("name", REWRITTEN)
def test_a_mark_that_somebody_wrote_anew_is_ours(name: str) -> None:
    note = REWRITTEN[name].encode() + BODY
    assert unmarked(note) == b"---\nname: x\n---\n" + BODY
    again = found(mark(note, ("new",), LATER).data or b"")
    assert again is not None
    assert again.causes == ("new",)


def test_keys_may_follow_a_mark() -> None:
    marked = mark(HEADS["plain"] + BODY, CAUSES, DAY).data or b""
    assert unmarked(marked.replace(b"---\n# T", b"later: y\n---\n# T")) == b"---\nname: x\nlater: y\n---\n" + BODY


def test_two_marks_that_a_merge_left_go_together() -> None:
    once = mark(HEADS["plain"] + BODY, CAUSES, DAY).data or b""
    block = once[len(b"---\nname: x\n") : -len(b"---\n" + BODY)]
    twice = once.replace(block, block + block.replace(b"2026", b"2025"))
    assert unmarked(twice) == HEADS["plain"] + BODY


def test_a_mark_that_is_all_there_is_goes() -> None:
    marked = mark(HEADS["plain"], CAUSES, DAY).data or b""
    assert unmarked(marked.replace(b"name: x\n", b"")) == b"---\n---\n"


def test_words_that_only_look_like_a_mark_stay() -> None:
    quoted = b'---\nname: "one\nstale:\n  since: 2020-01-01\n  because: [x]\n  two"\n---\n'
    assert unmarked(quoted) == quoted


def test_many_and_long_causes_are_cut() -> None:
    marked = mark(HEADS["plain"], [f"{n} " + "x" * 1000 for n in range(50)], DAY).data
    assert marked is not None
    shown = found(marked)
    assert shown is not None
    assert len(shown.causes) == CAUSES_CAP
    assert max(map(len, shown.causes)) == CAUSE_CHARS
    assert shown.causes[-1] == f"and {50 - CAUSES_CAP + 1} more"


@pytest.mark.parametrize("name", HEADS)
def test_a_marked_note_cites_the_same(name: str) -> None:
    """The judge reads the unmarked note; `on_disk` says where a line of it is."""
    note = HEADS[name] + BODY
    marked = mark(note, ("src/b.py, `src/a.py`: gone",), DAY).data
    assert marked is not None
    seen = found(marked)
    assert seen is not None
    [cited] = [c for c in parse_note("n.md", Source.RULES, unmarked(marked)).citations if c.name == "src/a.py"]
    line = marked.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")[seen.on_disk(cited.line) - 1]
    assert line == b"`src/a.py` holds it."


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), words, st.dates())
values = st.recursive(
    scalars, lambda below: st.lists(below, max_size=3) | st.dictionaries(words, below, max_size=3), max_leaves=8
)
tables = st.dictionaries(words.filter(lambda word: word != "stale"), values, min_size=1, max_size=5)


@given(
    table=tables,
    causes=st.lists(words, min_size=1, max_size=CAUSES_CAP),
    indent=st.integers(2, 7),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
    bom=st.booleans(),
    body=st.binary(max_size=200),
)
@example(table={"a": "b"}, causes=["\x00\x7f\x85\u2028\ufeff\U0001f600"], indent=2, newline="\n", bom=False, body=b"")
def test_marking_is_undone_exactly(
    table: dict[str, object], causes: list[str], indent: int, newline: str, bom: bool, body: bytes
) -> None:
    text = yaml.safe_dump(table, allow_unicode=True, indent=indent, sort_keys=False, default_flow_style=False)
    start = b"\xef\xbb\xbf" * bom + f"---\n{text}".replace("\n", newline).encode()
    close = f"---{newline}".encode()
    answer = mark(start + close + body, causes, DAY)
    if answer.data is None:
        assert answer.reason
        return
    assert answer.data.startswith(start)
    assert answer.data.endswith(close + body)
    assert unmarked(answer.data) == start + close + body
    seen = found(answer.data)
    assert seen is not None
    assert (list(seen.causes), seen.since) == (causes, "2026-11-30")
    assert mark(answer.data, causes, LATER).data == answer.data


@given(
    st.binary(max_size=120)
    | st.text("-.:# \n\rstale{}[]'\"|>&*!", max_size=60).map(lambda t: f"---\n{t}\n---\n".encode())
)
def test_any_bytes(note: bytes) -> None:
    plain = unmarked(note)
    assert unmarked(plain) == plain
    marked = mark(note, CAUSES, DAY).data
    if marked is not None:
        assert unmarked(marked) == plain


def said(note: bytes) -> dict[object, object]:
    """What YAML reads in a frontmatter."""
    text = note.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    end = next(n for n, line in enumerate(lines) if n and line.rstrip() in ("---", "..."))
    table = yaml.safe_load("\n".join(lines[1:end]) + "\n")
    assert isinstance(table, dict)
    return table
