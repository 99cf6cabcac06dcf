"""Money among the facts of notices and mails, written as screens write it (FORMAT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from backbeat.formatting.money import format_amount
from backbeat.kernel.money import Currency

_PLACES = 2


def with_money(facts: Mapping[str, object]) -> Mapping[str, object]:
    """The facts with `money`, where they name an amount and its currency: what is paid or was
    earned, in cents of every currency."""
    amount, currency = facts.get("amount"), facts.get("currency")
    if amount is None or currency is None:
        return facts
    return {**facts, "money": _money(str(amount), str(currency))}


def _money(amount: str, currency: str) -> str:
    """What is no amount, or in no known currency, stands as it is."""
    try:
        return format_amount(Decimal(amount), Currency(currency), decimals=_PLACES)
    except (ValueError, InvalidOperation):
        return f"{amount} {currency}"
