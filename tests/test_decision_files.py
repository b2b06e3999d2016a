"""Decisions that are files of their own: the next one has the name, the sections and the marks of the newest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.decisions.decision_files import newest_of, next_name, next_text, record_name
from mementod_parsers.decisions.decision_forms import Draft
from mementod_parsers.decisions.decision_parts import Rejected
from mementod_parsers.decisions.decisions import parse_decisions

SAID = Draft(
    "Keep sessions in sqlite", "there is no server to run", "2026-11-30", "where to keep sessions",
    ("redis", "sqlite"), (Rejected("redis", "needs a server"),),
)  # fmt: skip
NAMES = {
    "0007-use-a-queue.md": "0008-keep-sessions-in-sqlite.md",
    "ADR-009-Use-A-Queue.md": "ADR-010-Keep-Sessions-In-Sqlite.md",
    "adr_099_use_a_queue.md": "adr_100_keep_sessions_in_sqlite.md",
    "9.md": "10.md",
    "D-053-queue.md": "D-054-keep-sessions-in-sqlite.md",
    "decision-1 - Cluster-labels.md": "decision-2 - Keep-sessions-in-sqlite.md",
    "0001. Use a queue.md": "0002. Keep sessions in sqlite.md",
    "2025-02-03-queue.md": "2026-11-30-keep-sessions-in-sqlite.md",
    "20250203_queue.md": "20261130_keep-sessions-in-sqlite.md",
}
FORMS = {
    "0007-use-a-queue.md": (
        """\
# 7. Use a queue

Date: 2025-02-03

## Status

Accepted

## Context

Mail is slow.

## Decision

We will use a queue.

## Consequences

One server more.
""",
        """\
# 8. Keep sessions in sqlite

Date: 2026-11-30

## Status

Accepted

## Context

where to keep sessions

## Decision

Keep sessions in sqlite

## Options

- redis
- sqlite

## Why

there is no server to run

## Rejected

- redis: needs a server
""",
    ),
    "0001-use-a-queue.md": (
        """\
---
status: accepted
date: 2025-02-03
decision-makers: Ann
---

# Use a queue

## Context and Problem Statement

Mail is slow.

## Considered Options

* a queue
* cron

## Decision Outcome

Chosen option: "a queue", because it is fast.
""",
        """\
---
status: accepted
date: 2026-11-30
---

# Keep sessions in sqlite

## Context and Problem Statement

where to keep sessions

## Considered Options

- redis
- sqlite

## Decision Outcome

Keep sessions in sqlite

## Why

there is no server to run

## Rejected

- redis: needs a server
""",
    ),
    "ADR-002.md": (
        """\
# ADR-002：队列

- **状态**：已采纳

## 决策

用队列

## 理由

快
""",
        """\
# ADR-003：Keep sessions in sqlite

- **状态**：Accepted

## 决策

Keep sessions in sqlite

## 理由

there is no server to run

## 问题

where to keep sessions

## 选项

- redis
- sqlite

## 否决

- redis: needs a server
""",
    ),
    "D-4-queue.md": (
        """\
---
id: D-004
title: 'D-004: Use a queue'
status: Accepted
tags: [a]
---

**Decision:** a queue
""",
        """\
---
id: D-005
title: 'Keep sessions in sqlite'
status: Accepted
---

**Decision:** Keep sessions in sqlite
**Problem:** where to keep sessions
**Options:** redis; sqlite
**Why:** there is no server to run
**Rejected:**
- redis: needs a server
""",
    ),
    "0003-prose.md": (
        """\
# 3. Nothing is labelled

We talked, and that was that.
""",
        """\
# 4. Keep sessions in sqlite

- Problem: where to keep sessions
- Options: redis; sqlite
- Decision: Keep sessions in sqlite
- Why: there is no server to run
- Rejected:
  - redis: needs a server
""",
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_next_name_is_like_the_newest(name: str) -> None:
    found = record_name(name)
    assert found is not None
    assert next_name(found, SAID) == NAMES[name]


@pytest.mark.parametrize("name", ["README.md", "template.md", "12345-a.md", "0001-a.txt", "adr-tools.md", "queue-1.md"])
def test_what_has_no_number_in_front_is_no_decision(name: str) -> None:
    assert record_name(name) is None


def test_the_newest_is_told_by_number_or_day() -> None:
    assert newest_of(["decision-2 - b.md", "decision-10 - a.md", "README.md"]) == "decision-10 - a.md"
    assert newest_of(["2025-02-03-b.md", "2025-11-01-a.md"]) == "2025-11-01-a.md"
    assert newest_of(["README.md"]) == ""


def test_a_long_title_is_cut_between_words() -> None:
    found = record_name("0001-a-b.md")
    assert found is not None
    name = next_name(found, Draft("never " * 40, "why", "2026-11-30"))
    assert name == "0002-never-never-never-never-never-never-never-never-never-never.md"


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_next_text_has_the_form_of_the_newest(name: str, end: str) -> None:
    old, new = FORMS[name]
    found = record_name(name)
    assert found is not None
    assert next_text(found, old.replace("\n", end), SAID) == new.replace("\n", end)


@given(st.sampled_from(sorted(FORMS)), st.text(max_size=60), st.text(max_size=60))
def test_it_is_read_back_or_refused(name: str, chosen: str, why: str) -> None:
    one_line = [" ".join(text.split()) for text in (chosen, why)]
    found = record_name(name)
    assert found is not None
    text = next_text(found, FORMS[name][0], Draft(one_line[0], one_line[1], "2026-11-30"))
    assert text is None or len(parse_decisions(text)) >= 1
