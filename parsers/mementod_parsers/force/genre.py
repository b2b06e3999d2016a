"""What a note is for: rule, reference, progress, decision, record, plan, snapshot.

Narrow on purpose: a dead citation in a record or a plan is never an error, so a wrong guess here hides findings.
"""

from __future__ import annotations

import re

from mementod_parsers.model import Genre, Source

NEAR_FOLDERS = 4

_TYPES = {
    name: genre
    for genre, names in (
        (Genre.RULE, "rule rules feedback guideline convention"),
        (Genre.REFERENCE, "reference project user overview"),
        (Genre.SNAPSHOT, "snapshot"),
        (Genre.PROGRESS, "progress status active"),
        (Genre.DECISION, "decision adr"),
        (Genre.RECORD, "record journal session log changelog handoff handover retrospective observation"),
        (Genre.RECORD, "incident postmortem"),
        (Genre.PLAN, "plan proposal roadmap todo backlog"),
    )
    for name in names.split()
}  # fmt: skip

_DATED = re.compile(r"(?:^|[-_.])(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])(?:[-_.]|$|t\d)")
# Folders of notes that look back. `docs/` or `notes/` alone is none of them.
_RECORD_FOLDER = re.compile(
    r"^[._]?(?:\d{1,3}[-_.])?(?:sessions?|session[-_]?(?:logs?|notes|summaries)|journals?|diary|diaries|dailies"
    r"|daily(?:[-_]notes)?"
    r"|(?:[a-z]+[-_])?logs?|(?:dev|work)[-_]?logs?|blogs?|(?:dev|developer|developers)[-_]?notes|changelogs?"
    r"|change[-_]logs?"
    r"|release[-_]?notes|hand-?(?:offs?|overs?)|retros?|retrospectives?|observations?|incidents?"
    r"|incident[-_]reports?|post-?mortems?"
    r"|stand-?ups?|history|archive[sd]?|(?:[a-z]+[-_])?archives?|completed|done|closed|migration[-_]?reports?"
    r"|investigations?"
    r"|开发日志|工作日志|日志|日报|周报|会话记录|归档|開発日誌|作業ログ|作業記録|日誌|日報"
    r"|개발[-_ ]?일지|작업[-_ ]?일지|일지|журналы?|дневник|архив|diários?|diário-de-bordo"
    r"|bit\u00e1coras?|diarios?|tagebuch|protokolle|journal-de-bord)$"
)
# The notes that stand beside the code of a folder, whatever the folder is called.
_BESIDE_CODE = frozenset(
    ("claude", "claude.local", "agents", "agents.override", "gemini", "copilot-instructions", "skill")
)
# The notes of another day, kept in a copy of the tree: `migration-backup-20250828/CLAUDE.md`.
_COPY_FOLDER = re.compile(r"(?:^|[-_.])(?:backups?|snapshots?)[-_.]?(?:19|20)\d\d|\.(?:bak|orig)$")
_TEMPLATE_FOLDER = re.compile(r"(?:^|[-_.])(?:templates?|skeletons?|scaffolds?|boilerplates?)$")
_AGENT_FOLDERS = frozenset((".claude", ".cursor", ".github", ".serena", ".windsurf", ".kiro", ".agent", ".gemini"))
# `47-fix-login.md`, one note a branch or an issue; chapters are numbered from 01.
_NUMBERED = re.compile(r"^[1-9]\d{1,5}[-_][a-z]")
_NUMBERED_FOLDER = re.compile(
    r"^[._]?(?:\w+[-_])?(?:notes?|logs?|issues?|tickets?|bugs?|branches|prs?|pull[-_]?requests?)$"
)
_ISSUE_FOLDER = re.compile(r"^[._]?(?:\w+[-_])?(?:issues?|tickets?|bugs?|prs?|pull[-_]?requests?)$")
_ISSUE_FILE = re.compile(r"^(?:issue|ticket|bug|pr|gh|pull)s?[-_#]?[1-9]\d{0,5}(?:[-_.]|$)")
_RECORD_FILE = re.compile(
    r"^(?:changelog|history|journal|diary|work[-_]?log|dev[-_]?log|dev(?:eloper)?[-_]?notes|hand-?(?:off|over)s?"
    r"|releases?|archive"
    r"|stand-?ups?"
    r"|release[-_]notes|session[-_]?(?:log|notes|summary|state|handoff|context)?s?)$"
    r"|(?:^|[-_])phase[-_]?\d{1,2}[a-d]?(?:[-_]|$)|^session[-_]"
    r"|(?:^|[-_])(?:review|qa|audit|research|critique)[-_]findings(?:[-_]|$)|^(?:critique|root[-_]cause)[-_]"
    r"|(?:^|[-_])(?:session[-_]?(?:log|notes|summary|\d+)|journal|hand-?(?:off"
    r"|over)|changelog|retrospective|retro|post-?mortem|log)(?:[-_]|$)"
    r"|(?:^|[-_])(?:summary|report)[-_]of[-_]|(?:^|[-_])(?:dev|work)[-_]?logs?(?:[-_\d]|$)|(?:^"
    r"|[-_])investigations?(?:[-_]|$)"
    r"|(?:^|[-_])(?:migration|clean-?up|completion|incident|upgrade|audit)[-_]reports?(?:[-_]|$)"
    r"|[-_](?:completion|completed)(?:[-_](?:summary|notes))?(?:[-_](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})?"
    r"(?:[-_](?:19|20)\d\d[-_\d]{0,6})?$|^(?:会话|日志"
    r"|更新日志|开发日志|日报|周报|作業ログ|開発日誌|日誌|세션|작업 ?일지"
    r"|\u0436\u0443\u0440\u043d\u0430\u043b|\u0434\u043d\u0435\u0432\u043d\u0438\u043a|di\u00e1rio|bit\u00e1cora)"
)
_DECISION = re.compile(r"^(?:adrs?|decisions?|decision[-_]?(?:log|records?)|architecture[-_]decisions?)$")
_DECISION_FILE = re.compile(
    r"^(?:adr|decision)s?(?:[-_]|$)|^\d{4}-[a-z].*|(?:^|[-_])decisions?(?:[-_]?log)?$|^decision-?log$"
)
_PLAN_FOLDER = re.compile(r"^(?:plans?|proposals?|roadmaps?|todos?|backlogs?|drafts?|rfcs?|specs?[-_]drafts?)$")
_PLAN_FILE = re.compile(
    r"^(?:plans?|todos?|roadmap|backlog|next[-_]?steps|proposal)$|^(?:plan|proposal|todo"
    r"|roadmap)[-_]|[-_](?:plan|roadmap|todos?|backlog|proposal)(?:[-_](?:19|20)\d{2,6})?$"
)
_PROGRESS_FILE = re.compile(
    r"^(?:\d{1,3}[-_])?(?:progress|active[-_]?context|current[-_]?(?:status|state|task"
    r"|work|focus)|status|state)$"
)

