"""Verdicts on names of code: functions, classes, components, methods, constants.

A name counts only if the repository's own code defined it then; used is not enough. Before it is called gone, the
code of today is searched for the bare name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.code.languages import is_test
from mementod_parsers.judging import judge_modules, judge_spelling
from mementod_parsers.judging.findings import on_branch, stamp_of, unchecked
from mementod_parsers.judging.qualified import fits_place, is_instance, leaf_of, matching, owner_of
from mementod_parsers.judging.successors import are_related, elsewhere_today, is_distinctive
from mementod_parsers.model import Citation, Finding, Genre, Kind, Level, Note, Reason, Style, SymbolKind, Verdict
from mementod_parsers.names import FRAMEWORK_CALLS, PLATFORM_OBJECTS
from mementod_parsers.resolve import base_name
from mementod_parsers.world import Definition, Fate, Moment, Use, World

_FIRM_KINDS = frozenset({SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.MODULE})
_EXPORTS = r"\b(?:export\s*(?:type\s*)?\{[^}]*|pub\s+use\s[^;]*)"
SHORTEST = 3  # characters of a name that can be told from a word


def judge(note: Note, citation: Citation, world: World) -> Finding | None:
    """One finding; None for a loose word that never was a symbol here."""
    leaf, owner = leaf_of(citation.name), owner_of(citation.name)
    if len(leaf) < SHORTEST:
        return None
    if owner in PLATFORM_OBJECTS and not world.defined_now(owner):
        return None if citation.loose else unchecked(citation, Reason.EXTERNAL)
    now = matching(world.defined_now(leaf), owner)
    if now:
        return _ok(citation, now[0]) if _in_place(citation, now) else _elsewhere(note, citation, world, now)
    module = judge_modules.standing(citation, world)
    if module:
        return Finding(citation, Verdict.OK, Level.NONE, resolved=module)
    if in_use(citation, world):
        return _unresolved(citation, world, leaf)
    if leaf in FRAMEWORK_CALLS and not owner and citation.place is None:
        return None if citation.loose else unchecked(citation, Reason.EXTERNAL)
    moments = world.moments(note.path, citation)
    for moment in moments:
        if _is_of_sample(citation, world, moment):
            continue
        then = _counted(citation, matching(world.defined_then(leaf, moment), owner, surely=True), world)
        if held := next(filter(world.still_defined, then), None):
            return _ok(citation, held)
        if then:
            return _gone(citation, world, then, moment)
    gone = judge_modules.gone_file(note, citation, world, moments) or judge_modules.gone_key(citation, world, moments)
    return gone or _unresolved(citation, world, leaf)


def asks_past(note: Note, citation: Citation, world: World) -> bool:
    """Whether the verdict needs the definitions of then; only for these are they read."""
    if Genre.SNAPSHOT in (note.genre, citation.genre) or world.vouched(note.path, citation):
        return True
    found = matching(world.defined_now(leaf_of(citation.name)), owner_of(citation.name))
    return not _in_place(citation, found) if found else not in_use(citation, world)


def is_settled(citation: Citation, found: Sequence[Definition]) -> bool:
    """Whether these definitions are enough to say that the citation holds."""
    now = matching(found, owner_of(citation.name))
    return bool(now) and _in_place(citation, now)


def in_use(citation: Citation, world: World) -> bool:
    """Whether today's code names it, so that it cannot be called gone."""
    owner, leaf = owner_of(citation.name), leaf_of(citation.name)
    if world.use_now(leaf) is not Use.CODE:
        return False
    if owner[:1].isupper() and leaf[:1].isupper() and not leaf.isupper() and world.defined_now(leaf):
        return False  # a class of that name, in another place: what uses it means that one
    return not owner or is_instance(leaf_of(owner)) or world.use_now(leaf_of(owner)) is Use.CODE


def _counted(citation: Citation, found: list[Definition], world: World) -> list[Definition]:
    """A bare word is a symbol only if it was a function, a class or a module, or is like no other word."""
    use, owner = world.use_now(leaf_of(citation.name)), leaf_of(owner_of(citation.name))
    if use is Use.TESTS and (not owner or world.use_now(owner) in (Use.CODE, Use.TESTS)):
        found = [d for d in found if not is_test(d.path)]
    if not citation.loose:
        return found
    if citation.style is Style.BARE and (
        not (use is Use.NONE or (use is Use.TEXT and _leads(citation))) or world.in_config(citation.name)
    ):
        return []  # in running text it is as well the name of a package or a product
    own = [d for d in found if not d.path.startswith(("docs/", "doc/", "examples/", "website/"))]
    if _defines(citation):  # what a test or some function kept to itself is not the one that a block writes for itself
        own = [
            d for d in own if d.symbol.kind is not SymbolKind.FUNCTION or not ("." in d.symbol.qual or is_test(d.path))
        ]
    if citation.name.isupper() and citation.name.isalpha():  # `CUSTOM`: a value that many an enumeration has
        own = [d for d in own if _is_told_of(owner_of(d.symbol.qual), citation)]
    if _is_constant(citation) or (citation.style is not Style.FENCE and is_distinctive(citation.name)):
        return own
    # A word that is no more than a word may be one, not the method of some class.
    firm = (
        _FIRM_KINDS if not (citation.name.isalpha() and citation.name.islower()) else _FIRM_KINDS - {SymbolKind.METHOD}
    )
    return [d for d in own if d.symbol.kind in firm]


def _defines(citation: Citation) -> bool:
    """Whether it is the line of a code block that defines the name."""
    name = re.escape(citation.name)
    words = rf"\b(?:const|let|var|function|def|func|fn|local)\s+{name}\b|^{name}\s*(?::[^=]{{1,40}})?=[^=]"
    return citation.style is Style.FENCE and re.search(words, citation.sentence) is not None


