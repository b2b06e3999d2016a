"""What a notice says: concerns in, one notice out, grouped by cause.

Pure. Never lets through a control character, a direction override or a name without end. What it gives is plain text:
who shows it escapes what his screen would take for markup.
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable, Mapping, Sequence

from mementod.notices.notice import PRESSES, Kind, Notice
from mementod.reports.places import changed_part, is_inside, parse_place
from mementod.reports.words import plural
from mementod.stores.ledger_rows import Concern
from mementod_parsers.model import Verdict
from mementod_parsers.text.printable import clean

LINES_SHOWN = 3
NAMES_SHOWN = 3
NAME_CAP_CHARS = 56  # of one path; its start and its end say most
WORDS_CAP_CHARS = 160  # of the words of others, such as git's
SHORT_COMMIT = 9
APP = "mementod"
# The name of a trouble -> what it means for a repository, or for all.
TROUBLES = {
    "failing": "{} cannot be judged",
    "untold": "what changed in {} cannot be kept",
    "blind": "{} is not seen as a whole",
    "lost": "changes in {} went by unseen",
    "quarantine": "files of {} cannot be parsed",
    "watcher": "nothing is watched just now",
    "ledger": "the ledger was lost or damaged",
}


def notice(kind: Kind, about: Sequence[Concern], roots: Mapping[str, str], home: str) -> Notice:
    """One notice for all of these, which are of one kind. `roots`: repository -> its folder; `home`: the user's."""
    match kind:
        case Kind.STALE:
            summary, lines = _stale(about, roots)
        case Kind.UNCOVERED:
            summary, lines = _uncovered(about, roots)
        case Kind.TROUBLE:
            summary, lines = _trouble(about, roots)
    known = tuple((one, roots[one]) for one in dict.fromkeys(c.repository for c in about) if one in roots)
    return Notice(kind, summary, lines, _command(kind, known, home), tuple(about), known, PRESSES[kind])


def verified(shown: Notice, citations: int, refused: Sequence[str]) -> Notice:
    """What a press on Verified did. `refused`: why a repository could not be asked."""
    notes = len({(c.repository, c.note) for c in shown.about})
    lines = ["What moved or is gone stays stale until the note says where it is now."]
    lines += [_short(why, WORDS_CAP_CHARS) for why in refused[:LINES_SHOWN]]
    repair = shown.command.removesuffix("check") + "fix" if shown.command.endswith("check") else shown.command
    what = f"Verified: {plural(citations, 'citation')}" if citations else "Nothing could be verified"
    return Notice(shown.kind, f"{what} in {plural(notes, 'note')}", tuple(lines), repair)


def trial() -> Notice:
    """To see whether notices arrive."""
    return Notice(Kind.TROUBLE, "This is a test", ("Notices of mementod arrive here.",), f"{APP} status")


def counted(shown: Notice) -> str:
    """One line without a word of a repository's, for a place that would read it as more than text."""
    things = len({(c.repository, c.note or c.subject) for c in shown.about})
    what = {
        Kind.STALE: f"{plural(things, 'note')} {'is' if things == 1 else 'are'} stale",
        Kind.UNCOVERED: f"{plural(things, 'core file')} changed without an entry",
        Kind.TROUBLE: "something is wrong" if shown.about else "this is a test",
    }
    return f"{APP}: {what[shown.kind]} ({APP} status)"


# stale notes


