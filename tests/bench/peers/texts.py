"""How answers write money and ratios: the same few lines for every peer."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from backbeat.kernel.ids import WithdrawalId
from backbeat.ledger.rules import reservation_id

_NANO = Decimal("0.000000001")
_HUNDREDTH = Decimal("0.01")


def dollars(whole: int, places: int) -> str:
    """An amount in units of so many places, with two places at least."""
    dollars, rest = divmod(whole, 10**places)
    return f"{dollars}.{f'{rest:0{places}d}'.rstrip('0').ljust(2, '0')}"


def per_thousand(nanos: int, count: int) -> str | None:
    """The price of a thousand."""
    if not count:
        return None
    price = (Decimal(nanos * 1000) / Decimal(count * 10**9)).quantize(_NANO, ROUND_HALF_UP)
    return dollars(int(price.scaleb(9)), 9)


def percent(part: int, whole: int) -> str | None:
    """A share of a hundred, to two places."""
    if not whole:
        return None
    share = (Decimal(part * 100) / Decimal(whole)).quantize(_HUNDREDTH, ROUND_HALF_UP)
    return f"{share:f}".rstrip("0").rstrip(".")


def entry_of(withdrawal: str) -> str:
    """The statement row of a payout, whose id is worked out as the portal does."""
    return reservation_id(WithdrawalId(withdrawal))
