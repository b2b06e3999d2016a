"""The words by which people and agents label the parts of a progress entry, and by which they join a reason to it."""

from __future__ import annotations

import re
from enum import StrEnum

from mementod_parsers.text.labels import Labels


class Label(StrEnum):
    """A part of an entry."""

    WHAT = "what"
    WHY = "why"
    FILES = "files"
    NEXT = "next"
    RISK = "risk"
    STATUS = "status"
    DATE = "date"


# One line a language: English, Chinese, Japanese, Korean, German, French, Spanish and Portuguese, Russian.
_WORDS = {
    Label.WHAT: (
        "what|what changed|what changes|what will change|change|changes|summary|description|task|plan|action|fix"
        "|solution|implementation|implemented|approach|done|work",
        "做什么|做什麼|内容|內容|改动|改動|改动内容|改動內容|修改|修改内容|修改內容|变更|變更|变更内容|任务|任務|实现|實現|实施|修复|修復|方案|计划|摘要|描述|做法|完成项|完成項目",
        "何を|変更|変更内容|作業|作業内容|概要",
        "무엇|내용|변경|변경 내용|작업",
        "was|änderung|änderungen|aufgabe|beschreibung",
        "quoi|changement|changements|modification|modifications|tâche",
        "qué|cambio|cambios|tarea|descripción|o quê|mudança|mudanças|tarefa",
        "что|изменение|изменения|задача",
    ),
    Label.WHY: (
        "why|reason|reasons|because|rationale|motivation|purpose|goal|objective|background|context|problem|issue|cause"
        "|root cause|justification|trigger",
        "为什么|為什麼|为何|為何|原因|理由|目的|目标|目標|背景|动机|動機|根因|问题|問題|需求|缘由",
        "なぜ|理由|目的|背景|原因",
        "왜|이유|목적|배경",
        "warum|grund|ziel|zweck|hintergrund",
        "pourquoi|raison|but|motif|contexte",
        "por qué|motivo|razón|objetivo|causa|por que|por quê|razão",
        "почему|зачем|причина|цель",
    ),
    Label.FILES: (
        "file|files|files changed|changed files|file changes|files modified|modified files|files touched|files affected"
        "|affected files|files to change|key files|core files|affects|path|paths|location|where|scope|module|modules",
        "文件|档案|檔案|涉及文件|相关文件|改动文件|修改文件|修改檔案|变更文件|影响文件|影响范围|范围|範圍|路径|路徑|位置|模块|模組",
        "ファイル|対象ファイル|変更ファイル|対象|場所",
        "파일|변경 파일|대상",
        "datei|dateien|geänderte dateien|ort|modul",
        "fichier|fichiers|fichiers modifiés|emplacement",
        "archivo|archivos|ficheros|arquivo|arquivos",
        "файл|файлы|где",
    ),
    Label.NEXT: (
        "next|next step|next steps|next action|next actions|todo|follow-up|follow up|remaining|then",
        "下一步|后续|後續|接下来|接下來|待办|待辦",
        "次|次のステップ|今後",
        "다음|다음 단계",
        "nächster schritt|nächste schritte|danach",
        "ensuite|prochaine étape|prochaines étapes",
        "siguiente|siguientes pasos|próximo paso|próximos pasos|próximo|próximos passos",
        "далее|следующий шаг",
    ),
    Label.RISK: (
        "risk|risks|caveat|caveats|concern|concerns|side effects|rollback|breaking",
        "风险|風險|注意|注意事项|影响|隐患|回滚",
        "リスク|注意点",
        "위험|주의",
        "risiko|risiken",
        "risque|risques",
        "riesgo|riesgos|risco|riscos",
        "риск|риски",
    ),
    Label.STATUS: (
        "status|state|progress",
        "状态|狀態|进度|進度",
        "状態|状況|進捗",
        "상태|진행",
        "stand",
        "statut|état",
        "estado",
        "статус|состояние",
    ),
    Label.DATE: (
        "date|when|updated|last updated|updated at|time|day|started",
        "日期|时间|時間|更新时间|更新日期",
        "日付|日時|更新日",
        "날짜|일자",
        "datum|wann",
        "quand",
        "fecha|data",
        "дата|когда",
    ),
}
# Those that also label a part in the middle of a line: `rename X; why: Y`.
_INNER = "what|why|reason|rationale|files?|next(?: steps?)?|risks?|原因|理由|为什么|文件|涉及文件|下一步|风险|内容"
LABELS = Labels(_WORDS, _INNER, breaks=".;|,()（）。；，—–-", dashed=True)

# What stands behind these is a reason ...
_REASONS = re.compile(
    r"\b(?:because|so that|in order to|due to|owing to|thanks to|otherwise"
    r"|since(?! (?:v?\d|then|last|yesterday))"
    r"|(?:to|for|and) (?:avoid|prevent|allow|enable|support|ensure|keep|stop|reduce|satisfy|comply|let|match|make|fix)"
    r"(?:ing)?"
    r"|weil|damit|denn|um zu|parce qu[e']|afin d[e']|porque|para (?:que|evitar)|debido a|pois|потому что|так как"
    r"|чтобы|из-за)\b|因为|因為|由于|由於|以便|为了|為了|避免|防止|否则|否則|以免|なぜなら",
    re.IGNORECASE,
)
# ... and what stands in front of these.
_REASONS_BEFORE = re.compile(r"のため|ため[、，,に]|ので|때문에|위해")
_PLACE = re.compile(r"\*{0,2}`?[^\s:：`]{0,200}[./][^\s:：`]{1,200}`?\*{0,2}\s?[:：]\s?(?=\S)")
_CLAUSE_END = re.compile(r"[,，;；、]\s?(?:所以|因此|故)?|\bso\b")


def split_reason(text: str) -> tuple[str, str]:
    """(what, why) of a sentence that joins both: `rename X because Y`, `为了 Y，重命名 X`."""
    place = _PLACE.match(text)  # belongs to what is done, wherever the reason stands
    what, why = _parted(text[place.end() :] if place else text)
    return (place.group() + what if place else what), why


def _parted(text: str) -> tuple[str, str]:
    before = _REASONS_BEFORE.search(text)
    if before:
        return text[before.end() :].strip(), text[: before.start()].strip()
    found = _REASONS.search(text)
    if not found:
        return text, ""
    what, why = text[: found.start()].strip(), text[found.start() :].strip()
    if any(c.isalpha() for c in what):
        return what, why
    end = _CLAUSE_END.search(why)
    return (why[end.end() :].strip(), why[: end.start()].strip()) if end else ("", why)
