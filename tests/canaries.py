"""A repository that names a program wherever git can run one; each leaves a file with its name when it ran."""

from __future__ import annotations

import os
from pathlib import Path

from repos import Repo

NOTE = "`src/a.py` holds `alpha`, `src/gone.py` holds `beta`; see `docs/big.bin`, `build/x`, `link/x`.\n"
HOOKS = (
    "applypatch-msg",
    "commit-msg",
    "fsmonitor-watchman",
    "p4-changelist",
    "post-applypatch",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "post-rewrite",
    "pre-auto-gc",
    "pre-applypatch",
    "pre-commit",
    "pre-merge-commit",
    "pre-push",
    "pre-rebase",
    "prepare-commit-msg",
    "proc-receive",
    "reference-transaction",
    "sendemail-validate",
    "update",
)
# Key -> what it is set to; {} is the program.
CONFIG = {
    "core.fsmonitor": "{}",
    "core.hooksPath": "{hooks}",
    "core.pager": "{}",
    "core.editor": "{}",
    "core.askPass": "{}",
    "core.sshCommand": "{}",
    "core.gitProxy": "{}",
    "core.alternateRefsCommand": "{}",
    "sequence.editor": "{}",
    "pager.log": "{}",
    "pager.ls-files": "{}",
    "filter.canary.clean": "{}",
    "filter.canary.smudge": "{}",
    "filter.canary.process": "{}",
    "filter.plain.clean": "{}",
    "filter.plain.smudge": "{}",
    "diff.external": "{}",
    "diff.canary.command": "{}",
    "diff.canary.textconv": "{}",
    "diff.plain.textconv": "{}",
    "merge.canary.driver": "{}",
    "gpg.program": "{}",
    "gpg.ssh.program": "{}",
    "log.showSignature": "true",
    "credential.helper": "!{}",
    "alias.rev-parse": "!{}",
    "alias.ls-files": "!{}",
    "alias.log": "!{}",
    "uploadpack.packObjectsHook": "{}",
    "interactive.diffFilter": "{}",
    "trailer.x.command": "{}",
    "web.browser": "{}",
    "browser.x.cmd": "{}",
    "man.x.cmd": "{}",
    "submodule.sub.update": "!{}",
    "submodule.recurse": "true",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "protocol.file.allow": "always",
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.url": "ext::{} %S",
    "remote.origin.promisor": "true",
    "remote.origin.partialCloneFilter": "blob:none",
    "remote.origin.uploadpack": "{}",
    "remote.other.url": "file:///nowhere",
    "remote.other.promisor": "true",
    "remote.other.uploadpack": "{}",
    "hook.canary.command": "{}",
    "hook.canary.event": "post-index-change",
    "diff.ignoreSubmodules": "all",
    "diff.relative": "true",
    "diff.noprefix": "true",
    "color.ui": "always",
    "log.follow": "true",
    "log.decorate": "full",
    "status.showUntrackedFiles": "no",
}


class Canaries:
    """`repo`, and the names of the programs that ran."""

    def __init__(self, folder: Path) -> None:
        self.traces = folder / "traces"
        self._bin = folder / "bin"
        for place in (self.traces, self._bin):
            place.mkdir(parents=True)
        self.repo = self._build(folder)
        self.missing = self._lose_a_blob()
        self._arm()

    @property
    def ran(self) -> set[str]:
        return {path.name for path in self.traces.iterdir()}

    def program(self, name: str) -> Path:
        """A program that leaves a trace and is of no other use."""
        path = self._bin / name
        path.write_text(f"#!/bin/sh\n: > '{self.traces / name}'\nexit 1\n")
        path.chmod(0o755)
        return path

    def _build(self, folder: Path) -> Repo:
        repo = Repo(folder / "repo")
        files = {
            "src/a.py": "def alpha():\n    return 1\n",
            "src/gone.py": "def beta():\n    return 2\n",
            "CLAUDE.md": NOTE,
        }
        repo.write(files | {"docs/big.bin": b"\0" * 99, ".gitignore": "build/\n"})
        attributes = (
            "* filter=canary diff=canary merge=canary text\n*.md filter=plain diff=plain\n*.cfg -filter !diff\n"
        )
        repo.write({".gitattributes": attributes, "other.md": "1\n", "other.cfg": "1\n"})
        (repo.root / "link").symlink_to("src")
        repo.commit(date="2025-01-01").write({"docs/big.bin": b"\1" * 99}).commit(date="2025-01-02")
        repo.git("branch", "other")
        repo.remove("src/gone.py").commit(date="2025-01-03")
        repo.git("checkout", "-q", "other")
        repo.write({"side": "x"}).commit(date="2025-01-04")
        repo.git("checkout", "-q", "main")
        repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.head},sub")
        repo.write(
            {".gitmodules": f'[submodule "sub"]\n\tpath = sub\n\turl = ext::{self.program("gitmodules")}\n'}
        ).commit()
        edits = {
            "src/a.py": "def alpha():\n    return 3\n",
            "other.md": "2\n",
            "other.cfg": "2\n",
            "loose.py": "x = 1\n",
        }
        return repo.write(edits)

    def _lose_a_blob(self) -> str:
        oid = self.repo.git("rev-parse", "HEAD~2:docs/big.bin")
        first = self.repo.git("rev-parse", "HEAD~3:docs/big.bin")
        for lost in (oid, first):
            (self.repo.root / ".git/objects" / lost[:2] / lost[2:]).unlink(missing_ok=True)
        return first

    def _arm(self) -> None:
        git = self.repo.root / ".git"
        hooks = self.repo.root.parent / "hooks"
        for folder in (hooks, git / "hooks"):
            folder.mkdir(exist_ok=True)
            for name in HOOKS:
                (folder / name).unlink(missing_ok=True)
                (folder / name).symlink_to(self.program(f"hook-{name}"))
        included = git / "more-config"
        included.write_text(f"[core]\n\tfsmonitor = {self.program('included')}\n")
        lines = [setting(key, value.format(self.program(key), hooks=hooks)) for key, value in CONFIG.items()]
        config = (git / "config").read_text() + "".join(lines) + f"[include]\n\tpath = {included}\n"
        (git / "config").write_text(config)
        os.utime(self.repo.root / "src/a.py", (1, 1))  # its stat differs from the index, so git would look inside
        os.utime(git / "index", (1, 1))  # it is older than all files, so git would look into each of them


def setting(key: str, value: str) -> str:
    """One line of a git configuration with its section."""
    section, _, name = key.rpartition(".")
    group, _, sub = section.partition(".")
    return f'[{group} "{sub}"]\n\t{name} = "{value}"\n' if sub else f'[{group}]\n\t{name} = "{value}"\n'
