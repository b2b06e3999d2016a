"""`mementod tidy`: notes that are hard to use, and the safe repairs of them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mementod import files
from mementod.commands.fix import repairs, show, write_all
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.continuity.held_values import held
from mementod.errors import ExitCode

if TYPE_CHECKING:
    from mementod.judging.engine import Engine
    from mementod.reports.fixes import Plan
    from mementod_parsers.continuity.flaws import Around, Text, Untidy

NOTE_LIMIT_BYTES = 1 << 20


@click.command("tidy")
@folder_option
@format_option
@click.option("--write", is_flag=True, help="Write the safe repairs: index lines, and finished work into an archive.")
@click.pass_context
def command(context: click.Context, form: str, write: bool) -> int:
    """Find notes that are too long, twice there, in no index, or copies of the code; show the safe repairs as a diff.

    Only with --write is anything written: lines of an index, and the older finished entries of the progress file into
    an archive beside it. Everything else is left to you.

    Exit code 1 when something is untidy.
    """
    from mementod.reports.words import plural
    from mementod_parsers.continuity.hygiene import untidy

    here = session(context)
    with here.engine() as engine:
        notes = _notes(here, engine)
        around = _around(engine, notes)
        moved, more = _archive(engine)
        found, planned = (*untidy(notes, around), *more), _plan(engine.root, notes, around, moved)
        root = engine.root
    if form == "json":
        rows = [asdict(each) for each in found]
        here.document("tidy", {"notes": len(notes), "findings": rows} | repairs(root, planned, write))
    else:
        for each in found:
            here.line(f"{each.path}{f':{each.line}' if each.line else ''}  {each.flaw}: {each.says}")
        here.line(f"{plural(len(notes), 'note')}, {plural(len(found), 'finding')}.")
        if write:
            write_all(here, root, planned)
        elif planned.files:
            show(here, planned)
    return ExitCode.FINDINGS if found else ExitCode.FINE


def _notes(here: Session, engine: Engine) -> list[Text]:
    from mementod.judging.engine import Request
    from mementod_parsers.continuity.flaws import Text

    found = []
    for note in engine.check(Request(engine.root)).notes:
        try:
            data = files.read_limited(engine.root / note.note.path, NOTE_LIMIT_BYTES)
        except (OSError, files.NotReadable) as error:
            here.warn_all((f"{note.note.path}: {error}",))
            continue
        found.append(Text(note.note.path, note.note.source, data.decode("utf-8", "surrogateescape")))
    return found


def _around(engine: Engine, notes: list[Text]) -> Around:
    """What is there besides the notes: the files and folders of the tree, and the code that notes may repeat."""
    from mementod.continuity.names import Said, judged
    from mementod.judging.snapshot import of_work_tree
    from mementod_parsers.continuity.flaws import Around
    from mementod_parsers.continuity.hygiene import cited, values
    from mementod_parsers.model import Verdict

    tree = of_work_tree(engine.repository.git, engine.repository.tracked, engine.objects)
    names = frozenset(path.rpartition("/")[2] for path in (*tree.files, *tree.dirs))
    asked = sorted(cited(notes))
    found = zip(asked, judged(engine, [Said(f"`{name}`", "") for name in asked]), strict=True)
    defined = frozenset(name for name, findings in found if any(f.verdict is Verdict.OK for f in findings))
    return Around(names, defined, lambda path: _may_be_there(engine.root / path), held(engine, values(notes)))


def _may_be_there(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True  # who may not look does not know
    return True


def _plan(root: Path, notes: list[Text], around: Around, moved: dict[str, str]) -> Plan:
    from mementod.reports.fixes import FilePlan, Plan
    from mementod_parsers.continuity.tidying import indexes

    texts = {note.path: note.text for note in notes}
    after = dict(indexes(notes, around)) | moved
    before = {path: texts[path] if path in texts else _text(root / path) or "" for path in after}
    return Plan(tuple(FilePlan(path, _data(before[path]), _data(text), ()) for path, text in after.items()), ())


def _archive(engine: Engine) -> tuple[dict[str, str], list[Untidy]]:
    """The progress file and its archive, when finished work moves from one to the other, and what is said of it."""
    from mementod.gates.progress_file import locate
    from mementod_parsers.continuity.tidying import archive_of, archived, finished

    path = locate(engine.repository.git, engine.config) if engine.repository.tracked else ""
    text = (_text(engine.root / path) if path else None) or ""
    parted = archived(text)
    if parted is None:
        return {}, []
    kept, gone = parted
    place = archive_of(path)
    old = "" if not _may_be_there(engine.root / place) else _text(engine.root / place)
    if old is None:
        return {}, []  # what cannot be read is not written either
    return {place: f"{old}\n{gone}" if old else gone, path: kept}, [finished(path, text, kept, gone)]


def _text(path: Path) -> str | None:
    try:
        return files.read_limited(path, NOTE_LIMIT_BYTES).decode("utf-8", "surrogateescape")
    except (OSError, files.NotReadable):
        return None


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
