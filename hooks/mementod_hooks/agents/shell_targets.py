"""Which files a shell command line writes. Reads the text only; nothing is run, and no file is looked at.

Best effort and bounded: what only running would tell is left out, so this is a guard rail, no sandbox.
"""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from mementod_hooks.agents.call import Target
from mementod_hooks.agents.patches import TARGETS_CAP
from mementod_hooks.agents.shell_commands import INTERPRETERS, WRITERS
from mementod_hooks.agents.shell_options import Arg, options
from mementod_hooks.agents.shell_words import UNKNOWN, Command, Scope, Word, parse

DEPTH_CAP = 4  # of commands inside commands
EXPANSIONS_CAP = 32  # that one word may become
COMMANDS_CAP = 2_000

_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish"})
_RESERVED = frozenset({"if", "then", "else", "elif", "do", "while", "until", "!", "{", "}", "fi", "done", "function"})
# Words before a command, with those of their options that take a value and how many arguments follow.
_PREFIXES: dict[str, tuple[str, int]] = {
    "sudo": ("ugCDhpRT", 0), "doas": ("uC", 0), "env": ("uCS", 0), "nohup": ("", 0), "time": ("fo", 0),
    "nice": ("n", 0), "ionice": ("cn", 0), "command": ("", 0), "exec": ("a", 0), "builtin": ("", 0),
    "stdbuf": ("ioe", 0), "timeout": ("ks", 1), "setsid": ("", 0), "xargs": ("EILnPsad", 0),
}  # fmt: skip
_RUNNERS = frozenset({("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("pdm", "run"), ("bundle", "exec")})
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)
_VARIABLE = re.compile("\0([A-Za-z_]\\w*)\0")
_BRACE = re.compile(r"\{([^{}]*,[^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Writes:
    """What a command line writes. `unseen`: it starts an interpreter that waits for input which no hook sees."""

    targets: tuple[Target, ...] = ()
    unseen: bool = False


def shell_writes(command: str, folder: str = "") -> Writes:
    """The places that a command line names as those it writes; `folder` is where it runs, relative or absolute."""
    reader = _Reader(folder)
    reader.run(command, 0)
    return Writes(tuple(itertools.islice(reader.found, TARGETS_CAP)), reader.unseen)


@dataclass(slots=True)
class _Reader:
    folder: str | None  # None after a `cd` to where we cannot follow
    variables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    found: dict[Target, None] = field(default_factory=dict)
    unseen: bool = False
    commands: int = 0

    def run(self, text: str, depth: int) -> None:
        """Read a script: of the process itself, or of one that it starts."""
        if depth > DEPTH_CAP:
            return
        script = parse(text)
        outside: list[str | None] = []
        for item in script.items:
            self.commands += 1
            if self.commands > COMMANDS_CAP:
                return
            if item is Scope.OPEN:
                outside.append(self.folder)
            elif item is Scope.CLOSE:
                self.folder = outside.pop() if outside else self.folder
            elif isinstance(item, Command):
                self._command(item, depth)
        for nested in script.nested:
            self.run(nested, depth + 1)

    def _command(self, command: Command, depth: int) -> None:
        for redirect in command.redirects:
            if ">" in redirect.operator:
                for arg in self._expand(redirect.word):
                    if arg.known and not (redirect.operator == ">&" and arg.text.strip("-").isdecimal()):
                        self._add(Target(arg.text))
        args = [arg for word in command.words for arg in self._expand(word)]
        args = self._assign(_unreserved(args))
        args = list(_unprefixed(args))
        if args:
            reads = command.piped or bool(command.body) or any("<" in r.operator for r in command.redirects)
            self._named(posixpath.basename(args[0].text), args[1:], command.body, reads, depth)

    def _named(self, name: str, args: Sequence[Arg], body: str, reads: bool, depth: int) -> None:
        if name in INTERPRETERS and not reads and all(arg.text in ("-i", "-l", "-q", "--login") for arg in args):
            self.unseen = True
        match name:
            case "cd" | "pushd":
                self._change(args)
            case "popd":
                self.folder = None
            case "eval":
                self.run(" ".join(arg.text for arg in args), depth + 1)
            case "find" | "fd":
                self._find(args, depth)
            case _ if name in _SHELLS:
                self._shell(args, body, depth)
            case _ if writer := WRITERS.get(name.lower()):
                for target in writer(args, body):
                    self._add(target)

    def _shell(self, args: Sequence[Arg], body: str, depth: int) -> None:
        taken = options(args, "oO", "rcfile init-file")
        inner = taken.operands[0].text if taken.has("c") and taken.operands else "" if taken.operands else body
        folder = self.folder
        self.run(inner, depth + 1)
        self.folder = folder

    def _find(self, args: Sequence[Arg], depth: int) -> None:
        """`find FOLDER -name X -delete`, or with a writing command after `-exec`."""
        folders = list(itertools.takewhile(lambda arg: not arg.text.startswith(("-", "(", "!")), args)) or [Arg(".")]
        texts = [arg.text for arg in args]
        names = [texts[i + 1] for i, text in enumerate(texts[:-1]) if text in ("-name", "-iname")]
        places = [Arg(posixpath.join(f.text, "**", n), f.known, True) for f in folders for n in names] or [
            Arg(posixpath.join(f.text, "**"), f.known, True) for f in folders
        ]
        if "-delete" in texts:
            for place in places:
                if place.known:
                    self._add(Target(place.text, pattern=True))
        for i, text in enumerate(texts):
            if text in ("-exec", "-execdir", "-ok"):
                inner = itertools.takewhile(lambda arg: arg.text not in (";", "+"), args[i + 1 :])
                filled = [place for arg in inner for place in (places if arg.text == "{}" else [arg])]
                if filled and depth < DEPTH_CAP:
                    self._named(posixpath.basename(filled[0].text), filled[1:], "", True, depth + 1)

    def _change(self, args: Sequence[Arg]) -> None:
        to = [arg for arg in args if not arg.text.startswith("-") or arg.text == "-"]
        if not to:
            self.folder = "~"
        elif not to[0].known or to[0].text == "-":
            self.folder = None
        elif to[0].text.startswith(("/", "~")) or self.folder is not None:
            self.folder = posixpath.join(self.folder or "", to[0].text)

    def _add(self, target: Target) -> None:
        path = target.path
        if not path or path == "-" or path.startswith("/dev/") or "://" in path or len(self.found) >= TARGETS_CAP:
            return
        if not path.startswith(("/", "~")):
            if self.folder is None:
                return
            path = posixpath.join(self.folder, path)
        self.found[replace(target, path=path)] = None

    def _assign(self, args: list[Arg]) -> list[Arg]:
        """Remember `NAME=value` in front of a command, `export NAME=value` and the words of a `for`."""
        if args and args[0].text == "for" and len(args) > 2 and args[2].text == "in":
            self.variables[args[1].text] = tuple(arg.text for arg in args[3 : 3 + EXPANSIONS_CAP] if arg.known)
            return []
        if args and args[0].text in ("export", "local", "declare", "readonly", "typeset"):
            args = args[1:]
        while args and (assigned := _ASSIGNMENT.fullmatch(args[0].text)):
            self.variables[assigned[1]] = (assigned[2],) if args[0].known else ()
            args = args[1:]
        return args

    def _expand(self, word: Word) -> Iterator[Arg]:
        """What a word becomes: alternatives in braces, and the values of variables that we saw set."""
        texts = _each_way([word.text], _BRACE, lambda found: found[1].split(",")) if word.braces else [word.text]
        # A value may hold what cannot be known, never a variable again: it was expanded when it was set.
        for text in _each_way(texts, _VARIABLE, lambda found: self.variables.get(found[1]) or (UNKNOWN,)):
            yield Arg(text, "\0" not in text, word.glob)


def _each_way(texts: list[str], what: re.Pattern[str], parts: Callable[[re.Match[str]], Sequence[str]]) -> list[str]:
    """These texts with what the pattern finds in them replaced, in all combinations up to a limit."""
    for _ in range(EXPANSIONS_CAP):
        found = [(text, what.search(text)) for text in texts]
        if not any(match for _, match in found):
            break
        texts = [
            text[: match.start()] + part + text[match.end() :] if match else text
            for text, match in found
            for part in (parts(match) if match else ("",))
        ][:EXPANSIONS_CAP]
    return texts


def _unreserved(args: list[Arg]) -> list[Arg]:
    while args and args[0].text in _RESERVED:
        args = args[1:]
    return args


def _unprefixed(args: list[Arg]) -> Sequence[Arg]:
    """Take `sudo`, `env A=1`, `timeout 5`, `uv run` and the like off the front."""
    for _ in range(DEPTH_CAP):
        if len(args) > 1 and (args[0].text, args[1].text) in _RUNNERS:
            args = args[2:]
        name = posixpath.basename(args[0].text) if args else ""
        if name not in _PREFIXES:
            break
        valued, skipped = _PREFIXES[name]
        args = args[1:]
        while args and (args[0].text.startswith("-") or (name == "env" and _ASSIGNMENT.fullmatch(args[0].text))):
            takes = args[0].text[-1:] in valued and len(args[0].text) == 2
            args = args[2 if takes else 1 :]
        args = args[skipped:]
    return args
