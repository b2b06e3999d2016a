"""Names of one file: a write through one of them makes a notice for that name alone."""

from __future__ import annotations

import os
import stat

from mementod.watcher.table import Table, fields

LINKS_CAP = 20_000  # files with several names that are remembered; the others are left to the audit


class Links:
    """Which paths of a table share an inode, as far as it is known; a wrong path costs one look."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._paths: dict[int, set[bytes]] = {}
        self._sought: set[int] = set()

    def others(self, path: bytes, about: os.stat_result) -> set[bytes]:
        """The other names of a file that has become another one."""
        inode = about.st_ino
        if about.st_nlink < 2 or not stat.S_ISREG(about.st_mode):
            return set()
        if inode not in self._paths and len(self._paths) >= LINKS_CAP:
            return set()
        known = {path} | {other for other in self._paths.get(inode, ()) if self._inode(other) == inode}
        self._paths[inode] = known
        if len(known) < about.st_nlink:
            self._sought.add(inode)
        return known - {path}

    def left(self, path: bytes) -> set[bytes]:
        """The other names of a file that may have been written to before this name went."""
        return self._paths.get(self._inode(path), set()) - {path}

    def find(self) -> set[bytes]:
        """Look through the table for names that are not known yet."""
        sought, self._sought = self._sought, set()
        if not sought:
            return set()
        found = set()
        for path, seen in self._table.rows():
            inode = fields(seen)[4]
            if inode in sought and path not in self._paths[inode]:
                self._paths[inode].add(path)
                found.add(path)
        return found

    def _inode(self, path: bytes) -> int:
        seen = self._table.stamp(path)
        return fields(seen)[4] if seen else 0
