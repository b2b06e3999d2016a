"""Where the program starts, as `mementod` and as `python -m mementod`.

Until everything is imported there is nothing to tidy up, so a Ctrl-C simply ends the process: no traceback.
"""

import signal


def main() -> int:
    """Entry point: the imports, then the command line."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else somebody set it to be ignored
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from mementod.cli import main as command_line

    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return command_line()


if __name__ == "__main__":
    raise SystemExit(main())
