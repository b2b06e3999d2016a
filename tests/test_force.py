"""The force of a citation in its sentence: cases as data, ten natural languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_files import read_cases
from mementod_parsers.binding.tongues import tongues_of
from mementod_parsers.force.cue_patterns import cues_of
from mementod_parsers.force.cues import LABELS
from mementod_parsers.force.force_words import LANGUAGES
from mementod_parsers.model import Source
from mementod_parsers.notes import parse_note

CASES = Path(__file__).parent / "cases" / "force"


def load() -> list[tuple[str, dict[str, object]]]:
    found = []
    for file in sorted(CASES.glob("*.yaml")):
        for i, case in enumerate(read_cases(file)):
            found.append((f"{file.stem}-{i}", case))
    return found


@pytest.mark.parametrize(("name", "case"), load(), ids=[name for name, _ in load()])
def test_force_of_each_citation(name: str, case: dict[str, object]) -> None:
    note = str(case["note"])
    expect = case["expect"]
    assert isinstance(expect, dict)
    parsed = parse_note("notes/x.md", Source.INSTRUCTIONS, note.encode())
    got: dict[str, set[str]] = {}
    for citation in parsed.citations:
        got.setdefault(citation.text, set()).add(citation.force.value)
    for text, force in expect.items():
        assert got.get(str(text)) == {force}, (note, text, got)


def test_every_pattern_can_be_compiled() -> None:
    """They are compiled when they are first asked, which for some words is in nobody's notes but one's."""
    cues = [cue for words in LANGUAGES for cue in cues_of(words)]
    for cue in cues:
        for pattern in filter(None, (cue.pattern, cue.sound, cue.excuse)):
            assert pattern.search("\x00") is None
    for _, pattern in LABELS:
        assert pattern.fullmatch("\x00") is None
    for language in ("en", "zh", "ja", "ko", "ru", "pt", "es", "de", "fr"):
        assert tongues_of(language)
