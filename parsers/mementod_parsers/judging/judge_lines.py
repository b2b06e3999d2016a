"""Verdicts on `path:line`: the line must still hold what it held when the note was written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.code.languages import is_file_name
from mementod_parsers.globs import is_glob
from mementod_parsers.judging import judge_paths
from mementod_parsers.judging.findings import stamp_of
from mementod_parsers.judging.qualified import fits_place, leaf_of, matching, owner_of
from mementod_parsers.model import Citation, Finding, Level, Note, Verdict
from mementod_parsers.world import Moment, World

DRIFT_LINES = 1  # people count from 0, or cite the line above a definition
DISTINCT_CHARS = 6  # a shorter line (a brace, `else:`) is no identity
BLOCK_CAP = 60  # lines of a cited range that are compared
NAMESAKES_CAP = 12  # files of one name of which any may be meant
# A call, or a word in two cases or with `_`: what names something in code, whatever stands around it.
_NAME = re.compile(r"[A-Za-z_]\w{2,}(?=\()|[A-Za-z]+[a-z][A-Z]\w*|[A-Za-z]\w*_\w+")
_WORD = re.compile(r"\w+")
SAME_SHARE = 0.6  # of a range's lines that must still stand there


def judge(note: Note, citation: Citation, world: World) -> Finding | None:
    """The path's own verdict when it is gone, else a comparison of the cited lines."""
    if is_of_symbol(citation):
        return _of_symbol(note, citation, world)
    owner = of_owner(citation)
    if owner is not None:
        found = _of_symbol(note, owner, world)
        if found is not None:
            return replace(found, citation=citation)
    place = judge_paths.judge(note, citation, world)
    if place is None or place.verdict is not Verdict.OK or place.resolved is None or not citation.lines:
        return place
    if len(place.candidates) > NAMESAKES_CAP or _is_run(citation):
        return place
    paths = _told(note, citation, world, place.candidates) or place.candidates or (place.resolved,)
    answers = [_at(note, citation, world, replace(place, resolved=path)) for path in paths]
    answers = [a for a in answers if a.stamp is not None] or answers  # those that could be compared
    # One of several namesakes is meant: while any of them still holds its line, the citation may be right.
    return next((a for a in answers if a.verdict is Verdict.OK), answers[0])


def _is_run(citation: Citation) -> bool:
    """`rspec spec/user_spec.rb:42`: shows how one test is run; which of them, nobody says."""
    return re.search(rf"\b(?:r?spec|test)\s[^`|]*{re.escape(citation.text)}", citation.sentence) is not None


def _told(note: Note, citation: Citation, world: World, paths: Sequence[str]) -> list[str]:
    """Of several namesakes those whose cited lines held, when the note was written, a name that its sentence gives."""
    names = set(_NAME.findall(citation.sentence)) - {name.partition(".")[0] for name in citation.name.split("/")}
    if len(paths) < 2 or not names:
        return []
    held = ((path, _then(note, citation, world, path)[0] or ()) for path in paths)
    return [path for path, lines in held if not names.isdisjoint(_words(citation, lines))]


def _words(citation: Citation, lines: Sequence[str]) -> set[str]:
    """The words of the lines that a citation gives, and of those beside them."""
    cited = (line for a, b in citation.lines for line in lines[max(0, a - 1 - DRIFT_LINES) : b + DRIFT_LINES])
    return {word for line in cited for word in _WORD.findall(line)}


def is_of_symbol(citation: Citation) -> bool:
    """Whether the lines are those of a symbol's file, as in "`Store.open()` (line 56)"."""
    name = citation.name
    return "/" not in name and not is_glob(name) and not is_file_name(name)


def of_owner(citation: Citation) -> Citation | None:
    """The lines read as those of the symbol beside them, where the note names one as well as a file."""
    symbol = citation.place
    if not symbol or "/" in symbol or not all(part.isidentifier() for part in symbol.split(".")):
        return None
    return replace(citation, name=symbol, place=None)


def _of_symbol(note: Note, citation: Citation, world: World) -> Finding | None:
    """Lines of a file that defined the symbol, or its class, when the note was written."""
    for moment in world.moments(note.path, citation):
        answers = []
        for path in sorted(_defining(citation, world, moment)):
            then, now = world.text_then(path, moment), world.text_now(path)
            if then is not None and now is not None and max(b for _, b in citation.lines) <= len(then):
                place = Finding(citation, Verdict.OK, Level.NONE, resolved=path)
                answers.append(_compare(place, now, then, moment))
        if answers:
            return next((a for a in answers if a.verdict is Verdict.OK), answers[0])
    return None


