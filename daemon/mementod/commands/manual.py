"""What every command has: what it changes and how it is called, the end of its help; and no option given twice.

One place, so that all say it in one way and none is forgotten. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from mementod.commands.once import once

NOTHING = "nothing"


class Entry(NamedTuple):
    """`changes` ends the sentence that begins with "Changes"."""

    changes: str
    examples: tuple[str, ...]


MANUAL: Mapping[str, Entry] = {
    "check": Entry(
        "nothing; with --write-baseline the file that it names.",
        (
            "mementod check",
            "mementod check CLAUDE.md .serena/memories",
            "mementod check --range origin/main..HEAD --format github",
        ),
    ),
    "explain": Entry(NOTHING, ("mementod explain CLAUDE.md:12", "mementod explain CLAUDE.md:12 src/store.py")),
    "watch": Entry(NOTHING, ("mementod watch", "mementod watch --format json")),
    "fix": Entry("nothing; with --write the notes it names.", ("mementod fix", "mementod fix --write CLAUDE.md")),
    "verify": Entry("what mementod remembers of these notes, never the notes.", ("mementod verify CLAUDE.md",)),
    "symbols": Entry(NOTHING, ("mementod symbols Store.open",)),
    "refs": Entry(NOTHING, ("mementod refs src/store.py", "mementod refs Store.open --format json")),
    "progress": Entry(NOTHING, ("mementod progress show",)),
    "progress add": Entry(
        "the progress file: one entry more.",
        ("mementod progress add --file src/core/store.py --what 'retry on a lock' --why 'two writers meet'",),
    ),
    "progress show": Entry(NOTHING, ("mementod progress show --file src/core/store.py",)),
    "progress check": Entry(NOTHING, ("mementod progress check",)),
    "gate": Entry(NOTHING, ("mementod gate commit",)),
    "gate edit": Entry(NOTHING, ("mementod gate edit src/core/store.py",)),
    "gate commit": Entry(NOTHING, ("mementod gate commit",)),
    "gate agent": Entry(NOTHING, ("mementod gate agent claude PreToolUse < call.json",)),
    "gate git": Entry(NOTHING, ("mementod gate git pre-commit",)),
    "boot": Entry(NOTHING, ("mementod boot", "mementod boot --budget 4000")),
    "decide": Entry(
        "the decision log: one entry more.",
        ("mementod decide --problem 'which store' --options 'SQLite, LMDB' --chosen SQLite --why 'one file'",),
    ),
    "mcp": Entry("what the agent asks it to write: decisions and progress entries.", ("mementod mcp",)),
    "tidy": Entry(
        "nothing; with --write indexes and finished progress entries.", ("mementod tidy", "mementod tidy --write")
    ),
    "recall": Entry("no note", ("mementod recall why not redis", "mementod recall legacyAuth --budget 600")),
    "remember": Entry("the log, in mementod's own state directory.", ("mementod remember 'Redis was rejected'",)),
    "forget": Entry("the log: these messages are gone for good.", ("mementod forget 1204 1209",)),
    "engram": Entry("no note", ("mementod engram", "mementod engram --format json")),
    "engram revoke": Entry(
        "the record: these statements count no more.", ("mementod engram revoke 'never use Redis'",)
    ),
    "handoff": Entry(NOTHING, ("mementod handoff > handover.md", "mementod handoff write < handover.md")),
    "handoff write": Entry("what mementod remembers: one hand-over more.", ("mementod handoff write < handover.md",)),
    "handoff check": Entry(NOTHING, ("mementod handoff check < restated.md",)),
    "init": Entry(
        "what you say yes to: .mementod.yaml, hooks of git and of agents, the registry, the service.",
        ("mementod init", "mementod init --dry-run", "mementod init --yes"),
    ),
    "enrol": Entry(
        "the repository's git configuration and git hooks, and the registry.",
        ("mementod enrol", "mementod enrol --scan ~/src --dry-run", "mementod enrol --all"),
    ),
    "unenrol": Entry(
        "the same as enrol, back to what was there before.", ("mementod unenrol", "mementod unenrol ~/src/gone")
    ),
    "repos": Entry(NOTHING, ("mementod repos", "mementod repos --format json")),
    "agents": Entry(NOTHING, ("mementod agents status",)),
    "agents install": Entry(
        "the settings of these agents.", ("mementod agents install --dry-run", "mementod agents install claude codex")
    ),
    "agents uninstall": Entry("the settings of these agents, back to before.", ("mementod agents uninstall",)),
    "agents status": Entry(NOTHING, ("mementod agents status claude",)),
    "uninstall": Entry(
        "all that was installed anywhere, back to before; with --purge also what mementod remembers.",
        ("mementod uninstall --dry-run", "mementod uninstall --yes --purge"),
    ),
    "completion": Entry(NOTHING, ("mementod completion bash", "mementod completion fish")),
    "run": Entry(
        "mementod's own state; notes only where a repository asks for marks.",
        ("mementod run", "mementod run --log-level debug"),
    ),
    "service": Entry(NOTHING, ("mementod service status",)),
    "service install": Entry(
        "the unit files, or the plist, of your own service manager.",
        ("mementod service install", "mementod service install --linger", "mementod service install --dry-run"),
    ),
    "service uninstall": Entry("the files that install wrote: they go.", ("mementod service uninstall",)),
    "service start": Entry("whether the daemon runs.", ("mementod service start",)),
    "service stop": Entry("whether the daemon runs.", ("mementod service stop",)),
    "service restart": Entry("the process of the daemon.", ("mementod service restart",)),
    "service status": Entry(NOTHING, ("mementod service status --format json",)),
    "status": Entry(NOTHING, ("mementod status", "mementod status --watch", "mementod status --format json")),
    "page": Entry(
        "one file, in mementod's state directory or where --output says.",
        ("mementod page", "mementod page --no-open --output notes.html"),
    ),
    "doctor": Entry(
        "nothing that stays: a scratch repository is enrolled and forgotten again.",
        ("mementod doctor", "mementod doctor --format json"),
    ),
    "logs": Entry(NOTHING, ("mementod logs -n 20", "mementod logs --follow", "mementod logs --since 2h --repo .")),
    "pause": Entry("what the daemon does until `mementod resume`.", ("mementod pause",)),
    "resume": Entry("what the daemon does.", ("mementod resume",)),
    "notify": Entry(NOTHING, ("mementod notify test",)),
    "notify test": Entry("nothing; a notice appears.", ("mementod notify test",)),
    "snooze": Entry(
        "until when notices are held.", ("mementod snooze 2h", "mementod snooze --all 1d", "mementod snooze off")
    ),
}


def attach(name: str, command: click.Command) -> click.Command:
    """Give a command, and those in it, the end of their help, and have them refuse an option that is given twice."""
    for path, found in walk(name, command):
        once(found)
        if entry := MANUAL.get(path):
            found.epilog = text(entry)
    return command


def walk(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command and those in it, each with its name as it is typed."""
    yield name, command
    if isinstance(command, click.Group):
        for below, found in command.commands.items():
            yield from walk(f"{name} {below}", found)


def text(entry: Entry) -> str:
    """As click shows it: the lines behind a backspace stay as they are."""
    lines = "".join(f"\n  {example}" for example in entry.examples)
    return f"Changes {entry.changes.removesuffix('.')}.\n\n\b\nExamples:{lines}"
