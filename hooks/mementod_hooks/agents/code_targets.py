"""Which files a piece of code names as those it writes: `python -c`, `node -e`, `ruby -e`, `perl -e`.

Best effort: a name has to stand in the code as a literal, or in a variable that holds one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mementod_hooks.agents.call import Target
from mementod_hooks.agents.patches import targets

CODE_CHARACTERS = 64 << 10
_PATH = r"(?:pathlib\.)?Path\(\s*"
_WRAP = rf"(?:{_PATH})?"
_MODE = r"""(?:mode\s*=\s*)?["'](?:[rb]{0,2}[waxc]|r\+|rb\+)"""
_FILES = "(?:os|shutil|fs|FileUtils)"


def _text(n: int) -> str:
    """A literal text, as group `text{n}`."""
    return rf"""[rbuf]{{0,2}}(?P<quote{n}>["'`])(?P<text{n}>[^"'`\n]{{1,1000}})(?P=quote{n})"""


def _place(n: int, wrap: str = _WRAP) -> str:
    """A file: a literal or a name, `Path(...)` around it or not."""
    return rf"{wrap}(?:{_text(n)}|[$]?(?P<name{n}>[A-Za-z_]\w{{0,100}}))"


_ASSIGNED = re.compile(rf"(?:^|[;\s$])(?P<to>[A-Za-z_]\w{{0,100}})\s*:?=\s*{_WRAP}{_text(0)}")
_CALLS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:open|File\.new|fopen|openSync)\s*\(\s*{_place(1)}\s*\)?\s*,\s*{_MODE}",
        rf"{_place(1)}\s*\)?\s*\.(?:write_text|write_bytes|unlink)\s*\(",
        rf"{_place(1)}\s*\)?\s*\.open\s*\(\s*{_MODE}",
        rf"{_place(1, _PATH)}\s*\)\s*\.(?:rename|replace)\s*\(\s*{_place(2)}",
        rf"\b(?:writeFile|appendFile|createWriteStream|unlink)(?:Sync)?\s*\(\s*{_place(1)}",
        rf"\b(?:File|IO|Deno|Bun)\.(?:write|binwrite|delete|writeTextFile|writeTextFileSync)\s*\(?\s*{_place(1)}",
        rf"\bfile_put_contents\s*\(\s*{_place(1)}",
        rf"\b{_FILES}\.(?:remove|rmtree|truncate|rm|rmSync|truncateSync)\s*\(\s*{_place(1)}",
        rf"\b{_FILES}\.(?:rename|replace|move|mv|renameSync)\s*\(\s*{_place(1)}\s*\)?\s*,\s*{_place(2)}",
        rf"\b{_FILES}\.(?:copy|copy2|copyfile|cp|copyFile|copyFileSync)\s*\(\s*{_place(3)}\s*\)?\s*,\s*{_place(2)}",
        rf"\bopen\s*\(?[^,()]{{1,60}},\s*[\"']\+?>{{1,2}}[^\"',]{{0,20}}[\"']\s*,\s*{_place(1)}",
        rf"\bfileinput\.(?:input|FileInput)\s*\(\s*{_place(1)}[^)]{{0,200}}\binplace",
    )
)


def code_targets(code: str) -> tuple[Target, ...]:
    """The files that this code writes, as it names them."""
    code = code[:CODE_CHARACTERS]
    held = {match["to"]: match["text0"] for match in _ASSIGNED.finditer(code)}
    return targets(_written(code, held))


def _written(code: str, held: dict[str, str]) -> Iterator[str]:
    for call in _CALLS:
        for match in call.finditer(code):
            for n in (1, 2):
                groups = match.groupdict()
                if text := groups.get(f"text{n}") or held.get((groups.get(f"name{n}") or "").lstrip("$")):
                    yield text
