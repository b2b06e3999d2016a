"""Parts of a note that say less than they seem to: under a part that is ticked, and links to pages for readers."""

from __future__ import annotations

import pytest

from mementod_parsers.continuity.open_items import next_items, work_list
from mementod_parsers.continuity.telling import says_what_is_next, telling

FILL = "".join(
    f"- line {number} of what was looked at, told at some length for those who ask\n" for number in range(60)
)


def shown(text: str) -> str:
    return "\n".join(telling(text, 1_500))


@pytest.mark.parametrize(
    ("overview", "is_shown"),
    [
        ("- [x] **Phase 1: Keep it running** - no crash", False),
        ("- [x] Phase 1 done", True),  # no such title
        ("- [ ] **Phase 1: Keep it running** - no crash", True),
        ("- [x] **Phase 1: Keep it running**\n- [ ] Phase 1: Keep it running for a week", True),
        ("- [x] **Phase 10: Keep it running**", True),
    ],
)
def test_the_boxes_of_a_part_that_is_ticked_elsewhere_are_not_open(overview: str, is_shown: bool) -> None:
    plan = f"# Roadmap\n\n{overview}\n\n## Details\n\n### Phase 1: Keep it running\n- [ ] 01-01 walking skeleton\n\n"
    plan += f"### Phase 2: Retry\n- [ ] 02-01 the loop\n\n## More\n\n{FILL}"
    assert ("01-01" in shown(plan)) is is_shown
    assert any("01-01" in item.text for item in work_list(plan).items) is is_shown
    assert "02-01" in shown(plan)


@pytest.mark.parametrize(
    ("below", "says"),
    [
        ("- [Providers](/docs/providers) — configure one\n- [Guide](../guide.md)", False),
        ('<Cards>\n  <Card\n    title="Guide"\n    href="/docs/guide"\n  />\n</Cards>', False),
        ("- [Fix the lexer](/issues/12)", True),
        ("- [What is open](docs/roadmap.md)", True),
        ("- [Providers](/docs/providers)\n- write the parser", True),
        ("### Parser\n\n- write it", True),
    ],
)
def test_links_to_the_next_pages_are_no_next_step(below: str, says: bool) -> None:
    assert says_what_is_next(f"# Page\n\n## Next steps\n\n{below}\n") is says


def test_an_item_of_several_lines_is_told_whole() -> None:
    text = "# State\n\n## Open work\n\n* Write tools (plan,\n  then confirm).\n* Ship it.\n"
    assert [item.text for item in next_items(text)] == ["Write tools (plan, then confirm).", "Ship it."]
