"""Docker Compose in a command line: the services that it names, or that there are services at all.

A command that names its own file says nothing about the usual one.
"""

from __future__ import annotations

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.shell import Word
from mementod_parsers.model import Kind
from mementod_parsers.names import is_file_name
from mementod_parsers.word_lists import words as word_set

MAX_SERVICES = 8

_VERBS = word_set("up down ps logs exec run build restart start stop pull config kill rm create")
_ONE_SERVICE = word_set("exec run")  # what follows it is for the program in the container
_ANY = "services"  # the name of all of them together
_FILE_OPTIONS = word_set("-f --file --project-directory")  # in front of the verb
_VALUE_OPTIONS = word_set(
    "-p --project-name --profile --env-file --tail --scale -t --timeout -u --user -e --env -w --workdir --file"
)


def read_compose(words: list[Word], context: tuple[str, ...]) -> list[Form]:
    """Return the services that `docker-compose ...` or `docker compose ...` is about; none for other commands."""
    skip = 2 if [w.text for w in words[:2]] == ["docker", "compose"] else 1 if words[0].text == "docker-compose" else 0
    plain = _plain(words[skip:])
    if not skip or not plain or plain[0].text not in _VERBS:
        return []
    if any(w.text.partition("=")[0] in _FILE_OPTIONS for w in words if w.start < plain[0].start):
        return []
    services = plain[1:2] if plain[0].text in _ONE_SERVICE else plain[1 : MAX_SERVICES + 1]
    named = [w for w in services if w.text.replace("-", "_").isidentifier() and not is_file_name(w.text)]
    if not named:
        return [Form(Kind.COMMAND, f"compose {_ANY}", words[0].start, plain[0].end, loose=True, context=context)]
    starts = [words[0].start, *(w.start for w in named[1:])]
    return [
        Form(Kind.COMMAND, f"compose {w.text}", start, w.end, loose=True, context=context)
        for start, w in zip(starts, named, strict=True)
    ]


def _plain(words: list[Word]) -> list[Word]:
    """The words that are no options and no values of any."""
    found: list[Word] = []
    i = 0
    while i < len(words):
        if words[i].text in _VALUE_OPTIONS:
            i += 1
        elif not words[i].text.startswith("-"):
            found.append(words[i])
        i += 1
    return found
