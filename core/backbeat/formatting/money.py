"""Money as people read it (FORMAT-1): symbol, thousands separators, and a rounding for each
currency.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

from backbeat.formatting.numbers import NOTHING
from backbeat.kernel.money import Currency, Money

_SYMBOLS = {Currency.USD: "$", Currency.CNY: "¥", Currency.KRW: "₩", Currency.JPY: "¥"}
MINUS = "\N{MINUS SIGN}"
_SMALL = Decimal("0.01")
_USD_PLACES = 2
_SMALL_USD_PLACES = 4


def format_money(money: Money, *, decimals: int | None = None) -> str:
    """An amount of the ledger: see `format_amount`."""
    return format_amount(money.amount, money.currency, decimals=decimals)


def format_amount(
    amount: Decimal | None, currency: Currency, *, decimals: int | None = None
) -> str:
    """An amount with its symbol, the sign before it: `$1,234.50`, `−$0.0050`, `¥2,350`.

    US dollars have two decimals, four below one cent, half up. The other currencies have none
    unless `decimals` says so and are rounded toward minus infinity, so that a balance is never
    overstated. An amount that rounds to zero is written as a plain zero: `$0.00`.
    """
    if amount is None:
        return NOTHING
    if currency is Currency.USD:
        rounded = _dollars(amount, decimals)
    else:
        rounded = _to_places(amount, decimals or 0, ROUND_FLOOR)
    sign = MINUS if rounded < 0 else ""
    symbol = _SYMBOLS.get(currency, f"{currency} ")
    return f"{sign}{symbol}{abs(rounded):,}"


def _dollars(amount: Decimal, decimals: int | None) -> Decimal:
    if decimals is not None:
        return _to_places(amount, decimals, ROUND_HALF_UP)
    if abs(amount) < _SMALL:
        fine = _to_places(amount, _SMALL_USD_PLACES, ROUND_HALF_UP)
        if fine:
            return fine
    return _to_places(amount, _USD_PLACES, ROUND_HALF_UP)


def _to_places(amount: Decimal, places: int, rounding: str) -> Decimal:
    return amount.quantize(Decimal(1).scaleb(-places), rounding)
