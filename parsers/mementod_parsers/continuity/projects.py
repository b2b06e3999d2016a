"""What can be told of a project from the names of its files and from its manifests: where it starts, how it is tested.

Names only what is there; what is not known stays open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mementod_parsers.code.languages import is_code, is_vendored
from mementod_parsers.continuity.start_notes import NAMED_CAP, Project
from mementod_parsers.word_lists import words

DEPTH_CAP = 4  # folders above an entry point; what lies deeper is an example or a part
# The manifests that are read, and the test command that each stands for when its text holds the pattern.
TESTS: Sequence[tuple[str, str, str]] = (
    ("Makefile", r"(?m)^test\s*:", "make test"),
    ("justfile", r"(?m)^test\b.*:", "just test"),
    ("package.json", r'"verify"\s*:', "npm run verify"),  # all that must hold, the tests among it
    ("package.json", r'"test"\s*:\s*"(?!echo \\"Error)', "npm test"),
    ("Cargo.toml", "", "cargo test"),
    ("go.mod", "", "go test ./..."),
    ("tox.ini", "", "tox"),
    ("noxfile.py", "", "nox"),
    ("pytest.ini", "", "pytest"),
    ("pyproject.toml", r"pytest", "pytest"),
    ("setup.cfg", r"pytest", "pytest"),
    ("pom.xml", "", "mvn test"),
    ("build.gradle", "", "gradle test"),
    ("build.gradle.kts", "", "gradle test"),
    ("mix.exs", "", "mix test"),
    ("Gemfile", r"rspec", "bundle exec rspec"),
    ("composer.json", r"phpunit", "vendor/bin/phpunit"),
)
_STARTS = words("""
    main.py __main__.py manage.py app.py cli.py server.py wsgi.py main.go main.rs main.c main.cc main.cpp Main.java
    Main.kt Program.cs index.js index.ts index.tsx main.js main.ts main.tsx server.js server.ts app.js app.ts main.rb
    index.php main.swift main.dart main.zig Main.hs main.lua
    """)
_ASIDE = re.compile(
    r"(?:^|/)(?:tests?|spec|examples?|docs?|fixtures|benchmarks?|__tests__|locales?|i18n|langs?|translations?|migrations?)/"
)


def project(name: str, paths: Sequence[str], manifests: Mapping[str, str], used: Sequence[str]) -> Project:
    """`paths` from the root; `manifests` holds the text of those that are there; `used` the files most worked on."""
    starts = [path for path in paths if path.rpartition("/")[2] in _STARTS and _counts(path)]
    starts = [path for path in starts if path.count("/") <= DEPTH_CAP]
    modules = [path for path in dict.fromkeys(used) if path in set(paths) and is_code(path) and _counts(path)]
    nearest = sorted(starts, key=lambda path: (path.count("/"), path))
    return Project(name, nearest[:NAMED_CAP], modules[:NAMED_CAP], _tests(manifests))


def _counts(path: str) -> bool:
    return path.isprintable() and "`" not in path and not is_vendored(path) and not _ASIDE.search(path)


def _tests(manifests: Mapping[str, str]) -> str | None:
    found = (command for name, says, command in TESTS if name in manifests and re.search(says, manifests[name]))
    return next(found, None)
