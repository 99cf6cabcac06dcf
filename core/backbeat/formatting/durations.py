"""Lengths of time (FORMAT-5)."""

from __future__ import annotations

_MINUTE = 60
_HOUR = 3_600
_DAY = 86_400


def format_duration(seconds: int) -> str:
    """Minutes and seconds, with hours from one hour on and days from one day on.

    `01:05`, `1:01:00`, `2 d 0:00:05`. A negative length is shown as zero, like a timer that has run
    out.
    """
    days, rest = divmod(max(seconds, 0), _DAY)
    hours, rest = divmod(rest, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    if days:
        return f"{days} d {hours}:{minutes:02}:{left:02}"
    if hours:
        return f"{hours}:{minutes:02}:{left:02}"
    return f"{minutes:02}:{left:02}"
