"""Fences that show something: what somebody says, sample output, a template of a report, how code is to look.

Only fences without a language are asked what they say; a tree, commands and a list of files are claims of their own.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import DEFINITION

MAX_LINES = 200
SHORTEST_PROSE_WORDS = 5

_INTRODUCED = re.compile(
    r"\b(?:(?:example|sample|expected|typical|illustrative|console|terminal|program|command|resulting"
    r"|actual)s?\s(?:of\s)?(?:the\s)?"
    r"(?:output|response|dialog(?:ue)?|conversation|session|report|message|interaction|exchange|log|prompt|reply"
    r"|answer|result)s?"
    r"|output(?:\s(?:format|example|sample|looks like))?\s?[:\uff1a]?$|(?:report|response|message|summary|commit"
    r"|comment|reply|answer|status|announcement)"
    r"\s(?:format|template|example|style)"
    r"|(?:finding|comment|review|entry|item|issue|message|report|response|answer)s?\s(?:should |must )?"
    r"(?:follows?|has|have|uses?)\s(?:this|the following)\s(?:shape|format|form|structure|pattern)"
    r"|templates?|dialog(?:ue)?s?|conversations?|transcript|user says|would say"
    r"|prints|displays|shows?\s?[:\uff1a]$"
    r"|beispielausgabe|ausgabe|vorlage|dialog|exemple de sortie|sortie attendue|modèle|gabarit|exemplo de saída"
    r"|saída esperada"
    r"|modelo|di\u00e1logo|salida esperada|ejemplo de salida|plantilla)\b"
    r"|示例输出|输出示例|输出格式|预期输出|模板|对话|报告格式|回复格式"
    r"|出力例|出力形式|出力フォーマット|期待される出力|テンプレート|会話例|対話"
    r"|\ucd9c\ub825 ?\uc608|\uc608\uc2dc ?\ucd9c\ub825|\ucd9c\ub825 ?\ud615\uc2dd|\ud15c\ud50c\ub9bf|\ub300\ud654"
    r"|пример вывода|ожидаемый вывод|шаблон|диалог|формат отч[её]та",
    re.I,
)
_SPEAKER = re.compile(
    r"^\W{0,4}(?:user|you|assistant|ai|claude|agent|human|bot|me|system|copilot|chatgpt|gemini|用户|助手|你|我|ユーザー?|あなた"
    r"|사용자|пользователь|usuário|usuario|benutzer|utilisateur)\W{0,2}[:\uff1a]\s?\S",
    re.I,
)
_EMOJI = re.compile(r"^\s{0,12}(?:[-*\u2022]\s)?[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]")
_CODE = re.compile(r"[\w)]\(|[{};=]|[a-z0-9][A-Z]|\w_\w|\w/\w|\u2192|->|=>|[\u2190-\u21ff\u2500-\u25ff]|\w\.\w")
_LISTED = re.compile(
    r"^\s*(?:[-*\u2022+]\s+"
    r"|\d{1,3}[.)]\s+)?[\"'`]?[\w.@~-]*[/.][\w./@*\[\](){}-]+[\"'`,:]?(?:\s{1,40}(?:[#(\u2190\u2014-].*)?)?$"
)


# What says of code below it that it shows a good way, or a bad one.
_SHOWN = re.compile(
    r"^\W{0,8}(?:good|correct|right|better|preferred|recommended|bad|wrong|incorrect)\b"
    r"|^\W{0,8}[\u2705\u2714\u2713\u274c\u2717\u2718]|^\W{0,8}(?:正确|推荐|错误|良い|悪い)",
    re.I,
)
# A class of a sample, with its indentation.
_CLASS = re.compile(
    r"^(\s*)(?:(?:export|default|public|private|protected|internal|static|final|abstract|open|override|data|sealed"
    r"|partial)\s+){0,5}(?:class|struct|interface|trait|protocol|record|impl|extension|actor|object)\s+([A-Za-z_$]\w*)"
)
_REMARK = re.compile(r"^\s{0,40}(?:#{1,3}|/{2,3}|--|/\*{1,2}|<!--|;{1,2}|%|\*)\s{0,3}(?=\S)")


def own_lines(lines: list[str], leads: list[str]) -> frozenset[int]:
    """The lines on which a sample defines what it shows a good or a bad way with: those names are its own."""
    shown = any(map(_SHOWN.search, leads))
    found: set[int] = set()
    for i, line in enumerate(lines[:MAX_LINES]):
        if (m := _REMARK.match(line)) is not None:
            shown = shown or _SHOWN.search(line[m.end() :]) is not None
        elif shown and DEFINITION.match(line):
            found.add(i)
    return frozenset(found)


def classes_of(lines: list[str]) -> list[str | None]:
    """For each line of a sample the class in it that the line stands in, told by the indentation."""
    found: list[str | None] = []
    name, depth = None, 0
    for line in lines:
        body = line.lstrip()
        if (m := _CLASS.match(line)) is not None:
            name, depth = m.group(2), len(m.group(1))
        elif body[:1].isalnum() and len(line) - len(body) <= depth:
            name = None
        found.append(name)
    return found


def is_introduced(text: str) -> bool:
    """Tell whether a lead or a heading announces output, a dialogue or a template."""
    return bool(_INTRODUCED.search(text.strip(" *_:\uff1a#")[-120:]))


def lists_files(lines: list[str]) -> bool:
    """Tell whether most lines are bare paths."""
    full = [line for line in lines[:MAX_LINES] if line.strip()]
    return bool(full) and sum(1 for line in full if _LISTED.match(line)) * 2 >= len(full)


def reads_as_prose(lines: list[str]) -> bool:
    """Tell whether a fence holds speech: speakers, lines that begin with a picture, sentences."""
    full = [line for line in lines[:MAX_LINES] if line.strip()]
    if len(full) < 2:
        return False
    if any(_SPEAKER.match(line) for line in full):
        return True
    pictured = sum(1 for line in full if _EMOJI.match(line))
    prose = sum(1 for line in full if not _EMOJI.match(line) and _is_sentence(line))
    if pictured >= 2 and (pictured + prose) * 10 >= len(full) * 6:
        return True
    return len(full) >= 3 and (pictured + prose) * 10 >= len(full) * 7


def _is_sentence(line: str) -> bool:
    return len(line.split()) >= SHORTEST_PROSE_WORDS and not _CODE.search(line)
