"""The index of a folder of notes: what it lists, what it should list, and where the two differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, normpath
from urllib.parse import unquote

from mementod_parsers.continuity.flaws import Around, Flaw, Text, Untidy, description
from mementod_parsers.continuity.note_sections import without_code

NAMES = frozenset({"MEMORY.md", "INDEX.md", "index.md"})
LINES_LIMIT = 200  # Claude Code loads no more of MEMORY.md
CHARS_PER_NOTE = 200  # one line a note; beyond it the index repeats the notes
FEW_NOTES = 3  # of fewer notes an index may say more

ABOUT_ITSELF = re.compile(
    r"^(?:this|the) (?:document|note|file|memory|page) "
    r"(?:describes|contains|covers|explains|documents|lists|is about)\b"
    r"|^(?:describes|contains|explains) (?!.*\b(?:when|before|after|if)\b)"
    r"|^(?:本|该|此)(?:文档|文件|笔记|记录)",
    re.IGNORECASE,
)
HEADING = re.compile(r"^#{1,3}\s+(.+?)\s*#*$")
_WIKI = re.compile(r"\[\[([^\]|#\n]{1,200})(?:[|#][^\]\n]*)?\]\]")
_LINK = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>#]+\.md)[^)]*\)")


def is_index(note: Text) -> bool:
    """Whether a note lists those beside it: by its name, unless it says something and lists nothing."""
    if basename(note.path) not in NAMES:
        return False
    says_nothing = all(not line.strip() or line.startswith("#") for line in note.lines)
    return says_nothing or bool(listed(note))


def listed(index: Text) -> Mapping[str, int]:
    """The notes that an index links to, by path, with the line."""
    found: dict[str, int] = {}
    for number, line in enumerate(index.lines, 1):
        for path in in_line(index, line):
            found.setdefault(path, number)
    return found


def in_line(index: Text, line: str) -> Iterator[str]:
    """The paths that one line of an index links to."""
    for name in (*_LINK.findall(line), *(f"{name.strip().removesuffix('.md')}.md" for name in _WIKI.findall(line))):
        if "://" not in name:
            yield normpath(join(dirname(index.path), unquote(name)))


def beside(index: Text, notes: Sequence[Text]) -> list[Text]:
    """The notes that an index should list: those of its folder and below, but for those that a nearer index lists."""
    folders = [dirname(index.path), *(dirname(note.path) for note in notes if is_index(note))]
    found = [n for n in notes if n.path != index.path and n.source is index.source and is_below(n.path, folders[0])]
    return [note for note in found if _home(note, folders) == folders[0]]


def _home(note: Text, folders: Sequence[str]) -> str:
    """The nearest folder with an index; that of an index is the next one above it."""
    above = [folder for folder in folders if is_below(note.path, folder)]
    if is_index(note):
        above = [folder for folder in above if folder != dirname(note.path)] or [dirname(note.path)]
    return max(above, key=len)


def is_below(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/")


def is_dead(path: str, index: Text, notes: Sequence[Text], around: Around) -> bool:
    """Whether an index links to a path of its folder where nothing is."""
    is_ours = is_below(path, dirname(index.path))
    return is_ours and path not in {note.path for note in notes} and not around.exists(path)


def unlisted(index: Text, notes: Sequence[Text]) -> Iterator[tuple[Text, str]]:
    """The notes that an index should list and does not, each with the line that lists it."""
    held, should = listed(index), beside(index, notes)
    titles = Counter(map(_title, (index, *should)))
    for note in should:
        if note.path not in held:
            yield note, _entry(index, note, is_unique=titles[_title(note)] == 1)


def _entry(index: Text, note: Text, is_unique: bool) -> str:
    """The line that lists a note: its title, its link, and when it is needed as far as it says so itself."""
    title = _title(note) if is_unique else ""  # else it tells the note from no other
    link = note.path.removeprefix(f"{dirname(index.path)}/")
    said = description(note)
    when = f" - {said[1]}" if said and said[1] and not ABOUT_ITSELF.match(said[1]) else ""
    return f"- [{title or basename(note.path)[:-3]}]({link.replace(' ', '%20')}){when}"


def _title(note: Text) -> str:
    return next((found[1] for line in without_code(note.lines) if (found := HEADING.match(line))), "")


def of_index(index: Text, notes: Sequence[Text], around: Around) -> Iterator[Untidy]:
    """Where an index and its folder differ, and whether it is too long to be read."""
    held, should = listed(index), beside(index, notes)
    for path, line in held.items():
        if is_dead(path, index, notes, around):
            yield Untidy(Flaw.DEAD_ENTRY, index.path, line, f"{path} is not there")
    for note, entry in unlisted(index, notes):
        yield Untidy(Flaw.UNLISTED, index.path, 0, f"{note.path} is in no line: `{entry}`")
    count = len(index.lines)
    if count > LINES_LIMIT:
        says = f"{count} lines, and only {LINES_LIMIT} of them are loaded"
        yield Untidy(Flaw.LONG_INDEX, index.path, 0, says)
    elif len(should) >= FEW_NOTES and len(index.text) > CHARS_PER_NOTE * len(should) * 2:
        says = f"{len(index.text):,} characters for {len(should)} notes: a line a note is enough"
        yield Untidy(Flaw.LONG_INDEX, index.path, 0, says)
