"""Orders about what no code holds, technologies, commands, deeds, and the steps that go against them or obey."""

from __future__ import annotations

import pytest

from mementod.continuity.bearings import in_words
from mementod_parsers.binding.banned import banned, own_words
from mementod_parsers.binding.deeds import deeds_in
from mementod_parsers.binding.taken import lets_go, takes_up
from mementod_parsers.continuity.heard import said
from mementod_parsers.continuity.record import Class, Item

# order, a step that goes against it
AGAINST = [
    ("Never use Redis.", "use Redis for sessions"),
    ("Never use Redis.", "switch sessions to Redis"),
    ("Never use Redis.", "use redis for sessions"),
    ("never use redis", "Switch the sessions to Redis"),
    ("never use redis", "cache the sessions in redis"),
    ("Never use Redis.", "add a `redis_client` to the settings"),
    ("Never use Redis.", "replace SQLite with Redis"),
    ("Never use Redis.", "migrate the sessions from SQLite to Redis"),
    ("Never use Redis.", "remove SQLite, then use Redis"),
    ("No Redis.", "store sessions in Redis, not in memory"),
    ("Never use docker-compose.", "run docker-compose up"),
    ("前端只使用 bun，禁止 npm / yarn / pnpm", "用 npm install 安装依赖"),
    ("禁止 mocha。", "用 mocha 测试"),
    ("Redis must not be used.", "wire up Redis"),
    ("Redis was rejected for the outbox: it needs a server. Use SQLite only.", "use Redis for the outbox"),
    ("We rejected Redis.", "try Redis again"),
    ("Use SQLite instead of Redis.", "use Redis for the queue"),
    ("Never use Redis; use SQLite.", "put the sessions into Redis"),
    ("Avoid Redis and Memcached.", "add Memcached"),
    ("Do not use mocks in tests.", "add a mock for the clock in the tests"),
    ("Never use the global event bus.", "use the global event bus for logout"),
    ("Never run `npm audit fix`.", "run `npm audit fix` and commit"),
    ("Don't install new dependencies without asking.", "install the dependencies of the date picker"),
    ("Never edit the Billing module.", "edit the Billing module"),
    ("不要用 Hive", "用 Hive 写缓存"),
    ("不要用 Hive", "把 Isar 换成 hive"),
    ("不要引入 Redis、Kafka 或 RabbitMQ", "引入 RabbitMQ 做队列"),
    ("禁止使用全局变量", "用全局变量存用户"),
    ("Hive 已被否决", "继续用 Hive"),
    ("必须用 Isar，不要用 Hive", "缓存迁移到 Hive"),
    ("提交之前必须先问我", "提交代码"),
    ("提交之前必须先问我", "跑完测试后提交"),
    ("提交之前必须先问我", "run the tests, then commit"),
    ("Ask me before you commit.", "commit the parser"),
    ("Never commit without my permission.", "fix the parser and commit it"),
    ("Never push to main.", "push the branch to main"),
    ("Never push.", "run `git push`"),
    ("Never push.", "跑完测试再 push"),
    ("提交之前必须先问我", "改完后 commit"),
    ("禁止直接推送", "推送到远端"),
    ("不要提交密钥", "提交密钥和配置"),
    ("Do not deploy.", "build it, deploy"),
    ("We must never use MongoDB for anything.", "set up MongoDB for the events"),
    ("Do not ever use jQuery.", "pull in jQuery for the modal"),
    ("Under no circumstances use eval.", "use eval to parse"),
    ("Don't add Redux.", "wire the store to Redux"),
    ("The client forbids GraphQL.", "write a GraphQL endpoint"),
    ("GraphQL is off the table.", "write a GraphQL endpoint"),
    ("别再用 moment.js 了", "用 moment.js 格式化日期"),
    ("任何情况下都不要用 WebSocket", "加一个 WebSocket 连接"),
    ("WebSocket 不能用，太耗电", "加一个 WebSocket 连接"),
    ("严禁使用 fastjson", "引入 fastjson 解析"),
    ("不许上 Kubernetes", "部署到 Kubernetes"),
    ("Never run migrations on production.", "run the migrations on production"),
    ("Do not run `docker compose down -v`.", "run docker compose down -v"),
    ("Never force push.", "force-push the branch"),
    ("没有我的同意不要合并", "合并到 main"),
    ("不要自动提交", "改完直接提交"),
    ("Do not publish to npm.", "publish the package to npm"),
    ("You may not merge until I approve.", "merge the branch"),
    ("Never call the real Stripe API in tests.", "call the Stripe API in the tests"),
    ("Always ask before adding a dependency.", "add a dependency on lodash"),
    ("Stay away from Lombok.", "annotate it with Lombok"),
    ("No TypeScript enums.", "add a TypeScript enum"),
    ("我们不用 Docker", "写一个 Docker 镜像"),
    ("决不能用 root 运行", "用 root 运行服务"),
    ("Nie Redis verwenden.", "Redis verwenden"),
    ("Keine neuen Abhängigkeiten ohne Rückfrage: kein Lodash.", "use Lodash"),
    ("Never use axios.", "fetch the users with axios"),
    ("Don't use class components.", "write the page as a class component"),
    ("Avoid singletons.", "make the store a singleton"),
    ("不要使用 any 类型", "用 any 类型声明参数"),
    ("不要改 Gradle 版本", "升级 Gradle 版本"),
    ("别碰 Billing 模块", "修改 Billing 模块"),
    ("Never touch the Billing module.", "refactor the Billing module"),
    ("Never delete the Kafka topics.", "delete the Kafka topics"),
    ("Use pnpm, never npm.", "run npm install"),
    ("Use pnpm, not npm.", "run npm install"),
    ("Always use pnpm instead of npm.", "install it with npm"),
    ("用 pnpm，不要用 npm", "用 npm 安装依赖"),
    ("We decided against Celery because it needs a broker.", "add a Celery worker"),
    ("轮询方案已经否决，太耗电", "实现轮询"),
    ("No new dependencies.", "add a new dependency"),
    ("不要加新依赖", "加新依赖 lodash"),
]
# order, a step that obeys it
OBEYS = [
    ("No Mouse DJ.", "leave personal DJ exports out"),
    ("Never use Redis.", "remove the leftover Redis client"),
    ("Never use Redis.", "keep SQLite instead of Redis"),
    ("Never use Redis.", "switch from Redis to SQLite"),
    ("Never use Redis.", "replace Redis with SQLite"),
    ("Never use Redis.", "migrate the sessions away from Redis"),
    ("Never use Redis.", "check that nothing uses Redis"),
    ("Never use Redis.", "use SQLite, not Redis"),
    ("Never use Redis.", "explain in the docs why Redis was rejected"),
    ("Never use Redis.", "stop using Redis"),
    ("Never use Redis.", "drop support for Redis"),
    ("Never use Redis.", "grep for Redis"),
    ("Never use Redis.", "ask the user about Redis"),
    ("Never use Redis.", "read the Redis settings"),
    ("Never use Redis for the outbox.", "use Redis for sessions"),
    ("Use SQLite instead of Redis.", "use SQLite for the outbox"),
    ("Redis was rejected for the outbox: it needs a server. Use SQLite only.", "use SQLite for the outbox"),
    ("Never use Redis; use SQLite.", "put the sessions into SQLite"),
    ("不要用 Hive", "删掉 Hive 残留"),
    ("不要用 Hive", "不用 Hive，继续用 Isar 写迁移"),
    ("不要用 Hive", "把 Hive 换成 Isar"),
    ("不要用 Hive", "从 Hive 迁移到 Isar"),
    ("不要用 Hive", "清理 Hive 相关代码"),
    ("必须用 Isar，不要用 Hive", "用 Isar 写缓存"),
    ("提交之前必须先问我", "先问用户，再提交"),
    ("Ask me before you commit.", "ask the user, then commit"),
    ("Never push to main.", "push the branch"),
    ("Use stable ids; avoid renaming once released.", "release 1.4.1"),
    ("Never merge one feature branch into both main and develop.", "merge the fix into develop"),
    ("共享契约必须先合并，再允许下游并行实现", "合并共享契约"),
    ("Never mock internal AppMCP logic, do not add AppMCP wrappers.", "add an AppMCP usage guide"),
    ("Never commit secrets.", "commit the parser"),
    ("Do not commit before the tests pass.", "commit the parser"),
    ("Don't install new dependencies without asking.", "ask whether to install the dependencies"),
    ("Never use Docker without asking me first.", "ask for permission to use Docker"),
    ("Don't add Redux.", "get rid of Redux"),
    ("Don't add Redux.", "port the store off Redux"),
    ("Don't add Redux.", "delete the Redux reducers"),
    ("Never run migrations on production.", "run the migrations on staging"),
    ("Never force push.", "push the branch"),
    ("别再用 moment.js 了", "把 moment.js 全部替换为 dayjs"),
    ("别再用 moment.js 了", "卸载 moment.js"),
    ("任何情况下都不要用 WebSocket", "去掉 WebSocket 连接"),
    ("Never use Redis.", "finish the SQLite outbox so that Redis is not needed"),
    ("Never use Redis.", "write the test that fails when Redis is imported"),
    ("Never use Redis.", "rename the RedisStore to SqliteStore"),
    ("Never use Redis.", "decommission Redis"),
    ("Never use Redis.", "turn off Redis"),
    ("Never use Redis.", "stop Redis"),
    ("不要用 Hive", "把 Hive 的数据导出到 Isar"),
    ("不要用 Hive", "将 hive 依赖从 pubspec.yaml 移除"),
    ("不要用 Hive", "继续 Isar 迁移，Hive 不动"),
    ("不要用 Hive", "确认没有地方再用 Hive"),
    ("Never use Redis.", "move everything from Redis into SQLite"),
    ("Never use Redis.", "rewrite the Redis code with SQLite"),
    ("Never use Redis.", "fix the typo in the Redis section of the README"),
    ("Never call the real Stripe API in tests.", "stub the Stripe API in the tests"),
    ("Never use jQuery.", "convert the jQuery modal to React"),
    ("Never use jQuery.", "rewrite the modal without jQuery"),
    ("Never delete the Kafka topics.", "add a Kafka topic"),
    ("Never touch the Billing module.", "use the Billing module in the report"),
    ("Use pnpm, not npm.", "replace npm with pnpm in CI"),
    ("We decided against Celery because it needs a broker.", "add an APScheduler job instead of Celery"),
    ("Avoid singletons.", "turn the singleton into a parameter"),
    ("别碰 Billing 模块", "写 Report 模块，不碰 Billing"),
    ("轮询方案已经否决，太耗电", "用推送代替轮询"),
    ("不要使用 any 类型", "把 any 类型换成 unknown"),
    ("Never use Redis.", "move the Redis keys to SQLite"),
    ("Never use Redis.", "update the docs: no Redis"),
    ("Never use Redis.", "finish removing Redis"),
    ("Never use Redis.", "continue the Redis removal"),
    ("Never use Redis.", "the Redis cleanup: delete client and config"),
    ("不要用 Hive", "完成 Hive 迁移的收尾"),
    ("不要用 Hive", "Hive 清理：删文件"),
    ("Never use Redis.", "write a migration that copies the Redis keys into SQLite"),
]
# a step that an order is not about
FAR = [
    ("If no Pixi environment is there, ask the user to create one.", "clear the cache between attempts"),
    ("Never import types from the main package.", "add a TypeScript configuration"),
    ("The core should not depend on CLI wiring.", "add a shared CLI probe"),
    ("Comments explain *why*, not *what*.", "show what the user sees"),
    ("Avoid renaming ids once released.", "clean up"),
    ("Use pnpm, never npm.", "run pnpm install"),
    ("Never hardcode colors.", "move the hardcoded colors into the theme"),
    ("Never use Redis.", "use SQLite for sessions"),
    ("Never use Redis.", "rediscover the old notes"),
    ("Never deploy.", "fix the deploy script"),
    ("Never push.", "add push notifications"),
    ("提交之前必须先问我", "修复提交按钮"),
    ("提交之前必须先问我", "write the commit message format down"),
    ("Do not use mocks in tests.", "fix the parser"),
    ("Don't forget to use Docker.", "use the parser"),
]


