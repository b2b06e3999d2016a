"""What the section under a heading is for: a journal, a plan, a decision, a status; or nothing in particular.

Narrow on purpose, like genre.py: under a wrong guess findings are hidden.
"""

from __future__ import annotations

import re

from mementod_parsers.force.genre import EDGE, title_genre
from mementod_parsers.force.provenance import is_source_label
from mementod_parsers.model import Genre

MAX_HEADING_CHARS = 100

_RECORD_HEADING = re.compile(
    r"^(?:change ?log|release notes|(?:version|revision|change|commit|document|update"
    r"|edit|migration) history|history|recent (?:changes|updates|commits|work)|latest"
    r" (?:changes|updates)"
    r"|(?:session|work|update|activity|progress|decision|daily|dev) (?:log|logs|notes"
    r"|journal|summary|history)s?|journal|what(?: was| we)? (?:done|changed|did)|last"
    r" session|previous sessions?"
    r"|resolved(?: issues| bugs)?|fixed(?: issues| bugs)|(?:bug ?)?fixes (?:applied|made)"
    r"|(?:historical )?(?:incident|case stud(?:y|ies))(?:s|:.{1,60})?"
    r"|changes made|post-?mortem|lessons from .{1,40}"
    r"|\u66f4\u65b0(?:\u65e5\u5fd7|\u8bb0\u5f55|\u5386\u53f2)|\u53d8\u66f4(?:\u65e5\u5fd7"
    r"|\u8bb0\u5f55|\u5386\u53f2)|\u4fee\u6539\u8bb0\u5f55|\u6700\u8fd1(?:\u66f4\u65b0"
    r"|\u53d8\u66f4|\u4fee\u6539)|\u7248\u672c\u5386\u53f2|\u5386\u53f2\u8bb0\u5f55"
    r"|\u5386\u53f2"
    r"|\u5909\u66f4\u5c65\u6b74|\u66f4\u65b0\u5c65\u6b74|\u4f5c\u696d\u30ed\u30b0"
    r"|\u5c65\u6b74|\u6700\u8fd1\u306e\u5909\u66f4|\u5909\u66f4\u70b9|\ubcc0\uacbd"
    r" ?(?:\uc774\ub825|\ub0b4\uc5ed|\ub85c\uadf8)|\ucd5c\uadfc ?\ubcc0\uacbd(?:"
    r" ?\uc0ac\ud56d)?|\uc791\uc5c5 ?(?:\ub85c\uadf8|\uc774\ub825)|\uc774\ub825"
    r"|\u0438\u0441\u0442\u043e\u0440\u0438\u044f(?:"
    r" \u0438\u0437\u043c\u0435\u043d\u0435\u043d\u0438\u0439)?"
    r"|\u0436\u0443\u0440\u043d\u0430\u043b(?:"
    r" \u0438\u0437\u043c\u0435\u043d\u0435\u043d\u0438\u0439)?"
    r"|\u043f\u043e\u0441\u043b\u0435\u0434\u043d\u0438\u0435"
    r" \u0438\u0437\u043c\u0435\u043d\u0435\u043d\u0438\u044f"
    r"|hist\u00f3rico(?: de (?:mudan\u00e7as|altera\u00e7\u00f5es|vers\u00f5es|cambios))?"
    r"|mudan\u00e7as recentes|altera\u00e7\u00f5es recentes|registro de (?:mudan\u00e7as"
    r"|cambios)|historial(?: de cambios)?|cambios recientes"
    r"|\u00e4nderungs(?:protokoll|historie|verlauf)|verlauf|letzte \u00e4nderungen"
    r"|historie|historique(?: des (?:modifications|versions|changements))?|journal des"
    r" modifications|modifications r\u00e9centes)$"
)
_RECORD_LEAD = re.compile(
    r"^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d\b"
    r"|^\[?v?\d{1,3}\.\d{1,3}(?:\.\d{1,4})?\]?\s{0,2}(?:[-\u2013\u2014(]\s{0,2})(?:19"
    r"|20)\d\d|^\[?(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.]\d{1,2}(?!\d)|^session"
    r" \d{1,4}\b|^\[unreleased\]$|^(?:day|sprint|week) \d{1,3}\b"
    r"|^(?:completed|finished|done|shipped)(?: on)?[:,]?\s(?:\(\s?)?(?:(?:19|20)\d\d-[01]\d"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d)"
    r"|^(?:19|20)\d\d\u5e74\d{1,2}\u6708\d{1,2}\u65e5|(?:[(\[]|[-\u2013\u2014,:] )(?:19"
    r"|20)\d\d-(?:0[1-9]|1[0-2])-[0-3]\d[)\]]?$"
)
_PLAN_HEADING = re.compile(
    r"^(?:to-?do(?:s| list)?|next(?: steps| tasks| actions| up)?|road ?map|future (?:work"
    r"|plans?|improvements?|enhancements?|ideas|features|considerations|development)"
    r"|planned (?:work|features|changes|improvements)|backlog|upcoming(?: work| features|"
    r" changes)?"
    r"|(?:immediate |recommended |suggested )?next (?:step|action)s?|future fix(?:es)?|improvement opportunities"
    r"|(?:implementation |open |remaining )(?:tasks|roadmap)"
    r"|remaining (?:work|tasks|items)|pending(?: work| tasks| items)?|implementation plan"
    r"|migration plan|refactoring plan|action items|open tasks|proposals?|proposed"
    r" (?:changes|solution|design|approach|fix)s?(?::.{1,60})?|what'?s left|left to do|ideas|wish ?list"
    r"|\u5f85\u529e(?:\u4e8b\u9879)?|\u4e0b\u4e00\u6b65(?:\u8ba1\u5212)?"
    r"|\u672a\u6765(?:\u89c4\u5212|\u8ba1\u5212|\u5de5\u4f5c)|\u540e\u7eed(?:\u8ba1\u5212"
    r"|\u5de5\u4f5c)|\u5b9e\u65bd\u8ba1\u5212|\u8ba1\u5212|\u8def\u7ebf\u56fe"
    r"|\u4eca\u5f8c\u306e(?:\u4e88\u5b9a|\u8a08\u753b|\u8ab2\u984c|\u4f5c\u696d)"
    r"|\u6b21\u306e\u30b9\u30c6\u30c3\u30d7|\u4e88\u5b9a"
    r"|\u30ed\u30fc\u30c9\u30de\u30c3\u30d7|\u6b8b\u30bf\u30b9\u30af|\u672a\u5b9f\u88c5"
    r"|\ud5a5\ud6c4 ?(?:\uacc4\ud68d|\uc791\uc5c5)|\ub2e4\uc74c ?\ub2e8\uacc4|\ud560"
    r" ?\uc77c|\ub85c\ub4dc\ub9f5|\ub0a8\uc740 ?\uc791\uc5c5"
    r"|\u043f\u043b\u0430\u043d\u044b?(?: \u0440\u0430\u0431\u043e\u0442)?"
    r"|\u0441\u043b\u0435\u0434\u0443\u044e\u0449\u0438\u0435 \u0448\u0430\u0433\u0438"
    r"|\u0434\u043e\u0440\u043e\u0436\u043d\u0430\u044f \u043a\u0430\u0440\u0442\u0430"
    r"|\u0447\u0442\u043e \u043e\u0441\u0442\u0430\u043b\u043e\u0441\u044c"
    r"|pr\u00f3ximos passos|trabalho futuro|pend\u00eancias|tarefas pendentes"
    r"|pr\u00f3ximos pasos|trabajo futuro|tareas pendientes|hoja de ruta|n\u00e4chste"
    r" schritte|ausblick|offene (?:punkte|aufgaben)|geplant|prochaines \u00e9tapes"
    r"|travaux futurs|feuille de route|\u00e0 faire)$"
)
_DECISION_HEADING = re.compile(
    r"^(?:(?:key |design |technical |architecture |architectural )?decisions?(?: log|"
    r" records?| made)?|adrs?|\u6280\u672f\u51b3\u7b56|\u51b3\u7b56(?:\u8bb0\u5f55)?"
    r"|\u6c7a\u5b9a\u4e8b\u9805|\uacb0\uc815 ?\uc0ac\ud56d"
    r"|\u0440\u0435\u0448\u0435\u043d\u0438\u044f|decis(?:\u00f5es|iones)|entscheidungen"
    r"|d\u00e9cisions)$"
)
_PROGRESS_HEADING = re.compile(
    r"^(?:progress|in progress|current (?:status|focus|work|task|state)|status|work in"
    r" progress|\u5f53\u524d(?:\u72b6\u6001|\u8fdb\u5ea6|\u4efb\u52a1)|\u8fdb\u5ea6"
    r"|\u9032\u6357|\u73fe\u5728\u306e\u72b6\u6cc1|\uc9c4\ud589 ?(?:\uc0c1\ud669|\uc911)"
    r"|\u043f\u0440\u043e\u0433\u0440\u0435\u0441\u0441"
    r"|\u0442\u0435\u043a\u0443\u0449(?:\u0438\u0439 \u0441\u0442\u0430\u0442\u0443\u0441"
    r"|\u0435\u0435 \u0441\u043e\u0441\u0442\u043e\u044f\u043d\u0438\u0435)|progresso"
    r"|progreso|fortschritt|avancement)$"
)
_REMARK = re.compile(r"\s?[(\uff08][^()\uff08\uff09]{1,60}[)\uff09]$")
# A month and a year behind a heading date what stands under it: an entry of that day, not a claim about today.
_DATED_HEADING = re.compile(
    r"[(\[:\u2013\u2014-]\s{0,2}(?:(?:completed|finished|done|shipped)(?: in)?\s)?"
    r"(?:\d{1,2}(?:st|nd|rd|th)?\s)?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?(?:19|20)\d\d"
    r"|[(\[]\s?(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])\s?[)\]]"
    r"|[(\[](?:week of )?[0-3]?\d[/.][01]?\d[/.](?:19|20)\d\d[)\]]"
)
_DATED_WIDE = re.compile(r"[(\uff08【]\s?(?:19|20)\d\d[-/.年](?:0?[1-9]|1[0-2])(?:[-/.月][0-3]?\d日?)?\s?[)\uff09】]$")
# What is kept up to date says when it was, not that it is history.
_STANDING = re.compile(
    r"\b(?:instructions?|guides?|guidelines?|references?|overview|structure|conventions?|architecture|commands?"
    r"|checklist|rules?|style|stack|set-?up|workflows?|procedures?|configuration)\b"
    r"|構造|構成|概要|手順|規約|設定|一覧|ガイド|コマンド|结构|架构|概述|概览|指南|规范|配置|命令|流程|说明|清单"
)
# What is done is history in a progress file; elsewhere "Completed" may head anything.
_DONE_HEADING = re.compile(
    r"^\W{0,4}(?:(?:recently |previously |already )?(?:completed|done|finished|shipped|fixed|implemented)\b"
    r"|已完成|完成済み|完了(?:した|済み?の?)|완료|conclu[ií]d|completad|erledigt|terminé|выполнен|заверш)"
)


