"""Takes secrets out of text before anything keeps it: keys, tokens and passwords in the forms they are known by.

What looks like code that merely handles a secret stays. A doubtful value goes: nobody misses a password in a log.
"""

from __future__ import annotations

import re
from collections import Counter

REMOVED = "[removed: {}]"
_REMOVED = re.compile(r"\[removed: ([\w ]{1,40})\]")

# The public prefixes of each issuer's documentation.
_KNOWN = (
    ("private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"),
    ("AWS key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})"),
    ("GitLab token", r"\bgl(?:pat|dt|rt|ptt)-[\w-]{20,}"),
    ("Slack token", r"\bxox[abeprs]-[\w-]{10,}"),
    ("Slack address", r"https://hooks\.slack\.com/services/[\w/]+"),
    ("API key", r"\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,}"),
    ("Google key", r"\bAIza[\w-]{35}"),
    ("Google token", r"\bya29\.[\w-]{20,}"),
    ("Stripe key", r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("npm token", r"\bnpm_[A-Za-z0-9]{30,}"),
    ("PyPI token", r"\bpypi-[\w-]{30,}"),
    ("Hugging Face token", r"\bhf_[A-Za-z0-9]{30,}"),
    ("SendGrid key", r"\bSG\.[\w-]{16,}\.[\w-]{16,}"),
    ("Telegram token", r"\b\d{8,10}:AA[\w-]{32,}"),
    ("web token", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*"),
)
_LOGIN = re.compile(r"(?<=://)([^\s/:@]{1,100}):([^\s/@]{1,200})(?=@)")
_HEADER = re.compile(r"(?i)\b(authorization\s*[:=]\s*[\"']?(?:bearer|basic|token)\s+|bearer\s+)([\w.~+/=-]{12,})")
_WORD = (
    r"pass(?:word|wd|phrase)?|pwd|secret(?:[_-]?(?:key|access[_-]?key))?|api[_-]?key|access[_-]?(?:key|token)|"
    r"auth[_-]?token|private[_-]?key|client[_-]?secret|token|credential|密码|口令|密钥"
)
# A name ends with the word (`DB_PASSWORD`), then `=`, `:`, `is`, `为`, then the value.
_ASSIGNED = re.compile(
    rf"(?i)(?<![A-Za-z])((?:[\w-]*[_-])?(?:{_WORD})[\"'`]?\s*(?:=>?|:=?|：|\bis\b|为|是)\s*)"
    r"(\"[^\"\n]{4,200}\"|'[^'\n]{4,200}'|`[^`\n]{4,200}`|[^\s\"'`,;，。；]{4,200})"
)
_OPTION = re.compile(rf"(?i)(--(?:[\w-]*-)?(?:{_WORD})[ =])(\"[^\"\n]+\"|'[^'\n]+'|\S+)")
_CODE = re.compile(
    r"[(\[{<$]|^(?:str|string|int|bool|none|null|true|false|undefined|any|process\.|os\.|env\b|self\.)", re.I
)
_PLACEHOLDER = re.compile(r"(?i)^(?:x{3,}|\*{3,}|\.{3,}|your[\w-]*|changeme|example|placeholder|<.*>|redacted|todo)$")
_ISSUED = re.compile("|".join(f"(?P<k{i}>{pattern})" for i, (_, pattern) in enumerate(_KNOWN)), re.DOTALL)
# What a text must hold before a pattern is tried on it: most lines hold none of it, and patterns cost 50 times as much.
_ISSUERS = (
    "PRIVATE KEY", "AKIA", "ASIA", "gh", "github_pat_", "gl", "xox", "hooks.slack", "sk", "rk_", "AIza", "ya29.",
    "npm_", "pypi-", "hf_", "SG.", ":AA", "eyJ",
)  # fmt: skip
_WORD_PARTS = ("pass", "pwd", "secret", "key", "token", "cred", "密码", "口令", "密钥")
_HEADER_PARTS = ("bearer", "author")


def redact(text: str) -> str:
    """The text without its secrets; where one was, it is said of what kind."""
    if _holds(text, _ISSUERS):
        text = _ISSUED.sub(lambda found: REMOVED.format(_KNOWN[int((found.lastgroup or "k0")[1:])][0]), text)
    if "://" in text:
        text = _LOGIN.sub(lambda found: f"{found[1]}:{REMOVED.format('password')}", text)
    folded = text.casefold()
    if _holds(folded, _HEADER_PARTS):
        text = _HEADER.sub(lambda found: found[1] + REMOVED.format("token"), text)
    if _holds(folded, _WORD_PARTS):
        text = _ASSIGNED.sub(_without, _OPTION.sub(_without, text))
    return text


def removed(text: str) -> tuple[str, ...]:
    """Of what kind the secrets are that `redact` takes out of a text, each once, in order."""
    named, before = _REMOVED.findall(redact(text)), Counter(_REMOVED.findall(text))
    return tuple(kind for kind in dict.fromkeys(named) if named.count(kind) > before[kind])


def unmarked(text: str) -> str:
    """A redacted text without the words of ours in it, which say nothing of what stands beside them."""
    return _REMOVED.sub("", text)


def _holds(text: str, parts: tuple[str, ...]) -> bool:
    return any(part in text for part in parts)


def _without(found: re.Match[str]) -> str:
    value = found[2].strip("\"'`")
    is_quoted = value != found[2]
    if value.startswith("[removed:") or _PLACEHOLDER.match(value) or _CODE.search(value):
        return found[0]
    # A bare word after "password is" is prose; a secret has a digit or a sign in it, or quotes around it.
    if not is_quoted and value.rstrip(".!?").isalpha():
        return found[0]
    return found[1] + REMOVED.format("secret")
