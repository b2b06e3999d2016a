"""The words by which people and agents label the parts of a decision.

A label is a whole title (`## Context`), a column's name, or the head of a line before a colon (`**Why**: ...`,
`原因：...`).
"""

from __future__ import annotations

from enum import StrEnum

from mementod_parsers.text.labels import Labels


class Part(StrEnum):
    """A part of a decision."""

    PROBLEM = "problem"
    OPTIONS = "options"
    CHOSEN = "chosen"
    WHY = "why"
    REJECTED = "rejected"
    AFTER = "after"  # what follows from it: read over, but it ends the part before
    DATE = "date"
    STATUS = "status"
    SUCCESSOR = "successor"


_WORDS = {
    Part.PROBLEM: (
        "problem|context|context and problem statement|problem statement|issue|question|background|situation"
        "|challenge|context / problem|problem/context|need|motivation|问题|背景|上下文|背景与问题|问题描述"
        "|需求|场景|現状|課題|背景と課題|문제|배경|kontext|contexte|contexto|problema|контекст|проблема",
    ),
    Part.OPTIONS: (
        "options|considered options|options considered|candidates|design options|choices|possible solutions"
        "|alternatives evaluated|选项|备选方案|可选方案|方案对比|候选方案|考虑过的方案|考虑的方案|選択肢"
        "|検討した選択肢|선택지|optionen|opciones|opções|варианты",
    ),
    Part.CHOSEN: (
        "decision|decision outcome|the decision|chosen|chosen option|choice|we chose|selected|selected option"
        "|resolution|outcome|solution|decided|final decision|chosen solution|chosen approach"
        "|selected approach|approach|决策|决定|选择|结论|最终决定|最终方案|采用方案|采用|选定方案|决策内容"
        "|決定|結論|採用案|결정|선택|entscheidung|décision|decisión|decisão|решение",
    ),
    Part.WHY: (
        "why|rationale|reason|reasons|reasoning|because|justification|decision drivers|drivers|why this"
        "|why we chose it|为什么|原因|理由|依据|决策依据|选择理由|决策理由|理由と根拠|이유|begründung|grund"
        "|raison|razón|motivo|justificativa|обоснование|почему",
    ),
    Part.REJECTED: (
        "rejected|rejected alternatives|rejected options|rejected because|alternatives"
        "|alternatives considered|alternatives rejected|alternative|considered alternatives"
        "|alternative considered|not chosen|why not|why not others|why not the others|discarded|ruled out"
        "|否决|已否决|否决方案|被否决的方案|放弃|放弃的方案|未采用|未采用的方案|未选方案|拒绝|替代方案"
        "|其他方案|排除|不采用|却下|却下案|却下した案|代替案|기각|대안|verworfen|alternativen|rejeté"
        "|alternativas|descartado|rechazado|rejeitado|отклонено|альтернативы",
    ),
    Part.AFTER: (
        "consequences|consequence|implications|impact|trade-offs|tradeoffs|pros and cons|pros|cons"
        "|implementation|notes|note|references|related|links|follow-up|next steps|more information|positive"
        "|negative|validation|confirmation|deciders|decision-makers|benefits|risks|risk"
        "|implementation details|positive consequences|negative consequences|pros and cons of the options"
        "|affected files|files|author|authors|tags|影响|后果|实现|实施|备注|参考|相关|优点|缺点|权衡|风险"
        "|结果|后续|影响范围|決定者|影響|folgen|conséquences|consecuencias|последствия",
    ),
    Part.DATE: ("date|when|decided on|日期|时间|决策日期|日付|날짜|datum|fecha|data|дата",),
    Part.STATUS: ("status|state|状态|狀態|ステータス|상태|statut|estado|статус",),
    Part.SUCCESSOR: ("superseded by|replaced by|supplanted by|被取代|取代者|被替代|替代为",),
}
# Labels in the middle of a line: `Use X. Why: Y; rejected: Z`.
_INNER = (
    "decision|chosen|why|reason|rationale|rejected|alternatives?|options|problem|status"
    "|决策|决定|选择|原因|理由|否决|放弃|备选|选项|问题|状态"
)
PARTS = Labels(_WORDS, _INNER, breaks=".;|,。；，—–-")
