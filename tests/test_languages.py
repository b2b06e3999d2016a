"""What a path and a first line say about a file."""

from __future__ import annotations

import sys

import pytest

from mementod_parsers.code.grammars import GRAMMARS, grammar, load
from mementod_parsers.code.languages import component, is_code, is_config, is_doc, is_vendored, language


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/a.py", "python"),
        ("a.pyi", "python"),
        ("a.mjs", "javascript"),
        ("a.jsx", "javascript"),
        ("a.d.ts", "typescript"),
        ("a.TSX", "tsx"),
        ("include/a.h", "c"),
        ("a.hpp", "cpp"),
        ("Program.cs", "c_sharp"),
        ("lib/tasks/a.rake", "ruby"),
        ("Gemfile", "ruby"),
        ("build.gradle.kts", "kotlin"),
        ("build.sbt", "scala"),
        ("mix.exs", "elixir"),
        ("Card.vue", "vue"),
        ("Card.svelte", "svelte"),
        ("main.dart", "dart"),
        ("a.zig", "zig"),
        ("a.sql", "sql"),
        ("package.json", "json"),
        (".eslintrc", "json"),
        ("a.yml", "yaml"),
        ("Cargo.lock", "toml"),
        ("Makefile", "make"),
        ("rules.mk", "make"),
        ("Dockerfile", "dockerfile"),
        ("docker/Dockerfile.dev", "dockerfile"),
        ("README.md", None),
        ("bin/run", None),
        ("", None),
        ("dir.py/", None),
    ],
)
def test_language_comes_from_the_name(path: str, expected: str | None) -> None:
    assert language(path) == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"#!/usr/bin/env python3\n", "python"),
        (b"#!/usr/bin/python3.11 -u\n", "python"),
        (b"#!/bin/sh\n", "bash"),
        (b"#! /bin/bash -e\n", "bash"),
        (b"#!/usr/bin/env -S node --no-warnings\n", "javascript"),
        (b"#!/usr/bin/env bun\n", "typescript"),
        (b"#!/usr/bin/env ruby", "ruby"),
        (b"#!/opt/thing/unknown\n", None),
        (b"#!", None),
        (b"plain text", None),
        (b"\x00\xff", None),
    ],
)
def test_language_comes_from_the_shebang_when_the_name_says_nothing(head: bytes, expected: str | None) -> None:
    assert language("bin/run", head) == expected


def test_the_name_wins_over_the_shebang() -> None:
    assert language("run.rb", b"#!/bin/sh\n") == "ruby"


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_grammar_loads(name: str) -> None:
    assert load(name) is not None


@pytest.mark.parametrize("name", ["vue", "svelte", "astro"])
def test_components_are_read_by_typescript(name: str) -> None:
    assert grammar(name) == GRAMMARS["typescript"]


@pytest.mark.parametrize("name", ["sql", "json", "nonsense", ""])
def test_no_grammar_is_an_answer(name: str) -> None:
    assert load(name) is None


def test_a_missing_wheel_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)

    assert load("go") is None


def test_a_component_file_is_named_after_itself() -> None:
    assert component("src/UserCard.vue") == "UserCard"
    assert component("src/user.ts") is None
    assert component(".vue") is None


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docs/a.rst",
        "CHANGELOG",
        "LICENSE",
        "LICENSE-MIT",
        "rules/a.mdc",
        "notes.txt",
        "a.mdx",
        "CHANGES.txt",
    ],
)
def test_docs(path: str) -> None:
    assert is_doc(path)
    assert not is_code(path)


@pytest.mark.parametrize(
    "path",
    ["requirements.txt", "CMakeLists.txt", "src/history.py", "news.ts", "robots.txt", "src/license.rb"],
)
def test_not_docs(path: str) -> None:
    assert not is_doc(path)


@pytest.mark.parametrize("path", ["a.py", "x/y.kt", "a.dart", "a.sql", "s.sh", "Card.vue", "Rakefile", "a.proto"])
def test_code(path: str) -> None:
    assert is_code(path)
    assert not is_doc(path)


@pytest.mark.parametrize(
    "path",
    [
        "package.json",
        ".github/workflows/ci.yml",
        "pyproject.toml",
        "setup.cfg",
        ".env",
        ".env.example",
        "env.sample",
        "app.properties",
        "pom.xml",
        "Makefile",
        "Dockerfile",
        "requirements-dev.txt",
        "go.mod",
        ".gitignore",
        ".eslintrc",
        "nginx.conf",
        "main.tf",
        "build.gradle",
        "config/database.yml.example",
    ],
)
def test_config(path: str) -> None:
    assert is_config(path)


@pytest.mark.parametrize("path", ["a.py", "README.md", "src/config.ts", "index.html"])
def test_not_config(path: str) -> None:
    assert not is_config(path)


@pytest.mark.parametrize(
    "path",
    [
        "vendor/github.com/a/b.go",
        "web/vendor/github.com/a/b.go",
        "static/js/vendor/jquery.js",
        "third_party/zlib/z.c",
        "web/node_modules/a/index.js",
        "ios/Pods/A/a.swift",
        "dist/index.js",
        "static/app.min.js",
        "package-lock.json",
        "pnpm-lock.yaml",
        "Cargo.lock",
        "go.sum",
        "api/v1/a.pb.go",
        "a_pb2.py",
        "a_pb2_grpc.py",
        "lib/a.g.dart",
        "src/__generated__/a.ts",
    ],
)
def test_vendored(path: str) -> None:
    assert is_vendored(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/modules/vendor/vendor.service.ts",
        "app/models/vendor/a.rb",
        "pkg/pods/pod.go",
        "src/vendor.ts",
        "a.py",
        "src/lock.go",
    ],
)
def test_not_vendored(path: str) -> None:
    assert not is_vendored(path)
