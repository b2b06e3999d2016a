from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mementod.config import UNSET, Config, Gates, Mark, Notify, OnError, load_config, parse_config, parse_user
from mementod.errors import UserError
from mementod.paths import Paths
from mementod_hooks.gate_model import Mode

EVERYTHING = """\
notes: [".agent/init.d/*.md", "claude-memory"]
core: ["src/core/**"]
progress: .agent/init.d/03-progress.md
gate: {edit: warn, commit: off, stale: block, resume: off}
mark: frontmatter
ignore: ["docs/archive/**"]
"""
USER = """\
on_error: block
gates: {/home/ada/toy: off, /srv/x: warn}
notify:
  desktop: no
  per_hour: 2
  quiet: "22:00-07:00"
  repositories: {/home/ada/toy: off, ~/other: off, /srv/x: on}
import: [claude, codex, gemini]
core: ["Makefile"]
notes: ["NOTES.md"]
"""


USER_LINES = ("on_error: block\n", "gates: {/srv/x: warn}\n", "notify: {per_hour: 2}\n", "core: [Makefile]\n")


def test_every_key_of_both_files() -> None:
    assert parse_user(USER, parse_config(EVERYTHING)) == Config(
        notes=(".agent/init.d/*.md", "claude-memory"),
        core=("src/core/**",),
        progress=".agent/init.d/03-progress.md",
        gate=Gates(Mode.WARN, Mode.OFF, Mode.BLOCK, Mode.OFF),
        mark=Mark.FRONTMATTER,
        ignore=("docs/archive/**",),
        on_error=OnError.BLOCK,
        gates=(("/home/ada/toy", Mode.OFF), ("/srv/x", Mode.WARN)),
        notify=Notify(desktop=False, per_hour=2, quiet="22:00-07:00", off=("/home/ada/toy", "~/other")),
        imports=("claude", "codex", "gemini"),
        user_notes=("NOTES.md",),
        user_core=("Makefile",),
    )


@pytest.mark.parametrize("text", ["", "# only a comment\n", "core:\nnotes: ~\ngate: null\nmark:\n", "---\n...\n"])
def test_what_says_nothing_is_the_default(text: str) -> None:
    assert parse_config(text) == Config()
    assert parse_user(text.replace("gate:", "gates:").replace("mark:", "on_error:"), Config()) == Config()


