"""Random edits of a small repository with notes, and what a watcher would say of each."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from mementod.brain.hints import Hints
from repos import Repo

FOLDERS = ("src", "src/core", "lib", "tools")
NAMES = ("store", "log", "parse", "cache", "queue")
VERBS = ("open", "load", "write", "drop", "merge")


def build(root: Path) -> Repo:
    """Code in four folders, notes of three conventions that cite it, some history, another branch."""
    repo = Repo(root)
    for folder in FOLDERS:
        for name in NAMES:
            repo.write({f"{folder}/{name}.py": code(name, folder)})
    repo.write({"package.json": '{"scripts": {"build": "tsc", "lint": "eslint ."}}\n', ".gitignore": "dist/\n*.log\n"})
    repo.commit()
    repo.write({"CLAUDE.md": note(0), ".serena/memories/layout.md": note(1), "memory-bank/systemPatterns.md": note(2)})
    repo.commit(date="2025-02-01")
    repo.git("branch", "other")
    repo.move("lib/queue.py", "lib/deque.py").commit(date="2025-03-01")
    return repo.remove("tools/log.py").commit(date="2025-03-02")


def code(name: str, folder: str) -> str:
    scope = folder.replace("/", "_")
    functions = "".join(f"def {verb}_{name}_{scope}(x):\n    return x + {len(verb)}\n\n\n" for verb in VERBS)
    kind = f"class {name.title()}{scope.title()}:\n    pass\n"
    return f'"""{name} of {folder}."""\n\n\nLIMIT_{name.upper()} = 4\n\n\n{functions}{kind}'


def note(number: int) -> str:
    """Citations of every kind, those of the number's folders first."""
    lines = ["# Layout", "", "Run `npm run build`, and `npm run lint` before a commit. The tools are in `tools/`.", ""]
    for folder in FOLDERS[number:] + FOLDERS[:number]:
        scope = folder.replace("/", "_")
        for name in NAMES:
            lines.append(
                f"- `{folder}/{name}.py` has `open_{name}_{scope}()` and `{name.title()}{scope.title()}`; `{name}.py` "
                f"sets `LIMIT_{name.upper()}`, see {folder}/{name}.py:7 and `src/**/{name}.py`."
            )
    return "\n".join([*lines, "", "It logs to `dist/out.log`; `src/never.py` was planned.", ""])


Edit = Callable[[Repo, random.Random, int], Hints]


def edit(repo: Repo, dice: random.Random, number: int) -> tuple[str, Hints]:
    """One random edit: its name, and the hints that a watcher gives of it."""
    chosen = dice.choice(EDITS)
    return chosen.__name__, chosen(repo, dice, number)


