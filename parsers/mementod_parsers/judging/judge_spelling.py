"""Names that nothing defines and that one symbol of today is but for case, `_` or `-`.

What another language spells in its own way, or what stands for a file, is no misspelling.
"""

from __future__ import annotations

import re

from mementod_parsers.code.languages import language
from mementod_parsers.judging import judge_modules
from mementod_parsers.model import Citation
from mementod_parsers.resolve import base_name
from mementod_parsers.world import Use, World

_FILE = re.compile(r"[\w./-]{1,120}\.[A-Za-z]{1,6}\b")


def twin_of(citation: Citation, leaf: str, use: Use, world: World) -> str | None:
    """The symbol of today that a name, which today's code uses as `use` says, misspells; None if it is none or many."""
    if not _may_be_misspelt(citation, use):
        return None
    twins = [t for t in world.similar_symbol(leaf) if _same_sort(leaf, t)]
    of_file = leaf[:1].isupper() and judge_modules.has_file(leaf, world)  # a function is no file
    return None if len(twins) != 1 or of_file or _is_foreign(citation, world) else twins[0]


def ported(name: str, world: World) -> str | None:
    """Where the one symbol of today stands that a name of then became when it was written anew in another style."""
    twins = [t for t in world.similar_symbol(name) if _same_sort(name, t)]
    found = world.defined_now(twins[0]) if len(twins) == 1 and len(name) > 5 else ()
    return f"{found[0].path}:{found[0].symbol.qual}" if len(found) == 1 else None


def _may_be_misspelt(citation: Citation, use: Use) -> bool:
    """Only what is written as code, a call, a member or a class: a bare word may be a value of some data."""
    leaf = citation.name.rpartition(".")[2]
    written = "(" in citation.text or "." in citation.name or leaf[:1].isupper()
    return written and len(leaf) > 5 and use is Use.NONE


def _is_foreign(citation: Citation, world: World) -> bool:
    """Whether its sentence tells of a source file that is not here: a port spells its names in its own way."""
    told = (base_name(path) for path in _FILE.findall(citation.sentence))
    return any(language(name) is not None and not world.now.named(name) for name in told)


def _same_sort(name: str, twin: str) -> bool:
    """`BigStore` and `big_store` are a class and its instance, not one misspelt; `loadAll` and `load_all` are.

    With `LOAD_` other names begin.
    """
    if name.isupper() != twin.isupper() or (name[0] == "_", name[-1] == "_") != (twin[0] == "_", twin[-1] == "_"):
        return False
    return name[0].isupper() == twin[0].isupper() or "_" in name
