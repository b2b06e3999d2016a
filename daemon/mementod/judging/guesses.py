"""Where the content of a vanished file is now, when git saw no renaming: equal content, a path's end, a likeness.

Each guess wants one answer: of two equally good ones neither is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from mementod.judging.by_key import ByKey
from mementod.judging.contents import Contents
from mementod.judging.renames import EMPTY_BLOBS, Origin, Origins
from mementod.judging.snapshot import Snapshot
from mementod.vcs.objects import Objects
from mementod_parsers.code.languages import is_test
from mementod_parsers.code.tokens import identifiers
from mementod_parsers.names import ROLES
from mementod_parsers.resolve import base_name, folder
from mementod_parsers.world import Moment

SIMILAR = 0.5  # shared identifiers of two files that are one rewritten
RELATED = 0.2  # of two files of one name, one of which came with the commit that took the other
TELLING_CHARS = 6  # of a name that hardly another would have
LEAD = 0.1  # of the best over the second best
UNTRACKED_CAP = 200  # files outside of git that are compared by content
NEIGHBOURS_CAP = 40  # new files of one folder that are compared by their identifiers
_LOCKS = (".lock", ".resolved", ".sum", ".snap", ".map", ".log", ".bak", ".orig", ".md")
_ARCHIVE = re.compile(r"(?:^|/)[._]?(?:archives?|archived|attic|legacy|old|backups?)/", re.I)
_TONGUE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?")  # `de`, `zh-CN`: the folder of a translation
_ENGLISH = ("en", "en-US", "en_US")
_DOCUMENTS = (".md", ".mdx", ".rst", ".adoc", ".txt")
# `E-10-engine/`, `0003-use-x.md` are known by their numbers; a year is none.
_NUMBER = re.compile(r"(?!(?:19|20)\d\d[-_.])(?:[A-Z]{1,6}-)?\d{2,5}(?=[-_.])")


class Guesses:
    """Asked about files and folders of one snapshot."""

    def __init__(self, objects: Objects, now: Snapshot, contents: Contents, origins: Origins) -> None:
        self._objects, self._now, self._contents = objects, now, contents
        self._origins = origins

    def of(self, path: str, blob: str, moment: Moment) -> str | None:
        """Judged by equal content, then by the path, then by the likeness of one of its name."""
        free = (p for p in self._by_name(path, blob, moment) if p and not self._is_another(p, path, blob, moment))
        return self._same_content(path, blob) or next(free, None)

    def likely(self, path: str, blob: str, moment: Moment) -> str | None:
        """The neighbour of another name that came since and is like it."""
        near = self._neighbours(path)
        found = self._alike(blob, [p for p in near if moment.tree.kind(p) is None][:NEIGHBOURS_CAP])
        if not found or self._is_rather(found, path, blob, moment):
            return None
        return None if self._is_common(found, blob, [p for p in near if moment.tree.kind(p)]) else found

    def _is_common(self, found: str, blob: str, older: Sequence[str]) -> bool:
        """Whether a likeness is that of all files there: some that stood beside it are as like it as the new one."""
        old = self._objects.blob(blob) or b""
        wanted = alike(old, self._now.read(found) or b"") - LEAD
        return any(alike(old, self._now.read(p) or b"") > wanted for p in older[:NEIGHBOURS_CAP])

    def _by_name(self, path: str, blob: str, moment: Moment) -> Iterator[str | None]:
        yield self._long_tail(path, moment)
        yield self.other_ending(path, folder(path), moment)
        yield self.numbered(path, moment)
        yield self._alike(blob, self.new_names(base_name(path), path, moment)[:2])

    def _is_another(self, new: str, path: str, blob: str, moment: Moment) -> bool:
        """Whether all that a file held when it came is what another one of then held that went."""
        origin = self._other(new, path, moment)
        return origin is not None and origin.left == origin.came != blob

    def _is_rather(self, new: str, path: str, blob: str, moment: Moment) -> bool:
        """Whether a file is another one of then, renamed, and has little of what only this one had."""
        origin = self._other(new, path, moment)
        if origin is None:
            return False
        own = identifiers(self._objects.blob(blob) or b"") - identifiers(self._objects.blob(origin.left) or b"")
        kept = own & identifiers(self._now.read(new) or b"")
        return origin.left == origin.came or not own or len(kept) < SIMILAR * len(own)

    def _other(self, new: str, path: str, moment: Moment) -> Origin | None:
        """What a file was before, if that is not `path` and stood beside it."""
        origin = self._origins.of(new)
        return origin if origin and origin.path != path and moment.tree.kind(origin.path) else None

    def living(self, path: str, target: str, moment: Moment) -> str:
        """Not the copy in an archive, if the document lives on under its name; of translations the English."""
        target = self._english(path, target, moment) or target
        if not _ARCHIVE.search(target) or _ARCHIVE.search(path):
            return target
        others = [p for p in self.new_names(base_name(path), path, moment) if not _ARCHIVE.search(p)]
        return others[0] if len(others) == 1 else target

    def _english(self, path: str, target: str, moment: Moment) -> str | None:
        """Among files that differ in their language only, all new, one is what the old one is known as."""
        parts = target.split("/")
        for i, part in enumerate(parts):
            if _TONGUE.fullmatch(part) and part not in path.split("/"):
                others = ("/".join([*parts[:i], tongue, *parts[i + 1 :]]) for tongue in _ENGLISH)
                return next((p for p in others if p in self._now.files and moment.tree.kind(p) is None), None)
        return None

    def numbered(self, path: str, moment: Moment) -> str | None:
        """The only new file or folder that bears the number by which the old one was known."""
        number = _NUMBER.match(base_name(path))
        is_file = moment.tree.kind(path) == "file"
        if number is None or (is_file and not path.endswith(_DOCUMENTS)):
            return None
        new = [p for p in self._numbers.get(number[0], ()) if moment.tree.kind(p) is None]
        found = [p for p in new if (p in self._now.files and p.endswith(_DOCUMENTS)) == is_file]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _numbers(self) -> Mapping[str, list[str]]:
        numbers: dict[str, list[str]] = {}
        for path in sorted({*self._now.files, *self._now.dirs}):
            if number := _NUMBER.match(base_name(path)):
                numbers.setdefault(number[0], []).append(path)
        return numbers

    @cached_property
    def _by_content(self) -> ByKey:
        return ByKey((p for p, file in self._now.files.items() if file.oid), self._oid)

    def _oid(self, path: str) -> str:
        return self._now.files[path].oid or ""

    def _same_content(self, path: str, blob: str) -> str | None:
        if not blob or blob in EMPTY_BLOBS:
            return None
        places = [p for p in self._by_content.at(blob) if p != path]
        places += [
            p for p in self._now.named(base_name(path)) if p in self._untracked and self._contents.oid(p) == blob
        ]
        places += [p for p in self._untracked[:UNTRACKED_CAP] if p not in places and self._contents.oid(p) == blob]
        return places[0] if len(places) == 1 else None

    @cached_property
    def _untracked(self) -> list[str]:
        return sorted(p for p, f in self._now.files.items() if f.oid is None)

    def _long_tail(self, path: str, moment: Moment) -> str | None:
        """A file that came since, whose last two components or more are the same: `test/` became `tests/`."""
        parts, best = path.split("/"), []
        for other in self.new_names(base_name(path), path, moment):
            tail = _common_tail(parts, other.split("/"))
            if tail >= 2:
                best.append((-tail, other))
        best.sort()
        if not best or (len(best) > 1 and best[0][0] == best[1][0]):
            return None
        return best[0][1]

    def new_names(self, base: str, path: str, moment: Moment) -> list[str]:
        """Files of that name that are there now and were not then; the tests of a file are not the file."""
        new = [p for p in self._now.named(base) if p != path and p in self._now.files and moment.tree.kind(p) is None]
        return [p for p in new if is_test(p) == is_test(path)]

    def other_ending(self, path: str, home: str, moment: Moment) -> str | None:
        """In the folder `home`: `cli.ts` became `cli.json` or `cli.ts.in`; `admin.js` the folder `admin/`."""
        base = base_name(path)
        stem = base.rpartition(".")[0]
        if not stem:
            return None
        found = [
            p
            for p in self._siblings(home)
            if base_name(p).rpartition(".")[0] in (stem, base)
            and not p.endswith(_LOCKS)
            and moment.tree.kind(p) is None
        ]
        if len(found) == 1:
            return found[0]
        whole = f"{home}/{stem}" if home else stem
        return whole if self._now.kind(whole) == "dir" and moment.tree.kind(whole) is None else None

    def _siblings(self, parent: str) -> Sequence[str]:
        return self._children.at(parent)

    @cached_property
    def _children(self) -> ByKey:
        return ByKey(self._now.files, folder)

    def _neighbours(self, path: str) -> list[str]:
        """Files of its folder and kind."""
        ending = base_name(path).rpartition(".")[2]
        return [p for p in self._siblings(folder(path)) if p.endswith("." + ending) and p != path]

    def namesake(self, path: str, blob: str, among: Sequence[str], moment: Moment) -> str | None:
        """The only file of a telling name among those that came with the commit that took this one; not a new thing."""
        base = base_name(path)
        if base in ROLES or base.startswith("index.") or len(base) < TELLING_CHARS or len(among) != 1:
            return None
        if self._is_another(among[0], path, blob, moment):
            return None
        old = self._objects.blob(blob) if blob else None
        return among[0] if old and alike(old, self._now.read(among[0]) or b"") >= RELATED else None

    def _alike(self, blob: str, others: Sequence[str]) -> str | None:
        """The one of a few files that shares most of the identifiers, well ahead of the next."""
        old = self._objects.blob(blob) if blob and others else None
        if not old:
            return None
        scored = sorted(((alike(old, self._now.read(p) or b""), p) for p in others), reverse=True)
        second = scored[1][0] if len(scored) > 1 else 0.0
        return scored[0][1] if scored[0][0] >= SIMILAR and scored[0][0] - second >= LEAD else None


def alike(old: bytes, new: bytes) -> float:
    """Share of identifiers that two files have in common (Jaccard)."""
    a, b = identifiers(old), identifiers(new)
    return len(a & b) / len(a | b) if a and b else 0.0


def _common_tail(a: Sequence[str], b: Sequence[str]) -> int:
    n = 0
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        n += 1
    return n