def _stale(about: Sequence[Concern], roots: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    groups: dict[tuple[str, ...], list[Concern]] = {}
    for concern in about:
        groups.setdefault(_cause(concern), []).append(concern)
    largest = sorted(groups.values(), key=lambda group: -len(_notes(group)))
    if len(largest) == 1:
        return f"{_happened(about)}: {_where(about, roots)}", (_names(about, roots),)
    notes = len(_notes(about))
    lines = [f"{_happened(group)}: {_note_or_count(group)}" for group in largest[:LINES_SHOWN]]
    if more := len(largest) - LINES_SHOWN:
        lines += [f"and {plural(more, 'more cause')}"] if more > 0 else []
    return f"{plural(notes, 'note')} {'is' if notes == 1 else 'are'} stale{_in(about, roots)}", tuple(lines)


def _cause(concern: Concern) -> tuple[str, ...]:
    if concern.target:
        return ("moved", *changed_part(concern.place, concern.target))
    return (concern.verdict, concern.evidence)


def _happened(group: Sequence[Concern]) -> str:
    """`src/core moved to src/kernel`."""
    places = list(dict.fromkeys(c.place for c in group))
    first = group[0]
    if first.target:
        return _moved(places, first, "renamed" if all(c.verdict == Verdict.RENAMED for c in group) else "moved")
    if first.verdict != Verdict.DELETED:
        return f"{_things(places)} {'went' if first.verdict == Verdict.MOVED else first.verdict} elsewhere"
    return f"{_things(places)} {'was' if len(places) == 1 else 'were'} deleted"


def _moved(places: Sequence[str], first: Concern, word: str) -> str:
    if len(places) == 1:
        old, new = parse_place(places[0]), parse_place(first.target)
        is_inside_one_file = bool(old.symbol) and old.path == new.path and bool(new.symbol)
        return f"{_short(places[0])} {word} to {_short(new.symbol if is_inside_one_file else first.target)}"
    before, after = changed_part(places[0], first.target)
    if before == places[0] or is_inside(before, after) or is_inside(after, before):
        # `src` did not move to `src/utils`: some of its files did; nor a file of which symbols moved.
        return f"{_things(places)} {word} from {_short(before) or 'the root'} to {_short(after) or 'the root'}"
    return f"{_short(before)} {word} to {_short(after)}"


def _things(places: Sequence[str]) -> str:
    if len(places) == 1:
        return _short(places[0])
    files = [parse_place(place).path for place in places]
    folders = {posixpath.dirname(file) for file in files}
    where = f" in {_short(folders.pop())}" if len(folders) == 1 and "" not in folders else ""
    return f"{len(places):,} things{where}"


def _note_or_count(group: Sequence[Concern]) -> str:
    notes = _notes(group)
    return _short(group[0].note) if len(notes) == 1 else plural(len(notes), "note")


def _where(about: Sequence[Concern], roots: Mapping[str, str]) -> str:
    return plural(len(_notes(about)), "note") + _in(about, roots)


def _notes(group: Iterable[Concern]) -> set[tuple[str, str]]:
    return {(c.repository, c.note) for c in group}


def _names(about: Sequence[Concern], roots: Mapping[str, str]) -> str:
    """`a.md, b.md, c.md and 11 others`."""
    notes = list(dict.fromkeys((c.repository, c.note) for c in about))
    is_one = len({repository for repository, _ in notes}) == 1
    shown = [note if is_one else f"{_name(repository, roots)}/{note}" for repository, note in notes[:NAMES_SHOWN]]
    rest = len(notes) - NAMES_SHOWN
    listed = ", ".join(map(_short, shown))
    return f"{listed} and {plural(rest, 'other')}" if rest > 0 else listed


# the others


def _uncovered(about: Sequence[Concern], roots: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    past_gate = [c for c in about if c.target]
    what = _short(about[0].place) if len(about) == 1 else plural(len(about), "core file")
    verb = "committed" if len(past_gate) == len(about) else "changed"
    verb = f"{'was' if len(about) == 1 else 'were'} committed" if verb == "committed" else verb
    lines = [f"{_short(c.place)}: {_by(c)}" for c in about[:LINES_SHOWN]]
    if (more := len(about) - LINES_SHOWN) > 0:
        lines.append(f"and {plural(more, 'other')}")
    return f"{what} {verb} without an entry{_in(about, roots)}", tuple(lines)


def _by(concern: Concern) -> str:
    return f"committed past the gate in {_short(concern.target[:SHORT_COMMIT])}" if concern.target else "not committed"


def _trouble(about: Sequence[Concern], roots: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    words = [TROUBLES.get(c.subject, "{} is in trouble").format(_name(c.repository, roots)) for c in about]
    said = [_short(c.evidence, WORDS_CAP_CHARS) for c in about]
    if len(about) == 1:
        return f"{APP}: {words[0]}", tuple(filter(None, said))
    lines = [f"{what}: {why}" for what, why in zip(words, said, strict=True)]
    more = len(about) - LINES_SHOWN
    return f"{APP}: {plural(len(about), 'problem')}", (
        *lines[:LINES_SHOWN],
        *([f"and {plural(more, 'other')}"] if more > 0 else ()),
    )


# words


def _in(about: Sequence[Concern], roots: Mapping[str, str]) -> str:
    found = list(dict.fromkeys(c.repository for c in about))
    return f" in {_name(found[0], roots)}" if len(found) == 1 else f" in {len(found)} repositories"


def _name(repository: str, roots: Mapping[str, str]) -> str:
    return _short(posixpath.basename(roots.get(repository, "")) or "a repository")


def _command(kind: Kind, known: Sequence[tuple[str, str]], home: str) -> str:
    """The command that shows more; for a folder whose name cannot be written safely, that of all repositories."""
    if kind is Kind.TROUBLE or len(known) != 1:
        return f"{APP} status"
    root = known[0][1]
    short = f"~/{shlex.quote(root[len(home) + 1 :])}" if home and root.startswith(f"{home}/") else shlex.quote(root)
    if clean(root) != root:
        return f"{APP} status"
    return f"{APP} -C {short} {'check' if kind is Kind.STALE else 'progress check'}"


def _short(text: str, cap: int = NAME_CAP_CHARS) -> str:
    shown = clean(text)
    if len(shown) <= cap:
        return shown
    return f"{shown[: cap // 2 - 1]}…{shown[-(cap - cap // 2) :]}"
