"""Sections of a page for readers that lead on to other pages: `## Next steps` over links, which is no work to do."""

from __future__ import annotations

import re

from mementod_parsers.continuity.note_sections import Section

# A link, with what the page is about; markup of a page, with an attribute on a line of its own.
_LINK = re.compile(r"\s*(?:[-*+>|]\s*|\d+[.)]\s+)?\**\[[^\]]+\]\(([^)\s]+)\)\**(?:\s*[-—–:：].*)?\s*[|.。]?\s*")
_MARKUP = re.compile(r"\s*(?:</?[A-Z]\w*\b.*|/?>|\w+=[\"'{].*)")
# Where work stands: tickets have a number, files of work say so by their names.
_OF_WORK = re.compile(r"\d|task|todo|plan|road-?map|backlog|issue|status|progress|hand-?o|spec|phase|milestone", re.I)


def only_leads_on(section: Section) -> bool:
    """Whether all that stands under its title are links to pages, or markup of them."""
    lines = [line for line in section.lines[1:] if line.strip()]
    return bool(lines) and all(map(_leads_on, lines))


def _leads_on(line: str) -> bool:
    link = _LINK.fullmatch(line)
    return not _OF_WORK.search(line) if link else _MARKUP.fullmatch(line) is not None
