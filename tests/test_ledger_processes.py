"""A ledger that may only be read, one on a full disk, and one that two processes write."""

from __future__ import annotations

from pathlib import Path

import pytest

import together
import unprivileged
from mementod.stores.ledger import Ledger

ROWS = 2000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of some pages."""
    place = tmp_path / "state/ledger.db"
    with Ledger(place) as ledger:
        ledger.vouch("repo", ((f"note-{n:05}.md", f"`src/{n}.py`", "1" * 40) for n in range(ROWS)), "now")
    return place


def vouched(path: Path) -> int:
    with Ledger(path) as ledger:
        found = ledger.vouched("repo")
        assert ledger.problem is None
        return len(found)


READ_ONLY = """
from mementod.errors import UserError
from mementod.stores.ledger import Ledger
place = Path("state/ledger.db")
for path in [*place.parent.iterdir(), place.parent]:
    path.chmod(0o500 if path.is_dir() else 0o400)
with Ledger(place) as ledger:
    print(len(ledger.vouched("repo")), ledger.problem)
    try:
        ledger.vouch("repo", [("a", "b", "c")], "now")
    except UserError as error:
        print("nothing was verified" in str(error))
place.parent.chmod(0)
with Ledger(place) as ledger:
    print(len(ledger.vouched("repo")), bool(ledger.problem))
place.parent.chmod(0o700)
"""


def test_a_ledger_that_cannot_be_written_is_read(path: Path, tmp_path: Path) -> None:
    unprivileged.open_up(tmp_path)

    said = unprivileged.run(READ_ONLY, folder=tmp_path).splitlines()

    assert said == [f"{ROWS} None", "True", "0 True"]


FULL = """
import resource, signal
from mementod.errors import UserError
from mementod.stores.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
with Ledger(Path(sys.argv[1])) as ledger:
    try:
        ledger.vouch("repo", [(f"full-{n}", "x" * 100, "c") for n in range(1000)], "now")
    except UserError as error:
        print("nothing was verified" in str(error))
"""


@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_loses_nothing(there: bool, path: Path, tmp_path: Path) -> None:
    place = path if there else tmp_path / "new/ledger.db"

    assert unprivileged.run_as_is(FULL, str(place), folder=tmp_path).strip() == "True"

    assert vouched(place) == (ROWS if there else 0)
    assert [p for p in place.parent.iterdir() if p.name.startswith(".")] == []


WRITER = """
for number in range(20):
    with Ledger(Path(sys.argv[1])) as ledger:
        ledger.vouch("repo", [(f"{sys.argv[2]}-{number}", "x", "c")], "now")
"""


def test_two_writers_from_nothing(tmp_path: Path) -> None:
    place = tmp_path / "state/ledger.db"
    together.outputs("from mementod.stores.ledger import Ledger", WRITER, [(str(place), name) for name in "ab"])

    assert vouched(place) == 40
    assert list(place.parent.glob("*damaged*")) == []


FULL_AND_DAMAGED = FULL.replace("with Ledger", "os = __import__('os'); os.truncate(sys.argv[1], 40_000)\nwith Ledger")


def test_a_damaged_ledger_on_a_full_disk_stays_where_it_is(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()

    assert unprivileged.run_as_is(FULL_AND_DAMAGED, str(path), folder=tmp_path).strip() == "True"

    assert path.read_bytes() == before[:40_000]
    assert list(path.parent.glob("*damaged*")) == []
