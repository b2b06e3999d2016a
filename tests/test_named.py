"""Names that somebody tells, looked up further than a note's: parameters, keys, slips, and names of long ago."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.continuity import name_past, vocabulary
from mementod.continuity.named import Names
from mementod.continuity.names import Said
from mementod.judging.engine import Engine
from mementod.paths import Paths
from mementod_parsers.model import Finding, Verdict
from repos import Repo

NET = """\
class UserService:
    def connect(self, host, max_attempts=3, timeout_s=30):
        return host, max_attempts, timeout_s


def parseEveryOldEvent(text):
    return text


def parse_old(text):
    parts = text.split("-")
    return [part.strip() for part in parts if part]
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    files = {"src/net.py": NET, "src/cli.py": 'FLAG = "--retry-limit"\n', "conf/app.yaml": "server:\n  cache_ttl: 30\n"}
    return Repo(tmp_path / "repo").write(files).commit("Begin", "2025-02-01")


@pytest.fixture
def engine(repo: Repo, paths: Paths) -> Iterator[Engine]:
    with Engine(repo.root, paths) as engine:
        yield engine


def found(engine: Engine, text: str, at: str = "2025-02-02T12:00:00+00:00") -> dict[str, Finding]:
    return {f.citation.name: f for f in Names(engine).judged([Said(text, at)])[0]}


@pytest.mark.parametrize(
    ("text", "name", "file"),
    [
        ("Never change max_attempts.", "max_attempts", "src/net.py"),
        ("不要改`timeout_s`", "timeout_s", "src/net.py"),
        ("set cache_ttl to 60", "cache_ttl", "conf/app.yaml"),
        ("server.cache_ttl is 30", "server.cache_ttl", "conf/app.yaml"),
        ("UserService.connect is slow", "UserService.connect", "src/net.py"),
    ],
)
def test_what_the_code_holds_is_verified_with_its_file(engine: Engine, text: str, name: str, file: str) -> None:
    assert found(engine, text)[name].verdict is Verdict.OK
    assert Names(engine).home(name) == file


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("use `conect`", "conect", "connect"),
        ("UserServise is slow", "UserServise", "UserService"),
        ("UserServise.conect is slow", "UserServise.conect", "UserService.connect"),
        ("不要改 max_atempts", "max_atempts", "max_attempts"),
        ("pass --retry-limitt", "--retry-limitt", "--retry-limit"),
        ("look at src/nett.py", "src/nett.py", "src/net.py"),
        ("the function `parseEveryOldevent` must stay", "parseEveryOldevent", "parseEveryOldEvent"),
        ("parseEveryOldevent must stay", "parseEveryOldevent", "parseEveryOldEvent"),
        ("add retries to UserServise", "UserServise", "UserService"),
    ],
)
def test_a_slip_is_put_right(engine: Engine, text: str, name: str, meant: str) -> None:
    assert (found(engine, text)[name].verdict, found(engine, text)[name].target) == (Verdict.MISSPELT, meant)


@pytest.mark.parametrize(
    "text",
    ["use `redis`", "create `conect()`", "set `max_attempts2`", "add src/nett.py", "OpenAI and PowerShell", "a conect"],
)
def test_what_may_be_anything_is_left_alone(engine: Engine, text: str) -> None:
    verdicts = {finding.verdict for finding in found(engine, text).values()}
    assert verdicts <= {Verdict.UNVERIFIED, Verdict.UNCHECKED}


def test_a_name_that_was_renamed_before_it_was_told_is_followed(repo: Repo, engine: Engine) -> None:
    repo.write({"src/net.py": NET.replace("parse_old", "parse_new")}).commit("Rename", "2025-03-01")
    repo.write({"src/cli.py": "FLAG = 1\n"}).commit("Go on", "2025-04-01")
    engine.refresh()
    one = found(engine, "Never change parse_old().", "2025-05-01T12:00:00+00:00")["parse_old"]
    assert (one.verdict, one.target) == (Verdict.RENAMED, "src/net.py:parse_new")


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_parameter_that_was_renamed_is_told_by_its_lines(repo: Repo, engine: Engine, is_committed: bool) -> None:
    repo.write({"src/net.py": NET.replace("timeout_s", "timeout_ms")})
    if is_committed:
        repo.commit("Milliseconds", "2025-03-01")
    engine.refresh()
    one = found(engine, "Never change timeout_s.")["timeout_s"]
    assert (one.verdict, one.target) == (Verdict.RENAMED, "src/net.py:timeout_ms")


