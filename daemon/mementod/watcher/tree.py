"""One watched tree: a root, what was last seen below it, and what has to be looked at again.

A notice only says where to look; `lstat` says what is there. Every folder is watched before it is listed, so whatever
comes later makes a notice. Invariants: what may not be looked at stays as it was; a root that is gone or not mounted
empties nothing; a name is gone only when it was missed twice.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Mapping

from mementod.vcs.git import raw
from mementod.watcher import listing
from mementod.watcher.hints import Hints
from mementod.watcher.links import Links
from mementod.watcher.listing import ABSENT, sift
from mementod.watcher.notices import ACCESS, ENDED, FOLDER, SELF, Notices
from mementod.watcher.roots import Root
from mementod.watcher.rules import Rules
from mementod.watcher.suspects import Suspects
from mementod.watcher.table import DIR, Folder, Table, join, kind, same, split, stamp
from mementod.watcher.watches import Watches


class Tree:
    """See above. `rules_moved`: an ignore file changed; `news`: the root came, went, or is in trouble."""

    def __init__(self, root: str, notices: Notices, rules: Rules) -> None:
        self.root, self.rules = Root(raw(root), notices), rules
        self.table = Table()
        self.watches = Watches(self, self.root, self.table, notices)
        # Folders to list; True: those below as well. In the order in which they came, so that those near the root,
        # where most of the work is done, get their watches before the deep ones, should there be too few.
        self.todo: OrderedDict[bytes, bool] = OrderedDict()
        self.hints = Hints(self.table, rules)
        self.suspects = Suspects()
        self.rules_moved = self.news = False
        self.first = True  # nothing of it is told yet
        self._links = Links(self.table)

    # ---- hints

    def notice(self, key: bytes, name: bytes, hint: int) -> None:
        """See `notices.Sink`."""
        folder = self.table.folders.get(key)
        if folder is None:
            return
        if hint & ENDED:
            self.watches.ended(key, folder)
        if hint & ACCESS and (at := join(key, name) if name else key) in self.table.folders:
            self.todo.setdefault(at, False)
        if not hint & SELF:
            self.hints.mark(key, name, hint)
        elif key:
            self.hints.mark(*split(key), FOLDER)
        else:
            self.root.moved = True

    def take_hints(self) -> int:
        """How many hints came since the last call."""
        if self.hints.full():
            self.reconcile()
        count, self.hints.count = self.hints.count, 0
        return count

    def reconcile(self) -> None:
        """Look at everything."""
        self.root.moved = True
        if self.root.here:
            self.hints.take()
            self.todo[b""] = True

    # ---- the root

    def check(self) -> None:
        """Look whether the root is there; one that came is looked at as a whole."""
        problem = self.root.problem
        if self.root.check(bool(self.table.folders[b""].names)):
            self._detach()
            if self.root.here:
                self.watches.begin()
                self.todo[b""] = True
            self.news = True
        self.news |= self.root.problem != problem

    def _detach(self) -> None:
        """Forget all watches and keep what was seen."""
        self.watches.take_all()
        self.todo.clear()
        self.hints.take()
        self.suspects.clear_all()

    def close(self) -> None:
        self._detach()
        self.root.unguard()

    def rewatch(self, notices: Notices) -> None:
        """The notices are new ones and know of no watch."""
        self.root.rewatch(notices)
        self.watches.renew(notices)

    # ---- looks at names

    def look(self) -> None:
        """Look at all that was hinted at."""
        for at, names in self.hints.take().items():
            folder = self.table.folders.get(at)
            if folder is not None:
                self._see(at, folder, names)
        self.hints.mark_all(self._links.find())

    def confirm(self, before: float) -> None:
        """Look again at what was missed by then; what is still missing is gone, if the root is not."""
        if self.suspects and not self.root.still():
            self.suspects.miss_anew()
            return
        for at, name in self.suspects.take(before):
            folder = self.table.folders.get(at)
            if folder is not None and not self._see(at, folder, {name: 0}):
                self.suspects.clear(at, name)
                self.rules_moved |= name == b".gitignore"
                self.table.drop(at, name)
                self.watches.take_dropped()

    def _see(self, at: bytes, folder: Folder, names: Mapping[bytes, int]) -> bool:
        """Look at some names of a folder; False when one is missing."""
        found, missing = {}, []
        for name in names:
            try:
                found[name] = os.lstat(self.root.full(join(at, name)))
            except ABSENT:
                missing.append(name)
            except OSError as error:
                self.watches.deny(at, folder, error)
        if missing and not self._may_miss(at, folder):
            return True
        for name in missing:
            self._miss(at, folder, name)
        wanted = sift(self.rules, at, folder, listing.folders(found), whole=False)
        now = time.time_ns()
        for name, about in found.items():
            if name in wanted:
                if self._record(at, folder, name, stamp(about, now), True, bool(names[name] & FOLDER)):
                    self.rules_moved |= name == b".gitignore"
                    self.hints.mark_all(self._links.others(join(at, name), about))
            else:
                self._unwant(at, name)
        return not missing

    def _may_miss(self, at: bytes, folder: Folder) -> bool:
        """Whether the folder is the one that we know: in any other every name is missing."""
        if not self.root.still():
            return False
        try:
            about = os.stat(self.root.full(at), follow_symlinks=not at)  # noqa: PTH116 (bytes)
        except OSError:  # then its own name is what is missing
            if at:
                self.hints.mark(*split(at), FOLDER)
            return False
        if about.st_dev != folder.place[0]:
            self.watches.troubles.unmounted(self.root.full(at))
        return about.st_dev == folder.place[0]

    def _miss(self, at: bytes, folder: Folder, name: bytes) -> None:
        if name in folder.names:
            self.suspects.miss(at, name)
            self.hints.mark_all(self._links.left(join(at, name)))
        elif name in folder.ignored or name + b"/" in folder.ignored:
            folder.ignored -= {name, name + b"/"}

    def _unwant(self, at: bytes, name: bytes) -> None:
        self.suspects.clear(at, name)
        self.table.drop(at, name, told=False)
        self.watches.take_dropped()

    def _record(self, at: bytes, folder: Folder, name: bytes, seen: bytes, hinted: bool, deep: bool) -> bool:
        """Note what is at a name, and whether it differs; a new folder is listed with all below, any if `deep`."""
        self.suspects.clear(at, name)
        changed = self.table.put(at, name, seen, hinted)
        if self.table.dropped:
            self.watches.take_dropped()
        if kind(seen) == DIR:
            path = join(at, name)
            self.table.folders[path].sparse = folder.sparse or name + b"/" in folder.ignored
            if changed or deep:
                self.todo[path] = True
        return changed

    # ---- listings

    def work(self, until: float) -> bool:
        """List folders until then (monotonic); whether all is done."""
        while self.todo:
            at, deep = self.todo.popitem(last=False)
            folder = self.table.folders.get(at)
            if folder is not None and self.root.here:
                self._list(at, folder, deep)
            if time.monotonic() > until:
                break
        return not self.todo

    def _list(self, at: bytes, folder: Folder, deep: bool) -> None:
        about = self._enter(at, folder)
        if about is None:
            return
        fresh = self.watches.put(at, folder, about)
        deep = deep or fresh or folder.place != (about.st_dev, about.st_ino)
        found = self.listing(at, folder)
        if found is None:
            return
        if not found and folder.names and folder.place[0] != about.st_dev:
            self.watches.troubles.unmounted(self.root.full(at))
            return
        folder.place = (about.st_dev, about.st_ino)
        hinted, rules = deep or at in self.watches.polled, folder.names.get(b".gitignore")
        for name, seen in found.items():
            self._record(at, folder, name, seen, hinted, deep)
        new_rules = found.get(b".gitignore")
        if new_rules and not self.first and not (rules and same(rules, new_rules)):  # git knows those from the start
            self.rules_moved = True
        for name in folder.names.keys() - found.keys():
            self.suspects.miss(at, name)

    def _enter(self, at: bytes, folder: Folder) -> os.stat_result | None:
        """About the folder, if it is one; else have its name looked at."""
        try:
            about = listing.folder(self.root.full(at), is_root=not at)
        except OSError as error:
            self.watches.deny(at, folder, error)
            return None
        if about is not None:
            return about
        if at:
            above, name = split(at)
            if (parent := self.table.folders.get(above)) is not None:
                self._see(above, parent, {name: 0})
        else:
            self.root.moved = True
        return None

    def listing(self, at: bytes, folder: Folder) -> dict[bytes, bytes] | None:
        """The names in a folder that count and their stamps; None when it cannot be listed."""
        try:
            found = listing.held(self.rules, at, self.root.full(at), folder)
        except ABSENT:
            return None
        except OSError as error:
            self.watches.deny(at, folder, error)
            return None
        if self.watches.allow(at):
            self.todo[at] = True
        return listing.counting(self.rules, at, folder, found)
