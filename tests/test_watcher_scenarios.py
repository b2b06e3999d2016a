"""What broke other watchers, as far as their public reports say: each must end with the right table here."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mementod.watcher.messages import Batch
from repos import Repo
from watchers import Watcher, project, wrong

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify")
BURST = 17_000  # files, two events each; the kernel keeps 16,384


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Watcher() as found:
        yield found


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return project(tmp_path / "repo")


def fill(folder: Path, count: int, per_folder: int = 250) -> None:
    """Many files, as fast as Python makes them."""
    for number in range(count):
        at = folder / f"d{number // per_folder}"
        if number % per_folder == 0:
            at.mkdir(parents=True, exist_ok=True)
        os.close(os.open(at / f"f{number}", os.O_CREAT | os.O_WRONLY))


def test_1_an_overflow_loses_nothing_and_the_next_save_is_seen(watcher: Watcher, repo: Repo) -> None:
    for number in range(4_500):
        (repo.root / f"tree/{number // 70}/{number}").mkdir(parents=True)
    watcher.watch(repo.root)
    watcher.stop()
    fill(repo.root / "new", BURST)
    (repo.root / "src/a.py").unlink()
    watcher.resume()
    assert watcher.told("src/a.py").now == "gone"
    (repo.root / "src/pkg/b.py").write_text("b = 2\n")
    assert watcher.told("src/pkg/b.py").now == "file"
    assert not wrong(watcher, repo.root)


def test_2_a_folder_moved_out_is_gone_with_all_below_and_comes_back(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    away = repo.root.parent / "away"
    (repo.root / "src").rename(away)
    gone = {"src", "src/a.py", "src/pkg", "src/pkg/b.py"}
    assert watcher.now() == dict.fromkeys(gone, "gone")
    (away / "a.py").write_text("not ours\n")
    assert watcher.now() == {}
    away.rename(repo.root / "src")
    assert set(watcher.now()) == gone
    assert not wrong(watcher, repo.root)


def test_3_out_again_and_deleted_elsewhere(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    away = repo.root.parent / "away"
    (repo.root / "src").rename(away)
    (repo.root / "src").mkdir()
    (repo.root / "src").rmdir()
    shutil.rmtree(away)
    (repo.root / "docs/c.md").write_text("d\n")
    assert watcher.told("docs/c.md").now == "file"
    assert not wrong(watcher, repo.root)


def test_4_too_few_watches_are_said_and_the_rest_is_polled(repo: Repo) -> None:
    for number in range(2_000):
        (repo.root / f"tree/{number}").mkdir(parents=True)
        (repo.root / f"tree/{number}/x").touch()
    limit = 'echo 500 > /proc/sys/user/max_inotify_watches && exec "$@"'
    if subprocess.run(["unshare", "-Ur", "sh", "-c", limit, "sh", "true"], capture_output=True).returncode:
        pytest.skip("this kernel gives no user namespaces")
    with Watcher("unshare", "-Ur", "sh", "-c", limit, "sh") as watcher:
        watcher.watch(repo.root)
        state = watcher.state()
        assert state.mode == "mixed"
        assert state.watched <= 250
        assert state.watched + state.polled == 2_005
        assert "500" in state.problem
        for number in range(0, 2_000, 100):
            (repo.root / f"tree/{number}/x").unlink()
            assert watcher.told(f"tree/{number}/x").now == "gone"
            break
        shutil.rmtree(repo.root / "tree/7")
        (repo.root / "tree/8/y").touch()
        assert not wrong(watcher, repo.root)


def test_4_of_too_few_watches_the_folders_near_the_root_get_theirs(repo: Repo) -> None:
    for number in range(200):
        (repo.root / f"{'zam'[number % 3]}/deep/down/{number}").mkdir(parents=True)
    limit = 'echo 60 > /proc/sys/user/max_inotify_watches && exec "$@"'
    if subprocess.run(["unshare", "-Ur", "sh", "-c", limit, "sh", "true"], capture_output=True).returncode:
        pytest.skip("this kernel gives no user namespaces")
    with Watcher("unshare", "-Ur", "sh", "-c", limit, "sh") as watcher:
        watcher.watch(repo.root)
        assert watcher.state().watched < 31
        for path in ("src/a.py", "docs/c.md", "src/pkg/b.py"):
            (repo.root / path).write_text("written in place: polling looks much later\n")
            assert watcher.told(path, limit=15).now == "file"


def test_5_a_folder_renamed_before_it_is_filled(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    (repo.root / ".tmp1").mkdir()
    (repo.root / ".tmp1").rename(repo.root / "final")
    (repo.root / "final/x").touch()
    assert watcher.now() == {"final": "dir", "final/x": "file"}


def test_6_a_change_in_the_middle_of_a_burst(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    fill(repo.root / "one", 8_000)
    (repo.root / "src/a.py").write_text("renamed = 1\n")
    fill(repo.root / "two", 8_000)
    assert watcher.now()["src/a.py"] == "file"
    assert not wrong(watcher, repo.root)


def test_7_a_deep_folder_written_to_at_once(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    for number in range(200):
        deep = repo.root / f"{number}/2/3/4/5/6/7/8/9/10"
        deep.mkdir(parents=True)
        (deep / "x").write_text("new\n")
    told = watcher.now()
    assert all(told[f"{number}/2/3/4/5/6/7/8/9/10/x"] == "file" for number in range(200))


def test_8_edits_between_checkouts_and_stashes(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    for number in range(3):
        repo.write({"src/a.py": f"edit = {number}\n"})
        repo.git("checkout", "-q", "src/a.py")
        repo.write({"src/a.py": f"again = {number}\n", "src/new.py": "x"})
        repo.git("stash", "-q", "-u")
        repo.git("stash", "pop", "-q")
        assert not wrong(watcher, repo.root)


def test_9_a_folder_made_again(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    for _ in range(3):
        shutil.rmtree(repo.root / "src/pkg")
        (repo.root / "src/pkg").mkdir()
        watcher.sync()
        (repo.root / "src/pkg/x").touch()
        assert watcher.now()["src/pkg/x"] == "file"
    assert not wrong(watcher, repo.root)


@pytest.mark.parametrize("between", [False, True])
def test_10_a_folder_renamed_and_back(watcher: Watcher, repo: Repo, between: bool) -> None:
    watcher.watch(repo.root)
    steps: list[Callable[[], object]] = [
        lambda: (repo.root / "src").rename(repo.root / "b"),
        lambda: (repo.root / "b/c").touch(),
        lambda: (repo.root / "b").rename(repo.root / "src"),
        lambda: (repo.root / "src/d").touch(),
    ]
    for step in steps:
        step()
        if between:
            watcher.sync()
    told = watcher.now()
    assert told["src/c"] == told["src/d"] == "file"
    assert not wrong(watcher, repo.root)


def test_10_two_folders_change_places(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    one, other = (os.fsencode(repo.root / name) for name in ("src", "docs"))
    assert ctypes.CDLL(None).renameat2(-100, one, -100, other, 2) == 0
    told = watcher.now()
    assert (told["docs/a.py"], told["src/a.py"]) == ("file", "gone")
    (repo.root / "docs/pkg/b.py").write_text("b = 3\n")
    assert watcher.now() == {"docs/pkg/b.py": "file"}
    assert not wrong(watcher, repo.root)


def test_11_to_another_branch_and_back_takes_nothing_away(watcher: Watcher, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "other")
    repo.remove("src").commit()
    repo.git("checkout", "-q", "main")
    watcher.watch(repo.root)
    repo.git("checkout", "-q", "other")
    repo.git("checkout", "-q", "main")
    batch = watcher.until(Batch)
    assert {item.path: item.now for item in batch.changed}["src/a.py"] == "file"
    assert batch.head is False
    assert not any(item.now == "gone" for item in batch.changed)
    assert not wrong(watcher, repo.root)


def test_12_a_layered_file_system_is_polled_and_says_so(tmp_path: Path) -> None:
    for name in ("lower", "upper", "work", "merged"):
        (tmp_path / name).mkdir()
    (tmp_path / "lower/a").write_text("1")
    options = ",".join(f"{kind}dir={tmp_path / kind}" for kind in ("lower", "upper", "work"))
    mount = f'mount -t overlay overlay -o {options} {tmp_path / "merged"} && exec "$@"'
    if subprocess.run(["unshare", "-Urm", "sh", "-c", mount, "sh", "true"], capture_output=True).returncode:
        pytest.skip("nobody but root may mount an overlay here")
    with Watcher("unshare", "-Urm", "sh", "-c", mount, "sh") as watcher:
        watcher.watch(tmp_path / "merged")
        assert watcher.state().polled == 1
        assert "overlay" in watcher.state().problem
        (tmp_path / "lower/a").write_text("22")
        assert watcher.now() == {"a": "file"}


def test_13_an_overflow_during_a_checkout_spares_nothing(watcher: Watcher, repo: Repo, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    repo.git("checkout", "-q", "-b", "other")
    repo.write({".gitignore": "*.md\n", "src/a.py": "other\n"}).commit()
    repo.git("checkout", "-q", "main")
    watcher.watch(repo.root, notes)
    watcher.stop()
    fill(repo.root / "burst", BURST)
    repo.git("checkout", "-q", "other")
    (notes / "new.md").touch()
    watcher.resume()
    told = watcher.now()
    assert (told["src/a.py"], told[str(notes / "new.md")]) == ("file", "file")
    (repo.root / "x.md").touch()
    (repo.root / "x.o").touch()
    assert watcher.now() == {"x.o": "file"}


def test_13_an_overflow_tells_of_head_and_ignore_rules(watcher: Watcher, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "other")
    repo.write({".gitignore": "*.md\n"}).commit()
    watcher.watch(repo.root)
    watcher.stop()
    fill(repo.root / "build", BURST)
    fill(repo.root / "src", BURST)
    repo.git("checkout", "-q", "main")
    watcher.resume()
    watcher.sync()
    batches = watcher.batches()
    assert any(batch.head for batch in batches)
    assert any(batch.ignores for batch in batches)


def test_14_ignored_folders_cost_no_watch_and_no_word(watcher: Watcher, repo: Repo) -> None:
    for number in range(3_000):
        (repo.root / f"build/{number // 50}/{number}").mkdir(parents=True)
    watcher.watch(repo.root)
    assert watcher.state().watched == 4
    shutil.rmtree(repo.root / "build/3")
    fill(repo.root / "build/new", 1_000)
    assert watcher.now() == {}


def test_14_an_ignored_folder_of_many_files_costs_no_more_for_a_cited_one(watcher: Watcher, repo: Repo) -> None:
    (repo.root / "build").mkdir()
    for number in range(20_000):
        os.close(os.open(repo.root / f"build/f{number}", os.O_CREAT | os.O_WRONLY))
    watcher.watch(repo.root, cited=["build/f7"])
    state = watcher.state()
    assert (state.watched, state.files, state.polled) == (5, 5, 0)
    (repo.root / "build/f7").write_text("cited\n")
    (repo.root / "build/f8").write_text("not cited\n")
    assert watcher.now() == {"build/f7": "file"}


def vim(path: Path) -> None:
    path.rename(path.with_name("a.py~"))
    path.write_text("vim = 1\n")
    path.with_name("a.py~").unlink()


def in_place(path: Path) -> None:
    path.write_text("code = 1\n")


def safe_write(path: Path) -> None:
    path.with_name("a.py___jb_tmp___").write_text("jet = 1\n")
    path.rename(path.with_name("a.py___jb_old___"))
    path.with_name("a.py___jb_tmp___").rename(path)
    path.with_name("a.py___jb_old___").unlink()


def remove_first(path: Path) -> None:
    path.unlink()
    path.write_text("a = 3\n")


def sed(path: Path) -> None:
    subprocess.run(["sed", "-i", "s/1/2/", path], check=True)


def same_time(path: Path) -> None:
    about = path.stat()
    path.with_name(".a.py.1").write_text("b = 9\n")
    os.utime(path.with_name(".a.py.1"), ns=(about.st_atime_ns, about.st_mtime_ns))
    path.with_name(".a.py.1").rename(path)


def same_time_in_place(path: Path) -> None:
    about = path.stat()
    path.write_text("c = 9\n")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


@pytest.mark.parametrize("save", [vim, in_place, safe_write, remove_first, sed, same_time, same_time_in_place])
def test_15_a_save_is_a_change_and_no_deletion(watcher: Watcher, repo: Repo, save: Callable[[Path], None]) -> None:
    watcher.watch(repo.root)
    save(repo.root / "src/a.py")
    batch = watcher.until(Batch)
    assert [(item.path, item.now, item.existed) for item in batch.changed] == [("src/a.py", "file", True)]
    assert not wrong(watcher, repo.root)


def test_15_a_name_in_other_case(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    (repo.root / "src/a.py").rename(repo.root / "src/A.py")
    assert watcher.now() == {"src/a.py": "gone", "src/A.py": "file"}