# A title says what the whole note is only with a number, a date or a colon behind its kind, or with nothing.
_RECORD_TITLE = re.compile(
    r"^(?:(?:dev(?:elopment)?[ -]?log|work[ -]?log|devlog|session (?:log|notes|summary|report|record)|stand-?up"
    r"|sprint retro(?:spective)?"
    r"|retrospective|retro|post-?mortem|incident(?: report)?|journal(?: entry)?|diary|daily (?:log|notes|report"
    r"|standup)|investigation"
    r"|release notes|migration report|blog(?: post)?)(?:\s?[:\uff1a]|\s[\u2014\u2013-]\s)"
    r"|(?:dev(?:elopment)?[ -]?log|work[ -]?log|session(?: (?:log|notes|summary|report|record))?|stand-?up"
    r"|retrospective|retro|post-?mortem"
    r"|incident|journal(?: entry)?|diary|daily (?:log|notes|report|standup)|investigation|release notes"
    r"|blog(?: post)?)[ -]{0,3}"
    r"(?:(?:#|no\.?|nr\.?|for|of|from)\s?)?(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"[a-z]{0,6}\b)"
    r"|(?:dev(?:elopment)?[ -]?log|work[ -]?log|devlog|session (?:log|notes|summary|report)|post-?mortem"
    r"|dev(?:eloper)? notes|diary)s?$"
    r"|.{3,80}\bcompletion (?:summary|report|notes)$"
    r"|(?:开发日志|工作日志|日报|周报|会话记录|复盘|開発日誌|作業ログ|作業記録|作業日誌|日報|개발 ?일지"
    r"|작업 ?일지|작업 ?로그|세션 ?기록|журнал (?:разработки|сессий|работ)|дневник (?:разработки|работ)"
    r"|diário de (?:bordo|desenvolvimento)|bitácora(?: de desarrollo)?|diario de desarrollo|entwicklungstagebuch"
    r"|arbeitsprotokoll"
    r"|journal de (?:bord|d\u00e9veloppement))(?:\W|\d|$)"
    r"|(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.]\d{1,2}(?:\W|$)|(?:19|20)\d\d\u5e74\d{1,2}\u6708\d{1,2}\u65e5)"
)
# `Status: Completed 2026-04-26` at the head of a note: it reports a task that is done.
_DONE_LINE = re.compile(
    r"^\W{0,4}(?:(?:status|state)\W{1,8}(?:completed?|done|finished|merged|shipped|resolved|fixed)\b"
    r"|(?:date completed|completed(?: on)?|completion date)\W{1,6})[^\n\d]{0,20}(?:19|20)\d\d-[01]\d",
    re.I | re.M,
)
EDGE = re.compile(r"^(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s+)?[^\w\[(]*|[\s:*_.!\uff1a#]*$")


