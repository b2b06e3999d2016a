"""Each verdict and each trap, as data: steps in a real repository, then what `check` says of each cited text.

A case is `steps` (write, remove, delete, move, commit, git) and `expect`: cited text -> "verdict [target or reason]
[@level]".
`silent` means that nothing at level error or warning is said of it; `absent` that it is no citation at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from case_files import read_cases
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod_parsers.model import Finding, Level, Report, Verdict
from repos import Repo

CASES = Path(__file__).parent / "cases" / "verdicts"
FIRST_DAY = date(2025, 1, 1)


def cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.yaml")):
        for case in read_cases(path):
            yield pytest.param(case, id=f"{path.stem}: {case['name']}")


def build(repo: Repo, steps: list[Mapping[str, Any]]) -> None:
    for number, step in enumerate(steps):
        for verb, what in step.items():
            match verb:
                case "write":
                    repo.write(what)
                case "remove":
                    repo.remove(*what)
                case "delete":
                    for name in what:
                        (repo.root / name).unlink()
                case "move":
                    for old, new in what.items():
                        repo.move(old, new)
                case "commit":
                    repo.commit(what, date=(FIRST_DAY + timedelta(days=number)).isoformat())
                case "git":
                    repo.git(*what)
                case _:
                    raise AssertionError(f"unknown step {verb}")


def said(finding: Finding) -> str:
    """A finding in the words of a case."""
    extra = finding.target or (finding.reason.value if finding.reason else "")
    return f"{finding.verdict.value} {extra}".strip()


def fits(found: list[Finding], wanted: str) -> bool:
    if wanted == "absent":
        return not found
    if wanted == "silent":
        return all(f.level in (Level.NONE, Level.INFO) for f in found)
    words, _, level = wanted.partition(" @")
    short = " " not in words  # a verdict alone says nothing of the target
    return any(
        (said(f) == words or (short and f.verdict.value == words)) and (not level or f.level.value == level)
        for f in found
    )


def judged(root: Path, paths: Paths) -> Report:
    with Engine(root, paths) as engine:
        return engine.check(Request(root))


@pytest.mark.parametrize("case", list(cases()))
def test_check_says(case: Mapping[str, Any], tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo")
    build(repo, case["steps"])

    report = judged(repo.root, paths)

    found = [f for n in report.notes for f in n.findings]
    for text, wanted in case["expect"].items():
        about = [f for f in found if f.citation.text == text]
        assert fits(about, wanted), (
            f"{text}: wanted {wanted}, said {[(said(f), f.level.value, f.evidence) for f in about]}"
        )
    assert judged(repo.root, paths) == report, "a second run, with a warm cache, says the same"


def test_the_cases_show_every_verdict() -> None:
    shown = {wanted.split(" ")[0] for case in cases() for wanted in case.values[0]["expect"].values()}

    assert {v.value for v in Verdict} <= shown


def test_a_name_that_very_many_bear_is_a_role(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo")
    old = {f"old/m{i}/domain/rows/x.py": f"x = {i}\n" for i in range(3)}
    new = {f"new/m{i}/domain/rows/y.py": f"def load(a):\n    return a + {i}\n" for i in range(30)}
    repo.write({**old, "CLAUDE.md": "Ports live in `domain/rows/`.\n"})
    repo.commit("start", date="2025-01-01")
    repo.remove(*old)
    repo.write(new)
    repo.commit("renew", date="2025-01-02")

    found = [f for n in judged(repo.root, paths).notes for f in n.findings]

    assert [(f.citation.text, f.verdict) for f in found] == [("domain/rows/", Verdict.OK)]


def test_what_took_a_word_away_is_named(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo")
    cited = "Set `max_conns` and `FOO_BAR_URL`, run `make build-all`. `load_it` is in `src/a.py`.\n"
    load = "def load_it(rows):\n    for row in rows:\n        print(row, len(rows))\n    return rows\n"
    repo.write({"app.yaml": "max_conns: 4\n", "Makefile": "build-all:\n\techo\n", "CLAUDE.md": cited})
    repo.write({"src/a.py": f"import os\nos.environ['FOO_BAR_URL']\n{load}", "src/b.py": "x = 1\n"})
    repo.commit("start", date="2025-01-01")
    repo.write(
        {"app.yaml": "port: 4\n", "Makefile": "one:\n\techo\n", "src/a.py": "y = 1\n", "src/b.py": f"x = 1\n{load}"}
    )
    removing = repo.commit("drop", date="2025-01-02").git("rev-parse", "HEAD")
    repo.write({"app.yaml": "port: 5\n", "Makefile": "two:\n\techo\n", "src/a.py": "y = 2\n"})
    repo.commit("later", date="2025-01-03")

    found = [f for n in judged(repo.root, paths).notes for f in n.findings if f.level is Level.ERROR]

    assert {f.citation.text: f.evidence_commit for f in found} == dict.fromkeys(
        ("max_conns", "FOO_BAR_URL", "make build-all", "load_it"), removing
    )


def test_what_is_only_alike_is_said_to_be_probable(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo")
    old = "".join(f"def row_{i}(a, b):\n    return a + b + {i}\n\n\n" for i in range(4))
    repo.write({"src/old.py": old, "CLAUDE.md": "Rows are in `src/old.py`.\n"})
    repo.commit("start", date="2025-01-01")
    repo.remove("src/old.py")
    repo.commit("drop", date="2025-01-02")
    repo.write({"src/new.py": old.replace("return a + b", "total = b * a\n    return total")})
    repo.commit("write anew", date="2025-01-03")

    (found,) = [f for n in judged(repo.root, paths).notes for f in n.findings]

    assert found.target == "src/new.py"
    assert found.evidence == f"probably renamed in {str(found.evidence_commit)[:7]} (2025-01-02)"


BEAN = """package app.{name};

import app.Base;
import java.util.List;

public interface {title} extends Base {{
    List<Row> all(Base base, int limit);
    void save(Row row);
    void drop(Row row);
}}
"""


def bean(title: str) -> str:
    return BEAN.format(name="beans", title=title)


def test_what_all_files_there_have_in_common_makes_none_of_them_a_successor(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write({f"src/{name}.java": bean(name) for name in ("EventManager", "RowStore", "UserStore")})
    repo.write({"CLAUDE.md": "Events go through `EventManager` in `src/EventManager.java`.\n"})
    repo.commit("start", date="2025-01-01")
    repo.remove("src/EventManager.java")
    repo.commit("drop", date="2025-01-02")
    repo.write({"src/PaymentGateway.java": bean("PaymentGateway")}).commit("pay", date="2025-01-03")

    found = [f for n in judged(repo.root, paths).notes for f in n.findings]

    assert {(f.citation.text, f.verdict, f.target) for f in found} == {
        ("EventManager", Verdict.DELETED, None), ("src/EventManager.java", Verdict.DELETED, None),
    }  # fmt: skip


def test_a_symbol_is_no_surer_than_the_file_that_it_is_named_after(tmp_path: Path, paths: Paths) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/EventManager.java": bean("EventManager"), "CLAUDE.md": "Events go through `EventManager`.\n"})
    repo.commit("start", date="2025-01-01")
    repo.remove("src/EventManager.java")
    repo.commit("drop", date="2025-01-02")
    repo.write({"src/PaymentGateway.java": bean("PaymentGateway")}).commit("pay", date="2025-01-03")

    (found,) = [f for n in judged(repo.root, paths).notes for f in n.findings]

    assert found.target == "src/PaymentGateway.java:PaymentGateway"
    assert found.evidence.startswith("probably renamed with its file")
