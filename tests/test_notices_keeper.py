"""When and how often people are told: a real ledger, and a clock, a desk and a screen that the test holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mementod.brain.home import Home
from mementod.brain.publisher import Publisher
from mementod.config import Notify
from mementod.notices.concerns import FORGET_S
from mementod.notices.keeper import HELD_RETRY_S, NEW_S, NOWHERE_RETRY_S, SOON_S, UPGRADE_S, Keeper
from mementod.notices.notice import Close, Kind, Notice, Order, Outcome, Report, Show, Way
from mementod.notices.pace import HOUR_S, QUIET_CAP_S, QUIET_S
from mementod.notices.troubles import LOOK_S, TROUBLE_S
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled, Told, Transition
from mementod.watcher.messages import State
from mementod_hooks.gate_model import Uncovered
from mementod_parsers.model import Level, Verdict

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
OK, DELETED, MOVED = Verdict.OK, Verdict.DELETED, Verdict.MOVED


@dataclass
class Person:
    """A daemon's keeper, and the person in front of the screen."""

    path: Path
    paths: Paths
    now: float = 1000.0
    settings: Notify = field(default_factory=Notify)
    orders: list[Order] = field(default_factory=list)
    homes: dict[str, Home] = field(default_factory=dict)
    watched: frozenset[str] = frozenset()
    troubles: dict[str, str] = field(default_factory=dict)
    said: list[tuple[str, str]] = field(default_factory=list)

    def begin(self, version: str = "1") -> Person:
        """Start, or start again after whatever end."""
        self.ledger = Ledger(self.path)
        self.keeper = Keeper(
            self.ledger, self.orders.append, lambda: self.settings, "/home/ada", self.wall,
            lambda level, event, **_: self.said.append((level, event)),
        )  # fmt: skip
        for name in ("shop", "site"):
            row = Enrolled(name, Path("/home/ada") / name, Path("/home/ada") / name, "owner", "", "")
            self.homes.setdefault(name, Home(row, self.paths, Publisher({}), is_greeted=True))
        self.keeper.start(self.now, version)
        return self

    def wall(self) -> datetime:
        return NOON + timedelta(seconds=self.now)

    def tell(self, *rows: Transition, repository: str = "shop") -> None:
        """A batch is published."""
        drafts = self.keeper.drafts(repository, rows, self.now)
        self.ledger.publish(repository, rows, {"x": Told(OK, None, Level.NONE)}, drafts)
        self.keeper.keep(drafts, self.now)

    def stale(self, *names: str, target: str = "", repository: str = "shop") -> None:
        self.tell(*(self.row(name, MOVED if target else DELETED, target) for name in names), repository=repository)

    def heal(self, *names: str) -> None:
        self.tell(*(self.row(name, OK) for name in names))

    def row(self, name: str, after: Verdict, target: str = "", level: Level | None = None) -> Transition:
        level = level or (Level.NONE if after is OK else Level.ERROR)
        at = self.wall().isoformat(timespec="seconds")
        before = DELETED if after is OK else OK
        return Transition(
            name, f"{name}.md", 3, name, before, after, level, target or None, "", at, place=f"src/{name}"
        )

    def later(self, seconds: float) -> list[Notice]:
        """Let time pass, in steps as the loop makes them; the notices that were ordered meanwhile."""
        end, count = self.now + seconds, len(self.orders)
        while True:
            wake = self.keeper.turn(self.now, self.homes, self.watched, self.troubles)
            if self.now >= end:
                break
            step = self.now + LOOK_S if wake is None else max(wake, self.now + 0.1)
            self.now = min(step, self.now + LOOK_S, end)
        return [order.notice for order in self.orders[count:] if isinstance(order, Show)]

    def hear(self, outcome: Outcome, kind: Kind | None = Kind.STALE, way: Way = Way.DESKTOP) -> None:
        self.keeper.heard(Report(outcome, kind, way=way), self.now)

    def read(self, seconds: float = QUIET_S + 1) -> list[str]:
        """The summaries of the notices of this time, each of which is shown, and stays on the screen."""
        found = []
        end = self.now + seconds
        while self.now < end:
            for notice in self.later(min(1.0, end - self.now)):
                found.append(notice.summary)
                self.hear(Outcome.SHOWN, notice.kind)
        return found


@pytest.fixture
def person(tmp_path: Path, paths: Paths) -> Iterator[Person]:
    found = Person(tmp_path / "ledger.db", paths).begin()
    yield found
    found.ledger.__exit__(None, None, None)


