"""What the daemon and its children do inside a git directory while people save, commit and rebase: they read."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from daemons import START, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo

pytestmark = pytest.mark.timeout(90)
CALLS = "open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink"
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|creat|unlink|rename|mkdir|rmdir|link")
PROBE = "mementod-probe"  # written to find out whether notices come
COMMITS = 4


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is NOT INSTALLED: nobody looks for locks of the daemon")
def test_no_lock_is_taken_beside_saves_commits_and_a_rebase(paths: Paths, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({f"m{n}.py": f"def f{n}():\n    pass\n" for n in range(COMMITS)})
    repo.write({"CLAUDE.md": "".join(f"- `m{n}.py` has `f{n}()`\n" for n in range(COMMITS))}).commit()
    assert mementod("enrol", folder=repo.root).returncode == 0
    log = tmp_path / "strace.log"
    traced = ("strace", "-f", "-q", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(log), *START)
    with running(paths, tmp_path, program=traced) as daemon:
        daemon.follow(repo.root)
        repo.git("checkout", "-q", "-b", "topic")
        for number in range(COMMITS):
            repo.write({f"m{number}.py": f"def g{number}():\n    pass\n"}).commit(f"rename {number}")
            assert daemon.ask(Op.CHECK, repo.root)  # it has looked
        repo.git("checkout", "-q", "main")
        repo.write({"other.py": "X = 1\n"}).commit("elsewhere")
        repo.git("rebase", "-q", "main", "topic")
        assert daemon.ask(Op.CHECK, repo.root)
        daemon.ask(Op.STOP)
        daemon.process.wait(20)
    inside = [line for line in log.read_text(errors="replace").splitlines() if "/.git/" in line or '".git/' in line]
    assert any("/.git/HEAD" in line for line in inside)
    assert [line for line in inside if '.lock"' in line and "execve" not in line] == []
    assert [line for line in inside if WRITES.search(line) and PROBE not in line and "readlink" not in line] == []
