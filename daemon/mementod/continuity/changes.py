"""What differs from the last commit, told without git's own look at it, which may run a repository's filters."""

from __future__ import annotations

from mementod.gates.core_changes import changed
from mementod.judging.resources import Resources
from mementod.vcs.git import text

CHANGED_CAP = 2_000  # files that are compared by content; of more, nobody reads the list


def uncommitted(resources: Resources) -> list[str]:
    """Changed, new and deleted files, from the root. Raises GitError."""
    git = resources.repository.git
    new = ["ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory"]
    if resources.repository.head is None:
        return [text(row) for row in git.fields(*new, "--cached", "--", ":/")]
    index = git.fields("diff-index", "-z", "--cached", "--name-only", "--no-renames", "HEAD", "--")
    touched = git.fields("diff-files", "-z", "--name-only", "--no-renames", "--ignore-submodules=dirty", "--")
    staged = {text(row) for row in index}
    doubtful = [name for row in touched if (name := text(row)) not in staged]
    found = changed(git, resources.objects, doubtful[:CHANGED_CAP]) if doubtful else []
    return sorted({*staged, *found, *(text(row) for row in git.fields(*new, "--", ":/"))})
