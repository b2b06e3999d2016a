"""Fences that show what somebody or something says: sample output, a dialogue, a template of a report.

Only fences without a language are asked; a tree, commands and a list of files are claims of their own.
"""

from __future__ import annotations

import re

MAX_LINES = 200
SHORTEST_PROSE_WORDS = 5

_INTRODUCED = re.compile(
    r"\b(?:(?:example|sample|expected|typical|illustrative|console|terminal|program|command|resulting|actual)s?\s(?:of\s)?(?:the\s)?"
    r"(?:output|response|dialog(?:ue)?|conversation|session|report|message|interaction|exchange|log|prompt|reply|answer|result)s?"
    r"|output(?:\s(?:format|example|sample|looks like))?\s?[:\uff1a]?$|(?:report|response|message|summary|commit|comment|reply|answer|status|announcement)"
    r"\s(?:format|template|example|style)|templates?|dialog(?:ue)?s?|conversations?|transcript|user says|would say|prints|displays|shows?\s?[:\uff1a]$"
    r"|beispielausgabe|ausgabe|vorlage|dialog|exemple de sortie|sortie attendue|mod\u00e8le|gabarit|exemplo de sa\u00edda|sa\u00edda esperada"
    r"|modelo|di\u00e1logo|salida esperada|ejemplo de salida|plantilla)\b"
    r"|\u793a\u4f8b\u8f93\u51fa|\u8f93\u51fa\u793a\u4f8b|\u8f93\u51fa\u683c\u5f0f|\u9884\u671f\u8f93\u51fa|\u6a21\u677f|\u5bf9\u8bdd|\u62a5\u544a\u683c\u5f0f|\u56de\u590d\u683c\u5f0f"
    r"|\u51fa\u529b\u4f8b|\u51fa\u529b\u5f62\u5f0f|\u51fa\u529b\u30d5\u30a9\u30fc\u30de\u30c3\u30c8|\u671f\u5f85\u3055\u308c\u308b\u51fa\u529b|\u30c6\u30f3\u30d7\u30ec\u30fc\u30c8|\u4f1a\u8a71\u4f8b|\u5bfe\u8a71"
    r"|\ucd9c\ub825 ?\uc608|\uc608\uc2dc ?\ucd9c\ub825|\ucd9c\ub825 ?\ud615\uc2dd|\ud15c\ud50c\ub9bf|\ub300\ud654"
    r"|\u043f\u0440\u0438\u043c\u0435\u0440 \u0432\u044b\u0432\u043e\u0434\u0430|\u043e\u0436\u0438\u0434\u0430\u0435\u043c\u044b\u0439 \u0432\u044b\u0432\u043e\u0434|\u0448\u0430\u0431\u043b\u043e\u043d|\u0434\u0438\u0430\u043b\u043e\u0433|\u0444\u043e\u0440\u043c\u0430\u0442 \u043e\u0442\u0447[\u0435\u0451]\u0442\u0430",
    re.I,
)
_SPEAKER = re.compile(
    r"^\W{0,4}(?:user|you|assistant|ai|claude|agent|human|bot|me|system|copilot|chatgpt|gemini|\u7528\u6237|\u52a9\u624b|\u30e6\u30fc\u30b6\u30fc?"
    r"|\uc0ac\uc6a9\uc790|\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b\u044c|usu\u00e1rio|usuario|benutzer|utilisateur)\W{0,2}[:\uff1a]\s?\S",
    re.I,
)
_EMOJI = re.compile(r"^\s{0,12}(?:[-*\u2022]\s)?[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]")
_CODE = re.compile(r"[\w)]\(|[{};=]|[a-z0-9][A-Z]|\w_\w|\w/\w|\u2192|->|=>|[\u2190-\u21ff\u2500-\u25ff]|\w\.\w")
_LISTED = re.compile(r"^\s*(?:[-*\u2022+]\s+|\d{1,3}[.)]\s+)?[\"'`]?[\w.@~-]*[/.][\w./@*\[\](){}-]+[\"'`,:]?(?:\s{1,40}(?:[#(\u2190\u2014-].*)?)?$")


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
