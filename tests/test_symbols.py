"""What the walk finds in sources of every language."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mementod_parsers.code import codec, grammars, readers, walk
from mementod_parsers.code.symbols import facts, with_component
from mementod_parsers.model import FileFacts, Symbol, SymbolKind

CASES = Path(__file__).parent / "cases" / "symbols"
# Words that stand only in comments and strings, and words of code that are easily taken for a string's.
ONLY_TEXT = re.compile(r"\b(?:ghost|comment|doc|literal|plain|string|text|jsx_text)_word\b")
IN_CODE = re.compile(r"\b(?:interpolated|templateWord|status_word|symbol_word|macro_word|atom_word|templateName)\b")
TINY = ("python", "go", "rust")  # whose grammars are safe on any input in our own process


def expected() -> dict[str, list[str]]:
    """The data file, a list of lines for each language."""
    found: dict[str, list[str]] = {}
    for line in (CASES / "expected.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = rows = []
        elif line and not line.startswith("#"):
            rows.append(line)
    return found


EXPECTED = expected()


def case(language: str) -> bytes:
    return (CASES / f"{language}.src").read_bytes()


def shown(found: FileFacts) -> list[str]:
    rows = [f"{s.kind} {s.qual} {s.line}-{s.end_line}" for s in found.symbols]
    return [*rows, " ".join(["imports", *sorted(found.imported)]).ljust(8)]


def only(source: bytes, language: str = "python", name: str = "") -> Symbol:
    """The one symbol of that name, or the first."""
    return next(s for s in facts(language, source).symbols if name in ("", s.name))


def test_every_grammar_has_a_case() -> None:
    assert set(grammars.GRAMMARS) | {"vue"} == set(EXPECTED)


@pytest.mark.parametrize("language", EXPECTED)
def test_definitions_and_imports(language: str) -> None:
    assert shown(facts(language, case(language))) == [line.ljust(8) for line in EXPECTED[language]]


@pytest.mark.parametrize("language", EXPECTED)
def test_code_leaves_out_comments_and_strings(language: str) -> None:
    source = case(language)
    found = facts(language, source).code

    assert {word for word in found if ONLY_TEXT.fullmatch(word)} == set()
    assert set(IN_CODE.findall(source.decode())) <= found


@pytest.mark.parametrize("language", EXPECTED)
def test_every_name_that_is_defined_is_in_the_code(language: str) -> None:
    found = facts(language, case(language))
    words = {s.name for s in found.symbols} - {"init"}

    assert {w for w in words if w not in found.code} <= {"note", "GLOBAL_FLAG"}  # named by a string


@pytest.mark.parametrize("language", EXPECTED)
@pytest.mark.parametrize("ends", [b"\r\n", b"\r"])
def test_line_ends_change_nothing(language: str, ends: bytes) -> None:
    if language == "bash":
        pytest.skip("a carriage return is a character of a shell word")
    assert shown(facts(language, case(language).replace(b"\n", ends))) == shown(facts(language, case(language)))


@pytest.mark.parametrize("language", EXPECTED)
def test_marks_and_utf16_change_nothing(language: str) -> None:
    source = case(language)
    same = facts(language, source)

    assert facts(language, b"\xef\xbb\xbf" + source) == same
    assert facts(language, ("\ufeff" + source.decode()).encode("utf-16-le")) == same


@pytest.mark.parametrize("language", EXPECTED)
def test_facts_survive_the_codec(language: str) -> None:
    found = facts(language, case(language))

    assert codec.unpack(codec.pack(found)) == found


@pytest.mark.parametrize("language", EXPECTED)
def test_symbols_by_name_are_those_of_all(language: str) -> None:
    found = facts(language, case(language))
    packed = codec.pack(found)

    for wanted in ({s.name} for s in found.symbols):
        assert codec.symbols_named(packed, wanted) == [s for s in found.symbols if s.name in wanted]
    assert codec.symbols_named(packed, {s.name for s in found.symbols}) == list(found.symbols)
    assert codec.symbols_named(packed, ("no such name",)) == []


BODY = b"def %s(a, b):\n    total = a + b * 2\n    return total if total > 3 else %s(a - 1, b)\n"


def test_a_rename_keeps_the_body() -> None:
    assert only(BODY % (b"before", b"before")).fp == only(BODY % (b"after", b"after")).fp


def test_another_callee_changes_the_body_but_not_its_shape() -> None:
    one, other = only(BODY % (b"before", b"before")), only(BODY % (b"before", b"another"))

    assert one.fp != other.fp
    assert one.sfp == other.sfp is not None


def test_comments_layout_and_docstrings_are_no_body() -> None:
    plain = BODY % (b"name", b"name")
    dressed = plain.replace(b":\n", b':  # why\n    """Says what."""\n\n', 1).replace(b"a + b", b"a  +  b")

    assert only(plain).fp == only(dressed).fp


def test_a_changed_literal_changes_the_body() -> None:
    plain = BODY % (b"name", b"name")

    assert only(plain).fp != only(plain.replace(b"> 3", b"> 4")).fp
    assert only(plain).sfp != only(plain.replace(b"> 3", b"> 4")).sfp


def test_a_small_body_is_no_identity() -> None:
    small = only(b"def small(a):\n    return a\n")

    assert small.size < walk.FP_MIN_TOKENS
    assert (small.fp, small.sfp) == (None, None)


def test_a_function_moved_into_a_class_keeps_its_body() -> None:
    inside = b"class Box:\n" + b"".join(b"    " + line + b"\n" for line in (BODY % (b"name", b"name")).splitlines())

    assert only(inside, name="name").fp == only(BODY % (b"name", b"name")).fp
    assert only(inside, name="name").qual == "Box.name"


def snippets() -> list[tuple[str, str, list[str]]]:
    """The data file: a language, its source up to a line of names that begins with `=>`."""
    parts = (CASES / "snippets.txt").read_text(encoding="utf-8").split("\n\n")
    rows = (re.fullmatch(r"\[(\w+)\]\n(.*)\n=>(.*)", part.strip("\n"), re.DOTALL) for part in parts)
    return [(row[1], row[2] + "\n", row[3].split()) for row in rows if row]


@pytest.mark.parametrize(("language", "source", "quals"), snippets())
def test_qualified_names(language: str, source: str, quals: list[str]) -> None:
    found = facts(language, source.encode())

    assert [s.qual for s in found.symbols if s.name != "M"] == quals
    assert not found.damaged


def test_relative_imports_are_our_own() -> None:
    modules = ("./a", "@/b", "~/c", "../d", "ee", "@f/f")
    source = "".join(f"import {{ name{i} }} from '{name}'\n" for i, name in enumerate(modules)).encode()

    assert facts("typescript", source).imported == {"name4", "name5"}


def test_a_component_is_a_symbol_of_its_own() -> None:
    found = with_component(facts("vue", case("vue")), "src/UserCard.vue")

    assert found.symbols[0].qual == "UserCard"
    assert found.symbols[0].kind is SymbolKind.CLASS
    assert {"UserCard", "onClick", "templateName", "ref"} <= found.code
    assert with_component(found, "src/user.ts") is found


@pytest.mark.parametrize("language", [name for name in EXPECTED if name != "vue"])
def test_conflict_markers_prove_nothing(language: str) -> None:
    source = b"<<<<<<< HEAD\nx\n=======\n" + case(language) + b"\n>>>>>>> other\n"

    assert facts(language, source).damaged


def test_what_is_mostly_error_proves_nothing() -> None:
    found = facts("go", b"package main\n" + b"%% ]) letter_word ({[ ?? \\ )\n" * 40 + b"func Run() {}\n")

    assert found.damaged
    assert "letter_word" in found.code


def test_errors_are_the_normal_case_in_c() -> None:
    found = facts("c", b"%% ]) letter_word ({[ ?? )\n" * 40 + b"void kept(void) {}\n")

    assert not found.damaged


def test_a_lone_error_is_no_damage_and_its_names_are_code() -> None:
    found = facts("python", case("python") + b"\nx = = half_edited\n")

    assert not found.damaged
    assert "half_edited" in found.code
    assert "Order.Meta.clean" in {s.qual for s in found.symbols}


@pytest.mark.parametrize(
    ("language", "data"),
    [
        ("python", b"\0\1\2"),
        ("python", b"x = 1\n" * 200_000),
        ("javascript", b"var a=1;" * 3000),
    ],
)
def test_what_is_not_parsed_proves_nothing(language: str, data: bytes) -> None:
    found = facts(language, data)

    assert found.symbols == ()
    assert found.damaged


def test_languages_without_grammar_give_names_only() -> None:
    found = facts("yaml", b"key_name: value_name  # comment_word\n")

    assert found == FileFacts("yaml", (), frozenset({"key_name", "value_name"}), frozenset())


def test_a_missing_wheel_gives_names_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "load", lambda language: None)
    readers.reader.cache_clear()
    try:
        found = facts("go", b"package main\nfunc Run() {}\n")
    finally:
        readers.reader.cache_clear()

    assert found.damaged
    assert "Run" in found.code


SNIPPETS = (
    b"def one(a):\n    return [a, a + 1, a + 2, a + 3]\n",
    b"class Two:\n    field = 1\n\n    def run(self):\n        self.state = 2\n",
    b"THREE = {'k': 3}\n",
    b"@decorate(4)\nasync def four():\n    await sleep(4)\n",
)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_definitions_do_not_depend_on_what_stands_around_them(order: tuple[int, ...]) -> None:
    def values(parts: tuple[int, ...]) -> set[tuple[object, ...]]:
        found = facts("python", b"\n".join(SNIPPETS[i] for i in parts))
        return {(s.qual, s.kind, s.size, s.fp, s.sfp, s.end_line - s.line) for s in found.symbols}

    assert values(order) == values((0, 1, 2, 3)) == set().union(*(values((i,)) for i in range(4)))


@given(st.sampled_from(TINY), st.binary(max_size=400))
@settings(deadline=None)
def test_any_bytes_give_an_answer(language: str, data: bytes) -> None:
    found = facts(language, data)

    assert codec.unpack(codec.pack(found)) == found
    assert all(1 <= s.line <= s.end_line and s.qual.endswith(s.name) for s in found.symbols)


@given(st.sampled_from(TINY), st.integers(0, 1500), st.integers(0, 60), st.binary(max_size=12))
@settings(deadline=None)
def test_a_half_edited_file_gives_an_answer(language: str, at: int, cut: int, typed: bytes) -> None:
    source = case(language)
    found = facts(language, source[:at] + typed + source[at + cut :])
    lines = source.count(b"\n") + typed.count(b"\n") + typed.count(b"\r") + 2

    assert all(1 <= s.line <= s.end_line <= lines for s in found.symbols)


@pytest.mark.parametrize(
    "source",
    [
        b"a = " * 30_000 + b"1\n",
        b"".join(b" " * i + b"def f%d():\n" % i for i in range(600)),
        b"(" * 50_000,
        b"x = [" + b"[" * 20_000 + b"]" * 20_000 + b"]\n",
        b"self.a.b(" * 20_000,
        b"from x import " + b"aa, " * 20_000 + b"bb\n",
        b"a, " * 20_000 + b"b = 1\n",
    ],
)
@pytest.mark.timeout(10)
def test_depth_and_width_cost_no_more_than_size(source: bytes) -> None:
    assert isinstance(facts("python", source), FileFacts)


@pytest.mark.parametrize("data", [b"", b"\x90", b"\xc1", b"garbage", codec.pack(facts("go", b"package p\n"))[:-3]])
def test_unreadable_facts_are_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="facts"):
        codec.unpack(data)
    with pytest.raises(ValueError, match="facts"):
        codec.symbols_named(data, ("p",))


@given(st.binary(max_size=80))
def test_no_bytes_break_the_codec(data: bytes) -> None:
    with pytest.raises(ValueError, match="facts"):
        codec.unpack(data)
