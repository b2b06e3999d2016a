"""Text of any file: decoding, the identifiers in it, and how names compare.

Invariant: never fails, whatever the bytes are; every cost is linear in the size.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable

PARSE_MAX_BYTES = 1_000_000  # above it a file is not parsed, only its identifiers are taken
TOKENS_MAX_BYTES = 8_000_000  # above it a file is known by its path alone
SNIFF_BYTES = 8192  # a NUL this early means binary
IDENTIFIER_MIN_CHARS = 2
IDENTIFIER_MAX_CHARS = 128
LONG_LINE_BYTES = 5000
DENSE_LINE_BYTES = 300  # mean line length of machine-written text
DENSE_MIN_BYTES = 10_000

# A UTF-32 mark begins like a UTF-16 one, so the longer come first.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_WORD_BYTES = re.compile(rb"[0-9A-Za-z_$\x80-\xff]")
_BLANKED = bytes(b if _WORD_BYTES.match(bytes([b])) else 0x20 for b in range(256))
_NAME = re.compile(r"[^\W\d]\w*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u2e80-\ud7ff\uf900-\uffef]+")  # scripts that set no blanks around a name
_LONE_CR = re.compile(rb"\r(?!\n)")


def decode(data: bytes) -> str | None:
    """The text of a file, None when it is binary. Undecodable bytes become U+FFFD."""
    plain = utf8(data)
    return None if plain is None else plain.decode("utf-8", "replace")


def utf8(data: bytes) -> bytes | None:
    """The same text as UTF-8, without mark and with line feeds for lone carriage returns; None if binary."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            data = data.decode(encoding, "replace").encode("utf-8", "replace")
            break
    else:
        if b"\0" in data[:SNIFF_BYTES]:
            return None
    return _LONE_CR.sub(b"\n", data) if b"\r" in data else data


def identifiers(data: bytes) -> frozenset[str]:
    """Every identifier of 2 to 128 characters in a file, wherever it stands; empty for binary files."""
    plain = utf8(data)
    if plain is None or len(plain) > TOKENS_MAX_BYTES:
        return frozenset()
    return names(set(plain.translate(_BLANKED).split()))  # five times as fast as a pattern


def names(words: Iterable[bytes]) -> frozenset[str]:
    """The identifiers in a set of words. `$a`, `a$b` and words in mixed scripts also count in parts."""
    every = set(b"\n".join(words).decode("utf-8", "replace").split("\n"))
    plain = {word for word in every if word.isidentifier() and word.isascii()}
    parts = (_parts(word) for word in every - plain if word and not word.isdigit())
    out = plain.union(*parts)
    return frozenset([w for w in out if IDENTIFIER_MIN_CHARS <= len(w) <= IDENTIFIER_MAX_CHARS])


def names_in_lines(lines: Iterable[bytes], wanted: frozenset[str]) -> dict[bytes, frozenset[str]]:
    """Which of the wanted identifiers each line of a text holds; lines that hold none are left out."""
    rows = list(lines)
    found = wanted & identifiers(b"\n".join(rows))
    if not found:
        return {}
    plain = {name.encode(): name for name in found if name.isascii()}
    out: dict[bytes, frozenset[str]] = {}
    for row in rows:
        if row.isascii() and b"$" not in row:
            held = frozenset([plain[w] for w in plain.keys() & row.translate(_BLANKED).split()])
        else:
            held = found & identifiers(row)
        if held:
            out[row] = held
    return out


def norm(name: str) -> str:
    """What two spellings of a name have in common: no case, no `_`, no `-`."""
    return name.replace("_", "").replace("-", "").lower()


def minified(data: bytes) -> bool:
    """Whether a program wrote this text: most of it stands in very long lines."""
    if len(data) < DENSE_MIN_BYTES:
        return False
    if len(data) > DENSE_LINE_BYTES * (data.count(b"\n") + 1):
        return True
    long = sum(len(line) for line in data.split(b"\n") if len(line) > LONG_LINE_BYTES)
    return 2 * long > len(data)


def _parts(word: str) -> set[str]:
    word = word if word.isascii() else unicodedata.normalize("NFC", word)
    found = {word} if "$" in word and not word[0].isdigit() and word.isascii() else set()
    if word[0].isdigit() and word.isascii() and "$" not in word:
        return found
    found.update(_NAME.findall(word))
    if not word.isascii():
        found.update(_NAME.findall(_UNSPACED.sub(" ", word)))
    return found
