"""What the daemon's log shows, keeps and survives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.process.logs import (
    FILE_CAP_BYTES,
    FILE_NAME,
    LINE_CAP_BYTES,
    OLD_NAME,
    RING_LINES,
    Level,
    Log,
    as_text,
    kept,
)


class Stream:
    """A pipe in place of standard error."""

    def __init__(self) -> None:
        self.source, self.sink = os.pipe()
        os.set_blocking(self.source, False)

    def lines(self) -> list[str]:
        data = b""
        try:
            while chunk := os.read(self.source, 1 << 16):
                data += chunk
        except BlockingIOError:
            pass
        return data.decode().splitlines()

    def close(self) -> None:
        for end in (self.source, self.sink):
            os.close(end)


@pytest.fixture
def stream() -> Iterator[Stream]:
    found = Stream()
    yield found
    found.close()


NASTY = "a\nb\x1b[31m\x7f\u202e\u2028\udcff é.md"


def test_a_person_reads_one_line(stream: Stream) -> None:
    Log(Level.INFO, False, None, stream.sink).say.info(
        "judged", repo="/home/ada/x", ms=12, fresh=True, why="a b", no=""
    )

    (line,) = stream.lines()
    time, rest = line.split(" ", 1)
    assert rest == 'info    judged repo=/home/ada/x ms=12 fresh=True why="a b" no=""'
    assert time.endswith("Z")


def test_a_program_reads_json(stream: Stream) -> None:
    Log(Level.INFO, True, None, stream.sink).say.warning("judged", path=NASTY, count=2, folder=Path("/r"))

    (line,) = stream.lines()
    record = json.loads(line)
    assert record.pop("time").endswith("Z")
    assert record == {"level": "warning", "event": "judged", "path": NASTY, "count": 2, "folder": "/r"}


@pytest.mark.parametrize("as_json", [False, True])
def test_no_control_character_of_a_name_reaches_the_terminal(as_json: bool, stream: Stream) -> None:
    Log(Level.INFO, as_json, None, stream.sink).say.info(f"read {NASTY}", path=NASTY)

    (line,) = stream.lines()
    assert line.isprintable()
    assert "\\udcff" in line


def test_a_fault_is_one_line_that_ends_with_its_cause(stream: Stream) -> None:
    log = Log(Level.INFO, False, None, stream.sink)
    try:
        int("the cause")
    except ValueError:
        log.say.exception("failed")

    (line,) = stream.lines()
    assert "error   failed" in line
    assert line.endswith("base 10: 'the cause'\"")


def test_below_the_level_nothing_is_said_or_kept(tmp_path: Path, stream: Stream) -> None:
    log = Log(Level.of("warning"), False, tmp_path, stream.sink)
    log.say.info("small talk")
    log.say.debug("smaller talk")
    log.say.error("serious")

    assert len(stream.lines()) == len(log.recent()) == len(kept(tmp_path)) == 1


def test_a_level_that_does_not_exist_is_a_users_error() -> None:
    with pytest.raises(UserError, match="debug, info, warning, error"):
        Level.of("loud")


def test_the_last_lines_are_remembered() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    log = Log(Level.INFO, False, None, null)
    for number in range(RING_LINES + 7):
        log.say.info("event", number=number)
    os.close(null)

    assert [json.loads(line)["number"] for line in log.recent()] == list(range(7, RING_LINES + 7))
    assert [json.loads(line)["number"] for line in log.recent(2)] == [RING_LINES + 5, RING_LINES + 6]
    assert log.recent(0) == ()


@pytest.mark.parametrize("value", ["x" * 100_000, "é" * 100_000, "🙂" * 100_000, list(range(50_000)), "\x1b" * 100_000])
@pytest.mark.parametrize("as_json", [False, True])
def test_a_line_is_bounded(as_json: bool, value: object, stream: Stream) -> None:
    log = Log(Level.INFO, as_json, None, stream.sink)
    log.say.info("much" * 5000, a=value, b=value, c=value)

    (line,) = stream.lines()
    assert len(line.encode()) < LINE_CAP_BYTES
    assert json.loads(log.recent()[0])["level"] == "info"


def test_a_reader_that_sleeps_is_not_waited_for(stream: Stream) -> None:
    log = Log(Level.INFO, True, None, stream.sink)
    for number in range(RING_LINES):  # far more than a pipe holds
        log.say.info("event", number=number, text="x" * 400)

    lines = stream.lines()

    assert 0 < len(lines) < RING_LINES
    assert [json.loads(line)["number"] for line in lines] == list(range(len(lines)))
    assert len(log.recent()) == RING_LINES


def test_a_terminal_that_goes_away_kills_nobody(tmp_path: Path) -> None:
    stream = Stream()
    log = Log(Level.INFO, False, tmp_path, stream.sink)
    os.close(stream.source)
    log.say.info("to a closed pipe")
    os.close(stream.sink)
    log.say.info("to nothing")

    assert [record["event"] for record in kept(tmp_path)] == ["to a closed pipe", "to nothing"]


def test_the_file_is_private_and_bounded(tmp_path: Path, stream: Stream) -> None:
    folder = tmp_path / "log"
    log = Log(Level.INFO, False, folder, stream.sink)
    number = 0
    while not (folder / OLD_NAME).exists() or (folder / FILE_NAME).stat().st_size < FILE_CAP_BYTES * 0.9:
        log.say.info("event", number=number, text="x" * 490, more="y" * 490, most="z" * 490)
        number += 1
    for _ in range(100):
        log.say.info("event", number=number, text="x" * 490, more="y" * 490, most="z" * 490)
        number += 1

    assert sorted(path.name for path in folder.iterdir()) == [FILE_NAME, OLD_NAME]
    assert all(path.stat().st_size <= FILE_CAP_BYTES for path in folder.iterdir())
    assert {path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())} == {0o700, 0o600}
    numbers = [record["number"] for record in kept(folder)]
    assert numbers == list(range(numbers[0], number))


def remove(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def block(folder: Path) -> None:
    remove(folder)
    folder.write_text("a file where the folder was")


def bend(folder: Path) -> None:
    (folder / FILE_NAME).unlink()
    (folder / FILE_NAME).symlink_to("elsewhere")


def clog(folder: Path) -> None:
    (folder / FILE_NAME).unlink()
    os.mkfifo(folder / FILE_NAME)


@pytest.mark.parametrize(("harm", "is_kept"), [(remove, True), (block, False), (bend, False), (clog, False)])
def test_what_happens_to_the_file_does_not_happen_to_us(harm: object, is_kept: bool, tmp_path: Path) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    folder = tmp_path / "log"
    log = Log(Level.INFO, False, folder, null)
    log.say.info("before")
    harm(folder)  # type: ignore[operator]

    log.say.info("after")
    os.close(null)

    assert len(log.recent()) == 2
    if harm is clog:
        with pytest.raises(UserError, match="is no regular file"):
            kept(folder)
    else:
        assert [record["event"] for record in kept(folder)] == (["after"] if is_kept else [])
    assert not (tmp_path / "log/elsewhere").exists()


FULL = """
import resource, signal, sys
from pathlib import Path
from mementod.process.logs import Level, Log
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (150, resource.RLIM_INFINITY))
log = Log(Level.INFO, True, Path(sys.argv[1]))
for number in range(3):
    log.say.info("event", number=number)
print(len(log.recent()))
"""


def test_a_full_disk_is_survived_and_half_a_line_is_no_record(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True)

    assert done.stdout == "3\n"
    assert len(done.stderr.splitlines()) == 3
    assert (tmp_path / FILE_NAME).stat().st_size == 150
    assert [record["number"] for record in kept(tmp_path)] == [0]


def test_what_is_no_record_is_left_out(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b'[1]\n\xff\n{"event": "x"}\n' + b"[" * 100_000)

    assert kept(tmp_path) == [{"event": "x"}]
    assert as_text(kept(tmp_path)[0]) == "? ?       x"
    assert kept(tmp_path / "nowhere") == []


def test_threads_do_not_mix_their_lines(tmp_path: Path) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    log = Log(Level.INFO, False, tmp_path, null)

    def talk(name: int) -> None:
        for number in range(50):
            log.say.info("event", name=name, number=number, text="x" * 400)

    threads = [threading.Thread(target=talk, args=[name]) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os.close(null)

    assert len(kept(tmp_path)) == 200
    assert [json.loads(line) for line in log.recent()] == kept(tmp_path)


def test_judging_alone_does_not_load_it() -> None:
    code = "import sys, mementod.cli, mementod.commands.check, mementod.ipc.client; print('structlog' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