def test_unknown_keys_warn_with_their_line() -> None:
    config = parse_config("core: []\nnotse: []\ngate: {edit: off,\n  push: off}\n")
    config = parse_user("notify: {beep: yes}\n", config, "my.yaml")
    assert config.gate.edit is Mode.OFF
    assert [problem.split(" (")[0] for problem in config.problems] == [
        ".mementod.yaml, line 2: unknown key notse",
        ".mementod.yaml, line 4: unknown key gate.push",
        "my.yaml, line 1: unknown key notify.beep",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("core: src", 'line 1: core must be a list, such as ["src"], not a single'),
        ("notes: docs/*.md", 'such as ["docs/*.md"], not'),
        ("\ncore: {a: b}", "line 2: core must be a list"),
        ("core: [[a]]", "line 1: core must hold single texts"),
        ("notes: [a,\n  ~]", "line 2: notes must hold single texts"),
        ("progress: [a]", "line 1: progress must be a single text"),
        ("gate: block", "line 1: gate must be a table"),
        ("gate:\n  edit: maybe", "line 2: gate.edit must be one of block, warn, off"),
        ("gate:\n  edit: [off]", "line 2: gate.edit must be a single text"),
        ("mark: 7", "line 1: mark must be one of none, frontmatter"),
        ("core: []\ncore: []", "line 2: core is there twice (first in line 1)"),
        ("- a", "line 1: the file must be a table of keys"),
        ("just words", "line 1: the file must be a table of keys"),
        ("? [a]\n: b", "line 1: a key must be a single text"),
        ("core: [", "line 1: not valid YAML"),
        ("a: b: c", "line 1: not valid YAML"),
        ("core: []\n---\ncore: []\n", "line 3: a second document"),
        ("a: &x [b]\n", "line 1: anchors and aliases"),
        ("a: *x\n", "line 1: anchors and aliases"),
        ("core: !!python/object/apply:os.system [ls]", "line 1: tags"),
        ("core: !mine [a]", "line 1: tags"),
        ("a: \x07", "not valid YAML"),
        ("[" * 5000, "line 1: nested more than"),
        ("a: [" + "b, " * 6000 + "]", "line 1: more than"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_key(text: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_config(text)
    assert str(caught.value).startswith(".mementod.yaml")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("notify: {desktop: perhaps}", "notify.desktop must be true or false"),
        ("notify: {per_hour: many}", "notify.per_hour must be a whole number"),
        ("notify: {per_hour: -1}", "notify.per_hour must be a whole number"),
        ("notify: {per_hour: 0}", "notify.per_hour must be 1 to 60"),
        ("notify: {per_hour: 61}", "notify.per_hour must be 1 to 60"),
        ("notify: {quiet: night}", "notify.quiet must be two times of the day"),
        ("notify: {quiet: '24:00-07:00'}", "notify.quiet must be two times of the day"),
        ("notify: {repositories: [/x]}", "notify.repositories must be a table"),
        ("notify: {repositories: {x: off}}", "notify.repositories.x must be a whole path"),
        ("notify: {repositories: {/x: maybe}}", "notify.repositories./x must be true or false"),
        ("import: [emacs]", "import holds 'emacs'"),
        ("on_error: shrug", "on_error must be one of allow, block"),
        ("gates: {/x: maybe}", "gates./x must be one of"),
    ],
)
def test_a_fault_of_the_users_file_is_said_and_leaves_the_rest(text: str, said: str) -> None:
    key = text.partition(":")[0]
    rest = "".join(line for line in USER_LINES if not line.startswith(f"{key}:"))
    config = parse_user(f"{text}\n{rest}", Config(), "my.yaml")
    assert config.problems == config.faults
    (fault,) = config.faults
    assert fault.startswith("my.yaml, line 1: ")
    assert said in fault
    assert fault.endswith(UNSET)
    assert replace(config, problems=(), faults=()) == parse_user(rest, Config())


def test_a_key_that_cannot_be_read_leaves_those_beside_it() -> None:
    text = "notify: {per_hour: many, quiet: '22:00-07:00', repositories: {x: off, /y: off}}\ngates: {/a: of, /b: off}\n"
    config = parse_user(text, Config())
    assert config.notify == Notify(quiet="22:00-07:00", off=("/y",))
    assert config.gates == (("/b", Mode.OFF),)
    assert [fault.split()[3] for fault in config.faults] == ["gates./a", "notify.per_hour", "notify.repositories.x"]


@pytest.mark.parametrize(
    "data", [b"notify: [", b"on_error: block\non_error: allow\n", b"- a", b"core: ['\xff']\n", b"a: b\n" * 20_000]
)
def test_a_users_file_that_says_nothing_we_understand_stops_nothing(tmp_path: Path, paths: Paths, data: bytes) -> None:
    (tmp_path / ".mementod.yaml").write_text("core: [src/]\n")
    assert paths.config_file is not None
    paths.config_file.parent.mkdir(parents=True)
    paths.config_file.write_bytes(data)
    config = load_config(tmp_path, paths)
    (fault,) = config.faults
    assert fault.startswith(str(paths.config_file))
    assert fault.endswith("counts")
    assert replace(config, problems=(), faults=()) == Config(core=("src/",))


def test_both_files_are_found(tmp_path: Path, paths: Paths) -> None:
    assert load_config(tmp_path, paths) == Config()
    (tmp_path / ".mementod.yaml").write_text("\ufeffmark: frontmatter\r\n", encoding="utf-8")
    assert paths.config_file is not None
    paths.config_file.parent.mkdir(parents=True)
    paths.config_file.write_text("on_error: block\n")
    config = load_config(tmp_path, paths)
    assert (config.mark, config.on_error) == (Mark.FRONTMATTER, OnError.BLOCK)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"core: ['\xff']\n", ".mementod.yaml, line 1: not UTF-8"),
        (b"a: b\n" * 20_000, ".mementod.yaml is larger than"),
        (b"a\0b", ".mementod.yaml: not valid YAML"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, paths: Paths, content: bytes, said: str) -> None:
    (tmp_path / ".mementod.yaml").write_bytes(content)
    with pytest.raises(UserError) as caught:
        load_config(tmp_path, paths)
    assert said in str(caught.value)


def test_a_repositorys_link_is_not_followed(tmp_path: Path, paths: Paths) -> None:
    (tmp_path / "secret").write_text("password: hunter2\n")
    (tmp_path / ".mementod.yaml").symlink_to("secret")
    with pytest.raises(UserError, match=r"^\.mementod\.yaml is a link, which is not followed") as caught:
        load_config(tmp_path, paths)
    assert "hunter2" not in str(caught.value)


def test_a_folder_of_that_name_is_refused(tmp_path: Path, paths: Paths) -> None:
    (tmp_path / ".mementod.yaml").mkdir()
    with pytest.raises(UserError, match="no regular file"):
        load_config(tmp_path, paths)


@pytest.mark.parametrize("key", ["notes", "core", "ignore"])
@pytest.mark.parametrize("pattern", ["!", "\\", "a\\", "[z-a]", "[[:space:]]", "*a*a*a*b", "**/a/**/b/**/c/**/d"])
def test_what_is_no_pattern_is_said_with_its_line(key: str, pattern: str) -> None:
    for text in (f"# mine\n{key}: ['docs/**', '{pattern}']\n", f"\n{key}:\n- '{pattern}'\n"):
        with pytest.raises(UserError, match=rf"^.mementod.yaml, line 2: {key} holds "):
            parse_config(text)
    if key != "ignore":
        (fault,) = parse_user(f"{key}: ['{pattern}']", Config()).faults
        assert fault.startswith(f"config.yaml, line 1: {key} holds ")
