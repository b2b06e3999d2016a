"""What a shell or a hook left in the environment changes nothing; a git that is missing or hangs is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from canaries import Canaries
from looks import check_everything
from mementod.judging.snapshot import of_index, of_work_tree
from mementod.paths import Paths
from mementod.vcs import git as module
from mementod.vcs.git import Git, GitError, raw, text
from mementod.vcs.objects import Objects
from mementod.vcs.repository import find
from repos import Repo


@pytest.fixture
def canaries(tmp_path: Path) -> Canaries:
    return Canaries(tmp_path)


# What a hook, an editor or somebody's shell may have set. {} is a program, {other} another repository.
POISON = {
    "places": {
        "GIT_DIR": "{other}/.git",
        "GIT_WORK_TREE": "{other}",
        "GIT_INDEX_FILE": "{other}/.git/index",
        "GIT_COMMON_DIR": "{other}/.git",
        "GIT_PREFIX": "src/",
    },
    "objects": {
        "GIT_OBJECT_DIRECTORY": "{other}/.git/objects",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": "{other}/.git/objects",
        "GIT_NAMESPACE": "other",
        "GIT_SHALLOW_FILE": "{other}/README",
        "GIT_GRAFT_FILE": "{other}/README",
        "GIT_REPLACE_REF_BASE": "refs/heads",
        "GIT_ATTR_SOURCE": "HEAD~1",
        "GIT_QUARANTINE_PATH": "{other}",
        "GIT_DEFAULT_HASH": "sha256",
    },
    "counted": {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": "{}"},
    "configured": {"GIT_CONFIG": "{other}/.git/config", "GIT_CONFIG_PARAMETERS": "'core.fsmonitor'='{}'"},
    "programs": {
        "GIT_EXTERNAL_DIFF": "{}",
        "GIT_PAGER": "{}",
        "PAGER": "{}",
        "GIT_EDITOR": "{}",
        "EDITOR": "{}",
        "GIT_ASKPASS": "{}",
        "GIT_SSH_COMMAND": "{}",
        "GIT_PROXY_COMMAND": "{}",
        "GIT_ALLOW_PROTOCOL": "ext:file",
        "GIT_NO_LAZY_FETCH": "0",
        "GIT_OPTIONAL_LOCKS": "1",
    },
    "paths": {"GIT_LITERAL_PATHSPECS": "1", "GIT_NOGLOB_PATHSPECS": "1"},
    "case": {"GIT_ICASE_PATHSPECS": "1", "GIT_DIFF_OPTS": "-u0"},
    "traces": {
        "GIT_TRACE": "{traces}/1",
        "GIT_TRACE2_EVENT": "{traces}/2",
        "GIT_TRACE_SETUP": "1",
        "GIT_REDIRECT_STDOUT": "off",
    },
    "words": {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "COLUMNS": "7", "TERM": "dumb"},
}


def poison(canaries: Canaries, group: str, patch: pytest.MonkeyPatch) -> None:
    for name, value in POISON[group].items():
        other = canaries.repo.root.parent / "other"
        patch.setenv(name, value.format(canaries.program(name), other=other, traces=canaries.traces))


@pytest.mark.parametrize("group", POISON)
def test_a_poisoned_environment_changes_nothing(
    group: str, canaries: Canaries, monkeypatch: pytest.MonkeyPatch
) -> None:
    Repo(canaries.repo.root.parent / "other").write({"README": "x"}).commit()
    log = ("log", "-1", "--raw", "--no-ext-diff", "--no-textconv")
    git = find(canaries.repo.root).git
    wanted = (find(canaries.repo.root), of_work_tree(git, True).files, git.run(*log))

    poison(canaries, group, monkeypatch)

    found = find(canaries.repo.root)
    assert (found, of_work_tree(found.git, True).files, found.git.run(*log)) == wanted
    assert canaries.ran == set()


def test_a_check_in_a_poisoned_environment(canaries: Canaries, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = check_everything(canaries.repo.root, paths)
    shutil.rmtree(paths.state_dir())
    for group in POISON:
        poison(canaries, group, monkeypatch)

    assert check_everything(canaries.repo.root, paths) == wanted
    assert canaries.ran == set()


def test_an_index_that_a_hook_was_given_counts(canaries: Canaries) -> None:
    root, other = canaries.repo.root, canaries.repo.root.parent / "index"
    canaries.repo.git("-c", "core.fsmonitor=false", "read-tree", f"--index-output={other}", "HEAD~1")
    with Objects(Git(root, other)) as objects:
        assert ".gitmodules" not in of_index(Git(root, other), objects).files
        assert ".gitmodules" in of_index(Git(root), objects).files


def runs(folder: Path) -> bytes:
    return Git(folder).run("rev-parse", "HEAD")


def opens(folder: Path) -> object:
    return Git(folder).open("cat-file", "--batch")


def streams(folder: Path) -> object:
    return list(Git(folder).stream("log", "-z"))


@pytest.mark.parametrize("call", [runs, opens, streams])
def test_without_git_it_is_said(
    call: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="there is no git"):
        call(tmp_path)


@pytest.mark.parametrize("call", [runs, streams])
def test_the_reason_is_what_git_died_of(call: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(GitError, match="fatal: not a git repository"):
        call(tmp_path)
    assert Git(tmp_path).one("rev-parse", "HEAD") is None


def test_a_git_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(module, "CALL_TIMEOUT_S", 0.1)
    monkeypatch.setattr(module, "STREAM_TIMEOUT_S", 0.1)

    with pytest.raises(GitError, match="no answer within"):
        runs(tmp_path)
    with pytest.raises(GitError, match="failed with -9"):
        streams(tmp_path)


@pytest.mark.parametrize("name", [b"a", b"\xff\xfe", "naïve".encode(), b"\n\t", b""])
def test_any_path_survives(name: bytes) -> None:
    assert raw(text(name)) == name