def test_a_burst_is_one_notice_after_it_is_over(person: Person) -> None:
    for number in range(4):
        person.stale(f"a{number}")
        assert person.later(QUIET_S - 1) == []
    assert [n.summary for n in person.later(2)] == ["4 things in src were deleted: 4 notes in shop"]


def test_of_a_stream_without_an_end_a_first_part_is_told(person: Person) -> None:
    told = []
    for number in range(20):
        person.stale(f"a{number}")
        told += person.later(QUIET_CAP_S / 10)
    assert len(told) == 1  # the next waits until the desk has shown it


def test_news_come_when_it_is_quiet_and_once(person: Person) -> None:
    person.stale("a", "b")
    assert person.later(QUIET_S - 1) == []
    [notice] = person.later(2)
    assert (notice.summary, notice.command) == (
        "2 things in src were deleted: 2 notes in shop",
        "mementod -C ~/shop check",
    )
    assert person.later(3 * HOUR_S) == []  # it is on its way
    person.hear(Outcome.SHOWN)
    assert person.later(3 * HOUR_S) == []


def test_5000_findings_are_one_notice(person: Person) -> None:
    person.stale(*(f"n{number}" for number in range(5000)))
    assert person.read(HOUR_S) == ["5,000 things in src were deleted: 5,000 notes in shop"]


@pytest.mark.parametrize("per_hour", [1, 6])
def test_1000_transitions_in_a_minute_stay_within_the_limit(per_hour: int, person: Person) -> None:
    person.settings = Notify(per_hour=per_hour)
    told = []
    for number in range(1000):
        person.stale(f"n{number}")
        told += person.read(0.06)
    told += person.read(QUIET_CAP_S)
    assert 1 <= len(told) <= 2
    for number in range(100):
        person.stale(f"m{number}")
        told += person.read(30)
    assert len(told) == per_hour
    told += person.read(HOUR_S)
    assert len(told) <= 2 * per_hour


def test_the_limit_holds_across_restarts(person: Person) -> None:
    told = []
    for number in range(20):
        person.stale(f"n{number}")
        told += person.read()
        person.begin()
    assert len(told) == Notify().per_hour


def test_a_restart_repeats_nothing_and_loses_nothing(person: Person) -> None:
    person.stale("a")
    assert len(person.read()) == 1
    person.stale("b")
    person.begin()  # as after a kill between the ledger and the screen
    assert person.read() == ["src/b was deleted: 1 note in shop"]
    person.begin()
    assert person.read(HOUR_S) == []


def test_killed_between_the_screen_and_the_ledger_it_comes_again(person: Person) -> None:
    person.stale("a")
    assert len(person.later(QUIET_S + 1)) == 1
    person.begin()
    assert len(person.read()) == 1


def test_what_is_still_on_the_screen_is_told_along(person: Person) -> None:
    person.stale("a")
    person.read()
    person.stale("b")
    assert person.read() == ["2 things in src were deleted: 2 notes in shop"]
    person.hear(Outcome.CLOSED)
    person.stale("c")
    assert person.read() == ["src/c was deleted: 1 note in shop"]


def test_what_heals_before_it_is_told_is_never_told(person: Person) -> None:
    person.stale("a", "b")
    person.heal("a")
    assert person.read() == ["src/b was deleted: 1 note in shop"]


def test_a_notice_that_says_nothing_true_any_more_is_closed(person: Person) -> None:
    person.stale("a", "b")
    person.read()
    person.heal("a")
    assert Close(Kind.STALE) not in person.orders
    person.heal("b")
    assert person.orders[-1] == Close(Kind.STALE)


def test_what_heals_on_its_way_to_the_screen_is_taken_off(person: Person) -> None:
    person.stale("a")
    person.later(QUIET_S + 1)
    person.heal("a")
    person.hear(Outcome.SHOWN)
    assert person.orders[-1] == Close(Kind.STALE)


def test_to_and_fro_is_told_once_a_day_and_another_state_at_once(person: Person) -> None:
    person.stale("a")
    assert len(person.read()) == 1
    for _ in range(3):
        person.heal("a")
        person.stale("a")
        assert person.read() == []
    person.heal("a")
    person.stale("a", target="lib/a")
    assert person.read() == ["src/a moved to lib/a: 1 note in shop"]
    person.heal("a")
    person.now += FORGET_S + 1
    person.stale("a", target="lib/a")
    assert len(person.read()) == 1


def test_only_errors_are_worth_a_notice(person: Person) -> None:
    person.tell(
        person.row("a", Verdict.SHIFTED, level=Level.WARNING), person.row("b", Verdict.CHANGED, level=Level.INFO)
    )
    assert person.read(HOUR_S) == []


