"""The hook program: hands on what an agent or git says to the daemon, and prints its answer.

Run as `python -I -S client.py agent NAME [EVENT]` with the call on standard input, or `client.py git EVENT ARGS...`.
Where no daemon answers it loads the gates and judges itself. Imports nothing but what is built in and `_socket` until
then: every edit of an agent waits for it. Never ends with 1 but for a denied commit, never shows a traceback.
"""

import _signal  # type: ignore[import-not-found]
import _socket
import posix
import sys
import time

VERSION = "0.1.0"  # that of mementod: another one may judge otherwise
PROTOCOL = 1
CONNECT_LIMIT_S = 0.2
ANSWER_LIMIT_S = 0.8
INPUT_LIMIT_S = 5.0  # for an agent to hand over its call
INPUT_CAP_BYTES = (16 << 20) + 1  # a longer call is not read further, and allowed
QUESTION_CAP_BYTES = 8 << 20  # what the daemon takes
ANSWER_CAP_BYTES = 1 << 20
CHUNK_BYTES = 1 << 18
LOCK_CAP_BYTES = 8192
HANDED_ON = (b"GIT_INDEX_FILE", b"GIT_DIR")  # what git tells its hooks
_REGULAR = 0o100000


def run() -> int:
    """`mementod-hook`: the same for people and scripts, from wherever pip puts it."""
    if sys.argv[1:2] in ([], ["-h"], ["--help"]):
        _said("usage: mementod-hook agent NAME [EVENT] <CALL, or mementod-hook git EVENT [ARG]...")
        return 0 if sys.argv[1:] else 2
    return main(sys.argv[1:])


def main(words: list[str]) -> int:
    """The exit code."""
    if posix.environ.get(b"MEMENTOD") == b"0" or not words:
        return 0
    try:
        payload = _input() if words[0] == "agent" else b""
        answer = _asked(words, payload)
        if answer is None:
            return _alone(words, payload)
    except BaseException as error:  # whatever it is: nobody is stopped by it, and no agent reads a traceback
        return _said(f"not checked: {type(error).__name__}")
    code, said, told = answer
    _write(1, said)
    _write(2, told)
    return code


# with a daemon


def _asked(words: list[str], payload: bytes) -> "tuple[int, bytes, bytes] | None":
    """Exit code, standard output and error as the daemon says them; None when it does not say any."""
    try:
        path, line = _listening(), _question(words, payload)
        return _read_answer(_exchange(path, line)) if path and len(line) <= QUESTION_CAP_BYTES else None
    except (OSError, ValueError):
        return None


def _listening() -> bytes:
    """The socket of the daemon that holds the lock; empty when none does, or one of another version."""
    state = posix.environ.get(b"XDG_STATE_HOME", b"")
    if state[:1] != b"/":
        state = posix.environ.get(b"HOME", b"") + b"/.local/state"
    flags = posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC
    descriptor = posix.open(state + b"/mementod/daemon.lock", flags)
    try:
        about = posix.fstat(descriptor)
        if about.st_uid != posix.getuid() or about.st_mode & 0o170000 != _REGULAR:
            return b""
        pid, version, path = [*posix.read(descriptor, LOCK_CAP_BYTES).split(b"\n", 2), b"", b""][:3]
    finally:
        posix.close(descriptor)
    if path and not pid:
        _knock(path)
    if version != VERSION.encode() or not path or not pid:
        return b""
    posix.kill(int(pid), 0)
    return path


