"""`recall`, `remember` and `forget`, from the command line."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from mementod import cli
from mementod.continuity.recall import FEW
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from mementod_parsers.continuity.budget import cut, tokens
from repos import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/auth.py": "def check_it():\n    return 1\n", "CLAUDE.md": "# Map\n\nAuth is in `src/auth.py`.\n"})
    return repo.commit("Begin", "2025-02-01")


class Desk:
    def __init__(self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo, self.paths, self.capsys, self.errors = repo, paths, capsys, ""

    def run(self, *argv: str) -> tuple[int, str]:
        code = cli.run(["-C", str(self.repo.root), *argv], self.paths)
        out, self.errors = self.capsys.readouterr()
        return code, out


@pytest.fixture
def desk(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(repo, paths, capsys)


def test_what_was_said_is_found_beside_what_the_notes_say(desk: Desk) -> None:
    desk.run("remember", "src/auth.py must stay: the old client needs it")
    code, text = desk.run("recall", "src/auth.py")
    assert code == ExitCode.FINE
    assert text.index("remember:1") < text.index("CLAUDE.md:3")
    assert "> src/auth.py must stay: the old client needs it" in text


def test_a_name_that_is_gone_is_said_beside_the_line(desk: Desk) -> None:
    desk.run("remember", "look at src/auth.py first")
    desk.repo.move("src/auth.py", "src/login.py").commit("Move", "2025-03-01")
    _, text = desk.run("recall", "auth", "--format", "json")
    hits = json.loads(text)["hits"]
    assert [hit["source"] for hit in hits] == ["remember", "CLAUDE.md"]
    assert all(hit["stale"] == ["src/auth.py is renamed: use src/login.py"] for hit in hits)


def test_progress_and_decisions_are_searched_though_they_are_no_notes(desk: Desk) -> None:
    desk.repo.write({"PROGRESS.md": "# P\n\n- zebra is done\n", "DECISIONS.md": "# D\n\n- chose zebra over quagga\n"})
    _, text = desk.run("recall", "zebra")
    assert "PROGRESS.md:3" in text
    assert "DECISIONS.md:3" in text


SAID = (
    "node-cron was dropped: it loses jobs",
    "AGENTS.md: truncation keeps the head",
    "修改 en.json 时不要碰键名",
)
NOTES = {
    "AGENTS.md": """# Rules

Escapement owns worktree creation policy.
Truncation keeps whole sentences, because half of one misleads.

## Release Process

Tag the commit, then push.

## Jobs

node-cron runs them.

## Branches

They are named after the work,
and the maintainer deletes them.

## 语言

如何添加新的语言支持：复制 en.json。
""",
    "DECISIONS.md": """# Decisions

## 2026-03-01 Where rows are kept

- Problem: rows must outlive the process
- Chosen: sqlite
- Why: one file
- Rejected:
  - redis: needs a server
""",
}


ASKED = (  # and a line that answers, None where nothing does
    ("why not redis", "- redis: needs a server"),
    ("why sqlite", "- Chosen: sqlite"),
    ("redis server", "- redis: needs a server"),
    ("why truncation", "Truncation keeps whole sentences, because half of one misleads."),
    ("how do I release", "## Release Process"),
    ("How do we release?", "## Release Process"),
    ("who owns worktree creation", "Escapement owns worktree creation policy."),
    ("who decides on worktree creation policy", "Escapement owns worktree creation policy."),
    ("why node-cron", "node-cron runs them."),
    ("why node-cron", "node-cron was dropped: it loses jobs"),
    ("release tag", "Tag the commit, then push."),
    ("who deletes branches", "and the maintainer deletes them."),
    ("work maintainer", "and the maintainer deletes them."),
    ("如何添加新语言", "如何添加新的语言支持：复制 en.json。"),
    ("怎么添加语言支持？", "如何添加新的语言支持：复制 en.json。"),
    ("修改键名", "修改 en.json 时不要碰键名"),
    ("为什么不能修改键名", "修改 en.json 时不要碰键名"),
    ("why", "- Why: one file"),
    ("kubernetes ingress", None),
    ("how does the kubernetes ingress release work today", None),
    ("添加缓存数据库", None),
    ("语言服务器", None),
)


def test_a_question_is_answered_wherever_most_of_its_words_stand(desk: Desk) -> None:
    desk.repo.write(NOTES).commit("Note", "2026-03-02")
    for text in SAID:
        desk.run("remember", text)
    answers = {query: desk.run("recall", query, "--format", "json") for query, _ in ASKED}
    found = {query: [hit["text"] for hit in json.loads(text)["hits"]] for query, (_, text) in answers.items()}
    assert [(query, line) for query, line in ASKED if line is not None and line not in found[query]] == []
    assert {query: found[query] for query, line in ASKED if line is None if found[query]} == {}
    assert all((code == ExitCode.FINE) == bool(found[query]) for query, (code, _) in answers.items())


LOG = """# Decisions

