"""The step of `mementod init --agent-dir`: start-up notes in `.agent/`, beside whatever is in use already."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from mementod import files
from mementod.commands.init_steps import Step
from mementod.commands.session import Session
from mementod.config import load_config
from mementod.continuity import session_context
from mementod.errors import UserError
from mementod.gates import decision_log, progress_file
from mementod.judging.disk import Disk
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.repository import find
from mementod_parsers.continuity.projects import TESTS, project
from mementod_parsers.continuity.start_notes import Project
from mementod_parsers.continuity.start_notes import files as notes

COMMITS_READ = 500  # for which files are worked on most
PROGRAM_MODE = 0o755
_PROGRESS = ".agent/init.d/03-progress.md"
# Where another file has that role already, ours would be a second truth.
_ROLES = {
    _PROGRESS: progress_file.locate,
    ".agent/init.d/04-decision-log.md": decision_log.locate,
}


def agent_dir(here: Session) -> Step:
    """What would be laid out; files that are there stay as they are. Raises UserError."""
    repository = find(here.folder)
    root = repository.root
    if not repository.tracked:
        raise UserError(f"{root} is no git repository: start-up notes are laid out in one")
    if not (root / ".agent").resolve().is_relative_to(root.resolve()):
        raise UserError(f"{root / '.agent'} is a link out of the repository: nothing is laid out there")
    used = _in_use(here, repository.git)
    known = _project(repository.git)
    known = replace(known, progress=used.get(_PROGRESS, known.progress))
    new = {name: text for name, text in notes(known).items() if name not in used}
    begun = session_context.of_now(repository.git, session_context.OURSELVES, time.time())
    new[session_context.NAME] = session_context.as_text(begun)
    new = {name: text for name, text in new.items() if not _is_there(root / name)}
    kept = tuple(f"{name}: {other} is used as it is" for name, other in used.items())
    if not new:
        return Step("Start-up notes are in .agent already.", kept)

    def write() -> None:
        for name, said in new.items():
            _put(root / name, said)

    lines = (*new, *kept, "`.agent/run-init.sh` prints them, with or without mementod. Fill in what is in <brackets>.")
    return Step("Start-up notes for agents:", lines, "Lay them out?", write, f"laid out: {root / '.agent'}")


def _in_use(here: Session, git: Git) -> dict[str, str]:
    config, disk = load_config(git.root, here.paths), Disk(git.root)
    found = {name: locate(git, config) for name, locate in _ROLES.items()}
    return {name: path for name, path in found.items() if path != name and disk.there(path)}


def _project(git: Git) -> Project:
    paths = [text(row) for row in git.fields("ls-files", "-z", "--", ":/")]
    disk = Disk(git.root)
    read = {name: data for name, _, _ in TESTS if name in paths and (data := disk.read(name)) is not None}
    manifests = {name: data.decode("utf-8", "replace") for name, data in read.items()}
    return project(git.root.name, paths, manifests, _most_changed(git))


def _most_changed(git: Git) -> list[str]:
    try:
        rows = git.fields("log", "-z", f"-n{COMMITS_READ}", "--format=", "--name-only", "--no-renames", "HEAD", "--")
    except GitError:  # no commit yet
        return []
    return [text(path) for path, _ in Counter(row.strip(b"\n") for row in rows).most_common()]


def _is_there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _put(path: Path, said: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_new(path, said.encode())
        if path.suffix == ".sh":
            path.chmod(PROGRAM_MODE)
    except FileExistsError:
        return  # it appeared meanwhile and stays as it is
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error
