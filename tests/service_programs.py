"""A program for the service, as the tests install it."""

from __future__ import annotations

import sys

from mementod.service.program import Program

PROGRAM = Program((sys.executable, "-I", "-m", "mementod", "run"), {"PATH": "/usr/local/bin:/usr/bin:/bin"})
