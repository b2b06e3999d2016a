"""Seeded disorder: everything that people, editors and git do to a tree, and some things nobody does."""

# Paths are bytes here.
# ruff: noqa: PTH101, PTH102, PTH103, PTH104, PTH108, PTH116, PTH120, PTH123, PTH211

from __future__ import annotations

import contextlib
import ctypes
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from watchers import Watcher, project, wrong

AT_FDCWD = -100
RENAME_EXCHANGE = 2
FLOOD = 6_000  # files made and removed: three events each, more than the kernel keeps
NAMES = [b"a", b"b", b"c.py", b"d.py", b"e", b"f.o", b"g.md", b"h\nh", b"\xff\xfe", b"long" * 20, b":(top)x", b" "]
DEPTH = 12


class Scramble:
    """Changes a tree, one random step at a time. `outside` is where things are moved to and come from."""

    def __init__(self, seed: int, root: Path, outside: Path) -> None:
        self._random = random.Random(seed)
        self._root, self._outside = os.fsencode(root), os.fsencode(outside)
        outside.mkdir()
        (root / "build").mkdir()
        # Written to through one of several names, which may be gone again before anybody looks: nothing tells of the
        # others then, and only an audit finds them.
        self.blurred: set[int] = set()
        self._steps: list[Callable[[], None]] = [
            *(self.create,) * 4,
            *(self.rewrite,) * 3,
            *(self.save,) * 2,
            *(self.remove,) * 2,
            *(self.make,) * 2,
            *(self.deep,) * 2,
            *(self.move,) * 3,
            self.remove_tree,
            self.move_out,
            self.move_in,
            self.write_outside,
            self.exchange,
            self.link,
            self.hard_link,
            self.folder_to_file,
            self.file_to_folder,
            self.same_stamp,
            self.mode,
            self.there_and_back,
            self.recreate,
        ]

    def step(self) -> None:
        with contextlib.suppress(OSError):  # what it wants to change is gone, or in the way
            self._random.choice(self._steps)()

    # ---- choices

    def _below(self, root: bytes) -> tuple[list[bytes], list[bytes]]:
        """Folders, root included, and everything else."""
        folders, others = [root], []
        for at, dirs, files in os.walk(root):
            dirs[:] = sorted(d for d in dirs if d != b".git")
            folders += [at + b"/" + d for d in dirs]
            others += [at + b"/" + f for f in sorted(files)]
        return folders, others

    def _folder(self) -> bytes:
        return self._random.choice(self._below(self._root)[0])

    def _inner(self) -> bytes:
        return self._one_of(self._below(self._root)[0][1:])

    def _file(self) -> bytes:
        return self._one_of([path for path in self._below(self._root)[1] if not self._ignored(path)])

    def _one_of(self, paths: list[bytes]) -> bytes:
        if not paths:
            raise FileNotFoundError
        return self._random.choice(paths)

    def _any(self) -> bytes:
        folders, others = self._below(self._root)
        return self._one_of(folders[1:] + others)

    def _ignored(self, path: bytes) -> bool:
        """Whether the other names of such a file are out of the watcher's sight."""
        parts = path[len(self._root) :].split(b"/")
        return any(part == b"build" or part.endswith(b".o") for part in parts)

    def _name(self) -> bytes:
        at = self._folder()
        if at.count(b"/") - self._root.count(b"/") > DEPTH:
            raise FileNotFoundError
        return at + b"/" + self._random.choice(NAMES)

    def _write(self, path: bytes) -> None:
        with contextlib.suppress(OSError):
            if (about := os.stat(path)).st_nlink > 1:
                self.blurred.add(about.st_ino)
        with open(path, "wb") as file:
            file.write(self._random.randbytes(self._random.randrange(40)))

    # ---- steps

    def create(self) -> None:
        path = self._name()
        if os.path.lexists(path) and os.lstat(path).st_nlink > 1 and self._ignored(path):
            return
        self._write(path)

    def rewrite(self) -> None:
        self._write(self._file())

    def save(self) -> None:
        path = self._file()
        self._write(path + b"~new")
        os.rename(path + b"~new", path)

    def remove(self) -> None:
        os.unlink(self._file())

    def make(self) -> None:
        os.mkdir(self._name())

    def deep(self) -> None:
        path = self._name()
        for _ in range(self._random.randrange(1, 5)):
            path += b"/" + self._random.choice(NAMES[:5])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self._write(path)

    def move(self) -> None:
        os.rename(self._any(), self._name())

    def remove_tree(self) -> None:
        shutil.rmtree(self._inner())

    def move_out(self) -> None:
        os.rename(self._any(), self._outside + b"/%d" % self._random.randrange(9))

    def move_in(self) -> None:
        os.rename(self._outside + b"/%d" % self._random.randrange(9), self._name())

    def write_outside(self) -> None:
        path = self._one_of(self._below(self._outside)[1])
        if os.lstat(path).st_nlink == 1:
            self._write(path)
        if self._random.random() < 0.2:
            shutil.rmtree(self._outside + b"/%d" % self._random.randrange(9))

    def exchange(self) -> None:
        ctypes.CDLL(None).renameat2(AT_FDCWD, self._any(), AT_FDCWD, self._any(), RENAME_EXCHANGE)

    def link(self) -> None:
        os.symlink(self._random.choice([b"src", b"..", b"nowhere", self._outside]), self._name())

    def hard_link(self) -> None:
        os.link(self._file(), self._name(), follow_symlinks=False)

    def folder_to_file(self) -> None:
        path = self._inner()
        shutil.rmtree(path)
        self._write(path)

    def file_to_folder(self) -> None:
        path = self._file()
        os.unlink(path)
        os.mkdir(path)
        self._write(path + b"/x")

    def same_stamp(self) -> None:
        """Other content, same size and mtime, as `rsync -t` does it."""
        path = self._file()
        about = os.lstat(path)
        self._write(path)
        with open(path, "wb") as file:
            file.write(self._random.randbytes(about.st_size))
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))

    def mode(self) -> None:
        os.chmod(self._file(), self._random.choice([0o600, 0o644, 0o755]))

    def there_and_back(self) -> None:
        path = self._inner()
        os.rename(path, path + b"~")
        self._write(path + b"~/while")
        os.rename(path + b"~", path)
        self._write(path + b"/after")

    def recreate(self) -> None:
        path = self._inner()
        shutil.rmtree(path)
        os.makedirs(path + b"/a")
        self._write(path + b"/a/x")

    def flood(self) -> None:
        """More events than the kernel's queue holds."""
        at = self._root + b"/flood"
        os.makedirs(at, exist_ok=True)
        for number in range(FLOOD):
            path = at + b"/%d" % number
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            os.unlink(path)


def run(seed: int, steps: int, folder: Path) -> None:
    """One seed: a third of the steps beside the process, a third while it stands still, one overflow, the rest."""
    root = folder / "repo"
    project(root)
    scramble = Scramble(seed, root, folder / "outside")
    with Watcher() as watcher:
        watcher.watch(root)
        for part in range(4):
            if part == 2:
                watcher.stop()
            for number in range(steps // 4):
                if part == 2 and number == steps // 8:
                    scramble.flood()
                scramble.step()
            watcher.resume()
            found = wrong(watcher, root)
            found = {p: (a, b) for p, (a, b) in found.items() if not (a and b and a[1] == b[1] in scramble.blurred)}
            assert not found, f"seed {seed}, part {part}: {len(found)} wrong: {sorted(found.items())[:5]}"
        watcher.audit()
        found = wrong(watcher, root)
        assert not found, f"seed {seed}, after the audit: {sorted(found.items())[:5]}"
