"""Which git commands may be called, and what each must be told so that it runs nothing a repository names.

Configuration can be overridden where a key is known; the names of filters and drivers are not, so a command that may
run one is not called at all: `status`, `diff`, `diff-files`, `ls-files -m` and a plain `diff-index` look into files
whose age the index cannot tell, through the filters of the repository.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_NO_DRIVERS = ("--no-ext-diff", "--no-textconv")
# Command -> what it is told first. Each of them reads objects, the index and names of files, and no content of files.
_TOLD: Mapping[str, tuple[str, ...]] = {
    "cat-file": (),
    "check-attr": (),
    "check-ignore": (),
    "config": (),
    "diff-index": ("--cached", *_NO_DRIVERS),
    "diff-tree": _NO_DRIVERS,
    "for-each-ref": (),
    "grep": ("--no-textconv",),  # reads files as they lie there
    "log": _NO_DRIVERS,
    "ls-files": (),
    "ls-tree": (),
    "merge-base": (),
    "rev-list": (),
    "rev-parse": (),
    "show": _NO_DRIVERS,
    "symbolic-ref": (),
    "version": (),
}
_DRIVERS = frozenset(("--textconv", "--ext-diff", "--show-signature"))
_NEVER: Mapping[str, frozenset[str]] = {
    "cat-file": frozenset(("--textconv", "--filters")),
    "config": frozenset(("--edit", "-e")),
    "diff-index": _DRIVERS,
    "diff-tree": _DRIVERS,
    "grep": frozenset(("--textconv", "--open-files-in-pager", "-O")),
    "log": _DRIVERS,
    "ls-files": frozenset(("--modified", "-m")),
    "show": _DRIVERS,
}


class UnsafeCall(Exception):
    """Our own mistake: this call might run a program that a repository names."""


def safe(args: Sequence[str]) -> list[str]:
    """The arguments of a call with what makes it safe. Raises UnsafeCall for a command that cannot be."""
    command, *rest = args
    told = _TOLD.get(command)
    asked = rest[: rest.index("--")] if "--" in rest else rest
    if told is None or not _NEVER.get(command, frozenset()).isdisjoint(asked):
        raise UnsafeCall(f"git {' '.join(args[:4])} might run what the repository names")
    return [command, *told, *rest]
