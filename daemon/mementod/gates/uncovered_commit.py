"""Which core files of one commit no entry covers: neither of its own progress file nor of the one of now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from mementod.gates.freshness import Past
from mementod.gates.gate_claims import Claims
from mementod.gates.gate_place import Place
from mementod.gates.gate_policy import Rules
from mementod.gates.progress_file import locate, on_disk
from mementod.gates.progress_past import ProgressPast
from mementod.judging.disk import Disk
from mementod.paths import Paths
from mementod.vcs.objects import Objects
from mementod_parsers.progress.progress_entry import fault
from mementod_parsers.progress.progress_lines import decode


@dataclass(frozen=True, slots=True)
class Look:
    """Answers for the commits of one repository."""

    place: Place
    objects: Objects
    rules: Rules
    past: ProgressPast

    @classmethod
    def of(cls, place: Place, objects: Objects, rules: Rules, paths: Paths) -> Look:
        return cls(place, objects, rules, ProgressPast(paths.state_dir(), place.git))

    def uncovered(self, oid: str, names: Sequence[str]) -> list[str]:
        """Those of a commit's core files that neither its own progress file covers nor the one of now."""
        git, base = self.place.git, f"{oid}^"
        progress = locate(git, self.rules.config)
        past = Past(git, self.objects, progress, base, partial(self.past.before, progress))
        held = self.objects.file(oid, progress)
        texts = {(decode(held) if held else None) or "", on_disk(Disk(self.place.root), progress).text or ""}
        all_claims = [Claims(git, self.objects, past, each) for each in sorted(texts)]
        open_ = [name for name in names if not any(_covers(claims, name) for claims in all_claims)]
        is_ours = open_ and git.one("merge-base", oid, "HEAD") == oid  # not amended away since
        return [name for name in open_ if is_ours and not self.rules.is_free(name, progress)]


def _covers(claims: Claims, name: str) -> bool:
    return any(claim.fresh and fault(claim.entry) is None for claim in claims.of(name))
