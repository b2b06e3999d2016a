"""Settings in JSON changed as text: what is not ours keeps every byte, and what cannot be read is never written."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mementod_hooks.hooks_json import MARK, Refused, merge, take_out
from mementod_hooks.json_text import NotJson, insert, parse, remove

COMMAND = f"/home/ada/.local/share/{MARK} agent x"
ENTRIES: dict[str, object] = {
    "PreToolUse": {"matcher": "Edit", "hooks": [{"type": "command", "command": COMMAND, "timeout": 5}]},
    "Stop": {"hooks": [{"type": "command", "command": COMMAND}]},
}
TEXTS = [
    '{\n  "a": 1\n}\n',
    '{\n\t"a": [1, 2],\n\t"b": {}\n}\n',
    '{"a":1}',
    '{\r\n    "a": "ä"\r\n}\r\n',
    '\ufeff{\n  "a": 1\n}',
    '// mine\n{\n  // one\n  "a": 1, // about a\n  /* b */ "b": 2 // about b\n  // end\n}\n',
    '{\n  "a": 1,\n  "b": [\n    1,\n    2,\n  ],\n}\n',
    '{\n  "hooks": {\n    "PreToolUse": [\n      {"hooks": [{"command": "theirs"}]}\n    ]\n  }\n}\n',
    '{\n  "hooks": {\n    "PreToolUse": [{"hooks": [{"command": "theirs"}]}] // keep\n  },\n  "z": null\n}\n',
    '{"hooks":{"PreToolUse":[{"hooks":[{"command":"theirs"}]}],"Stop":[]}}',
    '{\n  "hooks": {}\n}\n',
    '{\n  "hooks": {\n  }\n}\n',
]


@pytest.mark.parametrize("text", TEXTS)
def test_our_entries_come_in_beside_all_that_is_there_and_go_again(text: str) -> None:
    merged = merge(text, ENTRIES, {})
    assert merge(merged, ENTRIES, {}) == merged
    assert re.findall(r"//.*|/\*.*?\*/", merged) == re.findall(r"//.*|/\*.*?\*/", text)
    if "//" not in text and ",\n}" not in text:  # as the agent reads it
        before, after = json.loads(text.lstrip("\ufeff")), json.loads(merged.lstrip("\ufeff"))
        assert {**after, "hooks": 0} == {**before, "hooks": 0}
        for event, entry in ENTRIES.items():
            assert after["hooks"][event] == [*before.get("hooks", {}).get(event, []), entry]
    rest = take_out(merged, text)
    assert rest is not None
    assert "".join(rest.split()) == "".join(text.split())  # empty brackets may have become two lines
    if "{}" not in text and "[]" not in text:
        assert rest == text


def test_a_new_file_is_ours_until_somebody_else_is_in_it() -> None:
    text = merge(None, ENTRIES, {"version": 1})
    assert json.loads(text) == {"version": 1, "hooks": {event: [entry] for event, entry in ENTRIES.items()}}
    assert take_out(text, None) is None
    theirs = text.replace('"version": 1', '"version": 1, "theirs": true')
    assert json.loads(take_out(theirs, None) or "") == {"version": 1, "theirs": True}


def test_a_hook_that_joined_our_group_stays() -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"command": COMMAND}, {"command": "theirs"}]}]}})
    assert json.loads(take_out(text, "{}") or "") == {"hooks": {"Stop": [{"hooks": [{"command": "theirs"}]}]}}


def test_an_older_entry_of_ours_is_replaced() -> None:
    old = {
        "PreToolUse": {"matcher": "Write", "hooks": [{"command": f"/other/{MARK} x"}]},
        "Gone": {"hooks": [{"command": COMMAND}]},
    }
    text = merge(TEXTS[7], old, {})
    assert merge(text, ENTRIES, {}) == merge(TEXTS[7], ENTRIES, {})


def test_flat_entries_are_ours_as_well() -> None:
    flat: dict[str, object] = {"stop": {"command": COMMAND}}
    text = '{\n  "version": 1,\n  "hooks": {\n    "stop": [{"command": "theirs"}]\n  }\n}\n'
    assert take_out(merge(text, flat, {}), text) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: `,` is expected here"),
        ('{"a": tru}', "line 1, column 7: a value is expected here"),
        ("[]", "line 1: an object is expected"),
        ('{\n"hooks": []}', "line 2: `hooks` is no object"),
        ('{"hooks": {\n"PreToolUse": {}}}', "line 2: `hooks.PreToolUse` is no list"),
        ('{\n"hooks": {},\n"hooks": {}}', "line 2: `hooks` is there twice"),
        ("{" * 80, "line 1, column 2: a text in double quotes is expected here"),
        ('{"a":' * 80, "line 1, column 321: more than 64 levels"),
        ("{} {}", "line 1, column 4: the end is expected here"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(Refused, match=re.escape(says)):
        merge(text, ENTRIES, {})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=4), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=80, deadline=None)
@given(
    value=st.dictionaries(st.text(min_size=1, max_size=4), VALUES, min_size=1, max_size=4),
    indent=st.sampled_from([None, 2, 4, "\t"]), ascii_only=st.booleans(), line=st.sampled_from(["\n", "\r\n"]),
)  # fmt: skip
def test_what_was_inserted_is_removed_to_the_byte(
    value: dict[str, object], indent: int | str | None, ascii_only: bool, line: str
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only).replace("\n", line)
    longer = insert(text, parse(text), {"x": [1, {}]}, "new")
    assert json.loads(longer) == {**value, "new": {"x": [1, {}]}}
    root = parse(longer)
    assert remove(longer, root, len(root.items) - 1) == text


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='{}[],:"\\/* \n\ta1-.etrufalsn\ufeff', max_size=40))
def test_any_text_is_read_or_refused_like_json_itself(text: str) -> None:
    try:
        json.loads(text)
    except ValueError:
        return
    try:
        parse(text)
    except NotJson as error:
        raise AssertionError(text) from error