def _words(order: str, step: str) -> tuple[bool, bool]:
    return in_words(Item(Class.CONSTRAINTS, order, "remember 1", ""), step, ())


@pytest.mark.parametrize(("order", "step"), AGAINST)
def test_a_step_that_takes_up_what_an_order_is_against_is_stopped(order: str, step: str) -> None:
    assert _words(order, step) == (True, True)


@pytest.mark.parametrize(("order", "step"), OBEYS)
def test_a_step_that_obeys_sees_the_order_and_goes_on(order: str, step: str) -> None:
    assert _words(order, step) == (True, False)


@pytest.mark.parametrize(("order", "step"), FAR)
def test_a_step_about_something_else_does_not_see_it(order: str, step: str) -> None:
    assert _words(order, step) == (False, False)


def test_of_what_notes_ask_only_what_is_against_the_step_is_told() -> None:
    rule = Item(Class.CONSTRAINTS, "Write the docs of Redis in English.", "a.md:3", "", note="a.md", line=3)
    assert in_words(rule, "use Redis for sessions", ()) == (False, False)
    rule = Item(Class.CONSTRAINTS, "Never use Redis.", "a.md:3", "", note="a.md", line=3)
    assert in_words(rule, "use Redis for sessions", ()) == (True, True)


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("Never use Redis or Kafka for jobs.", ["Redis", "Kafka"]),
        ("Use SQLite instead of Redis.", ["Redis"]),
        ("Always use SQLite.", []),
        ("不要引入 Redis、Kafka 或 RabbitMQ", ["Redis", "Kafka", "RabbitMQ"]),
        ("Never use it.", []),
        ("Do not use any of these.", []),
    ],
)
def test_what_an_order_is_against(order: str, names: list[str]) -> None:
    assert [one.name for one in banned(order)] == names


