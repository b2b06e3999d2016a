"""When a notice may be shown.

Pure: moments in, moments out. Monotonic seconds, but for the hours of the day, which are local time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from mementod.config import HOURS

QUIET_S = 25.0  # after the last news: a checkout, a rebase or an agent's round of edits has settled by then
QUIET_CAP_S = 120.0  # after the first one: a stream without an end must not keep silent for ever
HOUR_S = 3600.0


def settled(first: float, last: float) -> float:
    """When news that came from `first` to `last` are told together."""
    return min(last + QUIET_S, first + QUIET_CAP_S)


def allowed_at(shown: Sequence[float], per_hour: int, now: float) -> float:
    """When another notice may follow those `shown` at these moments, in order."""
    if len(shown) < per_hour:
        return now
    return max(now, shown[-per_hour] + HOUR_S)


def quiet_for(hours: str | None, now: datetime) -> float:
    """Seconds until these hours (`22:00-07:00`, over midnight too) are over; 0 outside of them."""
    found = HOURS.fullmatch(hours) if hours else None
    if not found:
        return 0.0
    begin, end = (timedelta(hours=int(found[n]), minutes=int(found[n + 1])) for n in (1, 3))
    at = timedelta(hours=now.hour, minutes=now.minute, seconds=now.second)
    day = timedelta(days=1)
    since_begin, length = (at - begin) % day, (end - begin) % day
    return (length - since_begin).total_seconds() if since_begin < length else 0.0
