"""What git keeps in its directory while it, or a person with it, is in the middle of something."""

from __future__ import annotations

# Files that git keeps while it, or a person in the middle of a rebase, owns the work tree.
BUSY = {
    "index.lock": "git is working (index.lock is there)",
    "HEAD.lock": "git is working (HEAD.lock is there)",
    "MERGE_HEAD": "a merge is under way",
    "CHERRY_PICK_HEAD": "a cherry-pick is under way",
    "REVERT_HEAD": "a revert is under way",
    "rebase-merge": "a rebase is under way",
    "rebase-apply": "a rebase or am is under way",
    "sequencer": "a cherry-pick or revert is under way",
}
