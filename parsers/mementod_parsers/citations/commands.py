"""Command lines: which script, target, task or file they run, and in which folder.

Reads text only: nothing here runs, expands or looks up anything.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.compose import read_compose
from mementod_parsers.citations.forms import MAX_FORMS, Form
from mementod_parsers.citations.paths import read_path
from mementod_parsers.citations.runners import (
    FILE_RUNNERS,
    KNOWN_TOOLS,
    OUTPUT_OPTIONS,
    PYTHON_MODULES,
    SHELL_KEYWORDS,
    TARGET_NAME,
    TASK_RUNNERS,
    VALUE_OPTIONS,
)
from mementod_parsers.citations.shell import ASSIGN, Word, change_folder, split_commands, without_prefix
from mementod_parsers.citations.task_commands import folder_cited, read_task
from mementod_parsers.model import Kind, Reason
from mementod_parsers.names import MADE_FOLDERS

_SCRIPT = re.compile(
    r"(?:^|[/\\\\])[\w.@-]*?(?:\.(?:sh|bash|zsh|fish|ps1|py|rb|js|mjs|ts|pl|php|bat|cmd"
    r"|exs?|lua|command|exe)|[/\\\\][\w-]+)$|^\.{1,2}/[\w-]+$"
)
# What these are given need not be there: they make it, or take it away.
_MAKERS = frozenset(("rm", "rmdir", "unlink", "rimraf", "del", "mkdir", "touch"))
_LOCAL_SCRIPT = re.compile(r"^\.{1,2}/[\w./@-]*?(?:\.(?:sh|bash|ps1|py|rb|bat|cmd)|/[\w-]+)$|^\./[\w-]+$")


def read_commands(
    text: str, *, single: bool = False, shell: bool = False, folders: list[str] | None = None
) -> list[Form]:
    """Return what the commands in `text` run and name. `folders` is the `cd` state, kept between lines.

    `single` text has no blanks (`./x.sh`); `shell` text stands in a fenced block, where an unknown program counts.
    """
    if single and not shell and not _LOCAL_SCRIPT.match(text):
        return []
    state = folders if folders is not None else []
    forms: list[Form] = []
    for command in split_commands(text):
        forms += _read_simple(command, state, shell=shell, single=single)
        if len(forms) > MAX_FORMS:
            break
    return forms


def _read_simple(words: list[Word], folders: list[str], *, shell: bool, single: bool) -> list[Form]:
    words = without_prefix(words)
    if not words:
        return []
    head = words[0].text
    if head in ("cd", "pushd"):
        return change_folder(words, folders)
    program = head.replace("\\", "/").rsplit("/", 1)[-1]
    if program.endswith((".exe", ".cmd", ".bat")) and "/" not in head and program[:-4] in TASK_RUNNERS:
        program = program[:-4]
    context = tuple(f for f in ("/".join(folders),) if f)
    if (found := _run_file(words, program, context)) is not None:
        if program in TASK_RUNNERS and found:
            found = found + read_task(words, program, context)[0]
        return found + _arguments(words[1:], context, skip={f.start for f in found if f.kind is not Kind.COMMAND})
    if program in TASK_RUNNERS or program in KNOWN_TOOLS:
        if len(words) == 1 and not shell and program not in TASK_RUNNERS:
            return []
        return _tool(words, program, context)
    if single or not _unknown_program(words, shell=shell):
        return []
    return _unknown(words, context) + _arguments(words[1:], context, skip=set())


def _run_file(words: list[Word], program: str, context: tuple[str, ...]) -> list[Form] | None:
    """Read a command that runs a file of the repository: by an interpreter, or by its path."""
    head = words[0]
    if "/" in head.text and not head.text.startswith(("@", "-", "http", "git@")):
        return _running(words, 0, context) if _SCRIPT.search(head.text) else None
    if program not in FILE_RUNNERS:
        return None
    i = 1
    while i < len(words) and words[i].text.startswith("-"):
        if words[i].text == "-m" and i + 1 < len(words) and program.startswith("py"):
            return _module(words, i + 1, context)
        if words[i].text in ("-c", "-e", "-p", "--eval"):
            return []
        i += 2 if words[i].text in VALUE_OPTIONS else 1
    if i >= len(words):
        return None
    if program in TASK_RUNNERS and not _is_file(words[i].text):
        return None
    if words[i].text in FILE_RUNNERS[program]:
        i += 1
        while i < len(words) and words[i].text.startswith("-"):
            i += 1
        if i >= len(words):
            return None
    return _running(words, i, context) if _is_file(words[i].text) else None


def _is_file(text: str) -> bool:
    if text.startswith("@"):
        return False
    paths = read_path(text, code=True)
    return (
        bool(paths)
        and paths[0].kind in (Kind.PATH, Kind.DIR, Kind.LINE_REF)
        and "*" not in text
        and ("/" in text or not paths[0].loose)
    )


def _running(words: list[Word], i: int, context: tuple[str, ...]) -> list[Form]:
    word = words[i]
    base = word.text.split("::", 1)[0]
    paths = read_path(base, code=True)
    if not paths:
        return []
    first = paths[0]._replace(
        start=word.start + paths[0].start,
        end=word.start + paths[0].end,
        context=context,
        loose=False,
    )
    if first.kind is Kind.LINK:
        return [first]
    command = Form(Kind.COMMAND, f"run {first.name}", words[0].start, word.end, reason=first.reason, context=context)
    return [command, first]


def _module(words: list[Word], i: int, context: tuple[str, ...]) -> list[Form]:
    word = words[i]
    top = word.text.split(".", 1)[0]
    known = top in KNOWN_TOOLS or top in TASK_RUNNERS or top in PYTHON_MODULES
    if not TARGET_NAME.match(word.text) or known:
        return []
    command = Form(Kind.COMMAND, f"python -m {word.text}", words[0].start, word.end, context=context)
    return [
        command,
        Form(Kind.SYMBOL, word.text, word.start, word.end, loose="." not in word.text, context=context),
    ]


def _tool(words: list[Word], program: str, context: tuple[str, ...]) -> list[Form]:
    forms: list[Form] = []
    folders = folder_cited(words, program, context)
    if program in TASK_RUNNERS:
        forms, context = read_task(words, program, context)
    taken = {w.start for w in words if any(w.start < f.end and f.start < w.end for f in (*forms, *folders))}
    named = folders + _arguments(words[1:], context, skip=taken)
    forms = forms or read_compose(words, context)
    if any(part in MADE_FOLDERS for folder in context for part in folder.split("/")):
        forms = [f._replace(reason=f.reason or Reason.GENERATED) for f in forms]  # of a Makefile that was made there
    if program in _MAKERS:
        named = [f._replace(reason=f.reason or Reason.NO_CLAIM) for f in named]
    return forms + named


def _arguments(words: list[Word], context: tuple[str, ...], *, skip: set[int]) -> list[Form]:
    """Read the paths among the arguments; what a command writes is loose."""
    forms: list[Form] = []
    writes = False
    for word in words:
        text = word.text
        if text.startswith((">", "1>", "2>", "&>")) or text in OUTPUT_OPTIONS:
            writes = True
            continue
        start = word.start
        if text.startswith("-"):
            option, equals, value = text.partition("=")
            if option.startswith("--") and len(option) > 3 and re.fullmatch(r"--[A-Za-z][\w-]+", option):
                forms.append(Form(Kind.CONFIG, option, start, start + len(option), loose=True))
            if not equals:
                continue
            start += len(option) + 1
            text = value
        if ASSIGN.match(text):
            shift = text.index("=") + 1
            start, text, writes = start + shift, text[shift:], True
        if word.start in skip or not text:
            writes = False
            continue
        forms += _argument(text, start, context, writes=writes)
        writes = False
    return forms


def _argument(text: str, start: int, context: tuple[str, ...], *, writes: bool) -> list[Form]:
    base, colons, node = text.partition("::")
    if text.startswith("@") and "/" not in text:
        return []
    paths = read_path(base, code=True)
    forms = [
        p._replace(start=start + p.start, end=start + p.end, context=context, loose=p.loose or writes)
        for p in paths
        if not (p.loose and "/" not in base)
    ]
    if colons and forms and node:
        names = node.replace("::", ".")
        clean = names.split("[", 1)[0]
        forms.append(
            Form(
                Kind.SYMBOL,
                clean,
                start + len(base) + 2,
                start + len(base) + 2 + len(node.split("[", 1)[0]),
                place=forms[0].name,
                context=context,
            )
        )
    return forms


def _unknown_program(words: list[Word], *, shell: bool) -> bool:
    """An unknown first word is a program only where commands stand: in a shell block, or with a flag."""
    head = words[0].text
    if not re.fullmatch(r"[a-z][a-z0-9_.-]{1,40}", head) or head.endswith((".", ":")) or head in SHELL_KEYWORDS:
        return False
    if any(w.text == "=" or w.text in ("->", "=>", ":=", "==") for w in words[:4]):
        return False
    if any(w.text.startswith("--") for w in words[1:]):
        return True
    return shell or (2 <= len(words) <= 4 and "-" in head and all(re.fullmatch(r"[\w./:@-]+", w.text) for w in words))


def _unknown(words: list[Word], context: tuple[str, ...]) -> list[Form]:
    name, end = words[0].text, words[0].end
    if len(words) > 1 and re.fullmatch(r"[a-z][a-z0-9:-]{1,30}", words[1].text):
        name, end = f"{name} {words[1].text}", words[1].end
    return [Form(Kind.COMMAND, name, words[0].start, end, loose=True, context=context)]