Each one as it was taken; decide here before you begin.

## 2026-03-01 Outbox

- Problem: where does the outbox live
- Options: redis; sqlite
- Decision: SQLite
- Why: no server to run
- Rejected:
  - redis: needs a server

## 2026-03-02 存储

- Problem: 数据库选型
- Options: Hive；Isar
- Decision: Isar
- Why: Hive 没人维护
"""


@pytest.mark.parametrize(
    ("query", "before"),
    [
        ("where does the outbox live", "Decision: SQLite (why: no server to run); for: where does the outbox live"),
        ("what did we decide about the outbox", "Decision: SQLite (why: no server to run)"),
        ("outbox decision", "Decision: SQLite (why: no server to run)"),
        ("why was redis rejected", "Decision: SQLite (why: no server to run)"),
        ("数据库选型", "决策：Isar（原因：Hive 没人维护）；问题：数据库选型"),
        ("数据库的决定", "决策：Isar（原因：Hive 没人维护）"),
    ],
)
def test_a_decision_is_shown_with_what_was_chosen_and_why_first(desk: Desk, query: str, before: str) -> None:
    desk.repo.write({"DECISIONS.md": LOG}).commit("Decide", "2026-03-02")
    hits = json.loads(desk.run("recall", query, "--format", "json")[1])["hits"]
    assert hits[0]["is_decision"]
    assert hits[0]["before"].startswith(before)
    assert hits[0]["text"] in LOG
    assert not any("decide here" in hit["text"] for hit in hits)


def test_a_rejected_option_is_found_by_the_question_why(desk: Desk) -> None:
    told = ("--problem", "where rows are kept", "--options", "sqlite, redis", "--chosen", "sqlite", "--why", "one file")
    assert desk.run("decide", *told, "--rejected", "redis:needs a server")[0] == ExitCode.FINE
    assert "needs a server" in desk.run("recall", "why", "not", "redis")[1]
    assert "one file" in desk.run("recall", "why", "sqlite")[1]


def test_what_holds_all_words_comes_first_and_little_of_the_rest_behind_it(desk: Desk) -> None:
    desk.repo.write({"CLAUDE.md": "# Map\n\n" + "the cache is warm\n\n\n" * 10 + "the cache evicts zebras\n"})
    for number in range(9):
        desk.run("remember", f"cache {number} was looked at")
    _, text = desk.run("recall", "which", "cache", "evicts", "--format", "json")
    hits = json.loads(text)["hits"]
    assert hits[0]["text"] == "the cache evicts zebras"
    assert len(hits) == 1 + FEW


def test_the_kept_hand_over_is_searched(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sections = (
        "# Goal\n\nDone when it ships, nothing beyond it.\n\n# State\n\nNot begun.\n\n# Decisions\n\n不用机器翻译。\n"
    )
    written = (sections + "\n# Constraints\n\nNone.\n").encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written)))
    assert desk.run("handoff", "write")[0] == ExitCode.FINE
    code, text = desk.run("recall", "机器翻译", "--format", "json")
    assert code == ExitCode.FINE
    (hit,) = json.loads(text)["hits"]
    assert (hit["source"], hit["text"]) == ("handoff", "- 不用机器翻译。")
    assert hit["at"]


def test_what_was_remembered_twice_is_shown_once_and_kept_twice(desk: Desk) -> None:
    for text in ("zebra stays", "Never sell a zebra.", "zebra stays", "Never sell a zebra."):
        desk.run("remember", text)
    _, text = desk.run("recall", "zebra", "--format", "json")
    assert [(hit["place"], hit["text"]) for hit in json.loads(text)["hits"]] == [
        ("4", "Never sell a zebra."),
        ("3", "zebra stays"),
    ]
    assert desk.run("forget", "3")[0] == ExitCode.FINE
    assert "remember:1" in desk.run("recall", "zebra")[1]


def test_what_was_replaced_stands_behind_what_replaced_it(desk: Desk) -> None:
    desk.run("remember", "Never edit `src/auth.py`.")
    desk.run("remember", "src/auth.py was read")
    desk.run("remember", "You may edit `src/auth.py` now.")
    _, text = desk.run("recall", "auth", "--format", "json")
    said = [(hit["text"], hit["superseded"]) for hit in json.loads(text)["hits"] if hit["source"] == "remember"]
    assert said == [
        ("You may edit `src/auth.py` now.", None),
        ("Never edit `src/auth.py`.", "You may edit `src/auth.py` now."),
        ("src/auth.py was read", None),
    ]


def test_a_root_that_links_out_of_the_repository_is_not_read(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("zebra\n")
    (desk.repo.root / "PROGRESS.md").symlink_to(tmp_path / "secret.md")
    assert desk.run("recall", "zebra")[0] == ExitCode.FINDINGS


def test_an_agents_session_is_read_when_the_user_asked_for_it(desk: Desk, home: Path) -> None:
    folder = home / ".claude" / "projects" / str(desk.repo.root).replace("/", "-").replace("_", "-")
    folder.mkdir(parents=True)
    row = {"type": "user", "uuid": "u", "sessionId": "s", "cwd": str(desk.repo.root)}
    (folder / "s.jsonl").write_text(json.dumps(row | {"message": {"content": "不要使用 redis"}}) + "\n")
    assert desk.run("recall", "redis")[0] == ExitCode.FINDINGS
    (home / "config" / "mementod").mkdir(parents=True)
    (home / "config" / "mementod" / "config.yaml").write_text("import: [claude]\n")
    code, text = desk.run("recall", "不要")
    assert code == ExitCode.FINE
    assert "> 不要使用 redis" in text


def test_the_budget_holds_and_says_what_it_left_out(desk: Desk) -> None:
    for number in range(6):
        desk.run("remember", f"cache {number} " + "word " * 200)
    _, text = desk.run("recall", "cache", "--budget", "300", "--format", "json")
    found = json.loads(text)
    assert len(found["hits"]) + found["left_out"] == 6
    assert found["left_out"] > 0
    assert sum(tokens(hit["text"]) for hit in found["hits"]) <= 300
    _, text = desk.run("recall", "cache", "--budget", "300")
    needed = re.search(r"\d+ more beyond 300 tokens: --budget (\d+) shows them", text)
    assert needed
    whole = json.loads(desk.run("recall", "cache", "--budget", needed[1], "--format", "json")[1])
    assert whole["left_out"] == 0


def test_what_binds_is_not_crowded_out_by_what_notes_tell(desk: Desk) -> None:
    desk.repo.write({"CLAUDE.md": "# Map\n\n" + "redis is fast\n" * 10})
    desk.run("remember", "Redis must never be removed.")
    for number in range(9):
        desk.run("remember", f"redis was looked at for the {number}th time")
    _, text = desk.run("recall", "redis", "--budget", "100", "--format", "json")
    hits = json.loads(text)["hits"]
    assert hits[0]["text"] == "Redis must never be removed."
    assert {hit["source"] for hit in hits} == {"remember", "CLAUDE.md"}


def test_an_old_rule_is_found_with_what_lifted_it_though_that_was_said_of_many(desk: Desk) -> None:
    desk.run("remember", "Never delete a migration.")
    desk.run("remember", "you may delete migrations")
    _, text = desk.run("recall", "delete migration")
    assert "you may delete migrations" in text


def test_lines_that_were_remembered_apart_are_not_shown_around_each_other(desk: Desk) -> None:
    for line in ("apples are red", "zebra\nquagga", "pears are green"):
        desk.run("remember", line)
    _, text = desk.run("recall", "zebra")
    assert "quagga" in text
    assert "apples" not in text
    assert "pears" not in desk.run("recall", "quagga")[1]


def test_a_line_is_forgotten_by_its_number(desk: Desk) -> None:
    desk.run("remember", "zebra")
    assert desk.run("forget", "1") == (ExitCode.FINE, "1 line forgotten.\n")
    assert desk.run("recall", "zebra")[0] == ExitCode.FINDINGS
    assert desk.run("forget", "1")[0] == ExitCode.FINDINGS


def test_a_line_is_forgotten_as_it_was_printed_and_one_that_is_not_there_is_said(desk: Desk) -> None:
    place = re.search(r"remember:\d+", desk.run("remember", "zebra")[1])
    assert place
    assert desk.run("forget", place[0])[0] == ExitCode.FINE
    assert desk.run("recall", "zebra")[0] == ExitCode.FINDINGS
    assert desk.run("forget", "999") == (ExitCode.FINDINGS, "")
    assert desk.errors.startswith("mementod: no line 999 in the log")


def test_what_is_remembered_outside_a_repository_says_so(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    cli.run(["-C", str(tmp_path / "plain"), "remember", "zebra"], desk.paths)
    assert "plain, which is in no git repository" in desk.capsys.readouterr().out
    assert "no git repository" not in desk.run("remember", "zebra")[1]


def test_what_is_forgotten_is_nowhere_any_more(desk: Desk) -> None:
    desk.run("remember", "Never edit `src/auth.py`: zebra_word")
    desk.run("remember", "Never show quagga to anybody")
    desk.run("engram")
    assert desk.run("forget", "1")[0] == ExitCode.FINE
    assert "zebra_word" not in desk.run("engram")[1]
    assert "quagga" in desk.run("engram")[1]
    held = [path for path in desk.paths.state_dir().rglob("*") if path.is_file() and b"zebra_word" in path.read_bytes()]
    assert held == []


def test_control_characters_do_not_reach_the_terminal(desk: Desk) -> None:
    desk.run("remember", "zebra \x1b[31mred\x07")
    _, text = desk.run("recall", "zebra")
    assert "\x1b" not in text
    assert "\x07" not in text


@pytest.mark.parametrize(
    "argv", [("recall", " "), ("remember", " "), ("forget",), ("forget", "x"), ("forget", "1", "--session", "x")]
)
def test_a_question_without_sense_is_one_line(desk: Desk, argv: tuple[str, ...]) -> None:
    with pytest.raises(UserError):
        desk.run(*argv)


@pytest.mark.parametrize("text", ["", "short", "word " * 500, "不要使用缓存" * 200])
def test_a_text_is_cut_to_its_tokens(text: str) -> None:
    assert tokens(cut(text, 50)) <= 51
    assert text.startswith(cut(text, 50).rstrip("…"))


def test_a_misspelt_name_is_put_right_where_no_note_was_judged_yet(desk: Desk) -> None:
    desk.repo.write({"src/feed.py": "def readEveryEvent():\n    return 1\n"}).remove("CLAUDE.md").commit("More")
    _, text = desk.run("remember", "the function `readEveryevent` must stay as it is")
    assert text.splitlines()[1:] == ["in it `readEveryevent` is `readEveryEvent` today"]


def test_what_became_of_the_names_of_a_line_is_said_though_no_note_cites_them(desk: Desk) -> None:
    desk.repo.write({"src/types.py": "class ServerConfig:\n    port = 1\n    host = 2\n"}).commit("Types", "2025-02-02")
    desk.run("remember", "keep ServerConfig in src/types.py small, see `ServerConfg`")
    desk.repo.move("src/types.py", "src/kinds.py").commit("Move", "2030-03-01")
    hits = json.loads(desk.run("recall", "keep small", "--format", "json")[1])["hits"]
    assert [hit["source"] for hit in hits] == ["remember"]
    told = ["src/types.py is renamed: use src/kinds.py", "ServerConfg is misspelt: use ServerConfig"]
    assert hits[0]["stale"] == told
    assert "! src/types.py is renamed: use src/kinds.py" in desk.run("recall", "keep", "small")[1]
