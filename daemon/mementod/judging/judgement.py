"""One judgement from end to end: the tree, its notes, the world they are judged in, the report."""

from __future__ import annotations

from collections.abc import Sequence

from mementod.errors import UserError
from mementod.judging.answers import Answers, signature
from mementod.judging.judged import mark
from mementod.judging.note_set import Lines, NoteSet
from mementod.judging.request import Request
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot, of_commit, of_index, of_work_tree
from mementod.judging.world_parts import WorldParts
from mementod.vcs.git import GitError
from mementod.vcs.repository import commit_id
from mementod_parsers.judging.judge import judge
from mementod_parsers.model import Note, NoteReport, Report


class Judgement:
    """One tree's notes and the world they are judged in."""

    def __init__(self, resources: Resources, request: Request, now: Snapshot | None = None) -> None:
        """`now`: the tree, where it was listed before."""
        self._resources, self._request, self._repository = resources, request, resources.repository
        self.tip = commit_id(self._repository, request.rev) if request.rev else self._repository.head
        self.now = now or self._snapshot()
        self._notes = NoteSet(resources, self.now, self._in_work_tree)

    def report(self) -> Report:
        notes = self._read_notes()
        world = self.world_for({note.path: lines for note, lines in notes})
        parsed = [note for note, _ in notes]
        answers = Answers(self._resources.cache, self._selection(), self._signature(parsed, world))
        kept = answers.recall(parsed, self.now.kind, world.ignores.covers)
        if kept is None:
            reports, problems = self._judged(parsed, world), tuple(world.problems())
            answers.remember(reports, problems, self.now.probed, world.ignores.asked)
            if self._in_work_tree and not self._request.notes:
                mark(self._resources)
            world.flush()
        else:
            reports, problems = kept
        said = (*self._repository.problems, *self._resources.config.problems, *self._notes.problems, *problems)
        return Report(
            str(self._resources.root),
            self._tree_name(),
            reports,
            tuple(dict.fromkeys((*said, *self._resources.problems()))),
        )

    def world_for(self, lines: dict[str, Lines]) -> WorldParts:
        """The world of this tree for notes of these lines."""
        world = WorldParts(self._resources, self.now, self.tip, lines, self._in_work_tree)
        self._resources.close_later(world.close)
        return world

    def _judged(self, notes: Sequence[Note], world: WorldParts) -> tuple[NoteReport, ...]:
        world.prepare(notes)
        reports = []
        for number, note in enumerate(notes):
            self._resources.tell("judging", number, len(notes))
            reports.append(judge(note, world.live))
        return tuple(reports)

    def _selection(self) -> str:
        return "\n".join((self._tree_name(), *sorted(self._request.notes)))

    def _signature(self, notes: Sequence[Note], world: WorldParts) -> str | None:
        """What this answer rests on; the index alone is judged anew each time."""
        if self._request.staged:
            return None
        on_disk = (
            (*self.now.files, *(n.path for n in notes if n.path not in self.now.files)) if self._in_work_tree else ()
        )
        listed = repr(sorted(self.now.files.items())) if self._in_work_tree else ""
        rest = (world.others(), self._resources.facts.rests_on(), repr(self._resources.config))
        parts = (self.tip or "", listed, *rest, *(n.path for n in notes))
        return signature(self._resources.root, on_disk, parts)

    @property
    def _in_work_tree(self) -> bool:
        return not (self._request.rev or self._request.staged)

    def _snapshot(self) -> Snapshot:
        git, objects = self._repository.git, self._resources.objects
        self._resources.tell("listing files")
        if not self._in_work_tree and not self._repository.tracked:
            raise UserError(f"{self._resources.root} is no git repository: --rev, --staged and --range need one")
        try:
            if self._request.rev:
                return of_commit(git, objects, self.tip or "")
            return (
                of_index(git, objects) if self._request.staged else of_work_tree(git, self._repository.tracked, objects)
            )
        except GitError as error:
            raise UserError(f"git cannot read {self._resources.root}: {error}") from error

    def _tree_name(self) -> str:
        return self.tip or "" if self._request.rev else "index" if self._request.staged else "worktree"

    def _read_notes(self) -> list[tuple[Note, Lines]]:
        chosen = self._notes.chosen(self._request.notes)
        found = []
        for number, note in enumerate(chosen):
            self._resources.tell("reading notes", number, len(chosen))
            read = self._notes.read(note)
            if read is not None:
                found.append(read)
        return found
