"""`python -m mementod`, where no script directory is on the path."""

from mementod.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
