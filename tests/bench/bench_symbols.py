"""Cold symbol table over a folder: `python tests/bench/bench_symbols.py FOLDER... [--workers N] [--in-process]`.

Prints files, bytes, seconds and MB per CPU second, by language and in all. Reads the sources before the clock
starts: what is measured is the parse, the walk, the pipe and the packing.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mementod.parsing.worker import Job, Trouble
from mementod.parsing.workers import Workers
from mementod_parsers.code import codec, grammars, languages, symbols, tokens
from mementod_parsers.model import FileFacts

MB = 1e6


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--workers", type=int, default=None)
    options.add_argument("--in-process", action="store_true", help="for trusted sources only: no time limit")
    given = options.parse_args()
    jobs = [job for folder in given.folders for job in sources(folder)]
    if given.in_process:
        in_process(jobs)
    else:
        in_workers(jobs, given.workers)
    return 0


def sources(folder: Path) -> Iterator[Job]:
    """Every file with a grammar, vendored and minified ones included, as the worst case."""
    for path in sorted(folder.rglob("*")):
        name = languages.language(path.name)
        if name and grammars.grammar(name) and path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            if len(data) <= tokens.TOKENS_MAX_BYTES:
                yield Job(str(path), name, data)


def in_process(jobs: list[Job]) -> None:
    spent: Counter[str] = Counter()
    size: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for job in jobs:
        start = time.process_time()
        codec.pack(symbols.facts(job.language, job.data))
        spent[job.language] += time.process_time() - start  # type: ignore[assignment]
        size[job.language] += len(job.data)
        count[job.language] += 1
    for name in sorted(size, key=size.__getitem__, reverse=True):
        line(name, count[name], size[name], spent[name])
    line("all", len(jobs), size.total(), spent.total())


def in_workers(jobs: list[Job], workers: int | None) -> None:
    start, before = time.monotonic(), cpu(resource.RUSAGE_SELF)
    troubles: list[str] = []
    found = damaged = 0
    with Workers(workers) as pool:
        for job, answer in pool.parse(jobs):
            if isinstance(answer, Trouble):
                troubles.append(f"{job.key}: {answer.reason}")
            elif isinstance(answer, FileFacts):
                found += len(answer.symbols)
                damaged += answer.damaged
        wall = time.monotonic() - start
    children = cpu(resource.RUSAGE_CHILDREN)
    size = sum(len(job.data) for job in jobs)
    line("workers", len(jobs), size, children)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"wall {wall:.2f} s, parent {cpu(resource.RUSAGE_SELF) - before:.2f} CPU s, worker peak {peak} MB")
    print(f"{found} symbols, {damaged} files damaged, {len(troubles)} in trouble", *troubles, sep="\n  ")


def cpu(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def line(name: str, files: int, size: int, seconds: float) -> None:
    speed = size / MB / seconds if seconds else 0.0
    print(f"{name:12} {files:6} files {size / MB:8.2f} MB {seconds:7.2f} CPU s {speed:6.2f} MB/s")


if __name__ == "__main__":
    raise SystemExit(main())
