"""What each session of an agent was told already, so that nothing is said twice, however often hooks call.

One small file a session, for a daemon and hooks without one alike, so that neither's end makes an agent hear things
again. A file holds lines that are only added: when the session began, when and why it began again, when its context was
compacted, and a hash of each thing that was told. Lines that say nothing, and half ones, are skipped.

What is told is written down before anybody hears of it. A daemon that answers too late is not heard, and the hook
program answers by itself: so a daemon writes for which call it was, and that counts for nothing in the call itself.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from mementod.hooks.hook_files import locked, opened, short, tidy

FILE_BYTES = 1 << 18  # about ten thousand things told; then all of it may be said again
REPEAT_S = 2.0  # the same event comes again, from the settings and a plugin, within this time
LOCK_TRIES = 20
SUFFIX = ".session"
CLOCK_SLACK_S = 0.01  # the file system's clock is behind ours by up to one tick
COMPACTION = "compact"  # the reason for which a session begins again after one
CLOCK_STEP_S = 1.0  # a session that begins so much later than now began before the clock was set back


@dataclass(slots=True)
class _Session:
    began: float
    told: dict[str, str] = field(default_factory=dict)  # and to which call
    digests: dict[str, tuple[float, str]] = field(default_factory=dict)  # when it last began, by the reason; which call
    compacted: list[float] = field(default_factory=list)  # when its context was
    owed: bool = False  # and nothing was given back since
    given: str = ""  # the call to which it was
    counted: bool = False  # the last one, before the session began again after it
    descriptor: int | None = None  # None: it cannot be kept

    def add(self, lines: Iterable[str]) -> bool:
        """Keep these lines; False where that is not possible."""
        data = "".join(f"{line}\n" for line in lines).encode()
        with contextlib.suppress(OSError):
            return self.descriptor is not None and os.write(self.descriptor, data) == len(data)
        return False

    def begin_file(self, descriptor: int) -> None:
        """Empty the file, and keep all but what was told."""
        os.truncate(descriptor, 0)
        self.add((f"began {self.began:.3f}", *(f"compacted {at:.3f}" for at in self.compacted)))
        self.add(("given", *(("owes",) if self.owed else ())))
        self.told.clear()


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of a session: since when, whether it was told what it begins with, when it was compacted.

    `owed`: it was not told yet what it lost then, or what it begins with.
    """

    began: float
    begun: bool
    compacted: tuple[float, ...] = ()
    owed: bool = False

    @property
    def since(self) -> float:
        """When it began, for comparing with times of files."""
        return self.began - CLOCK_SLACK_S


