"""Builds reports in the way the judge does, for tests of what becomes of them."""

from __future__ import annotations

from mementod_parsers.model import (
    Citation,
    Finding,
    Genre,
    How,
    Kind,
    Level,
    Note,
    NoteReport,
    Reason,
    Report,
    Source,
    Stamp,
    Style,
    Verdict,
)

COMMIT = "3f2a91c4d" + "0" * 31
LEVELS = {
    Verdict.DELETED: Level.ERROR,
    Verdict.MOVED: Level.ERROR,
    Verdict.RENAMED: Level.ERROR,
    Verdict.SHIFTED: Level.WARNING,
    Verdict.MISSPELT: Level.WARNING,
    Verdict.CHANGED: Level.INFO,
    Verdict.UNVERIFIED: Level.INFO,
}


def finding(
    verdict: Verdict = Verdict.OK,
    text: str = "src/a.py",
    *,
    line: int = 1,
    column: int = 1,
    kind: Kind = Kind.PATH,
    name: str | None = None,
    style: Style = Style.CODE,
    lines: tuple[tuple[int, int], ...] = (),
    sentence: str = "",
    level: Level | None = None,
    resolved: str | None = None,
    target: str | None = None,
    evidence: str = "",
    commit: str | None = None,
    reason: Reason | None = None,
) -> Finding:
    cited = Citation(
        line,
        column,
        column + len(text),
        text,
        kind,
        name or text,
        style,
        section="Layout",
        lines=lines,
        sentence=sentence,
    )
    return Finding(
        cited,
        verdict,
        level or LEVELS.get(verdict, Level.NONE),
        resolved=resolved or (None if verdict in (Verdict.MISSPELT, Verdict.UNVERIFIED) else name or text),
        target=target,
        evidence=evidence,
        evidence_commit=commit,
        reason=reason,
        stamp=Stamp(How.BLAME, "9c1d" * 10, "2025-11-02", "src/a.py") if verdict is Verdict.MOVED else None,
    )


def note(path: str, *findings: Finding, problems: tuple[str, ...] = ()) -> NoteReport:
    citations = tuple(f.citation for f in findings)
    return NoteReport(Note(path, Source.SERENA, Genre.REFERENCE, citations, problems), findings)


def report(*notes: NoteReport, problems: tuple[str, ...] = (), root: str = "/repo", tree: str = "worktree") -> Report:
    return Report(root, tree, notes, problems)


def moved(old: str, new: str, *, line: int = 1, commit: str | None = COMMIT, sentence: str = "") -> Finding:
    return finding(
        Verdict.MOVED,
        old,
        line=line,
        target=new,
        evidence="moved in 3f2a91c (2026-03-04)",
        commit=commit,
        sentence=sentence or f"It is in `{old}`.",
    )


def deleted(old: str, *, line: int = 1, commit: str | None = COMMIT) -> Finding:
    return finding(Verdict.DELETED, old, line=line, evidence="deleted in 3f2a91c (2026-03-04)", commit=commit)
