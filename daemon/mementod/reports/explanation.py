"""Why a citation has its verdict, in sentences that a person can check against git.

Pure. Says only what the finding holds, and says of each part that is missing that it is.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from mementod.reports.places import old_place
from mementod.reports.report import rank
from mementod.reports.titles import SHORT_COMMIT
from mementod.reports.words import plural
from mementod_parsers.model import Finding, Force, How, Kind, Reason, Stamp, Verdict
from mementod_parsers.text.printable import clean

INDENT = "    "
GOOD_SHOWN = 2  # citations of a line that hold; of more nobody reads a paragraph each
NAMES_SHOWN = 8
_FORCES = {
    Force.ASSERTS: "stated as a fact",
    Force.PAST: "reported as past",
    Force.NEGATED: "denied or forbidden",
    Force.PLANNED: "planned",
    Force.EXAMPLE: "given as an example",
    Force.QUOTED: "quoted",
    Force.ELSEWHERE: "said to belong elsewhere",
}
_REASONS = {
    Reason.URL: "it is an address of the web",
    Reason.HOME: "it is in somebody's home",
    Reason.ABSOLUTE: "it is an absolute path, of one machine",
    Reason.IGNORED: "git ignores it",
    Reason.GENERATED: "tools make it",
    Reason.SIBLING_REPO: "it belongs to another repository",
    Reason.PLACEHOLDER: "it stands for a name that the reader fills in",
    Reason.EXTERNAL: "it belongs to a dependency",
    Reason.ON_BRANCH: "another local branch still has it",
    Reason.SHALLOW: "this clone is shallow and cannot say what was",
    Reason.MISSING_BLOB: "this clone lacks content and cannot say what was",
    Reason.LFS_POINTER: "only a pointer to its content is here",
    Reason.UNREADABLE: "it cannot be read",
    Reason.STILL_USED: "code still uses the name",
    Reason.SUBMODULE: "it is inside a submodule",
    Reason.SPARSE: "it is not checked out here",
    Reason.OUTSIDE: "it leads out of the repository",
    Reason.NO_HISTORY: "there is no history that could say what was",
    Reason.NO_CLAIM: "the sentence claims nothing about today",
    Reason.SILENCED: "a comment or the baseline silences it",
}
_STAMPED = {
    How.OBSERVED: "when the line was seen to appear",
    How.VERIFIED: "when somebody vouched for it",
    How.BLAME: "the commit that wrote the line",
    How.DATED: "the commit of the note's date",
}
_KINDS = {
    Kind.PATH: "a path",
    Kind.DIR: "a folder",
    Kind.SYMBOL: "a symbol",
    Kind.LINE_REF: "a reference to lines",
    Kind.COMMAND: "a command",
    Kind.CONFIG: "a configuration key",
    Kind.ENV: "an environment variable",
    Kind.COMMIT: "a commit",
    Kind.LINK: "a link",
}


def explanations(note: str, line: int, findings: Sequence[Finding]) -> str:
    """A paragraph about each citation of a line, what does not hold first; of many that hold only the names."""
    good = [finding for finding in findings if finding.verdict is Verdict.OK]
    others = sorted((f for f in findings if f.verdict is not Verdict.OK), key=lambda f: rank(f.level))
    shown = others + (good if len(good) <= GOOD_SHOWN else [])
    parts = [explanation(note, finding) for finding in shown]
    if len(good) > GOOD_SHOWN:
        parts.append(_holding(f"{note}:{line}", good, bool(others)))
    return "\n\n".join(parts)


def _holding(place: str, good: Sequence[Finding], is_rest: bool) -> str:
    names = list(dict.fromkeys(finding.citation.text for finding in good))
    left = len(names) - NAMES_SHOWN
    listed = ", ".join(names[:NAMES_SHOWN]) + (f" and {left:,} others" if left > 0 else "")
    count = plural(len(good), "more citation" if is_rest else "citation")
    how = f"To see why: mementod explain {shlex.quote(place)} {shlex.quote(names[0])}"
    return "\n".join(clean(line) for line in (f"{place}  {count} of this line hold: {listed}", INDENT + how))


def explanation(note: str, finding: Finding) -> str:
    """A paragraph about one citation."""
    citation = finding.citation
    head = f"{note}:{citation.line}:{citation.column}  {citation.text}"
    sentences = (_said(finding), _meant(finding), _became(finding), _considered(finding), _checks(finding))
    return "\n".join([clean(head), *(INDENT + clean(sentence) for sentence in sentences if sentence)])


def _said(finding: Finding) -> str:
    citation = finding.citation
    where = f" (section {citation.section})" if citation.section else ""
    read = f"{_KINDS[citation.kind]}, {_FORCES[citation.force]}, in a {citation.genre.value} section"
    return f'The note says: "{citation.sentence or citation.text}"{where}. It is read as {read}.'


def _meant(finding: Finding) -> str:
    stamp = finding.stamp
    if stamp is None and finding.verdict is Verdict.UNCHECKED:
        return ""
    if stamp is None and finding.verdict is Verdict.OK:
        return "It is there today, so history was not asked what it meant when the line was written."
    if stamp is None:
        return "Nothing is known that it meant when the line was written."
    what = ":".join(part for part in (stamp.path, stamp.symbol) if part) or old_place(finding)
    return f"It meant {what} at {_moment(stamp)}, {_STAMPED[stamp.how]}."


def _moment(stamp: Stamp) -> str:
    if not stamp.commit:
        return stamp.at or "an unknown time"
    return stamp.commit[:SHORT_COMMIT] + (f" ({stamp.at})" if stamp.at else "")


def _became(finding: Finding) -> str:
    level = "" if finding.level.value == "none" else f" ({finding.level.value})"
    return f"Verdict {finding.verdict.value}{level}: {_why(finding)}."


def _why(finding: Finding) -> str:
    now = f"; it is {finding.target} now" if finding.target else ""
    match finding.verdict:
        case Verdict.OK:
            return f"it is {finding.resolved} today" if finding.resolved else "it holds today"
        case Verdict.UNCHECKED:
            reason = finding.reason or finding.citation.reason or Reason.NO_CLAIM
            return f"{reason.value}, {_REASONS[reason]}" + (f" ({finding.detail})" if finding.detail else "")
        case Verdict.MISSPELT:
            return f"the code spells it {finding.target}"
        case _:
            return f"{finding.evidence or 'nothing more is known'}{now}"


def _considered(finding: Finding) -> str:
    others = [place for place in finding.candidates if place != finding.resolved]
    if others:
        return f"Places considered: {', '.join(finding.candidates)}."
    if finding.candidates:
        return f"No other place than {finding.candidates[0]} was considered."
    is_named = finding.verdict is Verdict.UNCHECKED or finding.resolved or finding.target  # said above
    return "" if is_named else "No place of that name was found to consider."


def _checks(finding: Finding) -> str:
    """The commands of git that show the same."""
    stamp, commands = finding.stamp, []
    if stamp and stamp.commit:
        commands.append(f"git show {shlex.quote(f'{stamp.commit}:{stamp.path}' if stamp.path else stamp.commit)}")
    if finding.evidence_commit:
        commands.append(f"git show --stat {shlex.quote(finding.evidence_commit)}")
    return f"To check: {' and '.join(commands)}" if commands else ""