def _knock(path: bytes) -> None:
    """Wake a daemon that rests: its service manager listens for it. It is there for the next call; this one goes on."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(CONNECT_LIMIT_S)
        connection.connect(path)
    finally:
        connection.close()


def _question(words: list[str], payload: bytes) -> bytes:
    """One line of JSON. Every text in it is bytes read as Latin-1, so that none needs more than this."""
    said = b",".join(_text(word.encode("utf-8", "surrogateescape")) for word in words)
    environ = b",".join(_text(n) + b":" + _text(posix.environ[n]) for n in HANDED_ON if n in posix.environ)
    return (
        b'{"mementod":%d,"version":"%s","op":"hook","folder":null,"deadline_ms":%d,"args":'
        b'{"words":[%s],"payload":%s,"cwd":%s,"environ":{%s},"pid":%d}}\n'
        % (PROTOCOL, VERSION.encode(), int(ANSWER_LIMIT_S * 1000), said, _text(payload), _text(_cwd()), environ,
           posix.getpid())
    )  # fmt: skip


def _text(data: bytes) -> bytes:
    data = data.decode("latin-1").encode().replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    for control in range(32):
        data = data.replace(b"%c" % control, b"\\u%04x" % control)
    return b'"%s"' % data


def _exchange(path: bytes, line: bytes) -> bytes:
    """The daemon's line. OSError when none comes in time."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(CONNECT_LIMIT_S)
        connection.connect(path)
        if _peer(connection) != posix.getuid():
            raise OSError
        until = time.monotonic() + ANSWER_LIMIT_S
        connection.settimeout(ANSWER_LIMIT_S)
        connection.sendall(line)
        answer = b""
        while not answer.endswith(b"\n") and len(answer) < ANSWER_CAP_BYTES:
            connection.settimeout(max(until - time.monotonic(), 0.001))
            chunk = connection.recv(CHUNK_BYTES)
            if not chunk:
                raise OSError
            answer += chunk
        return answer
    finally:
        connection.close()


def _peer(connection: "_socket.socket") -> int:
    """The user at the other end. In both systems it is the second number of four bytes."""
    if sys.platform == "darwin":
        level, option, size = 0, 1, 76  # SOL_LOCAL, LOCAL_PEERCRED
    else:
        level, option, size = _socket.SOL_SOCKET, _socket.SO_PEERCRED, 12
    return int.from_bytes(connection.getsockopt(level, option, size)[4:8], sys.byteorder)


def _read_answer(line: bytes) -> "tuple[int, bytes, bytes] | None":
    """Three parts in hexadecimal digits: nothing in them needs to be read as JSON."""
    head = b'{"mementod":%d,"version":"%s","ok":true,"generation":0,"fresh":true,"data":"' % (
        PROTOCOL,
        VERSION.encode(),
    )
    if not line.startswith(head) or not line.endswith(b'"}\n'):
        return None
    code, said, told = line[len(head) : -3].decode("ascii").split(".")
    return int(code), bytes.fromhex(said), bytes.fromhex(told)


# without one


def _alone(words: list[str], payload: bytes) -> int:
    """Become `mementod gate agent` or `gate git`: with the same process, a start of Python is saved."""
    import gc
    import site
    from importlib import import_module

    gc.disable()  # this process does not live long enough
    site.main()  # the packages that `-S` left out
    sys.path.append(__file__.rpartition("/")[0] + "/..")  # those beside us, for an installation in a user's own folder
    try:
        gate = import_module("mementod.hooks.hook_main")
    except ImportError as error:
        return _said(f"the program cannot be loaded ({error.name} is missing), so nothing is checked")
    return int(gate.run(words, payload))


# edges


def _input() -> bytes:
    """All of standard input, within INPUT_LIMIT_S."""
    if posix.isatty(0):
        return b""
    _signal.signal(_signal.SIGALRM, _too_late)
    _signal.setitimer(_signal.ITIMER_REAL, INPUT_LIMIT_S)
    data = []
    held = 0
    while held < INPUT_CAP_BYTES and (chunk := posix.read(0, CHUNK_BYTES)):
        data.append(chunk)
        held += len(chunk)
    _signal.setitimer(_signal.ITIMER_REAL, 0)
    return b"".join(data)


def _too_late(_number: int, _frame: object) -> None:
    raise TimeoutError


def _cwd() -> bytes:
    try:
        return posix.getcwdb()
    except OSError:
        return b""


def _write(descriptor: int, data: bytes) -> None:
    try:
        while data:
            data = data[posix.write(descriptor, data) :]
    except OSError:
        pass  # nobody listens


def _said(message: str) -> int:
    _write(2, b"mementod: %s\n" % message.encode("utf-8", "replace"))
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    posix._exit(code)  # nothing is left to be tidied up, and that takes a third of the time
