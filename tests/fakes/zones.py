"""Where the business of a test is: ahead of UTC, behind it with summer time, and there, in turns."""

from __future__ import annotations

from zlib import crc32
from zoneinfo import ZoneInfo

ZONES = tuple(map(ZoneInfo, ("Asia/Seoul", "America/New_York", "UTC")))


def zone_of(key: str) -> ZoneInfo:
    """The zone whose turn it is: the same for a key each time. It is printed, for who looks at a
    failure."""
    zone = ZONES[crc32(key.encode()) % len(ZONES)]
    print(f"the business is in {zone.key}")  # noqa: T201 - pytest shows it with a failure
    return zone


def elsewhere(zone: ZoneInfo) -> ZoneInfo:
    """Where a person's own machine stands: never where the business is."""
    return ZONES[(ZONES.index(zone) + 1) % len(ZONES)]
