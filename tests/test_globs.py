"""Globs of files of rules: how their heads write them, and which paths they mean."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.text.frontmatter import read_head
from mementod_parsers.text.globs import is_all, matches, split_globs


@pytest.mark.parametrize(
    ("glob", "meant", "others"),
    [
        ("**/*.ts", "a.ts src/a.ts src/x/y.ts", "a.tsx ats/a.js"),
        ("*.ts", "a.ts src/a.ts", "a.tsx"),
        ("src/**/*.{ts,tsx}", "src/a.tsx src/x/a.ts", "src/a.js lib/src/a.ts"),
        ("src/*.py", "src/a.py", "src/x/a.py pkg/src/a.py"),
        ("src/**", "src/a.py src/x/a", "src2/a.py src"),
        ("./src/", "src/a.py x/src/a.py", "src2/a.py"),
        ("/docs/api", "docs/api/a.md", "docs/apis/a.md"),
        ("**/tests/**", "tests/a.py x/tests/y/a.py", "test/a.py"),
        ("**/*.{test,spec}.{js,ts}", "a.test.js x/a.spec.ts", "a.js"),
        ("app/[id]/page.tsx", "app/[id]/page.tsx app/7/page.tsx", "app/42/page.tsx"),
        ("a?.py", "ab.py x/ab.py", "a.py abc.py"),
        ("Makefile", "Makefile x/Makefile", "Makefile.in"),
        ("a{/{b,c},d}/*.py", "a/b/x.py a/c/x.py ad/x.py", "a/x.py a/d/x.py"),
        ("*a*b?c*/x", "aab1c/x 1a2b3c4/x", "aab/x a/b1c/x"),
        ("**/a/**/b/*c*d", "a/b/cd x/a/y/b/b/1cdcd", "a/b/dc b/a/cd"),
        ("**b**/c", "b/c ab/x/c a/bc/c", "a/c bc"),
        ("*" * 9 + "x", "anything/at.all", ""),  # it cannot be read
        ("{a,b}" * 7, "anything/at.all", ""),
        ("[ab]" * 5, "anything/at.all", ""),
    ],
)
def test_what_a_glob_means(glob: str, meant: str, others: str) -> None:
    assert [path for path in (*meant.split(), *others.split()) if matches([glob], path)] == meant.split()


@given(st.text("ab/*?{},[].!", max_size=30), st.from_regex(re.compile(r"[ab]{1,3}(/[ab.]{1,3}){0,3}"), fullmatch=True))
def test_any_text_is_a_glob_and_every_path_means_itself(glob: str, path: str) -> None:
    assert matches([glob], path) in (True, False)
    assert matches([path], path)
    assert not is_all(glob) or matches([glob], path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("*a*a*a*a*a*a*a*b", "a" * 4_000),
        ("**a**a**a**b", "a" * 4_000),
        ("**/x/**/x/**/x/**/y", "x/" * 2_000),
        ("**/*a*a*a*a*a/b", "a/" * 2_000),
        ("{*,*a}{*,*a}{*,*a}b", "a" * 4_000),
        ("{a,aa}" * 6 + "*b", "a" * 4_000),
    ],
)
def test_no_glob_takes_a_power_of_the_length_of_a_path(glob: str, path: str) -> None:
    assert not matches([glob], path)  # else a day


def test_a_comma_between_braces_parts_nothing() -> None:
    assert split_globs(""" "**/*.ts", src/**/*.{js,jsx},, 'a b' """) == ["**/*.ts", "src/**/*.{js,jsx}", "a b"]
    assert split_globs("a{" * 9 + "," * 100_000 + "b") == ["a{" * 9, "b"]


@pytest.mark.parametrize(
    ("head", "scope"),
    [
        ("globs: **/*.ts,src/**/*.{js,jsx}\nalwaysApply: false", ("**/*.ts", "src/**/*.{js,jsx}")),
        ('globs: ["a/*.ts", "b"]', ("a/*.ts", "b")),
        ('globs: [**/*.ts, "b"]', ("**/*.ts", "b")),
        ("globs:\nalwaysApply: false", ()),
        ("globs: *.ts\nalwaysApply: true", ()),
        (f"globs: a.ts\nalwaysApply: 0x{'f' * 9_000}", ("a.ts",)),
        ('description: x\nglobs:\n  - "*.x"\nalwaysApply: "true"', ()),
        ("paths:\n  - **/*.ts\n  - 'src/**'\ndescription: x", ("**/*.ts", "src/**")),
        ("paths: src/**/*.{ts,tsx}", ("src/**/*.{ts,tsx}",)),
        ('applyTo: "**/*.cs,**/*.csproj"', ("**/*.cs", "**/*.csproj")),
        ('applyTo: "src/**,**"', ()),
        ("trigger: glob\nglobs: *.ts", ("*.ts",)),
        ("trigger: always_on\nglobs: *.ts", ()),
        ('inclusion: fileMatch\nfileMatchPattern: ["c/**/*.tsx", "!d"]', ("c/**/*.tsx",)),
        ('inclusion: always\nfileMatchPattern: "c/**"', ()),
        ("description: x", ()),
    ],
)
def test_which_files_the_head_of_a_file_of_rules_limits_it_to(head: str, scope: tuple[str, ...]) -> None:
    found = read_head(["---", *head.split("\n"), "---", "# Rules"])
    assert (found.scope, found.problem) == (scope, "")
