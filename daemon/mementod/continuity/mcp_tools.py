"""The tools of `mementod mcp`: what an agent may ask over MCP, each the command of the same name.

A tool runs the command in a process of its own, so that the answer is the command's own, standard output stays the
protocol's, and a call that takes too long ends. Texts are cut to a budget of tokens. What the command refuses is an
error of the tool, in the words of its parameters.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations
from pydantic import Field, ValidationError

from mementod import __version__
from mementod.continuity.memory_file import storable
from mementod.errors import ExitCode
from mementod_parsers.continuity.budget import cut

CALL_LIMIT_S = 60
ANSWER_TOKENS = 2_500
EVERYTHING_TOKENS = 25_000
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_ANSWERS = (ExitCode.FINE, ExitCode.FINDINGS)
_OPTION = re.compile(r"--(problem|options|chosen|why|rejected|files?|what|goal|next|budget)\b")
_PARAMETERS = {"next": "next_step", "file": "files"}  # of another name than the option

Files = Annotated[list[str], Field(description="Paths from the root of the repository.")]
Name = Annotated[str, Field(description="A path, or a name as the code writes it.")]


def server(root: Path) -> MCPServer:
    """A server for the repository around a folder."""
    tools = _Tools(root)
    about = "Whether notes of this repository still hold, and what must survive a compaction."
    reads: tuple[Callable[..., str], ...] = (tools.boot, tools.recall, tools.check, tools.refs, tools.symbols)
    reads += (tools.engram, tools.handoff, tools.handoff_check)
    writes: tuple[Callable[..., str], ...] = (tools.remember, tools.handoff_write, tools.decide, tools.progress_add)
    made = [*(_strict(call, _READS) for call in reads), *(_strict(call, _WRITES) for call in writes)]
    return MCPServer("mementod", version=__version__, instructions=about, tools=made, log_level="WARNING")


class _Tool(Tool):
    """One that says in a line which argument is wrong: the library tells it over several, with an address."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.__cause__.errors())
            raise ToolError(f"{self.name}: {'; '.join(wrong)}") from error.__cause__


def _strict(call: Callable[..., str], annotations: ToolAnnotations) -> Tool:
    """A tool to which an unknown argument is an error: the library passes over it, and another question is answered."""
    tool = _Tool.from_function(call, annotations=annotations, structured_output=False)
    model = tool.fn_metadata.arg_model
    model.model_config["extra"] = "forbid"
    model.model_rebuild(force=True)
    tool.parameters = model.model_json_schema(by_alias=True)
    return tool