def test_a_word_that_opens_a_sentence_is_no_name() -> None:
    assert own_words("Please keep SQLite. Only Redis 7 and `npm ci`.") == ("SQLite", "Redis", "npm ci")


def test_the_second_time_that_a_step_names_it_counts_as_well() -> None:
    assert takes_up("replace Redis with Redis Cluster", "Redis")
    assert lets_go("replace Redis with SQLite", "Redis")
    assert not lets_go("use SQLite", "Redis")


@pytest.mark.parametrize(
    "step",
    [
        "fix the commit hook",
        "不提交，先跑测试",
        "don't push yet",
        "merge-sort the rows",
        "修复 commit 和 push 的钩子",
        "记录 artifact 和 push event",
        "改完后 push 通知",
        "先看 deploy 脚本，然后 deploy 脚本里加日志",
    ],
)
def test_what_is_no_deed(step: str) -> None:
    assert not deeds_in(step)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Redis was rejected for the outbox: it needs a server to run. Use SQLite only.", None),
        ("We evaluated Redis. Use SQLite only.", None),
        ("`src/gen.py` is generated. Never edit it.", None),
        ("Hive 被否决：没人维护。只用 Isar。", None),
        ("Please fix the bug. Don't push.", "Don't push."),
        (f"Redis was rejected: {'it needs a server ' * 30}. Use SQLite only.", "Use SQLite only."),
    ],
)
def test_a_rule_keeps_the_sentence_that_says_what_it_is_about(text: str, kept: str | None) -> None:
    (item,) = said(text, "remember 1", "")
    assert item.text == (kept or text)
