"""Command lines: which script, target, task or file they run, and in which folder.

Reads text only: nothing here runs, expands or looks up anything.
"""

from __future__ import annotations

from mementod_parsers.word_lists import words

import re
from dataclasses import dataclass, replace

from mementod_parsers.forms import MAX_FORMS, Form
from mementod_parsers.model import Kind, Reason
from mementod_parsers.paths import read_path
from mementod_parsers.runners import (
    BUILT_IN,
    FILE_RUNNERS,
    KNOWN_TOOLS,
    OUTPUT_OPTIONS,
    TASK_RUNNERS,
    VALUE_OPTIONS,
)

MAX_WORDS = 120

_WORD = re.compile(
    r"(?:[^\s\"'&|;()<>]|\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|\\.|[\"'])+|&&|\|\||[;|&()]|\d?>{1,2}|<{1,3}"
)
_PROMPT = re.compile(r"^\s*(?:\$|%|PS[^>\n]{0,80}>|[\w.-]+@[\w.-]+:[^$#\n]{0,80}[$#]|>>?|\u276f|\u279c)\s+")
_ASSIGN = re.compile(r"^[A-Za-z_]\w*=\S*$")
_COMMENT = re.compile(r"(?:^|\s)#\s")
_SCRIPT = re.compile(
    r"(?:^|[/\\\\])[\w.@-]*?(?:\.(?:sh|bash|zsh|fish|ps1|py|rb|js|mjs|ts|pl|php|bat|cmd|exs?|lua|command|exe)|[/\\\\][\w-]+)$|^\.{1,2}/[\w-]+$"
)
_LOCAL_SCRIPT = re.compile(r"^\.{1,2}/[\w./@-]*?(?:\.(?:sh|bash|ps1|py|rb|bat|cmd)|/[\w-]+)$|^\./[\w-]+$")
_NAME = re.compile(r"^[A-Za-z_@][\w.:@/-]*$")
_SEPARATORS = words("&& || ; | & ( )")
_PREFIXES = words(
    """
        sudo time env nohup exec command nice xvfb-run dotenvx doppler op caffeinate
        """
)
_RUN_PREFIXES = {
    ("poetry", "run"),
    ("uv", "run"),
    ("pipenv", "run"),
    ("pdm", "run"),
    ("hatch", "run"),
    ("rye", "run"),
    ("bundle", "exec"),
    ("mise", "exec"),
    ("mise", "x"),
    ("docker", "compose"),
    ("pixi", "run"),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command line with its place, quotes taken off."""

    text: str
    start: int
    end: int


def read_commands(
    text: str, *, single: bool = False, shell: bool = False, folders: list[str] | None = None
) -> list[Form]:
    """Return what the commands in `text` run and name. `folders` is the `cd` state, kept between lines.

    `single` text has no blanks (`./x.sh`); `shell` text stands in a fenced block, where an unknown program counts.
    """
    if single and not shell and not _LOCAL_SCRIPT.match(text):
        return []
    state = folders if folders is not None else []
    start = m.end() if (m := _PROMPT.match(text)) else 0
    end = c.start() if (c := _COMMENT.search(text, start)) else len(text)
    forms: list[Form] = []
    for words in _simple_commands(text, start, end):
        forms += _read_simple(words, state, shell=shell, single=single)
        if len(forms) > MAX_FORMS:
            break
    return forms


def _simple_commands(text: str, start: int, end: int) -> list[list[Word]]:
    commands: list[list[Word]] = [[]]
    for n, m in enumerate(_WORD.finditer(text, start, end)):
        if n > MAX_WORDS:
            break
        raw = m.group()
        if raw in _SEPARATORS:
            commands.append([])
            continue
        quote = raw[0] if len(raw) > 1 and raw[0] in "\"'" and raw[-1] == raw[0] else ""
        shift = len(quote)
        commands[-1].append(Word(raw[shift : len(raw) - shift], m.start() + shift, m.end() - shift))
    return [c for c in commands if c]


def _read_simple(words: list[Word], folders: list[str], *, shell: bool, single: bool) -> list[Form]:
    words = _without_prefix(words)
    if not words:
        return []
    head = words[0].text
    if head in ("cd", "pushd"):
        return _change_folder(words, folders)
    program = head.replace("\\", "/").rsplit("/", 1)[-1]
    if program.endswith((".exe", ".cmd", ".bat")) and "/" not in head and program[:-4] in TASK_RUNNERS:
        program = program[:-4]
    context = tuple(f for f in ("/".join(folders),) if f)
    if (found := _run_file(words, program, context)) is not None:
        if program in TASK_RUNNERS and found:
            found = found + _task(words, program, context)[0]
        return found + _arguments(
            words[1:], context, skip={f.start for f in found if f.kind is not Kind.COMMAND}
        )
    if program in TASK_RUNNERS or program in KNOWN_TOOLS:
        if len(words) == 1 and not shell and program not in TASK_RUNNERS:
            return []
        return _tool(words, program, context)
    if single or not _unknown_program(words, shell=shell):
        return []
    return _unknown(words, context) + _arguments(words[1:], context, skip=set())


def _without_prefix(words: list[Word]) -> list[Word]:
    i = 0
    while i < len(words):
        text = words[i].text
        if text in _PREFIXES or (_ASSIGN.match(text) and i + 1 < len(words)):
            i += 1
        elif (
            i + 2 < len(words)
            and (text, words[i + 1].text) in _RUN_PREFIXES
            and (text, words[i + 1].text) != ("docker", "compose")
        ):
            i += 2
            while i < len(words) and words[i].text.startswith("-"):
                i += 2 if words[i].text in VALUE_OPTIONS else 1
        else:
            break
    return words[i:]


def _change_folder(words: list[Word], folders: list[str]) -> list[Form]:
    if len(words) < 2 or words[1].text in ("-", "~"):
        folders.clear()
        return []
    target = words[1]
    paths = read_path(target.text, code=True)
    reason = paths[0].reason if paths else None
    before = tuple(f for f in ("/".join(folders),) if f)
    if reason is not None or target.text.startswith(("/", "~", "$")):
        folders.clear()
    else:
        for part in target.text.strip("\"'").split("/"):
            if part == ".." and folders:
                folders.pop()
            elif part not in ("", ".", ".."):
                folders.append(part)
    if target.text.strip("./") == "":
        return []
    name = target.text.rstrip("/").removeprefix("./")
    return [Form(Kind.DIR, name, target.start, target.end, reason=reason, context=before)]


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
    first = replace(
        paths[0],
        start=word.start + paths[0].start,
        end=word.start + paths[0].end,
        context=context,
        loose=False,
    )
    if first.kind is Kind.LINK:
        return [first]
    command = Form(
        Kind.COMMAND, f"run {first.name}", words[0].start, word.end, reason=first.reason, context=context
    )
    return [command, first]


def _module(words: list[Word], i: int, context: tuple[str, ...]) -> list[Form]:
    word = words[i]
    top = word.text.split(".", 1)[0]
    known = (
        top in KNOWN_TOOLS
        or top in TASK_RUNNERS
        or top
        in ("venv", "pip", "pytest", "http", "build", "unittest", "compileall", "json", "black", "ensurepip")
    )
    if not _NAME.match(word.text) or known:
        return []
    command = Form(Kind.COMMAND, f"python -m {word.text}", words[0].start, word.end, context=context)
    return [
        command,
        Form(Kind.SYMBOL, word.text, word.start, word.end, loose="." not in word.text, context=context),
    ]


def _tool(words: list[Word], program: str, context: tuple[str, ...]) -> list[Form]:
    forms: list[Form] = []
    task = TASK_RUNNERS.get(program)
    if task is not None:
        forms, context = _task(words, program, context)
    skip = {f.start for f in forms}
    return forms + _arguments(
        words[1:],
        context,
        skip={w.start for w in words if any(w.start < f.end and w.start >= f.start for f in forms)} | skip,
    )


def _task(words: list[Word], program: str, context: tuple[str, ...]) -> tuple[list[Form], tuple[str, ...]]:
    """Read the target of make, npm, cargo and the like; a folder option (`-C web`) becomes the context."""
    verbs = TASK_RUNNERS[program]
    i, verb = 1, ""
    targets: list[int] = []
    flag = ""
    while i < len(words):
        text = words[i].text
        if text == "--":
            break
        if text.startswith(("-", "+")):
            option, equals, value = text.partition("=")
            if option in (
                "-C",
                "--prefix",
                "--cwd",
                "--dir",
                "--directory",
                "-d",
                "--project-dir",
                "-w",
                "--workspace",
                "--filter",
                "-F",
            ) and program in (
                "npm",
                "pnpm",
                "yarn",
                "bun",
                "make",
                "just",
                "task",
                "gmake",
                "composer",
                "gradle",
            ):
                folder = value if equals else words[i + 1].text if i + 1 < len(words) else ""
                context = (
                    (folder.strip("./").lstrip("{@").rstrip("}"), *context) if folder.strip("./") else context
                )
                i += 1 if equals else 2
                continue
            if (
                option in ("--bin", "--example", "--test", "--bench", "-p", "--package")
                and program == "cargo"
            ):
                value = value if equals else words[i + 1].text if i + 1 < len(words) else ""
                if value and _NAME.match(value):
                    end = words[i].end if equals else words[i + 1].end
                    option = "-p" if option == "--package" else option
                    return [
                        Form(
                            Kind.COMMAND,
                            f"cargo {verb or 'run'} {option} {value}",
                            words[0].start,
                            end,
                            context=context,
                        )
                    ], context
            if option in ("-f", "--file", "-e", "-s", "--session", "--env") and program in (
                "make",
                "tox",
                "nox",
                "just",
            ):
                flag = option
                i += 1
                continue
            i += 2 if option in VALUE_OPTIONS and not equals else 1
            continue
        if not verb and text in verbs:
            verb = text
        else:
            targets.append(i)
            if program not in ("make", "gradle", "gradlew"):
                break
        i += 1
    return _targets(words, program, verb, targets, context, flag), context


def _targets(
    words: list[Word], program: str, verb: str, targets: list[int], context: tuple[str, ...], flag: str
) -> list[Form]:
    verbs = TASK_RUNNERS[program]
    forms: list[Form] = []
    if not targets and verb in ("test", "start", "stop", "restart") and program in ("npm", "pnpm", "yarn"):
        end = next(w.end for w in words if w.text == verb)
        return [Form(Kind.COMMAND, f"{program} run {verb}", words[0].start, end, context=context)]
    for n in targets[:8]:
        word = words[n]
        if not _NAME.match(word.text.lstrip(":")) or (
            verb in verbs and verb not in ("run", "run-script", "exec", "task", "test") and verb
        ):
            continue
        if not verb and word.text in BUILT_IN.get(program, frozenset()):
            break
        if "=" in word.text:
            continue
        reason = Reason.PLACEHOLDER if "<" in word.text or "{" in word.text else None
        name = f"{_canonical(program, verb)} {word.text}"
        start = words[0].start if n == targets[0] else word.start
        forms.append(Form(Kind.COMMAND, name, start, word.end, reason=reason, context=context))
    return forms


def _canonical(program: str, verb: str) -> str:
    if program in ("npm", "pnpm", "yarn", "bun", "composer"):
        return f"{program} run"
    if program in ("deno", "nx", "turbo", "hatch", "pdm", "mise", "poe", "lerna"):
        return f"{program} {verb or 'run'}"
    return {"gmake": "make", "gradlew": "gradle", "inv": "invoke"}.get(program, program)


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
        if word.start in skip or not text or _ASSIGN.match(text):
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
        replace(p, start=start + p.start, end=start + p.end, context=context, loose=p.loose or writes)
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
    if not re.fullmatch(r"[a-z][a-z0-9_.-]{1,40}", head) or head.endswith((".", ":")):
        return False
    if any(w.text == "=" or w.text in ("->", "=>", ":=", "==") for w in words[:4]):
        return False
    if any(w.text.startswith("--") for w in words[1:]):
        return True
    return shell or (
        2 <= len(words) <= 4 and "-" in head and all(re.fullmatch(r"[\w./:@-]+", w.text) for w in words)
    )


def _unknown(words: list[Word], context: tuple[str, ...]) -> list[Form]:
    name, end = words[0].text, words[0].end
    if len(words) > 1 and re.fullmatch(r"[a-z][a-z0-9:-]{1,30}", words[1].text):
        name, end = f"{name} {words[1].text}", words[1].end
    return [Form(Kind.COMMAND, name, words[0].start, end, loose=True, context=context)]
