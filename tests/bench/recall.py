"""How fast a log of many lines is written and searched, and how large it is.

    python tests/bench/recall.py [LINES]

Prints lines a second, megabytes of text and on disk, and the time of each query (milliseconds) with p50 and p95.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mementod.continuity.episodes import Episodes
from mementod.continuity.memory_file import MemoryFile
from mementod_parsers.continuity.transcripts.episode import Actor, Episode

BATCH = 1_000
REPEATS = 5
PLAIN, WIDE, VERBS, NOUNS = (
    words.split()
    for words in (
        "the of to and in is it for on that with as are be this we run test file code build use not do must only",
        "不要 禁止 必须 避免 修改 文件 函数 测试 提交 代码 缓存 用户 路径 迁移",
        "get set load save parse run auth user cache store",
        "User File Token Node Cache Store Path Line",
    )
)
QUERIES = (
    "不要 缓存 getUser12", "parse_token_77", "the cache", "why did we not use the store", "src/saveFile100",
    "must never commit", "run saveNode314 runToken239 storeToken679 saveNode1020 user",
    "getUser12 setPath55 loadNode3", "不要", "禁止 迁移 测试", "xyzzy", "run test file",
    "修改用户缓存路径", "why did the user cache token path parse fail",
)  # fmt: skip


def main(lines: int) -> None:
    with tempfile.TemporaryDirectory() as folder, MemoryFile(Path(folder) / "memory.db") as file:
        _write(file, lines)
        log = Episodes(file)
        times = sorted(_search(log))
    print(f"search: p50 {times[len(times) // 2]:.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms")


def _write(file: MemoryFile, lines: int) -> None:
    start, size = time.perf_counter(), 0
    for batch in _batches(lines):
        size += sum(len(episode.text.encode()) for episode in batch)
        Episodes(file).add("claude", batch)
    took = time.perf_counter() - start
    file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    disk = file.path.stat().st_size
    print(f"{lines:,} lines: {lines / took:,.0f} a second, {size / 1e6:.0f} MB of text, {disk / 1e6:.0f} MB on disk")


def _batches(lines: int) -> Iterator[list[Episode]]:
    chance = random.Random(1)
    names = [f"{chance.choice(VERBS)}{chance.choice(NOUNS)}{number % 997}" for number in range(8_000)]
    for first in range(0, lines, BATCH):
        yield [
            Episode(Actor.USER, _line(chance, names), "", f"s{n // 5_000}", "/", str(n))
            for n in range(first, first + BATCH)
        ]


def _line(chance: random.Random, names: list[str]) -> str:
    words = chance.choices(PLAIN, k=38) + chance.choices(names, k=6) + chance.choices(WIDE, k=3)
    words.append(f"src/{chance.choice(names)}/{chance.choice(names)}.py")
    chance.shuffle(words)
    return " ".join(words)


def _search(log: Episodes) -> Iterator[float]:
    for query in QUERIES * REPEATS:
        start = time.perf_counter()
        log.search(query, 8)
        yield (time.perf_counter() - start) * 1_000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
