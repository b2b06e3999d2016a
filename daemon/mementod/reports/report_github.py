"""A Report as GitHub workflow commands: one annotation a finding, then a line of what was checked.

Pure. Nothing from a repository may start a line or end a property: a note could otherwise give the runner
orders.
"""

from __future__ import annotations

from mementod.reports.places import old_place
from mementod.reports.repeats import told_once
from mementod.reports.report import Located, located, worst_first
from mementod.reports.report_text import Look, render_text
from mementod_parsers.model import Finding, Level, Report, Verdict
from mementod_parsers.text.printable import clean

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning"}


def render_github(report: Report) -> str:
    loud = worst_first(item for item in told_once(located(report)) if item.finding.level in _COMMANDS)
    lines = [_annotation(item) for item in loud]
    # GitHub shows ten annotations of each kind a step; the whole report is in the log below them.
    lines += [_defused(line) for line in render_text(report, Look()).splitlines()]
    return "".join(line + "\n" for line in lines)


def message(finding: Finding) -> str:
    """What is wrong, in one sentence."""
    why = f" ({finding.evidence})" if finding.evidence else ""
    return clean(f"{old_place(finding)} {_said(finding)}{why}")


def _said(finding: Finding) -> str:
    now = f": now {finding.target}" if finding.target else ""
    match finding.verdict:
        case Verdict.DELETED:
            return "was deleted"
        case Verdict.MOVED | Verdict.RENAMED:
            return f"was {finding.verdict.value} to {finding.target}" if finding.target else f"was {finding.verdict}"
        case Verdict.SHIFTED:
            return f"holds something else at that line{now}"
        case Verdict.MISSPELT:
            return f"is spelt {finding.target}"
        case Verdict.CHANGED:
            return "changed since this was written"
        case Verdict.UNVERIFIED:
            return "was never in this repository when this was written"
        case Verdict.OK | Verdict.UNCHECKED:
            return f"is {finding.verdict.value}"


def _defused(line: str) -> str:
    """A line of the log that the runner takes for no command: it trims blanks, and finds `##[` anywhere."""
    line = line.replace("##[", "# #[")
    return f"| {line.lstrip()}" if line.lstrip().startswith("::") else line


def _annotation(item: Located) -> str:
    finding, citation = item.finding, item.finding.citation
    properties = {
        # A name with a line end is still found, encoded; one that steers a terminal is not worth it.
        "file": "\n".join(clean(part) for part in item.path.split("\n")),
        "line": str(citation.line),
        "col": str(citation.column),
        "endColumn": str(citation.end_column),
        "title": f"mementod: {finding.verdict.value}",
    }
    if item.path.startswith("/"):
        del properties["file"]  # outside the checkout: no file of the pull request to annotate
    shown = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {shown}::{_data(message(finding))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