def _write(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = _any(repo, dice, ".py")
    text = (repo.root / path).read_text()
    return _put(repo, path, text + f"\n# {number}\n")


def _rename_function(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = _any(repo, dice, ".py")
    verb = dice.choice(VERBS)
    return _put(repo, path, (repo.root / path).read_text().replace(f"{verb}_", f"{verb}{number}_"))


def _comment_out(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = _any(repo, dice, ".py")
    return _put(repo, path, "".join(f"# {line}\n" for line in (repo.root / path).read_text().splitlines()))


def _remove(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = _any(repo, dice, ".py")
    (repo.root / path).unlink()
    return Hints(frozenset([path]))


def _move(repo: Repo, dice: random.Random, number: int) -> Hints:
    old = _any(repo, dice, ".py")
    new = f"{dice.choice(FOLDERS)}/{dice.choice(NAMES)}{number if dice.random() < 0.5 else ''}.py"
    if new == old:
        return Hints()
    (repo.root / new).parent.mkdir(parents=True, exist_ok=True)
    (repo.root / old).replace(repo.root / new)
    return Hints(frozenset([old, new]))


def _move_folder(repo: Repo, dice: random.Random, number: int) -> Hints:
    old = dice.choice([f for f in FOLDERS if (repo.root / f).is_dir()] or ["src"])
    if not (repo.root / old).is_dir():
        return Hints()
    held = [path.relative_to(repo.root).as_posix() for path in (repo.root / old).rglob("*") if path.is_file()]
    new = f"moved{number}"
    (repo.root / old).rename(repo.root / new)
    return Hints(frozenset([old, new, *held, *(new + path[len(old) :] for path in held)]))


def _bring_back(repo: Repo, dice: random.Random, number: int) -> Hints:
    return _put(repo, f"{dice.choice(FOLDERS)}/{dice.choice(NAMES)}.py", code(dice.choice(NAMES), "src"))


def _write_note(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = _any(repo, dice, ".md")
    cited = _any(repo, dice, ".py")
    text = (repo.root / path).read_text()
    return _put(repo, path, text + f"\n- `{cited}` beside `{cited.rpartition('/')[2]}` and `merge_log_{number}()`.\n")


def _trim_note(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = _any(repo, dice, ".md")
    lines = (repo.root / path).read_text().splitlines(keepends=True)
    return _put(repo, path, "".join(lines[: len(lines) // 2]))


def _new_note(repo: Repo, dice: random.Random, number: int) -> Hints:
    return _put(repo, f".serena/memories/note{number}.md", note(number % 3))


def _ignored_note(repo: Repo, dice: random.Random, number: int) -> Hints:
    return _put(repo, "dist/out.log", str(number)) if dice.random() < 0.5 else _gone(repo, "dist/out.log")


def _scripts(repo: Repo, dice: random.Random, number: int) -> Hints:
    return _put(repo, "package.json", json.dumps({"scripts": {dice.choice(("build", "lint", "test")): "tsc"}}))


def _commit(repo: Repo, dice: random.Random, number: int) -> Hints:
    repo.commit(f"change {number}", date=f"2025-04-{number % 28 + 1:02}")
    return Hints(listing=True, history=True)


def _add(repo: Repo, dice: random.Random, number: int) -> Hints:
    repo.git("add", "-A")
    return Hints(listing=True)


def _switch(repo: Repo, dice: random.Random, number: int) -> Hints:
    repo.commit(f"before a switch, {number}")
    repo.git("checkout", "-q", "main" if repo.git("branch", "--show-current") == "other" else "other")
    return Hints(unknown=True, listing=True, history=True)


def _restore(repo: Repo, dice: random.Random, number: int) -> Hints:
    repo.git("reset", "-q", "--hard")
    return Hints(unknown=True, listing=True, history=True)


def _link(repo: Repo, dice: random.Random, number: int) -> Hints:
    path = f"src/link{number}.py"
    (repo.root / "src").mkdir(exist_ok=True)
    (repo.root / path).symlink_to("../lib/store.py")
    return Hints(frozenset([path]))


def _ignore(repo: Repo, dice: random.Random, number: int) -> Hints:
    (repo.root / ".gitignore").write_text(dice.choice(("dist/\n*.log\n", "dist/\n*.log\ntools/\n")))
    return Hints(frozenset([".gitignore"]), everything=True)


EDITS: tuple[Edit, ...] = (
    _write, _write, _rename_function, _rename_function, _comment_out, _remove, _remove, _move, _move, _move_folder,
    _bring_back, _write_note, _write_note, _trim_note, _new_note, _ignored_note, _scripts, _commit, _commit, _add,
    _switch, _restore, _link, _ignore,
)  # fmt: skip


def _any(repo: Repo, dice: random.Random, ending: str) -> str:
    found = sorted(
        path.relative_to(repo.root).as_posix()
        for path in repo.root.rglob(f"*{ending}")
        if ".git" not in path.parts and path.is_file() and not path.is_symlink()
    )
    if not found:
        _put(repo, f"src/store{ending}", code("store", "src"))
        return f"src/store{ending}"
    return dice.choice(found)


def _put(repo: Repo, path: str, text: str) -> Hints:
    repo.write({path: text})
    return Hints(frozenset([path]))


def _gone(repo: Repo, path: str) -> Hints:
    shutil.rmtree(repo.root / path, ignore_errors=True)
    (repo.root / path).unlink(missing_ok=True)
    return Hints(frozenset([path]))