def _defining(citation: Citation, world: World, moment: Moment) -> set[str]:
    leaf, owner = leaf_of(citation.name), owner_of(citation.name)
    found = matching(world.defined_then(leaf, moment), owner)
    if owner:
        found = [*found, *world.defined_then(leaf_of(owner), moment)]
    return {d.path for d in found if citation.place is None or fits_place(d, citation.place)}


def _at(note: Note, citation: Citation, world: World, place: Finding) -> Finding:
    """The comparison for one file of now; without a stamp where nothing could be compared."""
    place = replace(place, stamp=None)
    assert place.resolved is not None
    now = world.text_now(place.resolved)
    if now is None:
        return place
    then, moment = _then(note, citation, world, place.resolved)
    if then is None or moment is None:
        return _without_history(place, now)
    return _compare(place, now, then, moment)


def _then(note: Note, citation: Citation, world: World, path: str) -> tuple[Sequence[str] | None, Moment | None]:
    last = max(b for _, b in citation.lines)
    for moment in world.moments(note.path, citation):
        reading, _ = judge_paths.first_reading(note, citation, world, [moment])
        then = path if path in reading.places else reading.places[0] if len(reading.places) == 1 else None
        lines = world.text_then(then, moment) if then else None
        if lines is not None and last <= len(lines):
            return lines, moment
    return None, None


def _without_history(place: Finding, now: Sequence[str]) -> Finding:
    """Nothing to compare with; a line past the end of the file never was right, or we cannot say."""
    last = max(b for _, b in place.citation.lines)
    if last <= len(now) + DRIFT_LINES:
        return place
    evidence = f"line {last} is past the end ({len(now)} lines), also when the note was written"
    return replace(place, verdict=Verdict.UNVERIFIED, level=Level.INFO, evidence=evidence)


def _compare(place: Finding, now: Sequence[str], then: Sequence[str], moment: Moment) -> Finding:
    stamp = stamp_of(moment, place.resolved)
    for first, last in place.citation.lines:
        block = [line.strip() for line in then[first - 1 : min(last, first + BLOCK_CAP)]]
        if not any(_distinct(line) for line in block) or _stands(block, now, first):
            continue
        return _shifted(replace(place, stamp=stamp), block, now, first, last)
    return replace(place, stamp=stamp)


def _stands(block: Sequence[str], now: Sequence[str], first: int) -> bool:
    """Whether the block, or most of it, is where the note says, give or take the tolerance."""
    wanted = [i for i, line in enumerate(block) if _distinct(line)]
    return any(
        sum(_line(now, first - 1 + i + drift) == block[i] for i in wanted) >= SAME_SHARE * len(wanted)
        for drift in range(-DRIFT_LINES, DRIFT_LINES + 1)
    )


def _line(lines: Sequence[str], index: int) -> str | None:
    return lines[index].strip() if 0 <= index < len(lines) else None


def _shifted(place: Finding, block: Sequence[str], now: Sequence[str], first: int, last: int) -> Finding:
    where = _find(block, now)
    if where is None:
        what = f"past the end of {len(now)} lines" if first > len(now) else "now holds something else"
        return replace(
            place,
            verdict=Verdict.SHIFTED,
            level=Level.WARNING,
            evidence=f"line {first} {what}; what it held is gone",
        )
    start = where + 1
    if abs(start - first) <= DRIFT_LINES:  # its beginning stands where it stood: what follows was written anew
        return place
    target = f"{place.resolved}:{start}" + (f"-{start + last - first}" if last > first else "")
    return replace(
        place,
        verdict=Verdict.SHIFTED,
        level=Level.WARNING,
        target=target,
        evidence=f"moved from line {first} to {start}",
    )


def _find(block: Sequence[str], now: Sequence[str]) -> int | None:
    """The only place (0-based) where the block's first distinct line stands now."""
    stripped = [line.strip() for line in now]
    for offset, line in enumerate(block):
        if _distinct(line) and stripped.count(line) == 1:
            return max(0, stripped.index(line) - offset)
    return None


def _distinct(line: str) -> bool:
    return len(line) >= DISTINCT_CHARS and any(c.isalnum() for c in line)