def test_who_sees_it_in_the_terminal_needs_no_notice(person: Person) -> None:
    person.watched = frozenset({"shop"})
    person.stale("a")
    person.stale("b", repository="site")
    assert person.read() == ["src/b was deleted: 1 note in site"]
    person.watched = frozenset()
    assert person.read(HOUR_S) == []


def test_nothing_while_git_works(person: Person) -> None:
    home = person.homes["shop"]
    home.is_busy, home.busy_since = True, person.now
    person.stale("a")
    assert person.read(600) == []
    home.is_busy = False
    assert len(person.read(SOON_S + 1)) == 1


def test_do_not_disturb_holds_it_back(person: Person) -> None:
    person.stale("a")
    for _ in range(3):
        assert len(person.later(HELD_RETRY_S + 1)) == 1
        person.hear(Outcome.HELD)
    assert len(person.read(HELD_RETRY_S + 1)) == 1


def test_without_a_server_it_waits_for_one(person: Person) -> None:
    person.stale("a")
    person.later(QUIET_S + 1)
    person.hear(Outcome.NOWHERE)
    assert person.later(NOWHERE_RETRY_S - 2) == []
    person.hear(Outcome.REACHED, None)
    assert len(person.read(2)) == 1


def test_a_desk_that_never_answers_costs_nothing_and_loses_nothing(person: Person) -> None:
    person.stale("a")
    assert len(person.later(HOUR_S)) == 1
    person.stale("b")
    assert person.later(HOUR_S) == []
    person.begin()
    assert person.read() == ["2 things in src were deleted: 2 notes in shop"]


def test_an_answer_that_comes_late_counts(person: Person) -> None:
    person.stale("a")
    person.later(QUIET_S + 1)
    person.hear(Outcome.NOWHERE)
    person.hear(Outcome.SHOWN)
    assert person.later(HOUR_S) == []


def test_quiet_hours(person: Person) -> None:
    hour = person.wall().hour
    person.settings = Notify(quiet=f"{hour:02}:00-{(hour + 2) % 24:02}:30")
    person.stale("a")
    assert person.read(HOUR_S) == []
    assert len(person.read(2 * HOUR_S)) == 1


