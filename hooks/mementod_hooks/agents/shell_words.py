"""A shell command line as words, redirections and here-documents. Reads text only: nothing is run or looked up.

As much of the POSIX grammar as commands of agents use. What is not understood is skipped, never an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

WORDS_CAP = 5_000
HERE_DOCUMENTS_CAP = 50
UNKNOWN = "\0\0"  # in a word: something that only running it would tell

_PLAIN = re.compile(r"""[^\s'"\\$`;&|()<>]+""")
_IN_QUOTES = re.compile(r"""[^"\\$`]+""")
_REDIRECT = re.compile(r"(?:\d{0,3}|&)(?:<<<|<<-|<<|>>|>\||>&|<&|<>|>|<)")
_OPERATOR = re.compile(r"&&|\|\||\|&|;;|[;&|\n]")
_VARIABLE = re.compile(r"\$(?:([A-Za-z_]\w{0,100})|\{([A-Za-z_]\w{0,100})\})")
_PARAMETER = re.compile(r"\$(?:\{[^}]{0,400}\}|[\d@*#?!$-])")
_NESTING = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[()]""", re.DOTALL)
_GLOB = re.compile(r"[*?\[]")
_BRACES = re.compile(r"\{[^{}]*,[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Word:
    r"""A word without its quotes. A variable is `\0NAME\0` in its text."""

    text: str
    glob: bool = False  # holds a wildcard outside quotes
    braces: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """`operator` is without the number of the stream."""

    operator: str
    word: Word


@dataclass(slots=True)
class Command:
    """A simple command; `body` is what a here-document or here-string gives it to read."""

    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    body: str = ""
    piped: bool = False  # reads another command's output


class Scope(Enum):
    """Where a subshell begins and ends: a `cd` inside leads nowhere outside."""

    OPEN = "("
    CLOSE = ")"


@dataclass(slots=True)
class Script:
    """The commands in their order; `nested` are the texts of command substitutions."""

    items: list[Command | Scope] = field(default_factory=list)
    nested: list[str] = field(default_factory=list)


def parse(text: str) -> Script:
    """Cut a text into commands; of a very long one only the first WORDS_CAP words are read."""
    return _Scanner(text.replace("\0", "").replace("\r\n", "\n")).script()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.result = Script()
        self.command = Command()
        self.waiting: list[tuple[Command, str, bool]] = []  # here-documents that begin on the next line
        self.count = 0

    def script(self) -> Script:
        while self.at < len(self.text) and self.count < WORDS_CAP:
            self._step()
        self._end()
        return self.result

    def _step(self) -> None:
        char = self.text[self.at]
        if char in " \t\r":
            self.at += 1
        elif self.text.startswith("\\\n", self.at):
            self.at += 2
        elif char == "#":
            end = self.text.find("\n", self.at)
            self.at = end if end >= 0 else len(self.text)
        elif char in "()":
            self._scope(char)
        elif found := _REDIRECT.match(self.text, self.at):
            self._redirect(found)
        elif found := _OPERATOR.match(self.text, self.at):
            self._operator(found)
        else:
            self.command.words.append(self._word())

    def _end(self) -> None:
        if self.command.words or self.command.redirects:
            self.result.items.append(self.command)
        self.command = Command()

    def _scope(self, char: str) -> None:
        self.at += 1
        self._end()
        self.result.items.append(Scope(char))

    def _operator(self, found: re.Match[str]) -> None:
        self.at = found.end()
        self._end()
        self.command.piped = found.group() in ("|", "|&")
        if found.group() == "\n":
            self._here_documents()

    def _redirect(self, found: re.Match[str]) -> None:
        self.at = found.end()
        operator = found.group().lstrip("0123456789")
        if operator in (">", "<") and self.text.startswith("(", self.at):
            self.at += 1
            self.result.nested.append(self._to_closing())
            return
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1
        word = self._word()
        match operator:
            case "<<" | "<<-" if len(self.waiting) < HERE_DOCUMENTS_CAP:
                self.waiting.append((self.command, word.text, operator == "<<-"))
            case "<<<":
                self.command.body = word.text
            case _:
                self.command.redirects.append(Redirect(operator, word))

    def _here_documents(self) -> None:
        for command, delimiter, tabs in self.waiting:
            line = re.compile(("^\t*" if tabs else "^") + re.escape(delimiter) + "$", re.MULTILINE)
            end = line.search(self.text, self.at)
            command.body = self.text[self.at : end.start() if end else len(self.text)]
            self.at = min(end.end() + 1, len(self.text)) if end else len(self.text)
        self.waiting.clear()

    def _word(self) -> Word:
        self.count += 1
        parts: list[str] = []
        bare: list[str] = []  # what stands outside quotes
        start = self.at
        while self.at < len(self.text):
            if found := _PLAIN.match(self.text, self.at):
                self.at = found.end()
                parts.append(found.group())
                bare.append(found.group())
            elif self.text[self.at] in "'\"\\$`":
                parts.append(self._quoted())
            else:
                break
        if self.at == start:  # a redirection without a word
            self.at += 1 if self.at < len(self.text) and self.text[self.at] not in "\n();&|<>" else 0
        outside = "".join(bare)
        return Word("".join(parts), bool(_GLOB.search(outside)), bool(_BRACES.search(outside)))

    def _quoted(self) -> str:
        match self.text[self.at]:
            case "'":
                return self._until("'", self.at + 1)
            case '"':
                self.at += 1
                return self._double()
            case "\\":
                self.at += 2
                return self.text[self.at - 1 : self.at].replace("\n", "")
            case "`":
                self.result.nested.append(self._until("`", self.at + 1))
                return UNKNOWN
            case _:
                return self._dollar()

    def _until(self, char: str, start: int) -> str:
        end = self.text.find(char, start)
        end = end if end >= 0 else len(self.text)
        self.at = min(end + 1, len(self.text))
        return self.text[start:end]

    def _double(self) -> str:
        parts: list[str] = []
        while self.at < len(self.text):
            if found := _IN_QUOTES.match(self.text, self.at):
                self.at = found.end()
                parts.append(found.group())
                continue
            char = self.text[self.at]
            if char == '"':
                self.at += 1
                break
            following = self.text[self.at + 1 : self.at + 2]
            if char == "\\" and following not in ('"', "\\", "$", "`", "\n"):
                self.at += 1
                parts.append(char)
            else:
                parts.append(self._quoted())
        return "".join(parts)

    def _dollar(self) -> str:
        if self.text.startswith("$(", self.at):
            self.at += 2
            self.result.nested.append(self._to_closing())
            return UNKNOWN
        if self.text.startswith("$'", self.at):
            return self._until("'", self.at + 2)
        if found := _VARIABLE.match(self.text, self.at):
            self.at = found.end()
            return f"\0{found[1] or found[2]}\0"
        if found := _PARAMETER.match(self.text, self.at):
            self.at = found.end()
            return UNKNOWN
        self.at += 1
        return "" if self.text.startswith('"', self.at) else "$"

    def _to_closing(self) -> str:
        """The text up to the bracket that closes the one before; all of the rest when none does."""
        start, depth = self.at, 1
        for found in _NESTING.finditer(self.text, start):
            depth += {"(": 1, ")": -1}.get(found.group(), 0)
            if depth == 0:
                self.at = found.end()
                return self.text[start : found.start()]
        self.at = len(self.text)
        return self.text[start:]
