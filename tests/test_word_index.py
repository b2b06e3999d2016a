"""Which files may hold a word: never too few, whatever changed since the index was built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mementod.judging.by_key import ByKey
from mementod.parsing import word_index
from mementod.parsing.word_index import WordIndex
from mementod.stores.cache import Cache

WORDS = ("alpha", "beta", "gamma", "delta", "ünder", "\udcff")
PATHS = [f"src/{a}/{b}.py" for a in range(3) for b in range(4)]
Held = dict[str, frozenset[str]]
Edits = list[tuple[str, frozenset[str] | None]]
held = st.dictionaries(st.sampled_from(PATHS), st.frozensets(st.sampled_from(WORDS)))
changes = st.lists(st.tuples(st.sampled_from(PATHS), st.none() | st.frozensets(st.sampled_from(WORDS))), max_size=8)


def index_of(cache: Cache, files: Held) -> WordIndex:
    def texts(paths: Sequence[str]) -> Iterator[str]:
        return ("\n".join(sorted(files[path])) for path in paths if path in files)

    return WordIndex(cache, lambda path: ascii(sorted(files[path])) if path in files else None, texts)


def build(index: WordIndex, files: Held) -> None:
    assert all(step is None for step in index.build(sorted(files)))


def holders(files: Held, word: str) -> set[str]:
    return {path for path, words in files.items() if word in words}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(files=held, edits=changes, word=st.sampled_from(WORDS))
def test_no_file_that_holds_a_word_is_left_out(tmp_path: Path, files: Held, edits: Edits, word: str) -> None:
    with Cache(tmp_path / "cache.db") as cache:
        index = index_of(cache, files)
        assert index.likely([word]) is None, "it is not built"
        build(index, files)
        assert holders(files, word) <= set(index.likely([word]) or ())
        for path, words in edits:
            files.pop(path, None)
            files |= {} if words is None else {path: words}
            index.renew([path])
            assert holders(files, word) <= set(index.likely([word]) or ())


def test_files_of_other_words_are_not_looked_at_and_nothing_is_read_twice(tmp_path: Path) -> None:
    files = {f"{name}{n}.py": frozenset([name]) for name in ("one", "two") for n in range(2000)}
    with Cache(tmp_path / "cache.db") as cache:
        build(index_of(cache, files), files)
        later = WordIndex(cache, lambda path: "".join(files[path]), lambda paths: iter([f"{paths} were read"]))
        build(later, files)
        assert len(later.likely(["two"]) or ()) < 3000
        assert later.likely(["three"]) == []


def test_sets_of_contents_that_are_no_more_are_thrown_away(tmp_path: Path) -> None:
    with Cache(tmp_path / "cache.db") as cache:
        for round_ in range(3 * word_index.SPARE):
            files = {"a.py": frozenset([f"w{round_}"])}
            build(index_of(cache, files), files)
        (count,) = cache.db.execute("SELECT count(*) FROM word_sets").fetchone()
    assert 1 <= count <= word_index.SPARE


def test_a_store_that_lost_its_sets_makes_every_file_likely(tmp_path: Path) -> None:
    files = {"a.py": frozenset(["alpha"]), "b.py": frozenset(["beta"])}
    with Cache(tmp_path / "cache.db") as cache:
        index = index_of(cache, files)
        build(index, files)
        cache.db.execute("DELETE FROM word_sets")
        assert index.likely(["alpha"]) == ["a.py", "b.py"]


@given(rows=st.sets(st.text()), put=st.text(), key=st.text(max_size=1))
def test_texts_by_key_are_what_a_table_would_hold(rows: set[str], put: str, key: str) -> None:
    found = ByKey(rows - {put}, lambda row: row[:1])
    found.put(put)
    assert found.at(key) == sorted(row for row in rows | {put} if row[:1] == key)
    found.take(put)
    assert found.at(key) == sorted(row for row in rows - {put} if row[:1] == key)
    assert len(found) == len(rows - {put})