@dataclass(frozen=True, slots=True)
class Memory:
    """Of one user, in a folder of our own. Times are of the clock of files, seconds.

    `call`: to which what is told may come too late; `unheard`: the one to which it did, if it was told at all.
    """

    folder: Path
    call: str = ""
    unheard: str = ""

    def of_call(self, pid: int, payload: bytes, is_daemon: bool) -> Memory:
        """For the call of one process, of its daemon or of itself."""
        call = short(f"{pid} {payload.decode('latin-1')}")
        return replace(self, call=call) if is_daemon else replace(self, unheard=call)

    def heard(self, session: str, now: float) -> Heard:
        """What is known of this session; it begins now when it was never heard of."""
        with self._open(session, now) as held:
            begun = any(not self._is_unheard(by) for _, by in held.digests.values())
            return Heard(held.began, begun, tuple(held.compacted), held.owed or self._is_unheard(held.given))

    def begins_again(self, session: str, now: float, why: str, forgets: bool) -> bool:
        """False for a beginning that comes twice. `forgets`: the agent does not know any more what it was told."""
        with self._open(session, now) as held:
            at, by = held.digests.get(short(why), (now - REPEAT_S, ""))
            if abs(now - at) < REPEAT_S:
                return self._is_unheard(by)
            held.add((f"again {now:.3f} {short(why)} {self.call}", *(("forgets",) if forgets else ())))
            return True

    def compacts(self, session: str, now: float) -> None:
        """The context of this session is compacted, and nobody can say so afterwards: it is owed what it lost."""
        with self._open(session, now) as held:
            if not held.compacted or abs(now - held.compacted[-1]) >= REPEAT_S:
                held.add((f"compacted {now:.3f}", "forgets"))

    def owes(self, session: str, now: float) -> None:
        """There was no time to tell this session what it begins with."""
        with self._open(session, now) as held:
            held.add(("owes",))

    def gives_back(self, session: str, now: float) -> bool:
        """Whether something is owed to this session; from now on it is not."""
        with self._open(session, now) as held:
            return self._is_unheard(held.given) or (held.owed and held.add((f"given {self.call}",)))

    def untold(self, session: str, now: float, keys: Iterable[str]) -> frozenset[str]:
        """Those that this session was not told of; from now on it was."""
        return self._untold(session, now, keys)[0]

    def once(self, session: str, now: float, keys: Iterable[str]) -> frozenset[str]:
        """As `untold`, for what must not be said twice: nothing where it cannot be kept."""
        new, is_kept = self._untold(session, now, keys)
        return new if is_kept else frozenset()

    def _untold(self, session: str, now: float, keys: Iterable[str]) -> tuple[frozenset[str], bool]:
        named = {short(key): key for key in keys}
        if not named:
            return frozenset(), True
        with self._open(session, now) as held:
            told = {name for name in named.keys() & held.told.keys() if not self._is_unheard(held.told[name])}
            new = named.keys() - held.told.keys()
            is_kept = not new or held.add(f"told {name} {self.call}" for name in sorted(new))
        return frozenset(named[name] for name in named.keys() - told), is_kept

    def _is_unheard(self, call: str) -> bool:
        """Whether what was told to that call was not heard."""
        return bool(call) and call == self.unheard

    @contextlib.contextmanager
    def _open(self, session: str, now: float) -> Iterator[_Session]:
        """A session while nobody else changes it."""
        try:
            descriptor, is_new = opened(self.folder / f"{short(session)}{SUFFIX}", os.O_APPEND)
        except OSError:
            yield _Session(now)
            return
        try:
            locked(descriptor, LOCK_TRIES)  # without it something may be said twice
            data = os.pread(descriptor, FILE_BYTES, 0)
            held = _read(data, now)
            held.descriptor = descriptor
            if held.began > now + CLOCK_STEP_S:
                held.began = now
                held.add(("", f"began {now:.3f}"))
            if not data or len(data) >= FILE_BYTES:
                held.begin_file(descriptor)
            elif not data.endswith(b"\n"):  # who wrote last was cut off
                held.add(("",))
            yield held
        finally:
            os.close(descriptor)
        if is_new:
            tidy(self.folder, now)


def _read(data: bytes, now: float) -> _Session:
    held = _Session(now)
    for line in data.decode("ascii", "replace").split("\n")[:-1]:
        word, _, rest = line.partition(" ")
        first, _, more = rest.partition(" ")
        match word:
            case "began":
                held.began = _number(first, now)
            case "again":
                at, (why, _, call) = _number(first, 0.0), more.partition(" ")
                held.digests = {why: (at, call)}
                held.compacted += [at] * (why == short(COMPACTION) and not held.counted)
                held.owed, held.counted, held.given = False, False, ""
            case "compacted":
                held.compacted.append(_number(first, 0.0))
                held.owed, held.counted, held.given = True, True, ""
            case "owes":
                held.owed, held.given = True, ""
            case "given":
                held.owed, held.counted, held.given = False, False, first
            case "forgets":
                held.told.clear()
            case "told":
                held.told[first] = more
    return held


def _number(text: str, otherwise: float) -> float:
    try:
        return float(text)
    except ValueError:
        return otherwise
