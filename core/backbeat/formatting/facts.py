"""Money among the facts of notices and mails, formatted as on screens (FORMAT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from backbeat.formatting.money import format_amount
from backbeat.kernel.money import Currency

_PLACES = 2


def with_money(facts: Mapping[str, object]) -> Mapping[str, object]:
    """The facts with `money` added, if they name an amount and its currency: what is paid or was
    earned, to the cent in every currency.
    """
    amount, currency = facts.get("amount"), facts.get("currency")
    if amount is None or currency is None:
        return facts
    return {**facts, "money": _money(str(amount), str(currency))}


def _money(amount: str, currency: str) -> str:
    """The formatted amount; anything that is not an amount, or not in a known currency, is left as
    it is.
    """
    try:
        return format_amount(Decimal(amount), Currency(currency), decimals=_PLACES)
    except (ValueError, InvalidOperation):
        return f"{amount} {currency}"