def _is_of_sample(citation: Citation, world: World, moment: Moment) -> bool:
    """Whether it is private to a class that a block of code shows, and that the repository never had."""
    place = citation.place
    if citation.style is not Style.FENCE or not place or not place.isidentifier() or citation.name[:1] != "_":
        return False
    return not world.defined_now(place) and not world.defined_then(place, moment)


def _is_told_of(owner: str, citation: Citation) -> bool:
    """Whether the sentence or its heading names the owner of a definition; it need not where there is none."""
    return leaf_of(owner) in f"{citation.section} {citation.sentence}"


def _leads(citation: Citation) -> bool:
    """Whether its item or cell begins with the name, which is then what it speaks of."""
    return re.match(rf"[\W\d_]*{re.escape(citation.name)}\b", citation.sentence) is not None


def _is_constant(citation: Citation) -> bool:
    return citation.style in (Style.CODE, Style.FENCE) and citation.name.isupper() and len(citation.name) > SHORTEST


def as_symbol(citation: Citation) -> Citation | None:
    """A node of a diagram that may be a class instead of a file."""
    name = base_name(citation.name)
    if citation.style is not Style.TREE or not name.isidentifier() or not is_distinctive(name):
        return None
    return replace(citation, kind=Kind.SYMBOL, name=name, context=(), loose=True)


def _in_place(citation: Citation, now: Sequence[Definition]) -> bool:
    return citation.place is None or any(fits_place(d, citation.place) for d in now)


def _elsewhere(note: Note, citation: Citation, world: World, now: Sequence[Definition]) -> Finding | None:
    """Defined, but not where the note puts it: stale only if it was there then."""
    assert citation.place is not None
    for moment in world.moments(note.path, citation):
        there = [d for d in world.defined_then(leaf_of(citation.name), moment) if fits_place(d, citation.place)]
        if held := next(filter(world.still_defined, there), None):
            return _ok(citation, held)
        if there:
            if _is_handed_on(leaf_of(citation.name), there[0].path, world):
                break
            if any(moment.tree.kind(d.path) and d.path in {t.path for t in now} for d in there):
                break
            if not any(are_related(d.path, there[0].path) for d in now):
                return _gone(citation, world, there, moment)  # in a test, or a sketch: another thing of its name
            return _moved(citation, there[0], now, moment, world)
    return _ok(citation, now[0])


def _is_handed_on(name: str, path: str, world: World) -> bool:
    """Whether the file still exports a name that it now takes from another."""
    text = "\n".join(world.text_now(path) or ())
    word = rf"\b{re.escape(name)}\b"
    return re.search(rf"{_EXPORTS}{word}|__all__\s*\+?=\s*[\[(][^\])]*[\"']{word}[\"']", text) is not None


def _moved(citation: Citation, then: Definition, now: Sequence[Definition], moment: Moment, world: World) -> Finding:
    if len({d.path for d in now}) > 1:
        return _ok(citation, now[0])
    target = f"{now[0].path}:{now[0].symbol.qual}"
    evidence = f"defined in {then.path} on {moment.at}, now in {now[0].path}"
    stamp = stamp_of(moment, then.path, then.symbol.qual)
    return Finding(
        citation,
        Verdict.MOVED,
        Level.ERROR,
        resolved=then.path,
        target=target,
        evidence=evidence,
        evidence_commit=world.symbol_fate(then, moment).commit,
        stamp=stamp,
    )


def _gone(citation: Citation, world: World, then: Sequence[Definition], moment: Moment) -> Finding | None:
    first = then[0]
    if world.blind:
        return unchecked(citation, world.blind)
    stamp = stamp_of(moment, first.path, first.symbol.qual)
    if elsewhere := on_branch(citation, world, (d.path for d in then), stamp, leaf_of(citation.name)):
        return elsewhere
    fate = _best([world.symbol_fate(d, moment) for d in then[:3]])
    if fate.target is None:
        fate = elsewhere_today(first, fate, world) or fate
    return Finding(
        citation,
        fate.verdict,
        Level.ERROR,
        resolved=f"{first.path}:{first.symbol.qual}",
        target=fate.target,
        evidence=fate.evidence,
        evidence_commit=fate.commit,
        stamp=stamp,
        candidates=tuple(d.path for d in then[:5]),
    )


def _best(fates: Sequence[Fate]) -> Fate:
    return next((f for f in fates if f.target), fates[0])


def _unresolved(citation: Citation, world: World, leaf: str) -> Finding | None:
    use = world.use_now(leaf)
    if citation.loose:
        return None
    if use in (Use.CODE, Use.TESTS):
        reason = Reason.EXTERNAL if world.imported_now(leaf) else Reason.STILL_USED
        return unchecked(citation, reason)
    if world.gap:
        return unchecked(citation, world.gap)
    if (twin := judge_spelling.twin_of(citation, leaf, use, world)) and _is_owned(citation, twin, world):
        evidence = "differs only in case, _ or -"
        return Finding(citation, Verdict.MISSPELT, Level.WARNING, target=twin, evidence=evidence)
    return Finding(
        citation,
        Verdict.UNVERIFIED,
        Level.INFO,
        evidence="this repository did not define it when the line was written",
    )


def _is_owned(citation: Citation, twin: str, world: World) -> bool:
    """Whether what owns the name owns its twin: `fs.readText` of a protocol is not our `read_text` misspelt."""
    owner = owner_of(citation.name)
    return leaf_of(owner) in ("", "self", "this") or bool(matching(world.defined_now(twin), owner, surely=True))


def _ok(citation: Citation, definition: Definition) -> Finding:
    return Finding(citation, Verdict.OK, Level.NONE, resolved=f"{definition.path}:{definition.symbol.qual}")
