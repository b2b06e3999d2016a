"""Verdicts on paths and folders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.globs import glob_pattern, is_glob
from mementod_parsers.judging.findings import on_branch, stamp_of, unchecked
from mementod_parsers.judging.made import looks_generated, looks_written, made_by_runs, was_kept
from mementod_parsers.judging.standing import is_recompiled, may_be_recompiled, role, still_true
from mementod_parsers.model import MEMORY, Citation, Finding, Kind, Level, Note, Reason, Style, Verdict
from mementod_parsers.resolve import NOTHING, Rank, Reading, base_name, exact, folder, join, read
from mementod_parsers.world import LIKELY, Fate, Moment, World

MANY_PLACES = 3  # that bore a name, so that the name alone means a kind of file


def judge(note: Note, citation: Citation, world: World) -> Finding | None:
    """One finding; None for a loose span that means nothing in this repository."""
    now = read(citation, note.path, world.now, world.repository)
    if now and now.rank <= Rank.ALIAS and _is_best(citation, note, now):
        return _ok(citation, now)
    moments = world.moments(note.path, citation)
    then, moment = first_reading(note, citation, world, moments)
    if moment is None:
        return _ok(citation, now) if now else _unresolved(note, citation, world, moments)
    surer = now.rank < then.rank and not is_recompiled(citation, now, then)
    if now and now.rank <= Rank.ALIAS and (surer or _meant_root(note, citation, now, then, moment)):
        return _ok(citation, now)  # what it may loosely have meant cannot condemn what it says exactly
    alive = [p for p in then.places if world.now.kind(p)]
    if alive:
        return _ok(citation, Reading(tuple(alive), then.rank), moment)
    found = _gone(note, citation, world, now, then, moment)
    is_folder = found is not None and found.verdict is Verdict.DELETED and citation.kind is Kind.DIR
    return _gone_before(found, moments, moment) if found and is_folder else found


def _gone_before(found: Finding, moments: Sequence[Moment], moment: Moment) -> Finding:
    """The finding; information where the very commit that wrote the line removed what it names.

    Only the tree before that commit knows it: whoever wrote the line knew that it was going.
    """
    written = [m.commit for m in moments[: moments.index(moment)]]
    if found.evidence_commit not in written:
        return found
    evidence = f"{found.evidence}, the commit that wrote this line"
    return replace(found, verdict=Verdict.UNVERIFIED, level=Level.INFO, evidence=evidence, resolved=None, stamp=None)


def first_reading(
    note: Note, citation: Citation, world: World, moments: Sequence[Moment]
) -> tuple[Reading, Moment | None]:
    """What the citation meant when its line was written, and at which moment it did."""
    for moment in moments:
        then = read(citation, note.path, moment.tree, world.repository)
        if then and not (citation.loose and then.rank > _loosest(citation)):
            return then, moment
    return NOTHING, None


def _meant_root(note: Note, citation: Citation, now: Reading, then: Reading, moment: Moment) -> bool:
    """A bare name in a memory note is the root's file as well as one that stood beside the note."""
    bare = note.source in MEMORY and "/" not in citation.name and citation.style is not Style.LINK
    return bare and then.rank is Rank.NEAR and now.rank is Rank.ROOT and moment.tree.kind(now.places[0]) is not None


def _loosest(citation: Citation) -> Rank:
    """How freely a span may be read whose form alone claims nothing; a drawing often leaves out the ending."""
    if citation.style is Style.TREE:
        return Rank.ALIAS
    return Rank.SUFFIX if citation.style is Style.CODE and "/" in citation.name.strip("/") else Rank.ROOT


def _is_best(citation: Citation, note: Note, now: Reading) -> bool:
    """Whether no better place was possible, so that history has nothing to add."""
    if is_glob(citation.name):
        return True
    best = next((path for _, path in exact(citation, note.path)), "")
    if best in now.places:
        return True
    return now.rank is Rank.ALIAS and not citation.context and not may_be_recompiled(citation, now)


