"""What a repository and its user ask of the gates, from both configuration files and from what HEAD holds of ours.

Invariant: what a change that is not committed yet would weaken still holds: core patterns add up, and the stricter
mode counts. Only the user's own file weakens.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mementod.config import REPOSITORY_FILE, Config, OnError, load_config, parse_config, with_user
from mementod.errors import UserError
from mementod.judging.note_names import may_be_known
from mementod.paths import Paths
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Mode
from mementod_hooks.policy import Policy

OUR_NAME = b"mementod"
# Where a repository may keep hooks: a file there is core once it names us.
_HOOK_PLACES = re.compile(
    r"(?:^|/)(?:\.claude/settings(?:\.local)?\.json|\.claude/hooks/.+|\.(?:codex|cursor|qwen|kiro|windsurf)/.*hooks?.*"
    r"|\.codex/config\.toml|\.(?:gemini|qwen)/settings\.json|\.(?:github|copilot|cline|clinerules)/hooks/.+"
    r"|\.?opencode/plugins?/.+|\.pre-commit-config\.yaml|prek\.toml|\.?lefthook(?:-local)?\.ya?ml"
    r"|\.husky/.+|\.githooks/.+)$"
)
_RANK = (Mode.OFF, Mode.WARN, Mode.BLOCK)


@dataclass(frozen=True, slots=True)
class Rules:
    """The policy that holds in one repository, and the configuration that it came from.

    `is_unknown`: neither the configuration on disk nor the one in HEAD can be read, so that nobody knows what is core.
    """

    config: Config = field(default_factory=Config)
    policy: Policy = field(default_factory=Policy)
    problems: tuple[str, ...] = ()
    is_unknown: bool = False

    @property
    def denies_on_error(self) -> bool:
        return self.config.on_error is OnError.BLOCK

    def core(self, names: Iterable[str]) -> list[str]:
        """Those files that are core, if they are in HEAD, in order."""
        names = list(names)
        found = self.policy.of_core(names)
        return [name for name in names if name in found]

    def is_free(self, name: str, progress: str) -> bool:
        """Whether a file is the progress file or a note, which may always be written."""
        asked = bool(self.config.notes or self.config.user_notes)
        if name == progress or not (asked or may_be_known(name)):
            return name == progress
        from mementod.judging.sources import find_notes, source_of  # a fourth of the time of a denial

        return source_of(name) is not None or (
            asked and any(note.path == name for note in find_notes([name], self.config))
        )


def read_rules(root: Path, objects: Objects, paths: Paths, names: Iterable[str]) -> Rules:
    """The rules for these files. A configuration that cannot be read is a problem; then HEAD's holds."""
    problems: list[str] = []
    try:
        config: Config | None = load_config(root, paths)
    except UserError as error:
        config = None
        problems.append(str(error))
    committed = _committed(objects)
    is_unknown = config is None and committed is None
    config = config or with_user(committed or Config(), paths)
    both = (config, committed or config)
    policy = Policy(
        tuple(dict.fromkeys((*config.core, *both[1].core, *config.user_core))),
        _carriers(names, objects),
        _strictest(each.gate.edit for each in both),
        _strictest(each.gate.commit for each in both),
        _strictest(each.gate.stale for each in both),
        _override(config, root),
    )
    return Rules(config, policy, (*problems, *config.faults), is_unknown)


def _committed(objects: Objects) -> Config | None:
    data = objects.file("HEAD", REPOSITORY_FILE)
    try:
        return parse_config(data.decode("utf-8-sig")) if data else None
    except (UserError, UnicodeDecodeError):
        return None


def _carriers(names: Iterable[str], objects: Objects) -> frozenset[str]:
    places = (name for name in names if _HOOK_PLACES.search(name))
    return frozenset(name for name in places if OUR_NAME in (objects.file("HEAD", name) or b""))


def _strictest(modes: Iterable[Mode]) -> Mode:
    return max(modes, key=_RANK.index)


def _override(config: Config, root: Path) -> Mode | None:
    """The user's own mode for this repository."""
    here = os.path.realpath(root)
    named = (mode for path, mode in config.gates if os.path.realpath(os.path.expanduser(path)) == here)  # noqa: PTH111
    return next(named, None)
