"""A Report as SARIF 2.1.0, for code scanning and editors.

Pure. Every property that code scanning on GitHub requires is there and not empty. Paths are percent-encoded URIs
relative to the repository; columns count characters.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from mementod import __version__
from mementod.reports.repeats import told_once
from mementod.reports.report import Located, located, problems, unchecked
from mementod.reports.report_github import message
from mementod_parsers.model import Level, Report, Verdict
from mementod_parsers.text.printable import clean

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
RULES = {
    Verdict.DELETED: "The note cites something that no longer exists.",
    Verdict.MOVED: "The note cites something that now lives elsewhere.",
    Verdict.RENAMED: "The note cites something that now has another name.",
    Verdict.SHIFTED: "The cited line now holds something else.",
    Verdict.MISSPELT: "The note spells a name in another way than the code.",
    Verdict.CHANGED: "The code that the note describes changed after it was written.",
    Verdict.UNVERIFIED: "The note cites something that never existed when it was written.",
}
_HELP = {
    Verdict.DELETED: "Take it out, or say what took its place; `mementod explain NOTE:LINE` names the commit.",
    Verdict.MOVED: "`mementod fix` shows the repair as a diff, `mementod fix --write` makes it.",
    Verdict.RENAMED: "`mementod fix` shows the repair as a diff, `mementod fix --write` makes it.",
    Verdict.SHIFTED: "`mementod fix` shows the new lines where they are found again; else look them up.",
    Verdict.MISSPELT: "`mementod fix` shows the repair as a diff, `mementod fix --write` makes it.",
    Verdict.CHANGED: "Read the note against the code; `mementod verify NOTE` says that it still holds.",
    Verdict.UNVERIFIED: "It may be planned, another project's or invented: correct it, or leave it.",
}
_COMPARED = "A citation is compared at two moments, the day its line was written and now."
_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
_RULE_LEVELS = {
    Verdict.SHIFTED: "warning",
    Verdict.MISSPELT: "warning",
    Verdict.CHANGED: "note",
    Verdict.UNVERIFIED: "note",
}

Json = dict[str, object]


def render_sarif(report: Report) -> str:
    rules = list(RULES)
    told = told_once(located(report))
    loud = [item for item in told if item.finding.level in _LEVELS and item.finding.verdict in RULES]
    run: Json = {
        "tool": {"driver": {"name": "mementod", "version": __version__, "rules": [_rule(rule) for rule in rules]}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"uri": f"file://{_quoted(report.root.rstrip('/'))}/"}},
        "invocations": [_invocation(report)],
        "results": [_result(item, rules) for item in loud],
        "properties": {"tree": report.tree, "unchecked": unchecked(report)},
    }
    return json.dumps({"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(verdict: Verdict) -> Json:
    return {
        "id": verdict.value,
        "name": verdict.value,
        "shortDescription": {"text": RULES[verdict]},
        "fullDescription": {"text": f"{RULES[verdict]} {_COMPARED}"},
        "help": {"text": _HELP[verdict]},
        "defaultConfiguration": {"level": _RULE_LEVELS.get(verdict, "error")},
    }


def _invocation(report: Report) -> Json:
    notes = [{"level": "warning", "message": {"text": clean(problem)}} for problem in problems(report)]
    return {"executionSuccessful": True, "toolExecutionNotifications": notes}


def _result(item: Located, rules: list[Verdict]) -> Json:
    citation = item.finding.citation
    region = {
        "startLine": citation.line,
        "startColumn": citation.column,
        "endLine": citation.line,
        "endColumn": citation.end_column,
    }
    place = {"artifactLocation": _artifact(item.path), "region": region}
    return {
        "ruleId": item.finding.verdict.value,
        "ruleIndex": rules.index(item.finding.verdict),
        "level": _LEVELS[item.finding.level],
        "message": {"text": message(item.finding)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"mementodId/v1": item.id},
    }


def _artifact(path: str) -> Json:
    if path.startswith("/"):
        return {"uri": f"file://{_quoted(path)}"}
    return {"uri": _quoted(path), "uriBaseId": ROOT}


def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"))