def section_genre(heading: str, above: Genre = Genre.REFERENCE) -> Genre | None:
    """Return the genre that a heading gives to its section in one of genre `above`; None if it says nothing."""
    plain = EDGE.sub("", heading.lower().replace("`", "").replace("**", "")).strip()
    if not plain or len(plain) > MAX_HEADING_CHARS:
        return None
    genre = _by_heading(plain, above)
    bare = _REMARK.sub("", plain)
    return genre if genre is not None or not bare or bare == plain else _by_heading(bare, above)


def _by_heading(plain: str, above: Genre) -> Genre | None:
    dated = (_DATED_HEADING.search(plain) or _DATED_WIDE.search(plain)) and not _STANDING.search(plain)
    if dated or (above is Genre.PROGRESS and _DONE_HEADING.match(plain)):
        return Genre.RECORD
    if _RECORD_HEADING.match(plain) or _RECORD_LEAD.search(plain) or title_genre(plain):
        return Genre.RECORD
    if is_source_label(plain):
        return Genre.RECORD
    if above is Genre.RECORD:  # what a journal decides, plans and calls its state is that of its day
        return None
    if _PLAN_HEADING.match(plain):
        return Genre.PLAN
    if _DECISION_HEADING.match(plain):
        return Genre.DECISION
    if _PROGRESS_HEADING.match(plain):
        return Genre.PROGRESS
    return None
