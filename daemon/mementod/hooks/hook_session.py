"""What is said of a session itself: how often its context was compacted, and how full it is; and the note of it.

`.agent/session.ctx` is kept up where it was laid out; nothing else in a work tree is touched.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mementod_hooks.agents.call import Agent

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked
    from mementod_parsers.continuity.transcripts.usage import Use

TAIL_BYTES = 256 << 10  # of a session file; the last answer is near its end
FULL_SHARE = 0.7  # of the context: while there is room to write down what is open
CLOSE_ANSWERS = 8  # between two compactions: more was read than done
ROOM_TOKENS = 50_000  # below it no refactoring is begun
_ID = re.compile(r"[\w-]+")


def note(ask: Asked, began: float, compactions: int) -> None:
    """Write down whose state it is now. `began`: seconds since 1970."""
    from mementod.continuity.session_context import is_kept, of_now, write  # this module is loaded after every call
    from mementod.vcs.git import GitError

    try:
        place = ask.place
        if place is None or not is_kept(place.root):
            return
        write(place.root, of_now(place.git, ask.session, began, compactions))
    except (GitError, OSError):
        return


def fullness(ask: Asked) -> str:
    """How full the context is, said once until it is compacted; nothing where the agent does not tell."""
    use = _use(ask) if ask.judge.memory else None
    if use is None:
        return ""
    found = {}
    if use.used >= FULL_SHARE * use.window:
        found["context full"] = (
            f"The context is {100 * use.used // use.window} % full ({use.used:,} of {use.window:,} tokens):"
            " finish the step at hand, commit it, and write the hand-over (`mementod handoff`) while there is room."
        )
    if use.room < ROOM_TOKENS:
        found["context room"] = f"Fewer than {ROOM_TOKENS:,} tokens are left: begin no new refactoring."
    new = ask.untold(found)
    return "\n".join(text for key, text in found.items() if key in new)


def thrashing(ask: Asked) -> str:
    """What to say when a context was compacted again after a few answers; empty where it was not, or nobody knows."""
    from mementod_parsers.continuity.transcripts.usage import answers_between

    count = answers_between(ask.call.agent, _latest(ask))
    if count is None or count > CLOSE_ANSWERS:
        return ""
    return (
        f"The context was compacted again after {count} answers: it fills faster than the work goes on."
        " Read parts of files, not whole ones; commit, hand over, and start afresh."
    )


def is_compacting(ask: Asked) -> bool:
    """Whether the context is being compacted right now, beside the work: what is said now may be lost in it."""
    from mementod_parsers.continuity.transcripts.usage import is_compacting

    return is_compacting(ask.call.agent, _latest(ask))


def _use(ask: Asked) -> Use | None:
    tells = bool(ask.call.used and ask.call.window)
    if not tells and not _session_file(ask):
        return None
    from mementod_parsers.continuity.transcripts.usage import Use, use_in

    return Use(ask.call.used, ask.call.window) if tells else use_in(ask.call.agent, _latest(ask))


def _latest(ask: Asked) -> Iterator[bytes]:
    """The lines of the agent's own file of this session, the last one first; read when the first is asked for."""
    if path := _session_file(ask):
        yield from reversed(_tail(path).split(b"\n"))


def _session_file(ask: Asked) -> str:
    call, home = ask.call, ask.judge.paths.home
    if not call.transcript and call.agent is Agent.COPILOT and home and _ID.fullmatch(call.session):
        return f"{home}/.copilot/session-state/{call.session}/events.jsonl"  # it says so to few hooks
    return call.transcript


def _tail(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return b""
    try:
        about = os.fstat(descriptor)
        is_file = stat.S_ISREG(about.st_mode)
        return os.pread(descriptor, TAIL_BYTES, max(about.st_size - TAIL_BYTES, 0)) if is_file else b""
    except OSError:
        return b""
    finally:
        os.close(descriptor)