class _Tools:
    """The docstrings are what the agent reads."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def boot(
        self,
        budget_bytes: Annotated[int, Field(ge=1_000, le=1_000_000, description="How long the answer may be.")] = 8_192,
    ) -> str:
        """Call this first in a session and after every compaction.

        Stale notes corrected, what must hold, the goal, the last hand-over, and three questions to answer.
        Example: boot().
        """
        return self._run("boot", "--budget", str(budget_bytes), limit=max(budget_bytes, ANSWER_TOKENS))

    def recall(
        self,
        query: Annotated[str, Field(description="Words or names to look for; all must be there.")],
        budget_tokens: Annotated[int, Field(ge=100, le=50_000, description="How long the answer may be.")] = 1_500,
    ) -> str:
        """What binds, what was said and done earlier and what the notes say, with what became of the names in it.

        Examples: recall("why not redis"), recall("legacyAuth"), recall("缓存 不要").
        """
        limit = max(2 * budget_tokens, ANSWER_TOKENS)  # each line comes with its place and time
        found = self._run("recall", "--budget", str(budget_tokens), "--", query, limit=limit)
        return re.sub(r"--budget (\d+) shows them\.\Z", r"budget_tokens=\1 shows them.", found)

    def check(self, note: Annotated[str, Field(description="One note's path; empty for all.")] = "") -> str:
        """Which citations of the notes (or of one note) no longer hold, and where the thing went.

        Examples: check(), check("CLAUDE.md").
        """
        return self._run("check", "--", *((note,) if note else ()))

    def refs(self, name: Name) -> str:
        """Which notes cite a path or a name: ask before you move or rename it.

        Examples: refs("src/store.py"), refs("Store.open").
        """
        return self._run("refs", "--", name)

    def symbols(self, name: Name) -> str:
        """Where a name is defined today, so that you spell it as the code does.

        Examples: symbols("open"), symbols("Store.open").
        """
        return self._run("symbols", "--", name)

    def engram(
        self, everything: Annotated[bool, Field(description="All of it, not only what fits a start.")] = False
    ) -> str:
        """What must survive: constraints in their own words, names that hold, the goal, what is gone.

        Examples: engram(), engram(True).
        """
        return self._run("engram", "--all", limit=EVERYTHING_TOKENS) if everything else self._run("engram")

    def remember(
        self, text: Annotated[str, Field(description="What was said, in its own words; lines are kept apart.")]
    ) -> str:
        """Keep a constraint, a goal or a fact for those who come later; secrets in known forms are taken out.

        Example: remember("Never edit migrations that are committed.").
        """
        return self._run("remember", said=text)

    def handoff(self) -> str:
        """A hand-over in four sections, filled in as far as it is known; fill in the gaps, then call handoff_write.

        Example: handoff().
        """
        return self._run("handoff")

    def handoff_write(
        self,
        text: Annotated[
            str, Field(description="The sections Goal, State, Decisions and Constraints as Markdown, no gap.")
        ],
    ) -> str:
        """Keep the hand-over that you filled in: the next session begins with it. Call it before you stop.

        Example: handoff_write(what handoff() gave, with its gaps filled in).
        """
        return self._run("handoff", "write", said=text)

    def handoff_check(
        self,
        goal: Annotated[str, Field(description="The goal, in your own words.")],
        files: Files,
        next_step: Annotated[str, Field(description="The smallest next step, with the names it touches.")],
    ) -> str:
        """After a compaction: restate goal, files and smallest next step; says what is wrong with them, and what binds.

        Example: handoff_check("replace the login page", ["src/login.py"], "run the login tests").
        """
        return self._run("handoff", "check", "--goal", goal, "--files", ",".join(files), "--next", next_step)

    def decide(
        self,
        problem: Annotated[str, Field(description="What had to be decided.")],
        chosen: Annotated[str, Field(description="What was chosen.")],
        why: Annotated[str, Field(description="Why.")],
        options: Annotated[list[str] | None, Field(description="What could have been chosen.")] = None,
        rejected: Annotated[list[str] | None, Field(description="What was not chosen, each as NAME:WHY.")] = None,
    ) -> str:
        """Write a decision into the decision log, with what was rejected and why.

        Example: decide("where to keep sessions", "sqlite", "no server", ["redis", "sqlite"], ["redis:needs a server"]).
        """
        more = [part for each in rejected or [] for part in ("--rejected", each)]
        said = ("--problem", problem, "--options", ",".join(options or []), "--chosen", chosen, "--why", why)
        return self._run("decide", *said, *more)

    def progress_add(
        self,
        files: Files,
        what: Annotated[str, Field(description="What will be changed.")],
        why: Annotated[str, Field(description="Why.")],
    ) -> str:
        """Write what will be changed and why, before a core file is edited.

        Example: progress_add(["src/store.py"], "keep rows in memory", "reads took 40 ms").
        """
        named = [part for name in files for part in ("--file", name)]
        return self._run("progress", "add", *named, "--what", what, "--why", why)

    def _run(self, *argv: str, said: str = "", limit: int = ANSWER_TOKENS) -> str:
        command = [sys.executable, "-m", "mementod", "-C", str(self._root), *map(_plain, argv)]
        try:
            done = subprocess.run(
                command,
                input=_plain(said),
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=CALL_LIMIT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise ToolError(f"mementod gave no answer within {CALL_LIMIT_S} s") from error
        except OSError as error:  # a text of a megabyte is no argument
            raise ToolError(f"mementod could not be asked ({error.strerror}): say it shorter") from error
        text = "\n".join(part for part in (done.stdout.strip(), done.stderr.strip()) if part)
        if done.returncode not in _ANSWERS:
            raise ToolError(cut(_in_parameters(text), ANSWER_TOKENS))
        return cut(text, limit) or "Done."


def _in_parameters(text: str) -> str:
    """A refusal in the words of the tool: its parameters, not the options of a command line."""
    return _OPTION.sub(lambda found: _PARAMETERS.get(found[1], found[1]), text)


def _plain(text: str) -> str:
    """The text as an argument of a program may be: no NUL, no half of a character."""
    return storable(text.replace("\0", " "))
