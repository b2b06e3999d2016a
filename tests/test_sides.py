"""Which side of a contrast a name stands on, and what a step does to it."""

from __future__ import annotations

import pytest

from mementod_parsers.binding.acts import Act, acts_on, forbidden_acts
from mementod_parsers.binding.sides import is_choice, is_forbidden
from mementod_parsers.continuity.heard import said
from mementod_parsers.continuity.record import Class

# order, what it demands, what it forbids
CONTRASTS = [
    ("Use `new_client` instead of `old_client`.", "new_client", "old_client"),
    ("Always use httpx rather than requests.", "httpx", "requests"),
    ("Prefer `pathlib.Path` over `os.path`.", "pathlib.Path", "os.path"),
    ("Instead of `moment.js`, use `date-fns`.", "date-fns", "moment.js"),
    ("Rather than `print()` please use `log_event()`.", "log_event", "print"),
    ("Use src/db.py, not src/store.py.", "src/db.py", "src/store.py"),
    ("Put helpers in `src/util.py`, not in `src/misc.py`.", "src/util.py", "src/misc.py"),
    ("Never call `old_client()`; use `new_client()`.", "new_client", "old_client"),
    ("Do not edit `dist/app.js`, edit `src/app.ts` instead.", "src/app.ts", "dist/app.js"),
    ("Don't use `src/old.py` - use `src/new.py` instead.", "src/new.py", "src/old.py"),
    ("Never use `eval` instead of `parse_it`.", "parse_it", "eval"),
    ("Tests go not in `src/` but in `tests/unit/`.", "tests/unit/", "src/"),
    ("`src/old.py` is deprecated: use `src/new.py`.", "src/new.py", "src/old.py"),
    ("`src/old.py` must not be edited. Use `src/new.py`.", "src/new.py", "src/old.py"),
    ("用 `new_client` 代替 `old_client`。", "new_client", "old_client"),
    ("使用 src/db.py 而不是 src/store.py", "src/db.py", "src/store.py"),
    ("配置放在 `conf/app.yaml` 而非 `src/settings.py`", "conf/app.yaml", "src/settings.py"),
    ("不要用 `src/old.py`，用 `src/new.py`。", "src/new.py", "src/old.py"),
    ("不要用 src/old.py 用 src/new.py", "src/new.py", "src/old.py"),
    ("禁止使用 `requests`，统一使用 `httpx`", "httpx", "requests"),
    ("用 `src/new.py`，不要用 `src/old.py`", "src/new.py", "src/old.py"),
    ("必须用 `httpx` 替代 `requests`", "httpx", "requests"),
    ("不用 `redis` 而用 `sqlite`", "sqlite", "redis"),
    ("禁止用 `eval` 代替 `parse_it`", "parse_it", "eval"),
]
ALLOWED = [
    ("Only use `src/new.py` for new code.", "src/new.py"),
    ("只能修改 `src/new.py`", "src/new.py"),
    ("Use src/net.py instead of src/cli.py for links in src/web.py", "src/web.py"),
    ("Put helpers in `src/util.py` rather than in `src/misc.py` when src/web.py needs them", "src/web.py"),
    ("用 a.py 代替 b.py，见 c.py", "c.py"),
]
FORBIDDEN = [
    ("Never change `legacy_auth()` before 2027.", "legacy_auth"),
    ("不要修改 `src/parse.py` 里的 `parse_it`。", "parse_it"),
    ("`a.py` is not to be edited, and `b.py` neither.", "b.py"),
    ("Do not edit `a.py`, not even in `b.py`.", "b.py"),
    ("You may only edit `src/a.py` after asking.", "src/a.py"),
    ("Never edit `a.py` or `b.py`; ask first.", "b.py"),
    ("Do not touch `a.py`, `b.py` and `c.py`.", "c.py"),
    ("`src/gen.py` is generated, never edit it by hand.", "src/gen.py"),
    ("src/gen.py, not to be edited", "src/gen.py"),
    ("不要改 `src/a.py`，先跑 `make check`", "src/a.py"),
    ("The port is read only from `conf/app.yaml`, do not change it.", "conf/app.yaml"),
    ("Never use `--force`, even with `src/a.py`.", "src/a.py"),
    ("不能直接改 `src/gen.ts`，它由 `schema.json` 生成", "src/gen.ts"),
    ("别动 src/legacy/，也别用 src/old.py", "src/old.py"),
    ("Do not use `a.py` or call `b.py`.", "b.py"),
]


@pytest.mark.parametrize(("order", "demanded", "forbidden"), CONTRASTS)
def test_what_is_demanded_is_not_what_is_forbidden(order: str, demanded: str, forbidden: str) -> None:
    assert not is_forbidden(order, demanded)
    assert is_forbidden(order, forbidden)


@pytest.mark.parametrize(("order", "name"), ALLOWED)
def test_what_an_order_demands_or_only_mentions_is_not_forbidden(order: str, name: str) -> None:
    assert not is_forbidden(order, name)


@pytest.mark.parametrize(("order", "name"), FORBIDDEN)
def test_without_a_contrast_all_that_is_named_counts(order: str, name: str) -> None:
    assert is_forbidden(order, name)


@pytest.mark.parametrize(
    ("step", "acts"),
    [
        ("edit `load`", {Act.CHANGE}),
        ("rename the function load", {Act.CHANGE}),
        ("delete load", {Act.REMOVE}),
        ("call `load` in a test that changes `save`", {Act.USE}),
        ("fix the page without changing load", set()),
        ("read load", set()),
        ("修改 `load`", {Act.CHANGE}),
        ("调用 load 函数", {Act.USE}),
        ("不改 load", set()),
    ],
)
def test_a_step_does_to_a_name_what_stands_right_before_it(step: str, acts: set[Act]) -> None:
    assert acts_on(step, "load") == acts


@pytest.mark.parametrize(
    ("order", "acts"),
    [
        ("Never change `load`.", {Act.CHANGE, Act.REMOVE}),
        ("Never change the function `load()`.", {Act.CHANGE, Act.REMOVE}),
        ("Never call `load`.", {Act.USE}),
        ("不要删除 `load`", {Act.REMOVE}),
        ("`save`, not `load`", {Act.USE}),
        ("Never change the signature of `load`.", set()),
        ("Never log what `load` gives.", set()),
    ],
)
def test_an_order_speaks_of_what_stands_right_before_a_name(order: str, acts: set[Act]) -> None:
    assert forbidden_acts(order, "load") == acts


@pytest.mark.parametrize(
    "order", ["用 `a.py` 代替 `b.py`", "应该用 httpx 而不是 requests", "配置放在 conf/app.yaml 而非 src/settings.py"]
)
def test_a_choice_between_two_names_is_an_order(order: str) -> None:
    assert is_choice(order)
    assert [item.kind for item in said(order, "user", "")] == [Class.CONSTRAINTS]


@pytest.mark.parametrize(
    "text",
    [
        "优先使用 `val` 而非 `var`",
        "我们用 a.py 代替了 b.py",
        "为什么用 redis 代替 sqlite？",
        "用户可以用手机号代替邮箱登录",
        "回答必须确定，而不是猜测",
        "用 `a.py`",
    ],
)
def test_what_is_no_choice_between_names_is_none(text: str) -> None:
    assert not is_choice(text)