def test_a_name_that_was_there_once_is_no_slip(repo: Repo, engine: Engine) -> None:
    repo.write({"src/old.py": "def connekt():\n    return 1\n"}).commit("More", "2025-03-01")
    repo.remove("src/old.py").commit("Less", "2025-04-01")
    engine.refresh()
    assert "connekt" not in found(engine, "use `connekt`", "2025-05-01T12:00:00+00:00")


def test_a_parameter_that_went_is_gone_only_for_who_told_it_before(repo: Repo, engine: Engine) -> None:
    repo.write({"src/net.py": NET.replace(", max_attempts=3", "").replace("host, max_attempts,", "host,")})
    repo.commit("Less", "2025-03-01")
    engine.refresh()
    assert found(engine, "set `max_attempts`")["max_attempts"].verdict is Verdict.DELETED
    later = found(engine, "set `max_attempts`", "2025-05-01T12:00:00+00:00")
    assert later["max_attempts"].verdict is Verdict.UNVERIFIED


def test_a_commit_that_git_does_not_know_takes_its_time_from_no_other(repo: Repo, engine: Engine) -> None:
    begun, at = repo.head, "2025-05-01T12:00:00+00:00"
    repo.write({"src/net.py": NET.replace("def parse_old", "def _")}).commit("Less", "2025-03-01")
    engine.refresh()
    for heads in ((begun, "0" * 39 + "1"), ("0" * 39 + "1", begun)):
        lines = [Said("call `parse_old()`", at, head) for head in heads]
        told = {head: each[0].verdict for head, each in zip(heads, Names(engine).judged(lines), strict=True)}
        assert told == {begun: Verdict.DELETED, "0" * 39 + "1": Verdict.UNVERIFIED}


def test_of_a_shallow_clone_nothing_is_put_right(repo: Repo, tmp_path: Path, paths: Paths) -> None:
    repo.write({"src/more.py": "x = 1\n"}).commit("More", "2025-03-01")
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(tmp_path / "shallow"))
    with Engine(tmp_path / "shallow", paths) as engine:
        assert "conect" not in found(engine, "use `conect`")
        assert found(engine, "set cache_ttl")["cache_ttl"].verdict is Verdict.OK


def test_a_tree_that_is_too_large_is_not_read_for_slips(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "FILES_CAP", 2)
    assert "conect" not in found(engine, "use `conect`")


def test_a_link_that_leads_nowhere_hides_no_name(repo: Repo, engine: Engine) -> None:
    (repo.root / "src/link.py").symlink_to("nowhere.py")
    assert found(engine, "use `conect`")["conect"].target == "connect"


def test_a_change_beyond_the_limit_is_not_looked_for(
    repo: Repo, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write({"src/net.py": NET.replace("parse_old", "parse_new")}).commit("Rename", "2025-03-01")
    repo.write({"src/net.py": NET.replace("parse_old", "parse_new") + "\n"}).commit("Go on", "2025-04-01")
    engine.refresh()
    monkeypatch.setattr(name_past, "BLOBS_CAP", 1)
    assert found(engine, "Never change parse_old().", "2025-05-01T12:00:00+00:00")["parse_old"].target is None


def test_what_was_learnt_of_the_past_holds_for_a_later_commit(repo: Repo, paths: Paths) -> None:
    repo.write({"src/net.py": NET.replace("parse_old", "parse_new")}).commit("Rename", "2025-03-01")
    for name in ("first", "second"):
        repo.write({f"src/{name}.py": "x = 1\n"}).commit(name)
        with Engine(repo.root, paths) as engine:
            one = found(engine, "Never change parse_old().", "2025-05-01T12:00:00+00:00")["parse_old"]
        assert one.target == "src/net.py:parse_new"


def test_a_file_that_changed_is_read_again(repo: Repo, engine: Engine) -> None:
    assert found(engine, "use `conect`")["conect"].target == "connect"
    repo.write({"src/more.py": "def conect():\n    return 1\n"})
    assert found(engine, "use `conect`")["conect"].verdict is Verdict.OK


def test_commands_of_ours_are_no_names_of_the_code(repo: Repo, engine: Engine) -> None:
    repo.write({"src/cli.py": 'FLAG = "--all"\n'}).commit("All")
    engine.refresh()
    assert found(engine, "The notes ask 20 more: `mementod engram --all` (mementod handoff --all)") == {}
    assert "--all" in found(engine, "keep `--all` and `mementod engram --all`")
