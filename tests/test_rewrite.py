from __future__ import annotations

import pytest

from mementod.reports.rewrite import rewrite
from mementod_parsers.model import Kind, Style, Verdict
from reports import finding

K, M, R, S = Kind, Verdict.MOVED, Verdict.RENAMED, Verdict.MISSPELT
# note, verdict, kind, text, name, resolved, target, expected
CASES = [
    # from the root
    ("n.md", M, K.PATH, "src/a.py", "src/a.py", "src/a.py", "lib/a.py", "lib/a.py"),
    ("n.md", M, K.PATH, "./src/a.py", "src/a.py", "src/a.py", "lib/a.py", "./lib/a.py"),
    ("n.md", M, K.PATH, "/src/a.py", "src/a.py", "src/a.py", "lib/a.py", "/lib/a.py"),
    ("n.md", M, K.PATH, "@src/a.py", "src/a.py", "src/a.py", "lib/a.py", "@lib/a.py"),
    ("n.md", M, K.DIR, "src/core/", "src/core", "src/core", "src/kernel", "src/kernel/"),
    ("n.md", R, K.PATH, "src/a.py", "src/a.py", "src/a.py", "src/b.py", "src/b.py"),
    ("n.md", M, K.LINK, "my%20src/a.py#L3", "my src/a.py", "my src/a.py", "my lib/a.py", "my%20lib/a.py#L3"),
    ("n.md", M, K.PATH, "说明/a.py", "说明/a.py", "说明/a.py", "lib/a.py", "lib/a.py"),
    # in the note's terms
    ("docs/n.md", M, K.LINK, "../src/a.py", "../src/a.py", "src/a.py", "lib/a.py", "../lib/a.py"),
    ("docs/n.md", M, K.LINK, "../src/a.py", "../src/a.py", "src/a.py", "docs/x/a.py", "x/a.py"),
    ("docs/n.md", M, K.LINK, "img/a.md", "img/a.md", "docs/img/a.md", "docs/pic/a.md", "pic/a.md"),
    ("n.md", M, K.PATH, "core/a.py", "core/a.py", "pkg/core/a.py", "pkg/lib/a.py", "lib/a.py"),
    ("n.md", M, K.PATH, "core/a.py", "core/a.py", "pkg/core/a.py", "other/a.py", "other/a.py"),
    ("n.md", R, K.PATH, "a.py", "a.py", "pkg/a.py", "pkg/b.py", "b.py"),
    ("n.md", M, K.PATH, "src/a.js", "src/a.js", "src/a.ts", "lib/a.ts", "lib/a.js"),
    ("n.md", M, K.PATH, "@/a", "@/a", "src/a.ts", "lib/a.ts", None),
    # lines stay with a moved path
    ("n.md", M, K.LINE_REF, "src/a.py:12", "src/a.py", "src/a.py", "lib/a.py", "lib/a.py:12"),
    ("n.md", M, K.LINE_REF, "src/a.py#L12-L14", "src/a.py", "src/a.py", "lib/a.py:3", "lib/a.py#L12-L14"),
    # symbols
    ("n.md", R, K.SYMBOL, "open_store()", "open_store", "s.py:open_store", "s.py:open_db", "open_db()"),
    ("n.md", R, K.SYMBOL, "Store.open", "Store.open", "s.py:Store.open", "s.py:Store.start", "Store.start"),
    ("n.md", R, K.SYMBOL, "Store::open", "Store.open", "s.cc:Store.open", "s.cc:Shop.open", "Shop::open"),
    ("n.md", R, K.SYMBOL, "Store#open", "Store.open", "s.rb:Store.open", "Shop.start", "Shop#start"),
    ("n.md", R, K.SYMBOL, "open", "open", "s.py:Store.open", "s.py:Store.start", "start"),
    ("n.md", R, K.SYMBOL, "Store.open", "Store.open", "s.py:Store.open", "s.py:start", None),
    ("n.md", R, K.SYMBOL, "open(open)", "open", "s.py:open", "s.py:start", None),
    ("n.md", M, K.SYMBOL, "src/s.py::open", "open", "src/s.py", "lib/t.py", "lib/t.py::open"),
    ("n.md", M, K.SYMBOL, "open()", "open", "src/s.py", "lib/t.py", "open()"),
    ("n.md", M, K.SYMBOL, "open()", "open", "src/s.py:open", "lib/t.py:start", "start()"),
    ("n.md", M, K.SYMBOL, "src/s.py::open", "open", "src/s.py:open", "lib/t.py:start", "lib/t.py::start"),
    ("n.md", R, K.SYMBOL, "open", "open", "s.py:open", "lib/t.py", None),
    # spelling
    ("n.md", S, K.SYMBOL, "getuser()", "getuser", None, "src/u.py:get_user", "get_user()"),
    ("n.md", S, K.SYMBOL, "Db.getuser", "Db.getuser", None, "Db.get_user", "Db.get_user"),
    ("n.md", S, K.PATH, "Src/A.py", "Src/A.py", None, "src/a.py", "src/a.py"),
    ("n.md", S, K.PATH, "my_file.md", "my_file.md", None, "docs/my-file.md", "my-file.md"),
    ("n.md", S, K.COMMAND, "npm run dobuild", "npm run dobuild", None, "do-build", "npm run do-build"),
    ("n.md", S, K.COMMAND, "make other", "make other", None, "build", None),
    # commands
    ("n.md", M, K.COMMAND, "sh src/a.sh -x", "sh src/a.sh -x", "src/a.sh", "bin/a.sh", "sh bin/a.sh -x"),
    ("n.md", R, K.COMMAND, "cd pkg; sh run.sh", "sh run.sh", "pkg/run.sh", "pkg/go.sh", "cd pkg; sh go.sh"),
    ("n.md", R, K.ENV, "DB_URL", "DB_URL", ".env", "DATABASE_URL", "DATABASE_URL"),
    # nothing strange is written
    ("n.md", M, K.PATH, "src/a.py", "src/a.py", "src/a.py", "lib/`a`.py", None),
    ("n.md", M, K.PATH, "src/a.py", "src/a.py", "src/a.py", "lib/a\n.py", None),
    ("n.md", M, K.PATH, "src/a.py", "src/a.py", "src/a.py", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("note", "verdict", "kind", "text", "name", "resolved", "target", "expected"), CASES)
def test_the_same_words_with_another_name(
    note: str,
    verdict: Verdict,
    kind: Kind,
    text: str,
    name: str,
    resolved: str | None,
    target: str | None,
    expected: str | None,
) -> None:
    found = finding(verdict, text, kind=kind, name=name, resolved=resolved, target=target)
    assert rewrite(found, note) == expected


@pytest.mark.parametrize(
    ("text", "lines", "target", "expected"),
    [
        ("src/a.py:12", ((12, 12),), "src/a.py:30", "src/a.py:30"),
        ("v12/a.py:12", ((12, 12),), "v12/a.py:30", "v12/a.py:30"),
        ("src/a.py:12-14", ((12, 14),), "src/a.py:30-32", "src/a.py:30-32"),
        ("src/a.py:12-14", ((12, 14),), "src/a.py:30", "src/a.py:30-32"),
        ("src/a.py#L12-L14", ((12, 14),), "src/a.py:30-32", "src/a.py#L30-L32"),
        ("line 12 of a.py", ((12, 12),), "a.py:13", "line 13 of a.py"),
        ("a.py:239/244", ((239, 239), (244, 244)), "a.py:300", None),
        ("a.py:12", ((12, 12),), "a.py", None),
        ("a.py", ((12, 12),), "a.py:13", None),
    ],
)
def test_lines_that_shifted(text: str, lines: tuple[tuple[int, int], ...], target: str, expected: str | None) -> None:
    found = finding(Verdict.SHIFTED, text, kind=K.LINE_REF, name="a.py", lines=lines, target=target)
    assert rewrite(found, "n.md") == expected


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [("a.py", "src/b.py", "b.py"), ("a.py", "lib/a.py", None), ("core/", "src/kernel", None)],
)
def test_a_tree_diagram_takes_a_new_name_but_no_new_place(text: str, target: str, expected: str | None) -> None:
    found = finding(Verdict.RENAMED, text, style=Style.TREE, name=text.strip("/"), resolved="src/a.py", target=target)
    assert rewrite(found, "n.md") == expected
