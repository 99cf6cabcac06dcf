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
    try:
        amount, currency = Decimal(str(facts["amount"])), Currency(str(facts["currency"]))
        return {**facts, "money": format_amount(amount, currency, decimals=_PLACES)}
    except (KeyError, ValueError, InvalidOperation):
        return facts
