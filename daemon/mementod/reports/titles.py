"""The headline of a cause: what happened to what, from where to where, and in which commit.

Pure. Names every thing and place whole, and none twice.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from mementod.reports.places import changed_part, is_inside, old_place, parse_place
from mementod.reports.report import Located
from mementod.reports.words import plural
from mementod_parsers.model import Finding, Kind, Verdict

SHORT_COMMIT = 9
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_APART = {
    Verdict.DELETED: "things were deleted, a few at a time",
    Verdict.MOVED: "things moved or were renamed, a few at a time",
    Verdict.RENAMED: "things moved or were renamed, a few at a time",
    Verdict.SHIFTED: "places: the cited lines hold something else now",
    Verdict.MISSPELT: "names are spelt in another way",
    Verdict.CHANGED: "things changed since this was written",
    Verdict.UNVERIFIED: "things were gone already when it was written",
}


def title(items: Sequence[Located]) -> str:
    """The headline of findings with one cause."""
    findings = [item.finding for item in items]
    first, things = findings[0], _things(findings)
    match first.verdict:
        case Verdict.MOVED | Verdict.RENAMED if not first.target:
            return f"{_all(things)} went to more than one place{when(findings)}"
        case Verdict.MOVED | Verdict.RENAMED:
            return _moved(findings, things)
        case Verdict.DELETED:
            return _deleted(findings, things)
        case Verdict.SHIFTED:
            return f"{_file(things[0])}: the cited lines hold something else now"
        case Verdict.MISSPELT:
            return f"{first.citation.name} is spelt {first.target}"
        case Verdict.CHANGED:
            return f"{_file(things[0])} changed since this was written"
        case Verdict.UNVERIFIED if first.evidence_commit:
            return f"gone already when it was written: {first.evidence}"
        case Verdict.UNVERIFIED:
            return "never seen in this repository when it was written"
        case _:
            return f"{first.verdict.value}{when(findings)}"


def title_apart(items: Sequence[Located]) -> str:
    """The headline of findings that have a verdict in common and nothing else."""
    findings = [item.finding for item in items]
    return f"{len(_things(findings))} {_APART.get(findings[0].verdict, findings[0].verdict.value)}"


def title_vanished(items: Sequence[Located], suffix: str) -> str:
    """The headline of a migration: files of a kind of which hardly any is left."""
    findings = [item.finding for item in items]
    files = {_file(old_place(finding)) for finding in findings}
    return f"{plural(len(files), f'*{suffix} file')} {_were(files)} deleted{when(findings)}"


def title_new_suffix(items: Sequence[Located], old: str, new: str) -> str:
    """The headline of a migration: files that live on in another language."""
    findings = [item.finding for item in items]
    files = {_file(old_place(finding)) for finding in findings}
    return f"{plural(len(files), f'*{old} file')} became *{new}{when(findings)}"


def when(findings: Sequence[Finding]) -> str:
    """` in 3f2a91c4d (2026-03-04)`, ` in 4 commits (... to ...)`, or the evidence; may be empty."""
    dates: dict[str, str] = {}
    for finding in findings:
        if finding.evidence_commit:
            date = _DATE.findall(finding.evidence)
            dates[finding.evidence_commit] = dates.get(finding.evidence_commit) or (date[-1] if date else "")
    if not dates:
        return _unrecorded(findings[0])
    known = sorted(date for date in dates.values() if date)
    span = " to ".join(dict.fromkeys((known[0], known[-1]))) if known else ""
    what = f"{len(dates)} commits" if len(dates) > 1 else next(iter(dates))[:SHORT_COMMIT]
    return f" in {what}" + (f" ({span})" if span else "")


def _unrecorded(finding: Finding) -> str:
    """Why, where no commit says it. The file that a symbol stood in is in the headline already."""
    place = parse_place(old_place(finding))
    evidence = finding.evidence.removeprefix(f"{place.path} ") if place.symbol else finding.evidence
    return f" ({evidence})" if evidence else ""


def _deleted(findings: list[Finding], things: list[str]) -> str:
    files = {_file(thing) for thing in things}
    if len(files) > 1:
        return f"{_all(things)} were deleted{_where(files)}{when(findings)}"
    (file,) = files
    if file in things:  # its symbols went with it
        return f"{file} was deleted{when(findings)}"
    what = parse_place(things[0]).symbol if len(things) == 1 else f"{len(things)} symbols"
    return f"{what} {_were(things)} deleted{f' from {file}' if file else ''}{when(findings)}"


def _where(files: set[str]) -> str:
    """The folder that all of them are in, when it is one of those in which files lie."""
    if any(file.startswith("/") or "/" not in file for file in files):
        return ""
    folder = posixpath.commonpath(files)
    return f" in {folder}" if folder and folder not in files else ""


def _moved(findings: list[Finding], things: list[str]) -> str:
    first = findings[0]
    assert first.target is not None
    word = "renamed" if all(finding.verdict is Verdict.RENAMED for finding in findings) else "moved"
    word = f"probably {word}" if "probably" in first.evidence else word
    if len(things) == 1:
        return _one_moved(things[0], first.target, word) + when(findings)
    old, new = changed_part(things[0], first.target)
    only_symbols = all(finding.citation.kind is Kind.SYMBOL for finding in findings)
    if is_inside(old, new) or is_inside(new, old) or only_symbols:
        # `src` did not move to `src/utils`: some of its files did; nor a file of which symbols moved.
        return f"{_all(things)} {word} from {old or 'the root'} to {new or 'the root'}{when(findings)}"
    return f"{old} {word} to {new}{when(findings)}"


def _one_moved(old: str, new: str, word: str) -> str:
    before, after = parse_place(old), parse_place(new)
    if not before.symbol:
        return f"{old} {word} to {new}"
    name = "" if after.symbol in ("", before.symbol) else after.symbol
    if before.path == after.path:
        return f"{before.symbol} of {before.path} {word} to {name or new}"
    return f"{before.symbol} {word} from {before.path} to {after.path}" + (f" as {name}" if name else "")


def _things(findings: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(old_place(finding) for finding in findings))


def _all(things: Sequence[str]) -> str:
    """The thing, or how many of what kind."""
    if len(things) == 1:
        return things[0]
    symbols = [thing for thing in things if parse_place(thing).symbol]
    if len(symbols) == len(things):
        return f"{len(things)} symbols"
    suffixes = {posixpath.splitext(thing)[1] for thing in things}
    alike = not symbols and len(suffixes) == 1 and "" not in suffixes
    return f"{len(things)} *{suffixes.pop()} files" if alike else f"{len(things)} things"


def _were(things: Sequence[str] | set[str]) -> str:
    return "was" if len(things) == 1 else "were"


def _file(place: str) -> str:
    return parse_place(place).path
