"""The tools of `mementod mcp`: what an agent may ask over MCP, each the command of the same name.

A tool runs the command in a process of its own, so that the answer is the command's own, standard output stays the
protocol's, and a call that takes too long ends. Texts are cut to a budget of tokens.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

from mementod import __version__
from mementod_parsers.continuity.budget import cut

CALL_LIMIT_S = 60
ANSWER_TOKENS = 2_500
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


def server(root: Path) -> MCPServer:
    """A server for the repository around a folder."""
    tools = _Tools(root)
    made = MCPServer("mementod", version=__version__, instructions="Whether notes of this repository still hold.")
    reads: tuple[Callable[..., str], ...] = (tools.boot, tools.recall, tools.check, tools.refs, tools.symbols)
    reads += (tools.handoff, tools.handoff_check)
    for call in reads:
        _add(made, call, _READS)
    writes: tuple[Callable[..., str], ...] = (tools.decide, tools.progress_add)
    for call in writes:
        _add(made, call, _WRITES)
    return made


def _add(made: MCPServer, call: Callable[..., str], annotations: ToolAnnotations) -> None:
    made.add_tool(call, annotations=annotations, structured_output=False)


class _Tools:
    """The docstrings are what the agent reads."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def boot(self, budget_bytes: int = 8_192) -> str:
        """Call this first in a session and after every compaction.

        Stale notes corrected, what must hold, the goal, the last hand-over, and three questions to answer.
        Example: boot().
        """
        return self._run("boot", "--budget", str(budget_bytes))

    def recall(self, query: str, budget_tokens: int = 1_500) -> str:
        """What the notes say and what was said and done earlier, newest first, with what became of the names in it.

        Examples: recall("why not redis"), recall("legacyAuth"), recall("缓存 不要").
        """
        return self._run("recall", "--budget", str(budget_tokens), "--", query)

    def check(self, note: str = "") -> str:
        """Which citations of the notes (or of one note) no longer hold, and where the thing went.

        Examples: check(), check("CLAUDE.md").
        """
        return self._run("check", "--", *((note,) if note else ()))

    def refs(self, name: str) -> str:
        """Which notes cite a path or a name: ask before you move or rename it.

        Examples: refs("src/store.py"), refs("Store.open").
        """
        return self._run("refs", "--", name)

    def symbols(self, name: str) -> str:
        """Where a name is defined today, so that you spell it as the code does.

        Examples: symbols("open"), symbols("Store.open").
        """
        return self._run("symbols", "--", name)

    def handoff(self) -> str:
        """A hand-over in four sections, filled in as far as it is known; fill in the gaps before you stop.

        Example: handoff().
        """
        return self._run("handoff")

    def handoff_check(self, goal: str, files: str, next_step: str) -> str:
        """After a compaction: restate goal, files (with commas) and smallest next step; says what is wrong with them.

        Example: handoff_check("replace the login page", "src/login.py", "run the login tests").
        """
        return self._run("handoff", "check", "--goal", goal, "--files", files, "--next", next_step)

    def decide(self, problem: str, options: str, chosen: str, why: str, rejected: list[str] | None = None) -> str:
        """Write a decision into the decision log; `rejected` holds NAME:WHY.

        Example: decide("where to keep sessions", "redis, sqlite", "sqlite", "no server", ["redis:needs a server"]).
        """
        more = [part for each in rejected or [] for part in ("--rejected", each)]
        said = ("--problem", problem, "--options", options, "--chosen", chosen, "--why", why)
        return self._run("decide", *said, *more)

    def progress_add(self, files: list[str], what: str, why: str) -> str:
        """Write what will be changed and why, before a core file is edited.

        Example: progress_add(["src/store.py"], "keep rows in memory", "reads took 40 ms").
        """
        named = [part for name in files for part in ("--file", name)]
        return self._run("progress", "add", *named, "--what", what, "--why", why)

    def _run(self, *argv: str) -> str:
        command = [sys.executable, "-m", "mementod", "-C", str(self._root), *map(_plain, argv)]
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=CALL_LIMIT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"mementod gave no answer within {CALL_LIMIT_S} s"
        except OSError as error:  # a text of a megabyte is no argument
            return f"mementod could not be asked ({error.strerror}): say it shorter"
        return (
            cut("\n".join(part for part in (done.stdout.strip(), done.stderr.strip()) if part), ANSWER_TOKENS)
            or "Done."
        )


def _plain(text: str) -> str:
    """The text as an argument of a program may be: no NUL, no half of a character."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode()