def note_genre(path: str, source: Source, kind: str = "") -> Genre:
    """Return the genre of a note from its frontmatter type, its path and its convention."""
    if kind in _TYPES:
        return _TYPES[kind]
    parts = path.lower().replace("\\", "/").split("/")
    folders, stem = parts[:-1], parts[-1].rsplit(".", 1)[0]
    near = folders[-NEAR_FOLDERS:] if stem not in _BESIDE_CODE else []
    if any(_COPY_FOLDER.search(folder) for folder in folders) or _is_for_others(folders):
        return Genre.RECORD
    if any(_RECORD_FOLDER.match(folder) for folder in near) or _is_numbered(near[-1:], stem):
        return Genre.RECORD
    if (genre := _by_file(stem)) is not None:
        return genre
    for folder in reversed(near):
        if _DECISION.match(folder):
            return Genre.DECISION
        if _PLAN_FOLDER.match(folder):
            return Genre.PLAN
    return Genre.RULE if source is Source.RULES else Genre.REFERENCE


def title_genre(title: str) -> Genre | None:
    """Return the genre that a note's own title gives to all of it: `Dev log 7`, `Session 2025-01-02`."""
    plain = EDGE.sub("", title.lower().replace("`", "").replace("**", "")).strip()
    return Genre.RECORD if _RECORD_TITLE.match(plain) else None


def reports_done(text: str) -> bool:
    """Whether a paragraph at a note's head says on which day the task that the note is about was done."""
    return bool(_DONE_LINE.search(text))


def _is_for_others(folders: list[str]) -> bool:
    """Tell whether a note lies in the set of an agent's files that a template gives to other repositories."""
    at = next((i for i, folder in enumerate(folders) if _TEMPLATE_FOLDER.search(folder)), len(folders))
    return any(folder in _AGENT_FOLDERS for folder in folders[at + 1 :])


def _is_numbered(folder: list[str], stem: str) -> bool:
    """Tell whether a note belongs to a family of one note an issue or a branch."""
    if _ISSUE_FILE.match(stem):
        return True
    if not folder or not _NUMBERED_FOLDER.match(folder[0]):
        return False
    return bool(_NUMBERED.match(stem)) or (stem[:1].isdigit() and bool(_ISSUE_FOLDER.match(folder[0])))


def _by_file(stem: str) -> Genre | None:
    if _PROGRESS_FILE.match(stem):
        return Genre.PROGRESS
    if _PLAN_FILE.search(stem):
        return Genre.PLAN
    if _DECISION_FILE.search(stem):
        return Genre.DECISION
    if _RECORD_FILE.search(stem) or _DATED.search(stem):
        return Genre.RECORD
    return None
