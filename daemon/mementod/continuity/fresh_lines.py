"""The lines that the last commit of a file brought into it: in a long log of work they are what was said last."""

from __future__ import annotations

from mementod.vcs.git import Git, GitError, text

PART_MAX = 0.4  # of the lines of a file; of one that is new or rewritten nothing came last


def fresh_lines(git: Git, commit: str, path: str, content: str) -> frozenset[str]:
    """Without the blanks at their ends; empty where git gives no answer, or where most of it is new."""
    plain = ("--format=", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
    try:
        out = text(git.run("show", *plain, commit, "--", f":(top,literal){path}"))
    except GitError:
        return frozenset()
    added = {line[1:].rstrip() for line in out.splitlines() if line.startswith("+") and not line.startswith("+++")}
    lines = [line.rstrip() for line in content.splitlines() if line.strip()]
    found = frozenset(line for line in lines if line in added)
    return found if 0 < sum(line in found for line in lines) <= PART_MAX * len(lines) else frozenset()
