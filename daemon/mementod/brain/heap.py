"""Memory that was let go of, given back to the system.

The allocator keeps what a look needed for a moment, in pieces that the next look does not fit into: after some hundred
looks that is 8 MB of nothing. It also learns to keep large blocks, up to 32 MB, each thread its own.
"""

from __future__ import annotations

import contextlib
import ctypes

_M_MMAP_THRESHOLD = -3  # of the GNU C library; a value that is set is not learnt
LARGE_BYTES = 128 << 10  # its own first value


def hold_little() -> None:
    """Give each large block back as soon as it is free, from now on. Elsewhere than with the GNU library nothing."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)


def give_back() -> None:
    """Where the C library can, in less than a millisecond. Elsewhere nothing happens."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
