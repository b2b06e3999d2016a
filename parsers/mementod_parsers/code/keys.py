"""How names that live in strings and configuration are spelled: variables, keys, flags.

Pure text tests. A loose test says that something may still be there, a strict one that it surely was; only what was
surely there can be gone.
"""

from __future__ import annotations

import re

from mementod_parsers.word_lists import words

# Events and settings of GitHub's workflows: every repository may use them, none defines them.
_WORKFLOW = words(
    """
        branch_protection_rule check_run check_suite deployment_status discussion_comment issue_comment merge_group
        page_build pull_request pull_request_review pull_request_review_comment pull_request_target registry_package
        repository_dispatch workflow_call workflow_dispatch workflow_run
        branches-ignore cancel-in-progress continue-on-error fail-fast fetch-depth id-token max-parallel paths-ignore
        run-name runs-on tags-ignore timeout-minutes working-directory
    """
)
# Set by the platform that runs the code, not by the repository.
_PLATFORM = (
    "GITHUB_",
    "RUNNER_",
    "ACTIONS_",
    "CI_",
    "GITLAB_",
    "VERCEL_",
    "NETLIFY_",
    "AWS_",
    "KUBERNETES_",
    "XDG_",
    "LC_",
)
# Read by a language, a framework or a shell, whoever sets them.
_OTHERS = words(
    """
        PATH HOME CI PWD SHELL TERM LANG USER TZ NODE_ENV NODE_OPTIONS RAILS_ENV RACK_ENV FLASK_APP FLASK_ENV
        FLASK_DEBUG DJANGO_SETTINGS_MODULE PYTHONPATH PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE VIRTUAL_ENV JAVA_HOME
        JAVA_OPTS ANDROID_HOME GOPATH GOROOT GOPROXY CGO_ENABLED GIN_MODE RUST_LOG RUST_BACKTRACE CARGO_TARGET_DIR
        ASPNETCORE_ENVIRONMENT ASPNETCORE_URLS DOTNET_ENVIRONMENT MIX_ENV LD_LIBRARY_PATH NEXT_TELEMETRY_DISABLED
    """
)
_PART = re.compile(r"[^\W\d]\w*")
_READ = r"(?:environ|getenv|[Gg]et_?[Ee]nv|process\.env|import\.meta\.env|ENV\[|env\(|env!\(|\benv\.|\$\{?|\$env:)"


def name_parts(word: str) -> list[str]:
    """The identifiers that a key, a flag or a variable is made of."""
    return list(dict.fromkeys(p for p in _PART.findall(word) if len(p) > 1))


def is_platform(name: str) -> bool:
    """Whether an environment variable is somebody else's to set."""
    return name.startswith(_PLATFORM) or name in _OTHERS


def is_workflow_word(name: str, place: str) -> bool:
    """Whether a name that a file of then held is GitHub's, not the repository's."""
    return name in _WORKFLOW and place.startswith(".github/")


def may_hold(word: str, text: str) -> bool:
    """Loose: a text may hold the key or flag, also as an identifier (`--dry-run` is `dry_run` in many languages)."""
    bare = word.strip("-")
    return (
        bare in text or bare.replace("-", "_") in text or bare.rpartition(".")[2] + '"' in text or _nested(bare, text)
    )


def holds_flag(word: str, text: str) -> bool:
    """Strict: a text holds the flag as a string of its own, as a program does that defines it."""
    return re.search(rf"""["'`]{re.escape(word)}["'`=\s,]""", text) is not None


def holds_variable(name: str, text: str) -> bool:
    """Strict: a text reads or sets the environment variable."""
    word = re.escape(name)
    read = re.search(rf"""{_READ}[^\n]{{0,20}}?\b{word}\b""", text)
    return read is not None or re.search(rf"(?m)^\s*(?:export\s+|- |ENV\s+|ARG\s+)?{word}\s*[=:]", text) is not None


def holds_key(name: str, text: str) -> bool:
    """Strict: a text defines the name as a key or a named string: `name:`, `"name" =>`, `KEY = "name"`, `add(name`."""
    word = re.escape(name)
    key = rf"""(?m)^\s*(?:- )?["']?{word}["']?\s*(?::|=>|=(?!=))"""
    # Behind a quoted key stands data, often the name that another program gives to something.
    value = rf"""(?:=|(?<!["'`]):|\bname["']:)\s*["'`]{word}["'`]"""
    target = rf"""(?m)^\s*(?:add_\w+|project|set|task|job|target)\s*\(\s*["']?{word}\b"""
    return any(re.search(pattern, text) for pattern in (key, value, target))


def _nested(word: str, text: str) -> bool:
    """A dotted key whose parts are written one below the other."""
    parts = word.split(".")
    return len(parts) > 1 and all(re.search(rf"(?m)^\s*[\"']?{re.escape(p)}[\"']?\s*[:=\]]", text) for p in parts)
