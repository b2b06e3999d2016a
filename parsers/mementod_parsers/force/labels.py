"""Labels that give their force to what stands under them: headings, introducing lines, cells; and pasted output.

A label is a whole text that says one thing: `Removed files`, `Before`, `Avoid`. A sentence is read in force.py.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mementod_parsers.force.cues import label_patterns, lead_cues_for
from mementod_parsers.model import Force
from mementod_parsers.text.spans import View

MAX_LABEL_CHARS = 80
CACHED_LABELS = 4_096
LEAD_CHARS = 90

_LOG_LINE = re.compile(
    r"^\s{0,8}(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?"
    r"|INFO|DEBUG|TRACE|FATAL)\]?[:\s]|Traceback \(|File \"[^\"]{1,300}\", line \d"
    r"|\s*at [\w.$<>\[\] ]{1,120}\(|(?:[\w.]{1,60}Error|[\w.]{1,60}Exception)\b:"
    r"|(?:FAILED|PASSED|PASS|FAIL) |error(?:\[\w+\])?: |warning: |fatal: |npm ERR!|\+\+\+"
    r" |--- [ab]/|@@ -\d|diff --git )"
)
_SAYS = re.compile(
    r"(?:said|says|wrote|writes|states|stated|quote|quoted|output|prints|printed|returns"
    r"|error|message|logs?|reads|reported|answered|asked)\W{0,3}$",
    re.I,
)
CROSSES = frozenset("\u274c\u2717\u2718\U0001f6ab\u26d4")
# Under "Removed files", what stands behind these is what took the place of the removed.
SUCCESSOR = re.compile(
    r"(?:\b(?:see|now|use|instead|into|by|with|to|covered|canonical|favou?r of|keep|kept|remains?|in|siehe|durch"
    r"|jetzt|voir"
    r"|par|maintenant|ver|por|ahora|agora|см|теперь|на|в)\b\.?|\u2192|[-=]>|\u21d2"
    r"|见|参见|到|至|为|由|改用|使用|参照|\u2192)\s?(?:(?:the|new|der|die|das|le|la|el|o|a)\s)?[\"'(\[`*]{0,3}$",
    re.I,
)
SUCCESSOR_TITLE = re.compile(
    r"replac|supersed|successor|canonical|instead|\bnew\b|\bnow\b|reason|\bwhy\b|cover|merged|moved|migrat|\bnote"
    r"|target|ersatz|ersetzt"
    r"|grund|rempla|raison|reempla|motivo|substitu|razón|замен|причин|替代|替换"
    r"|原因|新|说明|理由|置換|移行先|統合先|대체|이유",
    re.I,
)
_REMARK = re.compile(r"\s?[(\[\uff08\u3010][^()\[\]\uff08\uff09]{1,40}$")
_HYPOTHETICAL = re.compile(r"\bhypothetical\b|\bpseudo-?code\b|\billustrat(?:ive|ion)\b", re.I)
# `Deleted: 8 files, 372 lines` counts what the list under it names.
_COUNT = re.compile(r"[:\uff1a]\W{0,4}\d[\d,.]{0,8}\+? \w{2,20}(?:\W{1,4}~?\d[\d,.]{0,8}\+? \w{2,20}){0,3}\W{0,3}$")


@lru_cache(maxsize=CACHED_LABELS)
def label_force(text: str) -> Force | None:
    """Return the force that a whole label, heading, column title or cell gives to what stands under it."""
    if len(text) > 2 * MAX_LABEL_CHARS:
        return None
    plain = bare(text.replace("*", "").replace("`", "")).lower()
    if not 1 < len(plain) <= MAX_LABEL_CHARS or not (patterns := label_patterns(plain)):
        return None
    labels = [plain]
    if "(" in plain or "[" in plain or "\uff08" in plain:
        labels.append(bare(_REMARK.sub("", plain)))
    return next((force for label in labels for force, pattern in patterns if pattern.fullmatch(label)), None)


def bare(text: str) -> str:
    """Strip numbers, signs and pictures in front of a label, signs behind it."""
    start, end = 0, len(text)
    while start < end and not text[start].isalpha():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return text[start:end]


def lead_force(view: View) -> Force | None:
    """Return the force that an introducing line (`Deleted the following files:`) gives to the list under it."""
    text = view.masked.rstrip()
    if m := _COUNT.search(text[-MAX_LABEL_CHARS:]):
        return label_force(text[: len(text) - len(m.group())])
    if not text.endswith((":", "\uff1a")):
        return None
    body = text[:-1].rstrip()
    tail = body[-LEAD_CHARS:]
    if _HYPOTHETICAL.search(tail):
        return Force.EXAMPLE
    if (force := label_force(tail)) is not None:
        return force
    tail = _FOLLOWING.sub("", tail)
    for cue in lead_cues_for(tail):
        if cue.pattern.search(tail + (" " if cue.role == "before" else "")):
            return cue.force
    return None


_FOLLOWING = re.compile(
    r"\s(?:the |these |this |all )?(?:following|these)(?:\s\w{1,14}){0,2}"
    r"(?:\s(?:during|in|from|as|for|because|after|with|since|on|by|to|while|when)\s.{1,50})?$|\s(?:files|modules|things|items)$",
    re.I,
)


def is_log_line(line: str) -> bool:
    """Tell whether a line is pasted output: a log entry, a stack frame, a diff header."""
    return bool(_LOG_LINE.match(line))


def is_quotation(view: View, introduction: str) -> bool:
    """Tell whether a block quote quotes somebody or something; most are call-outs, which assert."""
    text = view.run.text.lstrip()
    if text[:1] in '"\u201c\u201e\u300c\u00ab' or is_log_line(text):
        return True
    return bool(introduction) and introduction.rstrip().endswith(":") and bool(_SAYS.search(introduction.rstrip()[:-1]))
