"""Files that name the packages which a repository depends on: other people's, and not ours to call gone."""

from __future__ import annotations

from mementod_parsers.resolve import base_name

_ENDINGS = (".gradle", ".gradle.kts", ".versions.toml", "Package.swift", "Project.swift", ".csproj", "Podfile")
NAMES = frozenset(
    [
        "package.json",
        "composer.json",
        "Cargo.toml",
        "go.mod",
        "requirements.txt",
        "pyproject.toml",
        "Gemfile",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
    ]
)


def is_manifest(path: str) -> bool:
    return base_name(path) in NAMES or path.endswith(_ENDINGS)
