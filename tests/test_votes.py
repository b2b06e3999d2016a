"""Where a folder went, by what became of its files."""

from __future__ import annotations

import pytest

from mementod.judging.votes import elected
from mementod_parsers.model import Verdict
from mementod_parsers.world import Fate

CASES = [
    ("all together", {"src/a.py": "lib/a.py", "src/x/b.py": "lib/x/b.py"}, "lib"),
    ("with other endings", {"src/x/a.js": "front/src/x/a.ts", "src/b.js": "front/src/b.ts"}, "front/src"),
    ("other folders between", {"src/x/a.py": "pkg/app/y/a.py", "src/x/b.py": "pkg/app/z/b.py"}, "pkg/app"),
    ("below a namesake", {"src/a/x.py": "lib/com/src/rows/x.py", "src/b/y.py": "lib/com/src/rows/y.py"}, "lib/com/src"),
    ("most are gone", {"src/a.py": "lib/a.py", "src/b.py": None, "src/c.py": None}, None),
    ("the rest had been sorted out", {"src/a.py": "SRC/a.py", "src/b.py": None, "src/c.py": "x/c.py"}, "SRC"),
    ("all ways", {"src/a.py": "lib/a.py", "src/b.py": "etc/b.py", "src/c.py": "app/c.py"}, None),
    ("one that is left of it", {"pkg/src/a.py": "pkg/a.py"}, "pkg/a.py"),
]


@pytest.mark.parametrize(("files", "wanted"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_folder_goes_where_its_files_went(files: dict[str, str | None], wanted: str | None) -> None:
    fates = [(old, Fate(Verdict.MOVED if new else Verdict.DELETED, new, "")) for old, new in files.items()]

    assert elected("pkg/src" if "pkg/src/a.py" in files else "src", fates) == wanted
