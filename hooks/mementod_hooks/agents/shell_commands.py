"""What each writing command writes, from its arguments: one small function for each way of naming files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mementod_hooks.agents.call import Target
from mementod_hooks.agents.code_targets import code_targets
from mementod_hooks.agents.patches import diff_targets, patch_targets
from mementod_hooks.agents.shell_options import Arg, Options, options
from mementod_parsers.word_lists import words

Writer = Callable[[Sequence[Arg], str], Iterator[Target]]


def files(args: Sequence[Arg], below: bool = False, restored: bool = False) -> Iterator[Target]:
    """Each argument is a place."""
    for arg in args:
        if arg.known and arg.text:
            yield Target(arg.text, below, arg.glob, restored)


def _sed(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    found = options(args, "efl", "expression file line-length", rest="i")
    if found.has("i", "in-place"):
        operands = [arg for arg in found.operands if arg.text]  # BSD: -i ''
        yield from files(operands if found.has("e", "f", "expression", "file") else operands[1:])


def _perl(args: Sequence[Arg], body: str) -> Iterator[Target]:
    found = options(args, "eE", rest="iMmIFlx0")
    code = found.values.get("e", "") or found.values.get("E", "")
    if found.has("i"):
        yield from files(found.operands if code else found.operands[1:])
    yield from code_targets(code or ("" if found.operands else body))


def _interpreter(args: Sequence[Arg], body: str) -> Iterator[Target]:
    found = options(args, "cepr", "eval print command")
    code = "\n".join(found.values.get(name, "") for name in ("c", "e", "p", "r", "eval", "print"))
    yield from code_targets(code if code.strip() else body)


def _awk(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    found = options(args, "fvFi", "include file assign")
    if "inplace" in (found.values.get("i"), found.values.get("include")):
        yield from files(found.operands if found.has("f", "file") else found.operands[1:])


def _each(valued: str = "", long_valued: str = "") -> Writer:
    def write(args: Sequence[Arg], _body: str) -> Iterator[Target]:
        yield from files(options(args, valued, long_valued).operands)

    return write


def _remove(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    found = options(args)
    yield from files(found.operands, below=found.has("r", "R", "recursive"))


def _copy(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    found = options(args, "tSgmo", "target-directory suffix mode owner group")
    below = found.has("r", "R", "a", "recursive", "archive")
    yield from _into(found, below)


def _move(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    found = options(args, "tS", "target-directory suffix")
    into = found.values.get("t") or found.values.get("target-directory")
    yield from files(found.operands if into else found.operands[:-1], below=True)
    yield from _into(found, below=True)


def _into(found: Options, below: bool) -> Iterator[Target]:
    """Where sources end up: the last operand is the file, or the folder that they go into."""
    folder = found.values.get("t") or found.values.get("target-directory")
    sources = list(found.operands)
    if not folder:
        if len(sources) < 2 or not sources[-1].known:
            return
        folder = sources.pop().text
        if not folder.endswith("/") and len(sources) == 1:
            yield Target(folder)
    for source in sources:
        if source.known:
            yield Target(posixpath.join(folder, posixpath.basename(source.text.rstrip("/"))), below, source.glob)


def _rsync(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    yield from files(options(args, "efTM", "rsh exclude include filter files-from").operands[-1:], below=True)


def _dd(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    yield from files([Arg(arg.text[3:], arg.known) for arg in args if arg.text.startswith("of=")])


def _output(letter: str, name: str) -> Writer:
    """A command that writes only to the file that one option names."""

    def write(args: Sequence[Arg], _body: str) -> Iterator[Target]:
        found = options(args, letter, name)
        if path := found.values.get(letter) or found.values.get(name):
            yield Target(path)

    return write


def _patch(args: Sequence[Arg], body: str) -> Iterator[Target]:
    found = options(args, "pidoBFrYzD", "strip input directory output")
    folder = found.values.get("d") or found.values.get("directory") or ""
    strip = found.values.get("p") or found.values.get("strip") or "0"
    yield from files([Arg(path) for path in [found.values.get("o", "")] if path])
    yield from files(found.operands[:1])
    for target in diff_targets(body, int(strip) if strip.isdecimal() and len(strip) < 3 else 0):
        yield Target(posixpath.join(folder, target.path))


def _apply_patch(args: Sequence[Arg], body: str) -> Iterator[Target]:
    yield from patch_targets(body or "\n".join(arg.text for arg in args))


def _git(args: Sequence[Arg], body: str) -> Iterator[Target]:
    folder, rest = _git_folder(list(args))
    if not rest:
        return
    name, *tail = rest
    for target in _git_command(name.text, tail, body):
        yield replace(target, path=posixpath.join(folder, target.path))


def _git_folder(args: list[Arg]) -> tuple[str, list[Arg]]:
    """Where git is told to work, and what follows its own options."""
    folder = ""
    while args and args[0].text.startswith("-"):
        option = args.pop(0).text
        if option in ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path") and args:
            value = args.pop(0).text
            folder = posixpath.join(folder, value) if option == "-C" else folder
    return folder, args


def _git_command(name: str, args: list[Arg], body: str) -> Iterator[Target]:
    dashes = next((i for i, arg in enumerate(args) if arg.text == "--"), None)
    match name:
        case "checkout":
            # Without `--` a word may be a branch: switching is no edit, so only what looks like a file counts.
            named = args[dashes + 1 :] if dashes is not None else [a for a in _operands(args) if _is_file_like(a.text)]
            commits = [arg for arg in _operands(args) if arg not in named and arg.text not in _HERE]
            yield from files(named, below=True, restored=not commits)
        case "restore":
            found = options(args, "sU", "source pathspec-from-file")
            source = found.values.get("s") or found.values.get("source") or "HEAD"
            if not found.has("staged", "S") or found.has("worktree", "W"):
                yield from files(found.operands, below=True, restored=source in _HERE)
        case "rm":
            if not any(arg.text == "--cached" for arg in args):
                yield from _remove(args, body)
        case "mv":
            yield from _move(args, body)
        case "apply":
            if not any(arg.text in ("--check", "--stat", "--numstat", "--summary", "--cached") for arg in args):
                yield from diff_targets(body)
        case "am":
            yield from diff_targets(body)


_HERE = ("HEAD", "@")


def _operands(args: list[Arg]) -> list[Arg]:
    return options(args, "bB", "orphan conflict").operands


def _is_file_like(text: str) -> bool:
    """A base name with a suffix, or the folder itself; `v1.2` and `release/1.2` are names of tags and branches."""
    if text in (".", "..", "./"):
        return True
    suffix = posixpath.basename(text).rpartition(".")[2]
    return "." in posixpath.basename(text) and suffix[:1].isalpha()


def _power_shell(args: Sequence[Arg], _body: str) -> Iterator[Target]:
    """Cmdlets name files by position or by option; a value that is no file hurts nobody."""
    named = {"-path", "-literalpath", "-filepath", "-destination", "-newname"}
    for i, arg in enumerate(args):
        before = args[i - 1].text.lower() if i else ""
        if not arg.text.startswith("-") and (before in named or not before.startswith("-")):
            yield from files([arg], below=True)


_PYTHON = ("python", "python2", "python3", "pypy3", "node", "nodejs", "bun", "deno", "php", "tsx")
_CMDLETS = words("set-content add-content out-file clear-content remove-item move-item copy-item rename-item")
INTERPRETERS = words("ruby irb perl ipython lua bash sh zsh dash ksh fish") | frozenset(_PYTHON)
WRITERS: dict[str, Writer] = {
    "sed": _sed,
    "gsed": _sed,
    "perl": _perl,
    "ruby": _perl,
    **dict.fromkeys(_PYTHON, _interpreter),
    **dict.fromkeys(("awk", "gawk"), _awk),
    "tee": _each(),
    "sponge": _each(),
    **dict.fromkeys(("ed", "ex", "red"), _each("pc")),
    "truncate": _each("sor", "size reference"),
    "shred": _each("ns", "iterations size"),
    **dict.fromkeys(("rm", "unlink", "rmdir", "trash"), _remove),
    **dict.fromkeys(("cp", "gcp", "install", "ln", "scp"), _copy),
    **dict.fromkeys(("mv", "gmv"), _move),
    "rsync": _rsync,
    "dd": _dd,
    "sort": _output("o", "output"),
    "curl": _output("o", "output"),
    "wget": _output("O", "output-document"),
    "patch": _patch,
    "apply_patch": _apply_patch,
    "applypatch": _apply_patch,
    "git": _git,
    **dict.fromkeys(_CMDLETS, _power_shell),
}