def _gone(note: Note, citation: Citation, world: World, now: Reading, then: Reading, moment: Moment) -> Finding | None:
    excuse = world.excuse(then.places[0]) or made_by_runs(citation, then, world, moment)
    if then.rank >= Rank.ROOT and "/" not in citation.name:  # first of all it means the file beside the note
        excuse = excuse or world.excuse(next((path for _, path in exact(citation, note.path)), ""))
    if excuse and not was_kept(excuse[0], then.places[0], world, moment):
        return unchecked(citation, *excuse, stamp_of(moment, then.places[0]), then.places[0])
    made = then.rank >= Rank.SUFFIX or then.places[0].endswith(".xcworkspace") or looks_written(then.places[0])
    if made and looks_generated(citation.name):
        return unchecked(citation, Reason.GENERATED, stamp=stamp_of(moment, None))
    if is_glob(citation.name) and now:
        return _ok(citation, now, moment, then)
    if _may_be_route(citation, then):
        return None
    if (bearer := role(citation, then, world)) is not None:
        return _ok(citation, Reading((bearer,)), moment, then)
    fates = _fates(citation, then, world, moment)
    if still_true(citation, note.path, now, then, fates, moment):
        return _ok(citation, now, moment, then)
    if any(f.target is None and f.verdict is not Verdict.DELETED for f in fates):
        return None
    stamp = stamp_of(moment, then.places[0])
    if _is_kind_of_place(citation, then, fates):
        return unchecked(citation, Reason.NO_CLAIM, "the name of many", stamp)
    if any(f.passing for f in fates):
        return unchecked(citation, Reason.GENERATED, "emptied and filled again as a habit", stamp, then.places[0])
    if elsewhere := on_branch(citation, world, then.places, stamp, path=then.places[0]):
        return elsewhere
    return _stale(citation, then, fates, moment)


def _is_kind_of_place(citation: Citation, then: Reading, fates: Sequence[Fate]) -> bool:
    """`spec.md`, where every task had its own: a bare name of many files, all gone, means none of them."""
    if citation.kind is not Kind.PATH or then.rank is not Rank.BASE or len(then.places) < MANY_PLACES:
        return False
    return citation.style in (Style.CODE, Style.BARE) and not any(f.target for f in fates)


def _may_be_route(citation: Citation, then: Reading) -> bool:
    """`/docs`: a word behind a slash is as well what a server answers to; so is a pattern that fits no root folder."""
    text = citation.text.strip("`'\"")
    if not text.startswith("/") or "." in text:
        return False
    return "/" not in text.strip("/") or (text.endswith("*") and then.rank is Rank.SUFFIX)


def _fates(citation: Citation, then: Reading, world: World, moment: Moment) -> list[Fate]:
    """What became of each place; of a glob over a whole folder, what became of the folder."""
    whole = then.places[0]
    is_pattern = is_glob(citation.name) and not whole.endswith(citation.name)  # `[id]` is a folder's name in some trees
    for part in reversed(whole.split("/")) if is_pattern else ():
        whole = whole.removesuffix(part).rstrip("/")
        if whole and all(p.startswith(whole + "/") for p in then.places) and not world.now.kind(whole):
            return [world.fate(whole, moment)]
    return [world.fate(path, moment) for path in then.places]


def _stale(citation: Citation, then: Reading, fates: Sequence[Fate], moment: Moment) -> Finding:
    place, fate = then.places[0], fates[0]
    targets = sorted({f.target for f in fates if f.target})
    chosen = next((f for f in fates if f.target), fate)
    if 2 * sum(f.target is not None for f in fates) < len(fates):
        chosen = fate  # where a few of many went says nothing about the others
    elif pattern := _pattern_of(citation, targets):
        chosen = Fate(Verdict.MOVED, pattern, f"all of it went to {folder(pattern)}/", chosen.commit)
    elif len(targets) > 1:  # a loose name whose meanings went different ways: one place to name if they are twins
        one = targets[0] if _are_twins(targets) else None
        word = f"{LIKELY}{chosen.verdict}: " if one else ""
        evidence = f"{word}went to one of {', '.join(targets[:3])}"
        chosen = Fate(chosen.verdict if one else Verdict.MOVED, one, evidence, chosen.commit)
    return Finding(
        citation,
        chosen.verdict,
        Level.ERROR,
        resolved=chosen.last or place,
        target=chosen.target,
        evidence=chosen.evidence,
        evidence_commit=chosen.commit,
        stamp=stamp_of(moment, place),
        candidates=then.places,
    )


