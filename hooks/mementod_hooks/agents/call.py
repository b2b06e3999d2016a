"""The records between an agent and a gate: what is about to happen, the answer to it, and what the hook prints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Agent(StrEnum):
    """The agents that we speak with."""

    CLAUDE = "claude"
    CODEX = "codex"
    COPILOT = "copilot"
    GEMINI = "gemini"
    OPENCODE = "opencode"
    QWEN = "qwen"
    CURSOR = "cursor"
    CLINE = "cline"


class Event(StrEnum):
    """What is about to happen, or has happened."""

    BEFORE_EDIT = "before-edit"
    AFTER_EDIT = "after-edit"
    BEFORE_SHELL = "before-shell"
    AFTER_SHELL = "after-shell"
    SESSION_START = "session-start"
    TURN = "turn"  # the model is about to be asked, and can be told something
    BEFORE_COMPACTION = "before-compaction"
    AFTER_COMPACTION = "after-compaction"
    COMPACTION = "compaction"  # before it or after it: all that is sure, and nothing that is said now is kept
    STOP = "stop"
    OTHER = "other"  # nothing that a gate decides on
    UNKNOWN = "unknown"  # could not be read; always allowed


BEFORE = frozenset({Event.BEFORE_EDIT, Event.BEFORE_SHELL})
AFTER = frozenset({Event.AFTER_EDIT, Event.AFTER_SHELL})
BEGINNING = frozenset({Event.SESSION_START, Event.AFTER_COMPACTION})
TELLING = BEFORE | AFTER | BEGINNING | {Event.TURN}  # an agent can be told something then


@dataclass(frozen=True, slots=True)
class Target:
    """A place that will be written. `path` is as written: absolute, relative to the call's `cwd`, or `~/...`."""

    path: str
    below: bool = False  # a folder stands for everything in it
    pattern: bool = False  # a glob
    restored: bool = False  # git puts back what is staged or committed: this adds no change that needs a reason


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a hook. What the agent did not say is empty."""

    agent: Agent
    event: Event
    cwd: str = ""
    targets: tuple[Target, ...] = ()
    command: str = ""  # of a shell
    edited: str = ""  # what is taken away and put in, cut; for the names in it
    outcome: str = ""  # of a shell's command, cut; empty also where the agent does not say
    failed: bool = False  # that command
    unseen: bool = False  # starts an interpreter whose later input no hook sees
    tool: str = ""
    hook: str = ""  # the event by the agent's own name
    session: str = ""
    id: str = ""  # of this tool call
    subagent: str = ""
    version: str = ""  # of the agent
    source: str = ""  # why a session starts: startup, resume, clear, compact...
    transcript: str = ""  # the file that the agent keeps of its session
    used: int = 0  # tokens in the context, where the call itself says so
    window: int = 0  # that it holds
    held: bool = False  # it was held back from stopping before, or still has work running: never again
    problem: str = ""  # one line, when the event is unknown


@dataclass(frozen=True, slots=True)
class Answer:
    """What the gate says. An empty answer allows and adds nothing."""

    deny: str = ""  # the reason; before a stop: what is still to be done
    context: str = ""  # for the agent, about this call
    notice: str = ""  # one line for the person
    digest: str = ""  # for the agent, longer: what it begins with, or gets back


@dataclass(frozen=True, slots=True)
class Output:
    """What the hook process prints. The exit code is always 0: each agent understands another by any other."""

    stdout: bytes = b""
    stderr: bytes = b""
    code: int = 0
