"""What the platform's file names tell: the owner, the month, and whether it is an adjustment."""

from __future__ import annotations

import re

from attrs import frozen

from backbeat.kernel.months import Month

_STUDIO = re.compile(r"YouTube_(?P<owner>.+?)_M_(?P<year>\d{4})(?P<month>\d{2})(?:\d{2})?(?:_|\b)")
_ADJUSTMENT = re.compile(r"(?:^|_)ADJ_", re.IGNORECASE)


@frozen
class Name:
    """What a name tells; what it does not is None."""

    owner: str | None = None
    month: Month | None = None
    is_adjustment: bool = False


def told_by(name: str) -> Name:
    """Read a file's name, for example `YouTube_Label_M_20241001_20241031_ADJ_claim_raw_v1-1.csv`."""
    is_adjustment = _ADJUSTMENT.search(name) is not None
    match = _STUDIO.search(name)
    if match is None:
        return Name(is_adjustment=is_adjustment)
    number = int(match["month"])
    month = Month(int(match["year"]), number) if 1 <= number <= 12 else None
    return Name(match["owner"], month, is_adjustment)
