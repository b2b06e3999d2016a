"""Targets of task runners: `npm run x`, `make x`, `cargo run --bin x`, with the folder that an option gives.

A verb that the tool has built in is no target.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.runners import BUILT_IN, TARGET_NAME, TASK_RUNNERS, VALUE_OPTIONS
from mementod_parsers.citations.shell import ASSIGN, Word
from mementod_parsers.model import Kind, Reason
from mementod_parsers.word_lists import words as word_set

MAX_TARGETS = 8

_FOLDER_OPTIONS = word_set("-C --prefix --cwd --dir --directory -d --project-dir -w --workspace --filter -F")
_PATH_OPTIONS = word_set("-C --prefix --cwd --dir --directory --project-dir")  # the others may name a package
_FOLDER_NAME = re.compile(r"(?:\.\./)*[A-Za-z][\w.-]*(?:/[\w.-]+)*")
_FOLDER_PROGRAMS = word_set("npm pnpm yarn bun make just task gmake composer gradle gradlew")
_SCRIPT_PROGRAMS = word_set("npm pnpm yarn bun composer")
_CARGO_OPTIONS = word_set("--bin --example --test --bench -p --package")
_ENVIRONMENT_OPTIONS = word_set("-e -s --session --env")
_NAMING_VERBS = word_set("run run-script exec task test")
_SHORT_SCRIPTS = word_set("test start stop restart")

_OPEN_ENDS = ("-", "_", ":", ".", "=")

Context = tuple[str, ...]


def read_task(words: list[Word], program: str, context: Context) -> tuple[list[Form], Context]:
    """Return the targets that a command names, and its context with the folder that an option gives."""
    context = _folder(words, program, context)
    if program == "cargo":
        return _cargo(words, context), context
    verb, targets = _split(words, program)
    if not targets and verb in _SHORT_SCRIPTS and program in ("npm", "pnpm", "yarn"):
        end = next(w.end for w in words if w.text == verb)
        return [Form(Kind.COMMAND, f"{program} run {verb}", words[0].start, end, context=context)], context
    if verb and verb not in _NAMING_VERBS:
        return [], context
    return _targets(words[0], targets, program, verb, context), context


def folder_cited(words: list[Word], program: str, context: Context) -> list[Form]:
    """Return the folder that an option names as the one to run in: `make -C tools`."""
    option, value = _folder_option(words, program)
    name = value.text.removeprefix("./").rstrip("/")
    if option not in _PATH_OPTIONS or not _FOLDER_NAME.fullmatch(name):
        return []
    return [Form(Kind.DIR, name, value.start, value.end, loose=True, context=context)]


def _folder(words: list[Word], program: str, context: Context) -> Context:
    _, value = _folder_option(words, program)
    clean = value.text.removeprefix("./").strip("{}@/").rstrip(".")
    return (clean, *context) if clean else context


def _folder_option(words: list[Word], program: str) -> tuple[str, Word]:
    """Return the first option that says where to run, and its value; both empty without one."""
    for i, word in enumerate(words if program in _FOLDER_PROGRAMS else ()):
        option, equals, value = word.text.partition("=")
        if word.text == "--":
            break
        if option in _FOLDER_OPTIONS and equals:
            return option, Word(value, word.end - len(value), word.end)
        if option in _FOLDER_OPTIONS:
            return option, words[i + 1] if i + 1 < len(words) else Word("", word.end, word.end)
    return "", Word("", 0, 0)


def _split(words: list[Word], program: str) -> tuple[str, list[Word]]:
    """Return the verb and the words that may be targets; options and their values are passed over."""
    verb, i = "", 1
    targets: list[Word] = []
    while i < len(words) and words[i].text != "--":
        text = words[i].text
        if text.startswith(("-", "+")):
            takes = "=" not in text and (text in VALUE_OPTIONS or text in _FOLDER_OPTIONS)
            named = program in ("tox", "nox") and text in _ENVIRONMENT_OPTIONS
            i += 2 if takes and not named else 1
            continue
        if not verb and not targets and text in TASK_RUNNERS[program]:
            verb = text
        else:
            targets.append(words[i])
            if program not in ("make", "gmake", "gradle", "gradlew"):
                break
        i += 1
    return verb, targets[:MAX_TARGETS]


def _targets(head: Word, targets: list[Word], program: str, verb: str, context: Context) -> list[Form]:
    forms: list[Form] = []
    for word in targets:
        if not verb and word.text in BUILT_IN.get(program, frozenset()):
            break
        known, filled_in, _ = word.text.lstrip(":").partition("<")  # `make ci-<name>`
        if ASSIGN.match(word.text) or not TARGET_NAME.match(known):
            continue
        is_open = bool(filled_in) or known.endswith(_OPEN_ENDS) or "{" in known
        reason = Reason.PLACEHOLDER if is_open else None
        start = head.start if word is targets[0] else word.start
        name = f"{_canonical(program, verb)} {word.text}"
        forms.append(Form(Kind.COMMAND, name, start, word.end, reason=reason, context=context))
    return forms


def _cargo(words: list[Word], context: Context) -> list[Form]:
    verb = next((w.text for w in words[1:] if w.text in TASK_RUNNERS["cargo"]), "")
    for i, word in enumerate(words):
        option, equals, value = word.text.partition("=")
        if word.text == "--":
            break
        if option in _CARGO_OPTIONS and (equals or i + 1 < len(words)):
            value, end = (value, word.end) if equals else (words[i + 1].text, words[i + 1].end)
            if TARGET_NAME.match(value):
                short = "-p" if option == "--package" else option
                name = f"cargo {verb or 'run'} {short} {value}"
                return [Form(Kind.COMMAND, name, words[0].start, end, context=context)]
    if not verb and len(words) > 1 and words[1].text not in BUILT_IN["cargo"] and TARGET_NAME.match(words[1].text):
        # An alias of .cargo/config.toml, as `cargo xtask`.
        return [Form(Kind.COMMAND, f"cargo {words[1].text}", words[0].start, words[1].end, loose=True, context=context)]
    return []


def _canonical(program: str, verb: str) -> str:
    if program in _SCRIPT_PROGRAMS:
        return f"{program} run"
    if program in ("deno", "nx", "turbo", "hatch", "pdm", "mise", "lerna", "pixi"):
        return f"{program} {verb or 'run'}"
    return {"gmake": "make", "gradlew": "gradle", "inv": "invoke"}.get(program, program)
