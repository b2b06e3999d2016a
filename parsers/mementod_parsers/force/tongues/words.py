"""The record that a language fills in.

A phrase is a regular expression in small: a blank stands for any white space, alternatives stand in brackets, NUL
stands for a citation. Each phrase must stand directly beside the citation (fillers apart); nothing is looked for
anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Words:
    """One language. `before` phrases end where the citation begins, `after` phrases begin where it ends."""

    fillers: tuple[str, ...] = ()  # may stand between a cue and the citation
    after_fillers: tuple[str, ...] = ()  # may stand between the citation and a cue
    past_before: tuple[str, ...] = ()
    past_after: tuple[str, ...] = ()
    aside_before: tuple[str, ...] = ()  # directly behind an opening bracket: `(was ...`
    once_before: tuple[str, ...] = ()  # "formerly contained": up to a few words may stand before the citation
    those: tuple[str, ...] = ()  # head of a sentence whose `past_after` speaks of the citations before it
    that_one: tuple[str, ...] = ()  # the same of the one citation before it
    moved_after: tuple[str, ...] = ()  # past for a path, not for a symbol: it moved and lives on
    negated_before: tuple[str, ...] = ()
    negated_after: tuple[str, ...] = ()
    negated_heads: tuple[str, ...] = ()  # a label that begins so forbids the list behind its colon
    kept_after: tuple[str, ...] = ()  # verbs behind: `never X commit` forbids no X
    uncalled_before: tuple[str, ...] = ()  # forbid a call, unless `bounded_after` says where or when
    bounded_after: tuple[str, ...] = ()
    planned_before: tuple[str, ...] = ()
    planned_after: tuple[str, ...] = ()
    created_first: tuple[str, ...] = ()  # imperatives that make a file, at the head of a sentence
    removed_first: tuple[str, ...] = ()  # imperatives that remove or replace, at the head of a sentence
    example_before: tuple[str, ...] = ()
    example_after: tuple[str, ...] = ()
    elsewhere_before: tuple[str, ...] = ()
    elsewhere_after: tuple[str, ...] = ()
    conditional: tuple[str, ...] = ()  # before a citation: what follows is a case, not a report
    from_cues: tuple[str, ...] = ()  # "renamed": with `from_words` directly before the citation, that one is old
    from_words: tuple[str, ...] = ()
    past_labels: tuple[str, ...] = ()  # a whole heading, lead-in, cell or column title
    negated_labels: tuple[str, ...] = ()
    planned_labels: tuple[str, ...] = ()
    example_labels: tuple[str, ...] = ()
    elsewhere_labels: tuple[str, ...] = ()
    source_labels: tuple[
        str, ...
    ] = ()  # what follows says where a statement came from, or what a finished change touched
    source_words: tuple[str, ...] = ()  # the same, but only with a date, a number or a session behind it
    signs: tuple[str, ...] = ()  # common words: a sentence with those of other languages only is not in this one
    spaced: bool = True  # words are separated by blanks


def in_both_scripts(words: Words, others: Mapping[str, str]) -> Words:
    """The words with each character of `others` standing for its other form as well; no phrase holds one in `[...]`."""
    table = {ord(one): f"[{one}{other}]" for one, other in others.items() if one != other}
    phrases: dict[str, Any] = {f.name: getattr(words, f.name) for f in fields(words) if f.name != "spaced"}
    phrases = {name: tuple(p.translate(table) for p in found) for name, found in phrases.items()}
    return replace(words, **phrases)
