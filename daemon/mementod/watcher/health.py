"""Whether what we see can be trusted: audits, proofs that notices come at all, and the state that is shown."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from mementod.vcs.git import text
from mementod.watcher.audit import Audit
from mementod.watcher.messages import Mode, State
from mementod.watcher.mounts import Telling
from mementod.watcher.notices import NO_WATCH

if TYPE_CHECKING:
    from mementod.watcher.repo import Repo

AUDIT_S = 60.0  # between two audits
AUDIT_LIMIT_S = 600.0
AUDIT_COST_SHARE = 200  # at most half a percent of a core
AUDIT_SPACE_S = 10.0  # between two audits that something asked for
JITTER = 0.1
IDLE_S = 5.0  # without a change before an audit
PROBE_S = 300.0  # between two proofs that notices come
PROBE_LIMIT_S = 2.0
PROBES = 2  # unanswered, before nothing more is expected
LOST_CAP = 1_000  # paths that are told apart
PROBLEMS_SHOWN = 3


class Health:
    """The times of one repository's audits and proofs.

    Of the audit under way: somebody `wanted` it, it has `compared` everything, the notices are `asked` to catch up.
    """

    def __init__(self) -> None:
        self.audit: Audit | None = None
        self.wanted = self.compared = self.asked = False
        self.lost: set[bytes] = set()
        self.silent = False
        self._audit_at = self._probe_at = self._heard_by = math.inf
        self._audited = -math.inf
        self._unheard = 0

    def begin(self, now: float) -> None:
        """The first scan is done."""
        self._audit_at, self._probe_at = now + AUDIT_S, now

    def audit_soon(self, now: float) -> None:
        """HEAD moved: make sure that everything came with it."""
        self._audit_at = min(self._audit_at, max(now + IDLE_S, self._audited + AUDIT_SPACE_S))

    def start(self, repo: Repo, wanted: bool = False) -> None:
        if repo.ready:
            self.audit, self.wanted, self.compared, self.asked = Audit(repo.trees), wanted, False, False

    def drop(self, now: float) -> None:
        """Everything is looked at anyway: no audit, and none for a while."""
        self.audit, self.wanted, self.compared, self.asked = None, False, False, False
        self._audit_at = max(self._audit_at, now + AUDIT_S)

    def tick(self, repo: Repo, now: float) -> None:
        """Begin what is due; called every second or two."""
        if self.audit is None and now >= self._audit_at and repo.settle.quiet(now, IDLE_S):
            self.start(repo)
        self._probe(repo, now)

    def finish(self, repo: Repo, now: float) -> None:
        """The notices have caught up with the audit, and all they tell is looked at."""
        if self.audit is None:
            return
        before = len(self.lost)
        for path in self.audit.finish():
            if len(self.lost) < LOST_CAP:
                self.lost.add(path)
        repo.news |= len(self.lost) != before
        wait = min(max(AUDIT_S, self.audit.cost * AUDIT_COST_SHARE), AUDIT_LIMIT_S)
        self._audited, self._audit_at = now, now + wait * (1 + random.uniform(0, JITTER))
        self.drop(now)
        repo.trees.poll_all()  # there may be watches for them by now

    def _probe(self, repo: Repo, now: float) -> None:
        """Write where we must be told of it. Some file systems tell nothing, and nothing says so."""
        if repo.git is None or (repo.tree.watches.telling is not Telling.ALL and not self.silent):
            return
        if now >= self._heard_by:
            self._heard_by = math.inf
            self._unheard = 0 if repo.git.heard else self._unheard + 1
            self._judge(repo)
            self._probe_at = now + (PROBE_S if repo.git.heard or self.silent else 0)
        elif now >= self._probe_at and not repo.settle.held:
            self._probe_at = math.inf if repo.git.probe() else now + PROBE_S
            self._heard_by = now + PROBE_LIMIT_S if self._probe_at == math.inf else math.inf

    def _judge(self, repo: Repo) -> None:
        silent = self._unheard >= PROBES
        if silent != self.silent:
            self.silent, repo.news = silent, True
            repo.tree.watches.telling = Telling.OURS if silent else Telling.ALL
            repo.tree.todo[b""] = True


def state(repo: Repo) -> State:
    """What is shown of a repository."""
    folders = [folder for tree in repo.trees if tree.root.here for folder in tree.table.folders.values()]
    watched = sum(folder.watch != NO_WATCH for folder in folders)
    polled = sum(len(tree.watches.polled) for tree in repo.trees)
    files = sum(tree.table.files for tree in repo.trees)
    mode: Mode = "mixed" if polled else "inotify"
    if not repo.tree.root.here:
        mode = "gone"
    elif polled and not watched:
        mode = "poll"
    shown = list(dict.fromkeys(_problems(repo, polled)))
    more = f"and {len(shown) - PROBLEMS_SHOWN} more" if len(shown) > PROBLEMS_SHOWN else ""
    problem = "; ".join(filter(None, [*shown[:PROBLEMS_SHOWN], more]))
    return State(repo.name, mode, watched, polled, files, len(repo.health.lost), problem)


def _problems(repo: Repo, polled: int) -> list[str]:
    found = []
    if not repo.tree.root.here:
        found.append(f"{text(repo.root)} is gone: nothing of it is told until it is back")
    if repo.git is not None and repo.tree.root.here:
        found.append(repo.git.problem)
    for tree in repo.trees:
        if tree.watches.telling is not Telling.ALL and tree.root.here:
            what = f"its file system ({tree.watches.file_system}) does not tell all changes"
            found.append(f"{text(tree.root.path)} is polled: {what}")
        found += [tree.root.problem, *tree.watches.troubles.lines()]
    if polled and repo.notices.problem:
        found.append(repo.notices.problem)
    return list(filter(None, found))