def _pattern_of(citation: Citation, targets: Sequence[str]) -> str | None:
    """The pattern as it fits today, if all that it meant went into one folder under the names that it has there."""
    if len(targets) < 2 or not is_glob(citation.name):
        return None
    path = f"{folder(targets[0])}/{base_name(citation.name)}"
    pattern = glob_pattern(path)
    return path if all(folder(t) == folder(path) and pattern.match(t) for t in targets) else None


def _are_twins(paths: Sequence[str]) -> bool:
    """Whether paths differ in one folder only, as those of translations do: `docs/en/a.md`, `docs/fr/a.md`."""
    columns = list(zip(*(p.split("/") for p in paths), strict=False))
    return len({p.count("/") for p in paths}) == 1 and sum(len(set(c)) > 1 for c in columns[:-1]) == 1


def _unresolved(note: Note, citation: Citation, world: World, moments: Sequence[Moment]) -> Finding | None:
    """It never meant anything that we can see."""
    if citation.loose:
        return None
    places = [path for _, path in exact(citation, note.path)]
    for path in places[-1:] + places[:1]:
        excuse = world.excuse(path)
        if excuse:
            return unchecked(citation, *excuse)
    if looks_generated(citation.name):
        return unchecked(citation, Reason.GENERATED)
    if world.gap:
        return unchecked(citation, world.gap)
    shouted = citation.style is Style.BARE and citation.name.isupper()  # in a sentence of capitals
    beside = [join(folder(note.path), citation.name)]  # a link says in which folder
    twin = None if shouted else _misspelt(beside if citation.style is Style.LINK else places, world)
    if twin and not _is_kind_of_document(citation, twin) and not _is_namespace(citation, world):
        return Finding(citation, Verdict.MISSPELT, Level.WARNING, target=twin, evidence="differs only in case, _ or -")
    past = next((f for p in places if (f := world.removed_before(p, moments))), None)
    evidence = past.evidence if past else "not found in this repository when the line was written"
    return Finding(
        citation,
        Verdict.UNVERIFIED,
        Level.INFO,
        evidence=evidence,
        evidence_commit=past.commit if past else None,
    )


def _misspelt(places: Sequence[str], world: World) -> str | None:
    for path in places:
        twins = world.similar_path(path)
        if len(twins) == 1 and len(base_name(path)) > 3 and not _is_other_form(path, twins[0]):
            return twins[0]
        if twins:
            return None
    return None


def _is_other_form(path: str, twin: str) -> bool:
    """`Package.json` at the start of a sentence is no misspelling; nor is `.cache-`, with which other names begin."""
    name = base_name(path)
    return path.endswith(("-", "_")) or path.removesuffix(name) + name[:1].lower() + name[1:] == twin


def _is_kind_of_document(citation: Citation, twin: str) -> bool:
    """`contributing.md`: what repositories have in capitals goes by small letters as well; a link to it does not."""
    stem = base_name(twin).partition(".")[0]
    return citation.style is not Style.LINK and stem.isupper() and citation.name == base_name(twin).lower()


def _is_namespace(citation: Citation, world: World) -> bool:
    """`AudioStream/`, where code defines an `AudioStream`: the folder goes by the name of what it holds."""
    return citation.kind is Kind.DIR and "/" not in citation.name and bool(world.defined_now(citation.name))


def _ok(citation: Citation, reading: Reading, moment: Moment | None = None, then: Reading = NOTHING) -> Finding:
    """It holds at `reading`; `then` where it meant another place at that moment."""
    stamp = stamp_of(moment, (then or reading).places[0]) if moment else None
    return Finding(
        citation,
        Verdict.OK,
        Level.NONE,
        resolved=reading.places[0],
        stamp=stamp,
        candidates=reading.places[:5],
    )


def moved_or_renamed(old: str, new: str) -> Verdict:
    """DESIGN section 4: another folder is a move, another name in the same folder a renaming."""
    return Verdict.RENAMED if folder(old) == folder(new) else Verdict.MOVED