@pytest.mark.parametrize("settings", [Notify(desktop=False), Notify(off=("~/shop",)), Notify(off=("/home/ada/shop",))])
def test_what_nobody_wants_is_never_told(settings: Notify, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    person.settings = settings
    person.stale("a")
    assert person.read() == []
    person.settings = Notify()
    assert person.read(HOUR_S) == []


def test_a_repository_that_is_put_off_is_told_afterwards_if_it_is_still_so(person: Person) -> None:
    person.stale("a", "b")
    person.read()
    until = (person.wall() + timedelta(hours=2)).isoformat(timespec="seconds")
    person.keeper.snooze(["shop"], until, person.now)
    assert person.orders[-1] == Close(Kind.STALE)
    person.stale("c")
    person.stale("d", repository="site")
    person.heal("b")
    assert person.read(HOUR_S) == ["src/d was deleted: 1 note in site"]
    person.begin()
    assert person.read(HOUR_S - 120) == []
    assert person.read(600) == ["2 things in src were deleted: 2 notes in shop"]


def test_a_quiet_time_can_be_ended(person: Person) -> None:
    until = (person.wall() + timedelta(days=2)).isoformat(timespec="seconds")
    person.keeper.snooze([""], until, person.now)
    person.stale("a")
    assert person.read(HOUR_S) == []
    person.keeper.snooze([""], person.wall().isoformat(timespec="seconds"), person.now)
    assert len(person.read(2)) == 1


def test_what_is_enrolled_no_more_is_forgotten(person: Person) -> None:
    person.stale("a")
    person.read()
    person.stale("b")
    person.ledger.unenrol("shop")
    del person.homes["shop"]
    assert person.read(HOUR_S) == []
    assert person.orders[-1] == Close(Kind.STALE)
    assert person.ledger.concerns() == {}


def test_what_another_version_finds_first_is_no_news(person: Person) -> None:
    person.stale("a")
    person.read()
    person.begin("2")
    person.begin("3")
    person.later(LOOK_S)
    person.stale("b")
    assert person.read(UPGRADE_S) == []
    person.stale("c")
    assert person.read() == ["src/c was deleted: 1 note in shop"]


UNCOVERED: Sequence[tuple[list[Uncovered], str]] = [
    ([Uncovered("src/core/a.py", None, "t")], "src/core/a.py changed without an entry in shop"),
    ([Uncovered("a", "c" * 40, "t")], "a was committed without an entry in shop"),
    (
        [Uncovered(f"src/{n}", "c" * 40 if n == 1 else None, "t") for n in range(5)],
        "5 core files changed without an entry in shop",
    ),
]


@pytest.mark.parametrize(("files", "summary"), UNCOVERED)
def test_core_files_that_slipped_past_are_told_once(files: list[Uncovered], summary: str, person: Person) -> None:
    for _ in range(3):
        person.keeper.uncovered("shop", files, person.now)
    assert person.read() == [summary]
    person.begin()
    person.keeper.uncovered("shop", files, person.now)
    assert person.read(HOUR_S) == []
    person.keeper.uncovered("site", [], person.now)
    person.keeper.uncovered("shop", [*files, Uncovered("new", None, "t")], person.now)
    assert person.read() == ["new changed without an entry in shop"]


def test_core_files_that_were_changed_before_a_repository_was_enrolled_are_no_news(person: Person) -> None:
    row = replace(person.homes["shop"].row, enrolled_at=person.wall().isoformat(timespec="seconds"))
    person.homes["shop"].row = row
    person.later(1)
    person.keeper.uncovered("shop", [Uncovered("a", None, "t")], person.now)
    assert person.read(NEW_S) == []
    person.keeper.uncovered("shop", [Uncovered("a", None, "t"), Uncovered("b", None, "t")], person.now)
    assert person.read() == ["b changed without an entry in shop"]


def test_a_notice_of_a_core_file_closes_when_it_is_covered(person: Person) -> None:
    person.keeper.uncovered("shop", [Uncovered("a", None, "t")], person.now)
    person.stale("n")
    assert len(person.read()) == 2  # one of each kind
    person.keeper.uncovered("shop", [], person.now)
    assert person.orders[-1] == Close(Kind.UNCOVERED)


def state(problem: str = "", lost: int = 0) -> State:
    return State("shop", "inotify", 9, 3 if problem else 0, 20, lost, problem)


def test_a_trouble_that_lasts_is_told_and_one_that_passes_is_not(person: Person) -> None:
    home = person.homes["shop"]
    home.state = state("the limit of inotify watches is reached")
    assert person.read(TROUBLE_S - LOOK_S) == []
    home.state = state()
    assert person.read(HOUR_S) == []
    home.state = state("the limit of inotify watches is reached")
    assert person.read(TROUBLE_S + QUIET_S + LOOK_S) == ["mementod: shop is not seen as a whole"]
    assert person.read(HOUR_S) == []
    home.state = state()
    person.read(LOOK_S + 1)
    assert person.orders[-1] == Close(Kind.TROUBLE)


def test_all_that_is_wrong_is_one_notice(person: Person) -> None:
    home = person.homes["shop"]
    home.state, home.problem, home.untold = state(lost=2), ".mementod.yaml, line 3: mark", "the disk is full"
    person.troubles = {"watcher": "the watcher ended too often"}
    assert person.read(TROUBLE_S + QUIET_S + LOOK_S) == ["mementod: 4 problems"]


def test_a_ledger_that_cannot_be_written_tells_nothing_twice(person: Person) -> None:
    person.stale("a")
    person.later(QUIET_S + 1)
    good, bad = person.ledger.path, person.path.parent / "away"
    good.replace(bad)
    good.mkdir()
    person.hear(Outcome.SHOWN)
    assert ("error", "notices not kept") in person.said
    assert person.later(HOUR_S) == []
    good.rmdir()
    bad.replace(good)
    person.later(HOUR_S)
    person.begin()
    assert person.read(HOUR_S) == []


def test_what_status_says(person: Person) -> None:
    assert person.keeper.plain() == {"pending": 0, "last": None, "way": None, "snoozed": []}
    person.stale("a")
    assert person.keeper.plain()["pending"] == 1
    person.read()
    told = person.keeper.plain()
    assert told["pending"] == 0
    assert told["way"] == "desktop"
    assert str(told["last"]).startswith("2026-11-30T12:")


def test_status_knows_where_the_last_one_was_seen_also_after_a_restart(person: Person) -> None:
    def last() -> tuple[object, object]:
        told = person.begin().keeper.plain()
        return told["way"], told["last"]

    person.stale("a")
    person.later(QUIET_S + 1)
    person.hear(Outcome.SHOWN, way=Way.TMUX)
    assert last() == ("tmux", person.wall().isoformat(timespec="seconds"))
    person.watched = frozenset({"shop"})
    person.stale("b")
    person.later(QUIET_S + 1)
    seen = last()
    assert seen[0] == "terminal"
    person.settings, person.watched = Notify(desktop=False), frozenset()
    person.stale("c")
    person.later(QUIET_S + 1)
    assert (person.keeper.plain()["pending"], last()) == (0, seen)  # nobody saw that one
