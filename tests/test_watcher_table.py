"""What was last seen, against a plain model of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.watcher import table
from mementod.watcher.table import DIR, FILE, Table, fields, join, kind, same, split, stamp

NAMES = st.sampled_from([b"a", b"b", b"c"])
STEPS = st.lists(
    st.tuples(st.sampled_from(["file", "dir", "drop", "unwant", "told"]), st.lists(NAMES, min_size=1, max_size=3)),
    max_size=40,
)


def seen(what: int, inode: int) -> bytes:
    return table._STAMP.pack(what, inode, 0, 0, inode)


@given(STEPS)
def test_the_table_knows_what_it_was_told_and_what_differs(steps: list[tuple[str, list[bytes]]]) -> None:
    found, model, before = Table(), dict[bytes, int](), dict[bytes, int]()
    hidden: set[bytes] = set()  # left out silently; whether they differ is nobody's question
    for number, (step, parts) in enumerate(steps):
        path = b"/".join(parts)
        at, name = split(path)
        if step == "told":
            touched, _ = found.take()
            changed = {p for p in before.keys() | model.keys() if before.get(p) != model.get(p)} - hidden
            changed = {p for p in changed if not p.endswith(b"/")}
            assert changed <= touched.keys()
            assert all(touched[p] == (p in before) for p in changed)
            before, hidden = {p: i for p, i in model.items() if not p.endswith(b"/")}, set()
        elif at not in found.folders:
            continue
        elif step in ("file", "dir"):
            found.put(at, name, seen(DIR if step == "dir" else FILE, number + 1), False)
            was_dir = path in model and path + b"/" in model
            if not (step == "dir" and was_dir):
                model = {p: i for p, i in model.items() if not p.startswith(path + b"/")}
            model[path] = number + 1
            if step == "dir":
                model[path + b"/"] = 0
        else:
            below = {p for p in model if p == path or p.startswith(path + b"/")}
            found.drop(at, name, told=step == "drop")
            hidden |= below if step == "unwant" else set()
            model = {p: i for p, i in model.items() if p not in below}
        paths = {p for p in model if not p.endswith(b"/")}
        assert {p for p, _ in found.rows()} == paths
        assert found.files == len([p for p in paths if p + b"/" not in model])
        assert set(found.folders) == {b""} | {p[:-1] for p in model if p.endswith(b"/")}


def test_too_many_changes_are_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "BATCH_LIMIT_PATHS", 10)
    found = Table()
    for number in range(12):
        found.put(b"", b"%d" % number, seen(FILE, number), False)
    assert found.take() == ({}, True)
    found.put(b"", b"x", seen(FILE, 99), False)
    assert found.take() == ({b"x": False}, False)


def test_a_file_written_within_a_tick_of_the_look_is_told_again(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("1")
    about = os.lstat(path)
    found = Table()
    found.put(b"", b"x", stamp(about, about.st_mtime_ns + 1_000_000), False)
    found.take()
    assert found.put(b"", b"x", stamp(about, about.st_mtime_ns + 500_000_000), True)
    found.take()
    assert not found.put(b"", b"x", stamp(about, about.st_mtime_ns + 900_000_000), True)


def test_whole_seconds_are_not_trusted_for_two_of_them(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch()
    os.utime(path, ns=(10**18, 10**18))
    about = os.lstat(path)
    old, young = (stamp(about, max(about.st_mtime_ns, about.st_ctime_ns) + wait) for wait in (3 * 10**9, 10**9))
    assert old != young
    assert same(old, young)


def test_a_stamp_says_what_lstat_said(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("123")
    about = os.lstat(path)
    mine = stamp(about, 0)
    assert fields(mine) == (FILE, 3, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
    assert kind(stamp(os.lstat(tmp_path), 0)) == DIR
    assert join(b"", b"x") == b"x"
    assert split(b"a/b/c") == (b"a/b", b"c")
