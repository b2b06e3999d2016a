"""What is due to be told by notices: kept in the ledger before it is shown, shown when it disturbs nobody, told once.

Part of the brain, and called from its thread alone. Invariants: a notice is made from what the ledger holds; what was
shown is marked so; a desk that is slow, hanging or gone only leaves things to be told later.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mementod.brain.home import Home
from mementod.config import PER_HOUR_CAP, Notify
from mementod.errors import UserError
from mementod.notices import pace
from mementod.notices.board import Board
from mementod.notices.book import Book
from mementod.notices.concerns import Changes, forgotten, of_transitions, of_troubles, of_uncovered, standing
from mementod.notices.notice import Kind, Notice, Order, Outcome, Report, Way
from mementod.notices.troubles import LOOK_S, Troubles
from mementod.notices.wording import notice
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Concern, ConcernKey, LastNotice, Snooze, Transition
from mementod_hooks.gate_model import Uncovered

HELD_RETRY_S = 60.0  # do not disturb is on, or the screen is locked
SOON_S = 10.0  # git is busy, or a repository was put off
NOWHERE_RETRY_S = 300.0  # a server that appears is told to us; a bus is not
UPGRADE_S = 60.0  # another version may judge otherwise: what it finds first is no news
NEW_S = 300.0  # a repository is new for so long after it was enrolled
BUSY_CAP_S = 1800.0  # a lock of git's that stays longer was left behind


class Keeper:
    """`put` hands an order to the desk. `settings` and `wall` (local time) are asked when something is due."""

    def __init__(
        self,
        ledger: Ledger,
        put: Callable[[Order], object],
        settings: Callable[[], Notify],
        home: str,
        wall: Callable[[], datetime],
        log: Callable[..., None],
    ) -> None:
        self._ledger, self._settings, self._user_home = ledger, settings, home
        self._wall, self._log = wall, log
        self._held: dict[ConcernKey, Concern] = {}
        self._pending: dict[ConcernKey, Concern] = {}
        self._board, self._book = Board(put), Book(ledger, log)
        self._snoozes: tuple[Snooze, ...] = ()
        self._first, self._last, self._retry_at, self._look_at = 0.0, 0.0, 0.0, 0.0
        self._shown: list[float] = []
        self._troubles = Troubles()
        self._is_upgraded = False
        self._why = ""  # the last notice was put off
        self._greeted: dict[str, float] = {}
        self._enrolled: dict[str, str] = {}

    def start(self, now: float, version: str) -> None:
        """Take up what was left. UserError when the ledger cannot be read."""
        at = self._iso()
        self._held = self._ledger.concerns()
        self._book.seen = self._ledger.last_notice()
        self._snoozes = self._ledger.snoozes(at)
        self._is_upgraded = self._is_first_of(version)
        self._pending = {key: c for key, c in self._held.items() if not c.told}
        self._first = self._last = now
        hour_ago = (self._wall().astimezone(UTC) - timedelta(seconds=pace.HOUR_S)).isoformat(timespec="seconds")
        # A daemon that starts again and again keeps to the limit too.
        self._shown = [now for told in {c.told for c in self._held.values()} if told > hour_ago]
        self._save(forgotten(self._held, at), now)

    # what there is to be told of

    def drafts(self, repository: str, rows: Sequence[Transition], now: float) -> Changes:
        """What a batch changes; to be written with it, and then to be kept."""
        found = of_transitions(self._held, repository, rows)
        if self._is_upgraded and now < self._greeted.get(repository, now) + UPGRADE_S:
            return self._as_told(found)
        return found

    def keep(self, changes: Changes, now: float) -> None:
        """The ledger holds these."""
        for key, concern in changes.items():
            if concern is None:
                self._held.pop(key, None)
            else:
                self._held[key] = concern
            if concern and not concern.told:
                self._first = self._first if self._pending and now < self._last + pace.QUIET_S else now
                self._last, self._retry_at = now, 0.0
                self._pending[key] = concern
            else:
                self._pending.pop(key, None)
            if concern is None or concern.healed:
                self._board.heal(key)

    def uncovered(self, repository: str, files: Iterable[Uncovered], now: float) -> None:
        """All core files of a repository that are changed without an entry just now."""
        changes = of_uncovered(self._held, repository, files, self._iso())
        if self._is_new(repository):  # what is so on the first day is no news
            changes = self._as_told(changes)
        self._save(changes, now)

    def snooze(self, repositories: Collection[str], until: str, now: float) -> None:
        """Tell nothing of these before `until` (ISO time, UTC); what is on the screen comes again. UserError."""
        at = self._iso()
        for repository in repositories:
            self._ledger.snooze(Snooze(repository, "", until), at)
        self._snoozes = self._ledger.snoozes(at)
        if until <= at:
            self._retry_at = 0.0
            return
        keys = self._board.take_down(repositories)
        self._save({key: replace(self._held[key], told="") for key in keys if key in self._held}, now)

    def plain(self) -> dict[str, object]:
        """For `status`."""
        return standing(self._held.values(), self._book.seen, self._snoozes, self._iso())

    # when it is told

    def turn(
        self, now: float, homes: Mapping[str, Home], watched: Collection[str], whole: dict[str, str]
    ) -> float | None:
        """Tell what is due; when (monotonic) there is more to do, None when nothing is.

        `watched`: repositories that somebody sees in a terminal. `whole`: troubles of the daemon itself.
        """
        if now >= self._look_at:
            self._look_at = now + LOOK_S
            self._look(now, homes, whole)
        self._book.save_again(now)
        if not self._pending:
            return None
        due = max(pace.settled(self._first, self._last), self._retry_at)
        if now >= due:
            self._tell(now, homes, watched)
            due = self._retry_at
        return due if self._pending else None

    def heard(self, report: Report, now: float) -> None:
        """From the desk."""
        match report:
            case Report(outcome=Outcome.REACHED):
                self._retry_at = 0.0
            case Report(outcome=Outcome.SHOWN, kind=Kind() as kind):
                self._was_shown(self._board.landed(kind), report.way, now)
            case Report(outcome=Outcome.CLOSED, kind=Kind() as kind):
                self._board.closed(kind)
            case Report(outcome=Outcome.HELD | Outcome.NOWHERE as outcome, kind=Kind() as kind):
                self._board.put_off(kind)
                if report.why != self._why:  # once, not with every try
                    self._log("info", "notice put off", kind=kind, why=report.why)
                self._why = report.why
                self._retry_at = now + (HELD_RETRY_S if outcome is Outcome.HELD else NOWHERE_RETRY_S)

    def _look(self, now: float, homes: Mapping[str, Home], whole: dict[str, str]) -> None:
        at = self._iso()
        changes: Changes = {}
        held = {key: c for key, c in self._held.items() if key[1] == Kind.TROUBLE}
        for repository, names in self._troubles.lasting(homes.values(), whole, now).items():
            changes |= of_troubles(held, repository, names, at)
        self._save(changes, now)
        self._enrolled = {i: home.row.enrolled_at for i, home in homes.items()}
        if self._is_upgraded:
            self._greeted = {i: self._greeted.get(i, now) for i, home in homes.items() if home.is_greeted}

    def _tell(self, now: float, homes: Mapping[str, Home], watched: Collection[str]) -> None:
        settings, at = self._settings(), self._iso()
        self._hush(settings, now, homes, watched)
        ready = [c for c in self._pending.values() if self._is_ready(c, now, homes, at)]
        self._retry_at = now + SOON_S
        if quiet := pace.quiet_for(settings.quiet, self._wall()):
            self._retry_at = now + quiet
            return
        for kind in dict.fromkeys(Kind(c.kind) for c in ready):
            allowed = pace.allowed_at([*self._shown, *[now] * len(self._board.flying)], settings.per_hour, now)
            if allowed > now:
                self._retry_at = allowed
                return
            self._show(kind, [c for c in ready if c.kind == kind], homes)

    def _hush(self, settings: Notify, now: float, homes: Mapping[str, Home], watched: Collection[str]) -> None:
        """What nobody wants a notice of, or sees already, counts as told; what is enrolled no more is forgotten."""
        off = {os.path.realpath(os.path.expanduser(path)) for path in settings.off}  # noqa: PTH111 (as in gate_policy)
        unwanted = {i for i, home in homes.items() if i in watched or os.path.realpath(home.row.root) in off}
        silent = [c for c in self._pending.values() if not settings.desktop or c.repository in unwanted]
        at = self._iso()
        if settings.desktop and any(c.repository in watched for c in silent):
            self._book.seen = LastNotice(Way.TERMINAL, at)
        changes: Changes = {c.key: replace(c, told=at) for c in silent}
        changes |= {key: None for key in self._held if key[0] and key[0] not in homes}
        self._save(changes, now)

    def _is_ready(self, concern: Concern, now: float, homes: Mapping[str, Home], at: str) -> bool:
        """Not while git works there, while it was put off, or while it is being shown."""
        home = homes.get(concern.repository)
        if any(s.until > at and s.repository in ("", concern.repository) for s in self._snoozes):
            return False
        is_busy = home is not None and home.is_busy and now < home.busy_since + BUSY_CAP_S
        return not is_busy and Kind(concern.kind) not in self._board.flying

    def _show(self, kind: Kind, fresh: Sequence[Concern], homes: Mapping[str, Home]) -> None:
        """One notice for what is new and for what is on the screen still."""
        keys = {c.key for c in fresh}
        unread = [self._held[key] for key in self._board.unread(kind) if key in self._held and key not in keys]
        about = (*fresh, *unread)
        roots = {i: str(home.row.root) for i, home in homes.items()}
        self._board.show(notice(kind, about, roots, self._user_home))

    def _was_shown(self, tried: Notice | None, way: Way, now: float) -> None:
        at = self._iso()
        self._shown = [*self._shown[1 - PER_HOUR_CAP :], now]
        if tried is None:
            return
        self._why = ""
        self._book.seen = LastNotice(way, at)
        self._log("info", "notice", summary=tried.summary, about=len(tried.about), command=tried.command)
        still = [c for c in tried.about if c.key in self._held and self._held[c.key].state == c.state]
        self._board.open(tried.kind, {c.key for c in still if not self._held[c.key].healed})
        self._save({c.key: replace(self._held[c.key], told=at) for c in still if not self._held[c.key].told}, now)

    def _save(self, changes: Changes, now: float) -> None:
        """Keep it here at once, and in the ledger as soon as that can be written."""
        self.keep(changes, now)
        self._book.save(changes, now)

    def _as_told(self, changes: Changes) -> Changes:
        at = self._iso()
        return {key: c and (c if c.told else replace(c, told=at)) for key, c in changes.items()}

    def _is_new(self, repository: str) -> bool:
        since = self._wall().astimezone(UTC) - timedelta(seconds=NEW_S)
        return self._enrolled.get(repository, "") > since.isoformat(timespec="seconds")

    def _is_first_of(self, version: str) -> bool:
        try:
            return self._ledger.path.exists() and self._ledger.is_first_of(version)
        except (UserError, OSError):  # it can be read, and that is enough to go on with
            return False

    def _iso(self) -> str:
        return self._wall().astimezone(UTC).isoformat(timespec="seconds")
